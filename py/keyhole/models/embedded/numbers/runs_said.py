"""Kilometres in a word with a k, "ran a 5K", where a tool takes a distance in these."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from typing import Any

from keyhole.models.embedded.prompt import Parameter

_KILOMETRES = re.compile(r"\b(?:km|kms|kilomet(?:re|er)s?)\b", re.IGNORECASE)
_SAID = re.compile(
    r"(?<![\w.,$\u20ac\u00a3])(\d{1,3}(?:\.\d{1,2})?) ?[kK](?![\w])(?! (?:steps?|calories|"
    r"kcal|people|views|words|euros?|dollars))"
)


def put_kilometres(parameters: Sequence[Parameter], query: str, values: MutableMapping[tuple[str, ...], Any]) -> None:
    """Give the one distance in kilometres, in place, the number before the only k."""
    found = [p for p in parameters if p.type in ("int", "num") and not p.many and _KILOMETRES.search(p.about)]
    said = [*_SAID.finditer(query[:2_000])]
    if len(found) == len(said) == 1 and values.get(found[0].path) in (None, float(said[0][1]) * 1000):
        value = float(said[0][1])
        values[found[0].path] = int(value) if value.is_integer() else value
