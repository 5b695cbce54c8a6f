"""Core memory: a few named blocks of lines that are always in view, each of a limited size."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from keyhole.errors import ToolError
from keyhole.memory_file import MAX_MEMORY
from keyhole.outside_json import without_halves
from keyhole.restated import plain

BLOCKS = {"human": 2000, "persona": 1000, "notes": 2000}
"""The core blocks there are from the start, and how many characters each may hold."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS core_block (
    name TEXT PRIMARY KEY, text TEXT NOT NULL, size_limit INTEGER NOT NULL, updated REAL NOT NULL);
"""
_LONGEST_PIN = 2000
"""Characters of what is kept word for word: a whole file that holds a remembered line is not."""


_SUBJECT = re.compile(r"((?:my|our|the) [\w' -]{1,60}?)(?: is| are| was| were)(?= )", re.IGNORECASE)


_APART = r"(?:\s*[,;.]\s+|\s+(?:and|but)\s+)"
_ENDS = re.compile(r"^(?:[\s,;.]|(?:and|but)\s)+|(?:[\s,;.]|\s(?:and|but)$)+$", re.IGNORECASE)


def without_clause(line: str, clause: str) -> str:
    """What is left of "I like pizza and my sister lives in Lisbon" without "I like pizza".

    Empty where that is no clause of the line, or all of it.
    """
    clause = re.escape(_ENDS.sub("", " ".join(clause.split())))
    found = re.search(rf"(^|{_APART}){clause}(?:{_APART}|[,;.]*$)", line, re.IGNORECASE) if clause else None
    if found is None:
        return ""
    before, after = line[: found.start()], line[found.end() :]
    return f"{before}{found.group(1)}{after}" if before and after else before or after


class CoreMemory:
    """The blocks, over one connection. `writable` raises `ToolError` where nothing may be written."""

    def __init__(
        self, connection: sqlite3.Connection, clock: Callable[[], float], writable: Callable[[], None]
    ) -> None:
        self._db, self._clock, self._writable = connection, clock, writable
        self._db.executescript(_SCHEMA)
        # Looked at first: a file that another program writes to at this moment can be read all the same.
        if missing := [name for name in BLOCKS if name not in self.blocks()]:
            with self._db:
                self._db.executemany(
                    "INSERT OR IGNORE INTO core_block VALUES (?, '', ?, ?)",
                    [(name, BLOCKS[name], self._clock()) for name in missing],
                )

    def blocks(self) -> dict[str, str]:
        """The core blocks by name, empty ones too."""
        return dict(self._db.execute("SELECT name, text FROM core_block ORDER BY rowid"))

    def in_view(self) -> str:
        """What every prompt may begin with: the blocks that hold something. Empty when none does."""
        return "\n".join(f"[{name}]\n{text}" for name, text in self.blocks().items() if text)

    def pins(self) -> Callable[[str], bool]:
        """Says of a text whether it holds a line of a core block: where that was said, it is kept word for word."""
        lines = {plain(line) for text in self.blocks().values() for line in text.splitlines()} - {""}
        if not lines:
            return lambda text: False
        found = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(lines)))})(?!\w)").search
        return lambda text: len(text) <= _LONGEST_PIN and found(plain(text)) is not None

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Nobody else writes between what is read within and what is written of it. Raises `ToolError`."""
        self._writable()
        if self._db.in_transaction:  # part of a larger change
            yield
            return
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            yield

    def append(self, block: str, text: str) -> str:
        """Add a line to a core block, unless it stands there already; returns the block's text.

        Raises `ToolError` when there is no such block, or no room.
        """
        text = worth_keeping(text)
        with self.changing():
            before, limit = self.block(block)
            if text.casefold() in (line.casefold() for line in before.splitlines()):
                return before
            return self._write(block, f"{before}\n{text}".strip(), limit)

    def replace(self, block: str, old: str, new: str) -> str:
        """Replace a passage of a core block (an empty `new` takes it out); returns the block's text.

        What a line is about ("my desk") stands for what it says of that. Raises `ToolError` when the passage is not
        there or stands there more than once.
        """
        with self.changing():
            before, limit = self.block(block)
            return self._write(block, _replaced(block, before, old, new), limit)

    def write(self, block: str, text: str) -> str:
        """Give a core block other text: what the memory panel does. Raises `ToolError`."""
        with self.changing():
            _, limit = self.block(block)
            return self._write(block, text.strip(), limit)

    def block(self, name: str) -> tuple[str, int]:
        """A block's text and limit. Raises `ToolError` when there is none of that name."""
        row = self._db.execute("SELECT text, size_limit FROM core_block WHERE name = ?", (name.strip().casefold(),))
        if (found := row.fetchone()) is None:
            raise ToolError(
                f"there is no core block {name[:40]!r}", advice=f"Choose one of: {', '.join(self.blocks())}."
            )
        text, limit = found
        return str(text), int(limit)

    def _write(self, name: str, text: str, limit: int) -> str:
        text = without_halves(text)
        if len(text) > limit:
            raise ToolError(
                f"{name} would hold {len(text)} characters; it has room for {limit}",
                advice="Replace or shorten a line of it, or insert into archival memory.",
            )
        self.put(name, text)
        return text

    def lines(self) -> list[tuple[str, str]]:
        """Every line with its block's name."""
        return [(name, line) for name, text in self.blocks().items() for line in text.splitlines()]

    def drop(self, name: str, line: str) -> None:
        """Take a line out of a block."""
        with self.changing():
            before, limit = self.block(name)
            self._write(name, "\n".join(kept for kept in before.splitlines() if kept != line), limit)

    def change(self, name: str, line: str, new: str) -> str:
        """Put another line in the place of one; returns the block's text. Raises `ToolError` when there is no room."""
        with self.changing():
            before, limit = self.block(name)
            lines = dict.fromkeys(new if kept == line else kept for kept in before.splitlines())
            return self._write(name, "\n".join(lines), limit)

    def put(self, name: str, text: str) -> None:
        """Set a block's text within the caller's transaction; nothing is checked."""
        self._db.execute(
            "UPDATE core_block SET text = ?, updated = ? WHERE name = ?", (text, self._clock(), name.strip().casefold())
        )


def _replaced(block: str, before: str, old: str, new: str) -> str:
    """The text of a block with a passage replaced, as `CoreMemory.replace` does it."""
    old, new = old.strip(), " ".join(new.split())
    lines = before.splitlines()
    about = [
        (at, said)
        for at, line in enumerate(lines)
        if (said := _SUBJECT.match(line)) and plain(said.group(1)) == plain(old)
    ]
    if new and len(about) == 1 and not _SUBJECT.match(f"{new} is "):
        ((at, said),) = about
        lines[at] = f"{said.group()} {new}"
        return "\n".join(lines)
    # no casefold here: it changes lengths, and the places found are those in the text
    passage = re.compile(re.escape(old), re.IGNORECASE)
    found = passage.search(before) if old else None
    if found is None:
        holds = f"It holds: {before[:300]}" if before else "It is empty: append to it instead."
        raise ToolError(f"{old[:80]!r} is not in {block}", advice=holds)
    if passage.search(before, found.start() + 1):
        raise ToolError(f"{old[:80]!r} is more than once in {block}", advice="Give more of the line.")
    text = before[: found.start()] + new + before[found.end() :]
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())


def worth_keeping(text: str) -> str:
    text = " ".join(without_halves(text).replace("\x00", " ").split())
    if not text:
        raise ToolError("there is nothing to remember", advice="Say what to remember.")
    if len(text) > MAX_MEMORY:
        raise ToolError(f"a memory has at most {MAX_MEMORY} characters", advice="Keep it in smaller parts.")
    return text
