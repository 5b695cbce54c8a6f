# ruff: noqa: SIM905  (word lists read best as words)
"""A part of a price is no price: "raise the price by 10%" does not make it 10."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from typing import Any

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words

_MONEY = frozenset("price cost fee salary wage pay rent budget balance value worth total msrp".split())
"""What things are called that change by a part of themselves."""
_PART = frozenset(
    "percent percentage pct rate ratio share discount change delta by increase decrease off markup".split()
)
_SHARE = re.compile(
    r"\bby (?:about |another |a further )?(\d{1,3}(?:\.\d{1,3})?) ?(?:%|per ?cent\b|pct\b)|"
    r"(?<![\w.,])(\d{1,3}(?:\.\d{1,3})?) ?(?:%|per ?cent\b|pct\b) (?:off|cheaper|dearer|more|"
    r"less|higher|lower|discount|up|down)\b",
    re.IGNORECASE,
)
_READ = 2_000


def drop_shares(parameters: Sequence[Parameter], query: str, values: MutableMapping[tuple[str, ...], Any]) -> None:
    """Take away, in place, the percentage that something changes by where it was read as the new amount of money."""
    shares = {float(found[1] or found[2]) for found in _SHARE.finditer(query[:_READ])}
    for parameter in parameters if shares else ():
        words, about = set(name_words(parameter.path[-1])), parameter.description.lower()
        if parameter.type not in ("int", "num") or parameter.many or words.isdisjoint(_MONEY) or words & _PART:
            continue
        if "%" in about or re.search(r"\b(?:percent(?:age)?|change|difference)\b", about):
            continue
        value = values.get(parameter.path)
        if isinstance(value, int | float) and float(value) in shares:
            del values[parameter.path]
