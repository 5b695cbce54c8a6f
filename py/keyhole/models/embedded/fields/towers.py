"""Two towers over hashed tables: how much a question and a field of a record have to do with each other.

Huang et al., "Learning Deep Structured Semantic Models for Web Search", 2013; Weinberger et al., "Feature Hashing for
Large Scale Multitask Learning", 2009. A direction is the sum of a table's rows, one for each thing read, and of what
the words mean; a pair's score is the product of both directions and a bias of either.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import lru_cache
from operator import mul
from typing import Self

from keyhole.models.embedded.fill.ranker import feature
from keyhole.models.embedded.text import name_words, plain_words
from keyhole.word_vectors import WordVectors

_HEADER = struct.Struct("<II")
_ZERO = 128


class Tower:
    """What a text of one side becomes: `dims` numbers, the last of which is a bias."""

    def __init__(
        self, table: bytes, meanings: bytes, steps: tuple[float, float], dims: int, words: WordVectors
    ) -> None:
        self._table, self._steps, self._dims, self._words = table, steps, dims, words
        self._rows = len(table) // dims
        self._columns = list(
            zip(*([b - _ZERO for b in meanings[dims * at : dims * (at + 1)]] for at in range(words.dims)), strict=True)
        )
        self._meant = lru_cache(2_000)(self._meant_by)

    def direction(self, read: Sequence[str], words: Sequence[str]) -> list[float]:
        """Where what was read, and what the words of it mean, point to."""
        dims = self._dims
        rows = [self._table[dims * row : dims * (row + 1)] for row in (feature(each) % self._rows for each in read)]
        sums = [(sum(column) - _ZERO * len(rows)) * self._steps[0] for column in zip(*rows, strict=True)]
        meant = [self._meant(word) for word in words if word in self._words]
        if not meant:
            return sums or [0.0] * dims
        part = len(meant) ** -0.5
        return [own + part * sum(column) for own, column in zip(sums, zip(*meant, strict=True), strict=True)]

    def _meant_by(self, word: str) -> list[float]:
        direction, weight = self._words.direction(word), self._words.weight(word) * self._steps[1]
        return [weight * sum(map(mul, direction, column)) for column in self._columns]


class Towers:
    """A tower of questions and one of fields."""

    def __init__(self, asked: Tower, named: Tower) -> None:
        self._asked, self._named = asked, named
        self._field = lru_cache(1_000)(self._read_field)

    @classmethod
    def read(cls, data: bytes, at: int, words: WordVectors) -> tuple[Self, int]:
        """Those that begin at a byte of a file, and where they end: rows and dimensions as 32-bit little-endian
        numbers, four 32-bit floats, what 1 means in each table, then bytes, 128 for 0: for questions and for fields a
        table and what each dimension of a word's meaning becomes. Raises ValueError when the file is too short."""
        rows, dims = _HEADER.unpack_from(data, at) if len(data) >= at + _HEADER.size else (0, 0)
        floats = struct.Struct("<4f")
        start = at + _HEADER.size + floats.size
        table, meanings = rows * dims, words.dims * dims
        end = start + 2 * (table + meanings)
        if not rows or not dims or len(data) < end:
            raise ValueError(f"towers of {rows} rows of {dims} numbers at byte {at} of {len(data)}")
        steps = floats.unpack_from(data, at + _HEADER.size)
        made = []
        for side in range(2):
            whole = data[start + side * (table + meanings) :][: table + meanings]
            made.append(Tower(whole[:table], whole[table:], (steps[2 * side], steps[2 * side + 1]), dims, words))
        return cls(*made), end

    def asked(self, question: str, read: Sequence[str]) -> list[float]:
        """Where a question points to."""
        return self._asked.direction(read, plain_words(question))

    def _read_field(self, name: str, read: tuple[str, ...]) -> list[float]:
        return self._named.direction(read, name_words(name))

    def score(self, asked: Sequence[float], name: str, read: tuple[str, ...]) -> float:
        """Of a question, by where it points to, and a field."""
        named: list[float] = self._field(name, read)
        return float(sum(map(mul, asked[:-1], named))) + asked[-1] + named[-1]
