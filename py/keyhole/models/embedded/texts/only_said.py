# ruff: noqa: SIM905  (word lists read best as words)
"""Days and times of day that a request says once, for what nothing was picked for: "is BA 287 on time today?"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from keyhole.models.embedded.fill.forms import clock_form, date_form, read_time
from keyhole.models.embedded.fill.order import end_of_span
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words
from keyhole.models.embedded.times.days_said import (
    FEAST,
    FULL_DATE,
    NAMED_DAY,
    SPOKEN_DAY,
    TODAY,
    day_told,
    moment_from_now,
)
from keyhole.tools.builtin.number_words import NUMBER_WORD


def only_time(parameter: Parameter, query: str, others: Iterable[Any]) -> str | None:
    """The one time of day that a request says and no other parameter has, as one that wants such a form is given it."""
    form = clock_form(parameter)
    if parameter.type != "str" or parameter.many or parameter.options or form is None:
        return None
    time = read_time(query) if date_form(parameter) is None else None
    return None if time is None or any(time in str(other) for other in others) else form.format(clock=time)


def is_no_time(parameter: Parameter, value: Any) -> bool:
    """Whether what was picked for a time of day is a length: the 1.5 of "an hour and a half"."""
    return isinstance(value, str) and clock_form(parameter) is not None and bool(_LENGTH.fullmatch(value))


_LENGTH = re.compile(r"\d{1,3}\.\d")


def takes_day(parameter: Parameter, parameters: Sequence[Parameter], query: str) -> bool:
    """Whether a day that a request speaks of is a parameter's though nothing was picked for it: it is the only date
    that is taken, or the day by which something is to be done, "by Friday"."""
    name, dates = name_words(parameter.path[-1]), [p for p in parameters if date_form(p) is not None]
    if not _DUE.isdisjoint(name):
        return bool(_BY.search(query) or _BY_FEAST.search(query))
    if not _FIRST.isdisjoint(name) and _FROM_FEAST.search(query):
        return True
    return not _DATES.isdisjoint(name) and dates == [parameter]


_DATES = frozenset("date day on when".split())
_DUE = frozenset("due deadline until by expires expiry".split())
_FIRST = frozenset("since from after start starts".split())
_BY = re.compile(rf"\b(?:by|due|until|till|before)(?: on)? {SPOKEN_DAY.pattern}", re.IGNORECASE)


def only_day(parameter: Parameter, query: str, others: Iterable[Any]) -> str | None:
    """The one day that a request speaks of, today or in three days, and no other parameter has, as one that wants a
    date is given it, and in two hours as one that wants a moment; None where it says a full date too, or no time of day
    for a moment."""
    wanted = date_form(parameter) if parameter.type == "str" and not (parameter.many or parameter.options) else None
    if wanted is None or (_OF_SOMEBODY.search(parameter.about) and not _BY_FEAST.search(query)):
        return None
    if "{clock}" in wanted and (moment := moment_from_now(query)):
        told = wanted.format(y=moment[0].year, m=moment[0].month, d=moment[0].day, clock=moment[1])
        return None if told in others else told
    if (_UNTIL if end_of_span(parameter) == -1 else _SINCE if end_of_span(parameter) == 1 else _NEVER).search(query):
        today = day_told("today", "", query)
        return wanted.format(y=today.year, m=today.month, d=today.day, clock="00:00") if today else None
    rest = TODAY.sub(" ", query)
    spoken = {found[0].lower() for found in SPOKEN_DAY.finditer(rest) if _DAY.match(found[0])}
    spoken |= {found[0].lower() for found in _AGO.finditer(rest)}
    if parameter.required or end_of_span(parameter) or not _DUE.isdisjoint(name_words(parameter.path[-1])):
        spoken = spoken or {(found[1] or found[2]).lower() for found in _ON_FEAST.finditer(rest)}
    elif spoken == {"today"} and "today" in parameter.description:
        return None  # which is what is taken anyway
    day = day_told(spoken.pop(), "", query) if len(spoken) == 1 and not FULL_DATE.search(rest) else None
    clock = read_time(rest) if "{clock}" in wanted else ""
    if day is None or clock is None or any(day.isoformat() in str(other) for other in others):
        return None
    return wanted.format(y=day.year, m=day.month, d=day.day, clock=clock)


_BY_FEAST = re.compile(rf"\b(?:by|due|until|till?|before|through)(?: on)? {FEAST.pattern}(?<=\d\d\d\d)", re.IGNORECASE)
_FROM_FEAST = re.compile(rf"\b(?:from|since|after|starting)(?: on)? {FEAST.pattern}(?<=\d\d\d\d)", re.IGNORECASE)
_ON_FEAST = re.compile(
    rf"\b(?:until|till|til|to|before|on|at|by|for|is) ({FEAST.pattern})\b(?! ?[\w-]*[^\W\d])|"
    rf"\b({FEAST.pattern})(?<=\d\d\d\d)",
    re.IGNORECASE,
)
"""A day that has a name, not the dinner or the cards that are called by it."""
_TIME = r"\b(?:days?|weeks?|months?|years?|long|time)"
_UNTIL = re.compile(rf"{_TIME} (?:(?:is it|are there|left|to go|remain) )?(?:until|till)\b", re.IGNORECASE)
_SINCE = re.compile(
    rf"{_TIME} (?:(?:is it|has it been|have passed) )?since\b(?!.*\b(?:to|until|till)\b)", re.IGNORECASE
)
_NEVER = re.compile(r"(?!)")
"""What counts from today, or up to it."""
_OF_SOMEBODY = re.compile(r"birth|born|\bdob\b|issue|expir", re.IGNORECASE)
"""What has a day of its own, of which nobody speaks by today or in three days."""
_DAY = re.compile(rf"(?!.*\b(?:ago|from now)\b)(?:.*\b(?:{NAMED_DAY})\b|in .* (?:days?|weeks?)\b)", re.IGNORECASE)
"""No month and no week alone."""
_AGO = re.compile(rf"\b(?:an?|{NUMBER_WORD}|\d{{1,3}}) (?:days?|weeks?) (?:ago|from now)\b", re.IGNORECASE)
