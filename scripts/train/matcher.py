"""Stage `matcher`: fit the network that tells how near a request is to a tool's card, to what a teacher thinks of them;
and what words mean, which the ranker of arguments and the pointer hear of, too.

See `keyhole.models.embedded.route.matcher`; the teacher is that of stage `teach_cards`.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from descent import Descent
from meanings import Meanings
from reading import Reading, Vocabulary, packed, unpacked
from torch import nn
from torch.nn.functional import binary_cross_entropy_with_logits, kl_div, log_softmax, normalize
from word_vectors import weights_at_first, words_of
from written_sets import written_sets

from keyhole.models.embedded.route.matcher import card_text
from keyhole.models.model import ToolCard

BATCH, DIRECTION = 48, 96
"""Requests of a batch; numbers of a direction."""
ALL = 0.5
"""What the choice among all cards of a batch counts beside that among those in view."""
WANTED = 3.0
"""How many times more than another card in view one that is wanted counts, where each is told by itself."""
TOGETHER = 4
"""Requests with the same cards that are learned together: a batch has fewer cards then, and takes a fifth the time."""
LEVELS = 31
"""Numbers that are told apart on either side of 0 in filters and towers: they pack better than 127 of them."""
LARGEST = 0.6
"""Of the weights of a tower that is learned on."""


class Network(nn.Module):
    """As `matcher.Matcher`, with numbers that can be learned."""

    def __init__(self, reading: Reading) -> None:
        super().__init__()
        self.reading = reading
        self.asked, self.offered = (nn.Linear(reading.wide, DIRECTION) for _ in range(2))
        wide = reading.meanings.wide
        begin = torch.randn(DIRECTION, wide) / wide**0.5
        with torch.no_grad():  # texts are near each other at first whose words are
            for tower in (self.asked, self.offered):
                tower.weight[:, -wide:] = begin
        self.sharpness, self.none = (nn.Parameter(torch.tensor(start)) for start in (10.0, 4.0))

    def forward(self, requests: Sequence[np.ndarray], cards: Sequence[np.ndarray]) -> torch.Tensor:
        """Scores (requests, cards and none)."""
        asked, offered = (
            normalize(tower(self.reading.found(texts)))
            for tower, texts in ((self.asked, requests), (self.offered, cards))
        )
        return torch.cat([self.sharpness * asked @ offered.T, self.none.expand(len(requests), 1)], 1)

    @torch.no_grad()
    def begin(self, made: Mapping[str, Any]) -> None:
        """The numbers of what `exported` made; a direction has no length, so a tower's largest is any."""
        self.reading.begin(made)
        for name, tower in (("asked", self.asked), ("offered", self.offered)):
            rows = unpacked(made[name], LARGEST / LEVELS).view(DIRECTION, -1)
            tower.bias.copy_(rows[:, 0])
            tower.weight.copy_(rows[:, 1:])
        for name, number in (("sharpness", self.sharpness), ("none", self.none)):
            number.fill_(made[name])

    def exported(self) -> dict[str, object]:
        """What `matcher.Matcher` takes."""
        towers = {
            name: packed(torch.cat([tower.bias[:, None], tower.weight], 1), LEVELS)[0]
            for name, tower in (("asked", self.asked), ("offered", self.offered))
        }
        numbers = {name: round(float(getattr(self, name).detach()), 3) for name in ("sharpness", "none")}
        return {**self.reading.exported(LEVELS), "words": self.reading.meanings.exported(), **towers, **numbers}


@dataclass
class Lessons:
    """Requests and cards as the network and as their teacher read them; `in_view` has the places of the cards of each
    request. `sharpness` and `none` are the teacher's, as are the meanings of `words`, of which so many are commoner."""

    requests: list[np.ndarray]
    cards: list[np.ndarray]
    in_view: list[list[int]]
    asked: torch.Tensor
    offered: torch.Tensor
    sharpness: float
    none: float
    words: list[str]
    ranks: list[int]
    meanings: torch.Tensor

    @classmethod
    def load(cls, path: Path, vocabulary: Vocabulary) -> Lessons:
        """What stage `teach_cards` wrote, of requests with cards in view."""
        made = torch.load(path)
        rows = [row for row, shown in enumerate(made["in_view"]) if shown]
        requests = [vocabulary.read(made["requests"][row]) for row in rows]
        cards = [vocabulary.read(card_text(ToolCard(*card))) for card in made["cards"]]
        return cls(
            requests, cards, [made["in_view"][row] for row in rows], made["asked"][rows].float(),
            made["offered"].float(), made["sharpness"], made["none"], made["words"], made["ranks"],
            made["meanings"].float(),
        )  # fmt: skip

    def words_first(self, vocabulary: Vocabulary, wide: int) -> Meanings:
        """What the teacher makes of words, in the directions in which that differs most."""
        meanings = self.meanings - self.meanings.mean(0)
        directions = torch.linalg.svd(meanings, full_matrices=False)[2][:wide]
        return Meanings(vocabulary.places, self.words, normalize(meanings @ directions.T), weights_at_first(self.ranks))

    def missed(self, network: Network, batch: Sequence[int]) -> torch.Tensor:
        """How far the network's choices are from the teacher's, among the cards in view and among all of the batch, and
        what it thinks of each card in view from that, were it the only one."""
        shown = sorted({card for row in batch for card in self.in_view[row]})
        place = {card: at for at, card in enumerate(shown)}
        scores = network([self.requests[row] for row in batch], [self.cards[card] for card in shown])
        taught = self.sharpness * self.asked[batch] @ self.offered[shown].T
        taught = torch.cat([taught, torch.full((len(batch), 1), self.none)], 1)
        closed = torch.full_like(taught, -1e9)
        closed[:, -1] = 0
        for at, row in enumerate(batch):
            closed[at, [place[card] for card in self.in_view[row]]] = 0
        wanted = torch.sigmoid(taught[:, :-1] - taught[:, -1:])
        weights = (closed[:, :-1] == 0) * (1 + WANTED * wanted)
        odds = scores[:, :-1] - scores[:, -1:]
        alone = binary_cross_entropy_with_logits(odds, wanted, weights, reduction="sum") / weights.sum()
        return apart(scores + closed, taught + closed) + ALL * apart(scores, taught) + alone

    def order(self, rng: random.Random) -> list[int]:
        """All requests by lot, `TOGETHER` of those with the same first card behind each other."""
        of_card: dict[int, list[int]] = {}
        for row in rng.sample(range(len(self.requests)), len(self.requests)):
            of_card.setdefault(min(self.in_view[row]), []).append(row)
        parts = [rows[at : at + TOGETHER] for rows in of_card.values() for at in range(0, len(rows), TOGETHER)]
        return [row for part in rng.sample(parts, len(parts)) for row in part]


def apart(scores: torch.Tensor, taught: torch.Tensor) -> torch.Tensor:
    return kl_div(log_softmax(scores, 1), log_softmax(taught, 1), reduction="batchmean", log_target=True)


def learn(network: Network, lessons: Lessons, rounds: int, lr: float, seed: int) -> None:
    rng = random.Random(seed)
    steps = rounds * (len(lessons.requests) // BATCH + 1)
    descent = Descent(torch.optim.Adam(network.parameters(), lr=lr), steps, rise=0.03)
    network.train()
    for number in range(rounds):
        losses = []
        order = lessons.order(rng)
        for start in range(0, len(order), BATCH):
            losses.append(descent.step(lessons.missed(network, order[start : start + BATCH])))
        print(f"round {number + 1}: loss {sum(losses) / len(losses):.3f}, {descent.left}", flush=True)
    network.eval()


@torch.no_grad()
def right_share(network: Network, vocabulary: Vocabulary) -> float:
    """Of the kept requests for one of several tools those whose tool is ahead."""
    hits = []
    for each in written_sets("decide"):
        asked = [request for request in each.requests if request.tool >= 0]
        if asked and len(each.cards) > 1:
            texts = [vocabulary.read(request.text) for request in asked]
            scores = network(texts, [vocabulary.read(card_text(card)) for card in each.cards])
            hits += [at == row.tool for at, row in zip(scores[:, :-1].argmax(1).tolist(), asked, strict=True)]
    return hits.count(True) / len(hits)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=Path, required=True, help="what stage `teach_cards` wrote")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--lr", type=float, default=3e-3)
    parser.add_argument("--bits", type=int, default=11, help="2 to this many rows in the table")
    parser.add_argument("--dims", type=int, default=48, help="numbers of a row")
    parser.add_argument("--filters", type=int, default=96, help="of each width")
    parser.add_argument("--wide", type=int, default=64, help="numbers of what a word means")
    parser.add_argument(
        "--start",
        type=Path,
        help="a keyhole-embedded.json whose towers, of the same size, are learned on from; what words mean stays",
    )
    parser.add_argument("--seed", type=int, default=21)
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    vocabulary = Vocabulary(1 << args.bits)
    lessons = Lessons.load(args.cards, vocabulary)
    for each in written_sets("decide"):  # all words are to be known before what they mean is looked up
        for text in (*(request.text for request in each.requests), *map(card_text, each.cards)):
            vocabulary.read(text)
    begun = json.loads(args.start.read_text()) if args.start else None
    words = (
        Meanings.of(vocabulary.places, words_of(args.start)) if begun else lessons.words_first(vocabulary, args.wide)
    )
    network = Network(Reading(vocabulary, words, args.dims, args.filters))
    if begun:
        network.begin(begun["matcher"])
        network.eval()
        print(f"begins at {100 * right_share(network, vocabulary):.1f}%", flush=True)
    learn(network, lessons, args.rounds, args.lr, args.seed)
    print(f"the right tool of several, kept sets: {100 * right_share(network, vocabulary):.1f}%", flush=True)
    kept = {"words": begun["words"]} if begun else {}
    args.out.write_text(json.dumps(network.exported() | kept))


if __name__ == "__main__":
    main()
