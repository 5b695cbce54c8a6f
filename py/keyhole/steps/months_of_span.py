"""A month that a message names for the span of days of the call before: "february too" after the first to the last of
January, "from april on", "until the end of june"."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from keyhole.models.embedded.text import name_words
from keyhole.models.embedded.times.clock import MONTHS
from keyhole.steps.moved_days import is_day
from keyhole.tools.builtin.number_words import MONTH_NAME

# ruff: noqa: SIM905  (word lists read best as words)
_STARTS = frozenset("from since start after begin beginning starts first".split())
_ENDS = frozenset("to until till end before through ends last".split())
_MONTH = re.compile(rf"\b(?:{MONTH_NAME})\b", re.IGNORECASE)
_NO_MONTH = re.compile(
    r"\d|\b(?:first|second|third|week|day|may (?:be|i|we|not|have)|(?:i|we|it|he|she|they|you) may)\b", re.IGNORECASE
)
_FROM = re.compile(rf"\b(?:from|since|starting|beginning)(?: (?:in|with|the start of))? {MONTH_NAME}\b", re.IGNORECASE)
_UNTIL = re.compile(rf"\b(?:until|till|up to|through|to|before)(?: the end of)? {MONTH_NAME}\b", re.IGNORECASE)
_TO_ITS_END = re.compile(
    r"\b(?:until|till|up to|through|to) (?:the end of|month'?s end)(?: (?:the|that|this)? ?month)?\s*$", re.IGNORECASE
)
_BUT = re.compile(r"\b(?:leave|without|skip|except|not|no|but|drop)\b", re.IGNORECASE)
"""Takes a month out."""


def months_of_span(text: str, args: Mapping[str, Any]) -> dict[str, str]:
    """The ends of the span of days of a call, as a message that names one month and no day means them, in the year of
    that call; empty where it means none."""
    starts, ends = (
        [n for n, value in args.items() if words & set(name_words(n)) and is_day(value) and "T" not in value]
        for words in (_STARTS, _ENDS)
    )
    if len(starts) != 1 or len(ends) != 1 or _NO_MONTH.search(text):
        return {}
    (start,), (end,) = starts, ends
    first, last = (date.fromisoformat(args[name]) for name in (start, end))
    months = _MONTH.findall(text)
    if not months and _TO_ITS_END.search(text):
        return {start: f"{first}", end: _last_of(last)}
    if len(months) != 1 or first.year != last.year:
        return {}
    month = date(first.year, MONTHS[months[0][:3].lower()], 1)
    if _BUT.search(text):
        if month.month == first.month < last.month:
            return {start: f"{date.fromisoformat(_last_of(month)) + timedelta(days=1)}", end: f"{last}"}
        return {}
    if _UNTIL.search(text):
        return {start: f"{first}", end: _last_of(month)} if month.month >= first.month else {}
    if _FROM.search(text):
        return {start: f"{month}", end: f"{last}"} if month <= last else {}
    whole = first.day == 1 and f"{last}" == _last_of(last)
    return {start: f"{month}", end: _last_of(month)} if whole else {}


def is_month(value: Any) -> bool:
    """Whether a value is a month as people say it."""
    return isinstance(value, str) and _MONTH.fullmatch(value) is not None


def _last_of(day: date) -> str:
    """The last day of its month."""
    return f"{day.replace(day=monthrange(day.year, day.month)[1])}"
