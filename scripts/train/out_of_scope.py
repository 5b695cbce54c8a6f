"""Requests that no tool is for, as rows for `scripts/bench score`: the part of CLINC150's and of the chit-chat that
training never sees, each with eight tools in view."""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

from sources import load_catalog, load_rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True, help="a folder; a file for each source is written to it")
    parser.add_argument("--tools", type=int, default=8)
    parser.add_argument("--most", type=int, default=200, help="rows of each source")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    rows = load_rows(args.data, rng, "valid")
    schemas = dict[str, tuple[str, dict[str, object]]]()
    for card, schema in load_catalog(args.data):
        if card.description and schema.get("properties"):
            schemas[card.name] = (card.description, schema)
    names = sorted(schemas)
    args.out.mkdir(parents=True, exist_ok=True)
    for source in sorted({row.source for row in rows if row.card is None}):
        idle = [row.utterance for row in rows if row.card is None and row.source == source]
        rng.shuffle(idle)
        with (args.out / f"out_of_scope_{source}.jsonl").open("w", encoding="utf-8") as file:
            for number, text in enumerate(idle[: args.most]):
                tools = [
                    {"name": name, "description": schemas[name][0], "parameters": schemas[name][1]}
                    for name in rng.sample(names, min(len(names), args.tools))
                ]
                row: dict[str, object] = {
                    "id": f"{source}/{number}",
                    "category": "out of scope",
                    "question": text,
                    "tools": tools,
                }
                row |= {"expected": {"type": "no_call"}, "source": source, "licence": "see the card", "split": "dev"}
                file.write(json.dumps(row) + "\n")
        print(f"{source}: {min(len(idle), args.most)} rows")


if __name__ == "__main__":
    main()
