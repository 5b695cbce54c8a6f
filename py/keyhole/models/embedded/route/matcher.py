"""How near a request is to a tool, by the tool's card: what is known of tools that nobody has seen.

Two towers (Huang et al., "Learning Deep Structured Semantic Models for Web Search", 2013): of what a `Reader` finds in
a request and in a card, and of what its words mean, each makes a direction, and their cosine tells.
`scripts/train/matcher` fits them to a sentence encoder far too large for a page. So are the words' meanings, which
begin as what that encoder makes of each word alone (Tulkens and van Dongen, "Model2Vec", 2024): it knows words that
stand in no lesson.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import mul
from typing import Any, Self

from keyhole.models.embedded.reader import Reader, Table, signed
from keyhole.models.embedded.text import name_words
from keyhole.models.model import ToolCard
from keyhole.word_vectors import WordVectors

_DESCRIBED = 160
"""Characters of a description that are read."""
SURE = 6.0
"""Log-odds beyond which remarks are not told apart."""
_KEPT = 500
"""Cards whose directions are kept."""

Direction = tuple[float, ...]


def card_text(card: ToolCard) -> str:
    """What is read of a tool: its name in words, its description's beginning, the names of its parameters."""
    name, *parameters = (" ".join(name_words(each)) for each in (card.name, *card.parameters))
    return f"{name}: {card.description[:_DESCRIBED]} ({', '.join(parameters)})"


@dataclass(frozen=True, slots=True)
class Tower:
    """A row of weights for each number of a direction: the bias, then one for each thing that is found in a text."""

    rows: tuple[tuple[float, ...], ...]

    @classmethod
    def of(cls, packed: str, found: int) -> Self:
        """As `keyhole-embedded.json` has it; a direction has no length. Raises `ValueError`."""
        flat, length = signed(packed), 1 + found
        if not flat or len(flat) % length:
            raise ValueError(f"a tower of {len(flat)} weights for {found} numbers")
        return cls(tuple(tuple(flat[at : at + length]) for at in range(0, len(flat), length)))

    def direction(self, found: Sequence[float]) -> Direction:
        """Where what was found points to."""
        seen = [1.0, *found]
        values = [sum(map(mul, row, seen)) for row in self.rows]
        length = math.sqrt(sum(map(mul, values, values))) or 1.0
        return tuple(value / length for value in values)


class Matcher:
    """Both towers, and what they read with."""

    def __init__(
        self,
        words: WordVectors,
        table: str,
        dims: int,
        asked: str,
        offered: str,
        sharpness: float,
        none: float,
        remark: Sequence[float] = (),
        **reader: Any,
    ) -> None:
        """What words mean, and as `keyhole-embedded.json` has it: a `Table`, a `Reader` and the rest.

        `asked` and `offered` are the towers of requests and of cards.
        `sharpness`: what a cosine is multiplied by to be a logit; `none`: the logit of no tool. `remark`: a bias and a
        weight for each thing that is found in a text, whose sum is the log-odds that it is a remark (`scripts/train/
        remark`). Raises `ValueError` where they do not fit together.
        """
        self._reader = Reader(Table(table, dims), words, **reader)
        self._asked, self._offered = (Tower.of(packed, self._reader.wide) for packed in (asked, offered))
        if len(self._asked.rows) != len(self._offered.rows):
            raise ValueError(f"towers of {len(self._asked.rows)} and {len(self._offered.rows)} numbers")
        if remark and len(remark) != 1 + self._reader.wide:
            raise ValueError(f"{len(remark)} weights of remarks for {self._reader.wide} numbers")
        self._sharpness, self._none, self._remark = sharpness, none, tuple(remark)
        self.found = lru_cache(2)(self._reader.found)
        """What is found in a text."""
        self._card = lru_cache(_KEPT)(self._read_card)

    def row(self, query: str, cards: Sequence[ToolCard]) -> tuple[float, ...]:
        """The log-odds of every card against none of them."""
        asked = self._asked.direction(self.found(query))
        return tuple(self._sharpness * sum(map(mul, asked, self._card(card_text(card)))) - self._none for card in cards)

    def remark(self, text: str) -> float:
        """How likely a text tells something and asks for nothing, in log-odds from 0, as likely as not, to `SURE`; 0
        also where that was not learned."""
        return max(0.0, min(SURE, sum(map(mul, self._remark, [1.0, *self.found(text)])))) if self._remark else 0.0

    def _read_card(self, text: str) -> Direction:
        return self._offered.direction(self._reader.found(text))
