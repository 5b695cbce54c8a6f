"""Schedules in words as cron expressions (five fields; IEEE Std 1003.1, `crontab`): "every weekday at 7:30" is
`30 7 * * 1-5`."""

from __future__ import annotations

import re

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.times.clock import HOUR_ALONE, times_in
from keyhole.models.embedded.times.week_days import days_of_week
from keyhole.tools.builtin.named_days import WEEKDAYS
from keyhole.tools.builtin.number_words import NUMBER_WORD, to_digits

_CRON = re.compile(r"\bcron(?:tab)?\b|\b(?:5|five) fields\b|\bmin(?:ute)?s? hours? (?:dom|day)\b", re.IGNORECASE)
_WRITTEN = re.compile(
    r"(?<![^\s\"'`(])(?:[\d*/,-]+ ){4}[\d*/,A-Z-]{0,40}[\dA-Z*]|@(?:hourly|daily|weekly|monthly|yearly|reboot)\b"
)
"""An expression that a request has already."""
_EACH = r"(?:every|each)"
_STEP = re.compile(rf"\b{_EACH} (?:(\d{{1,2}}|{NUMBER_WORD}) )?(min(?:ute)?s?|hours?)\b|\bhourly\b", re.IGNORECASE)
_PART_STEP = re.compile(rf"\b{_EACH} (?:(half)(?: an)?|(?:a )?(?:quarter)(?: of an)?) hours?\b(?! past)", re.IGNORECASE)
_NO_STEP = re.compile(r"(?:,? and (?:a half|a quarter|half)| and \w+ (?:sec|min))", re.IGNORECASE)
_PAST_HOUR = re.compile(
    rf"\b(\d{{1,2}}|{NUMBER_WORD}|quarter|half)(?: minutes?)? past (?:{_EACH}|the) hour\b", re.IGNORECASE
)
_DAY = rf"(?:{'|'.join(sorted(WEEKDAYS, key=len, reverse=True))})"
_REPEATED = re.compile(rf"\b{_EACH} {_DAY}\b|\b{_DAY}s\b|\bweekly\b|\b{_EACH} week\b", re.IGNORECASE)
_NTH = r"(?:\d{1,2}(?:st|nd|rd|th)|first)"
_DAY_OF_MONTH = re.compile(
    rf"\b(?:the|{_EACH}) ({_NTH}(?:(?:, | and | & |, and )(?:the )?{_NTH}){{0,9}})(?: days?)? "
    rf"of (?:{_EACH}|the|a) month\b",
    re.IGNORECASE,
)
_MONTHLY = re.compile(rf"\bmonthly\b|\b{_EACH} month\b", re.IGNORECASE)
_DAILY = re.compile(
    rf"\b(?:daily|nightly)\b|\b{_EACH} (?:single )?(?:day|night|morning|evening|afternoon)\b", re.IGNORECASE
)


def wants_cron(parameter: Parameter) -> bool:
    """Whether a parameter takes a cron expression."""
    return parameter.type == "str" and not (parameter.many or parameter.options) and bool(_CRON.search(parameter.about))


def cron_said(parameter: Parameter, query: str) -> str | None:
    """The schedule that a request has as a cron expression, or says in words, where a parameter wants such; None
    without one, or with several expressions."""
    if not wants_cron(parameter):
        return None
    if written := _WRITTEN.findall(query):
        return written[0] if len(written) == 1 else None
    query = _COMMAND.sub(" ", query)
    if past := _PAST_HOUR.search(query):
        at = {"quarter": "15", "half": "30"}.get(past[1].lower()) or to_digits(past[1].lower())
        return f"{at} * * * *" if at.isdecimal() and int(at) < _HOUR else None
    if part := _PART_STEP.search(query):
        return f"*/{30 if part[1] else 15} * * * *"
    if step := _STEP.search(query):
        number = to_digits((step[1] or "1").lower())
        minutes = (step[2] or "").startswith("min")
        if (
            not number.isdecimal()
            or not 0 < int(number) < (_HOUR if minutes else 24)
            or _NO_STEP.match(query, step.end())
        ):
            return None
        every = "*" if number == "1" else f"*/{number}"
        return f"{every} * * * *" if minutes else f"0 {every} * * *"
    times = times_in(query)
    if len(times) > 1:
        return None
    alone = HOUR_ALONE.search(query)
    hour, minute = times[0] if times else (int(alone[1]) if alone else 0, 0)
    month_day, week_day = "*", "*"
    said, without, together = days_of_week(query)
    if found := _DAY_OF_MONTH.search(query):
        month_day = ",".join(re.findall(r"\d+", found[1].lower().replace("first", "1st")))
    elif without or (together and len(said) < _WEEK):
        week_day = _of_week((said or set(range(_WEEK))) - without)
    elif _REPEATED.search(query):
        week_day = _of_week(said or {6})
    elif _MONTHLY.search(query):
        month_day = "1"
    elif not _DAILY.search(query):
        return None
    return f"{minute} {hour} {month_day} * {week_day}"


def _of_week(days: set[int]) -> str:
    """Days of the week, Monday is 0, as cron counts them, Sunday is 0: "1-5", "0,6"."""
    first, last = min(days, default=0), max(days, default=0)
    if len(days) > _RUN and last < _WEEK - 1 and days == set(range(first, last + 1)):
        return f"{first + 1}-{last + 1}"
    return ",".join(str((day + 1) % _WEEK) for day in sorted(days))


_HOUR, _WEEK, _RUN = 60, 7, 2
_COMMAND = re.compile(r"`[^`\n]{1,400}`")
"""A command that a request quotes, which says nothing of when."""
