"""The table that the look-ups read: SQLite, the same for the shipped sample and for an imported manifest.

An entry has a kind, a name and its facts as JSON. Every name and alias of it is kept as a key (see `names`) and in a
trigram index, so that a misspelt name still brings up the entries that look like it; difflib then says how alike.
"""

from __future__ import annotations

import difflib
import json
import re
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from keyhole.errors import ConfigError
from keyhole_destiny import names

KINDS = ("item", "perk", "activity")
_FILES = {"item": "items.jsonl", "perk": "perks.jsonl", "activity": "activities.jsonl"}
_VERSION = 1
_SCHEMA = f"""
    CREATE TABLE entry (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, facts TEXT NOT NULL);
    CREATE TABLE spelling (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, key TEXT NOT NULL, words TEXT NOT NULL,
        entry INTEGER NOT NULL REFERENCES entry (id));
    CREATE INDEX spelling_key ON spelling (kind, key);
    CREATE VIRTUAL TABLE likeness USING fts5 (words, content='spelling', content_rowid='id', tokenize='trigram');
    PRAGMA user_version = {_VERSION};
"""

_MADE = Path(__file__).with_name("data") / "sample.sqlite"
"""What `shipped` would make, for pages: there it takes a tenth of a second. Written by `scripts/lib/pack.py`."""
_APPOSITION = re.compile(r"[,;:(?!\n]|\s[-\u2013\u2014]\s")
_LONGEST = 200
"""Characters of a name that are looked at. The longest name in the game has under 60."""
_MOST_WORDS, _MOST_NAMED = 60, 6
"""Words of a sentence in which names are sought, and of a name in it."""
_LONG_WORD, _MISTYPED = 7, 0.88
"""A word of a sentence is a mistyped name by itself where it is long and this much like it."""
_SURE = 0.82
"""How alike (difflib's ratio) a misspelt name must be to be taken for an entry ..."""
_CLEAR = 0.06
"""... and how far ahead of the next entry, lest `IKELOS_SG` become `IKELOS_SR`."""
_WORTH_NAMING = 0.5
"""How alike an entry must be to be offered as "did you mean"."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One item, perk or activity. `facts` are small values with stable keys."""

    kind: str
    name: str
    facts: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Match:
    """What a name was found to mean: an entry, or none and the names that come nearest."""

    entry: Entry | None
    nearest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Mention:
    """A name found in a sentence: how sure, whose it is where it is one entry's, its words where it is spelt right."""

    sure: float = 0.0
    name: str | None = None
    span: tuple[int, int] = (0, 0)

    def covers(self, other: _Mention) -> bool:
        """Whether the other name is part of this longer one. Both are spelt right."""
        (start, end), (first, last) = self.span, other.span
        return first < last and start <= first and last <= end and end - start > last - first


class Table:
    """Entries of all kinds over one SQLite connection. `sample` says that the facts are the shipped examples."""

    def __init__(self, connection: sqlite3.Connection, *, sample: bool = False) -> None:
        self._connection = connection
        self.sample = sample

    @classmethod
    def create(cls, path: str | Path = ":memory:", *, sample: bool = False) -> Table:
        """A new, empty table. Raises `sqlite3.Error` when the file cannot be written or holds one already."""
        # Built once and only read afterwards, so it may be used from whichever thread asks.
        connection = sqlite3.connect(path, check_same_thread=False)
        connection.executescript(_SCHEMA)
        return cls(connection, sample=sample)

    @classmethod
    def open(cls, path: str | Path) -> Table:
        """A table that `keyhole destiny import` wrote. Raises `ConfigError` when the file is not one."""
        try:
            connection = sqlite3.connect(f"{Path(path).resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False)
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            connection.execute("SELECT 1 FROM likeness LIMIT 1")
        except sqlite3.Error as error:
            raise ConfigError(
                f"{path}: {error}", advice="Make it with `keyhole destiny import MANIFEST.json`."
            ) from error
        if version != _VERSION:
            connection.close()
            raise ConfigError(f"{path}: table version {version}, not {_VERSION}", advice="Import the manifest again.")
        return cls(connection)

    @classmethod
    def shipped(cls) -> Table:
        """The sample data that comes with the package. The page's archive has it as a table, ready made."""
        if _MADE.exists():
            connection = sqlite3.connect(":memory:", check_same_thread=False)
            connection.deserialize(_MADE.read_bytes())
            return cls(connection, sample=True)
        table = cls.create(sample=True)
        for kind, file in _FILES.items():
            lines = resources.files("keyhole_destiny").joinpath("data", file).read_text("utf-8").splitlines()
            for facts in json.loads(f"[{','.join(lines)}]"):
                aliases = facts.pop("aliases", ())
                table.add(kind, facts.pop("name"), facts, aliases)
        table.finish()
        return table

    def add(self, kind: str, name: str, facts: dict[str, Any], aliases: Iterable[str] = ()) -> None:
        """Add an entry. Call `finish` after the last one."""
        entry = self._connection.execute(
            "INSERT INTO entry (kind, name, facts) VALUES (?, ?, ?)",
            (kind, name, json.dumps(facts, ensure_ascii=False)),
        ).lastrowid
        spellings = {"".join(words): " ".join(words) for words in map(names.words, (*aliases, name))}
        self._connection.executemany(
            "INSERT INTO spelling (kind, key, words, entry) VALUES (?, ?, ?, ?)",
            [(kind, key, words, entry) for key, words in spellings.items() if key],
        )

    def finish(self) -> None:
        """Build the trigram index and commit."""
        self._connection.execute("INSERT INTO likeness (likeness) VALUES ('rebuild')")
        self._connection.commit()

    def serialize(self) -> bytes:
        """The whole table as the bytes of a SQLite file."""
        return self._connection.serialize()

    def close(self) -> None:
        self._connection.close()

    def names(self, kind: str) -> list[str]:
        """All names of a kind, in order of the alphabet."""
        rows = self._connection.execute("SELECT name FROM entry WHERE kind = ? ORDER BY name COLLATE NOCASE", (kind,))
        return [name for (name,) in rows]

    def named(self, kind: str, name: str) -> Entry | None:
        """The entry that is called exactly that, apart from case, punctuation and an article."""
        words = names.words(name[:_LONGEST])
        keys = dict.fromkeys(("".join(words), "".join(words[1:] if words[:1] in (["the"], ["a"], ["an"]) else words)))
        return next((entry for key in keys if key and (entry := self._exact(kind, key))), None)

    def find(self, kind: str, name: str) -> Match:
        """The entry that a name means, tolerating case, punctuation, words around it and typing errors.

        Never a guess between two: where several entries are about as near, `entry` is None and `nearest` names them.
        """
        variants = names.variants(name[:_LONGEST], kind)
        # "Submission, the raid one": what stands before the comma is the name, where it is one.
        head = names.variants(_APPOSITION.split(name[:_LONGEST], maxsplit=1)[0], kind)
        for key in dict.fromkeys("".join(variant) for variant in (*variants, *head)):
            if key and (entry := self._exact(kind, key)):
                return Match(entry)
        asked = variants[-1] or variants[0]
        if inside := self._inside(kind, asked):
            inside = [entry for entry in inside if _before_brackets(self._entry(entry).name) == asked] or inside
            return Match(self._entry(inside.pop())) if len(inside) == 1 else Match(None, self._names_of(inside))
        ranked = self._alike(kind, asked)
        if ranked and ranked[0][0] >= _SURE and (len(ranked) == 1 or ranked[0][0] - ranked[1][0] >= _CLEAR):
            return Match(self._entry(ranked[0][1]))
        return Match(None, self._names_of([entry for alike, entry in ranked[:3] if alike >= _WORTH_NAMING]))

    def holding(self, name: str) -> tuple[str, ...]:
        """Up to four names of any kind that have all the words of this one side by side: of "stasis" Stasis Crystal."""
        found = [self._names_of(self._inside(kind, names.words(name[:_LONGEST]))) for kind in KINDS]
        return tuple(dict.fromkeys(each for several in found for each in several))[:4]

    def mentioned(self, kind: str, text: str) -> float:
        """Whether a sentence names an entry of a kind: 1 for a spelling that is kept, 0.8 for one much like it, 0.

        A name inside a longer one of another kind is not meant: "crimson days" is an activity, not Crimson.
        """
        mention = self._mention(kind, text)
        others = (self._mention(other, text) for other in KINDS if other != kind)
        return 0.0 if any(other.covers(mention) for other in others) else mention.sure

    def name_in(self, kind: str, text: str) -> str | None:
        """The name of the one entry of a kind that a sentence means most clearly, as the table has it, or None."""
        return self._mention(kind, text).name

    @lru_cache(maxsize=64)  # noqa: B019 - the table lives as long as the process
    def _mention(self, kind: str, text: str) -> _Mention:
        words = names.words(text)[:_MOST_WORDS]
        places: dict[str, tuple[int, int]] = {}
        for i in range(len(words)):
            for j in range(i + 1, min(i + _MOST_NAMED, len(words)) + 1):
                places.setdefault("".join(words[i:j]), (i, j))
                if j - i == 2:  # "khvostov exotic" is the exotic khvostov
                    places.setdefault(words[i + 1] + words[i], (i, j))
        marks = ", ".join("?" * len(places))
        query = f"""SELECT key, MIN(entry), COUNT(DISTINCT entry) FROM spelling WHERE kind = ? AND key IN ({marks})
                    GROUP BY key ORDER BY LENGTH(key) DESC LIMIT 8"""
        if found := self._connection.execute(query, (kind, *places)).fetchall():
            start, _ = places[found[0][0]]  # of the longest; the one that it is joined to comes before it
            joined = [row for row in found if words[places[row[0]][1] : start] in (["and"], ["or"], ["vs"])]
            _, entry, entries = joined[0] if joined else found[0]
            return _Mention(1.0, self._entry(entry).name if entries == 1 else None, places[found[0][0]])
        rest = [word for word in words if word not in names.COMMON]
        if 0 < len(rest) <= _MOST_NAMED and len("".join(rest)) > 4:
            alike = self._alike(kind, rest)
            if alike and alike[0][0] >= _SURE:
                several = len(self._inside(kind, rest)) > 1  # "ikelos" is the beginning of four names
                return _Mention(0.8, None if several else self._entry(alike[0][1]).name)
        for word in [word for word in rest if len(word) >= _LONG_WORD][:_MOST_NAMED]:
            alike = self._alike(kind, [word])
            if alike and alike[0][0] >= _MISTYPED:
                name = self._entry(alike[0][1]).name
                if any(part[0] == word[0] for part in names.words(name)):  # the first letter is seldom the wrong one
                    return _Mention(0.8, name)
        return _Mention()

    def _exact(self, kind: str, key: str) -> Entry | None:
        rows = self._connection.execute(
            "SELECT DISTINCT entry FROM spelling WHERE kind = ? AND key = ? LIMIT 2", (kind, key)
        ).fetchall()
        return self._entry(rows[0][0]) if len(rows) == 1 else None

    def _inside(self, kind: str, asked: list[str]) -> list[int]:
        """Up to four entries that have a spelling with all the words asked for side by side ("seraph carbine")."""
        if sum(map(len, asked)) < 4:
            return []
        rows = self._connection.execute(
            "SELECT DISTINCT entry FROM spelling WHERE kind = ? AND instr(' ' || words || ' ', ?) LIMIT 4",
            (kind, f" {' '.join(asked)} "),
        )
        return [entry for (entry,) in rows]

    def _alike(self, kind: str, asked: list[str]) -> list[tuple[float, int]]:
        """Entries worth naming and how alike their best spelling is, best first, of those that trigrams find."""
        text, key = " ".join(asked), "".join(asked)
        # Trigrams with and without the blanks, since where a blank belongs is a common mistake ("fire fly").
        grams = dict.fromkeys(source[at : at + 3] for source in (text, key) for at in range(len(source) - 2))
        if not grams:
            return []
        rows = self._connection.execute(
            """SELECT spelling.key, spelling.entry FROM likeness JOIN spelling ON spelling.id = likeness.rowid
               WHERE likeness MATCH ? AND spelling.kind = ? ORDER BY bm25(likeness) LIMIT 40""",
            (" OR ".join(f'"{gram}"' for gram in grams), kind),
        )
        best: dict[int, float] = {}
        matcher = difflib.SequenceMatcher(autojunk=False)
        matcher.set_seq2(key)
        for spelling, entry in rows:
            matcher.set_seq1(spelling)
            least = max(best.get(entry, 0.0), _WORTH_NAMING)
            # The quick ones are upper bounds, and most spellings fall short of them already.
            if matcher.real_quick_ratio() >= least and matcher.quick_ratio() >= least:
                best[entry] = max(best.get(entry, 0.0), matcher.ratio())
        return sorted(((alike, entry) for entry, alike in best.items()), key=lambda pair: (-pair[0], pair[1]))

    def _entry(self, entry: int) -> Entry:
        kind, name, facts = self._connection.execute(
            "SELECT kind, name, facts FROM entry WHERE id = ?", (entry,)
        ).fetchone()
        return Entry(kind, name, json.loads(facts))

    def _names_of(self, entries: Iterable[int]) -> tuple[str, ...]:
        return tuple(self._entry(entry).name for entry in entries)


def _before_brackets(name: str) -> list[str]:
    """The words of a name without what it has in brackets: "Freeze (Stasis)" is what people call freeze."""
    return names.words(name.partition(" (")[0])
