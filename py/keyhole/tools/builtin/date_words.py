"""What phrases about dates and about the clock share: units of time, and the words around the moment itself."""

from __future__ import annotations

import re

UNITS = {
    **{
        unit: f"{unit}s" for unit in ("second", "minute", "hour", "day", "week", "fortnight", "month", "year", "decade")
    },
    "sec": "seconds",
    "min": "minutes",
    "hr": "hours",
}
UNIT = "|".join(UNITS)
SPAN = re.compile(rf"(\d+(?:\.\d+)?|half an?|an?)\s*({UNIT})s?\b")
_AMOUNTS = rf"(?:\d+(?:\.\d+)?|an?|half an?|a few)\s+(?:{UNIT})s?"
SPANS = rf"({_AMOUNTS}(?:(?:,|\s+and|,\s*and)?\s+{_AMOUNTS})*)"


_DAY = "(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?"
SUPPOSED = re.compile(
    r"(?:if|when|suppose|supposing|assuming|say|given)(?: that)? "
    rf"(?:(?P<near>today|tomorrow|yesterday) (?:is|was|were) (?:an? )?(?P<day>{_DAY})"
    rf"|(?:it is|it's|it was) (?:an? )?(?P<which>{_DAY})(?: (?P<then>today|tomorrow|yesterday|now))?)"
    r"(?:,? then)?,? (?=(?:what|which)\b)"
)
"""What day it is taken to be, before what is asked of it: "if today is wednesday, what day is it in 100 days"."""

_WEEKS = r"(?:in \w+ (?:week|fortnight|month|year)s?|\w+ (?:week|fortnight|month|year)s? (?:ago|from now|from today))"
ON_WEEKDAY = re.compile(rf"^(?:(?:on )?({_DAY}),? ({_WEEKS})|({_WEEKS}),? (?:on (?:an? |the )?)?({_DAY}))$")
"""The day of that name nearest to where some weeks lead: "2 weeks ago on monday"."""


def amount_of(said: str) -> float:
    """The number of a span's amount: 2.5, "a", "half an"."""
    return 0.5 if said.startswith("half") else 1.0 if said in ("a", "an") else float(said)


_FILLER = re.compile(
    r"^(?:(?:hey|hi|please|so|ok|okay|and|(?:can|could|would) you|tell me|show me|give me|do you know|i wonder|what'?s|"
    r"what|which|when|is|are|was|were|will|it|be|the|current(?:ly)?|local|exact|right|now is|today is|date of|date on|"
    r"date will it be|date|day of the week|day of week|weekday|day does|day did|day will|day is|day was|day|falls? on|"
    r"on|of|time is it|time|does|did|fall)\b[\s,:]*)+"
)
TAIL = re.compile(
    r"(?:[\s,]+(?:please|thanks|thank you|right now|fall on|falls on|land on|fall|be|is it|it is|on|was it|is))+$"
    r"|[?!.\s]+$"
)


def bare(text: str) -> str:
    """A phrase, in lower case, without the words of asking around it: "what day is it on 4 july" is "4 july"."""
    previous = None
    while text != previous:
        previous, text = text, TAIL.sub("", _FILLER.sub("", text)).strip(" ,:")
    return text
