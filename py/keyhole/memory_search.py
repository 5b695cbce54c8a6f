"""Ranks what SQLite keeps by a question: its words (FTS5's BM25) and, where vectors are there, what the words mean.

A text that shares no word with the question is found when it is near enough in meaning.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

from keyhole.errors import ToolError
from keyhole.recall import Ask, names, words_of
from keyhole.word_vectors import Meaning, WordVectors

Kind = TypeVar("Kind")
Vectors = Callable[[], WordVectors]

PAGE = 5
MOST = 200
"""Candidates that one search looks at."""
MOST_COMPARED = 1000
"""Texts that are compared by meaning: about 60 microseconds each the first time, 5 from then on."""
_MEANING, _NEAR = 5.0, 0.4
"""What nearness counts against BM25's sum, and from which on it counts alone; fitted to half of the queries (LOG)."""
_BESIDE = 0.1
"""As near as this a word must be to what is asked for of a thing, for a memory of the thing to be about that."""

FTS = "tokenize='porter unicode61 remove_diacritics 2'"


@dataclass(frozen=True, slots=True)
class Results(Generic[Kind]):
    """One page of what a search found, and how many there are in all."""

    found: tuple[Kind, ...]
    total: int
    page: int

    @classmethod
    def of(cls, ranked: Sequence[Kind], page: int) -> Results[Kind]:
        """The page with that number, counted from 1, `PAGE` to a page. Raises `ToolError` for a lower number."""
        if page < 1:
            raise ToolError("pages are counted from 1", advice="Ask for page 1.")
        return cls(tuple(ranked[(page - 1) * PAGE : page * PAGE]), len(ranked), page)


def by_words(
    db: sqlite3.Connection, index: str, asked: Ask, *, within: tuple[str, Sequence[float]] | None = None
) -> dict[int, float]:
    """Row -> what the question's words are worth there (the more the better), related words a share of that.

    `within` is a query for the rows to look at, and its parameters: what is left out must not use up the limit.
    """
    scores: dict[int, float] = {}
    rows, bounds = within or ("", ())
    of_those = f"AND rowid IN ({rows})" if rows else ""
    for match, weight in asked.matches:
        for row, score in db.execute(
            f"SELECT rowid, bm25({index}) FROM {index} WHERE {index} MATCH ? {of_those} ORDER BY 2 LIMIT {MOST}",
            (match, *bounds),
        ):
            scores[row] = scores.get(row, 0.0) - weight * score
    # The index takes writing without spaces for one long word. A pair says the more, the fewer texts have it.
    for pair in asked.pairs:
        having = db.execute(
            f"SELECT rowid FROM {index} WHERE text LIKE ? {of_those} LIMIT {MOST}", (f"%{pair}%", *bounds)
        ).fetchall()
        for (row,) in having:
            scores[row] = scores.get(row, 0.0) + 1 / len(having)
    for form in asked.forms:
        for (row,) in db.execute(
            f"SELECT rowid FROM {index} WHERE lower(text) GLOB ? {of_those} LIMIT {MOST}", (form, *bounds)
        ):
            scores[row] = scores.get(row, 0.0) + 1
    return dict(sorted(scores.items(), key=lambda item: -item[1])[:MOST])


def among(texts: Mapping[int, str], asked: Ask) -> dict[int, float]:
    """As `by_words`, for a few texts that no index holds."""
    if not texts:
        return {}
    scratch = sqlite3.connect(":memory:")
    try:
        scratch.execute(f"CREATE VIRTUAL TABLE line USING fts5 (text, {FTS})")
        scratch.executemany("INSERT INTO line (rowid, text) VALUES (?, ?)", texts.items())
        return by_words(scratch, "line", asked)
    finally:
        scratch.close()


def with_meaning(
    scores: Mapping[int, float], texts: Mapping[int, str], asked: Ask, vectors: Vectors | None
) -> dict[int, float]:
    """The scores of those of `texts` that are about the question, by words or by meaning alone."""
    if vectors is None:
        return {row: scores[row] for row in texts if row in scores}
    found: dict[int, float] = {}
    known = vectors()
    meaning = known.meaning(asked.words)
    for row, text in texts.items():
        nearness = meaning.cosine(_meaning(known, text))
        if (row in scores or nearness >= _NEAR) and not _aside(known, text, asked):
            found[row] = scores.get(row, 0.0) + _MEANING * nearness
    return found


def _aside(vectors: WordVectors, text: str, asked: Ask) -> bool:
    """Whether it is about something else of the same name: "I went to France" says nothing of its president.

    It names the thing asked for in no word, and what it has beside the name is not near to that either."""
    if not asked.head or names(text, asked.head):
        return False
    beside = vectors.meaning(word for word in words_of(text) if word not in asked.words)
    head = vectors.meaning(asked.head)
    return bool(head and beside) and head.cosine(beside) < _BESIDE


@lru_cache(maxsize=4 * MOST_COMPARED)
def _meaning(vectors: WordVectors, text: str) -> Meaning:
    return vectors.meaning(words_of(text))
