# ruff: noqa: RUF001  (typographic quotes are what people type)
"""Values in the form that a parameter's description wants them in: dates, times, cities with their region, codes."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, timedelta

from keyhole.clock import now, on_day
from keyhole.errors import ToolError
from keyhole.models.embedded.clock import MONTHS, times_in
from keyhole.models.embedded.known_codes import as_code, with_code
from keyhole.models.embedded.places import asks_for_region, full_name, with_region
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.standards import by_standard
from keyhole.models.embedded.text import name_words
from keyhole.tools.builtin.number_words import ordinal_days, to_digits

_STATE = re.compile(r",\s*([A-Z]{2})\b")
_CITY = re.compile(
    r"^(?:\w+ )?(?:city|town)\b(?!.*\b(?:state|country|address)\b)|\bname of the (?:city|town)\b(?! (?:and|or))", re.I
)
CLOCK = re.compile(r"24[- ]hour|(?<!DD )(?<![\w:T-])['\"(]?HH:MM['\")]?(?![\w:]| ?[AaPp])", re.IGNORECASE)
_TWELVE_HOURS = re.compile(r"(?<![-\w:])\d{1,2}:\d\d( ?)[AP]M\b")
"""An example of a time of day with its half."""
_BARE_DIGITS = re.compile(r"\bE\.164\b|(?P<all>\bdigits only\b)|\b(?:no|without) (?:spaces|blanks)\b", re.IGNORECASE)
_SPACED_DIGITS = re.compile(r"\+?[\d ()/.-]+")
_CLOCK_TIME = re.compile(
    r"(?:\bat )?(\b\d{1,2}:\d{2}(?:\s*[ap]\.?\s?m\b\.?)?|\b\d{1,2}\.[0-5]\d\s*[ap]\.?\s?m\b\.?|"
    r"\b\d{1,2}\s*[ap]\.?\s?m\b\.?|\bnoon\b|\bmidnight\b)",
    re.IGNORECASE,
)
_RIGHT_BEHIND = re.compile(
    rf"\s*,?\s*(?:at |from |@ ?|starting (?:at|from) )?(?:12(?::00)? )?{_CLOCK_TIME.pattern}", re.IGNORECASE
)
_DATE_FORM = re.compile(r"(yyyy|dd|mm)([-/.]?)(mm|dd)\2(yyyy|dd)")
_CLOCK_BEHIND = re.compile(r"(['\" ]*t['\" ]*| )hh:mm(:ss)?(z)?")
_PERCENT_SIGNS = (("%h:%m:%s", "hh:mm:ss"), ("%h:%m", "hh:mm"), ("%y", "yyyy"), ("%m", "mm"), ("%d", "dd"))
"""How programmers write a form, in small letters."""
_PARTS = {"yyyy": "{y:04d}", "mm": "{m:02d}", "dd": "{d:02d}"}
_DAY = "{y:04d}-{m:02d}-{d:02d}"
_MONTH = f"(?:{'|'.join(MONTHS)})[a-z]*"
SPOKEN_DAY = re.compile(
    r"\b(?:today|tonight|tomorrow|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day|"
    r"(?:next|last|this) (?:week|month|year)|"
    r"in .{1,9} (?:days?|weeks?|months?)|.{1,9} (?:days?|weeks?) (?:ago|from now)|"
    rf"{_MONTH}\.? \d{{1,2}}(?:st|nd|rd|th)?|\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{_MONTH}|\d{{1,2}}(?:st|nd|rd|th))\b",
    re.IGNORECASE,
)
_DAY_ALONE = re.compile(r"(?:the )?(\d{1,2})(?:st|nd|rd|th)?", re.IGNORECASE)
_MONTH_FORM = re.compile(r"\byyyy-mm\b(?!-)", re.IGNORECASE)
_MONTH_OF_YEAR = re.compile(rf"({_MONTH})\.?,? (?:of )?((?:19|20)\d\d)", re.IGNORECASE)
FULL_DATE = re.compile(
    rf"\b\d{{4}}[-./]\d{{1,2}}[-./]\d{{1,2}}\b|\b\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{_MONTH}\.?,? \d{{4}}\b|"
    rf"\b{_MONTH}\.? \d{{1,2}}(?:st|nd|rd|th)?,? \d{{4}}\b",
    re.IGNORECASE,
)
_DATE_BEHIND = re.compile(rf"[\s,(]*({FULL_DATE.pattern})", re.IGNORECASE)
TODAY = re.compile(
    rf"\btoday(?:['’]s date)?,?(?: is|:)? (?:[a-z]+day,? )?(?:the )?({FULL_DATE.pattern})", re.IGNORECASE
)
"""Says which day it is."""
_YEAR = re.compile(
    rf"\b(?:{_MONTH}\.?(?: \d{{1,2}}(?:st|nd|rd|th)?)?,?|in|year(?: is)?|\d{{1,2}}/\d{{1,2}}/) ?((?:19|20)\d\d)\b|"
    rf"\b((?:19|20)\d\d)(?=[-./]\d| {_MONTH}\b)",
    re.IGNORECASE,
)
"""A year as far as it cannot be an amount: "of 2000" may be one."""
_STAMP = re.compile(r"(?<=\d)T(?=\d\d:)")
"""What parts the day and the time of an ISO stamp."""
_NAMED_MONTH = re.compile(rf"\b{_MONTH}\b")
_EXAMPLE_STAMP = re.compile(r"\d{4}-\d\d-\d\dt\d\d:\d\d(:\d\d)?(z)?")
_ISO_DAY = re.compile(
    r"\biso(?:[- ]?8601)?[- ](?:calendar )?date\b(?![- ]?time)|\bdate(?: in|,)? iso(?:[- ]8601)?\b(?!.*time)"
)

_ISO = re.compile(r"\biso[- ]?8601\b")
_ISO_MOMENT = re.compile(r"\bdate ?-?time\b|\btimestamp\b|\btime\b(?!.*\b(?:duration|length|span|interval)\b)")
_DATE_ALONE = re.compile(r"^(?!.*\b(?:time|hour|timestamp)).*\b(?:date|day)\b", re.DOTALL)

_SAID_TWICE = re.compile(
    rf"^(?:today|tonight|tomorrow|yesterday)\W+(?=.*(?:\b{_MONTH}\b|\d[-/.]\d))", re.IGNORECASE | re.DOTALL
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
        day = read_date(text, day_first=wanted.startswith("{d")) or day_told(text, rest, whole)
        if day is None and stamped and times_in(text):
            day = _day_spoken_of(whole) or _only_date(whole)
        if day is None and not stamped:
            day = _end_of_month(parameter, text)
        if day is None:
            return said
        clock = read_time_of(text, rest) or _time_across(text, rest) or read_time(text)
        clock = clock or (read_time(whole) if stamped else None) or "00:00"
        return wanted.format(y=day.year, m=day.month, d=day.day, clock=clock)
    if (written := by_standard(parameter.description, text)) is not None:
        return written
    if CLOCK.search(parameter.description):
        if _HOUR_ALONE.fullmatch(hour := to_digits(text.lower())):  # "ten" before " at night"
            text, rest = hour, to_digits(rest[:_BEHIND].lower())
        text = _POINT.sub(":", text)
        time = _of_the_evening(text, whole) or _time_across(text, rest) or read_time(text)
        return time or _end_of_span(parameter, text, rest) or text
    if twelve := _TWELVE_HOURS.search(parameter.description):
        return _of_twelve_hours(text, twelve[1]) or text
    if _BARE_DIGITS.search(parameter.description) and _SPACED_DIGITS.fullmatch(text):
        return re.sub(
            r"[^\d+]" if "+" in parameter.description or "E.164" in parameter.description else r"\D", "", text
        )
    if asks_for_region(parameter.description):
        state = _STATE.match(rest)
        told = text if "," in text else f"{text}, {state[1]}" if state else with_region(text)
        return with_code(told, parameter.description)
    if _CITY.search(f"{parameter.path[-1]} {parameter.description}".replace("_", " ")):
        return full_name(text.split(",")[0])
    if _PYTHON.search(parameter.description):
        return _TIMES_SIGN.sub("*", text).replace("^", "**").replace("\u00f7", "/")
    return as_code(parameter.path[-1], parameter.description, text)


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
    found = times_in(text) or ([(int(text), 0)] if _HOUR_ALONE.fullmatch(text) else [])
    if len(found) != 1 or times_in(whole) not in ([], found) or found[0][0] not in _EVENING_HOURS:
        return None
    return f"{found[0][0] + 12}:{found[0][1]:02d}"


_EVENING = re.compile(r"\b(?:tonight|this evening|in the evening)\b", re.IGNORECASE)
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
    found = _CLOCK_TIME.search(text) or _RIGHT_BEHIND.match(rest)
    return read_time(found[1]) if found else None


def day_told(text: str, rest: str, whole: str) -> date | None:
    """The day that is meant by "tomorrow", "next friday" or "March 3rd"; None for anything else.

    Told by the full date right behind it, a day alone by the only full date of the request, by what the request says
    is today, by the one year that it names,
    and else by the clock.
    """
    if day := _of_same_month(text, whole):
        return day
    if not SPOKEN_DAY.search(text):
        return None
    if (behind := _DATE_BEHIND.match(rest)) and (day := read_date(behind[1])):
        return day
    today = TODAY.search(whole)
    years = {first or second for first, second in _YEAR.findall(whole)}
    if not today and len(years) == 1 and _NAMED_MONTH.search(text.lower()):
        return read_date(f"{text} {years.pop()}")
    since = read_date(today[1]) if today else None
    inside = _BY_ITSELF.search(text)  # of "4 tomorrow" and "yesterday 8"
    return _day_since(text, since) or (_day_since(inside[0], since) if inside else None)


_BY_ITSELF = re.compile(
    r"\b(?:today|tonight|tomorrow|yesterday|(?:next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b", re.IGNORECASE
)


def _day_spoken_of(whole: str) -> date | None:
    """The one day that a request speaks of which says what is today: tomorrow, of "today is 2025-10-03. ... tomorrow
    around 5 pm"."""
    today = TODAY.search(whole)
    spoken = (
        {found[0] for found in SPOKEN_DAY.finditer(f"{whole[: today.start()]} {whole[today.end() :]}")} if today else ()
    )
    return day_told(spoken.pop(), "", whole) if len(spoken) == 1 else None


def _of_same_month(text: str, whole: str) -> date | None:
    """A day alone by the only full date that a request says: "from the 3rd to 7 June 2024"."""
    alone = _DAY_ALONE.fullmatch(text)
    full = list(FULL_DATE.finditer(whole))
    day = read_date(full[0][0]) if alone and len(full) == 1 else None
    if not alone or day is None or TODAY.search(whole):
        return None
    number = int(alone[1])
    later = number < day.day and whole.find(text) > full[0].start()
    first = day.replace(day=1) + timedelta(days=31 * later)
    return first.replace(day=number) if 0 < number <= monthrange(first.year, first.month)[1] else None


def _day_since(text: str, today: date | None) -> date | None:
    """The day that a text means where it is said on a day, by default now."""
    from keyhole.tools.builtin import dates  # dateutil is not loaded before a date is asked for

    with on_day(today or now().date()):
        try:
            said = dates.resolve(_CLOCK_TIME.sub("", text).strip(" ,"), now()).get("date")
        except ToolError:
            return None
    return date.fromisoformat(said) if said else None


def date_form(parameter: Parameter) -> str | None:
    """The form in which a parameter wants a date, perhaps with the time of day, where its schema says one."""
    about = parameter.description.lower()
    for sign, plain in _PERCENT_SIGNS:
        about = about.replace(sign, plain)
    if parameter.schema.get("format") == "date-time":
        return _DAY + "T{clock}:00"
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


def _only_date(text: str) -> date | None:
    """The full date that a text says, where it says one alone."""
    found = FULL_DATE.findall(text)
    return read_date(found[0]) if len(found) == 1 else None


def read_month(text: str) -> str | None:
    """ "2026-09" of "September 2026", and of "last month" in October; None for anything else."""
    match = _MONTH_OF_YEAR.fullmatch(text.strip())
    if match:
        return f"{match[2]}-{MONTHS[match[1][:3].lower()]:02d}"
    months = _MONTH_FROM_NOW.get(text.strip().lower())
    if months is None:
        return None
    today = now()
    return f"{today.year + (today.month - 1 + months) // 12}-{(today.month - 1 + months) % 12 + 1:02d}"


_MONTH_FROM_NOW = {"last month": -1, "previous month": -1, "this month": 0, "current month": 0, "next month": 1}


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


def read_date(text: str, *, day_first: bool = False) -> date | None:
    """A full date (with its year) in one of the usual English forms; `day_first`: 5/3/2022 is in March."""
    lower = text.lower().replace(",", " ")
    named = _NAMED_MONTH.search(lower)
    year = re.search(r"\b(1[5-9]\d\d|20\d\d)\b", lower)
    try:
        if named and year:
            rest = lower[: year.start()] + " " + lower[year.end() :]
            day = re.search(r"\b(\d{1,2})(?:st|nd|rd|th)?\b", rest)
            return date(int(year[0]), MONTHS[named[0][:3]], int(day[1])) if day else None
        plain = re.search(r"(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)", lower)
        if plain:
            return date(int(plain[1]), int(plain[2]), int(plain[3]))
        short = re.fullmatch(r"\s*(\d{1,2})([-/.])(\d{1,2})\2(\d{4})\s*", lower)
        if short:
            first, second = int(short[1]), int(short[3])
            turned = first > 12 or short[2] == "." or (day_first and second <= 12)
            return date(int(short[4]), second, first) if turned else date(int(short[4]), first, second)
    except ValueError:
        return None
    return None
