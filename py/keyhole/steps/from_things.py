"""What the things that tools brought give the call that a message wants: their ids, addresses, prices and days, by the
names of their facts and of the tool's parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from keyhole.models.embedded.text import name_words, plain_words, stem
from keyhole.models.model import ToolCard
from keyhole.steps.earlier import LOOKED_BACK, PROSE, Earlier, is_free
from keyhole.steps.moved_days import is_day
from keyhole.steps.pointed_at import is_told_anew
from keyhole.steps.pointing import Pointed
from keyhole.steps.thing_values import KIND, LIKE, WEAK, id_of, is_id, title_of, value_of
from keyhole.tools.schema import declared_properties
from keyhole.tools.tool import Tool
from keyhole.tools.toolbox import Toolbox


def takers(cards: Sequence[ToolCard], toolbox: Toolbox, pointed: Pointed) -> Sequence[ToolCard]:
    """The tools that take something of the things; all, where none does."""
    return [card for card in cards if card.name in toolbox and _takes(toolbox[card.name], pointed)] or cards


def rivals_of(pointed: Pointed, cards: Sequence[ToolCard], toolbox: Toolbox) -> frozenset[str]:
    """The names of the tools that a wish is for in spite of what it points at, where the router chooses one of them for
    it as it stands: what brought the things, where the wish may look for others, and what takes none of them, but
    cannot do without a text that is what somebody says."""
    if not pointed.surely:
        return frozenset()
    takes = {card.name for card in takers(cards, toolbox, pointed)}
    others = [card.name for card in cards if card.name in toolbox and card.name not in takes]
    prose = [n for n in others if any(PROSE & set(name_words(r)) for r in toolbox[n].parameters.get("required", []))]
    return frozenset([*prose, *[pointed.call.tool.name] * pointed.perhaps_anew])


def listed(tool: Tool, pointed: Pointed) -> dict[str, Any]:
    """The argument that has all the things, where a tool takes a list of such."""
    for name, schema in declared_properties(tool.parameters).items():
        if isinstance(schema, dict) and schema.get("type") == "array":
            values = [value_of(name, schema, thing, pointed.noun, least=LIKE) for thing in pointed.things]
            if all(isinstance(value, list) for value in values):
                return {name: [each for value in values for each in value]}
    return {}


def same_again(pointed: Pointed, last: Earlier) -> dict[str, Any] | None:
    """The output of the fill step for the last call once more, with the thing that is pointed at in the place of the
    other of its row: "and the third one too"; None where it was about none of them."""
    if not pointed.alone or len(pointed.things) > 1 or pointed.call.result is None:
        return None
    thing, noun, required = pointed.things[0], pointed.noun, last.tool.parameters.get("required", [])
    for other in pointed.call.result.things:
        new: dict[str, Any] = {}
        for name, said in last.args.items():
            least, schema = WEAK if name in required else LIKE, last.properties.get(name)
            if value_of(name, schema, other, noun, least=least) == said:
                new[name] = value_of(name, schema, thing, noun, least=least)
            elif is_free(schema) and f"{said}".lower() == f"{title_of(other)}".lower():
                new[name] = title_of(thing)
        if new and None not in new.values() and {**last.args, **new} != last.args:
            return last.with_said(new)
    return None


def with_things(
    filled: Mapping[str, Any], tool: Tool, pointed: Pointed | None, before: Sequence[Earlier], *, points: bool
) -> dict[str, Any]:
    """The output of the fill step with what it lacks, or only names, taken from the thing that is pointed at, else from
    what the calls before brought and were told. `points`: the wish has a word that stands for something said before.
    """
    properties = declared_properties(tool.parameters)
    required = tool.parameters.get("required", [])
    args = dict(filled["args"])
    if pointed is not None:
        args |= _given(pointed, properties, required, args)
        args |= _days_of(pointed.call, properties, required, args)
    others = [call for call in before if points or call.tool.name != tool.name]
    for name in required:
        own = name in args or (not points and is_told_anew(name, filled, tool))
        value = None if own else next(_offered(name, properties.get(name), others, points=points), None)
        if value is not None:
            args[name] = value
    missing = [name for name in required if name not in args]
    kept = {key: each for key, each in filled.items() if key != "missing"}
    return {**kept, "args": args} | ({"missing": missing} if missing else {})


def _takes(tool: Tool, pointed: Pointed) -> bool:
    required = tool.parameters.get("required", [])
    again = tool.name == pointed.call.tool.name  # what brought the things takes none of them, but for its id
    return any(
        value_of(name, schema, pointed.things[0], pointed.noun, least=WEAK if name in required else LIKE) is not None
        for name, schema in declared_properties(tool.parameters).items()
        if is_id(name) or not again
    )


def _given(
    pointed: Pointed, properties: Mapping[str, Any], required: Sequence[str], args: Mapping[str, Any]
) -> dict[str, Any]:
    """What a thing gives the parameters of a call: what is lacking, and what is asked in the place of its id or name,
    which stood for it. What is another id than the thing's is none that the message says: it says which thing."""
    thing, noun, given = pointed.things[0], pointed.noun, dict[str, Any]()
    own, title = id_of(thing, noun), title_of(thing)
    pointing = {noun, *(stem(word) for word in plain_words(pointed.by))}
    facts = {f"{fact}".lower() for fact in thing.values()} - {f"{own}".lower(), f"{title}".lower()}
    for name, schema in sorted(properties.items(), key=lambda each: not is_id(each[0])):
        said = args.get(name)
        stands_for = said is not None and (_has(said, own) or _has(said, title))
        words = {stem(word) for word in plain_words(said)} if isinstance(said, str) else set()
        stands_for = stands_for or (bool(words) and words <= pointing)
        stands_for = stands_for and f"{said}".lower() not in facts
        # what is done with a thing by its id is not done with what it says already: "make the second one 4"
        needed = said is None and name in required and (is_id(name) or not given)
        if not (needed or stands_for or is_id(name)):
            continue
        value = value_of(name, schema, thing, noun, least=WEAK if name in required and (needed or stands_for) else LIKE)
        if value is None and stands_for and said == own and title and is_free(schema):
            value = title
        if value is not None:
            given[name] = value
    return given


def _has(said: Any, called: Any) -> bool:
    """Whether an argument has what a thing is called in it."""
    return called is not None and re.search(rf"(?<!\w){re.escape(f'{called}')}(?!\w)", f"{said}") is not None


def _days_of(
    call: Earlier, properties: Mapping[str, Any], required: Sequence[str], args: Mapping[str, Any]
) -> dict[str, Any]:
    """The days for which the things were looked for, where a call lacks one: from when to when."""
    told = [value for value in call.args.values() if is_day(value)]
    asked = [name for name, schema in properties.items() if _is_date(name, schema)]
    if not any(name in required and name not in args for name in asked):
        return {}
    return {name: day for name, day in zip(asked, told, strict=False) if name not in args}


def _is_date(name: str, schema: Any) -> bool:
    """Whether a parameter is a day, by its name or what is said of it."""
    if not isinstance(schema, dict) or schema.get("type") != "string":
        return False
    named = name_words(name)[-1:] in (("date",), ("day",)) or schema.get("format") == "date"
    return named or "YYYY-MM-DD" in str(schema.get("description", ""))


def _ids_for(name: str, args: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a call was told, without numbers and days that are no ids, where an id is wanted: a page is no ticket."""
    if not is_id(name):
        return args
    words = set(name_words(name))
    other = {n for n, v in args.items() if type(v) is int or is_day(v)}
    return {n: v for n, v in args.items() if n not in other or is_id(n) or words & set(name_words(n))}


def _offered(name: str, schema: Any, before: Sequence[Earlier], *, points: bool) -> Iterator[Any]:
    """What the only things of the calls before, and their arguments, give a parameter, the latest first; of ids one of
    its own kind before any: a comment's is none of the issue."""
    if is_id(name) and points:
        yield from _offered(name, schema, before, points=False)
    for at, call in enumerate(before[:LOOKED_BACK]):
        least = (KIND if at else WEAK) if points else LIKE
        for thing in (call.about, _ids_for(name, call.args)):
            value = value_of(name, schema, thing, call.noun, least=least) if thing else None
            if value is not None:
                yield value
