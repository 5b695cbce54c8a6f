"""Stage `familiar`: fit the network that knows how requests for the shipped tools are worded.

See `keyhole.models.embedded.route.familiar` and, for how it reads, `reader`. It learns from the requests that were
written one by one and, where there is a teacher's file (stage `teach`), from what the teacher thinks of those and of
many more that nobody labelled.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from descent import Descent
from lessons import TOOLBOXES, Asked, answers_of, asked, lessons
from meanings import Meanings
from reading import Reading, Vocabulary, packed
from torch import nn
from torch.nn.functional import log_softmax, one_hot
from written import Written, written

from keyhole.word_vectors import word_vectors

BATCH = 64
TEACHER = 0.5
"""The teacher's share of what is right where somebody has said what is."""


@dataclass
class Lessons:
    """Requests to one toolbox: their words, how sure each tool is of them, and how right each answer is."""

    words: list[np.ndarray]
    knows: torch.Tensor
    right: torch.Tensor


class Network(nn.Module):
    """As `familiar.Familiar`, with numbers that can be learned."""

    def __init__(self, reading: Reading, tools: Sequence[int], left_out: float) -> None:
        super().__init__()
        self.reading = reading
        self.heads = nn.ModuleList(nn.Linear(reading.count + count, count + 2) for count in tools)
        self.left_out = nn.Dropout(left_out)

    def forward(self, words: Sequence[np.ndarray], knows: torch.Tensor, box: int) -> torch.Tensor:
        """Scores (requests, answers) of requests to one toolbox."""
        scores: torch.Tensor = self.heads[box](torch.cat([self.left_out(self.reading.read(words)), knows], -1))
        return scores


def labelled(name: str, rows: Sequence[Written]) -> tuple[list[Asked], torch.Tensor]:
    """Requests to a toolbox as the router sees them, and the right answer of each (requests, answers)."""
    answers = answers_of(name)
    right = one_hot(torch.tensor([answers.index(row.choice) for row in rows]), len(answers))
    return asked(name, [row.text for row in rows]), right.float()


def gathered(rows: Sequence[Asked], right: torch.Tensor, vocabulary: Vocabulary) -> Lessons:
    """As the network reads them."""
    return Lessons([vocabulary.read(row.query) for row in rows], torch.tensor([row.knows for row in rows]), right)


def batches(lessons: Sequence[Lessons], rng: random.Random) -> list[tuple[int, list[int]]]:
    """All requests in batches of one toolbox, those of like length together, shuffled."""
    made = []
    for box, rows in enumerate(lessons):
        order = list(range(len(rows.words)))
        rng.shuffle(order)
        for start in range(0, len(order), 40 * BATCH):
            near = sorted(order[start : start + 40 * BATCH], key=lambda at: len(rows.words[at]))
            made += [(box, near[at : at + BATCH]) for at in range(0, len(near), BATCH)]
    rng.shuffle(made)
    return made


def learn(network: Network, lessons: Sequence[Lessons], rounds: int, lr: float, seed: int) -> None:
    rng = random.Random(seed)
    steps = rounds * sum(len(rows.words) // BATCH + 1 for rows in lessons)
    descent = Descent(torch.optim.Adam(network.parameters(), lr=lr), steps, rise=0.03)
    network.train()
    for number in range(rounds):
        losses = []
        for box, batch in batches(lessons, rng):
            rows = lessons[box]
            scores = network([rows.words[at] for at in batch], rows.knows[batch], box)
            losses.append(descent.step(-(rows.right[batch] * log_softmax(scores, 1)).sum(1).mean()))
        print(f"round {number + 1}: loss {sum(losses) / len(losses):.3f}, {descent.left}", flush=True)
    network.eval()


@torch.no_grad()
def right_share(network: Network, rows: Lessons, box: int) -> float:
    """Of the requests whose right answer is the likeliest."""
    right = 0
    for at in range(0, len(rows.words), BATCH):
        scores = network(rows.words[at : at + BATCH], rows.knows[at : at + BATCH], box)
        right += int((scores.argmax(1) == rows.right[at : at + BATCH].argmax(1)).sum())
    return right / len(rows.words)


def exported(network: Network) -> dict[str, object]:
    """What `familiar.Familiar` takes."""
    heads = []
    for name, head in zip(TOOLBOXES, network.heads, strict=True):
        weights, head_scale = packed(torch.cat([head.bias[:, None], head.weight], 1))
        heads.append({"tools": answers_of(name)[1:-1], "packed": weights, "scale": head_scale})
    return {**network.reading.exported(), "heads": heads}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--taught", type=Path, help="what stage `teach` wrote, with the same --seed and --requests")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--requests", type=int, help="only so many to learn from, and to try, for each toolbox")
    parser.add_argument("--lr", type=float, default=3e-3)
    parser.add_argument("--bits", type=int, default=13, help="2 to this many rows in the table")
    parser.add_argument("--dims", type=int, default=48, help="numbers of a row")
    parser.add_argument("--filters", type=int, default=96, help="of each width")
    parser.add_argument("--left-out", type=float, default=0.1, help="share of what filters found that is not seen")
    parser.add_argument("--seed", type=int, default=21)
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    taught = torch.load(args.taught) if args.taught else {}
    vocabulary = Vocabulary(1 << args.bits)
    known: list[Lessons] = []
    kept: list[Lessons] = []
    for name in TOOLBOXES:
        seen, right = labelled(name, lessons(name, args.seed)[: args.requests])
        if name in taught:
            own, more, shares = taught[name]
            right = torch.cat([(1 - TEACHER) * right + TEACHER * own, shares])
            seen += [Asked(query, knows) for query, knows in more]
        known.append(gathered(seen, right, vocabulary))
        tried = [row for row in written("decide") if row.toolbox == name][: args.requests]
        kept.append(gathered(*labelled(name, tried), vocabulary))
    print(f"{sum(len(rows.words) for rows in known):,} requests, {len(vocabulary.places):,} words", flush=True)
    tools = [len(answers_of(name)) - 2 for name in TOOLBOXES]
    meanings = Meanings.of(vocabulary.places, word_vectors())
    network = Network(Reading(vocabulary, meanings, args.dims, args.filters), tools, args.left_out)
    learn(network, known, args.rounds, args.lr, args.seed)
    for box, (name, rows) in enumerate(zip(TOOLBOXES, kept, strict=True)):
        print(f"{name}: {100 * right_share(network, rows, box):.1f}% of {len(rows.words)} kept requests", flush=True)
    args.out.write_text(json.dumps(exported(network)))


if __name__ == "__main__":
    main()
