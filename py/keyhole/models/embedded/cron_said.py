"""Schedules in words as cron expressions (five fields; IEEE Std 1003.1, `crontab`): "every weekday at 7:30" is
`30 7 * * 1-5`."""

from __future__ import annotations

import re

from keyhole.models.embedded.clock import HOUR_ALONE, times_in
from keyhole.models.embedded.prompt import Parameter
from keyhole.tools.builtin.named_days import WEEKDAYS
from keyhole.tools.builtin.number_words import NUMBER_WORD, to_digits

_CRON = re.compile(r"\bcron\b|\bcrontab\b", re.IGNORECASE)
_WRITTEN = re.compile(r"(?<!\S)(?:[\d*/,-]+ ){4}[\d*/,-]+|@(?:hourly|daily|weekly|monthly|yearly|reboot)\b")
"""An expression that a request has already."""
_EACH = r"(?:every|each)"
_STEP = re.compile(rf"\b{_EACH} (?:(\d{{1,2}}|{NUMBER_WORD}) )?(min(?:ute)?s?|hours?)\b|\bhourly\b", re.IGNORECASE)
_DAY = rf"(?:{'|'.join(sorted(WEEKDAYS, key=len, reverse=True))})"
_WEEKDAYS = re.compile(rf"\b(?:(?:{_EACH}|on) )?({_DAY}s?(?:(?:, | and |, and | & ){_DAY}s?)*)\b", re.IGNORECASE)
_REPEATED = re.compile(rf"\b{_EACH} {_DAY}\b|\b{_DAY}s\b|\bweekly\b|\b{_EACH} week\b", re.IGNORECASE)
_WORKDAYS = re.compile(r"\b(?:week|work(?:ing)? ?)days?\b", re.IGNORECASE)
_WEEKENDS = re.compile(r"\bweekends?\b", re.IGNORECASE)
_DAY_OF_MONTH = re.compile(
    rf"\b(?:on )?the (?:(\d{{1,2}})(?:st|nd|rd|th)|first)(?: day)? of (?:{_EACH}|the|a) month\b", re.IGNORECASE
)
_MONTHLY = re.compile(rf"\bmonthly\b|\b{_EACH} month\b", re.IGNORECASE)
_DAILY = re.compile(
    rf"\b(?:daily|nightly)\b|\b{_EACH} (?:single )?(?:day|night|morning|evening|afternoon)\b", re.IGNORECASE
)


def cron_said(parameter: Parameter, query: str) -> str | None:
    """The schedule that a request says in words, where a parameter wants a cron expression; None without one, or where
    the request has such an expression."""
    if parameter.type != "str" or parameter.many or parameter.options or not _CRON.search(parameter.about):
        return None
    if _WRITTEN.search(query):
        return None
    if step := _STEP.search(query):
        number = to_digits((step[1] or "1").lower())
        minutes = (step[2] or "").startswith("min")
        if not number.isdecimal() or not 0 < int(number) < (60 if minutes else 24):
            return None
        every = "*" if number == "1" else f"*/{number}"
        return f"{every} * * * *" if minutes else f"0 {every} * * *"
    times = times_in(query)
    if len(times) > 1:
        return None
    alone = HOUR_ALONE.search(query)
    hour, minute = times[0] if times else (int(alone[1]) if alone else 0, 0)
    month_day, week_day = "*", "*"
    if found := _DAY_OF_MONTH.search(query):
        month_day = found[1] or "1"
    elif _WORKDAYS.search(query):
        week_day = "1-5"
    elif _WEEKENDS.search(query):
        week_day = "6,0"
    elif _REPEATED.search(query):
        named = _WEEKDAYS.search(query)
        days = re.findall(_DAY, named[1], re.IGNORECASE) if named else ["sunday"]
        week_day = ",".join(str((WEEKDAYS[day.lower()] + 1) % 7) for day in days)
    elif _MONTHLY.search(query):
        month_day = "1"
    elif not _DAILY.search(query):
        return None
    return f"{minute} {hour} {month_day} * {week_day}"
