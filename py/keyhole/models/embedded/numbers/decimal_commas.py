"""Decimals behind a comma, as most of Europe writes them: "18,50" is 18.5, where "1,250" stays a thousand and "3,4" the
two coordinates that a tool wants, as "at 40,65" does."""

from __future__ import annotations

import re
from collections.abc import Sequence

from keyhole.models.embedded.prompt import Parameter

_COMMA = re.compile(r"(?<![\w.,/:-])(?<!\bat )(?<!\()(-?\d{1,12}),(\d{1,2})(?![\w,/:-]|\.\d)")
_NUMBER = re.compile(r"(?<![\w.,])\d[\d.,]*")
_READ = 2_000
"""Characters of the longest request that is read."""


def with_points(parameters: Sequence[Parameter], query: str) -> str:
    """A request with points for such commas, where a tool takes numbers and no list of them, and there are still as
    many as it needs."""
    numbers = [p for p in parameters if p.type in ("int", "num")]
    if len(query) > _READ or not any(p.type == "num" for p in numbers) or any(p.many for p in numbers):
        return query
    pointed = _COMMA.sub(r"\1.\2", query)
    needed = sum(p.required for p in numbers)
    return pointed if pointed != query and len(_NUMBER.findall(pointed)) >= needed else query
