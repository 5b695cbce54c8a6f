"""What a message points at with a word that stands for it, "that day", "there", "her", among the values of the calls
before; and what a tool lacks that an earlier call was told under the same name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from keyhole.models.embedded.options.denials import denies
from keyhole.models.embedded.options.ways import TO
from keyhole.models.embedded.text import name_words
from keyhole.models.embedded.texts.told import PLACE
from keyhole.steps.earlier import Earlier, is_code, is_free, of_objects
from keyhole.steps.kinds_of_tool import changes
from keyhole.steps.moved_days import is_day
from keyhole.steps.short_message import Message
from keyhole.steps.thing_values import DAYS, PERSONS, is_for_codes
from keyhole.tools.schema import compiled, declared_properties
from keyhole.tools.tool import Tool

# ruff: noqa: SIM905  (word lists read best as words)
_GENERIC = frozenset("name query title id term search q".split())
"""Words of the names of parameters that are the thing which their tool's name has: `name` of `create_customer`."""
_PLACES = PLACE | frozenset("address country stop station port".split())
_STANDS_FOR = re.compile(
    r"(?:(?:to|for|at|on|in|by|with|from|of) )?(?:the )?"
    r"(?:it|that|this|there|here|then|her|him|them|they|she|he|those|these|"
    r"(?:that|this|the same|same|the) (?:one|ones|day|date|time|place|person|thing|guy|order|city|room|file|night))",
    re.IGNORECASE,
)


def stands_for(value: Any) -> bool:
    """Whether a value is but a word for one that was said before: "that day", "it"."""
    return isinstance(value, str) and _STANDS_FOR.fullmatch(value.strip(" .,!?")) is not None


def is_told_anew(name: str, filled: Mapping[str, Any], tool: Tool) -> bool:
    """Whether a choice is for what a message tells of anew, so that no call before has it unless the message leans on
    that: "I bought tickets, 30 euros" is none of the food that was spoken of."""
    schema, first = declared_properties(tool.parameters).get(name), tool.parameters.get("required", [name])[0]
    of_few = isinstance(schema, dict) and "enum" in schema
    return of_few and name != first and bool(filled["args"]) and changes(tool.card)


def _is_counted_anew(name: str, filled: Mapping[str, Any], tool: Tool, last: Earlier) -> bool:
    """Whether a number is that of another thing which the same tool is told of: "book a room for Mia" is for none of
    the nights of the last one."""
    schema = declared_properties(tool.parameters).get(name)
    number = isinstance(schema, dict) and schema.get("type") in ("integer", "number")
    return number and bool(filled["args"]) and last.tool.name == tool.name and changes(tool.card)


def with_pointed_at(
    filled: Mapping[str, Any], tool: Tool, before: Sequence[Earlier], message: Message
) -> dict[str, Any]:
    """The output of the fill step with what it lacks, or only points at, taken from the calls before, the latest
    first."""
    properties = declared_properties(tool.parameters)
    args = {name: value for name, value in filled["args"].items() if not stands_for(value)}
    for name in _lacking(filled, tool, args, before, message):
        value = next((each for call in before if (each := _value(name, call, message)) is not None), None)
        again = message.points or message.goes_on or not of_objects(value)
        if value is not None and again and not compiled(properties[name]).errors(value, name):
            args[name] = value
    missing = [name for name in tool.parameters.get("required", []) if name not in args]
    if len(missing) == 1 and before and message.points and is_free(properties.get(missing[0])):
        last = before[0]
        days = bool(DAYS & set(name_words(missing[0])))
        given = [v for n, v in last.args.items() if is_free(last.properties.get(n)) and v not in args.values()]
        texts = [v for v in given if days or not is_day(v)]
        if len(texts) == 1 and (is_code(str(texts[0])) or not is_for_codes(missing[0])):  # no name is a code
            args[missing.pop()] = texts[0]
    kept = {key: each for key, each in filled.items() if key != "missing"}
    return {**kept, "args": args} | ({"missing": missing} if missing else {})


def _lacking(
    filled: Mapping[str, Any], tool: Tool, args: Mapping[str, Any], before: Sequence[Earlier], message: Message
) -> list[str]:
    """The parameters that a call before may give: those that lack or only point, those of the kind that the message
    points at, and, where it points at anything, those that the last call of another tool had under the same name."""
    properties = declared_properties(tool.parameters)
    leans = (message.points or message.goes_on) and not denies(message.text)
    anew = [name for name in filled.get("missing", ()) if is_told_anew(name, filled, tool)]
    anew += [name for name in filled.get("missing", ()) if before and _is_counted_anew(name, filled, tool, before[0])]
    lacks = [name for name in filled.get("missing", ()) if leans or name not in anew]
    lacks += [name for name in filled["args"] if name not in args]
    lacks += [name for name in properties if _is_pointed_at(name, message)]
    if before and before[0].tool.name != tool.name and message.points:
        lacks += [name for name in before[0].args if is_free(properties.get(name))]
    return [name for name in dict.fromkeys(lacks) if name not in args]


def _is_pointed_at(name: str, message: Message) -> bool:
    """Whether a message says "that day" where a parameter is a day, "her" where it is a person."""
    nouns, head = message.nouns, set(name_words(name)[-1:])
    return bool(nouns & head or ("person" in nouns and PERSONS & head) or ("place" in nouns and _PLACES & head))


def _value(name: str, call: Earlier, message: Message) -> Any:
    """What a call gives a parameter: by the same name rather than another, the end of a way rather than its start."""
    alike = [other for other in call.args if _alike(name, other, call, message)]
    best = min(alike, key=lambda other: (other != name, not TO & set(name_words(other))), default=None)
    return None if best is None else call.args[best]


def _alike(name: str, other: str, call: Earlier, message: Message) -> bool:
    """Whether a parameter takes what another was given in that call."""
    a, b, thing = name_words(name), name_words(other), name_words(call.tool.name)[-1:]
    if a == b or (a[-1:] == b[-1:] and 1 in (len(a), len(b))) or (DAYS & set(a[-1:]) and is_day(call.args[other])):
        return True
    if _GENERIC & set(b):
        if a[:1] == thing:
            return True
        b = thing
    kinds = (kind for noun, kind in (("person", PERSONS), ("place", _PLACES)) if noun in message.nouns)
    return any(kind & set(a[-1:]) and kind & set(b[-1:]) for kind in kinds)
