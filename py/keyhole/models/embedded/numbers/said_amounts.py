"""What the words around a number make of it, where its parameter says how it counts: below zero, or in cents.

Numbers are said without a sign, "two semitones lower", and money in its large unit, "$49.50"; tools want -2 and 4950.
"""

from __future__ import annotations

import re

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import STOP, name_words
from keyhole.tools.builtin.currencies import CURRENCIES

_MAY_BE_BELOW = re.compile(r"\b(?:negative|positive)\b|\bbelow (?:0|zero)\b", re.IGNORECASE)
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
    rf"(?: ?\u00b0)?(?:\s+{_WORD}){{0,2}}?\s+(?:(?P<down>{_DOWN}|before|ago|earlier|sooner|bce?)|(?:{_UP}))\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    rf"\b(?:(?P<down>(?:{_DOWN})(?<!set off)(?<!\bback)(?<!away)|"
    rf"rewind(?:ing)?|(?:go(?:ing)?|skip|jump|step|seek|scrub|wind|move) back)|(?:{_UP}))(?:\s+{_WORD}){{0,2}}\s+$",
    re.IGNORECASE,
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


_TOLD_SIGN = re.compile(
    r"\b(?P<sign>negative|positive)(?: values?| amounts?)?(?: (?:for|is|are|means?)| ?[=:]) ?"
    r"(?P<of>(?:[a-z-]+ ?){1,3})",
    re.IGNORECASE,
)
"""What a description says of a sign: "negative for refunds"."""
_GIVEN = re.compile(
    r"\b(?:spen[dt]|paid|pay|paying|bought|buy|purchased?|costs?|bills?|expenses?|charged|withdr[ae]w|debit(?:ed)?|"
    r"owed?|out for)\b",
    re.IGNORECASE,
)
_GOT = re.compile(
    r"\b(?:got|gets?|received?|earn(?:ed|s)?|sold|salary|wages?|income|refund(?:ed|s)?|reimbursed|deposit(?:ed)?|"
    r"paid (?:me|us|back|in|into)|(?:was|were|been|am|is) paid|came in|comes in)\b",
    re.IGNORECASE,
)
_GIVING = frozenset(("spent", "spending", "spendings", "expense", "expenses", "expenditure", "outgoing", "debits"))
"""What descriptions call money that is given, which requests say by what was done with it."""
_LONG_ENOUGH = 5
"""Letters in which two forms of one word agree: withdraw and withdrawals."""
_READ = 2_000
_CORRECTION = frozenset(("offset", "correction", "calibration", "compensation", "bias"))
_TOO_MUCH = re.compile(
    rf"(?:\s+{_WORD}){{0,3}}?\s+too (?:high|much|warm|hot|fast|long|large|big|far|loud|late|bright)\b", re.IGNORECASE
)
"""What a correction has to take away: "reads half a degree too high"."""


def counts_in_cents(parameter: Parameter) -> bool:
    """Whether a parameter wants money in its smallest unit."""
    return bool(_SMALLEST.search(parameter.description))


def as_counted(parameter: Parameter, value: int | float, before: str, behind: str) -> int | float:
    """A number as its parameter counts it; `before` and `behind`: what of the request stands on either side."""
    money = _SIGN.search(before) or _MONEY_BEHIND.match(behind) or not float(value).is_integer()
    in_coins = counts_in_cents(parameter) and bool(money)
    if in_coins:
        value = round(value * 100)
    least = parameter.schema.get("minimum")
    below = _MAY_BE_BELOW.search(parameter.description) or (isinstance(least, int | float) and least < 0)
    corrects = not _CORRECTION.isdisjoint(name_words(parameter.path[-1])) and (below or least is None)
    if value <= 0 or not (below or corrects) or _REACHED.search(before[-_LAST_WORDS:]):
        return value
    if corrects and _TOO_MUCH.match(behind):
        return -value
    if below and (sign := _told_sign(parameter, before[-_READ:] + behind[:_READ])) is not None:
        return sign * value
    said = below and not in_coins and (_BEHIND.match(behind) or _BEFORE.search(before[-_LAST_WORDS:]))
    return -value if said and said["down"] else value


def _told_sign(parameter: Parameter, text: str) -> int | None:
    """-1 or 1 where a description says which sign something has and a request speaks of that, and of nothing that has
    the other sign."""
    said = {word.lower() for word in re.findall(r"[^\W\d_]{3,30}", text)}
    met = set[int]()
    for told in _TOLD_SIGN.finditer(parameter.description[:400]):
        sign = -1 if told["sign"].lower() == "negative" else 1
        words = {word for word in told["of"].lower().split() if word not in STOP}
        if not _GIVING.isdisjoint(words):
            met |= {sign} if _GIVEN.search(text) and not _GOT.search(text) else set()
        elif any(_same_word(word, other) for word in words for other in said):
            met.add(sign)
    return met.pop() if len(met) == 1 else None


def _same_word(one: str, other: str) -> bool:
    """Whether two words begin alike: what is dark is not darker, nor darkened."""
    return one == other or (min(len(one), len(other)) >= _LONG_ENOUGH and one[:_LONG_ENOUGH] == other[:_LONG_ENOUGH])
