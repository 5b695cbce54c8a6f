# ruff: noqa: RUF001, SIM905  (typographic dashes are what people type; word lists read best as words)
"""Spans of days that a request says, for what wants their beginning and their end: "14 to 16 January", "in December",
"older than 1 March"."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Sequence
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

from keyhole.clock import now
from keyhole.models.embedded.fill.forms import date_form
from keyhole.models.embedded.fill.order import end_of_span
from keyhole.models.embedded.lists.lists import QUOTED
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words
from keyhole.models.embedded.times.clock import MONTHS
from keyhole.models.embedded.times.days_said import (
    ANY_DATE,
    FEAST,
    FULL_DATE,
    MONTH,
    NAMED_DAY,
    SPOKEN_DAY,
    TODAY,
    day_told,
    only_date,
    read_date,
)
from keyhole.tools.builtin.number_words import MONTH_NAME, NUMBER_WORD, to_digits

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
_IN = r"\b(?:in|for|during|throughout|all(?: of)?|over|within) (?:the (?:whole )?(?:year )?)?"
_WHOLE_YEAR = re.compile(rf"{_IN}((?:19|20)\d\d)\b(?![-/.:]?\d)", re.IGNORECASE)
_QUARTER = re.compile(
    r"\b(?:(first|second|third|fourth|last|1st|2nd|3rd|4th) quarter (?:of )?|q([1-4])[ /-]?(?:of )?)((?:19|20)\d\d)\b",
    re.IGNORECASE,
)
_QUARTERS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": 4}
_FEASTS = re.compile(rf"\b({FEAST.pattern}){_TO.replace('and|', '')}({FEAST.pattern})", re.IGNORECASE)
_UNTIL_END = re.compile(
    rf"\b(?:up to|until|till?|through|before|by|no later than) (?:and including )?(?:the )?(?:very )?(end|last day) of "
    rf"({MONTH}),? (?:of )?((?:19|20)\d\d)\b",
    re.IGNORECASE,
)
_NIGHTS = re.compile(rf"(?<![\w.,-])(\d{{1,3}}|{NUMBER_WORD}|an?) nights?\b", re.IGNORECASE)
_DAYS = re.compile(
    rf"(?<![\w.,-])(?<!\bin )(?<!\bevery )(?<!\bper )(\d{{1,3}}|{NUMBER_WORD}|an?) (day|week)s?\b"
    r"(?! (?:ago|from (?:now|today)|before|after|later|earlier|ahead|in advance|prior))",
    re.IGNORECASE,
)
_THAT_DAY_ONLY = re.compile(
    r"\b(?:just|only)(?: for)? (?:that|this|the one|the same|one|a single)(?: one| single)? day\b|"
    r"\b(?:that|this|one|the same|a single)(?: one| single)? day(?: only| alone)?\b(?! (?:before|after|later|earlier))",
    re.IGNORECASE,
)
_SAID_AGAIN = re.compile(r"(?<=\d) ?\([^()\n]{2,30}\)")
"""The brackets behind a date: "3.9.2025 (3 sept)"."""
_ONLY_BEFORE = re.compile(r"\b(?:only|just|solely)(?: on| for)?(?: the)? $", re.IGNORECASE)
_ONLY_BEHIND = re.compile(r",? (?:only|alone)\b", re.IGNORECASE)
_OPEN_BEFORE = re.compile(
    r"\b(?:from|since|starting|beginning|after|as of|until|till?|through|before|by|to|than|up to)(?: on)?,? (?:the )?$",
    re.IGNORECASE,
)
_OPEN_BEHIND = re.compile(
    r",? (?:on(?:wards?)?\b(?! \w)|or (?:later|newer|earlier|older|before|after)|and (?:later|after))", re.IGNORECASE
)
_BEFORE = re.compile(
    r"\b(?:older than|before|prior to|earlier than|(?:no|not) later than|up to|until|till),?\s+(?:the )?$",
    re.IGNORECASE,
)
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
    pair = (ends[-1][0], ends[1][0])
    stays = any(not _STAY.isdisjoint(_words(p)) for p in pair)
    said = span_of_days(query, months=not stays)
    said = said or (_stay(query, values.get(pair[0].path)) if stays else _one_day(query, pair))
    if said is None:
        return
    told = [
        (date_form(p) or "").format(y=day.year, m=day.month, d=day.day) if day else None
        for p, day in zip(pair, said, strict=True)
    ]
    for parameter, day in zip(pair, told, strict=True):
        if day is not None:
            values[parameter.path] = day
        elif parameter.path in values and values[parameter.path] in (*told, *_of_same_month(pair, said)):
            del values[parameter.path]


def _of_same_month(pair: Sequence[Parameter], said: Span) -> list[str]:
    """The first day of the month at whose end a span ends, as both want it: the month is said of its end."""
    first, last = said
    if first is not None or last is None or (last + timedelta(days=1)).day != 1:
        return []
    return [(date_form(p) or "").format(y=last.year, m=last.month, d=1) for p in pair]


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
    if told := _named_span(rest, months=months):
        return told
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


def _words(parameter: Parameter) -> set[str]:
    """The words of a name, two in a row also as one: `checkIn` is a check-in."""
    name = name_words(parameter.path[-1])
    return {*name, *map("".join, pairwise(name))}


def _stay(query: str, begun: Any) -> Span | None:
    """From a day on as many nights as a request says, or days or weeks where it says no nights; `begun`: the day that
    was found for the beginning."""
    rest = re.sub(QUOTED, " ", TODAY.sub(" ", query))
    first = only_date(rest) or (read_date(begun) if isinstance(begun, str) else None)
    nights = [(found[1], "night") for found in _NIGHTS.finditer(rest)]
    lengths = nights or [(found[1], found[2].lower()) for found in _DAYS.finditer(rest)]
    if first is None or len(lengths) != 1 or len(list(ANY_DATE.finditer(rest))) > 1:
        return None
    number = to_digits(lengths[0][0].lower())
    count = 1 if number in ("a", "an") else int(number) if number.isdecimal() else 0
    days = count * (7 if lengths[0][1] == "week" else 1)
    return (first, first + timedelta(days=days)) if 0 < days < _LONGEST_STAY else None


_LONGEST_STAY = 366


def _one_day(query: str, pair: tuple[Parameter, Parameter]) -> Span | None:
    """The one day that a request says, as first and as last, where it says that it is this day only, or where both are
    needed and it says of nothing that it begins or ends then."""
    rest = re.sub(QUOTED, " ", TODAY.sub(" ", query))
    dates = list(ANY_DATE.finditer(rest))
    others = ANY_DATE.sub(" ", _SAID_AGAIN.sub(" ", rest))
    if len(dates) != 1 or SPOKEN_DAY.search(others) or _MONTHS.search(others):
        return None
    front, behind = rest[: dates[0].start()][-24:], rest[dates[0].end() :]
    only = _THAT_DAY_ONLY.search(rest) or _ONLY_BEFORE.search(front) or _ONLY_BEHIND.match(behind)
    bounded = _OPEN_BEFORE.search(front) or _OPEN_BEHIND.match(behind) or _DAYS.search(rest)
    if not only and (bounded or not all(p.required for p in pair)):
        return None
    day = only_date(rest)
    return (day, day) if day else None


def _of_month(month: str, first: int, last: int, year: str | None, text: str) -> Span | None:
    """The span from one day to the other, which is of this month: "28 to 2 March" begins in February."""
    end = read_date(f"{last} {month} {year}") if year else day_told(f"{last} {month}", "", text)
    if end is None:
        return None
    begins = end if first <= last else end.replace(day=1) - timedelta(days=1)
    return (begins.replace(day=first), end) if 0 < first <= monthrange(begins.year, begins.month)[1] else None


def _named_span(rest: str, *, months: bool) -> Span | None:
    """A year, a quarter of one, a span from one feast to another, or what ends with a month, where a text says nothing
    else of days."""
    if (until := _UNTIL_END.search(rest)) and not ANY_DATE.search(rest):
        return None, _whole_month(until[2], until[3], now().date())[1]
    if feasts := _FEASTS.search(rest):
        year = _YEAR_AT_END.search(feasts[1]) or _YEAR_AT_END.search(feasts[2])
        first, last = (
            day_told(feast if _YEAR_AT_END.search(feast) or not year else f"{feast} {year[0]}", "", rest)
            for feast in (feasts[1], feasts[2])
        )
        return (first, last) if first and last and first < last else None
    if not months or ANY_DATE.search(rest) or SPOKEN_DAY.search(rest):
        return None
    if (quarter := _QUARTER.search(rest)) and len(_QUARTER.findall(rest)) == 1:
        of_year = int(quarter[3])
        month = 3 * (int(quarter[2]) if quarter[2] else _QUARTERS[quarter[1].lower()])
        return date(of_year, month - 2, 1), date(of_year, month, monthrange(of_year, month)[1])
    years = [found[1] for found in _WHOLE_YEAR.finditer(rest)]
    if len(years) != 1 or _MONTHS.search(rest):
        return None
    return date(int(years[0]), 1, 1), date(int(years[0]), 12, 31)


_YEAR_AT_END = re.compile(r"(?:19|20)\d\d$")


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
