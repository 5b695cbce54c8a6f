"""Stage `matcher`: fit the network that tells how near a request is to a tool's card, to what a teacher thinks of them.

See `keyhole.models.embedded_matcher` and `embedded_word_matcher`; the teacher is that of stage `teach_cards`.
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
from familiar import Reading, Vocabulary, packed
from torch import nn
from torch.nn.functional import kl_div, log_softmax, normalize, softmax
from written_sets import written_sets

from keyhole.models.embedded_matcher import card_text
from keyhole.models.embedded_reader import FINE

BATCH, DIRECTION = 48, 64
"""Requests of a batch; numbers of a direction."""
ALL = 0.5
"""What the choice among all cards of a batch counts beside that among those in view."""
LEVELS = 31
"""Numbers that are told apart on either side of 0 in filters and towers: they pack better than 127 of them."""


class Network(nn.Module):
    """As `embedded_matcher.Matcher`, with numbers that can be learned."""

    def __init__(self, reading: Reading) -> None:
        super().__init__()
        self.reading = reading
        self.asked, self.offered = (nn.Linear(reading.found, DIRECTION) for _ in range(2))
        self.words = Words(reading.table.embedding_dim)
        self.sharpness, self.none = (nn.Parameter(torch.tensor(start)) for start in (5.0, 4.0))

    def forward(self, requests: Sequence[np.ndarray], cards: Sequence[np.ndarray]) -> torch.Tensor:
        """Scores (requests, cards and none)."""
        said, shown = self.reading.seen(requests), self.reading.seen(cards)
        asked = normalize(self.asked(self.reading.highest(*said[:2])))
        offered = normalize(self.offered(self.reading.highest(*shown[:2])))
        near = self.words(self.words.read(0, *said), self.words.read(1, *shown))
        return torch.cat([self.sharpness * asked @ offered.T + near, self.none.expand(len(requests), 1)], 1)

    def exported(self) -> dict[str, object]:
        """What `embedded_matcher.Matcher` takes."""
        towers = {
            name: packed(torch.cat([tower.bias[:, None], tower.weight], 1), LEVELS)[0]
            for name, tower in (("asked", self.asked), ("offered", self.offered))
        }
        numbers = {name: round(float(getattr(self, name).detach()), 3) for name in ("sharpness", "none")}
        words = self.words.exported(self.reading.row_scale)
        return {**self.reading.exported(LEVELS), **towers, **numbers, "words": words}


Read = tuple[torch.Tensor, torch.Tensor, torch.Tensor]
"""Of words their directions (texts, words, numbers), their shares of 1 and which of them count (texts, words)."""


class Words(nn.Module):
    """As `embedded_word_matcher.WordMatcher`."""

    def __init__(self, dims: int) -> None:
        super().__init__()
        self.near = nn.Conv1d(dims, DIRECTION + 2, 3, padding=1)
        self.wanted, self.offered = (nn.Parameter(torch.tensor(5.0)) for _ in range(2))

    def read(self, side: int, text: torch.Tensor, beyond: torch.Tensor, seen: torch.Tensor) -> Read:
        """Of a request's words (side 0) or of a card's (side 1). The marks of both ends are neighbours only."""
        found = self.near(text.transpose(1, 2)).transpose(1, 2)
        inner = seen.clone()
        inner[:, 0] = False
        inner[torch.arange(len(inner)), (~beyond).sum(1) - 1] = False
        weights = found[..., DIRECTION + side].masked_fill(~inner, -1e4)
        return normalize(found[..., :DIRECTION], dim=-1), softmax(weights, 1) * inner, inner

    def forward(self, asked: Read, offered: Read) -> torch.Tensor:
        """Scores (requests, cards)."""
        (said, said_shares, said_there), (shown, shown_shares, shown_there) = asked, offered
        cosines = (said.flatten(0, 1) @ shown.flatten(0, 1).T).view(*said.shape[:2], *shown.shape[:2])
        found = cosines.masked_fill(~shown_there, -1.0).amax(3)
        met = cosines.masked_fill(~said_there[:, :, None, None], -1.0).amax(1)
        return self.wanted * (found * said_shares[..., None]).sum(1) + self.offered * (met * shown_shares).sum(2)

    def exported(self, row_scale: float) -> dict[str, object]:
        """What `WordMatcher` takes beside its reader."""
        near, scale = packed(self.near.weight.permute(2, 1, 0).flatten())
        step = row_scale * scale / FINE
        numbers = {name: round(float(getattr(self, name).detach()), 3) for name in ("wanted", "offered")}
        return {"near": near, "biases": (self.near.bias / step).round().int().tolist(), "step": step, **numbers}


@dataclass
class Lessons:
    """Requests and cards as the network and as their teacher read them; `in_view` has the places of the cards of each
    request. `sharpness` and `none` are the teacher's."""

    requests: list[np.ndarray]
    cards: list[np.ndarray]
    in_view: list[list[int]]
    asked: torch.Tensor
    offered: torch.Tensor
    sharpness: float
    none: float

    @classmethod
    def load(cls, path: Path, vocabulary: Vocabulary) -> Lessons:
        """What stage `teach_cards` wrote."""
        made = torch.load(path)
        requests, cards = ([vocabulary.read(text) for text in made[name]] for name in ("requests", "cards"))
        return cls(
            requests, cards, made["in_view"], made["asked"].float(), made["offered"].float(), made["sharpness"],
            made["none"],
        )  # fmt: skip

    def missed(self, network: Network, batch: Sequence[int]) -> torch.Tensor:
        """How far the network's choices are from the teacher's, among the cards in view and among all of the batch."""
        shown = sorted({card for row in batch for card in self.in_view[row]})
        place = {card: at for at, card in enumerate(shown)}
        scores = network([self.requests[row] for row in batch], [self.cards[card] for card in shown])
        taught = self.sharpness * self.asked[batch] @ self.offered[shown].T
        taught = torch.cat([taught, torch.full((len(batch), 1), self.none)], 1)
        closed = torch.full_like(taught, -1e9)
        closed[:, -1] = 0
        for at, row in enumerate(batch):
            closed[at, [place[card] for card in self.in_view[row]]] = 0
        return apart(scores + closed, taught + closed) + ALL * apart(scores, taught)


def apart(scores: torch.Tensor, taught: torch.Tensor) -> torch.Tensor:
    return kl_div(log_softmax(scores, 1), log_softmax(taught, 1), reduction="batchmean", log_target=True)


def batches(lessons: Lessons, rng: random.Random) -> list[list[int]]:
    """All requests in batches, those of like length together, shuffled."""
    order = rng.sample(range(len(lessons.requests)), len(lessons.requests))
    made = []
    for start in range(0, len(order), 40 * BATCH):
        near = sorted(order[start : start + 40 * BATCH], key=lambda at: len(lessons.requests[at]))
        made += [near[at : at + BATCH] for at in range(0, len(near), BATCH)]
    rng.shuffle(made)
    return made


def learn(network: Network, lessons: Lessons, rounds: int, lr: float, seed: int) -> None:
    rng = random.Random(seed)
    steps = rounds * len(batches(lessons, rng))
    descent = Descent(torch.optim.Adam(network.parameters(), lr=lr), steps, rise=0.03)
    network.train()
    for number in range(rounds):
        losses = []
        for batch in batches(lessons, rng):
            losses.append(descent.step(lessons.missed(network, batch)))
            if descent.done % 200 == 0:
                print(
                    f"step {descent.done} of {steps}: loss {sum(losses[-200:]) / 200:.3f}, {descent.left}", flush=True
                )
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
    parser.add_argument("--seed", type=int, default=21)
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    vocabulary = Vocabulary(1 << args.bits)
    lessons = Lessons.load(args.cards, vocabulary)
    for each in written_sets("decide"):  # all words are to be known before what they mean is looked up
        for text in (*(request.text for request in each.requests), *map(card_text, each.cards)):
            vocabulary.read(text)
    network = Network(Reading(vocabulary, args.dims, args.filters))
    learn(network, lessons, args.rounds, args.lr, args.seed)
    print(f"the right tool of several, kept sets: {100 * right_share(network, vocabulary):.1f}%", flush=True)
    args.out.write_text(json.dumps(network.exported()))


if __name__ == "__main__":
    main()
