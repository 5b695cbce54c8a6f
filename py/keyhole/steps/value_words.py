"""Words of which values are made: of dates, times, numbers and units."""

from __future__ import annotations

import re

from keyhole.tools.builtin.date_words import UNIT
from keyhole.tools.builtin.named_days import WEEKDAYS
from keyhole.tools.builtin.number_words import MONTH_NAME, NUMBER_WORD
from keyhole.tools.builtin.units import named_unit

_VALUE_WORD = re.compile(
    rf"{MONTH_NAME}|{UNIT}s?|{NUMBER_WORD}|today|tonight|tomorrow|yesterday|noon|midnight|morning|afternoon|evening|"
    r"night|next|last|half|quarter|past|am|pm|st|nd|rd|th|oclock|dozen|k|following|later|earlier",
    re.IGNORECASE,
)


def tells_a_value(word: str) -> bool:
    """Whether a word is one of dates, times, numbers or units, of which values are made."""
    return tells_a_time(word) or named_unit(word) is not None


def tells_a_time(word: str) -> bool:
    """Whether a word is one of dates, times or numbers."""
    return word in WEEKDAYS or _VALUE_WORD.fullmatch(word) is not None
