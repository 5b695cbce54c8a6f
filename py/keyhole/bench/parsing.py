"""Score the parser on a corpus of model texts with the parses that serving systems accept (`keyhole bench parsing`).

A row is `{"id", "family", "text", "tools", "expected": {"content", "reasoning", "calls"}, "kind", ...}`. It is right
when names and arguments are equal (numbers by value), in order, and content and reasoning are equal up to white space
around them; any of a row's `alternates` will do.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from keyhole.parsing import Driver, Parse, parse


@dataclass(slots=True)
class Score:
    right: int = 0
    rows: int = 0
    wrong: list[str] = field(default_factory=list)

    @property
    def share(self) -> float:
        return self.right / self.rows if self.rows else 1.0


def difference(result: Parse, row: dict[str, Any]) -> str | None:
    """What keeps this result from being right, or None."""
    faults = [_difference(result, row, wanted) for wanted in _expectations(row)]
    return None if None in faults else faults[0]


def _expectations(row: dict[str, Any]) -> Iterable[dict[str, Any]]:
    yield row["expected"]
    for alternate in row.get("alternates") or ():
        yield alternate["expected"]


def _difference(result: Parse, row: dict[str, Any], wanted: dict[str, Any]) -> str | None:
    found = [(call.name, call.arguments) for call in result.calls]
    expected = [(call["name"], call["arguments"]) for call in wanted["calls"]]
    if not same(found, expected):
        return f"calls: {found!r:.300} instead of {expected!r:.300}"
    if row.get("content_checked") is False:
        return None
    for part in ("content", "reasoning"):
        got, want = getattr(result, part).strip(), (wanted[part] or "").strip()
        if got != want:
            return f"{part}: {got!r:.200} instead of {want!r:.200}"
    return None


def same(left: Any, right: Any) -> bool:
    """Equal as JSON: numbers by value, true is not 1."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return len(left) == len(right) and all(same(a, b) for a, b in zip(left, right, strict=True))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    return bool(left == right)


def read_corpus(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]


def score(rows: Iterable[dict[str, Any]], *, hint: bool = True) -> dict[str, Score]:
    """Per family; `hint` says whether the parser is told the family."""
    scores: dict[str, Score] = defaultdict(Score)
    for row in rows:
        result = parse(row["text"], row["tools"], row["family"] if hint else None, row.get("prompt_suffix"))
        fault = difference(result, row)
        held = scores[row["family"]]
        held.rows += 1
        held.right += fault is None
        if fault is not None:
            held.wrong.append(f"{row['id']} [{row['kind']}] {fault}")
    return dict(scores)


def false_calls(rows: Iterable[dict[str, Any]], *, hint: bool = True) -> int:
    """In how many rows without a call one is found."""
    return sum(
        bool(parse(row["text"], row["tools"], row["family"] if hint else None, row.get("prompt_suffix")).calls)
        for row in rows
        if row["kind"] == "no_call"
    )


def streamed(row: dict[str, Any], sizes: Iterable[int], *, hint: bool = True) -> Parse:
    """The parse of a row's text fed in chunks of these sizes, the last one over and over."""
    driver = Driver(row["tools"], family=row["family"] if hint else None, prompt_suffix=row.get("prompt_suffix"))
    text, at = row["text"], 0
    size = len(text) or 1
    lengths = iter(sizes)
    while at < len(text):
        size = next(lengths, size)
        driver.feed(text[at : at + size])
        at += size
    driver.finish()
    return driver.result()
