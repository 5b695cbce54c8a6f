# ruff: noqa: RUF001  (typographic quotes are what people type)
"""Values in the form that a parameter's description wants them in: dates, times, cities with their region, codes."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from datetime import date, timedelta
from typing import Any

from keyhole.models.embedded.codes.colours import colour_code
from keyhole.models.embedded.codes.known_codes import as_code, with_code
from keyhole.models.embedded.codes.places import asks_for_region, full_name, with_region
from keyhole.models.embedded.codes.standards import by_standard
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words
from keyhole.models.embedded.times.clock import times_in
from keyhole.models.embedded.times.days_said import (
    CLOCK_TIME,
    MONTH,
    day_spoken_of,
    day_told,
    moment_from_now,
    only_date,
    read_date,
    read_month,
    says_day_first,
)
from keyhole.tools.builtin.number_words import NUMBER_WORD, ordinal_days, to_digits

_STATE = re.compile(r",\s*([A-Z]{2})\b")
_CITY = re.compile(
    r"^(?:\w+ )?(?:city|town)\b(?!.*\b(?:state|country|address)\b)|\bname of the (?:city|town)\b(?! (?:and|or))", re.I
)
_CLOCK = re.compile(r"24[- ]hour|(?<!DD )(?<![\w:T-])['\"(]?HH:MM['\")]?(?![\w:]| ?[AaPp])", re.IGNORECASE)
_TWELVE_HOURS = re.compile(r"(?<![-\w:])\d{1,2}:\d\d( ?)[AP]M\b")
"""An example of a time of day with its half."""
_BARE_DIGITS = re.compile(r"\bE\.164\b|(?P<all>\bdigits only\b)|\b(?:no|without) (?:spaces|blanks)\b", re.IGNORECASE)
_SPACED_DIGITS = re.compile(r"\+?[\d ()/.-]+")
_RIGHT_BEHIND = re.compile(
    rf"\s*,?\s*(?:at |from |@ ?|starting (?:at|from) )?(?:12(?::00)? )?{CLOCK_TIME.pattern}", re.IGNORECASE
)
_AT_HOUR = re.compile(r",? (?:at|@) (1?\d|2[0-3])\b(?![.:]?\d|%| [A-Z])")
_DATE_FORM = re.compile(r"(yyyy|dd|mm)([-/.]?)(mm|dd)\2(yyyy|dd)")
_CLOCK_BEHIND = re.compile(r"(['\" ]*t['\" ]*| )hh:mm(:ss)?(z)?")
_PERCENT_SIGNS = (("%h:%m:%s", "hh:mm:ss"), ("%h:%m", "hh:mm"), ("%y", "yyyy"), ("%m", "mm"), ("%d", "dd"))
"""How programmers write a form, in small letters."""
_PARTS = {"yyyy": "{y:04d}", "mm": "{m:02d}", "dd": "{d:02d}"}
_DAY = "{y:04d}-{m:02d}-{d:02d}"
_MONTH_FORM = re.compile(r"\byyyy-mm\b(?!-)", re.IGNORECASE)
_STAMP = re.compile(r"(?<=\d)T(?=\d\d:)")
"""What parts the day and the time of an ISO stamp."""
_EXAMPLE_STAMP = re.compile(r"\d{4}-\d\d-\d\dt\d\d:\d\d(:\d\d)?(z)?")
_ISO_DAY = re.compile(
    r"\biso(?:[- ]?8601)?[- ](?:calendar )?date\b(?![- ]?time)|\bdate(?: in|,)? iso(?:[- ]8601)?\b(?!.*time)"
)

_IN_UTC = re.compile(r"\butc\b|(?:\d\d:\d\d|:ss)z\b")
_ISO = re.compile(r"\biso[- ]?8601\b")
_ISO_MOMENT = re.compile(r"\bdate ?-?time\b|\btimestamp\b|\btime\b(?!.*\b(?:duration|length|span|interval)\b)")
_DATE_ALONE = re.compile(r"^(?!.*\b(?:time|hour|timestamp)).*\b(?:date|day)\b", re.DOTALL)

_SAID_TWICE = re.compile(
    rf"^(?:today|tonight|tomorrow|yesterday)\W+(?=.*(?:\b{MONTH}\b|\d[-/.]\d))", re.IGNORECASE | re.DOTALL
)
"""What the date behind it says too: "today April 25th"."""


def in_form(parameter: Parameter, text: str, rest: str, whole: str = "") -> str:
    """A text of the request as the parameter wants it, unchanged where it says nothing.

    `rest` is what follows it, `whole` the request: a day and its time of day need not stand side by side.
    """
    if _MONTH_FORM.search(parameter.description):
        return read_month(text) or text
    wanted = date_form(parameter)
    if wanted is not None:
        stamped = "{clock}" in wanted
        said, text = text, _SAID_TWICE.sub("", ordinal_days(_STAMP.sub(" ", text)))
        day_first = wanted.startswith("{d") or says_day_first(text, rest)
        day = read_date(text, day_first=day_first) or day_told(text, rest, whole)
        hour = _end_of_span(parameter, text, rest) if stamped and _HOUR_ALONE.fullmatch(text) else None
        if day is None and stamped and (hour or times_in(text)):
            day = day_spoken_of(whole) or only_date(whole)
        if day is None and stamped and (moment := moment_from_now(f"in {text.removeprefix('in ')}")):
            return wanted.format(y=moment[0].year, m=moment[0].month, d=moment[0].day, clock=moment[1])
        if day is None and not stamped:
            day = _end_of_month(parameter, text)
        if day is None:
            return said
        clock = hour or read_time_of(text, rest) or _time_across(text, rest) or read_time(text)
        if stamped and not clock:
            clock = read_time(whole) or (f"{int(at[1]):02d}:00" if (at := _AT_HOUR.match(rest)) else None)
        clock = clock or "00:00"
        return wanted.format(y=day.year, m=day.month, d=day.day, clock=clock)
    if (written := by_standard(parameter.description, text)) is not None:
        return written
    if (clock := clock_form(parameter)) is not None:
        if _HOUR_ALONE.fullmatch(hour := to_digits(text.lower())):  # "ten" before " at night"
            text, rest = hour, to_digits(rest[:_BEHIND].lower())
        text = _POINT.sub(":", text)
        time = _of_the_evening(text, whole) or _time_across(text, rest) or read_time(text)
        time = time or _end_of_span(parameter, text, rest)
        return clock.format(clock=time) if time else text
    if twelve := _TWELVE_HOURS.search(parameter.description):
        return _of_twelve_hours(text, twelve[1]) or text
    if _BARE_DIGITS.search(parameter.description) and _SPACED_DIGITS.fullmatch(text):
        return re.sub(
            r"[^\d+]" if "+" in parameter.description or "E.164" in parameter.description else r"\D", "", text
        )
    if (coded := _CODE_BEHIND.match(rest)) and _AIRPORT.search(parameter.about):
        return coded[1]
    if asks_for_region(parameter.description):
        state = _STATE.match(rest)
        told = text if "," in text else f"{text}, {state[1]}" if state else with_region(text)
        return with_code(told, parameter.description)
    if _CITY.search(f"{parameter.path[-1]} {parameter.description}".replace("_", " ")):
        return full_name(text.split(",")[0])
    if _PYTHON.search(parameter.description):
        return _TIMES_SIGN.sub("*", text).replace("^", "**").replace("\u00f7", "/")
    return colour_code(parameter, text) or as_code(parameter.path[-1], parameter.description, text)


_CODE_BEHIND = re.compile(r" ?\(([A-Z]{3})\)")
_AIRPORT = re.compile(r"\bIATA\b|\bairport codes?\b", re.IGNORECASE)
_PYTHON = re.compile(r"\bPython\b.*?\b(?:expression|notation|syntax)|\bexpression\b.*?\bPython\b", re.IGNORECASE)
_TIMES_SIGN = re.compile(r"(?:(?<=[\d)])|(?<=[\d)] ))x(?= ?[\d(])|\u00d7")


def read_time(text: str) -> str | None:
    """The one time of day that a text says, as "19:05"; None where it says none or several."""
    found = times_in(text)
    return "{:02d}:{:02d}".format(*found[0]) if len(found) == 1 else None


def _end_of_span(parameter: Parameter, text: str, rest: str) -> str | None:
    """For a parameter that begins or ends a span of time, its end of "16:15-17:00"; an hour alone: "from 9"."""
    found = times_in(text)
    said = _FIRST_OR_LAST.search(parameter.about)
    if not found and (hour := _HOUR_ALONE.fullmatch(text)):
        behind = _TO_AN_HOUR.match(rest) or _HALF_BEHIND.match(rest)
        found = times_in(f"{hour[0]} {behind[0].strip()}") if behind else [(int(hour[0]), 0)]
        return "{:02d}:{:02d}".format(*found[0]) if found else None
    return "{:02d}:{:02d}".format(*found[0 if said["first"] else -1]) if said and len(found) == 2 else None


_HOUR_ALONE = re.compile(r"1?\d|2[0-3]")
_BEHIND = 40
"""Characters behind an hour in words that may say more of it."""
_POINT = re.compile(r"(?<=\d)\.(?=[0-5]\d$)")
_TO_AN_HOUR = re.compile(r"\s*(?:to|until|till|-|–)\s*\d{1,2}(?::\d\d)?\s*(?:[ap]\.?m\b|in the \w+)", re.IGNORECASE)


_HALF_BEHIND = re.compile(
    r"\s*(?:[ap]\.?m\b|tonight\b|at night\b|(?:in the|this|each|every) (?:morning|afternoon|evening)\b|"
    r"(?:each|every) night\b)",
    re.IGNORECASE,
)


def _of_the_evening(text: str, whole: str) -> str | None:
    """The time of day that a text says without its half, where the request says no other and speaks of the evening:
    "tonight at half past eight"."""
    if not _EVENING.search(whole) or _HALF_SAID.search(text):
        return None
    whole = _FOR_SO_MANY.sub(" ", whole)
    found = times_in(text) or ([(int(text), 0)] if _HOUR_ALONE.fullmatch(text) else [])
    if len(found) != 1 or times_in(whole) not in ([], found) or found[0][0] not in _EVENING_HOURS:
        return None
    return f"{found[0][0] + 12}:{found[0][1]:02d}"


_EVENING = re.compile(r"\b(?:tonight|this evening|in the evening)\b", re.IGNORECASE)
_FOR_SO_MANY = re.compile(
    rf"\b(?:table|party|dinner|booking|reservation|room|seats|tickets) (?:for|of) (?:\d{{1,2}}|{NUMBER_WORD})\b",
    re.IGNORECASE,
)
"""The four of "a table for four tonight" is no time."""
_HALF_SAID = re.compile(r"[ap]\.?\s?m\b|\b0\d|morning|noon|night", re.IGNORECASE)
_EVENING_HOURS = range(5, 12)


def _time_across(text: str, rest: str) -> str | None:
    """The time of day that begins at the end of a text: "Saturday, 7 June, 8" before " pm"."""
    hour, half = _HOUR_AT_END.search(text), _HALF_BEHIND.match(rest)
    return read_time(hour[0] + half[0]) if hour and half else None


_HOUR_AT_END = re.compile(r"(?<![\w.:/-])(?:1?\d|2[0-3])(?::\d\d)?$")


def _of_twelve_hours(text: str, space: str) -> str | None:
    """The one time of day that a text says, as "6:30 PM"; None where it says none or several."""
    found = times_in(text)
    if len(found) != 1:
        return None
    hour, minute = found[0]
    return f"{hour % 12 or 12}:{minute:02d}{space}{'AM' if hour < 12 else 'PM'}"


def read_time_of(text: str, rest: str) -> str | None:
    """The time of day that a date's text holds, or that stands right behind it: "May 3 at 1 p.m."."""
    found = CLOCK_TIME.search(text) or _RIGHT_BEHIND.match(rest)
    return read_time(found[1]) if found else None


def date_form(parameter: Parameter) -> str | None:
    """The form in which a parameter wants a date, perhaps with the time of day, where its schema says one."""
    about = parameter.form.lower()
    for sign, plain in _PERCENT_SIGNS:
        about = about.replace(sign, plain)
    if parameter.schema.get("format") == "date-time":
        return _DAY + "T{clock}:00" + ("Z" if _IN_UTC.search(about) else "")
    wanted = _DATE_FORM.search(about)
    if wanted is None or len({wanted[1], wanted[3], wanted[4]}) < 3:
        if stamp := _EXAMPLE_STAMP.search(about):
            return _DAY + "T{clock}" + (":00" if stamp[1] else "") + ("Z" if stamp[2] else "")
        name = " ".join(name_words(parameter.path[-1]))
        if _ISO.search(about) and _ISO_MOMENT.search(f"{name} {about}"):
            return _DAY + "T{clock}:00"
        day_alone = _ISO_DAY.search(about) or (_ISO.search(about) and _DATE_ALONE.search(f"{name} {about}"))
        return _DAY if parameter.schema.get("format") == "date" or day_alone else None
    day = wanted[2].join(_PARTS[wanted[n]] for n in (1, 3, 4))
    if stamp := _CLOCK_BEHIND.match(about, wanted.end()):
        between = "T" if "t" in stamp[1] else " "
        return day + between + "{clock}" + (":00" if stamp[2] else "") + ("Z" if stamp[3] else "")
    return None if re.search(r"hh|time", about[wanted.end() : wanted.end() + 9]) else day


def clock_form(parameter: Parameter) -> str | None:
    """The form in which a parameter wants a time of day of 24 hours, with its seconds or without; None for another."""
    of_day = parameter.schema.get("format") == "time" or _OF_CLOCK.match(str(parameter.schema.get("pattern", "")))
    of_day = of_day and not _TWELVE_HOURS.search(parameter.form)
    if of_day and _WITH_SECONDS.search(parameter.form):
        return "{clock}:00"
    return "{clock}" if of_day or _CLOCK.search(parameter.form) else None


_OF_CLOCK = re.compile(
    r"\^?\(?(?:\?:)?(?:\\d\{2\}|\\d\\d|\[0-2\](?:\[0-9\]|\\d)|\[01\](?:\[0-9\]|\\d)\|2\[0-3\]\)?|2\[0-3\]\|\[01\](?:\[0-9\]|\\d)\)?)"
    r":(?:\[0-5\](?:\[0-9\]|\\d)|\\d\{2\}|\\d\\d)\$?$"
)
"""A pattern of hours and minutes: "^[0-2][0-9]:[0-5][0-9]$"."""
_WITH_SECONDS = re.compile(r"(?<![\w:T-])HH:MM:SS(?!\w)", re.IGNORECASE)


def drop_unread(parameters: Sequence[Parameter], values: MutableMapping[tuple[str, ...], Any]) -> None:
    """Take away, in place, what was picked for a date or a time of day, may be left out and has no figure."""
    for parameter in parameters:
        value = values.get(parameter.path)
        words = isinstance(value, str) and not any(sign.isdigit() for sign in value)
        if words and not parameter.required and (date_form(parameter) or clock_form(parameter)):
            del values[parameter.path]


def _end_of_month(parameter: Parameter, text: str) -> date | None:
    """The first or the last day of the month that a text is, for a parameter that is the first or the last of a span
    of days: "articles from March 2024"."""
    month = read_month(text)
    if month is None or not (said := _FIRST_OR_LAST.search(parameter.about)):
        return None
    first = date.fromisoformat(f"{month}-01")
    return first if said["first"] else (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)


_FIRST_OR_LAST = re.compile(
    r"\b(?:(?P<first>from|start|since|after|earliest|oldest|first|begin)|to|until|till|end|before|latest|newest|last)\b",
    re.IGNORECASE,
)
