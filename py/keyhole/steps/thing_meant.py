"""Which of the things that a tool brought a message means, or none of them: "cancel the rowing one", "Tom can't come
after all", "the one that hasn't been paid, remind them".

A conditional logit over the things and none, with the signs of `thing_signs`. `scripts/train/things` fits it to
messages that were written for this purpose, each said in front of such a list.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Self

from keyhole.steps.results import Result
from keyhole.steps.spoken_words import spoken_words
from keyhole.steps.thing_signs import signs, word_signs
from keyhole.tools.tool import Tool

MOST_THINGS = 30
"""Things of a result that one is looked for among."""
_SAYS_WHICH = 0.5
"""Log-odds that a word speaks for a thing from which it stands for it, and says nothing else."""


@dataclass(frozen=True, slots=True)
class ThingWeights:
    """What each sign for a thing weighs, and each for none of them."""

    thing: Mapping[str, float]
    none: Mapping[str, float]

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> Self:
        """As `thing_meant.json` has them."""
        return cls(raw["thing"], raw["none"])


@cache
def thing_weights() -> ThingWeights:
    """The shipped ones."""
    return ThingWeights.of(json.loads(files("keyhole").joinpath("thing_meant.json").read_text(encoding="utf-8")))


@dataclass(frozen=True, slots=True)
class Meant:
    """How likely a message means each thing, by their order, and none of them; they sum to 1."""

    shares: tuple[float, ...]
    none: float

    @property
    def best(self) -> int:
        """The index of the likeliest thing."""
        return max(range(len(self.shares)), key=self.shares.__getitem__)

    @property
    def lead(self) -> float:
        """How likely the likeliest thing is among the things."""
        return self.shares[self.best] / (sum(self.shares) or 1.0)


def thing_meant(text: str, result: Result, tool: Tool | None, weights: ThingWeights | None = None) -> Meant:
    """Which thing of a result that has two at least. `tool`: the one that the message is for, where that is known."""
    told = weights or thing_weights()
    things, none = signs(text, result, tool)
    odds = [sum(told.thing.get(sign, 0.0) * value for sign, value in each.items()) for each in things]
    odds.append(sum(told.none.get(sign, 0.0) * value for sign, value in none.items()))
    most = max(odds)
    shares = [math.exp(each - most) for each in odds]
    *of_things, of_none = (each / sum(shares) for each in shares)
    return Meant(tuple(of_things), of_none)


def words_for(text: str, result: Result, at: int, tool: Tool | None) -> list[tuple[int, int]]:
    """Where the words of a message stand that say which thing is meant, by its index."""
    told = thing_weights()
    found = []
    for word in spoken_words(text, tool):
        rows = word_signs(word, result, tool)
        weight = sum(told.thing.get(sign, 0.0) * value for sign, value in rows[at].items())
        if weight > _SAYS_WHICH:
            found.append((word.start, word.end))
    return found
