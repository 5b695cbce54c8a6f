"""A small reader of texts with random weights, for tests, and what it finds, computed number by number."""

from __future__ import annotations

import base64
import math
import random
import struct
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from keyhole.models.embedded.fill.ranker import feature
from keyhole.models.embedded.reader import DIGITS, FINE, WIDTHS, ZERO, pieces_of, read_words
from keyhole.word_vectors import WordVectors

ROWS, DIMS, EACH = 64, 3, 2
FILTERS = EACH * len(WIDTHS)
WORDS = files("keyhole").joinpath("word_vectors.bin").read_bytes()
VECTORS = WordVectors(WORDS)


def packed(numbers: Sequence[int]) -> str:
    return base64.b64encode(bytes(number % 256 for number in numbers)).decode()


def digits(numbers: Sequence[int]) -> str:
    return "".join(DIGITS[ZERO + number] for number in numbers)


def some(rng: random.Random, count: int) -> list[int]:
    return [rng.randint(-127, 127) for _ in range(count)]


def reader_weights(seed: int = 1, vectors: WordVectors = VECTORS) -> dict[str, Any]:
    """As the file would have them, not yet packed."""
    rng = random.Random(seed)
    return {
        "table": [rng.randint(-ZERO, ZERO) for _ in range(ROWS * DIMS)],
        "meaning": some(rng, DIMS * vectors.dims),
        "meaning_step": rng.choice((0.0, 2.5)),
        "filters": some(rng, DIMS * EACH * sum(WIDTHS)),
        "biases": [rng.randint(-9000, 9000) for _ in range(FILTERS)],
        "step": 1e-4,
    }


def found(raw: dict[str, Any], text: str, meanings: WordVectors = VECTORS) -> list[float]:
    """The highest answer of every filter."""
    return list(map(max, zip(*answers(raw, read_words(text), meanings), strict=True)))


def answers(raw: dict[str, Any], words: Sequence[str], meanings: WordVectors) -> list[list[float]]:
    """For every word the answers of the filters that begin at it, 0 at least."""
    vectors = [_vector(raw, word, meanings) for word in words]
    result = []
    for at in range(len(vectors)):
        result.append([0.0] * FILTERS)
        for number in range(FILTERS):
            total, start = raw["biases"][number], 0
            for place in range(WIDTHS[number // EACH]):
                wide = EACH * (len(WIDTHS) - place)
                if at + place < len(vectors):
                    total += sum(
                        vectors[at + place][d] * raw["filters"][start + wide * d + number] for d in range(DIMS)
                    )
                start += wide * DIMS
            result[at][number] = max(0.0, total * raw["step"])
    return result


def pointed(data: bytes, text: str) -> list[float]:
    """Where the words of a text point to together, by a file of word vectors."""
    count, wide, _ = struct.unpack_from("<III", data)
    start = len(data) - count * wide // 2
    rows = {word: row for row, word in enumerate(data[12 + count : start].decode().split("\n"))}
    sums = [0.0] * wide
    for word in read_words(text):
        if word in rows:
            weight = data[12 + rows[word]] / 255
            numbers = data[start + rows[word] * wide // 2 :][: wide // 2]
            row = [byte >> 4 for byte in numbers] + [byte & 15 for byte in numbers]
            sums = [total + weight * (number - 7.5) for total, number in zip(sums, row, strict=True)]
    length = math.hypot(*sums) or 1.0
    return [total / length for total in sums]


def _vector(raw: dict[str, Any], word: str, meanings: WordVectors) -> list[int]:
    rows = [feature(piece) % ROWS for piece in pieces_of(word)]
    direction = meanings.direction(word) or [0.0] * meanings.dims
    made = []
    for dim in range(DIMS):
        own = FINE * sum(raw["table"][DIMS * row + dim] for row in rows) / len(rows)
        about = sum(
            raw["meaning_step"] * raw["meaning"][meanings.dims * dim + at] * each for at, each in enumerate(direction)
        )
        made.append(round(own + about))
    return made
