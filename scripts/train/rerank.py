"""Stage `rerank`: fit what weighs the best values of a parameter once more.

See `keyhole.models.embedded.fill.rerank`. What the witnesses say of requests that they have learned from would teach it
to trust them too much (Wolpert, "Stacked Generalization", 1992), so it learns from the kept sets alone, and from those
that are newer than the witnesses.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from calibrate import FILL
from descent import Descent
from grounded import at_path
from reading import packed
from torch import nn
from torch.nn.functional import cross_entropy
from word_vectors import words_of
from written_sets import ToolSet, unlearned

from keyhole.bench.metrics import same_value
from keyhole.models.embedded.assets import Assets
from keyhole.models.embedded.fill.pointer import Pointer
from keyhole.models.embedded.fill.ranker import Weights
from keyhole.models.embedded.fill.rerank import BEST, CATEGORIES, FACTS, NOTHING_FACTS, Row, best_of, facts, is_weighed
from keyhole.models.embedded.fill.values import asked_of, value_of
from keyhole.models.embedded.fill.witnesses import hear
from keyhole.models.embedded.model import EmbeddedModel
from keyhole.models.numpy_llama import NumpyLlama

BATCH = 128
IN_QUARTERS = 4.0
"""The weight of a fact that is told in quarters of log-odds, as if it were added up."""
LEAVE = -2.5
"""Log-odds in favour of nothing to begin with."""
SHARE = 0.7
"""What the network counts beside the plain sum of what was heard: so it loses half as much and wins nearly as much."""
FOLDS = 5


@dataclass(frozen=True, slots=True)
class Lesson:
    """The facts of a parameter's best values and of nothing; which of the values is right, `BEST` for nothing; whether
    it may be given nothing; the number of its set of tools."""

    values: tuple[Row, ...]
    nothing: Row
    right: int
    optional: bool
    of: int


async def lessons_of(model: EmbeddedModel, assets: Assets, sets: Sequence[ToolSet], most: int | None) -> list[Lesson]:
    """What there is to learn of the written requests for a tool, `most` at most."""
    requests = [(n, each.cards[r.tool], r) for n, each in enumerate(sets) for r in each.requests if r.tool >= 0][:most]
    assert assets.opinions is not None
    made: list[Lesson] = []
    began = time.monotonic()
    for done, (of, card, request) in enumerate(requests):
        parameters, _, query = asked_of(card.schema or {}, request.text)
        if not parameters:
            continue
        view, seen = await model.filler.pointed(query, card.name, card.description, parameters)
        heard, sight = hear(view, query, seen.completion.tokens, assets.opinions, assets.fill)
        for number, parameter in enumerate(view.parameters):
            if not is_weighed(parameter, heard[number]):
                continue
            wanted = at_path(request.args, parameter.path)
            offered = [heard[number].candidates[at] for at in best_of(heard[number])]
            said = (value_of(view, number, each.picks, query) for each in offered)
            right = next((at for at, value in enumerate(said) if value is not None and same_value(value, wanted)), None)
            if wanted is None and not parameter.required:
                right = BEST
            if right is not None:
                values, nothing = facts(view, sight, heard, number)
                made.append(Lesson(tuple(values), nothing, right, not parameter.required, of))
        if done % 500 == 499:
            left = (time.monotonic() - began) / (done + 1) * (len(requests) - done - 1)
            print(f"{done + 1} of {len(requests)} requests read, {left:.0f} s left", flush=True)
    return made


class Layers(nn.Module):
    """As `rerank.Layers`, with numbers that can be learned; `start` is the weight of one fact to begin with."""

    def __init__(self, count: int, wide: int, dropped: float, start: int) -> None:
        super().__init__()
        self.inner, self.outer = nn.Linear(count + CATEGORIES, wide), nn.Linear(wide, 1, bias=False)
        self.direct, self.dropout, self.start = nn.Linear(count + CATEGORIES, 1), nn.Dropout(dropped), start
        nn.init.normal_(self.inner.weight, std=0.08)
        for weight in (self.outer.weight, self.direct.weight, self.direct.bias):
            nn.init.zeros_(weight)
        with torch.no_grad():
            self.direct.weight[0, start] = IN_QUARTERS

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        hidden = self.dropout(self.inner(rows).relu())
        return (self.outer(hidden) + self.direct(rows)).squeeze(-1)

    @torch.no_grad()
    def temper(self, bias: float) -> None:
        """Count for `SHARE`, and the one fact with its bias for the rest."""
        for weight in (self.outer.weight, self.direct.weight, self.direct.bias):
            weight *= SHARE
        self.direct.weight[0, self.start] += (1 - SHARE) * IN_QUARTERS
        self.direct.bias += (1 - SHARE) * bias

    def exported(self) -> dict[str, object]:
        """What `rerank.Layers` takes."""
        inner, of_inner = packed(torch.cat([self.inner.bias[None], self.inner.weight.T]))
        outer, of_outer = packed(self.outer.weight)
        direct, of_direct = packed(torch.cat([self.direct.bias[None], self.direct.weight], 1))
        return {"inner": inner, "outer": outer, "direct": direct, "scales": [of_inner, of_outer, of_direct]}


class Network(nn.Module):
    """As `rerank.Reranker`: scores of values and of nothing (lessons, `BEST` + 1)."""

    def __init__(self, wide: int, dropped: float) -> None:
        super().__init__()
        self.values = Layers(len(FACTS), wide, dropped, FACTS.index("total"))
        self.nothing = Layers(len(NOTHING_FACTS) + len(FACTS), wide, dropped, NOTHING_FACTS.index("lead"))
        nn.init.constant_(self.nothing.direct.bias, LEAVE)

    def forward(self, values: torch.Tensor, nothing: torch.Tensor, there: torch.Tensor) -> torch.Tensor:
        scores = torch.cat([self.values(values), self.nothing(nothing)[:, None]], 1)
        return scores.masked_fill(~there, -1e9)

    def exported(self) -> dict[str, object]:
        return {"values": self.values.exported(), "nothing": self.nothing.exported()}


def _dense(row: Row, count: int) -> np.ndarray:
    made = np.zeros(count + CATEGORIES, np.float32)
    made[:count], made[[count + category for category in row[1]]] = row[0], 1.0
    return made


def batch_of(lessons: Sequence[Lesson]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """What the network takes, and what is right."""
    values = np.zeros((len(lessons), BEST, len(FACTS) + CATEGORIES), np.float32)
    there = np.zeros((len(lessons), BEST + 1), bool)
    for at, lesson in enumerate(lessons):
        for place, row in enumerate(lesson.values):
            values[at, place] = _dense(row, len(FACTS))
        there[at, : len(lesson.values)], there[at, BEST] = True, lesson.optional
    nothing = np.stack([_dense(lesson.nothing, len(NOTHING_FACTS) + len(FACTS)) for lesson in lessons])
    right = torch.tensor([lesson.right for lesson in lessons])
    return torch.from_numpy(values), torch.from_numpy(nothing), torch.from_numpy(there), right


def learned(lessons: Sequence[Lesson], args: argparse.Namespace) -> Network:
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    network = Network(args.wide, args.dropped)
    optimiser = torch.optim.AdamW(network.parameters(), lr=args.lr, weight_decay=args.decay)
    descent = Descent(optimiser, args.rounds * (-(-len(lessons) // BATCH)), rise=0.05)
    for number in range(args.rounds):
        order = rng.permutation(len(lessons))
        losses = []
        for start in range(0, len(order), BATCH):
            *given, right = batch_of([lessons[at] for at in order[start : start + BATCH]])
            losses.append(descent.step(cross_entropy(network(*given), right)))
        print(f"round {number + 1}: loss {np.mean(losses):.3f}, {descent.left}", flush=True)
    network.eval()
    network.values.temper(0.0)
    network.nothing.temper(LEAVE)
    return network


@torch.no_grad()
def tried(network: Network, lessons: Sequence[Lesson]) -> str:
    """In how many lessons the network is right, and in how many the sum of what was heard is."""
    *given, right = batch_of(lessons)
    total = FACTS.index("total")
    before = given[0][:, :, total].masked_fill(~given[2][:, :BEST], -1e9) * 4
    lead = torch.tensor([lesson.nothing[0][NOTHING_FACTS.index("lead")] * 4 + LEAVE for lesson in lessons])
    before = torch.cat([before, lead.masked_fill(~given[2][:, BEST], -1e9)[:, None]], 1)
    shares = [100 * float((scores.argmax(1) == right).float().mean()) for scores in (before, network(*given))]
    return f"of {len(lessons)} that were held back {shares[1]:.1f}% right, by the sum alone {shares[0]:.1f}%"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True, help="the GGUF")
    parser.add_argument("--ranker", type=Path, required=True)
    parser.add_argument("--pointer", type=Path, required=True)
    parser.add_argument("--matcher", type=Path, help="without it what words mean is as the shipped vectors have it")
    parser.add_argument("--newer", type=int, help="the first line of written_sets.jsonl that no witness has learned")
    parser.add_argument("--requests", type=int, help="only so many")
    parser.add_argument("--wide", type=int, default=32)
    parser.add_argument("--dropped", type=float, default=0.3)
    parser.add_argument("--rounds", type=int, default=14)
    parser.add_argument("--lr", type=float, default=3e-3)
    parser.add_argument("--decay", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=41)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    torch.set_num_threads(1)
    ranker, pointer = (json.loads(path.read_text()) for path in (args.ranker, args.pointer))
    vectors = words_of(args.matcher)
    assets = Assets({}, ranker=Weights(**ranker), pointer=Pointer(vectors, **pointer), words=vectors, fill=FILL)
    model = EmbeddedModel(NumpyLlama(args.model), assets)
    lessons = asyncio.run(lessons_of(model, assets, unlearned(args.newer), args.requests))
    held = [lesson for lesson in lessons if lesson.of % FOLDS == 0]
    if 0 < len(held) < len(lessons):
        print(tried(learned([lesson for lesson in lessons if lesson.of % FOLDS], args), held), flush=True)
    args.out.write_text(json.dumps(learned(lessons, args).exported()))


if __name__ == "__main__":
    main()
