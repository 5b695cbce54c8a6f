# ruff: noqa: E501  (lists of words are data)
"""Stage `rank`: fit the candidate ranker (`keyhole.models.embedded_ranker`) to examples of the fill step."""

from __future__ import annotations

import argparse
import base64
import json
import random
import time
from pathlib import Path

import numpy as np
from invented import Answer
from tokens import Tokens

import data
from data import Maker
from keyhole.models.embedded_lexical import overlaps
from keyhole.models.embedded_prompt import FillView, fill_view
from keyhole.models.embedded_ranker import SIZE, Candidate, candidates, read_lexicon, sight
from keyhole.models.embedded_router import route_candidates
from keyhole.models.embedded_text import STOP


def gold(view: FillView, number: int, answer: Answer) -> tuple[str, ...] | None:
    """The picks that are right; None when no candidate can be."""
    parameter = view.parameters[number]
    if answer.absent:
        return ()
    if answer.options:
        return (f"e{answer.options[0] + 1}",)
    if answer.flag is not None:
        return ("true" if answer.flag else "false",)
    start, end = answer.spans[0]
    if parameter.many and parameter.type == "str":
        end = answer.spans[-1][1]  # the whole enumeration; code parts it
    inside = [i for i, w in enumerate(view.words) if w.end > start and w.start < end]
    if not inside:
        return None
    if parameter.type in ("int", "num"):
        return (f"w{inside[0] + 1}",) if inside[0] in view.numbers else None
    return (f"w{inside[0] + 1}", f"w{inside[-1] + 1}")


def lexicon_of(lists: dict[str, list[str]]) -> str:
    """Words of places and first names; the shorter list of a word wins."""
    sources = {
        "place": ("geography/us_cities", "geography/english_towns_cities", "geography/countries", "geography/countries_with_capitals", "geography/canada_provinces_and_territories"),
        "name": ("humans/firstNames", "humans/neutralNames", "humans/spanishFirstNames", "humans/lastNames"),
    }  # fmt: skip
    known: dict[str, str] = {}
    for kind, names in sources.items():
        for name in names:
            for value in lists.get(name, []):
                for word in value.lower().split():
                    if word.isalpha() and len(word) > 2 and word not in STOP:
                        known.setdefault(word, kind)
    more = "paris london tokyo berlin york francisco angeles chicago madrid rome sydney mumbai beijing toronto seoul moscow dubai vienna california texas florida france germany spain italy japan china india america europe england scotland"
    known.update(dict.fromkeys(more.split(), "place"))
    return "\n".join(f"{kind} {' '.join(sorted(w for w, k in known.items() if k == kind))}" for kind in sources)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--step", choices=["fill", "route"], default="fill")
    parser.add_argument("--examples", type=int, default=30000)
    parser.add_argument("--tried", type=int, default=600, help="held-out examples to try at the end")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--lr", type=float, default=0.05)
    parser.add_argument("--l2", type=float, default=1e-6)
    parser.add_argument("--look-ups", type=float, default=data.LOOK_UPS, help="share for the shipped toolboxes")
    args = parser.parse_args()
    data.LOOK_UPS = args.look_ups
    tokens = Tokens(args.tokenizer / "tokenizer.json")
    idf = json.loads((args.tokenizer / "idf.json").read_text())
    makers = {split: Maker(args.data, tokens, idf, args.seed, split) for split in ("train", "valid")}
    weights = np.zeros(SIZE, np.float32)
    squares = np.full(SIZE, 1e-8, np.float32)
    rng = random.Random(args.seed)
    packed_lexicon = lexicon_of(makers["train"].inventor.lists)
    lexicon = read_lexicon(packed_lexicon)
    began = time.monotonic()
    losses: list[float] = []

    def questions(maker: Maker) -> list[tuple[str, list[Candidate], int]]:
        if args.step == "route":
            text, cards, at, said = maker.route_example()
            evidence = overlaps(text, cards, idf)
            rows = [Candidate((str(i),), row) for i, row in enumerate(route_candidates(text, cards, evidence))]
            right = at if at >= 0 else len(cards) + (said == "<clarify>")
            return [("clarify" if right > len(cards) else "none" if at < 0 else "tool", rows, right)]
        query, card, parameters, answers = maker.fill_example()
        view = fill_view(query, card.name, card.description, parameters)
        mostly = {word: kind for word, kind in lexicon.items() if rng.random() < 0.6}
        seen = sight(view, query, mostly)
        made = []
        for number, answer in enumerate(answers[: len(view.parameters)]):
            wanted = gold(view, number, answer)
            if wanted is None:
                continue
            offered = candidates(view, seen, number)
            picks = [c.picks for c in offered]
            if wanted in picks:
                kind = view.parameters[number].type
                made.append((kind, offered, picks.index(wanted)))
        return made

    for step in range(args.examples):
        rate = args.lr * (1 - step / args.examples) + 0.002
        for _, offered, right in questions(makers["train"]):
            flat = np.fromiter((f for c in offered for f in c.features), np.int64)
            group = np.repeat(np.arange(len(offered)), [len(c.features) for c in offered])
            scores = np.bincount(group, weights[flat], len(offered))
            p = np.exp(scores - scores.max())
            p /= p.sum()
            losses.append(-float(np.log(p[right] + 1e-9)))
            p[right] -= 1.0
            kept = np.abs(p)[group] > 1e-4
            gradient = np.bincount(flat[kept], p[group[kept]], SIZE)
            touched = np.flatnonzero(gradient)
            g = (gradient[touched] + args.l2 * weights[touched]).astype(np.float32)
            squares[touched] += g * g
            weights[touched] -= rate * g / np.sqrt(squares[touched])
        if (step + 1) % 2000 == 0:
            taken = time.monotonic() - began
            left = taken / (step + 1) * (args.examples - step - 1)
            print(f"{step + 1} examples, loss {np.mean(losses[-6000:]):.3f}, {left:.0f} s left", flush=True)
    right_by: dict[str, list[int]] = {}
    values = weights.tolist()
    for _ in range(args.tried):
        for kind, offered, right in questions(makers["valid"]):
            best = max(range(len(offered)), key=lambda i: sum(values[f] for f in offered[i].features))
            right_by.setdefault(kind + ("" if right else " absent"), []).append(best == right)
    for kind, hits in sorted(right_by.items()):
        print(f"{kind}: {100 * np.mean(hits):.1f}% of {len(hits)}")
    scale = float(np.abs(weights).max()) / 127
    packed = base64.b64encode((weights / scale).round().astype(np.int8).tobytes()).decode()
    args.out.write_text(
        json.dumps({"packed": packed, "scale": scale, "lexicon": packed_lexicon if args.step == "fill" else ""})
    )


if __name__ == "__main__":
    main()
