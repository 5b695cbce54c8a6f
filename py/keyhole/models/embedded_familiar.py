"""How requests for the shipped tools are worded: a network that has read many, for toolboxes that are known by name.

A small convolutional network over a request's words: filters of one to four words look at every place, and of each the
highest answer counts, wherever it stands (Kim, "Convolutional Neural Networks for Sentence Classification", 2014). A
word is the mean of its own row and of those of its runs of letters in one hashed table (Bojanowski et al., "Enriching
Word Vectors with Subword Information", 2017), so that names and misspelt words have one too, and what it means
(`keyhole.word_vectors`). One network serves all shipped toolboxes; each has answers of its own. It is the best witness
of the decision where all tools in view are shipped ones, and says nothing about others. `scripts/train/familiar` fits
it.

A page has no numpy, and a loop over numbers is slow there. So the products of a word with all filters are one whole
number whose digits, of 32 bits, are the filters: Python multiplies and adds those at the speed of C, and exactly.
"""

from __future__ import annotations

import base64
import re
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import mul
from typing import Any, Self

from keyhole.models.embedded_ranker import feature
from keyhole.word_vectors import word_vectors

LONGEST = 160
"""Words of a request that are read, its last ones."""
WIDTHS = (4, 3, 2, 1)
"""Words that a filter looks at. The longest come first: what only they need of a word is the start of its number."""
FINE = 16
"""The steps between two numbers of the table that the mean of several may take."""
_RUNS = (3, 4)
_WORD = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_+")
_HALF = 1 << 31
_MOST = 1 << 30
_KEPT = 500


def read_words(text: str) -> list[str]:
    """A request's words and marks in lower case, digits as zeros, between a mark for its start and one for its end."""
    words = _WORD.findall(text.lower().replace("'", "").replace("’", ""))  # noqa: RUF001  (what people type)
    return ["<s>", *("0" * len(word) if word.isdigit() else word for word in words[-LONGEST:]), "</s>"]


def pieces_of(word: str) -> list[str]:
    """A word and its runs of letters, each of which has a row in the table."""
    framed = f"<{word[:40]}>"
    return [f"w{word}", *(framed[at : at + run] for run in _RUNS for at in range(len(framed) - run + 1))]


@dataclass(frozen=True, slots=True)
class Head:
    """What a toolbox makes of the filters: an answer for none, for each of its tools in order and for clarify."""

    tools: tuple[str, ...]
    rows: tuple[tuple[float, ...], ...]
    """An answer's weights: its bias, one for each filter, one for how sure each tool is of the request."""

    @classmethod
    def of(cls, tools: Sequence[str], packed: str, scale: float) -> Self:
        """As `keyhole-embedded.json` has it. Raises `ValueError` where the weights do not go round."""
        flat = [byte * scale for byte in _signed(packed)]
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

    def __init__(
        self,
        table: str,
        dims: int,
        meaning: str,
        meaning_step: float,
        filters: str,
        biases: Sequence[int],
        step: float,
        heads: Sequence[Mapping[str, Any]],
    ) -> None:
        """As `keyhole-embedded.json` has it, numbers of eight bits in base64.

        `table`: rows of `dims` numbers, a power of two of them. `meaning`: for each of `dims` a row with one number for
        every dimension of the word vectors, `meaning_step` what 1 of them means. `filters`: for the first, second,
        third and fourth word that a filter looks at, a row for each of `dims` with one number for every filter that
        is so wide. `biases`: of the filters, in steps. `step`: what 1 means in a filter's sum.

        Raises `ValueError` where they do not fit together.
        """
        self._table, self._dims, self._step, self._count = _signed(table), dims, step, len(biases)
        count, rest = divmod(len(self._table), dims)
        if rest or count & (count - 1) or not count:
            raise ValueError(f"a table of {len(self._table)} numbers: not a power of two of rows of {dims}")
        if len(biases) % len(WIDTHS) or max(map(abs, biases), default=_MOST) >= _MOST:
            raise ValueError(f"{len(biases)} biases: not as many for each width, or one out of bounds")
        about, wide = _signed(meaning), word_vectors().dims
        if len(about) != dims * wide:
            raise ValueError(f"meanings of {len(about)} numbers, where {dims} rows of {wide} are wanted")
        self._meaning = [[meaning_step * n for n in about[wide * dim : wide * (dim + 1)]] for dim in range(dims)]
        self._mask = count - 1
        self._largest = (_HALF - _MOST) // (dims * len(WIDTHS) << 7) - 1
        self._biases = _number(biases) + _halves(len(biases))
        self._filters = _filters(_signed(filters), dims, len(biases) // len(WIDTHS))
        self.heads = tuple(Head.of(**head) for head in heads)
        for head in self.heads:
            if len(head.rows[0]) != 1 + len(biases) + len(head.tools):
                raise ValueError(f"a head of {len(head.rows[0])} weights an answer for {len(biases)} filters")
        self._products = lru_cache(_KEPT)(self._multiplied)
        self._pooled = lru_cache(1)(self._read)

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

    def _read(self, query: str) -> list[float]:
        """The highest answer of every filter, 0 at least."""
        words = [self._products(word) for word in read_words(query)]
        seen = []
        for at in range(len(words)):
            total = self._biases
            for place, products in enumerate(words[at : at + len(WIDTHS)]):
                total += products[place]
            seen.append(struct.unpack(f"<{self._count}I", total.to_bytes(4 * self._count, "little")))
        return [max(0, max(answers) - _HALF) * self._step for answers in zip(*seen, strict=True)]

    def _multiplied(self, word: str) -> list[int]:
        """A word's products with the filters, as their first, second, third and fourth word."""
        rows = [feature(piece) & self._mask for piece in pieces_of(word)]
        sums = map(sum, zip(*(self._table[self._dims * row : self._dims * (row + 1)] for row in rows), strict=True))
        vector = [FINE * number / len(rows) for number in sums]
        if direction := word_vectors().direction(word):
            vector = [n + sum(map(mul, row, direction)) for n, row in zip(vector, self._meaning, strict=True)]
        whole = [max(-self._largest, min(self._largest, round(number))) for number in vector]
        return [sum(map(mul, whole, filters)) for filters in self._filters]


def _filters(numbers: memoryview, dims: int, each: int) -> list[list[int]]:
    """For every place of a word under the filters: for every one of its `dims` numbers, the filters as one number."""
    widths = [each * (len(WIDTHS) - place) for place in range(len(WIDTHS))]
    if len(numbers) != dims * sum(widths):
        raise ValueError(f"filters of {len(numbers)} numbers, where {dims * sum(widths)} are wanted")
    found, at = [], 0
    for wide in widths:
        found.append([_number(numbers[at + wide * dim : at + wide * (dim + 1)]) for dim in range(dims)])
        at += wide * dims
    return found


def _signed(packed: str) -> memoryview:
    return memoryview(base64.b64decode(packed)).cast("b")


def _number(digits: Sequence[int]) -> int:
    """One number whose digits of 32 bits are these, which may be below 0: sums of such numbers are sums of digits."""
    return int.from_bytes(struct.pack(f"<{len(digits)}I", *(digit + _HALF for digit in digits)), "little") - _halves(
        len(digits)
    )


def _halves(count: int) -> int:
    """What makes so many digits, none of them half as high as it might be, digits above 0."""
    return int.from_bytes(struct.pack("<I", _HALF) * count, "little")
