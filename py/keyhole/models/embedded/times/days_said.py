# ruff: noqa: RUF001  (typographic quotes are what people type)
"""Days, months and moments that a text says, in figures, by name or by how far off they are: "5 March 2022", "the 3rd",
"next Friday", "in 2 hours"."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, timedelta

from keyhole.clock import now, on_day
from keyhole.errors import ToolError
from keyhole.models.embedded.times.clock import MONTHS
from keyhole.tools.builtin.number_words import NUMBER_WORD

MONTH = f"(?:{'|'.join(MONTHS)})[a-z]*"
NAMED_DAY = r"today|tonight|tomorrow|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day"
SPOKEN_DAY = re.compile(
    rf"\b(?:{NAMED_DAY}|"
    r"(?:next|last|this) (?:week|month|year)|"
    r"in .{1,9} (?:days?|weeks?|months?)|.{1,9} (?:days?|weeks?) (?:ago|from now)|"
    rf"{MONTH}\.? \d{{1,2}}(?:st|nd|rd|th)?|\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{MONTH}|\d{{1,2}}(?:st|nd|rd|th))\b",
    re.IGNORECASE,
)
_DAY_ALONE = re.compile(r"(?:the )?(\d{1,2})(?:st|nd|rd|th)?", re.IGNORECASE)
_MONTH_OF_YEAR = re.compile(rf"({MONTH})\.?,? (?:of )?((?:19|20)\d\d)", re.IGNORECASE)
FULL_DATE = re.compile(
    rf"\b\d{{4}}[-./]\d{{1,2}}[-./]\d{{1,2}}\b|\b\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{MONTH}\.?,? \d{{4}}\b|"
    rf"\b{MONTH}\.? \d{{1,2}}(?:st|nd|rd|th)?,? \d{{4}}\b",
    re.IGNORECASE,
)
ANY_DATE = re.compile(rf"{FULL_DATE.pattern}|(?<![\w./-])\d{{1,2}}([-./])\d{{1,2}}\1(?:19|20)\d\d\b", re.IGNORECASE)
"""A full date, in figures in any order."""
_DATE_BEHIND = re.compile(rf"[\s,(]*({FULL_DATE.pattern})", re.IGNORECASE)
TODAY = re.compile(
    rf"\btoday(?:['’]s date)?,?(?: is|:)? (?:[a-z]+day,? )?(?:the )?({FULL_DATE.pattern})", re.IGNORECASE
)
"""Says which day it is."""
_YEAR = re.compile(
    rf"\b(?:{MONTH}\.?(?: \d{{1,2}}(?:st|nd|rd|th)?)?,?|in|year(?: is)?|\d{{1,2}}/\d{{1,2}}/) ?((?:19|20)\d\d)\b|"
    rf"\b((?:19|20)\d\d)(?=[-./]\d| {MONTH}\b)",
    re.IGNORECASE,
)
"""A year as far as it cannot be an amount: "of 2000" may be one."""
_NAMED_MONTH = re.compile(rf"\b{MONTH}\b")
CLOCK_TIME = re.compile(
    r"(?:\bat )?(\b\d{1,2}:\d{2}(?:\s*[ap]\.?\s?m\b\.?)?|\b\d{1,2}\.[0-5]\d\s*[ap]\.?\s?m\b\.?|"
    r"\b\d{1,2}\s*[ap]\.?\s?m\b\.?|\bnoon\b|\bmidnight\b)",
    re.IGNORECASE,
)


def day_told(text: str, rest: str, whole: str) -> date | None:
    """The day that is meant by "tomorrow", "next friday", "March 3rd" or "new year's eve 2026"; None for anything else.

    Told by the full date right behind it, a day alone by the only full date of the request, by what the request says
    is today, by the one year that it names, and else by the clock.
    """
    if day := _of_same_month(text, whole):
        return day
    said = TODAY.search(whole)
    since = read_date(said[1]) if said else None
    if end := _END_OF_MONTH.search(whole[: whole.find(text) + len(text)]):
        return _day_since(end[0], since)
    if FEAST.fullmatch(text):
        return _day_since(_XMAS.sub("christmas", text), since)
    if not SPOKEN_DAY.search(text):
        return None
    if (behind := _DATE_BEHIND.match(rest)) and (day := read_date(behind[1])):
        return day
    years = {first or second for first, second in _YEAR.findall(whole)}
    if not said and len(years) == 1 and _NAMED_MONTH.search(text.lower()):
        return read_date(f"{text} {years.pop()}")
    inside = _BY_ITSELF.search(text)  # of "4 tomorrow" and "yesterday 8"
    day = _day_since(text, since) or (_day_since(inside[0], since) if inside else None)
    return _just_over(day, since or now().date(), text, whole) if day else None


def _just_over(day: date, today: date, text: str, whole: str) -> date:
    """A day of a month that was a few weeks ago, where else it would be nearly a year ahead: in January the 30th of
    December is over, unless it is waited for; and so is every day that something has been "since"."""
    named = _NAMED_MONTH.search(text.lower()) and not re.search(r"\d{4}", text)
    over = day > today and _SINCE.search(whole[: max(0, whole.find(text))])
    if not named or not (over or ((day - today).days >= _NEARLY_A_YEAR and not _WAITED_FOR.search(whole))):
        return day
    try:
        return day.replace(year=day.year - 1)
    except ValueError:  # 29 February
        return day


_NEARLY_A_YEAR = 345
_SINCE = re.compile(r"\bsince (?:the )?$", re.IGNORECASE)
_WAITED_FOR = re.compile(
    r"\b(?:until|till|til|next|book|reserve|remind|schedule|plan|due|deadline|by)\b", re.IGNORECASE
)
FEAST = re.compile(
    r"(?:next )?(?:(?:christmas|xmas)(?: eve| day)?|new year(?:['’]?s)?(?: eve| day)?|easter(?: sunday| monday)?|"
    r"halloween|thanksgiving|valentine(?:['’]?s)?(?: day)?|boxing day|good friday)(?:,? (?:19|20)\d\d\b)?",
    re.IGNORECASE,
)
_XMAS = re.compile(r"\bxmas\b", re.IGNORECASE)
_END_OF_MONTH = re.compile(
    rf"\b(?:end|last day) of (?:(?:the |this |next )?month|{MONTH}(?:,? (?:19|20)\d\d)?)$", re.IGNORECASE
)
_BY_ITSELF = re.compile(rf"\b(?:next )?(?:{NAMED_DAY})\b", re.IGNORECASE)


def day_spoken_of(whole: str) -> date | None:
    """The one day that a request speaks of beside today's date: tomorrow, of "today is 2025-10-03. ... tomorrow around
    5 pm"."""
    spoken = {found[0].lower() for found in SPOKEN_DAY.finditer(TODAY.sub(" ", whole))}
    return day_told(spoken.pop(), "", whole) if len(spoken) == 1 else None


def moment_from_now(text: str) -> tuple[date, str] | None:
    """The day and the time of day that a text tells by how far off they are: "in 2 hours"."""
    found = _FROM_NOW.search(text)
    if found is None:
        return None
    from keyhole.tools.builtin import dates  # dateutil is not loaded before a date is asked for

    try:
        said = dates.resolve(found[0], now())
    except ToolError:
        return None
    return date.fromisoformat(said["date"]), said["time"]


_FROM_NOW = re.compile(
    rf"\bin (?:an?|half an?|{NUMBER_WORD}|\d{{1,3}}(?:\.\d)?) (?:minutes?|mins?|hours?|hrs?)\b", re.IGNORECASE
)


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
            said = dates.resolve(CLOCK_TIME.sub("", text).strip(" ,"), now()).get("date")
        except ToolError:
            return None
    return date.fromisoformat(said) if said else None


def says_day_first(text: str, rest: str) -> bool:
    """Whether what stands in brackets behind a date in figures says that its day comes first: "(day first)", "(2
    november)"."""
    date_, said = _SHORT.fullmatch(text.strip()), _IN_BRACKETS.match(rest)
    if date_ is None or said is None:
        return False
    month = re.search(rf"\b{MONTH}\b", said[1].lower())
    number = MONTHS.get(month[0][:3]) if month else None
    return bool(_DAY_FIRST.search(said[1])) or (number == int(date_[2]) and number != int(date_[1]))


_SHORT = re.compile(r"(\d{1,2})[-./](\d{1,2})[-./]\d{4}")
_IN_BRACKETS = re.compile(r"(?: on| onwards?)?,? ?[([]([^\n()\[\]]{2,40})[)\]]")
_DAY_FIRST = re.compile(
    r"\bday(?:[ -]|/month)?(?: goes | comes )?(?:first|/)|\bd{1,2}[/.-]m{1,2}\b|\beuropean\b", re.IGNORECASE
)


def only_date(text: str) -> date | None:
    """The full date that a text says, where it says one alone."""
    found = list(ANY_DATE.finditer(text))
    if len(found) != 1:
        return None
    return read_date(found[0][0], day_first=says_day_first(found[0][0], text[found[0].end() :]))


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


def read_date(text: str, *, day_first: bool = False) -> date | None:
    """A full date (with its year) in one of the usual English forms; `day_first`: 5/3/2022 is in March."""
    lower = text.lower().replace(",", " ")
    named = _NAMED_MONTH.search(lower)
    year = re.search(r"\b(1[5-9]\d\d|20\d\d)\b", lower)
    try:
        if year and FEAST.fullmatch(lower.strip()):
            return day_told(lower.strip(), "", lower)
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
