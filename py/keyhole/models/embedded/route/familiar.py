"""How requests for the shipped tools are worded: a network that has read many, for toolboxes that are known by name.

It makes of what a `Reader` finds in a request how likely each answer is. One network serves all shipped toolboxes;
each has answers of its own. It is the best witness of the decision where all tools in view are shipped ones, and says
nothing about others. `scripts/train/familiar` fits it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import mul
from typing import Any, Self

from keyhole.models.embedded.reader import Reader, Table, signed
from keyhole.word_vectors import word_vectors


@dataclass(frozen=True, slots=True)
class Head:
    """What a toolbox makes of the filters: an answer for none, for each of its tools in order and for clarify."""

    tools: tuple[str, ...]
    rows: tuple[tuple[float, ...], ...]
    """An answer's weights: its bias, one for each filter, one for how sure each tool is of the request."""

    @classmethod
    def of(cls, tools: Sequence[str], packed: str, scale: float) -> Self:
        """As `keyhole-embedded.json` has it. Raises `ValueError` where the weights do not go round."""
        flat = [byte * scale for byte in signed(packed)]
        length, rest = divmod(len(flat), len(tools) + 2)
        if rest or not tools:
            raise ValueError(f"a head of {len(flat)} weights for {len(tools)} tools")
        return cls(tuple(tools), tuple(tuple(flat[at : at + length]) for at in range(0, len(flat), length)))

    def log_odds(self, pooled: Sequence[float], knows: Mapping[str, float]) -> tuple[dict[str, float], float]:
        """Of each tool of the toolbox, by name, and of clarify, against none."""
        seen = [1.0, *pooled, *(knows.get(tool, 0.0) for tool in self.tools)]
        none, *scores, ask = (sum(map(mul, row, seen)) for row in self.rows)
        return {tool: score - none for tool, score in zip(self.tools, scores, strict=True)}, ask - none


class Familiar:
    """The network of all shipped toolboxes."""

    def __init__(self, table: str, dims: int, heads: Sequence[Mapping[str, Any]], **reader: Any) -> None:
        """As `keyhole-embedded.json` has it: a `Table`, a `Reader` and a `Head` for each toolbox.

        Raises `ValueError` where they do not fit together.
        """
        self._reader = Reader(Table(table, dims), word_vectors(), **reader)
        self.heads = tuple(Head.of(**head) for head in heads)
        for head in self.heads:
            if len(head.rows[0]) != 1 + self._reader.count + len(head.tools):
                raise ValueError(f"a head of {len(head.rows[0])} weights an answer for {self._reader.count} filters")
        self._pooled = lru_cache(1)(self._reader.read)

    def row(self, query: str, names: Sequence[str], knows: Sequence[float]) -> tuple[float, ...]:
        """The log-odds of all tools in order, of none (0) and of clarify; empty where one is of no toolbox.

        `knows`: how sure each tool is of the request. Where tools of several toolboxes are in view, a question is asked
        back as readily as the surest of them would.
        """
        known = dict(zip(names, knows, strict=True))
        heads = [head for head in self.heads if known.keys() & set(head.tools)]
        if not heads or not known.keys() <= {tool for head in heads for tool in head.tools}:
            return ()
        told = [head.log_odds(self._pooled(query), known) for head in heads]
        odds = {tool: each for by_name, _ in told for tool, each in by_name.items()}
        return (*(odds[name] for name in names), 0.0, max(ask for _, ask in told))
