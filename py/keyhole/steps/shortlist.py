"""Shortlist: toolbox x query -> the few tools worth showing.

BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009) over the words of names, descriptions and
parameter names, in an inverted index that is built once for a toolbox; a query then touches only the tools that share
a word with it. Against plain BM25: names count double, an unknown word stands for known ones that look like it, words
that are likely somebody's name or a place count half, and a query also looks for words that it implies
(`request_cues`). The best of these are put in order by what their words mean (`keyhole.word_vectors`), too. A tool
that says that it knows what is asked for (`ToolCard.knows`) goes before all others.
`keyhole.bench.shortlist` measures what each is worth.
"""

from __future__ import annotations

import heapq
import math
import re
import weakref
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice

from keyhole.models.embedded.fill.glossed import in_english
from keyhole.models.model import ToolCard
from keyhole.request_cues import parameters_implied, words_implied
from keyhole.tools.toolbox import Toolbox
from keyhole.word_vectors import word_vectors

_K1, _B = 0.8, 0.3
_NAME, _DESCRIPTION, _PARAMETER = 2.0, 1.0, 1.0
_MOST_IDF = 6.0
"""A word rarer than this tells no more: it is as often a name in the query as a thing that a tool is for."""
_PROPER = 0.5
_ALIKE, _LIKENESS = 0.7, 0.4
_GRAM = 4
_IMPLIED, _IMPLIED_PARAMETER = 0.75, 1.0
_MEANING, _COMPARED = 7.0, 100
"""What likeness of meaning is worth against BM25's sum, and how many tools are compared by it."""
_KNOWS = 20.0
"""What a tool is worth that is sure to know what is asked for: more than any words."""
_MOST_QUERY, _MOST_DESCRIPTION = 4000, 600

# camelCase, snake_case and digits apart: "getWeather2" -> get, Weather, 2
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_a-zA-Z]+")
_WORD = re.compile(r"[^\W\d_]+(?:[_.][^\W\d_]+)*")
_STOP = frozenset(
    """
    a an and any are as at be been but by can could did do does for from had has have he her him his how i if in into is
    it its just let like may me my need of on or our out please s should so some t than that the their them then there
    these they this to us use using want was we were what when where which who why will with would you your also am
    being between each etc id im ive lets ll m re ve d don doesn e g
    """.split()  # noqa: SIM905  # a list of ninety quoted words is harder to read
)
_ENDINGS = (
    ("ies", "y"), ("sses", "ss"), ("ational", "ate"), ("ization", "ize"), ("ations", "ate"), ("ation", "ate"),
    ("ators", "ate"), ("ator", "ate"), ("ings", ""), ("ing", ""), ("edly", ""), ("ed", ""), ("ers", "er"),
    ("ments", "ment"), ("es", "e"), ("s", ""),
)  # fmt: skip


class Shortlist:
    """An index over tool cards. `best` is the only question it answers."""

    def __init__(self, cards: Sequence[ToolCard]) -> None:
        self.cards = tuple(cards)
        self._postings = _postings(self.cards)
        self._having = _having(self.cards)
        self._knowing = [(row, card.knows) for row, card in enumerate(self.cards) if card.knows]
        self._grams: dict[str, list[str]] | None = None
        self._known_words: dict[int, dict[str, float]] = {}

    def best(self, query: str, size: int) -> tuple[ToolCard, ...]:
        """The best `size` cards for the query, best first; filled up in the toolbox's order when fewer match."""
        query = query[:_MOST_QUERY]
        scores = self._scores(query)
        for row, knows in self._knowing:
            if sure := knows(query):
                scores[row] += _KNOWS * sure
        compared = max(size, _COMPARED)
        best = heapq.nsmallest(compared, scores, key=lambda row: (-scores[row], row))
        best += islice((row for row in range(len(self.cards)) if row not in scores), compared - len(best))
        meaning = word_vectors().meaning(plain_words(query))
        for row in best:
            scores[row] += _MEANING * meaning.likeness(self._words_of(row))
        best.sort(key=lambda row: (-scores[row], row))
        return tuple(self.cards[row] for row in best[:size])

    def _scores(self, query: str) -> defaultdict[int, float]:
        """By row, what the words of the query and those that it implies are worth."""
        scores: defaultdict[int, float] = defaultdict(float)
        words = _query_words(query)
        for implied in words_implied(query):
            if (word := _stem(implied)) in self._postings:
                words.setdefault(word, _IMPLIED)
        for word, weight in words.items():
            for known, share in self._known(word):
                rows, values = self._postings[known]
                factor = weight * share
                for row, value in zip(rows, values, strict=True):
                    scores[row] += factor * value
        for implied in parameters_implied(query):
            with_it = self._having.get(_stem(implied), ())
            worth = _IMPLIED_PARAMETER * _idf(len(self.cards), len(with_it))
            for row in with_it:
                scores[row] += worth
        return scores

    def _words_of(self, row: int) -> dict[str, float]:
        """The card's words that have a vector, and what each counts."""
        words = self._known_words.get(row)
        if words is None:
            vectors, words = word_vectors(), {}
            for text, weight in _fields(self.cards[row], parameter=0.5):
                for word in plain_words(text):
                    if word in vectors:
                        words[word] = words.get(word, 0.0) + weight * vectors.weight(word)
            self._known_words[row] = words
        return words

    def _known(self, word: str) -> Iterator[tuple[str, float]]:
        """The word itself; where it is unknown or rare also what looks like it ("coffeehouse" ~ "coffee")."""
        if word in self._postings:
            yield word, 1.0
            if len(self._postings[word][0]) > 2:
                return
        grams = _grams(word)
        if not grams:
            return
        if self._grams is None:
            self._grams = defaultdict(list)
            for known in self._postings:
                for gram in _grams(known):
                    self._grams[gram].append(known)
        shared = Counter(known for gram in grams for known in self._grams.get(gram, ()))
        for known, count in shared.most_common(8):
            likeness = 2 * count / (len(grams) + len(_grams(known)))
            if known != word and likeness >= _LIKENESS:
                yield known, _ALIKE * likeness


_indexes: weakref.WeakKeyDictionary[Toolbox, Shortlist] = weakref.WeakKeyDictionary()


def shortlist(toolbox: Toolbox, query: str, *, over: int = 16, size: int = 8) -> tuple[ToolCard, ...]:
    """What the router is shown: all cards, or the best `size` when there are more than `over`. A request in another
    language is looked for in its own words and in English ones: cards may be in either."""
    cards = toolbox.cards
    if len(cards) <= over:
        return cards
    index = _indexes.get(toolbox)
    if index is None or index.cards is not cards:
        index = _indexes[toolbox] = Shortlist(cards)
    glossed = in_english(query)
    return index.best(f"{query} {glossed.text}" if glossed.exchanged else query, size)


def _postings(cards: Sequence[ToolCard]) -> dict[str, tuple[array[int], array[float]]]:
    """For every word the rows that have it and what it is worth there: all of BM25 but the sum over a query's words."""
    counts: list[dict[str, float]] = []
    spread: Counter[str] = Counter()
    for card in cards:
        words: dict[str, float] = {}
        for text, weight in _fields(card, parameter=_PARAMETER):
            for word in _words(text):
                words[word] = words.get(word, 0.0) + weight
        counts.append(words)
        spread.update(words.keys())
    number = len(cards)
    lengths = [sum(words.values()) for words in counts]
    mean = sum(lengths) / number if number else 1.0
    idf = {word: _idf(number, found) for word, found in spread.items()}
    postings: dict[str, tuple[array[int], array[float]]] = {word: (array("I"), array("f")) for word in idf}
    for row, words in enumerate(counts):
        damping = _K1 * (1 - _B + _B * lengths[row] / (mean or 1.0))
        for word, count in words.items():
            rows, values = postings[word]
            rows.append(row)
            values.append(idf[word] * count * (_K1 + 1) / (count + damping))
    return postings


def _idf(number: int, found: int) -> float:
    return min(_MOST_IDF, math.log(1 + (number - found + 0.5) / (found + 0.5)))


def _fields(card: ToolCard, *, parameter: float) -> Iterator[tuple[str, float]]:
    """The texts of a card, each with its weight."""
    yield card.name, _NAME
    yield card.description[:_MOST_DESCRIPTION], _DESCRIPTION
    yield " ".join(card.parameters), parameter


def _having(cards: Sequence[ToolCard]) -> dict[str, array[int]]:
    """For every word the rows whose parameters are named so."""
    rows: defaultdict[str, array[int]] = defaultdict(lambda: array("I"))
    for row, card in enumerate(cards):
        for word in set(_words(" ".join(card.parameters))):
            rows[word].append(row)
    return rows


def _query_words(query: str) -> dict[str, float]:
    """The query's words and their weights: half for a capital within a sentence, which is mostly a name."""
    weights: dict[str, float] = {}
    for match in _WORD.finditer(query):
        word = match.group()
        before = query[: match.start()].rstrip(" \"'(")[-1:]
        proper = word[:1].isupper() and word[1:].islower() and before not in ("", ".", "!", "?", ":", "\n")
        for part in _words(word):
            weights[part] = max(weights.get(part, 0.0), _PROPER if proper else 1.0)
    return weights


def plain_words(text: str) -> Iterator[str]:
    """Lower case, the parts of joined words apart, without stop words."""
    for part in _PART.findall(text):
        word = part.lower()
        if len(word) > 1 and word not in _STOP:
            yield word


def _words(text: str) -> Iterator[str]:
    for part in _PART.findall(text):
        stem = _stem(part)
        if stem:
            yield stem


@lru_cache(maxsize=50_000)
def _stem(word: str) -> str:
    """Lower case and without its commonest endings; empty for a word that tells nothing."""
    word = word.lower()
    if word in _STOP or (len(word) < 2 and word.isascii()):
        return ""
    if len(word) <= 3:
        return word
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not (ending == "s" and word.endswith("ss")):
            word = word[: len(word) - len(ending)] + instead
            break
    if len(word) > 4 and word[-1] == word[-2] and word[-1] not in "aeouls":
        word = word[:-1]
    return word[:-1] if len(word) > 4 and word[-1] in "ey" else word


@lru_cache(maxsize=50_000)
def _grams(word: str) -> frozenset[str]:
    if len(word) < _GRAM + 1:
        return frozenset()
    word = f"#{word}"
    return frozenset(word[start : start + _GRAM] for start in range(len(word) - _GRAM + 1))
