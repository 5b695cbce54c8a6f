"""Plans told in passing: "we leave at 21:45 and drive 9 hours, when are we there", "10:40 to 14:40, how long is it".

One time of day and lengths of time give the moment at which it ends, or has to begin; two times of day the length
between them.
"""

from __future__ import annotations

import re
from typing import Any

from keyhole.tools.builtin.clock import CLOCK, clock_sum, time_between
from keyhole.tools.builtin.date_words import SPAN, UNITS
from keyhole.tools.builtin.zones import places_in

_MINUTES_FROM_THE_HOUR = {"half past": 30, "quarter past": 15, "quarter to": -15}
_SPOKEN_CLOCK = re.compile(r"\b(?:a )?(half past|quarter past|quarter to) (\d{1,2})\b")
_ALIKE = (
    (re.compile(r"(?<=\w) in (?:(?:24|12)[- ](?:h|hour|hours?[- ](?:format|time|clock))|military time)$"), ""),
    (re.compile(r"\b(\d+) ?h(?:rs?|ours?)? ?(\d+) ?m(?:ins?|inutes?)?\b|\b(\d+)h(\d\d)\b"), r"\1\3 hours \2\4 minutes"),
    (re.compile(r"\b(\d+) ?h\b"), r"\1 hours"),
    (re.compile(r"\b(\d+) ?m\b(?=,|$| stop| break)"), r"\1 minutes"),
    (re.compile(r"\ban hour and a half\b"), "1.5 hours"),
    (re.compile(r"\bquarter of an hour\b"), "15 minutes"),
    (re.compile(r"(?<=:\d\d) ?[-\u2013] ?(?=\d{1,2}:)"), " to "),
    (re.compile(r"\b(?:an? )?(\d+)[- ](hour|minute|min)\b"), r"\1 \2s"),
)
_HOW_LONG = re.compile(r"\b(?:how long|how many (?:hours|minutes)|how much time|(?:length|duration)\b)")
_BREAK = re.compile(r"\b(?:break|pause|lunch)\b")
"""One pause that does not count; of "2 breaks of 10 minutes" it is not said how long they are together."""
_WHEN = re.compile(r"\b(?:when|what time|which time|arriv\w*|finish\w*|ends?|until when)\b|\bover(?: by)?$")
_BEGINS = re.compile(
    r"\b(?:when|what time)\b.{0,20}\b(?:leave|start|begin|go|set off|head off|depart|get up|put|wake up)\b"
)
_TO_BE_DONE = re.compile(r"\b(?:remind|alarm|timer|schedule|book|notify|nudge|wake me|calendar)\b")


def spoken_clock(text: str) -> str:
    """A text, its numbers in digits, with "half past 2" as 2:30 and "an hour and a half" as 1.5 hours."""

    def told(found: re.Match[str]) -> str:
        minutes = int(found[2]) * 60 + _MINUTES_FROM_THE_HOUR[found[1]]
        return f"{minutes // 60 % 24}:{minutes % 60:02}" if int(found[2]) <= 24 else found.group()

    text = _SPOKEN_CLOCK.sub(told, text)
    for pattern, same in _ALIKE:
        text = pattern.sub(same, text)
    return text


def clock_plan(text: str) -> dict[str, Any] | None:
    """When a plan ends or has to begin, or how long it takes. None where the text asks for neither.

    Raises `ValueError` for a journey between zones: whose clock it ends by, the text does not say.
    """
    if _TO_BE_DONE.search(text):
        return None
    clocks = CLOCK.findall(text)
    lengths = SPAN.findall(CLOCK.sub(" ", text))
    if len(clocks) == 2 and _HOW_LONG.search(text):
        between = time_between(f"{clocks[0]} to {clocks[1]}")
        if lengths and between and _BREAK.search(text):
            return clock_sum(f"{between['minutes']} minutes minus {_joined(lengths)}")
        return None if lengths else between
    if len(clocks) != 1 or not lengths or not _WHEN.search(text):
        return None
    if len({zone for _, zone in places_in(text)}) > 1:
        raise ValueError("a plan in two zones")
    return clock_sum(f"{clocks[0]} {'minus' if _BEGINS.search(text) else 'plus'} {_joined(lengths)}")


def _joined(lengths: list[tuple[str, str]]) -> str:
    return " and ".join(f"{amount} {UNITS[unit]}" for amount, unit in lengths)
