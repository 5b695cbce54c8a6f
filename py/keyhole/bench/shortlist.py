"""Measure the shortlist: how often the right tool is among the first few, of 840 and of 9,840 tools.

    python -m keyhole.bench.shortlist DATA [--verbose]

DATA is a folder with `eval_dev/bfcl_v4_*.jsonl` (labelled requests with their tools) and `train/tool_catalog.jsonl`
(tool cards that none of them wants, to fill the toolbox up). Every request that wants exactly one tool counts, those
in other languages too; the right tool is the one that BFCL's label names, though the catalogue holds others that would
do as well.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from keyhole.models.model import ToolCard
from keyhole.steps.shortlist import Shortlist
from keyhole.tools.schema import declared_properties

FILES = ("multiple", "live_multiple", "simple_python", "live_simple", "parallel")
SIZES = (840, 1840, 9840)
RANKS = (1, 8, 32)


@dataclass(frozen=True, slots=True)
class Request:
    """One labelled request: where it is from, its text and the name of the tool it wants."""

    file: str
    text: str
    tool: str


@dataclass(frozen=True, slots=True)
class Recall:
    """Of `requests`, the share whose tool was among the first `rank`; with the times of building and of a query."""

    tools: int
    requests: int
    share: dict[int, float]
    by_file: dict[str, float]
    build_ms: float
    query_ms: float


def read(data: Path) -> tuple[list[Request], list[ToolCard], list[ToolCard]]:
    """The requests, the tools they come with, and the catalogue's other tools in a fixed random order."""
    requests: list[Request] = []
    wanted: dict[str, ToolCard] = {}
    for file in FILES:
        for row in _rows(data / "eval_dev" / f"bfcl_v4_{file}.jsonl"):
            for tool in row["tools"]:
                wanted.setdefault(tool["name"], _card(tool))
            names = {call["name"] for call in row["expected"].get("calls") or ()}
            if len(names) == 1:
                requests.append(Request(file, _text(row["question"]), names.pop()))
    others = {tool["name"]: _card(tool) for tool in _rows(data / "train" / "tool_catalog.jsonl")}
    rest = [card for name, card in others.items() if name not in wanted]
    random.Random(0).shuffle(rest)
    return requests, list(wanted.values()), rest


def measure(requests: list[Request], cards: list[ToolCard]) -> Recall:
    """Recall over one set of tools."""
    started = time.perf_counter()
    index = Shortlist(cards)
    build_ms = (time.perf_counter() - started) * 1000
    ranks: list[int] = []
    started = time.perf_counter()
    for request in requests:
        names = [card.name for card in index.best(request.text, max(RANKS))]
        ranks.append(names.index(request.tool) if request.tool in names else len(cards))
    query_ms = (time.perf_counter() - started) * 1000 / len(requests)
    by_file: dict[str, list[bool]] = {}
    for request, rank in zip(requests, ranks, strict=True):
        by_file.setdefault(request.file, []).append(rank < 8)
    return Recall(
        tools=len(cards),
        requests=len(requests),
        share={limit: sum(rank < limit for rank in ranks) / len(ranks) for limit in RANKS},
        by_file={file: sum(hits) / len(hits) for file, hits in by_file.items()},
        build_ms=build_ms,
        query_ms=query_ms,
    )


def main(arguments: list[str]) -> int:
    """Print a table; 2 when DATA is not given or lacks the files."""
    folders = [argument for argument in arguments if not argument.startswith("-")]
    if len(folders) != 1 or not (Path(folders[0]) / "eval_dev").is_dir():
        print("usage: python -m keyhole.bench.shortlist DATA [--verbose]", file=sys.stderr)
        return 2
    requests, wanted, rest = read(Path(folders[0]))
    print("| tools | requests | @1 | @8 | @32 | build ms | query ms |\n| --- | --- | --- | --- | --- | --- | --- |")
    for size in SIZES:
        recall = measure(requests, (wanted + rest)[:size])
        shares = " | ".join(f"{100 * recall.share[rank]:.1f}" for rank in RANKS)
        print(f"| {size} | {recall.requests} | {shares} | {recall.build_ms:.0f} | {recall.query_ms:.2f} |")
        if "--verbose" in arguments:
            print("  @8:", ", ".join(f"{file} {100 * share:.1f}" for file, share in recall.by_file.items()))
    return 0


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _card(tool: dict[str, Any]) -> ToolCard:
    return ToolCard(tool["name"], tool.get("description") or "", tuple(declared_properties(tool.get("parameters"))))


def _text(question: Any) -> str:
    """What the user said; some requests are whole message lists, as JSON text."""
    if isinstance(question, str) and question.startswith("[{"):
        question = json.loads(question)
    if isinstance(question, list):
        return " ".join(message["content"] for message in question if message.get("role") == "user")
    return str(question)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
