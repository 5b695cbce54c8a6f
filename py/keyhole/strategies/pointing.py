"""What a message points at among the things that tools brought: in the turns before, or for its own wish before.

A model that reads one message at a time knows nothing of them. So the words that point at a thing, "the second one",
"the cheapest", "it", give way to its id or, where it has none, its name; and what the call needs of the thing besides
is put in by the names of its facts.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from keyhole.models.embedded.text import STOP, name_words, stem
from keyhole.models.model import ToolCard
from keyhole.request_cues import is_statement
from keyhole.steps.answers import Facts
from keyhole.steps.asked_of import asked_of
from keyhole.steps.earlier import Earlier, is_free
from keyhole.steps.found import Found
from keyhole.steps.moved_days import is_day
from keyhole.steps.several import places
from keyhole.steps.short_message import Message
from keyhole.steps.singled_out import MOST_WORDS, Singled, asked_for_most, singled_out
from keyhole.steps.thing_values import CURRENCY_CODES as CODES
from keyhole.steps.thing_values import KIND, LIKE, WEAK, IDS, id_key, id_of, is_id, price_of, title_of, value_of
from keyhole.tools.condense import to_json
from keyhole.tools.schema import declared_properties
from keyhole.tools.tool import Tool
from keyhole.tools.toolbox import Toolbox

_LOOKED_BACK, _FEW = 6, 3
"""Calls; and those of which "it" may be the thing."""
_IT = re.compile(
    r"\b(?:its|their|(?:it|this one|that one|them|those|these|this|that)(?=\s*(?:$|[,.!?;]|\b(?:to|for|in|from|by|with|at|on|again|please|pls|"
    r"too|now|then|as|off|into|back|and|until|up|down|anyway|away|out)\b)))",
    re.IGNORECASE,
)

_THE = re.compile(r"\b(?:the|this|that) ([a-z]{3,})\b", re.IGNORECASE)
_LISTS = re.compile(r"\W*(?:(?:please|then|also|and|just)\W+)*(?:list|show|display|tell|give)\b", re.IGNORECASE)
_TAIL = re.compile(
    r"(?P<head>.{6,200}?),?\s+(?:and(?: then)?|then|&)\s+(?P<tail>(?:also |please |then )?(?P<verb>[a-z]{2,})"
    r"(?: (?:up|out|off|back|over|down))?(?: (?:me|us|him|her))?(?= (?:it|its|them|their|the|what|all|that|to|one|me|him|her)\b)"
    rf"(?: \S+){{0,6}}? (?:it|its|them|their|they|him|her|ones?|the (?:first|last|result|{MOST_WORDS}))\b.{{0,80}})",
    re.IGNORECASE | re.DOTALL,
)
"""A message whose second half does something with what the first half brings: "find a red jacket and order it"."""
_WANTS = re.compile(r"\W*(?:(?:ok|okay|fine|great|so|well|then|right|and)\W+)*(?:i(?:['\u2019]?(?:ll|d)| want| need| prefer| would| will| take)|(?:we|let)['\u2019]?(?:ll|d|s))\b", re.IGNORECASE)
"""How a statement begins that is a wish."""
_ASKING = frozenset(("show", "tell", "give", "get"))
_MONEY = re.compile(r"\b(?:how much|price|cost|convert|worth|total|(?:in|to|into) (?:\w+ )?(?:euros?|dollars?|pounds?|yen|francs?|[A-Z]{3}))\b")
"""Says that money is asked about."""


@dataclass(frozen=True, slots=True)
class Pointed:
    """The things that a wish points at, of a call, and the wish for each with what it is called in their place;
    `surely`, where it cannot but mean them."""

    things: tuple[Facts, ...]
    wishes: tuple[str, ...]
    call: Earlier
    surely: bool

    @property
    def noun(self) -> str:
        """What the things are called, as a stem."""
        return self.call.noun


def pointed_at(wish: str, before: Sequence[Earlier], toolbox: Toolbox) -> Pointed | None:
    """What a wish points at in the answers of the calls before: by what they are called rather than without, things
    with an id rather than others, the latest first."""
    names = {word: stem(word) for card in toolbox.cards for word in name_words(card.name)}
    found = [each for call in before[:_LOOKED_BACK] if (each := _singled(wish, call, {call.noun}))]
    found = found or [each for call in before[:_LOOKED_BACK] if (each := _singled(wish, call, names.values()))]
    if not found:
        found = [(call, only) for call in before[:_FEW] if (only := _only(wish, call))][:1]
    if not found and before and (fact := _fact(wish, before[0])):
        return fact
    if not found:
        return None
    call, singled = min(found, key=lambda each: (each[1].by == "mention", not _has_id(each)))
    noun = _as_word(call.noun, toolbox)
    costs = _MONEY.search(wish) and price_of(singled.things[0]) and not _has_id((call, singled))
    wants = not is_statement(wish) or _WANTS.match(wish) is not None
    if (singled.by == "mention" or (singled.by == "name" and not wants)) and not costs and not _says(wish, id_of(singled.things[0], call.noun)):
        return Pointed(singled.things, (wish,), call, False)
    wishes = tuple(_named(wish, singled, thing, noun) for thing in singled.things)
    return Pointed(singled.things, wishes, call, wants)


def _as_word(noun: str, toolbox: Toolbox) -> str:
    """The shortest word of a tool or parameter that has this stem: "restaurant"."""
    named = (name for card in toolbox.cards for name in (card.name, *card.parameters))
    return min((word for name in named for word in name_words(name) if stem(word) == noun), key=len, default=noun)


def _fact(wish: str, call: Earlier) -> Pointed | None:
    """The one fact of the only thing that a wish names, "convert the total", where that is a number."""
    thing = call.answer.only if call.answer else None
    for key, value in thing.items() if thing else ():
        words = [word for word in name_words(key) if word.upper() not in CODES]
        if isinstance(value, bool) or not isinstance(value, int | float) or not words or is_id(key):
            continue
        found = re.search(rf"\b(?:the|that|its|this) {' '.join(words)}\b", wish, re.IGNORECASE)
        if thing and found:
            said = price_of({key: value, **{k: v for k, v in thing.items() if k != key}}) or f"{value:g}"
            return Pointed((thing,), (f"{wish[: found.start()]}{said}{wish[found.end() :]}",), call, True)
    return None


def _singled(wish: str, call: Earlier, nouns: Collection[str]) -> tuple[Earlier, Singled] | None:
    singled = singled_out(wish, call.answer, nouns) if call.answer else None
    return None if singled is None else (call, singled)


def _has_id(found: tuple[Earlier, Singled]) -> bool:
    call, singled = found
    return id_of(singled.things[0], call.noun) is not None


def part_asked_for(wish: str, call: Earlier) -> Found | None:
    """The part of what a call brought that a question asks for, which no tool need be called for."""
    part = asked_of(wish, call.answer) if call.answer else None
    return None if part is None else Found(call.tool.name, dict(call.args), to_json(part))


def shown_again(pointed: Pointed) -> Found:
    """The things that a wish points at, as what was found for it."""
    things = [dict(thing) for thing in pointed.things]
    return Found(pointed.call.tool.name, dict(pointed.call.args), to_json(things[0] if len(things) == 1 else things))


def points_back(wish: str) -> bool:
    """Whether a wish has a word that stands for something said before."""
    message = Message.of(wish)
    return message is not None and message.points


def parted(wish: str, args: Mapping[str, Any]) -> tuple[str, str] | None:
    """The halves of a message of which the second points at what the first may bring; none where the call for all of it
    has a value of the second."""
    found = _TAIL.fullmatch(wish.strip())
    if found and any(places(found["tail"], value) for value in args.values()):
        return None
    verb = found["verb"].lower() if found else ""
    return (found["head"], found["tail"]) if found and (verb in _ASKING or verb not in STOP) else None


def takers(cards: Sequence[ToolCard], toolbox: Toolbox, pointed: Pointed) -> Sequence[ToolCard]:
    """The tools that take something of the things; all, where none does."""
    thing = pointed.things[0]
    kept = [card for card in cards if card.name in toolbox and _takes(toolbox[card.name], thing, pointed)]
    return kept or cards


def listed(tool: Tool, pointed: Pointed) -> dict[str, Any]:
    """The things as one list, where a tool takes a list of them."""
    for name, schema in declared_properties(tool.parameters).items():
        if isinstance(schema, dict) and schema.get("type") == "array":
            values = [value_of(name, schema, thing, pointed.noun, least=LIKE) for thing in pointed.things]
            if all(isinstance(value, list) for value in values):
                return {name: [each for value in values for each in value]}
    return {}


def with_things(
    filled: Mapping[str, Any], tool: Tool, pointed: Pointed | None, before: Sequence[Earlier], *, points: bool
) -> dict[str, Any]:
    """The output of the fill step with what it lacks, or only names, taken from the thing that is pointed at, else from
    what the calls before brought and were told. `points`: the wish has a word that stands for something said before."""
    properties = declared_properties(tool.parameters)
    required = tool.parameters.get("required", [])
    args = dict(filled["args"])
    if pointed is not None:
        args |= _given(pointed.things[0], pointed.noun, properties, required, args)
        args |= _days_of(pointed.call, properties, required, args)
    for name in [name for name in required if name not in args]:
        value = next(_offered(name, properties.get(name), before, points), None)
        if value is not None:
            args[name] = value
    missing = [name for name in required if name not in args]
    kept = {key: each for key, each in filled.items() if key != "missing"}
    return {**kept, "args": args} | ({"missing": missing} if missing else {})


def _only(wish: str, call: Earlier) -> Singled | None:
    """What "it" is: the only thing there is in an answer, of several the one that was asked for, else the first."""
    if call.answer is None:
        return None
    thing = call.answer.only
    found = _IT.search(wish) or (_THE.search(wish) if thing else None)
    if found is None or (found.re is _THE and thing and stem(found[1].lower()) not in _nouns(thing, call.noun)):
        return None
    things = call.answer.things if thing is None else (thing,)
    if thing is None and wish not in call.asked:
        return None
    if found[0].lower() in ("them", "those", "these", "their"):
        things = things if not _LISTS.match(wish) else ()
    elif thing is None:
        most = asked_for_most(call.asked, call.answer)
        things = most.things if most else things[:1]
    things = tuple(each for each in things if id_of(each, call.noun) is not None)
    return Singled(things, *found.span(), "only") if things else None


def _says(wish: str, named: Any) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(f'{named}')}(?![\w-])", wish) is not None


def _takes(tool: Tool, thing: Facts, pointed: Pointed) -> bool:
    required = tool.parameters.get("required", [])
    again = tool is pointed.call.tool  # what brought the things takes none of them, but for its id
    return any(
        value_of(name, schema, thing, pointed.noun, least=WEAK if name in required else LIKE) is not None
        for name, schema in declared_properties(tool.parameters).items()
        if is_id(name) or not again
    )


def _nouns(thing: Facts, noun: str) -> set[str]:
    """What a thing may be called: by its noun, what its ids are of and what kind of thing it says it is."""
    ids = {stem(word) for key in thing if is_id(key) for word in name_words(key)}
    kinds = {stem(f"{value}".lower()) for key, value in thing.items() if name_words(key)[-1:] in (("kind",), ("type",))}
    return ids | kinds | {noun}


def _named(wish: str, found: Singled, thing: Facts, noun: str) -> str:
    """The wish with what a thing is called in the place of the words that point at it: its price where money is asked
    about, else its id, else its name."""
    said = price_of(thing) if _MONEY.search(wish) else None
    if said is not None:
        return f"{wish[: found.start]}{said}{wish[found.end :]}"
    key = id_key(thing, stem(noun))
    named = None if key is None else thing[key]
    whose = [word for word in name_words(key or "") if stem(word) not in IDS]
    noun = whose[-1] if whose else noun
    if named is not None and _says(wish, named):
        return wish
    named = title_of(thing) if named is None else named
    called = f"the {noun}" if named is None else f"{noun} {named}"
    return f"{wish[: found.start]}{called}{wish[found.end :]}"


def _given(
    thing: Facts, noun: str, properties: Mapping[str, Any], required: Sequence[str], args: Mapping[str, Any]
) -> dict[str, Any]:
    """What a thing gives the parameters of a call: what it lacks and, in the place of its id or name, what is asked."""
    given: dict[str, Any] = {}
    called = {f"{each}" for each in (id_of(thing, noun), title_of(thing)) if each is not None}
    for name, schema in properties.items():
        said = args.get(name)
        inserted = said is not None and any(re.search(rf"(?<!\w){re.escape(each)}(?!\w)", f"{said}") for each in called)
        if said is not None and not inserted and not is_id(name):
            continue
        if said is None and name not in required and not is_id(name):
            continue
        least = WEAK if name in required else LIKE
        value = value_of(name, schema, thing, noun, least=LIKE if said is not None and not inserted else least)
        if value is not None:
            given[name] = value
        elif inserted and is_free(schema) and f"{said}" == f"{id_of(thing, noun)}" and (title := title_of(thing)):
            given[name] = title
    return given


def _days_of(
    call: Earlier, properties: Mapping[str, Any], required: Sequence[str], args: Mapping[str, Any]
) -> dict[str, Any]:
    """The days for which the things were looked for, where a call lacks one: from when to when."""
    told = [value for value in call.args.values() if is_day(value)]
    asked = [name for name, schema in properties.items() if _is_date(name, schema)]
    if not told or not any(name in required and name not in args for name in asked):
        return {}
    return {name: day for name, day in zip(asked, told, strict=False) if name not in args}


def _is_date(name: str, schema: Any) -> bool:
    """Whether a parameter is a day, by its name or what is said of it."""
    if not isinstance(schema, dict) or schema.get("type") != "string":
        return False
    said = name_words(name)[-1:] in (("date",), ("day",)) or "YYYY-MM-DD" in str(schema.get("description", ""))
    return said or schema.get("format") == "date"


def _offered(name: str, schema: Any, before: Sequence[Earlier], points: bool) -> Iterator[Any]:
    """What the only things of the calls before, and their arguments, give a parameter, the latest first."""
    for at, call in enumerate(before[:_LOOKED_BACK]):
        least = (KIND if points else LIKE) if at else WEAK
        for thing in (call.answer.only if call.answer else None, call.args):
            value = value_of(name, schema, thing, call.noun, least=least) if thing else None
            if value is not None:
                yield value
