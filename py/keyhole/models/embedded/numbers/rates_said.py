# ruff: noqa: SIM905  (word lists read best as words)
"""How often something is done, as the time between two times: "twice an hour" is every 1800 seconds."""

from __future__ import annotations

import re

from keyhole.models.embedded.numbers.measures import goes_into, in_unit, unit_wanted
from keyhole.models.embedded.numbers.numbers import Number
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words
from keyhole.tools.builtin.number_words import NUMBER_WORD, to_digits
from keyhole.tools.builtin.units import named_unit

_READ = 2_000
"""Characters of a request that are read."""
_INTERVAL = frozenset(("interval", "every", "cadence"))
_BETWEEN = re.compile(r"\binterval\b|\b(?:seconds|minutes|hours|days|time) between\b", re.IGNORECASE)
_PLAIN = frozenset("step delay gap period frequency rate refresh poll polling time".split())
_EVERY = re.compile(r"\b(?:every|each)\b", re.IGNORECASE)
_UNIT = r"(second|minute|hour|day|week)"
_OFTEN = re.compile(
    rf"\b(?:(once|twice|thrice)|(\d{{1,4}}|{NUMBER_WORD}) times) (?:an?|per|each|every) {_UNIT}\b", re.IGNORECASE
)
_EACH = re.compile(
    rf"\b(?:every|each) (other )?{_UNIT}\b(?! (?:day|week|hour|month|minute|one|time|and)\b)", re.IGNORECASE
)
_EACH_FEW = re.compile(
    rf"\b(?:every|each|per) (\d{{1,4}}(?:\.\d{{1,3}})?|{NUMBER_WORD}) {_UNIT}s\b(?! (?:before|after|from|into)\b)",
    re.IGNORECASE,
)
_LENGTH = re.compile(rf"\b\d{{1,4}}(?:\.\d{{1,3}})? {_UNIT}s?\b")
_LY = re.compile(rf"\b(?:(half|quarter|\d{{1,3}}|{NUMBER_WORD})[ -])?(minute|hour|dai|week)ly\b", re.IGNORECASE)
_TIMES = {"once": 1, "twice": 2, "thrice": 3}
_PARTS = {"half": 0.5, "quarter": 0.25}


def interval_said(parameter: Parameter, query: str) -> int | float | None:
    """The time between two times, in the unit that a parameter which is an interval wants; None where a request says
    none, or several."""
    wanted = unit_wanted(parameter.path[-1], parameter.description)
    if parameter.type not in ("int", "num", "enum") or parameter.many or wanted is None or wanted.quantity != "time":
        return None
    name = name_words(parameter.path[-1])
    plain = all(word in _PLAIN or named_unit(word) for word in name)  # not `snooze_minutes`
    if _INTERVAL.isdisjoint(name) and not (plain and _BETWEEN.search(parameter.description[:200])):
        return None
    query, said = query[:_READ], set[tuple[float, str]]()
    times: float
    for often in _OFTEN.finditer(query):
        times = _TIMES.get((often[1] or "").lower()) or int(to_digits(often[2].lower()))
        if times:
            said.add((1 / times, often[3].lower()))
    several = len(_LENGTH.findall(to_digits(query.lower()))) > 1
    for few in _EACH_FEW.finditer(query) if several else ():  # a length that is alone needs no telling apart
        if (times := float(to_digits(few[1].lower()))) > 0:
            said.add((times, few[2].lower()))
    rest = _OFTEN.sub(" ", query)
    rest = _EACH_FEW.sub(" ", rest) if several else rest
    every = list(_EACH.finditer(rest))
    if len(every) < len(_EVERY.findall(rest)):
        return None  # "not every minute, every half hour will do"
    said |= {(2 if each[1] else 1, each[2].lower()) for each in every}
    for found in _LY.finditer(query):
        count = (found[1] or "1").lower()
        times = _PARTS.get(count) or int(to_digits(count))
        said.add((times, "day" if found[2].lower() == "dai" else found[2].lower()))
    if len(said) != 1:
        return None
    value, unit_name = said.pop()
    unit = named_unit(unit_name)
    if unit is None or not goes_into(unit, wanted):
        return None
    found_value = in_unit(parameter, Number(value, 0, 0), unit) if unit != wanted else value
    if not float(found_value).is_integer():
        return found_value if parameter.type == "num" else None
    return int(found_value)
