# ruff: noqa: RUF001, SIM905  (typographic dashes are what people type; word lists read best as words)
"""Spans of days that a request says, for what wants their beginning and their end: "14 to 16 January", "in December",
"older than 1 March"."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from keyhole.clock import now
from keyhole.models.embedded.clock import MONTHS
from keyhole.models.embedded.days_said import FULL_DATE, MONTH, NAMED_DAY, SPOKEN_DAY, TODAY, day_told, read_date
from keyhole.models.embedded.forms import date_form
from keyhole.models.embedded.lists import QUOTED
from keyhole.models.embedded.order import end_of_span
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words
from keyhole.tools.builtin.number_words import MONTH_NAME

Span = tuple[date | None, date | None]

_MONTHS = re.compile(rf"\b{MONTH_NAME}\b", re.IGNORECASE)
_STAY = frozenset("departure depart pickup outbound checkin return dropoff inbound checkout".split())
"""Words of names whose span is a journey's: of that a month says nothing."""
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_TO = r" ?(?:to|until|till|through|thru|and|-|–) ?(?:the )?"
_YEAR = r"(?:,? ((?:19|20)\d\d))?"
_DAYS_OF_MONTH = re.compile(rf"(?<![\d.:/-]){_DAY}{_TO}{_DAY} (?:of )?({MONTH})\b{_YEAR}", re.IGNORECASE)
_MONTH_AND_DAYS = re.compile(rf"\b({MONTH})\.? {_DAY}{_TO}{_DAY}{_YEAR}(?![\d:.]|\w)(?! ?[ap]\.?m\b)", re.IGNORECASE)
_TWO_DAYS = re.compile(
    rf"\b((?:next )?(?:{NAMED_DAY}))(?: morning| evening| night)? ?(?:to|until|till|through|thru|and|-|–) ?"
    rf"((?:next )?(?:{NAMED_DAY}))\b",
    re.IGNORECASE,
)
_WHOLE_MONTH = re.compile(
    rf"\b(?:in|for|during|of|from|throughout|all) ((?:last |this )?{MONTH_NAME})\b(?!\.? \d{{1,2}}(?!\d))"
    rf"(?:,? (?:of )?((?:19|20)\d\d))?(?! (?:to|until|till|and)\b)",
    re.IGNORECASE,
)
_BEFORE = re.compile(r"\b(?:older than|before|prior to|earlier than|up to|until|till),?\s+(?:the )?$", re.IGNORECASE)
_AFTER = re.compile(r"\b(?:newer than|after|later than|since|younger than),?\s+(?:the )?$", re.IGNORECASE)
"""What stands right before a day that bounds a span."""


def put_spans(parameters: Sequence[Parameter], query: str, values: dict[tuple[str, ...], Any]) -> None:
    """Give the one beginning and the one end of a span of days, in place, what a request says of both, or of the one
    that it bounds: what was picked for them may be half of it, "14" of "14 to 16 January"."""
    ends = {
        side: [p for p in parameters if end_of_span(p) == side and "{clock}" not in (date_form(p) or "{clock}")]
        for side in (-1, 1)
    }
    if len(ends[-1]) != 1 or len(ends[1]) != 1:
        return
    stays = any(not _STAY.isdisjoint(name_words(p.path[-1])) for (p,) in ends.values())
    said = span_of_days(query, months=not stays)
    if said is None:
        return
    pair = (ends[-1][0], ends[1][0])
    told = [
        (date_form(p) or "").format(y=day.year, m=day.month, d=day.day) if day else None
        for p, day in zip(pair, said, strict=True)
    ]
    for parameter, day in zip(pair, told, strict=True):
        if day is not None:
            values[parameter.path] = day
        elif parameter.path in values and values[parameter.path] in told:
            del values[parameter.path]


def span_of_days(text: str, *, months: bool = True) -> Span | None:
    """The first and the last day of the one span of days in a text, None for an end that it leaves open; None for a
    text that says no such span, or several. `months`: a month alone is a span, too."""
    rest = re.sub(QUOTED, " ", TODAY.sub(" ", text))
    months_last = list(_DAYS_OF_MONTH.finditer(rest))
    months_first = list(_MONTH_AND_DAYS.finditer(rest))
    if len(months_last) + len(months_first) == 1:
        if months_last:
            first, last, month, year = months_last[0].groups()
        else:
            month, first, last, year = months_first[0].groups()
        return _of_month(month, int(first), int(last), year, text)
    if months_last or months_first:
        return None
    days = [found[0] for found in (*FULL_DATE.finditer(rest), *SPOKEN_DAY.finditer(FULL_DATE.sub(" ", rest)))]
    if len(days) == 1 and (bound := _bound(days[0], text)):
        return bound
    if len(days) == 2 and (both := _TWO_DAYS.search(rest)):
        first, last = (day_told(both[n], "", text) for n in (1, 2))
        return (first, last) if first and last and first < last else None
    whole = list(_WHOLE_MONTH.finditer(rest))
    if days or not months or len(whole) != 1 or len(_MONTHS.findall(rest)) != 1:
        return None
    said = TODAY.search(text)
    return _whole_month(whole[0][1], whole[0][2], (read_date(said[1]) if said else None) or now().date())


def _of_month(month: str, first: int, last: int, year: str | None, text: str) -> Span | None:
    """The span from one day to the other, which is of this month: "28 to 2 March" begins in February."""
    end = read_date(f"{last} {month} {year}") if year else day_told(f"{last} {month}", "", text)
    if end is None:
        return None
    begins = end if first <= last else end.replace(day=1) - timedelta(days=1)
    return (begins.replace(day=first), end) if 0 < first <= monthrange(begins.year, begins.month)[1] else None


def _bound(said: str, text: str) -> Span | None:
    """A day that a text says something is before or after; the day itself is none of what is before it."""
    day = read_date(said) or day_told(said, "", text)
    front = text[: text.find(said)][-24:]
    if day is None:
        return None
    if _BEFORE.search(front):
        return None, day
    return (day, None) if _AFTER.search(front) else None


def _whole_month(month: str, year: str | None, today: date) -> Span:
    """All days of a month; without its year it is the nearest one of that name, "last" one that is over."""
    number = MONTHS[month.split()[-1][:3].lower()]
    if year is None:
        ahead = (number - today.month) % 12
        distance = ahead if ahead < 6 and not month.lower().startswith("last ") else ahead - 12
        months = today.year * 12 + today.month - 1 + distance
        of_year = months // 12
    else:
        of_year = int(year)
    return date(of_year, number, 1), date(of_year, number, monthrange(of_year, number)[1])
