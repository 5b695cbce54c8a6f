"""Stage `data`: examples as token shards. Each is rendered by the very code that renders prompts at run time.

A shard holds `tokens`, `targets` (what each position should say next; `NONE` where nothing is learned; `AUX` marks the
dense side task: yes/no at the end of every tool's line, the parameter of every indexed word) and `offsets`; and, of
texts that a teacher has read, `meant_at`, positions behind them, and `meant`, their places in `TaughtRoutes.places`.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
from invented import Answer
from kept_back import kept_back
from maker import LOOK_UPS, Maker
from shards import AUX, NONE
from taught_routes import TaughtRoutes
from tokens import Tokens
from written import written
from written_sets import written_sets

from keyhole.models.embedded.prompt import (
    MAX_OPTIONS,
    MAX_PARAMETERS,
    MAX_TOOLS,
    MAX_WORDS,
    Parameter,
    fill_view,
    route_prompt,
)
from keyhole.models.embedded.route.lexical import Overlap, overlaps
from keyhole.models.embedded.route.matcher import card_text
from keyhole.models.model import ToolCard

SAME_INDICES = 0.85
"""Share of examples whose indices stay 1, 2, 3 ... as they are at run time; the others teach the rarer ones."""


Rendered = tuple[list[int], list[int], dict[int, int]]
"""Tokens, targets, and by position which text that a teacher has read ends there."""


class Renderer:
    """Makes token sequences with targets of a maker's examples, with the same random numbers."""

    def __init__(
        self, maker: Maker, tokens: Tokens, idf: dict[str, float], places: Mapping[str, int] | None = None
    ) -> None:
        self.maker, self.tokens, self.idf, self.rng = maker, tokens, idf, maker.rng
        self.places = places or {}
        special = tokens.special
        self.first = {kind: special[f"<{kind}1>"] for kind in ("", "p", "e", "w")}
        self.size = {"": MAX_TOOLS, "p": MAX_PARAMETERS, "e": MAX_OPTIONS, "w": MAX_WORDS}

    def route(self) -> Rendered:
        """One route example."""
        return self._route(*self.maker.route_example())

    def _route(self, query: str, cards: list[ToolCard], at: int, answer: str) -> Rendered:
        """The prompt with its targets: card `at` is right, or the answer given when it is negative."""
        r = self.rng
        evidence = overlaps(query, cards, self.idf)
        if r.random() < 0.06:
            evidence = [Overlap(0.0, 0.0, 0.0)] * len(cards)
        context = [r.choice(self.maker.wanting).utterance] if r.random() < 0.04 else []
        prompt = route_prompt(
            query,
            cards,
            evidence,
            context=context,
            description_words=0 if r.random() < 0.15 else r.choice([6, 8, 8, 8, 10]),
        )
        ids = self.tokens.encode(prompt)
        targets = [NONE] * len(ids)
        base = self.first[""]
        lines = [i for i, t in enumerate(ids) if base <= t < base + MAX_TOOLS]
        ends = [i - 1 for i in lines[1:]] + [len(ids) - 2]
        for number, end in enumerate(ends):
            targets[end] = self.tokens.special["<yes>" if number == at else "<no>"] | AUX
        targets[-1] = self.tokens.special[answer] if at < 0 else base + at
        meant = self._asked(query, ids)
        for card, end in zip(cards, ends, strict=True):
            if (place := self.places.get(card_text(card))) is not None:
                meant[end] = place
        return *self._shifted(ids, targets, {"": len(cards)}), meant

    def fill(self) -> Rendered:
        """One fill example."""
        return self._fill(*self.maker.fill_example())

    def _fill(self, query: str, card: ToolCard, parameters: list[Parameter], answers: list[Answer]) -> Rendered:
        r = self.rng
        parameters, answers = parameters[:MAX_PARAMETERS], answers[:MAX_PARAMETERS]
        context = [r.choice(self.maker.wanting).utterance] if r.random() < 0.03 else []
        view = fill_view(query, card.name, card.description, parameters, context=context)
        said: list[str] = []
        tagged: dict[int, int] = {}
        changed = False
        for number, (parameter, answer) in enumerate(zip(parameters, answers, strict=True)):
            spans = []
            for start, end in answer.spans:
                inside = [i for i, w in enumerate(view.words) if w.end > start and w.start < end]
                if inside:
                    spans.append((inside[0], inside[-1]))
            numeric = parameter.type in ("int", "num") and not parameter.options
            if numeric and spans and any(first not in view.numbers for first, _ in spans):
                parameters[number] = replace(parameter, type="str")
                changed = True
                numeric = False
            said.append(f"<p{number + 1}>")
            values = (
                [f"<e{i + 1}>" for i in answer.options]
                or ([f"<w{a + 1}>" if numeric else f"<w{a + 1}><w{b + 1}>" for a, b in spans])
                or (["<true>" if answer.flag else "<false>"] if answer.flag is not None else [])
            )
            if not values:
                said.append("<ask>" if parameter.required else "<skip>")
            elif parameter.many:
                said += [*values, "<end>"]
            else:
                said.append(values[0])
                spans = spans[:1]
            for first, last in spans:
                for i in range(first, last + 1):
                    tagged.setdefault(i, number)
        if changed:
            view = fill_view(query, card.name, card.description, parameters, context=context)
        prompt = self.tokens.encode(view.prompt)
        answer_ids = self.tokens.encode("".join(said))
        ids = prompt + answer_ids
        targets = [NONE] * len(ids)
        p, w, no = self.first["p"], self.first["w"], self.tokens.special["<no>"]
        for i, t in enumerate(prompt):
            if w <= t < w + MAX_WORDS:
                mine = tagged.get(t - w)
                if mine is not None or r.random() < 0.4:
                    targets[i] = (no if mine is None else p + mine) | AUX
        for i, t in enumerate(answer_ids):
            if not p <= t < p + MAX_PARAMETERS:  # parameter tokens are forced by the grammar
                targets[len(prompt) - 1 + i] = t
        options = max((len(q.options) for q in parameters), default=0)
        used = {"p": len(parameters), "w": len(view.words), "e": min(options, MAX_OPTIONS)}
        return *self._shifted(ids[:-1], targets[:-1], used), self._asked(query, ids)

    def _asked(self, query: str, ids: list[int]) -> dict[int, int]:
        place = self.places.get(query)
        return {} if place is None else {ids.index(self.tokens.special["<tools>"]): place}

    def _shifted(self, ids: list[int], targets: list[int], used: dict[str, int]) -> tuple[list[int], list[int]]:
        """Other index tokens in the same order, in some of the examples, so that every index is learned."""
        r = self.rng
        table: dict[int, int] = {}
        for kind, n in used.items():
            if not n or r.random() < SAME_INDICES:
                continue
            base, size = self.first[kind], self.size[kind]
            if kind == "w":
                offset = r.randint(0, size - min(n, size))
                chosen = [i + offset for i in range(n)]
            else:
                chosen = sorted(r.sample(range(size), min(n, size)))
            for i, j in enumerate(chosen):
                table[base + i] = base + j
        if table:
            ids = [table.get(t, t) for t in ids]
            targets = [t if t == NONE else table.get(t & ~AUX, t & ~AUX) | (t & AUX) for t in targets]
        return ids, targets


def write_shard(renderer: Renderer, path: Path, examples: int, fill_share: float, max_length: int) -> int:
    """Write one shard; returns its tokens."""
    tokens: list[int] = []
    targets: list[int] = []
    offsets = [0]
    meant: dict[int, int] = {}
    while len(offsets) <= examples:
        ids, wanted, there = renderer.fill() if renderer.rng.random() < fill_share else renderer.route()
        if len(ids) > max_length or all(t == NONE for t in wanted):
            continue
        meant |= {len(tokens) + at: place for at, place in there.items()}
        tokens += ids
        targets += wanted
        offsets.append(len(tokens))
    temporary = path.with_suffix(".tmp.npz")
    np.savez(
        temporary,
        tokens=np.array(tokens, np.uint16),
        targets=np.array(targets, np.uint16),
        offsets=np.array(offsets, np.int64),
        meant_at=np.array(list(meant), np.int64),
        meant=np.array(list(meant.values()), np.int64),
    )
    temporary.rename(path)
    return len(tokens)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--shards", type=int, default=20)
    parser.add_argument("--examples", type=int, default=10000, help="in each shard")
    parser.add_argument("--fill-share", type=float, default=0.45)
    parser.add_argument("--max-length", type=int, default=448)
    parser.add_argument("--look-ups", type=float, default=LOOK_UPS, help="share for the shipped toolboxes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--exclude", type=Path, help="a folder of rows kept for measuring: no request like them is made"
    )
    parser.add_argument("--cards", type=Path, help="what stage `teach_cards` wrote, for routes")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    tokens = Tokens(args.tokenizer / "tokenizer.json")
    idf = json.loads((args.tokenizer / "idf.json").read_text())
    began = time.monotonic()
    todo = [n for n in range(args.shards) if not (args.out / f"{args.seed:03d}-{n:04d}.npz").exists()]
    if not todo:
        return
    taught = TaughtRoutes(args.cards) if args.cards else None
    maker = Maker(
        args.data,
        args.seed,
        exclude=kept_back(args.exclude),
        look_ups=args.look_ups,
        written=written("learn"),
        sets=written_sets("learn"),
        taught=taught.route if taught else None,
    )
    renderer = Renderer(maker, tokens, idf, taught.places() if taught else None)
    for done, number in enumerate(todo, start=1):
        renderer.rng.seed(args.seed * 1000 + number)
        path = args.out / f"{args.seed:03d}-{number:04d}.npz"
        total = write_shard(renderer, path, args.examples, args.fill_share, args.max_length)
        left = (time.monotonic() - began) / done * (len(todo) - done)
        print(f"shard {number}: {total} tokens, {total / args.examples:.0f} each; {left:.0f} s left", flush=True)


if __name__ == "__main__":
    main()
