"""What several things come to together: "how many hours is that altogether?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from keyhole.models.embedded.text import name_words, stem
from keyhole.steps.results import Facts
from keyhole.steps.thing_values import is_id

_ASKS = re.compile(
    r"\W*(?:(?:and|so|ok)\W+)?how (?:many (?P<what>[a-z]{2,20})|much) (?:(?:is|are|was|were|does|do|did|will) )?"
    r"(?:(?:that|it|this|they|those|these|all|we|i|i have|we have|be|come to|cost|pay|have to pay|make|them|of) ?){0,4}"
    r"(?:altogether|all together|in total|in all|in sum)\W*|"
    r"\W*(?:(?:and|so|ok)\W+)?what(?:'s| is) (?:the|their) (?:total|sum)(?: altogether)?\W*|"
    r"\W*(?:(?:and|so|ok)\W+)?what (?:do|does|did|will|would) (?:(?:they|these|those|it|all|the|of|them|two|three|four|"
    r"five|six|ones) ?){1,4}(?:(?:come|add up|amount|sum up) to|(?:cost|total)(?= (?:al|to|in)))"
    r"(?: (?:altogether|all together|together|in total|in all|in sum))*\W*|"
    r"\W*(?:(?:and|so|ok)\W+)?what (?:are|were) (?:the |their |all |my |our )*(?P<those>[a-z]{2,20}) "
    r"(?:altogether|all together|together|in total|in all|in sum)\W*",
    re.IGNORECASE,
)
_MONEY = frozenset(map(stem, ("price", "cost", "amount", "total", "fee", "sum", "fine", "rent", "fare", "balance")))
_COUNTS = frozenset(map(stem, ("quantity", "qty", "count", "units")))


def asks_for_sum(question: str) -> bool:
    """Whether a question is for what things come to together."""
    return _ASKS.fullmatch(question) is not None


def summed(question: str, things: Sequence[Facts]) -> dict[str, Any] | None:
    """The sum of the one fact of the things that a question asks for; None where it asks for none, or where things have
    none of it, are counted or are in several currencies."""
    asked = _ASKS.fullmatch(question)
    if asked is None:
        return None
    named = asked["what"] or asked["those"]
    wanted = {stem(named.lower())} if named else _MONEY
    names = [name for name in things[0] if not is_id(name) and wanted & _stems(name)]
    counted = not named and any(_COUNTS & _stems(name) for name in things[0])
    currencies = {str(thing[name]) for thing in things for name in thing if "currency" in name_words(name)}
    if len(names) != 1 or counted or len(currencies) > 1:
        return None
    values = [thing.get(names[0]) for thing in things]
    numbers = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    if len(numbers) < len(values):
        return None
    return {names[0]: round(sum(numbers), 6), **({"currency": currencies.pop()} if currencies else {})}


def _stems(name: str) -> set[str]:
    return {stem(word) for word in name_words(name)}
