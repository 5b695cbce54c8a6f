"""What a clock or a calendar tells that is no single day: how far zones are apart, working days, leap years, weeks."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Collection
from datetime import date, datetime, timedelta, tzinfo
from typing import Any

from keyhole.tools.builtin.zones import find_zone, places_in, zone_label

_DIFFERENCE = re.compile(
    r"\b(?:time(?: zone)? difference|difference in (?:time|hours)|hours(?: are)?(?: there)?)\s+"
    r"(?:between|from)\s+(.+?)\s+(?:and|to)\s+(.+)$"
)
_AHEAD_IS = re.compile(r"\b(?:hours?|far|much) (ahead|behind) (?:is|are)\s+(.+?)(?:\s+(?:of|from|to)\s+(.+?))?$")
_AHEAD_OF = re.compile(r"\b(?:hours?|far|much) (ahead|behind)(?: of)?\s+(.+?)\s+(?:is|are)\s+(.+?)$")
_COMPARES = re.compile(
    r"\btime(?: zone)? (?:gap|difference)|\b(?:ahead|behind)\b|\bsame time\b|\bhours? apart\b|\bdifference in time\b"
)
_ASKS_ZONE = re.compile(
    r"\b(?:what|which)(?:'s| is)? (?:the )?time ?zone\b|^(?:the )?time ?zone\b|\btime ?zone of\b|\butc offset\b"
)
_HERE = re.compile(r"\b(?:am i|are we|my|our|here)\b")
_IN_TIME = re.compile(r"\s+in (?:time|hours)$")
_DAYS = "|".join(name.casefold() for name in calendar.day_name)
_WORKING = re.compile(
    r"\b(?:working|business|work)[- ]?days?\b|\bweekdays(?= (?:between|until|till|from|since|are|left))"
)
_MONTH = "|".join(name.casefold() for name in calendar.month_name if name)
_COUNTED = re.compile(rf"\b(?:how many|number of) ({_DAYS})s?\b")
_IN_PERIOD = re.compile(
    rf"\b(?:in|of) (?:(?P<month>{_MONTH})(?: (?P<of>\d{{4}}))?"
    r"|(?:the year )?(?P<year>\d{4})|(?P<this>this) (?P<unit>month|year))$"
)
_LEAP = re.compile(r"\b(\d{4})\b.*\bleap year\b|\bleap year\b.*\b(\d{4})\b")
_NEXT_LEAP = re.compile(r"\bnext leap year\b")
_LENGTH_OF_YEAR = re.compile(
    r"(?:how many|number of) days (?:are |does |are there )?(?:in )?"
    r"(?:(a leap year)|(?:the year )?(\d{4}))(?: have| has)?"
)
_PART_OF_NOW = re.compile(
    r"(?:(?:what|which)(?:'s| is)? ?(?:the )?(?:current |this )?|(?:the )?current )(month|year|quarter)"
    r"(?: (?:is it|is this|are we in|it is))?(?: now| right now| today| currently)?"
)
_IS_DAY = re.compile(
    rf"(?:is|was) (?:it )?(?:(today|tomorrow|yesterday) )?(?:a )?({_DAYS})"
    r"(?: (today|tomorrow|yesterday|now|already|yet))?"
)
_OF_THE_YEAR = re.compile(
    r"(?<!first )(?<!last )\b(?:day|week)(?: number)? of the year\b"
    r"|^(?:which|what) week(?: number)? (?:is it|are we in)\b"
)
_LENGTH = re.compile(rf"\bdays\b.*?\b({_MONTH})(?: (?:in |of )?(\d{{4}}))?(?: have| has)?$")

_LENGTH_NEAR = re.compile(
    r"(?:(?:how many|number of) )?days (?:(?:are|does|do|is) )?(?:there )?(?:in )?(this|next|last) month(?: have| has)?"
)

Difference = Callable[[str], tuple[date, date] | None]
"""The two days that a phrase such as "days until friday" is about."""


def calendar_fact(text: str, now: datetime, difference: Difference) -> dict[str, Any] | None:
    """What the phrase asks, in small letters and digits; None where it asks for something else."""
    return (
        _zones_apart(text, now)
        or _zone_of(text, now)
        or _working_days(text, now.date(), difference)
        or _weekdays_counted(text, now.date(), difference)
        or _is_day(text, now.date())
        or _part_of_now(text, now.date())
        or _leap_year(text, now.date())
        or _of_the_year(text, now.date())
        or _length_of_month(text, now.date())
    )


def _zones_apart(text: str, now: datetime) -> dict[str, Any] | None:
    text = _IN_TIME.sub("", text)
    direction, second = "ahead", None
    if found := _DIFFERENCE.search(text):
        first, second = found[1], found[2]
    elif found := _AHEAD_OF.search(text):
        direction, second, first = found[1], found[2], found[3]
    elif found := _AHEAD_IS.search(text):
        direction, first, second = found[1], found[2], found[3]
    else:
        return _two_zones(text, now)
    here, there = find_zone(first), find_zone(second) if second else now.tzinfo
    if here is None or there is None:
        return _two_zones(text, now)
    return _apart(here, there, now, direction, beside="" if second else "here")


def _two_zones(text: str, now: datetime) -> dict[str, Any] | None:
    """How far apart the two places are that a comparison names somewhere: "CET or PST, who's ahead"."""
    places = places_in(text) if _COMPARES.search(text) else []
    return _apart(places[0][1], places[1][1], now) if len(places) == 2 else None


def _apart(here: tzinfo, there: tzinfo, now: datetime, direction: str = "ahead", beside: str = "") -> dict[str, Any]:
    one, other = now.astimezone(here).utcoffset(), now.astimezone(there).utcoffset()
    assert one is not None
    assert other is not None
    hours = (one - other) / timedelta(hours=1)
    name, beside = zone_label(here), beside or zone_label(there)
    shown = f"{abs(hours):g} hour{'' if abs(hours) == 1 else 's'}"
    side = "at the same time as" if not hours else f"{shown} {'ahead of' if hours > 0 else 'behind'}"
    asked = hours if direction == "ahead" else -hours
    return {"hours": int(asked) if asked == int(asked) else asked, "text": f"{name} is {side} {beside}"}


def _zone_of(text: str, now: datetime) -> dict[str, Any] | None:
    """The zone of the one place that is asked about, or of here, and how far it is from UTC now."""
    if not _ASKS_ZONE.search(text):
        return None
    places = places_in(text.replace("utc offset", ""))
    if len(places) != 1 and (places or not _HERE.search(text)):
        return None
    there = now.astimezone(places[0][1]) if places else now
    offset = f"{there:%z}"
    zone = zone_label(places[0][1]) if places else f"{there:%Z}"
    return {"zone": zone, "offset": f"UTC{offset[:3]}:{offset[3:5]}", "time": f"{there:%H:%M}"}


def _working_days(text: str, today: date, difference: Difference) -> dict[str, Any] | None:
    if not _WORKING.search(text) or (span := _span(text, _WORKING, today, difference)) is None:
        return None
    worked = _count_of(range(5), *span[:2])
    counted = "Monday to Friday; public holidays are not left out"
    return {"working_days": worked, **span[2], "counted": counted}


def _weekdays_counted(text: str, today: date, difference: Difference) -> dict[str, Any] | None:
    if (found := _COUNTED.search(text)) is None or (span := _span(text, _COUNTED, today, difference)) is None:
        return None
    weekday = [name.casefold() for name in calendar.day_name].index(found[1])
    return {f"{found[1]}s": _count_of((weekday,), *span[:2]), **span[2]}


def _span(
    text: str, counted: re.Pattern[str], today: date, difference: Difference
) -> tuple[date, date, dict[str, str]] | None:
    """The day before the first and the last day of the time in which some days are counted, and how to tell it."""
    if found := _IN_PERIOD.search(text):
        if month := found["month"]:
            start = date(int(found["of"] or today.year), [n.casefold() for n in calendar.month_name].index(month), 1)
            whole = "month"
        else:
            whole = found["unit"] or "year"
            start = date(int(found["year"] or today.year), today.month if whole == "month" else 1, 1)
        end = date(start.year, start.month if whole == "month" else 12, 31 if whole == "year" else _length(start))
        return start - timedelta(days=1), end, {"from": start.isoformat(), "to": end.isoformat()}
    if (days := difference(counted.sub("days", text))) is None:
        return None
    first, last = sorted(days)
    return first, last, {"after": first.isoformat(), "to": last.isoformat()}


def _length(day: date) -> int:
    return calendar.monthrange(day.year, day.month)[1]


def _count_of(weekdays: Collection[int], first: date, last: date) -> int:
    """How many days after the first, and not after the last, are one of some weekdays."""
    weeks, rest = divmod((last - first).days, 7)
    return weeks * len(weekdays) + sum((first + timedelta(days=n)).weekday() in weekdays for n in range(1, rest + 1))


def _is_day(text: str, today: date) -> dict[str, Any] | None:
    """Whether a day near now is the weekday that the phrase names."""
    if (found := _IS_DAY.fullmatch(text)) is None:
        return None
    said = found[1] or found[3] or "today"
    day = today + timedelta(days={"tomorrow": 1, "yesterday": -1}.get(said, 0))
    weekday = calendar.day_name[day.weekday()]
    return {"answer": "Yes" if weekday.casefold() == found[2] else "No", "date": day.isoformat(), "weekday": weekday}


def _part_of_now(text: str, today: date) -> dict[str, Any] | None:
    if (found := _PART_OF_NOW.fullmatch(text)) is None:
        return None
    named = {"month": calendar.month_name[today.month], "quarter": (today.month + 2) // 3, "year": today.year}
    return {found[1]: named[found[1]], "date": today.isoformat()}


def _leap_year(text: str, today: date) -> dict[str, Any] | None:
    if found := _LENGTH_OF_YEAR.fullmatch(text):
        days = 366 if found[1] or calendar.isleap(int(found[2])) else 365
        return {"year": found[2] or "a leap year", "days": days}
    if _NEXT_LEAP.search(text):
        return {"next_leap_year": next(year for year in range(today.year + 1, today.year + 9) if calendar.isleap(year))}
    if found := _LEAP.search(text):
        year = int(found[1] or found[2])
        return {"year": year, "leap_year": calendar.isleap(year), "days": 365 + calendar.isleap(year)}
    return None


def _of_the_year(text: str, today: date) -> dict[str, Any] | None:
    if not _OF_THE_YEAR.search(text):
        return None
    return {"date": today.isoformat(), "day_of_the_year": today.timetuple().tm_yday, "week": today.isocalendar().week}


def _length_of_month(text: str, today: date) -> dict[str, Any] | None:
    if near := _LENGTH_NEAR.fullmatch(text):
        month = (today.year * 12 + today.month - 1) + {"this": 0, "next": 1, "last": -1}[near[1]]
        first = date(month // 12, month % 12 + 1, 1)
        return {"month": f"{first:%B} {first.year}", "days": _length(first)}
    found = _LENGTH.search(text)
    if found is None or not re.match(
        r"(?:how many|number of)?\s*days\b(?: are| were)?(?: there)?(?: in| does| did| has| had| have)", text
    ):
        return None
    year = int(found[2] or today.year)
    month = [name.casefold() for name in calendar.month_name].index(found[1])
    return {"month": f"{calendar.month_name[month]} {year}", "days": calendar.monthrange(year, month)[1]}
