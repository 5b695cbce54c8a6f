"""Days that the calendar does not have, and why: 30 February, 31/11/2026, 29 February of most years."""

from __future__ import annotations

import calendar
import re

from dateutil import parser

from keyhole.errors import ToolError

_MONTHS = {name.casefold(): number for number, name in enumerate(calendar.month_name) if name}
_MONTHS |= {name.casefold(): number for number, name in enumerate(calendar.month_abbr) if name} | {"sept": 9}
_MONTH = rf"({'|'.join(sorted(_MONTHS, key=len, reverse=True))})"
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?(?!\d)"
_GAP = r"[ ,./-]*(?:(?:day )?of (?:the year )?)?"
_YEAR = rf"(?:{_GAP}'?(\d{{4}}|\d\d)(?!\d))?"
_DAY_FIRST = re.compile(rf"{_DAY}{_GAP}{_MONTH}\b{_YEAR}")
_MONTH_FIRST = re.compile(rf"{_MONTH}{_GAP}(?:the )?{_DAY}{_YEAR}")
_YEAR_FIRST = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})")
_NUMERIC = re.compile(r"([0-3]?\d)([-/.])([0-3]?\d)\2(\d{4}|\d\d)")
"""Of larger numbers nobody writes a day: 80/40/2000 is a sum."""


class NoSuchDay(ToolError):
    """A phrase names a day that there is not, or not yet."""

    code = "no_such_day"


def check_day(text: str) -> None:
    """Raises `NoSuchDay` where a text, in small letters, is a date and there is no such day."""
    if found := _DAY_FIRST.fullmatch(text):
        _check(found[3], _MONTHS[found[2]], int(found[1]))
    elif found := _MONTH_FIRST.fullmatch(text):
        _check(found[3], _MONTHS[found[1]], int(found[2]))
    elif found := _YEAR_FIRST.fullmatch(text):
        _check(found[1], int(found[3]), int(found[4]))
    elif found := _NUMERIC.fullmatch(text):
        first, second = int(found[1]), int(found[3])
        month, day = (second, first) if first > 12 else (first, second)
        _check(found[4], month, day)


def _check(said: str | None, month: int, day: int) -> None:
    if not 1 <= month <= 12:
        raise NoSuchDay(f"there is no month {month}", advice="Name a month from 1 to 12.")
    year = None if said is None else parser.parserinfo().convertyear(int(said)) if len(said) == 2 else int(said)
    if year == 0:
        raise NoSuchDay("there is no year 0", advice="Name a year from 1 to 9999.")
    last = calendar.monthrange(year or 2000, month)[1]
    if 1 <= day <= last:
        return
    of_year, name = f" {year}" if year else "", calendar.month_name[month]
    length = "28 days, or 29 in a leap year" if month == 2 and not year else f"{last} days"
    raise NoSuchDay(
        f"there is no {day} {name}{of_year}: {name}{of_year} has {length}", advice=f"Name a day from 1 to {last}."
    )
