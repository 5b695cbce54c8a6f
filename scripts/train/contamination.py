"""Prove that no development row is in the training data: shared 13-grams of words, and shared names of tools."""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterable
from pathlib import Path

from invented import Inventor
from look_ups import LookUps
from sources import load_catalog, load_lists, load_questions, load_rows

from keyhole.bench.suite import SuiteError, load
from keyhole.models.embedded_text import plain_words

LENGTH = 13


def grams(text: str) -> set[tuple[str, ...]]:
    """All runs of 13 words of a text; of a shorter text the whole, if it has six words or more."""
    words = [w for part in text.split() for w in plain_words(part)]
    if len(words) < LENGTH:
        return {tuple(words)} if len(words) >= 6 else set()
    return {tuple(words[i : i + LENGTH]) for i in range(len(words) - LENGTH + 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--dev", type=Path, required=True)
    parser.add_argument("--invented", type=int, default=20000)
    args = parser.parse_args()
    asked: dict[tuple[str, ...], str] = {}
    names: set[str] = set()
    for path in sorted(args.dev.glob("*.jsonl")):
        try:
            queries = load(path.read_text(encoding="utf-8").splitlines(), name=path.name)
        except SuiteError as error:
            print(f"skipped {path.name}: {error}")
            continue
        for query in queries:
            names.update(tool.name for tool in query.tools)
            for turn in query.turns:
                asked.update(dict.fromkeys(grams(turn), query.id))
    rng = random.Random(1)
    rows = load_rows(args.data, rng, "train")
    inventor = Inventor(load_lists(args.data), rng)
    look_ups = LookUps(inventor)
    examples = [inventor.example() for _ in range(args.invented)]

    def texts() -> Iterable[str]:
        yield from (row.utterance for row in rows)
        yield from (example.query for example in examples)
        yield from (look_ups.example().query for _ in range(args.invented))
        yield from load_questions(args.data, rng)

    total = 0
    shared: dict[str, str] = {}
    for text in texts():
        total += 1
        for gram in grams(text):
            if gram in asked:
                shared.setdefault(asked[gram], text)
    cards = {row.card.name for row in rows if row.card} | {card.name for card, _ in load_catalog(args.data)}
    common = sorted(names & cards)
    print(f"{total} training texts against {len(asked)} n-grams of development rows: {len(shared)} shared")
    for row, text in shared.items():
        print(f"  {row}: {text[:100]!r}")
    print(f"{len(cards)} tool names in training, {len(names)} in development rows; in both: {json.dumps(common)}")
    if shared:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
