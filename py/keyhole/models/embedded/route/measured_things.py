"""Whether a measure in a request is to be converted, or is how much of a thing a tool is to take: "2 litres of milk"
beside a shopping list is no half of a conversion."""

from __future__ import annotations

import re
from collections.abc import Sequence

from keyhole.models.embedded.parameters import parameters_of
from keyhole.models.embedded.text import name_words
from keyhole.models.model import ToolCard
from keyhole.tools.builtin.units import near_unit

_ASKS = re.compile(
    r"\bconver|\bhow (?:many|much|long|far|tall|high|heavy|hot|cold|big|fast)\b|\bwhat(?:['\u2019]?s| is| are)\b|=|"
    r"\bequals?\b|\bchange .{1,40} (?:to|into)\b",
    re.IGNORECASE,
)
_INTO = re.compile(r"\d ?[^\W\d]{1,20} (?:in|to|into|as) ([^\W\d]{1,20})\W*$")
_AMOUNTS = frozenset(("amount", "quantity", "qty", "volume", "weight", "litres", "liters", "portions", "count"))


def meant(query: str, cards: Sequence[ToolCard]) -> list[int]:
    """The places of the tools that a request may be for: all of them but one that knows it for half of a conversion,
    where nothing asks for one and a tool of somebody else takes amounts."""
    halves = {at for at, card in enumerate(cards) if _converts(card) and card.knows and 0 < card.knows(query) < 1}
    into = _INTO.search(query[-200:])
    asked = _ASKS.search(query) or (into and near_unit(into[1].lower()))
    if not halves or asked or not any(_takes_amounts(card) for card in cards if not card.knows):
        return list(range(len(cards)))
    return [at for at in range(len(cards)) if at not in halves]


def _converts(card: ToolCard) -> bool:
    """Whether a tool turns an amount of one unit into another."""
    return sum("unit" in name_words(name) for name in card.parameters) > 1


def _takes_amounts(card: ToolCard) -> bool:
    found = parameters_of(card.schema or {})
    return any(p.type in ("int", "num") or not _AMOUNTS.isdisjoint(name_words(p.path[-1])) for p in found)
