"""What an agent remembers, in SQLite: core blocks that are always in view, and an archive that is searched.

The tables stand beside those of `keyhole.storage` in the same database, so that one file (in the page: one stored
database) holds both, and what was said in earlier conversations can be searched too.
"""

from __future__ import annotations

import re
import sqlite3
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from keyhole import memory_file
from keyhole.core_memory import CoreMemory, without_clause, worth_keeping
from keyhole.errors import ConfigError, ToolError
from keyhole.memory_search import FTS, MOST_COMPARED, Results, Vectors, among, by_words, with_meaning
from keyhole.recall import Ask, answers, ask_for, stems_of, words_of
from keyhole.restated import plain, restated
from keyhole.said import SaidIndex
from keyhole.storage import advice_on
from keyhole.word_vectors import word_vectors

_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS memory (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL, created REAL NOT NULL);
CREATE VIRTUAL TABLE IF NOT EXISTS memory_index USING fts5 (text, content='memory', content_rowid='id', {FTS});
CREATE TRIGGER IF NOT EXISTS memory_added AFTER INSERT ON memory BEGIN
    INSERT INTO memory_index (rowid, text) VALUES (new.id, new.text); END;
CREATE TRIGGER IF NOT EXISTS memory_gone AFTER DELETE ON memory BEGIN
    INSERT INTO memory_index (memory_index, rowid, text) VALUES ('delete', old.id, old.text); END;
CREATE TRIGGER IF NOT EXISTS memory_changed AFTER UPDATE OF text ON memory BEGIN
    INSERT INTO memory_index (memory_index, rowid, text) VALUES ('delete', old.id, old.text);
    INSERT INTO memory_index (rowid, text) VALUES (new.id, new.text); END;
"""


@dataclass(frozen=True, slots=True)
class Memory:
    """One thing kept. `where` is a core block's name, or `archive`; `created` in seconds since 1970."""

    id: str
    text: str
    created: float
    where: str = "archive"


class MemoryStore:
    """An archive of memories over one connection; `core` memory and what was `said` in conversations stand beside it.

    `read_only` refuses what would change them (another tab is the writer). Without `vectors` only words are searched.
    Raises `ConfigError` where the file takes no tables: another program writes to it, the disk is full.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        *,
        read_only: bool = False,
        clock: Callable[[], float] = time.time,
        vectors: Vectors | None = word_vectors,
    ) -> None:
        self._db, self._clock, self._vectors = connection, clock, vectors
        self.read_only = read_only
        try:
            self.core = CoreMemory(connection, clock, self._writable)
            self.said = SaidIndex(connection)
            with self._db:
                # executescript commits by itself, and each statement holds alone.
                self._db.executescript(_SCHEMA)
        except sqlite3.Error as error:
            raise ConfigError(f"memory cannot be used: {error}", advice=advice_on(error)) from error

    @classmethod
    def open(cls, path: str = ":memory:") -> MemoryStore:
        """A store in a file of its own. Raises `ConfigError` when the file is no database."""
        connection = sqlite3.connect(path, check_same_thread=False)
        try:
            if sys.platform != "emscripten":
                connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA secure_delete = ON")
            return cls(connection)
        except ConfigError:
            connection.close()
            raise
        except sqlite3.Error as error:
            connection.close()
            raise ConfigError(f"{path} cannot be used: {error}", advice=advice_on(error)) from error

    def close(self) -> None:
        self._db.close()

    def remember(self, text: str, block: str = "human", *, corrects: bool = False) -> tuple[str, str]:
        """Keep a line in a core block, in the place of the one that it says anew, wherever that stands.

        `corrects`: it was said to put something right. Returns the text of the block that it went to, and what it took
        the place of, if anything: of several that it may be, none. Raises `ToolError`.
        """
        text = worth_keeping(text)
        with self.core.changing():
            kept = self._everything()
            old = [kept[at] for at in restated([memory.text for memory in kept], text, corrects=corrects)]
            if len(old) != 1:
                return self.core.append(block, text), ""
            (gone,) = old
            if gone.where != "archive":
                return self.core.change(gone.where, gone.text, text), gone.text
            now = self.core.append(block, text)
            self.forget(gone.id)
            return now, gone.text

    def replace(self, block: str, old: str, new: str) -> str:
        """Replace a passage of a core block or, where it is not there, of the one archived memory that has it.

        Returns the text that changed. Raises `ToolError` as `CoreMemory.replace` does.
        """
        try:
            return self.core.replace(block, old, new)
        except ToolError:
            passage = re.compile(re.escape(old.strip()), re.IGNORECASE)
            has = [(memory, found) for memory in self.all(limit=-1) if (found := passage.findall(memory.text))]
            if len(has) != 1 or len(has[0][1]) > 1 or passage.search(self.core.block(block)[0]):
                raise
        ((memory, _),) = has
        return self.edit(memory.id, passage.sub(lambda _: " ".join(new.split()), memory.text)).text

    def forget_about(self, words: str) -> Memory:
        """Drop the one line or memory that has all of these words, of a line its one clause that says them; returns it.

        Raises `ToolError` when there is none or more than one: nothing is forgotten by guessing.
        """
        self._writable()
        wanted = stems_of(words)
        kept = self._everything()
        named = plain(words)
        exact = [memory for memory in kept if plain(memory.text) == named]
        found = exact[:1] or [memory for memory in kept if wanted and wanted <= stems_of(memory.text)]
        if not wanted and not found and kept:  # "everything", "me"
            raise ToolError(
                f"nothing is remembered of {words[:80]!r} as one thing",
                advice="Say which fact to forget. The memory panel of the page can erase everything, and undo it.",
            )
        if not found:
            holds = f"Remembered is, among other things: {kept[0].text[:200]}" if kept else "Nothing is remembered."
            raise ToolError(f"nothing is remembered of {words[:80]!r}", advice=holds)
        if len(found) > 1:
            which = "; ".join(memory.text[:80] for memory in found[:5])
            raise ToolError(f"{len(found)} memories are about {words[:80]!r}", advice=f"Say which one: {which}")
        (gone,) = found
        if gone.where == "archive":
            self.forget(gone.id)
        elif rest := without_clause(gone.text, words):
            self.core.replace(gone.where, gone.text, rest)
            return replace(gone, text=" ".join(words.split()))
        else:
            self.core.drop(gone.where, gone.text)
        return gone

    def _everything(self) -> list[Memory]:
        lines = [_of_core(at, line) for at, line in enumerate(self.core.lines())]
        return [*lines, *self.all(limit=-1)]

    # The archive

    def insert(self, text: str, *, created: float | None = None) -> Memory:
        """Keep a memory. The very same words are kept once. Raises `ToolError` when empty, too long or read-only."""
        text = worth_keeping(text)
        self._writable()
        if kept := self._db.execute("SELECT id, text, created FROM memory WHERE text = ?", (text,)).fetchone():
            return _memory(kept)
        created = self._clock() if created is None else created
        with self._db:
            row = self._db.execute("INSERT INTO memory (text, created) VALUES (?, ?)", (text, created)).lastrowid
        return Memory(f"memory_{row}", text, created)

    def edit(self, id: str, text: str) -> Memory:
        """Give a memory other words. Raises `ToolError` when there is none of that id."""
        text = worth_keeping(text)
        self._writable()
        with self._db:
            changed = self._db.execute("UPDATE memory SET text = ? WHERE id = ?", (text, _number(id))).rowcount
        if not changed:
            raise ToolError(f"there is no memory {id[:40]!r}", advice="List the memories again.")
        self._rebuild()
        row = self._db.execute("SELECT id, text, created FROM memory WHERE id = ?", (_number(id),)).fetchone()
        return _memory(row)

    def forget(self, id: str) -> None:
        """Delete one memory. Raises `ToolError` when there is none of that id."""
        self._writable()
        with self._db:
            gone = self._db.execute("DELETE FROM memory WHERE id = ?", (_number(id),)).rowcount
        if not gone:
            raise ToolError(f"there is no memory {id[:40]!r}", advice="List the memories again.")
        self._rebuild()

    def all(self, limit: int = 1000, offset: int = 0) -> list[Memory]:
        """The archive, the latest first."""
        rows = self._db.execute(
            "SELECT id, text, created FROM memory ORDER BY created DESC, id DESC LIMIT ? OFFSET ?", (limit, offset)
        )
        return [_memory(row) for row in rows]

    def search(
        self, query: str, *, page: int = 1, since: float | None = None, until: float | None = None
    ) -> Results[Memory]:
        """The memories that a query is about, the best first, `PAGE` to a page; lines of core blocks are searched too.

        `since` and `until` bound when an archived memory was kept. A query without a word that tells
        something ("what do you know about me") gives all: core blocks, then the latest.
        """
        asked = ask_for(query)
        between = (since if since is not None else 0.0, until if until is not None else 1e18)
        within, all_times = "SELECT id FROM memory WHERE created BETWEEN ? AND ?", since is None and until is None
        if not words_of(query):
            rows = self._db.execute(
                "SELECT id, text, created FROM memory WHERE created BETWEEN ? AND ? ORDER BY created DESC, id DESC",
                between,
            )
            core = [_of_core(*line) for line in enumerate(self.core.lines())] if all_times else []
            return Results.of([*core, *map(_memory, rows)], page)
        scores = by_words(self._db, "memory_index", asked, within=None if all_times else (within, between))
        # Without a word in common a memory may still mean what is asked: the latest are looked at for that.
        among_latest = MOST_COMPARED if self._vectors else 0
        rows = self._db.execute(
            f"""SELECT id, text, created FROM memory
                WHERE id IN ({",".join("?" * len(scores))}) OR id IN ({within} ORDER BY id DESC LIMIT ?)""",
            (*scores, *between, among_latest),
        )
        memories = {row[0]: _memory(row) for row in rows}
        ranks = with_meaning(scores, {id_: kept.text for id_, kept in memories.items()}, asked, self._vectors)
        ranked = [memories[id_] for id_ in sorted(ranks, key=lambda id_: (-ranks[id_], -id_))]
        # What stands in core memory is in view anyway, but who searches wants it too.
        core = self._core_lines(asked) if all_times else []
        return Results.of([*core, *ranked], page)

    def answers(self, query: str) -> bool:
        """Whether something is remembered that speaks of all that a question tells."""
        return bool(words_of(query)) and any(answers(query, memory.text) for memory in self.search(query).found)

    def _core_lines(self, asked: Ask) -> list[Memory]:
        lines = self.core.lines()
        texts = {at: line for at, (_, line) in enumerate(lines)}
        ranks = with_meaning(among(texts, asked), texts, asked, self._vectors)
        found = sorted(ranks, key=lambda at: -ranks[at])
        return [_of_core(at, lines[at]) for at in found]

    # The memory panel

    def export(self) -> dict[str, Any]:
        """Everything that is remembered, as JSON that `import_` reads."""
        return {
            "version": memory_file.VERSION,
            "blocks": [{"name": name, "text": text} for name, text in self.core.blocks().items() if text],
            "memories": [{"text": kept.text, "created": kept.created} for kept in reversed(self.all(limit=-1))],
        }

    def import_(self, data: Any) -> dict[str, int]:
        """Add what `export` gave, all of it or nothing; what is there already stays. Says how much was added.

        Takes the JSON as text or as a value. Raises `ConfigError` when it is of another form.
        """
        given = memory_file.read(data)
        with self.core.changing():
            blocks = self.core.blocks()
            merged = dict(blocks)
            for block in given.blocks:
                _, limit = self._block_for_import(block.name)
                name = block.name.strip().casefold()
                kept = merged[name].splitlines()
                added = [line for line in block.text.splitlines() if line.strip() and line not in kept]
                merged[name] = "\n".join((*kept, *added))
                if len(merged[name]) > limit:
                    raise ConfigError(f"{name} has no room for what the file holds", advice="Erase some of it first.")
            known = {text for (text,) in self._db.execute("SELECT text FROM memory")}
            new: dict[str, float] = {}
            for memory in given.memories:
                if memory.text not in known:
                    new.setdefault(memory.text, memory.created)
            for name, text in merged.items():
                self.core.put(name, text)
            self._db.executemany("INSERT INTO memory (text, created) VALUES (?, ?)", new.items())
        return {"blocks": sum(merged[name] != blocks[name] for name in merged), "memories": len(new)}

    def erase(self) -> None:
        """Forget everything: blocks and archive. What was said in conversations is theirs to delete."""
        self._writable()
        with self._db:
            for name in self.core.blocks():
                self.core.put(name, "")
            self._db.execute("DELETE FROM memory")
        # Deleted words would otherwise stay readable in free pages of the file.
        self._rebuild()
        self._db.execute("VACUUM")

    def _block_for_import(self, name: str) -> tuple[str, int]:
        try:
            return self.core.block(name)
        except ToolError as error:
            raise ConfigError(str(error), advice=error.advice) from error

    def _rebuild(self) -> None:
        """FTS5 keeps the words of what is deleted until its index is made anew."""
        with self._db:
            self._db.execute("INSERT INTO memory_index (memory_index) VALUES ('rebuild')")

    def _writable(self) -> None:
        if self.read_only:
            raise ToolError("memory is read-only here", advice="Another tab has it open; ask there, or close that tab.")


def _memory(row: tuple[int, str, float]) -> Memory:
    return Memory(f"memory_{row[0]}", row[1], row[2])


def _of_core(at: int, line: tuple[str, str]) -> Memory:
    return Memory(f"core_{line[0]}_{at}", line[1], 0.0, line[0])


def _number(id: str) -> int:
    digits = id.removeprefix("memory_")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 18 else -1
