# ruff: noqa: SIM905  (word lists read best as words)
"""Spans of time within a day or from a moment on, for what wants their beginning and their end: "10am-9pm", "from 2pm
to half past four", "at 4pm for 45 minutes"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from keyhole.models.embedded.fill.forms import clock_form, date_form
from keyhole.models.embedded.fill.order import ENDS, STARTS
from keyhole.models.embedded.lists.lists import QUOTED
from keyhole.models.embedded.numbers.measures import unit_wanted
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words
from keyhole.models.embedded.times.clock import Time, span_of_times, times_in
from keyhole.models.embedded.times.days_said import ANY_DATE, only_date, read_date
from keyhole.models.embedded.times.lengths import Length, length_said
from keyhole.tools.builtin.number_words import to_digits

_OPENS = STARTS | frozenset("open opens opening earliest on bedtime asleep".split())
_CLOSES = ENDS | frozenset("close closes closing latest off wake waketime awake".split())
_HOW_LONG = frozenset("duration length minutes hours mins".split())
"""Words of the names of what takes a length of time itself."""
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::\d\d)?Z?")
_CLOCK = re.compile(r"\d\d:\d\d(?::\d\d)?")
_UTC = re.compile(r"(?<![A-Z/])(?:utc|gmt)(?! ?[+-]\d)\b", re.IGNORECASE)
_OTHER_ZONE = re.compile(r"\blocal\b|\bzones?\b|hh:mm|\d:\d\d", re.IGNORECASE)
"""What says that a moment is not in UTC, or in a form of its own."""
_UNTIL = re.compile(r"\b(?:until|till?|through) ", re.IGNORECASE)
_DAY = timedelta(days=1)


def put_times(parameters: Sequence[Parameter], query: str, values: dict[tuple[str, ...], Any]) -> None:
    """Give what begins and what ends a span of time, in place, the times of day that a request says of both, or the end
    by the beginning and the length that it says. For tools that want no other times of day. And moments that a request
    says in UTC end so where their parameter does not say otherwise."""
    if pair := _pair(parameters):
        _put_pair(pair, parameters, query, values)
    for parameter in parameters if _UTC.search(query) else ():
        value = values.get(parameter.path)
        moment = parameter.schema.get("format") == "date-time" and isinstance(value, str) and _MOMENT.fullmatch(value)
        if moment and not moment[0].endswith("Z") and not _OTHER_ZONE.search(parameter.form):
            values[parameter.path] = f"{value}Z"


def _put_pair(
    pair: tuple[Parameter, Parameter],
    parameters: Sequence[Parameter],
    query: str,
    values: dict[tuple[str, ...], Any],
) -> None:
    """Both ends, in place."""
    begin, end = pair
    rest = re.sub(QUOTED, " ", query)
    if len(list(ANY_DATE.finditer(rest))) > 1:
        return
    day = _day_of(values.get(begin.path)) or only_date(rest)
    told: tuple[str | None, str | None] = None, None
    if span := span_of_times(rest):
        first, last = _moment(day, span[0]), _moment(day, span[1])
        told = _written(begin, first, day), _written(end, last + _DAY * (last <= first), day)
    elif (length := length_said(rest)) and not _takes_length(parameters, end) and len(said := set(times_in(rest))) <= 1:
        first_told = _begun(values.get(begin.path), day, said)
        if first_told and not (length.days and "T" not in (date_form(end) or "")):
            told = _written(begin, first_told, day), _written(end, first_told + length.long, day)
    if told[0] and told[1]:
        values[begin.path], values[end.path] = told
        if span is None and length:
            _drop_number(parameters, query, values, length)
    elif values.get(begin.path) and values[begin.path] == values.get(end.path):
        _drop_one(pair, rest, values)
    else:
        _next_day(pair, values)


def _pair(parameters: Sequence[Parameter]) -> tuple[Parameter, Parameter] | None:
    """The one parameter that begins and the one that ends a span, if nothing else takes a time of day."""
    timed = [p for p in parameters if p.type == "str" and not p.options and _form(p)]
    if len(timed) != 2 or any(p.many for p in timed) or timed[0].path[:-1] != timed[1].path[:-1]:
        return None
    sides = [_side(p) for p in timed]
    if ("T" in (_form(timed[0]) or "")) != ("T" in (_form(timed[1]) or "")) or set(sides) != {-1, 1}:
        return None
    return (timed[0], timed[1]) if sides[0] == -1 else (timed[1], timed[0])


def _form(parameter: Parameter) -> str | None:
    """The form in which a parameter wants a time of day or a moment; None for one that wants neither."""
    form = date_form(parameter)
    if form is None:
        return clock_form(parameter)
    return form if "{clock}" in form and form.startswith("{y") else None


def _side(parameter: Parameter) -> int:
    """-1 for what begins a span of time, 1 for what ends it, 0 for what its name says neither of, or both."""
    words = set(name_words(parameter.path[-1]))
    begins, ends = not words.isdisjoint(_OPENS), not words.isdisjoint(_CLOSES)
    turned = -1 if "not" in words else 1  # `notBefore` begins
    return 0 if begins == ends else (-turned if begins else turned)


def _day_of(value: Any) -> date | None:
    """The day of a moment in its form."""
    found = _MOMENT.fullmatch(value) if isinstance(value, str) else None
    return read_date(found[1]) if found else None


def _moment(day: date | None, said: Time) -> datetime:
    """A time of day on a day; which day it is does not matter where only the time of day is wanted."""
    return datetime.combine(day or date(2000, 1, 1), time(*said))


def _begun(value: Any, day: date | None, said: set[Time]) -> datetime | None:
    """When it begins: by what was picked, else by the one time of day that a request says."""
    if isinstance(value, str) and ((found := _MOMENT.fullmatch(value)) or _CLOCK.fullmatch(value)):
        times = list(said) or times_in(found[2] if found else value)
        return _moment(day, times[0]) if len(times) == 1 else None
    return _moment(day, next(iter(said))) if said else None


def _written(parameter: Parameter, moment: datetime, day: date | None) -> str | None:
    """A moment as a parameter wants it; None where it wants a day and none is known."""
    form = _form(parameter)
    if form is None or (day is None and "{y" in form):
        return None
    return form.format(y=moment.year, m=moment.month, d=moment.day, clock=f"{moment:%H:%M}")


def _takes_length(parameters: Sequence[Parameter], end: Parameter) -> bool:
    """Whether a length is wanted by itself, and the end need not be given."""
    return not end.required and any(
        p.type in ("int", "num") and not _HOW_LONG.isdisjoint(name_words(p.path[-1])) for p in parameters
    )


def _drop_number(
    parameters: Sequence[Parameter], query: str, values: dict[tuple[str, ...], Any], length: Length
) -> None:
    """Take the number of a length that gave the end, said once, from what may be left out."""
    said = re.findall(r"(?<![\d.])\d+(?:\.\d+)?", to_digits(query.lower()))
    if length.number is None or [float(number) for number in said].count(length.number) != 1:
        return
    for parameter in parameters:
        if not parameter.required and values.get(parameter.path) in (length.number, [length.number]):
            del values[parameter.path]


def _drop_one(pair: tuple[Parameter, Parameter], rest: str, values: dict[tuple[str, ...], Any]) -> None:
    """Take the only time of day of a request from the end, or from the beginning where it says until when."""
    begin, end = pair
    found = [said.end() for said in _UNTIL.finditer(rest)]
    until = len(found) == 1 and times_in(rest[found[0] :]) and not times_in(rest[: found[0]])
    if until and not begin.required:
        del values[begin.path]
    elif not (found or end.required) and len(times_in(rest)) == 1:
        del values[end.path]


def _next_day(pair: tuple[Parameter, Parameter], values: dict[tuple[str, ...], Any]) -> None:
    """Put the end of what goes on over night a day later, where both were given the same day: "in bed at 22:30, up at
    6"."""
    first, last = (_MOMENT.fullmatch(str(values.get(p.path, ""))) for p in pair)
    day = read_date(last[1]) if last else None
    if first and last and day and first[1] == last[1] and last[2] < first[2]:
        values[pair[1].path] = str(values[pair[1].path]).replace(last[1], (day + _DAY).isoformat())


_LENGTH_NAMES = frozenset("duration length minutes hours mins min time spent worked total in taken".split())


def length_of_span(parameter: Parameter, parameters: Sequence[Parameter], query: str) -> int | float | None:
    """How long it is from the one time of day to the other that a request says, for the only parameter that is a
    length, of a tool that takes no times of day: 105 minutes of "from 9:20 to 11:05"."""
    if not _is_length(parameter) or any(p.type == "str" and _form(p) for p in parameters):
        return None
    rest = re.sub(QUOTED, " ", query)
    if sum(_is_length(p) for p in parameters) > 1 or length_said(rest) or (span := span_of_times(rest)) is None:
        return None
    wanted = unit_wanted(parameter.path[-1], parameter.description)
    minutes = (span[1][0] - span[0][0]) * 60 + span[1][1] - span[0][1]
    value = (
        (minutes if minutes > 0 else minutes + _DAY.total_seconds() / 60) * 60 / float(wanted.factor if wanted else 60)
    )
    return int(value) if value.is_integer() else value


def _is_length(parameter: Parameter) -> bool:
    """Whether a number is a length of time and no more."""
    if parameter.type not in ("int", "num") or parameter.many or parameter.options:
        return False
    wanted, name = unit_wanted(parameter.path[-1], parameter.description), name_words(parameter.path[-1])
    timed = wanted is not None and wanted.quantity == "time"
    return timed and set(name) <= _LENGTH_NAMES
