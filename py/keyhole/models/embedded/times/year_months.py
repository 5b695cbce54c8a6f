# ruff: noqa: SIM905  (word lists read best as words)
"""Months that a request says together, or all but some, for a list of them by number or by name: "june thru september",
"every month but december and january", "in March, May and June"."""

from __future__ import annotations

import re
from typing import Any

from keyhole.models.embedded.lists.lists import QUOTED
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words
from keyhole.models.embedded.times.clock import MONTHS

_FULL = "january february march april may june july august september october november december".split()
_MONTH = rf"(?:{'|'.join(_FULL)}|sept|(?:{'|'.join(set(MONTHS) - {'may'})})\b)"
_TO = r" ?(?:-|\u2013|to|through|thru|until|till?|up to) ?"
_SPAN = rf"{_MONTH}(?:{_TO}{_MONTH})?"
_ROW = re.compile(rf"\b{_SPAN}(?:(?:,? (?:and|or|plus) (?:in )?|, | & ?| ?/ ?){_SPAN}){{0,11}}\b(?![ ,]{{1,2}}\d)")
_PARTS = re.compile(rf"({_MONTH})(?:{_TO}({_MONTH}))?\b")
_ALL_BUT = re.compile(
    r"\b(?:all|any|every|each|the whole)\b[^.;:\n]{0,20}?\b(?:but|except(?: for| in)?|excluding|apart from|other than)"
    r" (?:in )?$"
)
_WITHOUT = re.compile(r"\b(?:not|except|without|but|never|skip|no) (?:in |for )?$")
_DAY_BEFORE = re.compile(r"\d(?:st|nd|rd|th)?(?: of)? $")
_IN = re.compile(r"\b(?:in|during|every|each|only|months?:?) $")
_READ, _FRONT, _YEAR = 2_000, 48, 12


def months_asked(parameter: Parameter, query: str) -> Any:
    """The months that a request says, as the items of a parameter that lists them; None where it says none, or one that
    is a part of a date or may be another word: "may"."""
    wanted = _items(parameter)
    if wanted is None:
        return None
    plain = re.sub(QUOTED, " ", query[:_READ].lower())
    for found in _ROW.finditer(plain):
        front = plain[max(0, found.start() - _FRONT) : found.start()]
        spans = list(_PARTS.finditer(found[0]))
        several = len(spans) > 1 or any(span[2] for span in spans)
        if _DAY_BEFORE.search(front) or not (several or _IN.search(front) or _WITHOUT.search(front)):
            continue
        said = {month for span in spans for month in _months(span)}
        if _ALL_BUT.search(front):
            said = set(range(_YEAR)) - said
        elif _WITHOUT.search(front):
            continue
        return [wanted[month] for month in range(_YEAR) if month in said]
    return None


def _items(parameter: Parameter) -> list[Any] | None:
    """What a list has for January to December; None for a list of something else."""
    if not parameter.many or "months" not in name_words(parameter.path[-1]):
        return None
    if parameter.options and all(isinstance(option, str) for option in parameter.options):
        by_name = {str(option).lower()[:3]: option for option in parameter.options}
        plain = len(parameter.options) == len(by_name) == _YEAR
        return [by_name[name] for name in MONTHS] if plain and by_name.keys() == MONTHS.keys() else None
    if parameter.options and set(parameter.options) != set(range(1, _YEAR + 1)):
        return None
    return list(range(1, _YEAR + 1)) if parameter.type in ("int", "num", "enum") else None


def _months(span: re.Match[str]) -> list[int]:
    """The months of one span, from 0 on; over the end of the year."""
    first = MONTHS[span[1][:3]] - 1
    last = MONTHS[span[2][:3]] - 1 if span[2] else first
    return [(first + n) % _YEAR for n in range((last - first) % _YEAR + 1)]
