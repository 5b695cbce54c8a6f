"""What is kept back for measuring: runs of words that no training request may share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from keyhole.bench.suite import Query, SuiteError, load
from keyhole.models.embedded.text import plain_words

LENGTH = 13


Gram = tuple[str, ...]


def grams(text: str) -> set[Gram]:
    """All runs of 13 words of a text; of a shorter text the whole, if it has six words or more."""
    words = [w for part in text.split() for w in plain_words(part)]
    if len(words) < LENGTH:
        return {tuple(words)} if len(words) >= 6 else set()
    return {tuple(words[i : i + LENGTH]) for i in range(len(words) - LENGTH + 1)}


def kept_back(folder: Path | None) -> dict[Gram, str]:
    """The runs of words of all requests of a folder, each with a row that has it."""
    asked: dict[Gram, str] = {}
    for query in development(folder) if folder else ():
        for turn in query.turns:
            asked.update(dict.fromkeys(grams(turn), query.id))
    return asked


def development(folder: Path) -> Iterator[Query]:
    """All rows of a folder that can be read."""
    for path in sorted(folder.glob("*.jsonl")):
        try:
            yield from load(path.read_text(encoding="utf-8").splitlines(), name=path.name)
        except SuiteError as error:
            print(f"skipped {path.name}: {error}")
