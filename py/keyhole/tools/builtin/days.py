"""The day, or the moment, that words name: `next friday`, `4 july 1976`, `in 3 weeks`, `2 hours from now`.

Reading an absolute date is dateutil's work, and its relativedelta knows months and leap years.
"""

from __future__ import annotations

import calendar
import re
from datetime import date, datetime, time, timedelta

from dateutil import parser
from dateutil.relativedelta import relativedelta

from keyhole.errors import ToolError
from keyhole.tools.builtin.date_words import ON_WEEKDAY, SPAN, SPANS, UNITS, amount_of, bare
from keyhole.tools.builtin.missing_days import NoSuchDay, check_day
from keyhole.tools.builtin.named_days import WEEKDAYS, named_day
from keyhole.tools.builtin.zones import find_zone

_LATER = re.compile(rf"^(?:in\s+{SPANS}|{SPANS}\s+(?:from now|from today|later|hence))(?:\s+time)?(?:\s+be)?$")
_EARLIER = re.compile(rf"^{SPANS}\s+(?:ago|earlier|back)$")
_AFTER = re.compile(rf"^{SPANS}\s+(after|from|past|before|prior to)\s+(.+)$")
_PLUS = re.compile(rf"^(.+?)\s*(\+|-|plus|minus)\s*{SPANS}$")
_OF_YEAR = re.compile(r"(?<=\S) (?:of |in )?(last|this|next) year$")


def moment_of(text: str, now: datetime, *, past: bool = False) -> date | datetime:
    """The moment that a text names where it counts hours or less, else the day, as `day_of`; raises as that does."""
    if found := ON_WEEKDAY.match(text):
        day = moment_of(found[2] or found[3], now, past=past)
        day = day.date() if isinstance(day, datetime) else day
        return day + timedelta(days=(WEEKDAYS[(found[1] or found[4])[:3]] - day.weekday() + 3) % 7 - 3)
    if found := _LATER.match(text):
        return _shifted(now, found[1] or found[2], 1)
    if found := _EARLIER.match(text):
        return _shifted(now, found[1], -1)
    if found := _AFTER.match(text):
        return _shifted(day_of(found[3], now, past=past), found[1], -1 if found[2] in ("before", "prior to") else 1)
    if found := _PLUS.match(text):
        return _shifted(day_of(found[1], now, past=past), found[3], 1 if found[2] in ("+", "plus") else -1)
    return day_of(text, now, past=past)


def _shifted(start: date | datetime, spans: str, sign: int) -> date | datetime:
    """A start moved by spans of time. Whole days give a date; hours and less need, and give, a moment."""
    delta, fine = relativedelta(), False
    for amount, unit in SPAN.findall(spans):
        name = UNITS[unit]
        number = amount_of(amount)
        if name in ("fortnights", "decades"):
            name, number = ("weeks", number * 2) if name == "fortnights" else ("years", number * 10)
        if name in ("months", "years") and number != int(number):
            name, number = "months", number * (12 if name == "years" else 1)
        fine = fine or name in ("hours", "minutes", "seconds")
        step = int(number) if number == int(number) else number
        if name in ("months", "years"):
            delta += relativedelta(months=round(step) * (12 if name == "years" else 1))
        else:
            delta += timedelta(**{name: step})
    if not delta:
        raise ValueError("no span of time")
    if fine:
        moment = start if isinstance(start, datetime) else datetime.combine(start, time(), tzinfo=None)
        # Hours are counted on the clock of the world, not on a clock that a change of summer time has moved.
        if moment.tzinfo is None:
            return moment + delta * sign
        from_utc = moment.astimezone(_UTC) + delta * sign
        return from_utc.astimezone(moment.tzinfo)
    return (start.date() if isinstance(start, datetime) else start) + delta * sign


def is_date(text: str, now: datetime) -> bool:
    """Whether a text names a day, also one that there is not."""
    try:
        day_of(text, now)
    except NoSuchDay:
        return True  # what is wrong with it shows where it is used
    except (ValueError, OverflowError, ToolError):
        return False
    return True


def day_of(text: str, now: datetime, *, past: bool = False) -> date:
    """The day that a text names. A day without a year is the next one, or the last one where `past`.

    Raises `NoSuchDay` for 30 February and the like, and `ValueError` or `OverflowError` for what names none.
    """
    text = bare(text.strip())
    today = now.date()
    named = {"today": 0, "now": 0, "tonight": 0, "tomorrow": 1, "yesterday": -1}
    if text in named:
        return today + timedelta(days=named[text])
    if found := re.fullmatch(r"(?:(this|next|last|coming|past|upcoming)\s+)?([a-z]+)", text):
        if found[2] in WEEKDAYS:
            return _weekday(today, WEEKDAYS[found[2]], found[1] or ("last" if past else "coming"))
        if found[1] and found[2] in ("week", "month", "year"):
            step = {"last": -1, "past": -1, "this": 0}.get(found[1], 1)
            if found[2] == "week":
                return today + timedelta(weeks=step)
            return today + relativedelta(months=step * (12 if found[2] == "year" else 1))
    if found := re.fullmatch(r"(?:end of (?:the |this )?)(month|year)", text):
        return today + (relativedelta(day=31) if found[1] == "month" else relativedelta(month=12, day=31))
    if (moment := _relative(text, now, past=past)) is not None:
        return moment
    if (named_one := named_day(text, today, past=past)) is not None:
        return named_one
    return _absolute(text, today, past)


def _relative(text: str, now: datetime, *, past: bool) -> date | None:
    for pattern in (ON_WEEKDAY, _LATER, _EARLIER, _AFTER):
        if pattern.match(text):
            moment = moment_of(text, now, past=past)
            return moment.date() if isinstance(moment, datetime) else moment
    return None


def _weekday(today: date, weekday: int, which: str) -> date:
    ahead = (weekday - today.weekday()) % 7
    if which in ("last", "past"):
        return today + timedelta(days=ahead - 7)
    # "Next Friday" said on a Monday is the Friday of next week for some and this week's for others; the nearer one
    # is what a calendar shows first, and the result gives the date.
    return today + timedelta(days=ahead or 7)


def _absolute(text: str, today: date, past: bool) -> date:
    text = re.sub(r"\b(\d{1,2})(st|nd|rd|th)\b(?: of\b| day of\b)?", r"\1", text)
    text = (
        re.sub(rf"\b(?:{'|'.join(calendar.day_name).casefold()})\b,?\s*", "", text) if re.search(r"\d", text) else text
    )
    if not re.search(r"\d", text) and not any(month in text for month in _MONTHS):
        raise ValueError("no date in it")
    if found := re.fullmatch(r"(\d{4})", text):
        return date(int(found[1]), 1, 1)
    years = {"last": -1, "this": 0, "next": 1}
    if re.search(r"\d", text):
        text = _OF_YEAR.sub(lambda said: f" {today.year + years[said[1]]}", text)
    text = _COUNT_BEHIND.sub("", text)
    check_day(text)
    # Two defaults that differ everywhere tell which parts the text gave.
    one = parser.parse(text, default=datetime(2000, 1, 1))
    other = parser.parse(text, default=datetime(2004, 2, 2))
    if one.year == other.year:
        return one.date()
    if one.day != other.day and one.month != other.month:
        raise ValueError("neither a day nor a month")
    # 2000 and 2004 are leap years, so that 29 February is read; the years after today may not be.
    step = -1 if past else 1
    for year in range(today.year, today.year + step * 9, step):
        if one.month == 2 and one.day == 29 and not calendar.isleap(year):
            continue
        candidate = date(year, one.month, one.day)
        if (candidate <= today) if past else (candidate >= today):
            return candidate
    raise ValueError("no such day")


_COUNT_BEHIND = re.compile(r"(?<=[a-z]),\s*\d$")
"""What is no year: the 3 of "10 february, 3 nights"."""
_MONTHS = tuple(name.casefold() for name in calendar.month_abbr if name)
_UTC = find_zone("utc")
