"""Stage `familiar`: fit the classifiers of requests for the shipped toolboxes (`keyhole.models.embedded_familiar`).

They learn from the requests that were written one by one, as they are: with slips of the finger and other names in
them more of the kept ones were wrong (`bench/LOG.md`).
"""

from __future__ import annotations

import argparse
import base64
import json
import random
import time
from collections.abc import Sequence
from pathlib import Path

import torch
from torch.nn.functional import cross_entropy, embedding_bag
from written import Written, written
from written_sets import TO_CLARIFY, written_sets

from keyhole.models.embedded_clauses import split_clauses
from keyhole.models.embedded_familiar import answers_of, request_facts
from keyhole.models.embedded_ranker import feature
from keyhole.models.embedded_sight import Lexicon, read_lexicon
from keyhole.models.embedded_text import lengths_in_words
from keyhole.tools.loader import load_toolbox

TOOLBOXES = ("destiny", "everyday")
LEFT_OUT = 0.3
"""Share of a request's facts that are not seen each time, so that none is relied upon alone."""
ELSEWHERE = 0.125
"""Share of what is asked of other tools that a toolbox learns to leave alone: "what time is it"."""
IDLE = 0.25
"""Share of what wants no tool of another toolbox that a toolbox learns to leave alone, too."""
APART = ("destiny",)
"""Toolboxes that can do nothing of what the written sets of tools are asked; everyday's can do some of it."""
LEVELS = 21
"""Weights that are told apart on either side of 0: twice to six times as many route no better and pack less well."""
BATCH = 64

Sight = tuple[torch.Tensor, int]
"""The weights of a request's facts (facts, answers), and the place of the right answer."""


class Toolbox:
    """A shipped toolbox: what its tools know of a request, and how that is looked up among `size` weights."""

    def __init__(self, name: str, lexicon: Lexicon, size: int) -> None:
        self.cards = load_toolbox(name).cards
        self.answers = ["none", *(card.name for card in self.cards), "clarify"]
        self.size = size
        self._lexicon = lexicon

    def sight(self, row: Written) -> Sight:
        query = split_clauses(lengths_in_words(row.text))[0]
        gap = "__" in query
        knows = {card.name: card.knows(query) if card.knows and not gap else 0.0 for card in self.cards}
        facts = request_facts(query, knows, self._lexicon)
        places = [[feature(fact) & (self.size - 1) for fact in each] for each in answers_of(facts, self.answers)]
        return torch.tensor(places).T, self.answers.index(row.choice)


def scores(weights: torch.Tensor, sights: Sequence[Sight], left_out: float = 0.0) -> torch.Tensor:
    """Of every answer (requests, answers)."""
    seen = [places[torch.rand(len(places)) >= left_out] for places, _ in sights]
    bags = torch.cat([places.T.flatten() for places in seen])
    answers = seen[0].shape[1]
    lengths = torch.tensor([0, *[len(places) for places in seen for _ in range(answers)][:-1]])
    return embedding_bag(bags, weights[:, None], lengths.cumsum(0), mode="sum").view(-1, answers)


def learned(toolbox: Toolbox, rows: Sequence[Written], args: argparse.Namespace) -> torch.Tensor:
    """The weights after all rounds."""
    weights = torch.zeros(toolbox.size, requires_grad=True)
    optimiser = torch.optim.Adagrad([weights], lr=args.lr)
    began = time.monotonic()
    rng = random.Random(args.seed)
    sights = [toolbox.sight(row) for row in rows]
    for number in range(args.rounds):
        rng.shuffle(sights)
        losses = []
        for at in range(0, len(sights), BATCH):
            batch = sights[at : at + BATCH]
            wanted = torch.tensor([right for _, right in batch])
            loss = cross_entropy(scores(weights, batch, LEFT_OUT) / (1 - LEFT_OUT), wanted)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            losses.append(loss.item())
        left = (time.monotonic() - began) / (number + 1) * (args.rounds - number - 1)
        print(f"round {number + 1}: loss {sum(losses) / len(losses):.3f}, {left:.0f} s left", flush=True)
    return weights.detach()


def right_share(toolbox: Toolbox, weights: torch.Tensor, rows: Sequence[Written]) -> float:
    """Of the requests whose right answer is the likeliest."""
    sights = [toolbox.sight(row) for row in rows]
    return sum(int(scores(weights, [each]).argmax()) == each[1] for each in sights) / len(sights)


def lessons(name: str, seed: int) -> list[Written]:
    """A toolbox's requests to learn from, and some of others, which none of its tools can do."""
    rows = written("learn")
    rng = random.Random(seed)
    shares = {row.choice: ELSEWHERE for row in rows} | {"none": IDLE, "clarify": 0.0}
    strange = [row.text for row in rows if row.toolbox != name and rng.random() < shares[row.choice]]
    if name in APART:
        asked = [request for each in written_sets("learn") for request in each.requests if request.tool != TO_CLARIFY]
        strange += [request.text for request in asked if rng.random() < ELSEWHERE]
    return [row for row in rows if row.toolbox == name] + [Written(name, text, "none") for text in strange]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lexicon", type=Path, required=True, help="a ranker of arguments: its groups of words")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--requests", type=int, help="only so many to learn from, and to try, for each toolbox")
    parser.add_argument("--lr", type=float, default=0.06)
    parser.add_argument("--bits", type=int, default=18, help="2 to this many weights a toolbox")
    parser.add_argument("--seed", type=int, default=21)
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    lexicon = read_lexicon(json.loads(args.lexicon.read_text())["lexicon"])
    made = []
    for name in TOOLBOXES:
        toolbox = Toolbox(name, lexicon, 1 << args.bits)
        rows = lessons(name, args.seed)[: args.requests]
        print(f"{name}: reading {len(rows)} requests", flush=True)
        weights = learned(toolbox, rows, args)
        kept = [row for row in written("decide") if row.toolbox == name][: args.requests]
        print(f"{name}: {100 * right_share(toolbox, weights, kept):.1f}% of {len(kept)} kept requests", flush=True)
        scale = float(weights.abs().max()) / LEVELS
        packed = base64.b64encode((weights / scale).round().to(torch.int8).numpy().tobytes()).decode()
        made.append({"tools": toolbox.answers[1:-1], "packed": packed, "scale": scale})
    args.out.write_text(json.dumps(made))


if __name__ == "__main__":
    main()
