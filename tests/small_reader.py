"""A small reader of texts with random weights, for tests, and what it finds, computed number by number."""

from __future__ import annotations

import base64
import random
from collections.abc import Sequence
from typing import Any

from keyhole.models.embedded.ranker import feature
from keyhole.models.embedded.reader import DIGITS, FINE, WIDTHS, ZERO, pieces_of, read_words
from keyhole.word_vectors import WordVectors, word_vectors

ROWS, DIMS, EACH = 64, 3, 2
FILTERS = EACH * len(WIDTHS)
VECTORS = word_vectors()


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
    vectors = [_vector(raw, word, meanings) for word in read_words(text)]
    highest = [0.0] * FILTERS
    for at in range(len(vectors)):
        for number in range(FILTERS):
            total, start = raw["biases"][number], 0
            for place in range(WIDTHS[number // EACH]):
                wide = EACH * (len(WIDTHS) - place)
                if at + place < len(vectors):
                    total += sum(
                        vectors[at + place][d] * raw["filters"][start + wide * d + number] for d in range(DIMS)
                    )
                start += wide * DIMS
            highest[number] = max(highest[number], total * raw["step"])
    return highest


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
