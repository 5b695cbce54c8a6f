"""A log-linear ranker of argument candidates: what stands around a word, crossed with what the parameter is called.

The transformer points at words; a model of its size points better with a second opinion. This one is a conditional
logit over spans (or numbers, options, truth values, or nothing) with hashed features: `weights[crc32(feature)]`. It
is trained on the same examples, and its scores are added to the transformer's log-probabilities.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

from keyhole.models.embedded.sight import read_lexicon


@dataclass(frozen=True, slots=True)
class Candidate:
    """One way to answer: its tokens as the transformer would say them (none: nothing), and what speaks for it.

    `crossed` are facts that count together with each of the parameter's owners, `alone` those that count as they are.
    """

    picks: tuple[str, ...]
    crossed: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()


class Weights:
    """The learned weights: eight bits each and one scale. Their number is a power of two."""

    def __init__(self, packed: str, scale: float, lexicon: str = "") -> None:
        self.lexicon = read_lexicon(lexicon)
        raw = base64.b64decode(packed)
        if len(raw) & (len(raw) - 1) or len(raw) < 1024:
            raise ValueError(f"{len(raw)} weights: not a power of two")
        self.raw = raw
        self.levels = [((byte ^ 0x80) - 0x80) * scale for byte in range(256)]
        """What a byte weighs: as many numbers as there are weights would take a page a twentieth of a second."""
        self.mask = len(raw) - 1

    def score(self, facts: Sequence[str]) -> float:
        """The sum of the weights of facts."""
        levels, raw, mask = self.levels, self.raw, self.mask
        return sum(levels[raw[feature(fact) & mask]] for fact in facts)

    def scores(self, owners: Sequence[str], offered: Sequence[Candidate]) -> list[float]:
        """The score of every candidate. A fact is crossed with the owners once, however many share it."""
        levels, raw, mask = self.levels, self.raw, self.mask
        heads = heads_of(owners)
        crossed: dict[str, float] = {}
        alone: dict[str, float] = {}
        result = []
        for candidate in offered:
            total = 0.0
            for fact in candidate.crossed:
                value = crossed.get(fact)
                if value is None:
                    value = crossed[fact] = sum(levels[raw[feature(fact, head) & mask]] for head in heads)
                total += value
            for fact in candidate.alone:
                value = alone.get(fact)
                if value is None:
                    value = alone[fact] = levels[raw[feature(fact) & mask]]
                total += value
            result.append(total)
        return result


def feature(text: str, head: int = 0) -> int:
    """The place of a fact among the weights, before it is cut to their number; `head` is the owner it goes with."""
    return crc32(text.encode(), head)


def heads_of(owners: Sequence[str]) -> list[int]:
    """What `feature` wants of owners."""
    return [crc32(f"{owner}|".encode()) for owner in owners]


def log_softmax(scores: Sequence[float]) -> list[float]:
    """Scores as log-probabilities."""
    highest = max(scores)
    total = highest + math.log(sum(math.exp(score - highest) for score in scores))
    return [score - total for score in scores]
