"""Prove that no development row is in the training data: shared 13-grams of words, and shared names of tools."""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterable
from pathlib import Path

from invented import Inventor
from kept_back import development, grams, kept_back
from look_ups import LookUps
from sources import load_catalog, load_lists, load_questions, load_rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--dev", type=Path, required=True)
    parser.add_argument("--invented", type=int, default=20000)
    args = parser.parse_args()
    asked = kept_back(args.dev)
    names = {tool.name for query in development(args.dev) for tool in query.tools}
    rng = random.Random(1)
    rows = load_rows(args.data, rng, "train")
    inventor = Inventor(load_lists(args.data), rng)
    look_ups = LookUps(inventor)
    generated = [inventor.example().query for _ in range(args.invented)]
    generated += [look_ups.example().query for _ in range(args.invented)]
    dropped = [text for text in generated if not grams(text).isdisjoint(asked)]
    print(f"{len(generated)} generated, {len(dropped)} of them dropped, as the stages do: {dropped[:5]}")

    def texts() -> Iterable[str]:
        yield from (row.utterance for row in rows)
        yield from (text for text in generated if text not in dropped)
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
