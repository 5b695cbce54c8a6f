"""Days that have a name and no fixed date: feasts, the third Friday from now, the first Monday of May."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from datetime import date, timedelta

from dateutil.easter import easter
from dateutil.relativedelta import relativedelta

from keyhole.tools.builtin.missing_days import NoSuchDay

WEEKDAYS = {name.casefold(): number for number, name in enumerate(calendar.day_name)}
WEEKDAYS |= {name.casefold(): number for number, name in enumerate(calendar.day_abbr)}
WEEKDAYS |= {"tues": 1, "thur": 3, "thurs": 3}
_MONTHS = {name.casefold(): number for number, name in enumerate(calendar.month_name) if name}
_PLACES = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1, "1st": 1, "2nd": 2, "3rd": 3,
           "4th": 4, "5th": 5}  # fmt: skip
_STEPS = {"this": 0, "next": 1, "last": -1}
_FROM_NOW = re.compile(rf"(\d{{1,3}}) ({'|'.join(WEEKDAYS)})s? (?:from (?:now|today)|ahead)")
_AGO = re.compile(rf"(\d{{1,3}}) ({'|'.join(WEEKDAYS)})s? ago")
_MONTH = rf"(?:({'|'.join(_MONTHS)})(?: (\d{{4}}))?|(this|next|last) month)"
_IN_MONTH = re.compile(rf"({'|'.join(_PLACES)}) ({'|'.join(WEEKDAYS)}) (?:of|in) {_MONTH}")
_EDGE = re.compile(
    r"(?:(first|last) day|(beginning|start|end)) (?:of|in) "
    rf"(?:{_MONTH}|(?:(?:the|this|(next|last)) year|(?:the year )?(\d{{4}})))"
)
_AFTER_NEXT = re.compile(rf"({'|'.join(WEEKDAYS)}) after next")
_ON_DAY = re.compile(rf"(?:next |last )?({'|'.join(WEEKDAYS)}),? (?:the )?(\d{{1,2}})(?:st|nd|rd|th)")
"""A weekday and a day of the month: "friday the 13th"."""
_OF_WEEK = re.compile(
    rf"({'|'.join(WEEKDAYS)}),? (?:of |in )?(this|next|last) week|"
    rf"(this|next|last) week,? (?:on )?({'|'.join(WEEKDAYS)})"
)
_DAY_OF_MONTH = re.compile(
    r"(?:the )?(\d{1,2})(?:(?:st|nd|rd|th)?(?:,? (?:day )?(?:of |in )?(this|next|last) month)|(?:st|nd|rd|th))"
    r"|(this|next|last) month,? (?:on )?(?:the )?(\d{1,2})(?:st|nd|rd|th)?"
)
"""A day without its month: "the 10th", "the 5th of next month"."""
_FEASTS = {
    **dict.fromkeys(("christmas", "xmas"), (12, 25)),
    **dict.fromkeys(("new year's eve", "new years eve"), (12, 31)),
    **dict.fromkeys(("new year", "new years", "new year's", "new year's day", "new years day"), (1, 1)),
    **dict.fromkeys(("valentine's", "valentines", "valentine's day", "valentines day"), (2, 14)),
    **dict.fromkeys(("st patrick's day", "st patricks day"), (3, 17)),
    **dict.fromkeys(("april fools", "april fool's day"), (4, 1)),
    "christmas eve": (12, 24),
    "boxing day": (12, 26),
    "independence day": (7, 4),
    "bastille day": (7, 14),
    "halloween": (10, 31),
}

_NAMED_DAY = re.compile(r"(?:(this|next|last)\s+)?(.+?)(?:\s+(?:in\s+|of\s+)?(\d{4}|next year|this year|last year))?")


def named_day(text: str, today: date, *, past: bool = False) -> date | None:
    """The day of that name: the next one, or the last one where `past`. None where it is no such name.

    Raises `NoSuchDay` for the fifth Monday of a short month, and `ValueError` for a year that there is not.
    """
    if found := _FROM_NOW.fullmatch(text):
        ahead = (WEEKDAYS[found[2]] - today.weekday() - 1) % 7 + 1
        return today + timedelta(days=ahead, weeks=int(found[1]) - 1) if int(found[1]) else None
    if found := _AGO.fullmatch(text):
        back = (today.weekday() - WEEKDAYS[found[2]] - 1) % 7 + 1
        return today - timedelta(days=back, weeks=int(found[1]) - 1) if int(found[1]) else None
    if found := _AFTER_NEXT.fullmatch(text):
        return today + timedelta(days=(WEEKDAYS[found[1]] - today.weekday() - 1) % 7 + 8)
    if found := _ON_DAY.fullmatch(text):
        return _both(WEEKDAYS[found[1]], int(found[2]), today, -1 if past or text.startswith("last ") else 1)
    if found := _OF_WEEK.fullmatch(text):
        monday = today - timedelta(days=today.weekday()) + timedelta(weeks=_STEPS[found[2] or found[3]])
        return monday + timedelta(days=WEEKDAYS[found[1] or found[4]])
    if found := _DAY_OF_MONTH.fullmatch(text):
        return _day_of_month(int(found[1] or found[4]), found[2] or found[3], today, -1 if past else 1)
    if found := _EDGE.fullmatch(text):
        return _edge(found, today)
    if found := _IN_MONTH.fullmatch(text):
        if found[5]:
            month = _month_from(today, found[5])
            return _nth(_PLACES[found[1]], WEEKDAYS[found[2]], month.year, month.month)
        year = int(found[4] or today.year)
        day = _nth(_PLACES[found[1]], WEEKDAYS[found[2]], year, _MONTHS[found[3]])
        if found[4] or (day <= today if past else day >= today):
            return day
        return _nth(_PLACES[found[1]], WEEKDAYS[found[2]], year + (-1 if past else 1), _MONTHS[found[3]])
    return _feast(text, today, past)


def _month_from(today: date, which: str) -> date:
    """The first day of this month, the next or the last one."""
    return today + relativedelta(months=_STEPS[which], day=1)


def _day_of_month(day: int, which: str | None, today: date, step: int) -> date:
    """The day of this month, the next or the last one, or, where it is not said which, the next such day, the last one
    where `step` is -1."""
    if which:
        month = _month_from(today, which)
        if day > calendar.monthrange(month.year, month.month)[1]:
            raise NoSuchDay(f"{calendar.month_name[month.month]} {month.year} has no day {day}", advice="Name another.")
        return month.replace(day=day)
    for ahead in range(63):
        on = today + timedelta(days=ahead * step)
        if on.day == day:
            return on
    raise ValueError("no month has that day")


def _edge(found: re.Match[str], today: date) -> date:
    """The first or the last day of a month or a year."""
    first = found[1] == "first" or found[2] in ("beginning", "start")
    if found[3] or found[5]:
        start = _month_from(today, found[5]) if found[5] else date(int(found[4] or today.year), _MONTHS[found[3]], 1)
        day = start if first else start + relativedelta(day=31)
        return day if found[4] or found[5] or day >= today else day + relativedelta(years=1, day=31 * (not first) or 1)
    year = int(found[7] or today.year + {"next": 1, "last": -1}.get(found[6], 0))
    return date(year, 1, 1) if first else date(year, 12, 31)


def _both(weekday: int, day: int, today: date, step: int) -> date:
    """The next day, or the last one where `step` is -1, that is such a weekday and such a day of its month."""
    for ahead in range(1, 2922):  # eight years: every day of the month is every weekday by then
        on = today + timedelta(days=ahead * step)
        if (on.weekday(), on.day) == (weekday, day):
            return on
    raise ValueError("no month has that day")


def _nth(place: int, weekday: int, year: int, month: int) -> date:
    days = [day for week in calendar.monthcalendar(year, month) if (day := week[weekday])]
    if place > len(days):
        what = f"{calendar.month_name[month]} {year} has {len(days)} {calendar.day_name[weekday]}s"
        raise NoSuchDay(f"there is no such day: {what}", advice="Name the last one, or another month.")
    return date(year, month, days[place - 1 if place > 0 else -1])


def _feast(text: str, today: date, past: bool) -> date | None:
    found = _NAMED_DAY.fullmatch(text)
    name = text if found is None else found[2]
    name = name if name in _FEASTS else name.removesuffix(" day")
    on = _MOVING.get(name.replace("mothers", "mother's").replace("fathers", "father's")) or (
        (lambda year: date(year, *_FEASTS[name])) if name in _FEASTS else None
    )
    if on is None:
        return None
    said = found[3] if found else None
    if said:
        shift = {"next year": 1, "last year": -1, "this year": 0}.get(said)
        return on(int(said) if shift is None else today.year + shift)
    past = past or (found is not None and found[1] == "last")
    this_year: date = on(today.year)
    if past:
        return this_year if this_year <= today else on(today.year - 1)
    return this_year if this_year >= today else on(today.year + 1)


def _from_easter(days: int) -> Callable[[int], date]:
    return lambda year: easter(year) + timedelta(days=days)


def _weekday_of(place: int, weekday: int, month: int, days: int = 0) -> Callable[[int], date]:
    return lambda year: _nth(place, weekday, year, month) + timedelta(days=days)


_MOVING: dict[str, Callable[[int], date]] = {
    "easter": easter,
    "good friday": _from_easter(-2),
    "palm sunday": _from_easter(-7),
    "easter sunday": easter,
    "easter monday": _from_easter(1),
    "ascension": _from_easter(39),
    "pentecost": _from_easter(49),
    "whit monday": _from_easter(50),
    "mother's": _weekday_of(2, 6, 5),
    "father's": _weekday_of(3, 6, 6),
    "memorial": _weekday_of(-1, 0, 5),
    "labor": _weekday_of(1, 0, 9),
    "thanksgiving": _weekday_of(4, 3, 11),
    "black friday": _weekday_of(4, 3, 11, 1),
    "cyber monday": _weekday_of(4, 3, 11, 4),
}
"""Feasts of the church year, and days as in the United States, by their names without "day"."""
