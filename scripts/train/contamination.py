"""Prove that no development row is trained on: what the maker makes of the open data and of its own shares no 13 words.

Every example of `data` and `rank` comes from `Maker`, which drops requests like those kept back. Here that many are
made again and compared, and the open rows that it has to drop are named.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from kept_back import development, grams, kept_back
from maker import Maker
from written import written
from written_sets import written_sets


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--dev", type=Path, required=True)
    parser.add_argument("--examples", type=int, default=20000, help="of each step")
    args = parser.parse_args()
    asked = kept_back(args.dev)
    maker = Maker(args.data, 1, exclude=asked, written=written("learn"), sets=written_sets("learn"))
    open_rows = {*(row.utterance for row in maker.wanting), *maker.idle, *maker.questions}
    alike = sorted(text for text in open_rows if not maker.fresh(text))
    print(f"{len(open_rows)} open requests, {len(alike)} of them never used: {json.dumps(alike[:5])}")

    shared: dict[str, str] = {}
    kept = [row.text for row in written("decide")]
    kept += [request.text for each in written_sets("decide") for request in each.requests]
    for text in kept:
        shared.update({asked[gram]: text for gram in grams(text) if gram in asked})
    for make in (maker.route_example, maker.fill_example):
        for _ in range(args.examples):
            text = make()[0]
            shared.update({asked[gram]: text for gram in grams(text) if gram in asked})
    print(f"{2 * args.examples} examples against {len(asked)} runs of words of development rows: {len(shared)} shared")
    for row, text in shared.items():
        print(f"  {row}: {text[:100]!r}")

    names = {tool.name for query in development(args.dev) for tool in query.tools}
    own = [card for part in ("learn", "decide") for each in written_sets(part) for card in each.cards]
    common = sorted(names & {card.name for card in maker.pool + own})
    print(f"{len(names)} tool names in development rows, in training too: {json.dumps(common)}")
    if shared:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
