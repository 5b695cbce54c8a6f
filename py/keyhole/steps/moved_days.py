"""Days and times that a message says by those of the call before: "the 25th", "the day after", "8 rather"."""

from __future__ import annotations

import re
from datetime import date, timedelta

from keyhole.clock import now
from keyhole.errors import ToolError
from keyhole.models.embedded.times.clock import HOUR_ALONE, MONTHS, times_in
from keyhole.models.embedded.times.days_said import FULL_DATE, SPOKEN_DAY
from keyhole.tools.builtin.days import day_of
from keyhole.tools.builtin.named_days import WEEKDAYS
from keyhole.tools.builtin.number_words import MONTH_NAME

_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)(T\d\d:\d\d.*)?")
_MONTH_OF_YEAR = re.compile(r"(\d{4})-(\d\d)")
_CLOCK, _HOUR = re.compile(r"(\d\d):\d\d"), re.compile(r"(?:at )?([01]?\d|2[0-3])(?::(\d\d))?", re.IGNORECASE)
_FEW = 4
"""Words of a message that is but a day."""
_NTH = re.compile(r"\b(?:the )?(\d{1,2})(?:st|nd|rd|th)\b(?! (?:of|floor|street))", re.IGNORECASE)
_NUMBERS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
_BY_DAYS = re.compile(
    r"\b(?:the )?(?:(?P<next>next|following) (?:day|night)|(?:day|night) (?P<after>after)|"
    r"(?P<before>previous (?:day|night)|(?:day|night) before)|"
    rf"(?P<number>\d{{1,3}}|{'|'.join(_NUMBERS)}) (?P<unit>day|night|week)s? (?P<way>later|after|earlier|before)|"
    r"week (?P<week>after|later|before|earlier))\b"
    r"(?! tomorrow| yesterday)",
    re.IGNORECASE,
)
_MONTH = re.compile(rf"\b{MONTH_NAME}\b", re.IGNORECASE)
_YEAR = re.compile(r"\d{4}|\byear", re.IGNORECASE)
_WEEKDAY = re.compile(
    rf"\b(?:(?P<told>this|next|last|coming) )?(?P<day>{'|'.join(WEEKDAYS)})s?\b(?: (?P<way>after|before)\b)?",
    re.IGNORECASE,
)
_NEAR, _FAR_APART = timedelta(days=14), timedelta(days=240)
"""What is this near to today goes by that; days of one year that are this far apart are rather of two."""
_DAY = re.compile(
    rf"{SPOKEN_DAY.pattern}|{FULL_DATE.pattern}|\b(?:{'|'.join(WEEKDAYS)}|{MONTH_NAME}|weekend)\b", re.IGNORECASE
)


def moved(old: str, text: str, new: str | None) -> str | None:
    """A day or a moment, in the form of `old`, that a message means beside it; `new` is how the message alone was
    read. None where it means none."""
    if (clock := _CLOCK.fullmatch(old)) and (hour := _HOUR.fullmatch(text.strip())):
        late = int(clock[1]) >= 12 and int(hour[1]) < 12
        return f"{int(hour[1]) + 12 * late:02}:{hour[2] or '00'}"
    if month := _MONTH_OF_YEAR.fullmatch(old):
        named = _MONTH.search(text)
        return f"{month[1]}-{MONTHS[named[0][:3].lower()]:02}" if named and not re.search(r"\d{4}", text) else None
    if (found := _ISO.fullmatch(old)) is None:
        return None
    day, moment = date(int(found[1]), int(found[2]), int(found[3])), found[4] or ""
    try:
        if year := re.fullmatch(r"(?:in )?((?:19|20)\d\d)", text.strip(" ,.!?"), re.IGNORECASE):
            return f"{day.replace(year=int(year[1]))}{moment}"
        if by := _BY_DAYS.search(text):
            return f"{_by_days(day, by)}{moment}"
        if (nth := _NTH.findall(text)) and not _MONTH.search(text):
            own = [each for each in nth if new is not None and new[8:10] == f"{int(each):02}"]  # of two the one read
            return f"{day.replace(day=int((own or nth)[0]))}{moment}"
    except (ValueError, OverflowError):
        return None  # there is no such day
    if (beside := _weekday_beside(day, text, new)) and not (new and "T" in new):
        return f"{beside}{moment}"
    told, new = new, _of_that_year(day, text, new)
    if not moment:
        return new if new != told else None
    if new is None and len(text.split()) <= _FEW:
        try:
            new = f"{day_of(text.strip(' ,.!?').lower().removeprefix('on '), now())}"
        except (ValueError, OverflowError, ToolError):
            return None
    if new is None or (other := _ISO.fullmatch(new)) is None:
        return None
    if other[4] and not _DAY.search(text):
        return f"{day}{other[4]}"
    return f"{new[:10]}{moment}" if not other[4] or not (times_in(text) or HOUR_ALONE.search(text)) else None


def _of_that_year(day: date, text: str, new: str | None) -> str | None:
    """A day that a text says without its year, in the year of the day before it, or in the next one to that where they
    would be far apart: "january 3" after the 28th of December."""
    read = _ISO.fullmatch(new) if isinstance(new, str) else None
    if read is None or not _MONTH.search(text) or _YEAR.search(text):
        return new
    try:
        found = date(day.year, int(read[2]), int(read[3]))
        if abs(found - day) > _FAR_APART:
            found = found.replace(year=day.year + (1 if found < day else -1))
    except ValueError:
        return new
    return f"{found}{read[4] or ''}"


def _weekday_beside(day: date, text: str, new: str | None) -> date | None:
    """The first such day of the week behind the day that was told, or before it where a text says so: "the saturday
    after"; None where it rather goes by today."""
    named = _WEEKDAY.search(text)
    if named is None or named["told"] or (named["way"] is None and (new is None or abs(day - now().date()) <= _NEAR)):
        return None
    place = WEEKDAYS[named["day"].casefold()]
    if (named["way"] or "").lower() == "before":
        return day - timedelta(days=(day.weekday() - place - 1) % 7 + 1)
    return day + timedelta(days=(place - day.weekday() - 1) % 7 + 1)


def is_day(value: object) -> bool:
    """Whether a value is a day or a moment, as ISO 8601 writes them."""
    return isinstance(value, str) and _ISO.fullmatch(value) is not None


def is_day_of(value: str, said: str) -> bool:
    """Whether a day is meant by its number alone: "the 18th" of 2023-01-18."""
    found, nth = _ISO.match(value), re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th)?", said, re.IGNORECASE)
    return found is not None and nth is not None and int(found[3]) == int(nth[1])


def _by_days(day: date, by: re.Match[str]) -> date:
    if by["number"]:
        number = _NUMBERS.get(by["number"].lower()) or int(by["number"])
        days = number * (7 if by["unit"].lower() == "week" else 1)
        return day + timedelta(days=days if by["way"].lower() in ("later", "after") else -days)
    if by["week"]:
        return day + timedelta(weeks=1 if by["week"].lower() in ("after", "later") else -1)
    return day + timedelta(days=-1 if by["before"] else 1)
