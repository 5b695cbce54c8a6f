"""Where a request says what a parameter wants, if anywhere: a third opinion beside the network's and the ranker's.

Of a parameter's card, what a `Reader` finds in it makes weights of its own for each thing that is found around a word;
their sum is how much the word is a part of what is asked for, and a word for "nothing" competes with all of them
(Vinyals, Fortunato and Jaitly, "Pointer Networks", 2015). That nothing can be known of a request beforehand but what is
around its words makes it quick: a request is read once for all parameters, and a card once for all requests.
`scripts/train/pointer` fits it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import mul
from typing import Any

from keyhole.models.embedded.fill.ranker import Candidate, log_softmax
from keyhole.models.embedded.fill.settling import place
from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.reader import Reader, Table, read_words, signed
from keyhole.models.embedded.text import name_words
from keyhole.word_vectors import WordVectors

LONGEST = 160
"""Words of a request that are read, its last ones."""
_DESCRIBED, _OPTIONS, _ABOUT = 120, 12, 8
"""Characters of a description, words of options and words about the tool that are read."""
_KEPT = 500
"""Parameters whose weights are kept."""
_LEAST = -9.0
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+|[^\w\s'’]|_+")  # noqa: RUF001  (what people type)

Card = tuple[str, str]
"""What is read of a parameter: all of it, and its name."""


def parameter_card(about: Sequence[str], parameter: Parameter) -> Card:
    """A parameter's name in words, its description's beginning, its type and options, what its tool is about."""
    name = " ".join(word for part in parameter.path[-2:] for word in name_words(part))
    options = [word for option in parameter.options for word in name_words(str(option))][:_OPTIONS]
    kind = parameter.type + (" list" if parameter.many else "")
    said = f"{name}: {parameter.description[:_DESCRIBED]} | {kind} {' '.join(options)}"
    return f"{said} | {' '.join(about[:_ABOUT])}", name


def read_places(text: str) -> list[tuple[str, int, int]]:
    """As `reader.read_words`, each with its place in the text; the marks for start and end have none."""
    found = [(match[0].lower(), *match.span()) for match in _WORD.finditer(text)][-LONGEST:]
    plain = [("0" * len(w) if w.isdigit() else w.replace("'", "").replace("’", ""), a, b) for w, a, b in found]  # noqa: RUF001
    return [("<s>", 0, 0), *plain, ("</s>", 0, 0)]


@dataclass(frozen=True, slots=True)
class Pointed:
    """Log-probabilities that a parameter is given nothing, and for each word of a request that it is meant."""

    nothing: float
    words: tuple[float, ...]

    def says(self, candidate: Candidate) -> float:
        """The log-probability of nothing, of the words that a candidate takes, or, where it takes none, of any."""
        if not candidate.picks:
            return max(_LEAST, self.nothing)
        at = place(candidate)
        words = self.words[at[0] - 1 : at[1]] if at else self.words
        return max(_LEAST, math.log(sum(map(math.exp, words)) + 1e-9))


class Pointer:
    """Weights for what is found around words, made of cards."""

    def __init__(
        self, words: WordVectors, table: str, dims: int, inner: str, outer: str, scales: Sequence[float], **reader: Any
    ) -> None:
        """What words mean, and as `keyhole-embedded.json` has it: a `Table`, a `Reader` and the rest.

        `inner`: a row of weights for each number that is made of a card: the bias, one for each thing found in it, one
        for each number of what its name means. `outer`: what these numbers (where above 0) make: a row for each thing
        found around a word, one for each thing found in the request, one for nothing; biases first. `scales`: what 1
        means in both. Raises `ValueError` where they do not fit together.
        """
        self._reader, self._vectors = Reader(Table(table, dims), words, **reader), words
        wide = self._reader.wide
        self._inner = _rows(inner, 1 + wide + words.dims, scales[0])
        self._outer = _rows(outer, 1 + len(self._inner), scales[1])
        if len(self._outer) != 2 * wide + 1:
            raise ValueError(f"a pointer of {len(self._outer)} numbers where {2 * wide + 1} are wanted")
        self._weights = lru_cache(_KEPT)(self._made)
        self._seen = lru_cache(1)(self._read)

    def pointed(self, view: FillView, query: str) -> list[Pointed]:
        """Where a request says what each parameter of a tool wants."""
        places, around, found = self._seen(query)
        of_word = [
            [at for at, (_, start, end) in enumerate(places) if start < word.end and end > word.start]
            for word in view.words
        ]
        made = []
        for parameter in view.parameters:
            by_word, by_request, bias = self._weights(parameter_card(view.about, parameter))
            nothing = bias + sum(map(mul, by_request, found))
            shares = log_softmax([nothing, *(sum(map(mul, by_word, each)) for each in around)])
            words = [math.log(sum(math.exp(shares[1 + at]) for at in each) + 1e-9) for each in of_word]
            made.append(Pointed(shares[0], tuple(words)))
        return made

    def _read(self, query: str) -> tuple[list[tuple[str, int, int]], list[list[float]], list[float]]:
        """A request's words, what is found around each, and in all: once for all tools that are looked at."""
        places = read_places(query)
        words = [word for word, _, _ in places]
        around, most = self._reader.around(words)
        return places, around, [*most, *(self._vectors.meaning(words).direction or [0.0] * self._vectors.dims)]

    def _made(self, card: Card) -> tuple[list[float], list[float], float]:
        """What a parameter's card makes of what is found around a word, and in a whole request."""
        text, name = card
        named = self._vectors.meaning(read_words(name)).direction or [0.0] * self._vectors.dims
        seen = [1.0, *self._reader.found(text), *named]
        inner = [1.0, *(max(0.0, sum(map(mul, row, seen))) for row in self._inner)]
        outer = [sum(map(mul, row, inner)) for row in self._outer]
        wide = self._reader.wide
        return outer[:wide], outer[wide:-1], outer[-1]


def _rows(packed: str, length: int, scale: float) -> list[list[float]]:
    """Rows of weights. Raises `ValueError` where they do not go round."""
    flat = [byte * scale for byte in signed(packed)]
    if not flat or len(flat) % length:
        raise ValueError(f"{len(flat)} weights of a pointer: no rows of {length}")
    return [flat[at : at + length] for at in range(0, len(flat), length)]
