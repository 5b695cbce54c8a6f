"""Numbers that begin a code and count nothing: the 8 of class "8A", the 14 of seat "14D"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from keyhole.models.embedded.numbers.numbers import Number
from keyhole.models.embedded.text import Word

_UNIT_OF = {
    "A": re.compile(r"\bamp|\bcurrent\b|\bfuse|\bbreaker", re.IGNORECASE),
    "B": re.compile(r"\bbytes?\b|billion|\bsize|parameters|revenue|amount|\bcap\b|price|value", re.IGNORECASE),
    "C": re.compile(r"temp|celsius|degree|heat|cool|warm|cold|therm|dew|boil|melt|set ?point", re.IGNORECASE),
    "D": re.compile(r"$^"),
    "E": re.compile(r"$^"),
    "F": re.compile(r"temp|fahrenheit|degree|heat|cool|warm|cold|therm|farad|capacit", re.IGNORECASE),
}
"""A letter that makes a code of the number in front of it, and what a parameter speaks of that takes it for a unit."""


def without_codes(numbers: Mapping[int, Number], words: Sequence[Word], abouts: Iterable[str]) -> dict[int, Number]:
    """Numbers by the places where they begin, without those that begin a code. `abouts`: what the parameters that are
    asked for are called and described by."""
    about = " ".join(abouts)
    units = {letter for letter, unit in _UNIT_OF.items() if unit.search(about)}
    return {at: number for at, number in numbers.items() if not _begins_code(number, words, units)}


def _begins_code(number: Number, words: Sequence[Word], units: set[str]) -> bool:
    if number.first != number.last or number.last + 1 >= len(words) or words[number.first].kind != "num":
        return False
    behind = words[number.last + 1]
    return behind.start == words[number.last].end and behind.text in _UNIT_OF and behind.text not in units
