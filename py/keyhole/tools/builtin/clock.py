"""The time of day from free phrases: `time in tokyo`, `utc time now`, `3pm in new york to tokyo`."""

from __future__ import annotations

import calendar
import math
import re
from datetime import datetime, time, timedelta, tzinfo
from typing import Any

from dateutil import parser

from keyhole.tools.builtin.date_words import SPAN, SPANS, TAIL, UNITS, amount_of, bare
from keyhole.tools.builtin.named_days import named_day
from keyhole.tools.builtin.zones import NoSuchPlace, find_zone, places_in, zone_label

_IN_ZONE = re.compile(r"^(.*?)\s*\b(?:in|at|for)\s+(?:the\s+)?(?!.*\bin\s)(.+)$")
_BEFORE_A_PLACE = """
what what's whats which is it it's the a and about so ok okay hey hi please tell show give me can could you do does i
need want to know how late early time times date day week weekday month year hour o'clock clock say says there now
right just currently current local exact present still already today tomorrow yesterday tonight night morning evening
afternoon noon midnight dark light monday tuesday wednesday thursday friday saturday sunday of be would will for with
over my our his her their mum mom mother dad father parents sister brother son daughter wife husband aunt uncle cousin
family friend friends boss team colleague colleagues office back home over there where live lives convert when if
"""
"""What stands before "in" and a place where the time there is asked for."""
_CLOCK_WORDS = frozenset(_BEFORE_A_PLACE.split())
# "a d6 and what's the time in tokyo": the question itself is gone by then (`_ALIKE`), and "and" ends what is left
_ENDS_IN_TIME = re.compile(r"\b(?:time|time is it|date|clock|weekday|and)$")
_ZONES = re.compile(r"(?:(?:in|at)\s+)?(?!in |to )(.*?)\s*(?:\b(?:in|to|into)\s+(.+))?")
_NOT_NOW = re.compile(r"\b(?:was|were|did|fell|falls?|lands?|(?:will|would) (?:it|that) be)\b")
_WHEN_IT_IS = re.compile(r"\b(?:in|at)\s+(.+?)\s+(?:when|if|while)\b")
_PLACES = re.compile(r"\s*(?:,|\b(?:and|or|vs\.?|versus)\b|&)\s*")
_AND_IN = re.compile(r"[\s?,]*(?:\band|,|&|\?)\s+(?:(?:also|what about|how about)\s+)*in\s+")
"""What joins one more place: "in Tokyo? And in London?"."""
_ASKS_CLOCK = re.compile(r"\b(?:time|clock|o'clock)\b")
_NO_PLACE = re.compile(r"\d|\b(?:my|your|our|his|her|their|a|an|this|that|it)\b|(?:\s\S+){4}")
"""What is told of something else than a place: "the time in my game"."""
_MOST_OF_PLACE = 2
"""Words of a place beside others that nobody here knows."""
CLOCK = re.compile(
    r"\b(?:\d{1,2}:\d{2}(?::\d{2})?\s*(?:[ap]\.?m\.?)?|\d{1,2}\s*[ap]\.?m\.?|noon|midnight)(?=\s|$|[,;.?])"
)
"""A time of day as it is written."""
_UNTIL = re.compile(
    r"(?:how (?:long|much time|many (?:hours|minutes))|hours|minutes|time|countdown)\b.{0,30}"
    r"\b(?:until|till|'til|before)\s+"
    rf"(?:(tomorrow) (?:at )?)?({CLOCK.pattern})(?: (tomorrow))?"
)
_BETWEEN = re.compile(
    r"(?:(?:how (?:long|many (?:hours|minutes)|much time)|hours|minutes|time|difference)\b\D{0,30}?)?"
    rf"(?:between |from )?({CLOCK.pattern})\s*(?:to|and|until|till|[-\u2013])\s*({CLOCK.pattern})"
)
_MOVED = re.compile(rf"{SPANS} (after|from|past|before) ({CLOCK.pattern})")
_PLUS = re.compile(rf"(?:({CLOCK.pattern})|{SPANS}) (plus|\+|minus|-) {SPANS}")
_FORM = re.compile(
    rf"(?:(?:convert|write|what(?:'s| is)|whats) )?({CLOCK.pattern}) (?:in|to|as)(?: the)? "
    r"(?:(24|12)[- ]?(?:hours?|hrs?|h)|(military))(?:[- ](?:time|format|clock|notation))?"
)
_OTHER_DAYS = {-1: "the day before", 0: "the same day", 1: "the next day"}
_SECONDS = {"seconds": 1, "minutes": 60, "hours": 3600}


def time_between(text: str) -> dict[str, Any] | None:
    """How long it is from one time of day to the next of another: "how long from 9:15 to 17:40"."""
    asked = _BETWEEN.fullmatch(TAIL.sub("", text))
    if asked is None:
        return None
    start, end = (datetime.combine(datetime.min, _read_time(clock)) for clock in (asked[1], asked[2]))
    seconds = (end - start).seconds  # to the next day's where the second time is the earlier one
    return {"text": f"{asked[1]} to {asked[2]} is {_length(seconds)}", "minutes": seconds // 60}


def clock_form(text: str) -> dict[str, Any] | None:
    """A time of day as a clock with 24 or with 12 hours shows it: "9:30 pm in 24 hour time"."""
    if (asked := _FORM.fullmatch(text)) is None:
        return None
    told = _read_time(asked[1])
    return {
        "text": f"{asked[1]} is {told:%H:%M}"
        if asked[2] != "12"
        else f"{asked[1]} is {told.hour % 12 or 12}:{told:%M} {told:%p}"
    }


def clock_sum(text: str) -> dict[str, Any] | None:
    """A time of day or a length of time, some hours and minutes more or less: "30 minutes after 11:45pm"."""
    asked = bare(text)
    if moved := _MOVED.fullmatch(asked):
        clock, length, sign, spans = moved[3], None, -1 if moved[2] == "before" else 1, moved[1]
    elif added := _PLUS.fullmatch(asked):
        clock, length, spans, sign = added[1], added[2], added[4], -1 if added[3] in ("minus", "-") else 1
    else:
        return None
    step = _in_seconds(spans)
    start = _in_seconds(length) if length else None
    if step is None or (length and start is None):
        return None  # days and more are for the calendar
    if start is not None:
        total = start + sign * step
        return {"text": f"{'-' if total < 0 else ''}{_length(abs(total))}", "minutes": int(total / 60)}
    day = datetime(2000, 1, 2)
    moment = datetime.combine(day, _read_time(clock)) + timedelta(seconds=sign * step)
    days = (moment.date() - day.date()).days
    when = "" if not days else f", {abs(days)} day{'' if abs(days) == 1 else 's'} {'later' if days > 0 else 'earlier'}"
    return {"text": f"{moment:%H:%M}{when}"}


def _in_seconds(spans: str) -> float | None:
    """Hours, minutes and seconds of a text in seconds; None where it speaks of days and more, or of "a few hours"."""
    total = 0.0
    for amount, unit in SPAN.findall(spans):
        if UNITS[unit] not in _SECONDS:
            return None
        total += amount_of(amount) * _SECONDS[UNITS[unit]]
    return total if 0 < total < 1e6 else None


def _length(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    parts = ((minutes // 60, "h"), (minutes % 60, "min"), (rest, "s"))
    return " ".join(f"{number} {unit}" for number, unit in parts if number) or "0 min"


def time_until(text: str, now: datetime) -> dict[str, Any] | None:
    """How long it is until a clock shows a time next: "how long until 5pm". None where the text does not ask for it."""
    asked = _UNTIL.fullmatch(TAIL.sub("", text))
    if asked is None:
        return None
    at = datetime.combine(now.date(), _read_time(asked[2]), now.tzinfo)
    if at <= now or asked[1] or asked[3]:
        at = datetime.combine(now.date() + timedelta(days=1), _read_time(asked[2]), now.tzinfo)
    minutes = math.ceil((at.timestamp() - now.timestamp()) / 60)
    return {"at": _moment(at), "away": f"{minutes // 60} h {minutes % 60} min", "minutes": minutes}


def time_of_day(text: str, now: datetime) -> dict[str, Any] | None:
    """The time of day, here or in a zone, or a time of one zone in another; None where the text asks for none of them.

    `text` is folded to lower case, `now` is a moment with its zone. Raises `ValueError` for a place without a zone.
    """
    first, *more = _AND_IN.split(TAIL.sub("", text))
    asked = " and ".join((first, *more)) if " in " in first else TAIL.sub("", text)
    if said := CLOCK.search(asked):
        named = places_in(asked)
        if len(named) == 2:  # "9am in Chicago, and for me in Lisbon?": the clock's is the nearer one
            (_, here), (_, there) = sorted(named, key=lambda place: abs(place[0] - said.start()))
            return _told_in(said.group(), here, there, now)
        return _in_another_zone(asked[: said.start()], said.group(), asked[said.end() :].strip(" ,"), now)
    place = bare(asked)
    if place in ("", "now", "today", "time", "clock", "today's date and time"):
        return None if _NOT_NOW.search(text) else moment_facts(now)  # "what day was it": of what, it does not say
    if found := _IN_ZONE.match(asked):
        if not _asks_only_time(found[1]) and not _ENDS_IN_TIME.search(found[1]):
            return None  # "weather in london" asks for no time
        place = found[2]
    places = [part for part in _PLACES.split(place) if part]
    if len(places) > 1 and found and any(zones := [find_zone(part) for part in places]):
        unknown = [part for part, zone in zip(places, zones, strict=True) if not zone]
        if any(_NO_PLACE.search(part) or len(part.split()) > _MOST_OF_PLACE for part in unknown):
            return None  # "in tokyo and days until christmas" goes on with something else
        if len(set(zones)) > 1:
            times = zip(places, zones, strict=True)
            return {"times": [f"{part.title()}: {_time_there(zone, now)}" for part, zone in times]}
        place = places[0]  # "paris, france"
    if not found and named_day(place, now.date()):
        return None  # "when was easter" asks for no island's time
    if len(place) >= 2 and not SPAN.search(place) and (zone := find_zone(place)):
        return moment_facts(now.astimezone(zone)) | {"zone": zone_label(zone)}
    if found and _asks_only_time(found[1]) and _ASKS_CLOCK.search(found[1]) and not _NO_PLACE.search(place):
        raise NoSuchPlace(place)
    return None


def _asks_only_time(text: str) -> bool:
    return set(re.findall(r"[a-z']+", text)) <= _CLOCK_WORDS


def _time_there(zone: tzinfo | None, now: datetime) -> str:
    return _moment(now.astimezone(zone)) if zone else "no such place is known here"


def _in_another_zone(before: str, clock: str, after: str, now: datetime) -> dict[str, Any] | None:
    """A time of day in one zone, told in others; the zone left out is that of `now`. None without any zone."""
    found = _ZONES.fullmatch(after)
    here, there = (found[1], found[2]) if found else (after, None)
    if there is None and (wanted := _WHEN_IT_IS.search(before)):
        there = wanted[1]
    source = find_zone(here) if here else now.tzinfo
    places = [there] if there is None or find_zone(there) else [part for part in _PLACES.split(there) if part]
    targets = [find_zone(place) if place else now.tzinfo for place in places]
    if not (here and source) and not (there and any(targets)):
        return None
    unknown = [here] * (source is None) + [
        place for place, zone in zip(places, targets, strict=True) if place and not zone
    ]
    if unknown and _asks_only_time(before):
        raise NoSuchPlace(*unknown)
    if unknown:
        raise ValueError("an unknown place")
    told = [_told_in(clock, source, target, now) for target in targets]
    if len(told) == 1:
        return told[0]
    return {
        "at": told[0]["at"],
        "times": [f"{str(place).title()}: {each['is']}" for place, each in zip(places, told, strict=True)],
    }


def _told_in(clock: str, here: tzinfo | None, there: tzinfo | None, now: datetime) -> dict[str, Any]:
    at = datetime.combine(now.astimezone(here).date(), _read_time(clock), here)
    told = at.astimezone(there)
    days = (told.date() - at.date()).days
    day = _OTHER_DAYS.get(days) or f"{abs(days)} days {'later' if days > 0 else 'earlier'}"
    text = f"{at:%H:%M} ({_zone(at)}) is {told:%H:%M} {day} ({_zone(told)})"
    return {"text": text, "at": _moment(at), "is": _moment(told)}


def _read_time(text: str) -> time:
    if text in ("noon", "midnight"):
        return time(12 if text == "noon" else 0)
    return parser.parse(text).time()


def _moment(moment: datetime) -> str:
    return f"{moment:%H:%M} {calendar.day_name[moment.weekday()]} {moment:%Y-%m-%d} ({_zone(moment)})"


def _zone(moment: datetime) -> str:
    """The zone's abbreviation. A page has none for the visitor's zone but its offset: UTC+0100."""
    offset = re.fullmatch(r"UTC([+-])(\d\d)(\d\d)", f"{moment:%Z}")
    if offset is None:
        return f"{moment:%Z}"
    return "UTC" if offset[2] + offset[3] == "0000" else f"UTC{offset[1]}{offset[2]}:{offset[3]}"


def moment_facts(moment: datetime) -> dict[str, Any]:
    """`time`, `date`, `weekday` and, where it has one, the `zone` of a moment."""
    facts = {
        "time": f"{moment:%H:%M}",
        "date": moment.date().isoformat(),
        "weekday": calendar.day_name[moment.weekday()],
    }
    return facts | ({"zone": _zone(moment)} if moment.tzinfo else {})
