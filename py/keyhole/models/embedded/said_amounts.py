"""What the words around a number make of it, where its parameter says how it counts: below zero, or in cents.

Numbers are said without a sign, "two semitones lower", and money in its large unit, "$49.50"; tools want -2 and 4950.
"""

from __future__ import annotations

import re

from keyhole.models.embedded.prompt import Parameter
from keyhole.tools.builtin.currencies import CURRENCIES

_MAY_BE_BELOW = re.compile(r"\bnegative\b|\bbelow (?:0|zero)\b", re.IGNORECASE)
_WORD = r"[^\s.;!?]+"
_DOWN = (
    r"lower|down|downwards?|fewer|less|off|away|back|backwards?|left over|gone|missing|broken|"
    r"flat|(?:anti|counter)-?clockwise|"
    r"subtract(?:ed|ing)?|remov(?:e|ed|ing)|deduct(?:ed|ing)?|lost|stolen?|shrink(?:s|ing)?|decreas(?:e|es|ed|ing)"
    r"|drop(?:s|ped|ping)?|fall(?:s|ing)?|decelerat(?:es|ing)|slow(?:s|ing) down|malus|penalty"
)
_UP = (
    r"higher|up|upwards?|more|after|later|from now|ad|ce|add(?:ed|ing)?|plus|increas(?:e|es|ed|ing)|ris(?:es|ing)|bonus"
)
_BEHIND = re.compile(
    rf"(?:\s+{_WORD}){{0,2}}?\s+(?:(?P<down>{_DOWN}|before|ago|earlier|bce?)|(?:{_UP}))\b", re.IGNORECASE
)
_BEFORE = re.compile(
    rf"\b(?:(?P<down>(?:{_DOWN})(?<!set off)(?<!\bback)(?<!away))|(?:{_UP}))(?:\s+{_WORD}){{0,2}}\s+$", re.IGNORECASE
)
_REACHED = re.compile(r"\b(?:to|until|till)\s+$", re.IGNORECASE)
"""What stands before a number that is come to: "down to 5" is 5."""
_LAST_WORDS = 60
"""Characters before a number that hold the three words before it."""
_SMALLEST = re.compile(
    r"\b(?:in|of) (?:cents|pence)\b|\b(?:smallest|minor) (?:currency |monetary )?units?\b", re.IGNORECASE
)
_SIGN = re.compile(r"[$€£]\s*$")
_WHOLE = frozenset(("JPY", "KRW", "VND", "CLP", "ISK"))
"""Currencies without a smaller unit (ISO 4217)."""
_PARTED = sorted(re.escape(name) for name, code in CURRENCIES.items() if code not in _WHOLE)
_MONEY_BEHIND = re.compile(rf"\s*(?:[$€£]|(?:{'|'.join(_PARTED)}|usd|eur|gbp)\b)", re.IGNORECASE)


def counts_in_cents(parameter: Parameter) -> bool:
    """Whether a parameter wants money in its smallest unit."""
    return bool(_SMALLEST.search(parameter.description))


def as_counted(parameter: Parameter, value: int | float, before: str, behind: str) -> int | float:
    """A number as its parameter counts it; `before` and `behind`: what of the request stands on either side."""
    money = _SIGN.search(before) or _MONEY_BEHIND.match(behind) or not float(value).is_integer()
    if counts_in_cents(parameter) and money:
        return round(value * 100)
    least = parameter.schema.get("minimum")
    below = _MAY_BE_BELOW.search(parameter.description) or (isinstance(least, int | float) and least < 0)
    if value > 0 and below and not _REACHED.search(before[-_LAST_WORDS:]):
        said = _BEHIND.match(behind) or _BEFORE.search(before[-_LAST_WORDS:])
        return -value if said and said["down"] else value
    return value
