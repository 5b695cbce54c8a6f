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
_HALF_TOLD = re.sub(r"\?P<\w+>", "?:", _HALF)
_PAST = re.compile(
    r"\b(?P<minutes>half|(?:a )?quarter|(?:five|ten|twenty(?:[- ]five)?)(?: minutes)?|"
    rf"\d{{1,2}}(?: minutes|(?= past))|(?:20|25|(?<=\bat )(?:5|10))(?= to \w{{1,9}}{_HALF_TOLD})) "
    r"(?:(?P<way>past|to|after|before) |(?<=\bat half )|(?<=\bby half )|(?<=\bafter half )|(?<=\b(?:un)til half )|"
    rf"(?<=\btill half )|(?<=[\dm] and half )|(?<=\bto half )|(?<=^half )|(?<=\bhalf )(?=\w{{1,9}}{_HALF_TOLD}))"
    rf"(?P<hour>\w+){_HALF}?"
)
"""The hour of "half nine" stands alone only where something says that it is one."""
_HOURS = re.compile(
    r"(?P<front>\b(?:at|by|from|between|and|to|until|till?|before|after|around|opens|closes) |(?<=[\dh])[-–]|^)"
    r"(?P<hour>[01]?\d|2[0-3])h(?P<minute>[0-5]\d)?(?:(?<!^\dh)(?<!^\d\dh)\b|$)"
)
"""The hours of "18h" and "20h30", which are a length of time elsewhere."""
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

_NOON = 12
_TIME_SAID = re.sub(r"\?P<\w+>", "?:", _TIME.pattern)
_SPAN = re.compile(
    rf"(?P<front>\b(?:from|between|open|opens|hours:?) )?(?P<first>{_TIME_SAID})(?: ?\(?(?:utc|gmt|local time)\)?)?"
    rf"(?: ?(?:to|until|till?|through|thru|and|-|–|→|->) ?(?:about |around |at )?)(?P<last>{_TIME_SAID})(?![\d.:]*\d)"
)
_HOUR_ENDS = re.compile(
    r"\s*(?:[,.;)?!]\s|[,.;)?!]?$|\(|\n| (?:[-–]|on|at|in|for|with|every|each|and|but|please|pls|today|tomorrow|utc|"
    r"the same|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?)\b)"
)
"""What may stand behind an hour that has nothing else with it, which is not "4 people"."""
_NAMED = {"noon": "12", "midday": "12", "midnight": "24"}

Time = tuple[int, int]


def times_in(text: str) -> list[Time]:
    """(hour, minute) of the times of day that a request says, in its order: "10 pm", "quarter past nine", "noon"."""
    return [time for match in _TIME.finditer(_in_figures(text)) if (time := _read(match))]


def span_of_times(text: str) -> tuple[Time, Time] | None:
    """The first and the last time of day of the one span of time that a text says: "noon to quarter to five", "2pm to
    half past four", "between noon and 1". An end without its half of the day is behind the beginning where it can be.
    None where there is no such span, or several."""
    plain = _in_figures(text)
    found = [span for match in _SPAN.finditer(plain) if (span := _read_span(match))]
    return found[0] if len(found) == 1 else None


def _read_span(match: re.Match[str]) -> tuple[Time, Time] | None:
    """The two times of day of a match of `_SPAN`."""
    one, other = (_TIME.fullmatch(match[side]) for side in ("first", "last"))
    first, last = (each and (_read(each) or _bare(each)) for each in (one, other))
    if one is None or other is None or first is None or last is None:
        return None
    alone = [match[side].isdigit() for side in ("first", "last")]
    told = [bool(each["half"] or each["part"] or each["night"]) for each in (one, other)]
    if alone[0] and not told[1] and (not match["front"] or (alone[1] and first <= last)):
        return None  # "from 9 to 5" is one, "page 3 to 5" and "from 2 to 4" may be none
    if alone[1] and not _HOUR_ENDS.match(match.string, match.end()):
        return None
    if not (told[1] or _settled(match["last"])) and last <= first < (last[0] + 12, last[1]):
        last = last[0] + 12, last[1]
    if told[1] and last[0] >= _NOON and not (told[0] or _settled(match["first"])):
        later = first[0] % 12 + 12, first[1]
        first = later if later < last else first
    return first, last


def _bare(match: re.Match[str]) -> Time | None:
    """An hour that stands alone."""
    return (int(match["hour"]), 0) if match["hour"] and 0 < int(match["hour"]) <= _NOON else None


def _settled(said: str) -> bool:
    """Whether a time of day says without more of which half of the day it is: "09:30", "17:00", "noon"."""
    return not said[:1].isdigit() or said[0] == "0" or int(said.split(":")[0].split()[0]) > _NOON


def _in_figures(text: str) -> str:
    """A text, in small letters, with its times of day in figures."""
    plain = to_digits(_PAST.sub(_past, text.lower().replace("’", "'")))
    plain = _POINT.sub(r"\1:\2", _SPACED.sub(r"\1:\2", _RANGE.sub(_both, plain)))
    return _HOURS.sub(lambda said: f"{said['front']}{said['hour']}:{said['minute'] or '00'}", plain)


def _past(match: re.Match[str]) -> str:
    """ "quarter past nine in the evening" as "21:15", "half nine" as "9:30"; unchanged where it is no time."""
    hour, said = _NAMED.get(match["hour"]) or to_digits(match["hour"]), match["minutes"]
    half = match["half"] or match["part"] or match["night"]
    if not hour.isdigit() or not 0 < int(hour) <= (12 if half else 24) or _are_hours(match):
        return match.group()
    minutes = 30 if said == "half" else 15 if said.endswith("quarter") else int(re.sub(r"\D", "", to_digits(said)))
    at = int(hour) * 60 + (-minutes if match["way"] in ("to", "before") else minutes)
    if match["hour"] in _NAMED:
        return f"{at // 60 % 24}:{at % 60:02d}"
    return f"{_of_day(at // 60 or 12, half):0{2 if half else 1}d}:{at % 60:02d}"


def whole_time(text: str, start: int, end: int) -> tuple[int, int]:
    """A span as far as the spoken time of day reaches that it is a part of: the "eight" of "half past eight", the 3 of
    "3 pm"."""
    if text[end - 1 : end].isdigit() and (half := _HALF_OF_DAY.match(text, end)):
        end = half.end()
    lower = text.replace("\u0130", "I").lower()  # the one letter that becomes two, and shifts all places behind it
    for match in _PAST.finditer(lower):
        if match.start() < end and start < match.end() and _past(match) != match.group():
            return min(start, match.start()), max(end, match.end())
    return start, end


def _are_hours(match: re.Match[str]) -> bool:
    """Whether what looks like one time of day is two: "from five to nine" is no time."""
    front = match.string[max(0, match.start() - 5) : match.start()]
    return match["way"] == "to" and match["minutes"] in _ALSO_HOURS and front == "from "


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
    """ "2 to 5 in the afternoon" as "14:00 to 17:00"."""
    half = match["half"] or match["part"] or match["night"]
    first, last = int(match[1]), int(match[2])
    over_night = first > last and _of_day(_NOON, half) == 0  # "10 to 6 in the morning", not "9 to 5 pm"
    begins = first % _NOON + _NOON * (first < _NOON) if over_night else first
    return f"{_of_day(first, half) if first < last else begins:02d}:00 to {_of_day(last, half):02d}:00"


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
