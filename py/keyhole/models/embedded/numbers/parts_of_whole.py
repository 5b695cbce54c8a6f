# ruff: noqa: SIM905  (word lists read best as words)
"""Parts of a whole as a parameter counts them: "a fifth", "nine in ten" and "three quarters" as 0.2, 0.9 and 0.75 for
a share, and as 20, 90 and 75 where the whole is 100; and "halfway" for the only scale there is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from keyhole.models.embedded.numbers.measures import unit_behind, unit_wanted, wants_percent
from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.text import name_words, stem

_PARTS = "third fourth fifth sixth seventh eighth ninth tenth".split()
_PART = {word: n for n, word in enumerate(_PARTS, start=3)}
_ONE = frozenset(("a", "an", "one"))
_WHOLES = frozenset((2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 20, 25, 50, 100, 1000, 10_000))
_NO_PART = frozenset("past to time day place one attempt try hour dozen".split())
"""What stands behind what is no part of a whole: half past four, a third time."""
_WHICH = frozenset("first second third fourth last next this that previous second other".split())
"""What makes of a part a span of time, or a place: the first quarter, the second half."""
_OF_HUNDRED = re.compile(r"\bpercent|\b[01] ?(?:to|and|-|\u2013|\.\.) ?100\b", re.IGNORECASE)
_LEAST_LEVELS = 10
"""The highest of the levels, at least, where half of them is spoken of."""
_COUNTS = frozenset("limit count size page pages results number top hour hours minute minutes month day".split())
"""What a half is hardly said of, whatever its highest value is."""
_NEAR = 2
"""Words on either side of a part among which the parameter's name is looked for."""


def part_said(view: FillView, at: int) -> float | None:
    """The part of one whole that a number is, or begins: "a third", "half", "nine in ten"; None without one."""
    words, number = view.words, view.numbers[at]
    behind = [word.text.lower() for word in words[number.last + 1 : number.last + 3]]
    if of := _of_several(view, at):
        return of
    before = words[at - 1].text.lower() if at else ""
    if (
        number.percent
        or not _NO_PART.isdisjoint(behind[:1])
        or before in _WHICH
        or behind in (["of", "a"], ["of", "an"])
    ):
        return None
    if words[at].text.lower() in _PART and before in _ONE:
        return 1 / _PART[words[at].text.lower()]
    part = words[at].kind == "word" and 0 < number.value < 1
    return float(number.value) if part and unit_behind(words, number.last, percent=False) is None else None


def _of_several(view: FillView, at: int) -> float | None:
    """The part that two numbers say, whichever of them is pointed at: nine in ten, 9 out of 10."""
    before = [n for n in view.numbers.values() if n.last < at]
    for first in (view.numbers[at], *before[-1:]):
        between = " ".join(word.text.lower() for word in view.words[first.last + 1 : first.last + 3])
        joint = next((joint for joint in ("out of", "in") if f"{between} ".startswith(f"{joint} ")), "")
        second = view.numbers.get(first.last + 1 + len(joint.split())) if joint else None
        if second is None or at not in (first.first, second.first) or second.value not in _WHOLES:
            continue
        counted = isinstance(first.value, int) and 0 < first.value < second.value
        measured = first.percent or second.percent or unit_behind(view.words, second.last, percent=False)
        if counted and not measured:
            return first.value / second.value
    return None


def in_hundreds(parameter: Parameter, part: float) -> int | float | None:
    """A part of one as a parameter whose whole is 100, or another round number, counts it; None for all others."""
    least, most = parameter.schema.get("minimum"), parameter.schema.get("maximum")
    percent = wants_percent(parameter) or bool(_OF_HUNDRED.search(parameter.description))
    whole = 100 if percent or (most == 100 and least == 0) else most
    wanted = unit_wanted(parameter.path[-1], parameter.description)
    counts = not percent and not _COUNTS.isdisjoint(name_words(parameter.path[-1]))
    if not isinstance(whole, int) or whole < _LEAST_LEVELS or counts or (wanted is not None and not percent):
        return None
    if whole != 100 and (least not in (0, 1) or not (part * whole).is_integer()):
        return None
    value = round(part * whole, 2)
    return round(value) if parameter.type == "int" or value.is_integer() else value


def rest_said(
    parameter: Parameter, view: FillView, query: str, values: Mapping[tuple[str, ...], Any]
) -> int | float | None:
    """What is left of a whole of which the only other share has its part: "three quarters for this, the rest for
    that"."""
    bounds = _bounds(parameter)
    others = [p for p in view.parameters if p is not parameter and bounds is not None and _bounds(p) == bounds]
    given = values.get(others[0].path) if len(others) == 1 else None
    if bounds is None or not isinstance(given, int | float) or not _REST.search(query[:_READ]):
        return None
    return round(bounds - given, 4)


_REST = re.compile(r"\b(?:the (?:rest|remainder|others?)|(?:what.?s|what is) left|remaining)\b", re.IGNORECASE)
_READ = 2_000
"""Characters of a request that are read for it."""


def _bounds(parameter: Parameter) -> int | None:
    """The whole of which a parameter is a share from 0 on, 1 or 100."""
    least, most = parameter.schema.get("minimum"), parameter.schema.get("maximum")
    share = parameter.type in ("int", "num") and not parameter.many and least == 0 and most in (1, 100)
    return int(most) if share and isinstance(most, int | float) else None


def level_said(parameter: Parameter, view: FillView) -> int | float | None:
    """The one part of a whole that stands by a word of a parameter's name: 50 for "half brightness"."""
    own = {stem(word) for word in name_words(parameter.path[-1]) if len(word) > 3}
    found = set()
    for at, number in view.numbers.items():
        part = part_said(view, at)
        near = view.words[max(0, at - _NEAR) : at] + view.words[number.last + 1 : number.last + 1 + _NEAR]
        if part is not None and any(_same(stem(word.text.lower()), own) for word in near):
            found.add(part)
    return in_hundreds(parameter, found.pop()) if len(found) == 1 else None


def _same(said: str, own: set[str]) -> bool:
    """Whether a word is one of a name, or its beginning: bright of brightness."""
    return said in own or (len(said) > 4 and any(word.startswith(said) for word in own))


_HALFWAY = re.compile(
    r"\bhalf[ -]?way\b(?! (?:through|between|to|into|house|down the|across)\b)|\bmidway\b(?! between)", re.I
)


def half_said(parameter: Parameter, parameters: Sequence[Parameter], query: str) -> int | float | None:
    """Half of the whole for the only parameter that is a part of one, where a request says "halfway"."""
    whole = _bounds(parameter)
    if whole is None or [p for p in parameters if _bounds(p) is not None] != [parameter]:
        return None
    half = whole / 2 if len(_HALFWAY.findall(query[:_READ])) == 1 else None
    return round(half) if half and half.is_integer() else half
