"""What words mean, roughly: 12,000 English words as vectors of 64 numbers of four bits.

They tell that "tunes" is near "music" where no letter is shared. Made by `scripts/train/word_vectors` from GloVe
(Pennington, Socher and Manning 2014; public domain) and learned on, so that requests come near their tools. A text is
the sum of its words' vectors, each weighed: by how rare the word is at first (Arora, Liang and Ma, "A Simple but
Tough-to-Beat Baseline for Sentence Embeddings", 2017), then by how much it was seen to tell.

The file: how many words, how many dimensions and how many bytes of text as 32-bit little-endian numbers; a byte a word
for its weight; the words between line feeds; then `dims / 2` bytes a word. A byte holds dimension i in its high half
and i + dims / 2 in its low one, each from 0 to 15 and 7.5 too many.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from operator import mul

_HIGH = bytes(byte >> 4 for byte in range(256))
_LOW = bytes(byte & 15 for byte in range(256))
_MIDDLE = 7.5
_HEADER = struct.Struct("<III")


class WordVectors:
    """Vectors by word (lower case). Words that are not in the file have none and weigh nothing."""

    def __init__(self, data: bytes) -> None:
        """Reads a whole file. Raises ValueError when it is not as long as it says."""
        count, dims, text = _HEADER.unpack_from(data) if len(data) >= _HEADER.size else (0, 0, 0)
        start = _HEADER.size + count
        end = start + text
        if not count or len(data) != end + count * dims // 2:
            raise ValueError(f"word vectors: {len(data)} bytes do not hold {count} words of {dims} numbers")
        self._rows = {word: row for row, word in enumerate(data[start:end].decode().split("\n"))}
        self._weights = data[_HEADER.size : start]
        self._dims: int = dims
        self._half = dims // 2
        packed = data[end:]
        self._high, self._low = packed.translate(_HIGH), packed.translate(_LOW)

    def __contains__(self, word: str) -> bool:
        return word in self._rows

    def weight(self, word: str) -> float:
        """How much the word tells, from 0 (nothing, or unknown) to 1."""
        row = self._rows.get(word)
        return 0.0 if row is None else self._weights[row] / 255

    @property
    def dims(self) -> int:
        """Numbers of a vector."""
        return self._dims

    def direction(self, word: str) -> list[float]:
        """The word's vector, its length made 1; empty where it has none."""
        row = self._rows.get(word)
        if row is None:
            return []
        values = [value - _MIDDLE for value in self._row(row)]
        length = math.sqrt(sum(map(mul, values, values)))
        return [value / length for value in values]

    def meaning(self, words: Iterable[str]) -> Meaning:
        """Of a text: its words' vectors, weighed and added up."""
        sums = [0.0] * self._dims
        for word in words:
            row = self._rows.get(word)
            if row is not None:
                weight = self._weights[row] / 255
                sums = [total + weight * (value - _MIDDLE) for total, value in zip(sums, self._row(row), strict=True)]
        return Meaning(self, sums)

    def _row(self, row: int) -> bytes:
        at = row * self._half
        return self._high[at : at + self._half] + self._low[at : at + self._half]


class Meaning:
    """A text's vector, to compare words with."""

    def __init__(self, vectors: WordVectors, sums: list[float]) -> None:
        self._vectors = vectors
        length = math.sqrt(sum(map(mul, sums, sums)))
        self._direction = [value / length for value in sums] if length else []
        self._offset = _MIDDLE * sum(self._direction)
        self._seen: dict[str, float] = {}

    def __bool__(self) -> bool:
        """Whether any word of the text was known."""
        return bool(self._direction)

    @property
    def direction(self) -> list[float]:
        """Where the text points to; empty where no word was known."""
        return self._direction

    def cosine(self, other: Meaning) -> float:
        """Of the angle between two texts, from -1 to 1; 0 when either has no known word."""
        return math.fsum(map(mul, self._direction, other._direction))

    def likeness(self, words: Mapping[str, float]) -> float:
        """Of the text and other words with their weights: near 1 when alike, near 0 when not.

        The words' vectors are taken for being at right angles, which spares adding them up; for short descriptions
        this ranks no worse than the cosine does (`bench/LOG.md`).
        """
        squares = sum(map(mul, words.values(), words.values()))
        if not squares or not self:
            return 0.0
        return sum(weight * self._cosine(word) for word, weight in words.items()) / math.sqrt(squares)

    def _cosine(self, word: str) -> float:
        known = self._seen.get(word)
        if known is None:
            row = self._vectors._row(self._vectors._rows[word])
            squares = sum(map(mul, row, row)) - 2 * _MIDDLE * sum(row) + len(row) * _MIDDLE**2
            known = self._seen[word] = (sum(map(mul, self._direction, row)) - self._offset) / math.sqrt(squares)
        return known


@cache
def word_vectors() -> WordVectors:
    """The shipped ones, read at the first call (about 10 ms)."""
    return WordVectors(files("keyhole").joinpath("word_vectors.bin").read_bytes())
