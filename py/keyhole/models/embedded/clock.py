# ruff: noqa: RUF001  (typographic marks are what people type)
"""Times of day in a request, and the hours and minutes that a tool wants of them as numbers of their own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words
from keyhole.tools.builtin.number_words import to_digits

MONTHS = {name: n for n, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)}  # noqa: SIM905
_HALF = (
    r"(?:\s*(?P<half>[ap])\.?\s?m\b\.?|\s+(?:in the|this|each|every) (?P<part>morning|afternoon|evening)|"
    r"\s+(?P<night>at night|tonight|(?:each|every) night))"
)
_PAST = re.compile(
    r"\b(?P<minutes>half|(?:a )?quarter|(?:five|ten|twenty(?:[- ]five)?)(?: minutes)?|\d{1,2}(?: minutes|(?= past))) "
    r"(?:(?P<way>past|to|after|before) |(?<=\bat half )|(?<=\bby half )|(?<=\bafter half )|(?<=\buntil half )|"
    r"(?<=^half ))"
    rf"(?P<hour>\w+){_HALF}?"
)
_RANGE = re.compile(rf"(?<![\d:.])(\d{{1,2}}) ?(?:to|until|till|-|–|and) ?(\d{{1,2}}){_HALF}")
_SPACED = re.compile(rf"(?<![\d:.-])(\d{{1,2}}) (\d\d)(?={_HALF})")  # "6 15 pm", as "six fifteen" comes out
_POINT = re.compile(r"(?<![\d.:])(\d{1,2})\.([0-5]\d)(?=\s*[ap]\.?\s?m\b)")
_TIME = re.compile(
    rf"(?<![\d:.])(?P<hour>\d{{1,2}})(?::(?P<minute>\d\d)(?::\d\d)?(?![\d:]))?(?P<sharp> o'?clock\b)?{_HALF}?|"
    r"\b(?P<named>noon|midday|midnight)\b"
)
_HALF_OF_DAY = re.compile(r"\s?[ap]\.?m\b\.?", re.IGNORECASE)
HOUR_ALONE = re.compile(r"\bat ([01]?\d|2[0-3])(?![\d:.]\d|\w)", re.IGNORECASE)
"""An hour without more, which may be of either half of the day: "every night at 3"."""
_LENGTH = re.compile(r"\b(?:duration|how (?:many|long)|length|number of|before|ahead|advance)\b", re.IGNORECASE)

_NAMED = {"noon": "12", "midday": "12", "midnight": "24"}

Time = tuple[int, int]


def times_in(text: str) -> list[Time]:
    """(hour, minute) of the times of day that a request says, in its order: "10 pm", "quarter past nine", "noon"."""
    plain = to_digits(_PAST.sub(_past, text.lower().replace("’", "'")))
    plain = _POINT.sub(r"\1:\2", _SPACED.sub(r"\1:\2", _RANGE.sub(_both, plain)))
    return [time for match in _TIME.finditer(plain) if (time := _read(match))]


def _past(match: re.Match[str]) -> str:
    """ "quarter past nine in the evening" as "21:15", "half nine" as "9:30"; unchanged where it is no time."""
    hour, said = _NAMED.get(match["hour"]) or to_digits(match["hour"]), match["minutes"]
    half = match["half"] or match["part"] or match["night"]
    if not hour.isdigit() or not 0 < int(hour) <= (12 if half else 24):
        return match.group()
    minutes = 30 if said == "half" else 15 if said.endswith("quarter") else int(re.sub(r"\D", "", to_digits(said)))
    at = int(hour) * 60 + (-minutes if match["way"] in ("to", "before") else minutes)
    if match["hour"] in _NAMED:
        return f"{at // 60 % 24}:{at % 60:02d}"
    return f"{_of_day(at // 60 or 12, half)}:{at % 60:02d}"


def whole_time(text: str, start: int, end: int) -> tuple[int, int]:
    """A span as far as the spoken time of day reaches that it is a part of: the "eight" of "half past eight", the 3 of
    "3 pm"."""
    if text[end - 1 : end].isdigit() and (half := _HALF_OF_DAY.match(text, end)):
        end = half.end()
    lower = text.replace("\u0130", "I").lower()  # the one letter that becomes two, and shifts all places behind it
    for match in _PAST.finditer(lower):
        # "from five to nine" is no time
        ranges = match["way"] == "to" and match["minutes"] in _ALSO_HOURS and lower.endswith("from ", 0, match.start())
        if not ranges and match.start() < end and start < match.end() and _past(match) != match.group():
            return min(start, match.start()), max(end, match.end())
    return start, end


_ALSO_HOURS = frozenset(("five", "ten"))
"""Minutes that may be hours of a span of time."""


def time_behind(text: str, end: int) -> int:
    """Where the time of day ends that stands behind a date: " at 8", ", 9:30", " 2 pm"; `end` where none does."""
    joined = _JOINED.match(text, end)
    time = _TIME.match(text.replace("\u0130", "I").lower(), joined.end()) if joined else None
    if joined is None or time is None:
        return end
    hour = joined[0].endswith("at ") and _HOUR.match(text, joined.end())
    return time.end() if hour or _read(time) else end


_JOINED = re.compile(r",?(?: at)? ")
_HOUR = re.compile(r"(?:1?\d|2[0-3])\b(?![.:]?\d| [A-Z])")
"""The 8 of "at 8", not the 12 of "at 12 Rue Cler"."""


def _both(match: re.Match[str]) -> str:
    """ "2 to 5 in the afternoon" as "14:00 17:00"."""
    half = match["half"] or match["part"] or match["night"]
    first, last = int(match[1]), int(match[2])
    return f"{_of_day(first, half) if first < last else first}:00 {_of_day(last, half)}:00"  # "from 9 to 5 pm"


def _read(match: re.Match[str]) -> Time | None:
    """The time that a match of `_TIME` says; None for a number that nothing makes a time, "5 people"."""
    if named := match["named"]:
        return (0 if named == "midnight" else 12, 0)
    half = match["half"] or match["part"] or match["night"]
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    if not (match["minute"] or match["sharp"] or half) or (half and not 1 <= hour <= 12):
        return None
    hour = _of_day(hour, half)
    return (hour, minute) if hour < 24 and minute < 60 else None


def _of_day(hour: int, half: str | None) -> int:
    """An hour of twelve as one of twenty-four; `half`: a, p, morning, afternoon, evening, at night, tonight."""
    if not half or not 1 <= hour <= 12:
        return hour
    early = half in ("a", "morning") or ("night" in half and hour % 12 < 4)
    return hour % 12 + (0 if early else 12)


def clock_values(parameters: Sequence[Parameter], query: str) -> dict[tuple[str, ...], int]:
    """The values, by path, of parameters that want the hour or the minute of a time of day that the request says, or
    the number of a month.

    The first time is that of the first such pair of parameters (`start_hour`, `start_minute`), and so on.
    """
    months: list[Parameter] = []
    wanted: dict[tuple[str, ...], list[tuple[Parameter, Literal[0, 1]]]] = {}
    for parameter in parameters:
        words = name_words(parameter.path[-1])
        if parameter.type != "int" or parameter.many or not words or _LENGTH.search(parameter.description):
            continue
        if words[-1] == "month":
            months.append(parameter)
        if words[-1] in ("hour", "minute"):
            prefix = (*parameter.path[:-1], *words[:-1])
            wanted.setdefault(prefix, []).append((parameter, 0 if words[-1] == "hour" else 1))
    named = [MONTHS[found[0][:3].lower()] for found in _MONTH.finditer(query)] if months else []
    pairs = zip(wanted.values(), times_in(query) if wanted else (), strict=False)
    return {parameter.path: month for parameter, month in zip(months, named, strict=False)} | {
        parameter.path: time[part] for group, time in pairs for parameter, part in group
    }


_MONTH = re.compile(
    r"\b(?:(?i:january|february|april|june|july|august|september|october|november|december|"
    r"jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec)|March|Mar|May)\b"
)
