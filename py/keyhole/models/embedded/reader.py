"""What a small convolutional network finds in a text: the part that all readers of requests share.

Filters of one to four words look at every place of the text, and of each the highest answer counts, wherever it stands
(Kim, "Convolutional Neural Networks for Sentence Classification", 2014). A word is the mean of its own row and of those
of its runs of letters in one hashed table (Bojanowski et al., "Enriching Word Vectors with Subword Information", 2017),
so that names and misspelt words have one too, and what it means (a `keyhole.word_vectors.WordVectors`).

A page has no numpy, and a loop over numbers is slow there. So the products of a word with all filters are one whole
number whose digits, of 32 bits, are the filters: Python multiplies and adds those at the speed of C, and exactly.
"""

from __future__ import annotations

import base64
import re
import string
import struct
from collections.abc import Sequence
from functools import lru_cache
from operator import mul

from keyhole.models.embedded.fill.ranker import feature
from keyhole.word_vectors import WordVectors

LONGEST = 160
"""Words of a text that are read, its last ones."""
WIDTHS = (4, 3, 2, 1)
"""Words that a filter looks at. The longest come first: what only they need of a word is the start of its number."""
FINE = 16
"""The steps between two numbers of the table that the mean of several may take."""
DIGITS = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"
"""Of base64, by what they stand for."""
ZERO = 31
"""The digit of a table's 0."""
_NUMBERS = bytes.maketrans(DIGITS.encode(), bytes((digit - ZERO) % 256 for digit in range(len(DIGITS))))
_RUNS = (3, 4)
_WORD = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_+")
_HALF = 1 << 31
_MOST = 1 << 30
_KEPT = 500


def read_words(text: str) -> list[str]:
    """A text's words and marks in lower case, digits as zeros, between a mark for its start and one for its end."""
    words = _WORD.findall(text.lower().replace("'", "").replace("’", ""))  # noqa: RUF001  (what people type)
    return ["<s>", *("0" * len(word) if word.isdigit() else word for word in words[-LONGEST:]), "</s>"]


def pieces_of(word: str) -> list[str]:
    """A word and its runs of letters, each of which has a row in the table."""
    framed = f"<{word[:40]}>"
    return [f"w{word}", *(framed[at : at + run] for run in _RUNS for at in range(len(framed) - run + 1))]


class Table:
    """Rows for the pieces of words."""

    def __init__(self, packed: str, dims: int) -> None:
        """`packed`: rows of `dims` numbers, a power of two of them. A number is a digit of base64, `ZERO` for 0: these
        pack better than bytes do. Raises `ValueError` for any other count, and for what is no digit."""
        if not set(packed) <= set(DIGITS):
            raise ValueError("a table with what is no digit of base64")
        self._numbers, self.dims = memoryview(packed.encode().translate(_NUMBERS)).cast("b"), dims
        count, rest = divmod(len(self._numbers), dims)
        if rest or count & (count - 1) or not count:
            raise ValueError(f"a table of {len(self._numbers)} numbers: not a power of two of rows of {dims}")
        self._mask = count - 1

    def vector(self, word: str) -> list[float]:
        """The mean of the rows of a word's pieces, in steps of `FINE`."""
        dims, rows = self.dims, [feature(piece) & self._mask for piece in pieces_of(word)]
        sums = map(sum, zip(*(self._numbers[dims * row : dims * (row + 1)] for row in rows), strict=True))
        return [FINE * number / len(rows) for number in sums]


class Reader:
    """Filters over the words of a text."""

    def __init__(
        self,
        table: Table,
        vectors: WordVectors,
        meaning: str,
        meaning_step: float,
        filters: str,
        biases: Sequence[int],
        step: float,
    ) -> None:
        """As `keyhole-embedded.json` has it, numbers of eight bits in base64.

        `vectors`: what words mean. `meaning`: for each number of a row of the table a row with one for every dimension
        of `vectors`, `meaning_step` what 1 of them means. `filters`: for the first, second, third and fourth word that
        a filter looks at, a row for each number of the table's with one for every filter that is so wide. `biases`: of
        the filters, in steps. `step`: what 1 means in a filter's sum.

        Raises `ValueError` where they do not fit together.
        """
        self._table, self._vectors, self._step, self.count = table, vectors, step, len(biases)
        if len(biases) % len(WIDTHS) or max(map(abs, biases), default=_MOST) >= _MOST:
            raise ValueError(f"{len(biases)} biases: not as many for each width, or one out of bounds")
        about, wide = signed(meaning), vectors.dims
        if len(about) != table.dims * wide:
            raise ValueError(f"meanings of {len(about)} numbers, where {table.dims} rows of {wide} are wanted")
        self._meaning = [[meaning_step * n for n in about[wide * dim : wide * (dim + 1)]] for dim in range(table.dims)]
        self._largest = (_HALF - _MOST) // (table.dims * len(WIDTHS) << 7) - 1
        self._biases = _number(biases) + _halves(len(biases))
        self._filters = _filters(signed(filters), table.dims, len(biases) // len(WIDTHS))
        self._products = lru_cache(_KEPT)(self._multiplied)

    def read(self, text: str) -> list[float]:
        """The highest answer of every filter, 0 at least."""
        seen = self._answers(read_words(text))
        return [max(0, max(answers) - _HALF) * self._step for answers in zip(*seen, strict=True)]

    def around(self, words: Sequence[str]) -> tuple[list[list[float]], list[float]]:
        """What is found around each word: the answers of the filters, 0 at least, one half of each width beginning at
        it, the other half ending at it, then what it means; and, in all, the highest answer of every filter."""
        seen = self._answers(words)
        each = self.count // len(WIDTHS)
        found = []
        for at, word in enumerate(words):
            answers: list[int] = []
            for number, width in enumerate(WIDTHS):
                start = each * number
                answers += seen[at][start : start + each // 2]
                back = at - width + 1
                answers += seen[back][start + each // 2 : start + each] if back >= 0 else (0,) * (each - each // 2)
            meant = self._vectors.direction(word) or [0.0] * self._vectors.dims
            found.append([*(max(0, answer - _HALF) * self._step for answer in answers), *meant])
        return found, [max(0, max(answers) - _HALF) * self._step for answers in zip(*seen, strict=True)]

    def _answers(self, words: Sequence[str]) -> list[tuple[int, ...]]:
        """Of all filters that begin at each word."""
        products = [self._products(word) for word in words]
        seen = []
        for at in range(len(products)):
            total = self._biases
            for place, each in enumerate(products[at : at + len(WIDTHS)]):
                total += each[place]
            seen.append(struct.unpack(f"<{self.count}I", total.to_bytes(4 * self.count, "little")))
        return seen

    @property
    def wide(self) -> int:
        """Numbers that are found in a text."""
        return self.count + self._vectors.dims

    def found(self, text: str) -> list[float]:
        """What the filters find, and where the text's words point to together."""
        meant = self._vectors.meaning(read_words(text)).direction or [0.0] * self._vectors.dims
        return [*self.read(text), *meant]

    def _multiplied(self, word: str) -> list[int]:
        """A word's products with the filters, as their first, second, third and fourth word."""
        vector = self._table.vector(word)
        if direction := self._vectors.direction(word):
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


def signed(packed: str) -> memoryview:
    """Numbers of eight bits in base64. Raises `ValueError`."""
    return memoryview(base64.b64decode(packed)).cast("b")


def _number(digits: Sequence[int]) -> int:
    """One number whose digits of 32 bits are these, which may be below 0: sums of such numbers are sums of digits."""
    return int.from_bytes(struct.pack(f"<{len(digits)}I", *(digit + _HALF for digit in digits)), "little") - _halves(
        len(digits)
    )


def _halves(count: int) -> int:
    """What makes so many digits, none of them half as high as it might be, digits above 0."""
    return int.from_bytes(struct.pack("<I", _HALF) * count, "little")
