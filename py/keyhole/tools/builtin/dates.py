"""Dates and times from free phrases: `time in tokyo`, `days until christmas`, `what day was 4 july 1976`, `in 3 weeks`.

What a single day is called is in `days`; here are the phrases around them. Where a date is written with slashes only
(5/3/2024) the month comes first, and the result says so.
"""

from __future__ import annotations

import calendar
import re
from datetime import date, datetime, timedelta
from typing import Any

from dateutil.relativedelta import relativedelta

from keyhole.errors import ToolError
from keyhole.tools.builtin.calendar_facts import calendar_fact
from keyhole.tools.builtin.clock import clock_form, clock_sum, moment_facts, time_between, time_of_day, time_until
from keyhole.tools.builtin.clock_plans import clock_plan, spoken_clock
from keyhole.tools.builtin.date_words import SUPPOSED, UNIT, bare
from keyhole.tools.builtin.days import day_of, is_date, moment_of
from keyhole.tools.builtin.missing_days import NoSuchDay
from keyhole.tools.builtin.named_days import WEEKDAYS
from keyhole.tools.builtin.number_words import ordinal_days, to_digits

MAX_LENGTH = 300
_ADVICE = "Say for example: time in Tokyo, days until 25 December, what day is 2026-02-14, in 3 weeks."

_BETWEEN = re.compile(r"(?:between|from)\s+(.+?)\s+(?:and|to|until|till|-)\s+(.+)$")
_TO = re.compile(r"^(\S.*?)\s+(?:to|until|till)\s+(.+)$")
_UNTIL = re.compile(r"(?:until|till|'til|til|to|before|left (?:until|till|before|in))\s+(.+)$")
_SINCE = re.compile(
    r"\b(?:since|born(?: on| in|(?! on\b| in\b))|birthday (?:was|is)|ago (?:was|were|is|did))\s+(.+?)"
    r"(?:\s+be(?:\s+(?:on|by|in(?= \d{4}$)|(?=in\b))\s*(.+))?)?$"
)
_BORN = re.compile(r"born (?!on\b|in\b)")
_ASKS_AGE = re.compile(r"\b(?:old|age)\b|^how (?:many|long)\b")
_ASKS_HOW_LONG = re.compile(r"^ $|\b(?:time|days?|weeks?|months?|years?|long|old|age)\b")
_COUNTING = re.compile(
    r"^(?:(?:calculate |count |tell me )?(?:the )?(?:how many|how much|number of|how long|how old)\b"
    rf"|(?:{UNIT})s?\b|time between|difference)"
)
_GOES_ON = re.compile(rf",|(?<!\w)(?!(?:{UNIT})s?\b)\S+ and (?!how (?:many|much|long)\b)")
"""Another question before this one: "time in tokyo and days until christmas", but not "weeks and days until"; behind
"and how many" this one begins, whatever stands before."""
_HALFWAY = re.compile(r"\b(?:half ?way|midpoint|middle|half)\b.{0,12}\bbetween\b")
_ALIKE = (
    (re.compile(r"\bday after tomorrow\b"), "in 2 days"),
    (re.compile(r"\bday before yesterday\b"), "2 days ago"),
    (re.compile(r"\btoday's date\b"), "today"),
    (re.compile(r"\b(?:tmrw|tmr|tmw|tmoro|2moro|2morrow|tom+or+ow)\b"), "tomorrow"),
    (re.compile(r" rn(?= and\b|,)"), ""),
    (re.compile(r"\bleap day\b"), "february 29"),
    (re.compile(r"^add (\S.*?) to (\S.*)$"), r"\2 plus \1"),
    (re.compile(r"^(?:subtract|take) (\S.*?) from (\S.*)$"), r"\2 minus \1"),
    (re.compile(r" (?:falls?|lands?)(?: on)? in (\d{4})$"), r" \1"),
    (re.compile(r",? (?:what|which) (?:time|date|day|weekday) (?:is|will|would) (?:it|that|this)(?: be)?$"), ""),
    (re.compile(r"(?: is when| when is that)$"), ""),
    (
        re.compile(
            r"^(.*\b(?:born|birthday)\b.*?),? (?:so )?(how old) (?:am i|are you|is (?:she|he))(?: now| today)?$"
        ),
        r"\2 \1",
    ),
    (re.compile(r"^(.+) was (?:on )?(?:what|which) (?:day|weekday)$"), r"what day was \1"),
    (re.compile(r" (?:rn|at the moment|right this (?:minute|second))$"), " now"),
    (re.compile(r"^(?:if|when) (?:it is|it's)\s+"), ""),
    (re.compile(r",?\s+what(?: time|'s the time)?(?: is it| will it be)?(?= (?:in|at) )"), ""),
    (re.compile(r"\b(?:are )?(?:left|remain(?:ing)?)(?: in)? (?:the|this) (month|year)\b"), r"until end of \1"),
)
_PARTING = re.compile(r"(?:[\s,]+(?:please|pls|plz|thanks|thx|ty|thank you))+$")
_PAST = re.compile(r"\b(?:was|were|did|fell)\b")
_NUMERIC = re.compile(r"^(\d{1,2})[/.](\d{1,2})[/.](\d{2,4})$")


def resolve(phrase: str, now: datetime) -> dict[str, Any]:
    """What a phrase about dates or times means, `now` (with its zone) being the moment it was said.

    Raises `NoSuchDay` for 30 February and the like, and `ToolError` with examples when it cannot be read.
    """
    if len(phrase) > MAX_LENGTH:
        raise ToolError(f"the phrase has over {MAX_LENGTH} characters", advice=_ADVICE)
    text = to_digits(ordinal_days(" ".join(phrase.casefold().replace("\u2019", "'").split()))).strip(" ?!.,")
    text = _PARTING.sub("", text)
    if form := clock_form(text):
        return form
    text = spoken_clock(text)
    if (supposed := _supposed(text, now)) is not None:
        return supposed
    for pattern, same in _ALIKE:
        text = pattern.sub(same, text)
    if not text:
        raise ToolError("no date or time was named", advice=_ADVICE)
    try:
        return (
            time_until(text, now)
            or time_between(text)
            or clock_sum(text)
            or clock_plan(text)
            or calendar_fact(text, now, lambda days: _days_of(days, now))
            or _difference(text, now)
            or time_of_day(text, now)
            or _when(bare(text), now, past=_PAST.search(text) is not None)
        )
    except (OverflowError, ValueError) as error:
        raise ToolError(f"cannot read {phrase.strip()[:80]!r} as a date or time", advice=_ADVICE) from error


def _supposed(text: str, now: datetime) -> dict[str, Any] | None:
    """The weekday that it would be if today, or a day beside it, were the weekday that is supposed; None where nothing
    is."""
    if (found := SUPPOSED.match(text)) is None:
        return None
    weekday = WEEKDAYS[(found["day"] or found["which"])[:3]]
    beside = {"tomorrow": 1, "yesterday": -1}.get(found["near"] or found["then"], 0)
    moved = now + timedelta(days=(weekday - beside - now.weekday()) % 7)
    told = resolve(text[found.end() :], moved)
    if "weekday" not in told:
        raise ToolError("no day was asked for", advice=_ADVICE)
    return {"weekday": told["weekday"]}


def _difference(text: str, now: datetime) -> dict[str, Any] | None:
    """The time between two dates, where the phrase asks for one."""
    days = _days_of(text, now)
    if days is None or not _HALFWAY.search(text):
        return None if days is None else _apart(*days)
    return _told(days[0] + (days[1] - days[0]) // 2, now)


def _days_of(text: str, now: datetime) -> tuple[date, date] | None:
    """The two days that the time between is asked for."""
    counting = _COUNTING.match(text)
    if found := _BETWEEN.search(text):
        if not counting and "between" not in text:
            return None
        start, end = day_of(found[1], now), day_of(found[2], now)
        # On 21 November the next 1 January is no beginning of "1 January to 31 December".
        return (start if start <= end else day_of(found[1], now, past=True)), end
    if (found := _SINCE.search(text)) and (
        _ASKS_AGE.search(text)
        if _BORN.match(found[0])
        else counting
        or not found[0].startswith(("since", "birthday is"))
        or (found[0].startswith("since") and _ASKS_HOW_LONG.search(f" {text[: found.start()]}"))
    ):
        if (start := day_of(found[1], now, past=True)) > now.date():
            raise NoSuchDay(f"{_long(start)} is still to come", advice="Ask how long it is until then.")
        return start, day_of(found[2], now) if found[2] else now.date()
    if (found := _UNTIL.search(text)) and not _GOES_ON.search(text[: found.start()]):
        if counting and (pair := _TO.match(_COUNTING.sub("", text).strip())) and is_date(pair[1], now):
            return day_of(pair[1], now), day_of(pair[2], now)
        if counting or text.startswith(("time", "countdown")) or "until" in text or "till" in text:
            return now.date(), day_of(found[1], now)
    return None


def _apart(start: date, end: date) -> dict[str, Any]:
    first, last = sorted((start, end))
    whole = relativedelta(last, first)
    days = (end - start).days
    parts = [_count(whole.years, "year"), _count(whole.months, "month"), _count(whole.days, "day")]
    weeks, rest = divmod(abs(days), 7)
    return {
        "from": _long(start),
        "to": _long(end),
        "days": days,
        "weeks": ", ".join(filter(None, (_count(weeks, "week"), _count(rest, "day")))) or "0 days",
        "span": ", ".join(filter(None, parts)) or "0 days",
    }


def _when(text: str, now: datetime, *, past: bool) -> dict[str, Any]:
    """The date, or the moment, that a phrase names, and what is told of it."""
    moment = moment_of(text, now, past=past)
    if isinstance(moment, datetime):
        return moment_facts(moment)
    facts = _told(moment, now)
    if (found := _NUMERIC.match(text)) and int(found[1]) <= 12 and int(found[2]) <= 12 and found[1] != found[2]:
        facts["read_as"] = "month first"
    return facts


def _told(day: date, now: datetime) -> dict[str, Any]:
    """A day, its weekday and how far away it is."""
    days = (day - now.date()).days
    away = "today" if not days else f"in {_count(days, 'day')}" if days > 0 else f"{_count(-days, 'day')} ago"
    return {"date": day.isoformat(), "weekday": calendar.day_name[day.weekday()], "away": away}


def _long(day: date) -> str:
    return f"{calendar.day_name[day.weekday()]} {day.isoformat()}"


def _count(number: int, unit: str) -> str:
    return "" if not number else f"{number} {unit}" if number == 1 else f"{number} {unit}s"
