"""Shortlist: toolbox x query -> the few tools worth showing.

BM25 by SQLite's FTS5 over names, descriptions and parameter names, in an index that is built once for a toolbox.
"""

from __future__ import annotations

import re
import sqlite3
import weakref
from collections.abc import Sequence

from keyhole.models.model import ToolCard
from keyhole.tools.toolbox import Toolbox

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")
_MOST_WORDS = 64


class Shortlist:
    """An index over tool cards. `best` is the only question it answers."""

    def __init__(self, cards: Sequence[ToolCard]) -> None:
        self.cards = tuple(cards)
        self._db = sqlite3.connect(":memory:", check_same_thread=False)
        weakref.finalize(self, self._db.close)
        self._db.execute(
            "CREATE VIRTUAL TABLE card USING fts5"
            "(name, description, parameters, content='', tokenize='porter unicode61')"
        )
        self._db.executemany(
            "INSERT INTO card(rowid, name, description, parameters) VALUES (?, ?, ?, ?)",
            (
                (row, _spaced(card.name), _spaced(card.description), _spaced(" ".join(card.parameters)))
                for row, card in enumerate(self.cards)
            ),
        )

    def best(self, query: str, size: int) -> tuple[ToolCard, ...]:
        """The best `size` cards for the query, best first; filled up in the toolbox's order when fewer match."""
        words = list(dict.fromkeys(_WORD.findall(query)))[:_MOST_WORDS]
        rows: list[int] = []
        if words:
            match = " OR ".join(f'"{word}"' for word in words)
            found = self._db.execute(
                "SELECT rowid FROM card WHERE card MATCH ? ORDER BY bm25(card, 3.0, 1.0, 0.6), rowid LIMIT ?",
                (match, size),
            )
            rows = [row for (row,) in found]
        for row in range(len(self.cards)):
            if len(rows) >= size:
                break
            if row not in rows:
                rows.append(row)
        return tuple(self.cards[row] for row in rows)


_indexes: weakref.WeakKeyDictionary[Toolbox, Shortlist] = weakref.WeakKeyDictionary()


def shortlist(toolbox: Toolbox, query: str, *, over: int = 16, size: int = 8) -> tuple[ToolCard, ...]:
    """What the router is shown: all cards, or the best `size` when there are more than `over`."""
    cards = toolbox.cards
    if len(cards) <= over:
        return cards
    index = _indexes.get(toolbox)
    if index is None or index.cards is not cards:
        index = _indexes[toolbox] = Shortlist(cards)
    return index.best(query, size)


def _spaced(text: str) -> str:
    return " ".join(_WORD.findall(text))
