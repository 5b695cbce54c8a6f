"""Requests for the shipped toolboxes that were written one by one, without templates: `written_requests.txt`.

Who wrote them saw what the tools do and neither the generator's phrasings nor the benchmark's suites. One in four is
kept for the decision, which must not be fitted to what network and ranker have learned by heart.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

FILE = Path(__file__).with_name("written_requests.txt")
KEPT = 4


@dataclass(frozen=True)
class Written:
    """A request and what is right: `choice` is a tool's name, `none` or `clarify`."""

    toolbox: str
    text: str
    choice: str


def written(part: Literal["learn", "decide"]) -> list[Written]:
    """The rows to learn from, or those that the decision is fitted to. Raises `ValueError` for a broken row."""
    rows: list[Written] = []
    toolbox = ""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            toolbox = line[2:]
            continue
        text, separator, choice = line.rpartition("|")
        if not separator or not text or not toolbox:
            raise ValueError(f"{FILE.name}: no request|choice: {line!r}")
        rows.append(Written(toolbox, text, choice))
    return [row for at, row in enumerate(rows) if (at % KEPT == 0) == (part == "decide")]
