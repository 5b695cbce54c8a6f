# ruff: noqa: SIM905  (word lists read best as words)
"""Numbers and days that came in the wrong order: a least that is over the most, the third side before the first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from keyhole.models.embedded.numbers.amounts import number_value
from keyhole.models.embedded.numbers.measures import Agreement
from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.sight import joined_words
from keyhole.models.embedded.text import name_words

_LOWER = {
    "min": "max", "minimum": "maximum", "low": "high", "lo": "hi", "lower": "upper", "lowest": "highest",
    "smallest": "largest", "inner": "outer", "first": "last", "cold": "hot",
    "k": "n", "successes": "trials", "subset": "set", "chosen": "total", "picked": "total",
    "part": "whole", "target": "stock", "final": "stock",
}  # fmt: skip
"""Words of names, and those of what is never less."""
_STRENGTH = frozenset("conc concentration molarity molar percent strength".split())
STARTS = frozenset(
    "start starts begin begins beginning from in since departure depart pickup outbound first checkin after".split()
)
ENDS = frozenset("end ends until till to out return dropoff through finish last inbound expiry checkout before".split())
"""Words of a name that say which end of a span of time is meant."""
_COUNTED = re.compile(r"(.*[^\W\d_])(?:_?\d|_[a-d])")


def put_in_order(view: FillView, picks: list[list[str]]) -> None:
    """Exchange numbers, in place, between two parameters of which one is the least and one the most, `min_price` and
    `max_price`, and sort those of counted ones, `side1` and `side2`, as the request says them. `picks` are the words
    that each parameter got; what got none is let alone."""
    names = [p.path[-1] if p.type in ("int", "num") and not p.many else "" for p in view.parameters]
    words = [name_words(name) for name in names]
    for low, name in enumerate(words):
        for least in _LOWER.keys() & set(name):
            twin = tuple(_LOWER[least] if word == least else word for word in name)
            if least == "k" and view.parameters[low].type != "int":
                continue  # a capacity, not how many are chosen
            if _LOWER[least] == "stock" and _STRENGTH.isdisjoint(name):
                continue  # of a stock solution little is taken
            if words.count(twin) == 1 and picks[low] and picks[high := words.index(twin)]:
                one, other = (_value(view, n, picks[n][0]) for n in (low, high))
                if one is not None and other is not None and one > other:
                    picks[low], picks[high] = picks[high], picks[low]
    said = joined_words([word.text for word in view.words])
    for family in _families(view.parameters):
        if all(picks[n] for n in family) and not said.intersection(_plain(names[n]) for n in family):
            ordered = sorted((picks[n] for n in family), key=lambda each: int(each[0][1:]))
            for n, each in zip(family, ordered, strict=True):
                picks[n] = each


def _value(view: FillView, number: int, pick: str) -> int | float | None:
    """What a pick of a number is for a parameter, so that 200 kB are less than 1.5 MB."""
    at = int(pick[1:]) - 1
    return number_value(view.parameters[number], view, at) if at in view.numbers else None


def put_days_in_order(parameters: Sequence[Parameter], values: dict[tuple[str, ...], Any]) -> None:
    """Exchange days of one month, in place, between the beginning and the end of a span of time: "6 to 9 March 2026".
    In December and January the year may be what is wrong."""
    ends = {
        -1: [p.path for p in parameters if end_of_span(p) == -1],
        1: [p.path for p in parameters if end_of_span(p) == 1],
    }
    if len(ends[-1]) == len(ends[1]) == 1:
        (first,), (last,) = ends[-1], ends[1]
        one, other = str(values.get(first, "")), str(values.get(last, ""))
        if _DAY.fullmatch(one) and _DAY.fullmatch(other) and one[:7] == other[:7] and one > other:
            values[first], values[last] = other, one


def put_last_as_first(parameters: Sequence[Parameter], query: str, values: dict[tuple[str, ...], Any]) -> None:
    """Give the last of numbered things that are required, in place, the number of the only one that is asked for: "page
    12" is from page 12 to page 12."""
    named = {name_words(p.path[-1]): p for p in parameters if p.type == "int" and p.required and not p.many}
    for words, first in named.items():
        last = named.get(tuple(_LAST_OF.get(word, word) for word in words))
        if last is None or last is first or last.path in values or first.path not in values:
            continue
        thing = " ".join(word for word in words if word not in _LAST_OF)
        if thing and re.search(rf"\b{thing} {values[first.path]}\b", query, re.IGNORECASE):
            values[last.path] = values[first.path]


_LAST_OF = {"from": "to", "first": "last", "start": "end"}
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def drop_way_to_itself(parameters: Sequence[Parameter], query: str, values: dict[tuple[str, ...], Any]) -> None:
    """Take away, in place, where a way leads to that is where it begins, unless the request says it twice: "convert 300
    kelvin" does not say to what."""
    named = {
        name_words(p.path[-1]): p.path
        for p in parameters
        if p.type in ("str", "enum") and not (p.many or end_of_span(p))
    }
    for words, path in named.items():
        for begin, end in _WAYS:
            twin = named.get(tuple(end if word == begin else word for word in words))
            if begin not in words or twin is None or path not in values or twin not in values:
                continue
            one = str(values[path]).lower()
            if one == str(values[twin]).lower() and len(re.findall(rf"\b{re.escape(one)}", query.lower())) < _TWICE:
                del values[twin]


_WAYS = (("from", "to"), ("source", "target"), ("source", "destination"), ("origin", "destination"))
_TWICE = 2


def end_of_span(parameter: Parameter) -> Agreement:
    """-1 for the beginning of a span of time, 1 for its end, 0 for what is neither."""
    name = name_words(parameter.path[-1])
    words = {*name, *map("".join, pairwise(name))}  # `checkIn` is a check-in
    if parameter.type != "str" or parameter.options or parameter.many:
        return 0
    dated = parameter.schema.get("format") in ("date", "date-time")
    if not (dated or words & {"date", "day", "time"}) and not re.search(
        r"\bdates?\b|\bday\b|YYYY|ISO 8601", parameter.form
    ):
        return 0
    starts, ends = bool(words & STARTS), bool(words & ENDS)
    return 0 if starts == ends else -1 if starts else 1


def counted_with(parameter: Parameter) -> str:
    """What several parameters are that are counted, "side" of `side2` and `side_b`; empty for any other."""
    found = _COUNTED.fullmatch(parameter.path[-1]) if parameter.type in ("int", "num") else None
    return found[1].lower() if found else ""


def _families(parameters: Sequence[Parameter]) -> list[list[int]]:
    """Numbers of the parameters that are counted together, in order."""
    found: dict[str, list[int]] = {}
    for number in sorted(range(len(parameters)), key=lambda n: parameters[n].path[-1]):
        if (base := counted_with(parameters[number])) and not parameters[number].many:
            found.setdefault(base, []).append(number)
    return [family for family in found.values() if len(family) > 1]


def _plain(name: str) -> str:
    return name.replace("_", "").lower()
