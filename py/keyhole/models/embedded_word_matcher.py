"""How near the words of a request are to those of a tool's card, each to the nearest one on the other side.

Late interaction (Khattab and Zaharia, "ColBERT", 2020): every word, seen with its neighbours, has a direction and a
weight. One direction for a whole text, as the towers have it, blurs what a card of several sentences says; here each
word of the request finds its own.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import mul

from keyhole.models.embedded_reader import MOST, Reader, as_number, digits_of, read_words, signed

_PLACES = 3
"""The word before, the word itself and the one behind it."""
_FINE = 127
"""Steps of a direction's numbers on either side of 0."""
_SIDES = 2
_KEPT = 500
"""Words whose products are kept."""


@dataclass(frozen=True, slots=True)
class ReadWords:
    """A text's words: their directions, in steps, and what each weighs, 1 in all. `columns` has a number for each
    number of a direction, with a digit for every word."""

    directions: tuple[tuple[int, ...], ...]
    weights: tuple[float, ...]
    columns: tuple[int, ...]

    def cosines(self, direction: Sequence[int]) -> list[int]:
        """How near each word is to a direction, in steps of both."""
        return digits_of(sum(map(mul, direction, self.columns)), len(self.weights))


class WordMatcher:
    """Reads texts word by word, and tells how near two of them are."""

    def __init__(
        self, reader: Reader, near: str, biases: Sequence[int], step: float, wanted: float, offered: float
    ) -> None:
        """As `keyhole-embedded.json` has it, beside the towers and with the same reader's table.

        `near`: for the word before, the word itself and the one behind it, a row for each number of the table's with a
        number for every number of a direction and for both weights, a request's and a card's. `biases`: of the same.
        `step`: what 1 means there. `wanted` and `offered`: what is counted for a request's words and for a card's.

        Raises `ValueError` where they do not fit together.
        """
        numbers, count = signed(near), len(biases)
        if count <= _SIDES or len(numbers) != _PLACES * reader.dims * count or max(map(abs, biases)) >= MOST:
            raise ValueError(f"{len(numbers)} weights for words of {reader.dims} numbers, and {count} biases")
        starts = range(0, len(numbers), count)
        rows = [as_number(numbers[at : at + count]) for at in starts]
        self._rows = [rows[reader.dims * place : reader.dims * (place + 1)] for place in range(_PLACES)]
        self._biases, self._count = as_number(biases), count
        self._reader, self._step = reader, step
        self._wanted, self._offered = wanted, offered
        self._products = lru_cache(_KEPT)(self._multiplied)

    def request(self, text: str) -> ReadWords:
        """A request's words."""
        return self._read(text, 0)

    def card(self, text: str) -> ReadWords:
        """A card's words."""
        return self._read(text, 1)

    def score(self, request: ReadWords, card: ReadWords) -> float:
        """How near they are, as log-odds without a bias: the nearest of the card for every word of the request, and the
        other way round."""
        if not request.weights or not card.weights:
            return 0.0
        rows = [card.cosines(direction) for direction in request.directions]
        found: float = sum(map(mul, request.weights, map(max, rows)))
        met: float = sum(map(mul, card.weights, map(max, zip(*rows, strict=True))))
        return (self._wanted * found + self._offered * met) / _FINE**2

    def _read(self, text: str, side: int) -> ReadWords:
        words = [self._products(word) for word in read_words(text)]
        totals = [
            self._biases + before[0] + itself[1] + behind[2]
            for before, itself, behind in zip(words, words[1:], words[2:], strict=False)
        ]
        found = [digits_of(total, self._count) for total in totals]  # the marks of both ends are neighbours only
        directions = tuple(_direction(digits[:-_SIDES]) for digits in found)
        weights = tuple(_shares(self._step * digits[side - _SIDES] for digits in found))
        return ReadWords(directions, weights, tuple(map(as_number, zip(*directions, strict=True))))

    def _multiplied(self, word: str) -> tuple[int, ...]:
        """A word's products, as what stands before another one, as itself and as what stands behind another one."""
        numbers = self._reader.numbers(word)
        return tuple(sum(map(mul, numbers, rows)) for rows in self._rows)


def _direction(digits: Sequence[int]) -> tuple[int, ...]:
    length = math.sqrt(sum(map(mul, digits, digits))) or 1.0
    return tuple(round(_FINE * digit / length) for digit in digits)


def _shares(logits: Iterable[float]) -> list[float]:
    kept = list(logits)
    highest = max(kept, default=0.0)
    raised = [math.exp(logit - highest) for logit in kept]
    return [each / sum(raised) for each in raised]
