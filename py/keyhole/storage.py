"""What outlives a page: conversations and the events of their turns, in one SQLite file.

Messages and events are only ever added, so a crash loses at most the turn that was unfinished. Telemetry is these
events, read another way; nothing of it leaves the machine.
"""

from __future__ import annotations

import sqlite3
import sys
import threading
import time
import uuid
import weakref
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from keyhole.conversation import Conversation, Message
from keyhole.errors import ConfigError
from keyhole.events import Event, TurnFinished, TurnStarted, parse_event
from keyhole.open_call import OpenCall, open_call_of

_SCHEMA = """
CREATE TABLE IF NOT EXISTS conversation (
    id TEXT PRIMARY KEY, title TEXT NOT NULL, created REAL NOT NULL, updated REAL NOT NULL);
CREATE TABLE IF NOT EXISTS message (
    conversation_id TEXT NOT NULL REFERENCES conversation ON DELETE CASCADE,
    seq INTEGER NOT NULL, json TEXT NOT NULL, PRIMARY KEY (conversation_id, seq)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS event (
    id INTEGER PRIMARY KEY, conversation_id TEXT NOT NULL REFERENCES conversation ON DELETE CASCADE,
    turn_id TEXT NOT NULL, at REAL NOT NULL, type TEXT NOT NULL, json TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS event_of_conversation ON event (conversation_id, id);
"""
_LONGEST_TITLE = 60
_ADVICE = {
    sqlite3.SQLITE_BUSY: "Another program is writing to it: try again.",
    sqlite3.SQLITE_LOCKED: "Another program is writing to it: try again.",
    sqlite3.SQLITE_FULL: "Make room on the disk, then try again.",
    sqlite3.SQLITE_READONLY: "Allow writing to the file and its folder, or choose another place.",
    sqlite3.SQLITE_CANTOPEN: "Choose another place for the database.",
}
_MOVE_AWAY = "Move the file away; a new one is made then."


def advice_on(error: sqlite3.Error) -> str:
    """What can be done about an error of a database file."""
    code = getattr(error, "sqlite_errorcode", 0)  # none where Python's own checks refuse
    return _ADVICE.get(code & 0xFF, _MOVE_AWAY)  # the low byte is the kind, the rest says which of it


@dataclass(frozen=True, slots=True)
class ConversationSummary:
    """One line of the list of conversations."""

    id: str
    title: str
    created: float
    updated: float


@dataclass(frozen=True, slots=True)
class StoredConversation:
    """A conversation as it was kept: what was said, and the events of each turn."""

    id: str
    title: str
    conversation: Conversation
    turns: list[list[Event]] = field(default_factory=list)

    @property
    def clarifies(self) -> tuple[str, ...]:
        """The requests that the last turns asked back about: what an `Agent` is given to go on."""
        texts: list[str] = []
        for turn in reversed(self.turns):
            last = turn[-1]
            if not (isinstance(last, TurnFinished) and last.outcome == "clarify" and isinstance(turn[0], TurnStarted)):
                break
            texts.append(turn[0].text)
        return tuple(reversed(texts))

    @property
    def open_call(self) -> OpenCall | None:
        """The call that waits for what the last turn asked for: what an `Agent` is given besides."""
        return open_call_of(self.turns[-1]) if self.turns else None


class Storage:
    """A database at `path`. Raises `ConfigError` when the file is no database or cannot be opened.

    `content` is a whole database to begin with in memory, as `connection.serialize()` gave it.
    """

    def __init__(self, path: str = ":memory:", content: bytes | None = None) -> None:
        self._guard = threading.Lock()  # one connection has one transaction, whatever thread began it
        self._seen: dict[tuple[str, int], tuple[weakref.ref[Conversation], int]] = {}
        """How many messages of which conversation object are kept under which id."""
        try:
            self._db = sqlite3.connect(path, check_same_thread=False)
        except sqlite3.Error as error:
            raise ConfigError(f"cannot open {path}: {error}", advice=advice_on(error)) from None
        try:
            if content is not None:
                self._db.deserialize(content)
            self._db.execute("PRAGMA foreign_keys = ON")
            self._db.execute("PRAGMA secure_delete = ON")  # what is deleted is not to be read in the file any more
            if sys.platform != "emscripten":  # there one page has the whole file; elsewhere readers need not wait
                self._db.execute("PRAGMA journal_mode = WAL")
            self._db.executescript(_SCHEMA)
        except sqlite3.Error as error:
            self._db.close()
            raise ConfigError(f"{path} cannot be used: {error}", advice=advice_on(error)) from None

    @property
    def connection(self) -> sqlite3.Connection:
        """The connection, for what keeps its tables beside these."""
        return self._db

    def close(self) -> None:
        self._db.close()

    def __enter__(self) -> Storage:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def new_conversation(self, title: str = "") -> str:
        """Begin a conversation and return its id."""
        conversation_id = f"chat_{uuid.uuid4().hex[:12]}"
        now = time.time()
        with self._guard, self._db:
            self._db.execute("INSERT INTO conversation VALUES (?, ?, ?, ?)", (conversation_id, title, now, now))
        return conversation_id

    def record(self, conversation_id: str, conversation: Conversation, events: Iterable[Event]) -> None:
        """Add the messages that are new since the last time, and the events.

        Under an id that others write to as well, what each of them says is added behind what is there. Raises
        `ConfigError` where the file takes nothing: the disk is full, another program writes to it.
        """
        try:
            self._record(conversation_id, conversation, events)
        except sqlite3.Error as error:
            raise ConfigError(str(error), advice=advice_on(error)) from error

    def _record(self, conversation_id: str, conversation: Conversation, events: Iterable[Event]) -> None:
        now = time.time()
        messages = list(conversation.messages)
        with self._guard, self._db:
            self._db.execute(
                "INSERT INTO conversation VALUES (?, '', ?, ?)"
                " ON CONFLICT (id) DO UPDATE SET updated = excluded.updated",
                (conversation_id, now, now),
            )
            (stored,) = self._db.execute(
                "SELECT coalesce(max(seq) + 1, 0) FROM message WHERE conversation_id = ?", (conversation_id,)
            ).fetchone()
            kept = self._kept(conversation_id, conversation)
            self._db.executemany(
                "INSERT INTO message VALUES (?, ?, ?)",
                (
                    (conversation_id, stored + number, message.model_dump_json())
                    for number, message in enumerate(messages[kept:])
                ),
            )
            self._db.executemany(
                "INSERT INTO event (conversation_id, turn_id, at, type, json) VALUES (?, ?, ?, ?, ?)",
                ((conversation_id, event.turn_id, event.at, event.type, event.model_dump_json()) for event in events),
            )
            if stored == 0 and messages:
                title = " ".join(messages[0].text.split())
                title = title if len(title) <= _LONGEST_TITLE else title[: _LONGEST_TITLE - 1] + "…"
                self._db.execute(
                    "UPDATE conversation SET title = ? WHERE id = ? AND title = ''", (title, conversation_id)
                )
        self._note(conversation_id, conversation, len(messages))

    def _kept(self, conversation_id: str, conversation: Conversation) -> int:
        """How many of its messages stand there; of one that was neither kept nor opened here, those that agree."""
        seen, kept = self._seen.get((conversation_id, id(conversation)), (None, 0))
        if seen is not None and seen() is conversation:
            return kept
        stored = self._messages(conversation_id)
        pairs = enumerate(zip(stored, conversation.messages, strict=False))
        return next((at for at, (a, b) in pairs if a != b), min(len(stored), len(conversation.messages)))

    def _note(self, conversation_id: str, conversation: Conversation, kept: int) -> None:
        self._seen = {key: entry for key, entry in self._seen.items() if entry[0]() is not None}
        self._seen[conversation_id, id(conversation)] = weakref.ref(conversation), kept

    def _messages(self, conversation_id: str) -> list[Message]:
        rows = self._db.execute("SELECT json FROM message WHERE conversation_id = ? ORDER BY seq", (conversation_id,))
        return [read_message(text) for (text,) in rows]

    def conversations(self, limit: int = 200) -> list[ConversationSummary]:
        """The conversations in which something was said, the latest first."""
        rows = self._db.execute(
            "SELECT id, title, created, updated FROM conversation"
            " WHERE EXISTS (SELECT 1 FROM message WHERE conversation_id = conversation.id)"
            " ORDER BY updated DESC LIMIT ?",
            (limit,),
        )
        return [ConversationSummary(*row) for row in rows]

    def open(self, conversation_id: str) -> StoredConversation:
        """A conversation by its id. Raises `ConfigError` when there is none.

        A damaged message is read as empty; a damaged event is left out.
        """
        row = self._db.execute("SELECT title FROM conversation WHERE id = ?", (conversation_id,)).fetchone()
        if row is None:
            raise ConfigError(f"there is no conversation {conversation_id!r}", advice="It may have been deleted.")
        conversation = Conversation(messages=self._messages(conversation_id))
        self._note(conversation_id, conversation, len(conversation.messages))
        turns: dict[str, list[Event]] = {}
        for turn_id, text in self._db.execute(
            "SELECT turn_id, json FROM event WHERE conversation_id = ? ORDER BY id", (conversation_id,)
        ):
            try:
                event = parse_event(text)
            except ValidationError:  # written by a later version: the rest of the trace is still worth showing
                continue
            turns.setdefault(turn_id, []).append(event)
        return StoredConversation(conversation_id, row[0], conversation, list(turns.values()))

    def delete(self, conversation_id: str) -> None:
        """Forget a conversation and its events."""
        with self._guard, self._db:
            self._db.execute("DELETE FROM conversation WHERE id = ?", (conversation_id,))
        self._seen = {key: entry for key, entry in self._seen.items() if key[0] != conversation_id}

    def telemetry(self) -> list[dict[str, Any]]:
        """For each step: how often it ran, in how many attempts, tokens and milliseconds on average."""
        rows = self._db.execute(
            "SELECT json ->> 'step', count(*), avg(json_array_length(json, '$.attempts')),"
            " avg(json ->> '$.usage.prompt_tokens'), avg(json ->> '$.usage.completion_tokens'), avg(json ->> 'ms')"
            " FROM event WHERE type = 'step_finished' GROUP BY 1 ORDER BY 1"
        )
        names = ("step", "count", "attempts", "prompt_tokens", "completion_tokens", "ms")
        return [dict(zip(names, row, strict=True)) for row in rows]


def read_message(text: str) -> Message:
    """A message as it is stored; one that is damaged, or of a later version, is empty."""
    try:
        return Message.model_validate_json(text)
    except ValidationError:  # its place is kept: `record` adds what is new behind the last
        return Message(role="assistant", blocks=())
