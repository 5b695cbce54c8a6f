"""Which unit a number of a request has, which one a parameter wants, and what the one is in the other."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from keyhole.errors import ToolError
from keyhole.models.embedded.numbers.numbers import COMPACT, Number
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import Word, name_words
from keyhole.tools.builtin.units import Unit, divides, from_base, named_unit, to_base

Agreement = Literal[-1, 0, 1]

_PERCENT = Unit("percent", "percent", Fraction(1))
_MONTH = Unit("month", "time", Fraction(31_536_000, 12))
"""A twelfth of a year: for numbers of years alone, as days and months go into each other in no one way."""
BETWEEN = frozenset(("of", "a", "an"))
"""What may stand between a number and its unit: "half an hour", "three quarters of a kilo"."""
_ALIKE = frozenset(("x", "by", "to", "or"))
"""What stands between numbers of one unit: "40x30x20 cm", "5 to 10 km"."""
_TURNS, _TURNED = frozenset(("turn", "turns")), frozenset(("half", "quarter", "quarters"))
"""What is an angle: "a quarter turn"."""
_NO_UNIT = frozenset(("has", "in", "a", "are", "at", "to", "us", "as", "turn", "meg", "mach"))
"""Spellings of units that are other words more often."""
NO_UNIT_ALONE = _NO_UNIT | {"second", "degree", "stone"}
"""And those that are units behind a number only: "3 degree", but "the second number"."""
_AND = re.compile(r",|\s*\band$")
"""What joins the two parts of a measure: "6 feet and 2 inches"."""
_AND_SMALLER = re.compile(r"\s*(?:and|&|,)\s+([^\W\d_]{2,24})\b")
_LARGER_AND = re.compile(r"\b([^\W\d_]{2,24})\s+(?:and|&)\s+$")
_IMPLIED = {"foot": "inch", "stone": "pound", "kilogram": "gram", "meter": "centimeter"}
"""The unit of a second number that has none: "5 foot 9", "two kilos 250", "1 metre 80"."""
_DIGITS = {"gram": (100, 1000), "centimeter": (10, 100)}
"""From where on and up to what it is one without a zero before it, where it may be a number of something else."""
_BEHIND_A_HEIGHT = frozenset("in to into and or but tall high long wide deep".split())  # noqa: SIM905
"""What may stand behind such a number in words."""
_DECIMAL = frozenset((10, 100, 1000))
"""How many times larger a unit is where nobody tells a measure in both, but two measures: "5 m, 42 cm thick"."""
_JOINERS = frozenset(("in", "to", "into", "as"))
"""What stands between a measure and the unit that is wanted: the "m in" of "300 m in miles" is no minute."""
_GAP = 2
"""Characters between words of which marks were left out: "23 °C"."""
_MONTHS = re.compile(r"\b(?:in|many|of|for) months\b", re.IGNORECASE)
_IN = re.compile(r"(?:\bin|:|\()\s*([^\W\d_°][\w/°^²³%]{0,24}(?: per \w+)?)", re.IGNORECASE)
_SEVERAL = re.compile(r"\b(?=([^\W\d_]{2,} (?:per )?[^\W\d_]+)\b)")
"""What may be the name of a unit of two words: square feet, nautical miles, degrees Celsius, miles per hour."""
_NO_FIRST = frozenset("a an the of one in into to".split())  # noqa: SIM905
_LAST = re.compile(r",\s*([^\W\d_]{1,3}(?:/[^\W\d_]{1,3})?)\.?\s*$")
"""The unit that ends a description: "Length, m"."""
_WORD = re.compile(r"[^\W\d_]+(?:/[^\W\d_]+(?:\^?[2²])?|\^?[23²³])?")
_SHORT = frozenset("ms min mins sec secs hr hrs km cm mm ml kg mg lb lbs kmh mph kwh kw hz khz mhz ghz pa kpa".split())  # noqa: SIM905
"""Abbreviations that a name's last word may be. `s`, `m`, `g`, `l` and the like say too little there."""


def unit_behind(words: Sequence[Word], last: int, *, percent: bool) -> Unit | None:
    """The unit of the number that ends at a word, as far as it is named right behind it."""
    if percent:
        return _PERCENT
    if words[last].kind == "code":
        compact = COMPACT.fullmatch(words[last].text)
        return named_unit("min" if compact[4] else "h") if compact else None
    at = last + 1
    while at + 1 < len(words) and words[at].text.lower() in _ALIKE and words[at + 1].kind == "num":
        at += 2
    last = at - 1
    while at < min(len(words), last + 3) and words[at].text.lower() in BETWEEN:
        at += 1
    following: list[str] = []
    for before, word in pairwise(words[at - 1 : at + 3]):
        if word.start - before.end > _GAP or (following and word.text.lower() in _JOINERS):
            break
        following.append(word.text)
    if not following:
        return None
    if following[0] == "m" and _behind_hours(words, last):
        return _MINUTE
    if _goes_on_smaller(following):
        del following[1:]
    if following[0].lower() in _TURNS and words[last].text.lower() in _TURNED:
        return named_unit("turn")
    squared = following[1:] and following[0].count("/") == 1 and re.fullmatch(r"[\^²]?2?", following[1])
    if squared and (unit := named_unit(following[0] + "2")):
        return unit
    for length in (3, 2, 1):
        spelling = " ".join(following[:length])
        if len(following) >= length and spelling.lower() not in _NO_UNIT and (unit := named_unit(spelling)):
            return unit
    return None


_MINUTE = named_unit("min")
_HOURS = frozenset(("h", "hr", "hrs", "hour", "hours"))


def _behind_hours(words: Sequence[Word], last: int) -> bool:
    """Whether the number that ends at a word follows one of hours, so that its m is minutes: "1h 30m"."""
    return last > 1 and words[last - 1].text.lower() in _HOURS and words[last - 2].kind == "num"


def _goes_on_smaller(following: Sequence[str]) -> bool:
    """Whether the words behind a number are a unit, a number and a smaller unit: "ft 2 inches", no square feet."""
    if len(following) < 3 or not following[1].isdigit() or following[2].lower() in _NO_UNIT:
        return False
    unit, smaller = named_unit(following[0]), named_unit(following[2])
    return bool(unit and smaller and unit.quantity == smaller.quantity and smaller.factor < unit.factor)


_LASTING = frozenset(("duration", "length", "delay", "timeout", "interval", "wait", "every"))


@lru_cache(maxsize=512)
def unit_wanted(parameter_name: str, description: str) -> Unit | None:
    """The unit in which a parameter wants a number, by the end of its name or by its description."""
    name = name_words(parameter_name)
    about = description[:200]
    if name[-1:] and name[-1] in ("percent", "pct", "percentage"):
        return _PERCENT
    lasts = not _LASTING.isdisjoint(name)  # `duration_min` is a time, `price_min` is none
    least = name[-1:] == ("min",) and "minut" not in about.lower() and not lasts
    spelled = name and not least and (name[-1] in _SHORT or (len(name[-1]) > 3 and name[-1].endswith("s")))
    if spelled and (unit := named_unit(name[-1])):
        return unit
    if name[-1:] and (name[-1] == "months" or (_MONTHS.search(about) and "year" not in about)):
        return _MONTH
    if re.search(r"\bpercent(?:age)?\b|%", about) and not re.search(r"decimal|fraction|0 (?:to|and) 1", about):
        return _PERCENT
    for said in _SEVERAL.finditer(about):
        if said[1].split()[0].lower() not in _NO_FIRST and (unit := named_unit(said[1])):
            return unit
    for said in _IN.findall(about):
        if said.lower() not in NO_UNIT_ALONE and not said.lower().startswith("the") and (unit := named_unit(said)):
            return unit
    if (last := _LAST.search(about)) and (unit := named_unit(last[1])):
        return unit
    for said in _WORD.findall(about):
        plural = said.endswith("s") or "/" in said or len(said) < 4
        if (
            len(said) > 1
            and plural
            and said.lower() not in NO_UNIT_ALONE
            and said != "min"
            and (unit := named_unit(said))
        ):
            return unit
    return None


def wants_percent(parameter: Parameter) -> bool:
    return unit_wanted(parameter.path[-1], parameter.description) is _PERCENT


def agreement(parameter: Parameter, unit: Unit | None) -> Agreement:
    """1 where a number's unit measures what the parameter wants, -1 where it measures something else, else 0."""
    wanted = unit_wanted(parameter.path[-1], parameter.description)
    if unit is None or wanted is None:
        return 0
    return 1 if goes_into(unit, wanted) else -1


def goes_into(unit: Unit, wanted: Unit) -> bool:
    """Whether what is said in one unit can be said in another."""
    return unit.quantity == wanted.quantity and (wanted is not _MONTH or unit.name == "year")


def alike(one: Unit | None, other: Unit | None) -> bool:
    """Whether two units are one, for all that people mean: 8 GB of memory are 8 GiB."""
    if one is None or other is None or one == other:
        return one is not None and one == other
    return one.quantity == other.quantity == "data" and abs(one.factor - other.factor) < one.factor / 9


_BINARY = {"kilobyte": "kibibyte", "megabyte": "mebibyte", "gigabyte": "gibibyte", "terabyte": "tebibyte"}


def whole_measure(words: Sequence[Word], numbers: Mapping[int, Number], number: Number) -> Number:
    """The number that begins a measure, and with it what of the measure is told in smaller units: the 6 of "6 feet 2
    inches" as 6 1/6. The number itself where nothing of that kind follows."""
    unit = unit_behind(words, number.last, percent=number.percent)
    if unit is None or unit is _PERCENT:
        return number
    whole, smallest = number, unit
    total = Fraction(str(number.value))
    while found := _part_behind(words, numbers, whole, smallest):
        part, smallest = found
        share = Fraction(str(part.value)) * smallest.factor / unit.factor
        if share == total:
            break  # "half an hour (30 min)" says it twice
        total += share
        try:
            whole = replace(whole, value=float(round(total, 12)), last=part.last)
        except OverflowError:
            return number
    return whole


def _part_behind(
    words: Sequence[Word], numbers: Mapping[int, Number], before: Number, unit: Unit
) -> tuple[Number, Unit] | None:
    """The number behind one of a unit that goes on with the same measure in a smaller unit, and that unit."""
    part = next((n for at, n in sorted(numbers.items()) if at > before.last), None)
    if part is None or part.value < 0:
        return None
    behind = words[part.last + 1].text.lower() if part.last + 1 < len(words) else ""
    smaller = unit_behind(words, part.last, percent=part.percent)
    alone = words[part.first].kind == "word" and behind.isalpha() and behind not in _BEHIND_A_HEIGHT  # "35 ft one way"
    if smaller is None or behind in ("in", "to", "into"):  # "5 foot 9 in cm"
        smaller = None if alone else named_unit(_IMPLIED.get(unit.name, ""))
        least, most = _DIGITS.get(smaller.name if smaller else "", (0, 1_000_000))
        counts = (
            smaller is not None
            and smaller.name in _DIGITS
            and behind.isalpha()
            and behind not in _BEHIND_A_HEIGHT | {"of"}
        )
        if counts or not least <= part.value < most:
            smaller = None
    between = " ".join(word.text for word in words[before.last + 1 : part.first])
    if smaller is None or smaller.quantity != unit.quantity or smaller.offset or smaller.factor >= unit.factor:
        return None
    spelt = _AND.sub("", between)
    if (
        named_unit(spelt) != unit and not (spelt == "m" and unit == _MINUTE)
    ) or part.value * smaller.factor >= unit.factor:
        return None
    marked = words[part.first].start - words[part.first - 1].end > 1
    if marked and unit.factor / smaller.factor in _DECIMAL:
        return None
    if "per" in (word.text.lower() for word in words[part.last + 1 : part.last + 4]):
        return None  # "12 t, 85 g per tonne"
    return part, smaller


def ends_of_rests(words: Sequence[Word], numbers: Mapping[int, Number]) -> set[int]:
    """The last words of the numbers that only go on with a measure: that of the 6 in "5 feet 6 inches"."""
    wholes = [(number, whole_measure(words, numbers, number)) for number in numbers.values()]
    return {n.last for first, whole in wholes for n in numbers.values() if first.last < n.last <= whole.last}


def with_smaller_unit(before: str, unit: str, behind: str) -> str:
    """A unit's name, with the other one that it is told with in the request: "feet and inches", whichever is named."""
    one = named_unit(unit)
    joined, larger = _AND_SMALLER.match(behind), _LARGER_AND.search(before)
    other = named_unit(joined[1]) if joined else None
    if joined and one and other and divides(other, one):
        return unit + joined[0]
    other = named_unit(larger[1]) if larger else None
    return larger[0] + unit if larger and one and other and divides(one, other) else unit


def in_unit(parameter: Parameter, number: Number, unit: Unit | None) -> int | float:
    """A number in the unit that the parameter wants.

    As it is where either unit is not known, they do not agree, there is no such number, 0 mpg in l/100 km, or the
    description names its unit too: "in kg, or in pounds where the system is imperial".
    """
    wanted = unit_wanted(parameter.path[-1], parameter.description)
    if unit is None or wanted is None or alike(unit, wanted) or not goes_into(unit, wanted) or unit is _PERCENT:
        return number.value
    if wanted.name in _BINARY.values():  # 2 GB of memory are 2048 MiB
        unit = named_unit(_BINARY.get(unit.name, "")) or unit
    named = (said for said in _WORD.findall(parameter.description[:200]) if said.lower() not in NO_UNIT_ALONE)
    if any(len(said) > 1 and named_unit(said) == unit for said in named):
        return number.value
    try:
        value = float(round(from_base(to_base(Fraction(str(number.value)), unit), wanted), 6))
    except (ToolError, OverflowError):
        return number.value
    return int(value) if value.is_integer() else value
