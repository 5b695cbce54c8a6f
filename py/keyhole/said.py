"""What was said in kept conversations, searchable: an index beside the tables of `keyhole.storage`."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from keyhole.errors import ToolError
from keyhole.memory_search import FTS, Results, by_words
from keyhole.recall import ask_for
from keyhole.storage import read_message

_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS said (
    id INTEGER PRIMARY KEY, conversation_id TEXT NOT NULL, seq INTEGER NOT NULL, role TEXT NOT NULL,
    text TEXT NOT NULL, at REAL NOT NULL, UNIQUE (conversation_id, seq));
CREATE VIRTUAL TABLE IF NOT EXISTS said_index USING fts5 (text, content='said', content_rowid='id', {FTS});
CREATE TRIGGER IF NOT EXISTS said_added AFTER INSERT ON said BEGIN
    INSERT INTO said_index (rowid, text) VALUES (new.id, new.text); END;
CREATE TRIGGER IF NOT EXISTS said_gone AFTER DELETE ON said BEGIN
    INSERT INTO said_index (said_index, rowid, text) VALUES ('delete', old.id, old.text); END;
"""

# Words that were deleted are gone from the file at once, not with the next search; FTS5 keeps them until it is rebuilt.
_FORGET = """
CREATE TRIGGER IF NOT EXISTS said_of_conversation_gone AFTER DELETE ON conversation BEGIN
    DELETE FROM said WHERE conversation_id = old.id;
    INSERT INTO said_index (said_index) VALUES ('rebuild'); END;
"""
# A turn that has only begun is the one that searches: its question is not yet something that was said.
_NEW = """
SELECT message.conversation_id, message.seq, message.json, conversation.updated FROM message
JOIN conversation ON conversation.id = message.conversation_id
LEFT JOIN said ON said.conversation_id = message.conversation_id AND said.seq = message.seq
WHERE said.id IS NULL AND NOT (
    message.seq = (SELECT max(seq) FROM message AS m WHERE m.conversation_id = conversation.id) AND 'turn_started' IS
    (SELECT type FROM event WHERE event.conversation_id = conversation.id ORDER BY event.id DESC LIMIT 1))
"""


@dataclass(frozen=True, slots=True)
class Said:
    """One message of an earlier conversation."""

    conversation_id: str
    role: str
    text: str
    at: float


class SaidIndex:
    """The messages of kept conversations, over the connection that keeps them."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._db = connection
        self._db.executescript(_SCHEMA)

    def search(self, query: str, *, page: int = 1) -> Results[Said]:
        """What was said about a query, by the visitor and in answers; the best first. Raises `ToolError`."""
        self._follow()
        asked = ask_for(query)
        if not asked.words:
            raise ToolError("there is nothing to search for", advice="Give a word or two that was said.")
        scores = by_words(self._db, "said_index", asked)
        rows = self._db.execute(
            f"SELECT id, conversation_id, role, text, at FROM said WHERE id IN ({','.join('?' * len(scores))})",
            list(scores),
        ).fetchall()
        ranked = sorted(rows, key=lambda row: (-scores[row[0]], -row[0]))
        return Results.of([Said(*row[1:]) for row in ranked], page)

    def _follow(self) -> None:
        """Bring the index up to what `Storage` keeps. Messages are only ever added, conversations may be deleted."""
        has = self._db.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'message'").fetchone()
        if not has:
            return
        with self._db:
            self._db.execute(_FORGET)
            self._db.execute("DELETE FROM said WHERE conversation_id NOT IN (SELECT id FROM conversation)")
            new = self._db.execute(_NEW).fetchall()
            for conversation_id, seq, text, at in new:
                message = read_message(text)
                # Every message is noted, wordless ones as empty, so that none is looked at twice.
                said = message.text.strip() if message.role in ("user", "assistant") else ""
                self._db.execute(
                    "INSERT INTO said (conversation_id, seq, role, text, at) VALUES (?, ?, ?, ?, ?)",
                    (conversation_id, seq, message.role, said, at),
                )
