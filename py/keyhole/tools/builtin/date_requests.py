"""What a request about dates and times looks like: which part of it can be read, and whether that is all it asks."""

from __future__ import annotations

import re
from functools import lru_cache

from keyhole.clock import now
from keyhole.errors import ToolError
from keyhole.tools.builtin.date_words import ON_WEEKDAY, SUPPOSED

_LEAD, _TAIL = 6, 3
"""Words before and behind a phrase that a request may hold beside it."""
_LONGEST = 300
_ABOUT_TIME = re.compile(
    r"\b(?:time(?: ?zone)?|dates?|days?|weeks?|weekdays?|months?|years?|hours?|minutes?|today|tomorrow|yesterday|ago|"
    r"until|till|since|noon|midnight|o'clock|(?:mon|tues?|wed|wednes|thurs?|fri|sat|satur|sun)(?:day)?|"
    r"jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|(?:janu|febru)ary|march|april|august|"
    r"(?:septem|octo|novem|decem)ber|christmas|xmas|easter|halloween|thanksgiving|valentine'?s|eve|late|morning|afternoon|evening|night|clock|utc|gmt|"
    r"\d{1,2}(?::\d\d| ?[ap]\.?m)|\d{4})\b",
    re.IGNORECASE,
)
OF_TIME = re.compile(
    r"\W*\d+(?:[:/.-]\d|(?:st|nd|rd|th)\b|\s?[ap]\.?m\b|[ -]?(?:o'clock|years?|months?|weeks?|fortnights?|days?|hours?|"
    r"hrs?|h|minutes?|mins?|m|seconds?|secs?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|jan|feb|mar|apr|may|jun|jul|"
    r"aug|sep|oct|nov|dec))|\W*(?:1[5-9]|20)\d\d\b",
    re.IGNORECASE,
)
"""A number, with what stands behind it, that says when or how long, and not how many of anything else."""
_SAYS_WHEN = re.compile(r"\b(?:was|were|did|fell|be (?:in|on|by))\b", re.IGNORECASE)
_TOO_LITTLE = ("time", "date", "day", "today", "what time", "what day", "utc", "gmt")
"""What can be read, but is seldom all that is asked: "when does summer time start"."""
_OF_MORE = re.compile(
    r"\b(?:(?:day|week|weekend|month|hour|minute|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?|half ?way|middle|end|"
    r"start|beginning|eve|half)(?: are| were)?(?: there)? (?:of|in|between|after|before|from|until|till|to)$",
    re.IGNORECASE,
)
_WITH_MORE = re.compile(r"(?:after|before|noon|midnight|plus|minus|the \d|with(?:out)? (?:an? )?\d)", re.IGNORECASE)
_PREPOSITIONS = frozenset(("of", "in", "between", "after", "before", "from", "until", "till", "to"))


@lru_cache(maxsize=500)
def is_date(phrase: str) -> bool:
    """Whether a phrase can be read, also where there is no such day or place."""
    if not _ABOUT_TIME.search(phrase):
        return False  # most requests: dateutil takes a while to import in a page
    from keyhole.tools.builtin import dates, missing_days, zones

    try:
        dates.resolve(phrase, now())
    except (missing_days.NoSuchDay, zones.NoSuchPlace):
        return True
    except ToolError:
        return False
    return True


def reads_date(phrase: str) -> float:
    """Which of the days of one name is meant may be said around it: "when was easter", not "easter"."""
    if not is_date(phrase) or phrase.lower() in _TOO_LITTLE:
        return 0.0
    return 1.5 if _SAYS_WHEN.search(phrase) or ON_WEEKDAY.match(phrase.lower().rstrip(" ?.!")) else 1.0


def cut_short(request: str) -> str | None:
    """The request itself where the longest part of it that can be read is a part of what it asks for: of "how many
    weekends in december" not more than "december" can be, which is no answer. And where it supposes what day it is."""
    if SUPPOSED.match(request.strip().lower().replace("\u2019", "'")) and is_date(request):
        return request.strip()
    words = request[:_LONGEST].split()
    for left_out in range(min(_LEAD + _TAIL, len(words) - 1) + 1):
        for tail in range(min(_TAIL, left_out) + 1):
            lead, end = left_out - tail, len(words) - tail
            if lead > _LEAD or not is_date(" ".join(words[lead:end])):
                continue
            while lead < end and words[lead].lower() in _PREPOSITIONS:
                lead += 1
            cut = _OF_MORE.search(" ".join(words[:lead])) or _WITH_MORE.match(" ".join(words[end:]))
            return request.strip() if left_out and cut else None
    return None
