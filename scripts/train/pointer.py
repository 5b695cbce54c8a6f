"""Stage `pointer`: fit the network that tells where a request says what a parameter wants, if anywhere.

See `keyhole.models.embedded.fill.pointer`; it learns from the examples of the fill step.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from descent import Descent
from invented import Answer
from kept_back import kept_back
from maker import LOOK_UPS, Maker
from meanings import Meanings
from reading import Reading, Vocabulary, packed, unpacked
from torch import nn
from torch.nn.functional import logsigmoid
from word_vectors import words_of
from written_sets import FillExample, fill_of, written_sets

from keyhole.models.embedded.fill.pointer import Card, parameter_card, read_places
from keyhole.models.embedded.prompt import fill_view
from keyhole.models.embedded.reader import read_words

BATCH, INNER = 32, 64
"""Requests of a batch; numbers that are made of a card."""
MEANT = 3.0
"""What a number of a word's meaning is multiplied by while learning, about as large as a filter's answer then."""
Sought = tuple[int, list[int] | None]
"""The place of a card; the places of the words that say what it wants, none where nothing does, None where no one knows
which words do."""


@dataclass
class Lessons:
    """Requests as their words, and what is sought in each; cards as the words of all and of the name."""

    vocabulary: Vocabulary
    requests: list[np.ndarray] = field(default_factory=list)
    sought: list[list[Sought]] = field(default_factory=list)
    cards: list[tuple[np.ndarray, np.ndarray]] = field(default_factory=list)
    _places: dict[Card, int] = field(default_factory=dict)

    def add(self, example: FillExample) -> None:
        query, card, parameters, answers = example
        view = fill_view(query, card.name, card.description, parameters)
        places = read_places(query)
        pairs = zip(view.parameters, answers, strict=False)
        sought = [(self._card(parameter_card(view.about, p)), _said(places, answer)) for p, answer in pairs]
        if sought:
            self.requests.append(self._read([word for word, _, _ in places]))
            self.sought.append(sought)

    def _card(self, card: Card) -> int:
        place = self._places.setdefault(card, len(self.cards))
        if place == len(self.cards):
            text, name = card
            self.cards.append((self._read(read_words(text)), self._read(read_words(name))))
        return place

    def _read(self, words: Sequence[str]) -> np.ndarray:
        return np.array([self.vocabulary.place(word) for word in words], dtype=np.int64)


def _said(places: Sequence[tuple[str, int, int]], answer: Answer) -> list[int] | None:
    """The places of the words that say what is right."""
    if answer.absent:
        return []
    said = [at for at, (_, start, end) in enumerate(places) if any(start < b and end > a for a, b in answer.spans)]
    return said or None


class Network(nn.Module):
    """As `pointer.Pointer`, with numbers that can be learned."""

    def __init__(self, reading: Reading) -> None:
        super().__init__()
        self.reading = reading
        self.inner = nn.Linear(reading.wide + reading.meanings.wide, INNER)
        self.outer = nn.Linear(INNER, 2 * reading.wide + 1)
        nn.init.normal_(self.outer.weight, 0, 0.02)

    def forward(
        self, requests: Sequence[np.ndarray], cards: Sequence[tuple[np.ndarray, np.ndarray]], of: torch.Tensor
    ) -> torch.Tensor:
        """Log-probabilities (questions, nothing and words); `of` has request and card of each (questions, 2)."""
        there, around, most = self.reading.around(requests)
        texts, names = zip(*cards, strict=True)
        seen = torch.cat([self.reading.found(texts), self.reading.meanings.sums(names)], 1)
        made = self.outer(self.inner(seen).relu())[of[:, 1]]
        wide, meant = self.reading.wide, self.reading.meanings.wide
        scale = torch.ones(wide)
        scale[-meant:] = MEANT
        words = torch.bmm((around * scale)[of[:, 0]], made[:, :wide, None])[..., 0]
        nothing = ((most * scale)[of[:, 0]] * made[:, wide:-1]).sum(1) + made[:, -1]
        scores = torch.cat([nothing[:, None], words.masked_fill(~there[of[:, 0]], -1e9)], 1)
        return scores.log_softmax(1)

    @torch.no_grad()
    def begin(self, made: Mapping[str, Any]) -> None:
        """The numbers of what `exported` made."""
        self.reading.begin(made)
        for name, layer, scale in zip(("inner", "outer"), (self.inner, self.outer), made["scales"], strict=True):
            rows = unpacked(made[name], scale).view(len(layer.bias), -1)
            layer.bias.copy_(rows[:, 0])
            layer.weight.copy_(rows[:, 1:])
        wide, meant = self.reading.wide, self.reading.meanings.wide
        for end in (wide, 2 * wide):
            self.outer.bias[end - meant : end] /= MEANT
            self.outer.weight[end - meant : end] /= MEANT

    def exported(self) -> dict[str, object]:
        """What `pointer.Pointer` takes."""
        wide, meant = self.reading.wide, self.reading.meanings.wide
        outer = torch.cat([self.outer.bias[:, None], self.outer.weight], 1).detach().clone()
        for end in (wide, 2 * wide):
            outer[end - meant : end] *= MEANT
        inner, inner_scale = packed(torch.cat([self.inner.bias[:, None], self.inner.weight], 1))
        rows, outer_scale = packed(outer)
        return {**self.reading.exported(), "inner": inner, "outer": rows, "scales": [inner_scale, outer_scale]}


def missed(network: Network, lessons: Lessons, batch: Sequence[int]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Of all questions: what they cost, the log-probability of nothing, and whether that is right."""
    shown = sorted({card for row in batch for card, _ in lessons.sought[row]})
    place = {card: at for at, card in enumerate(shown)}
    of = torch.tensor([(at, place[card]) for at, row in enumerate(batch) for card, _ in lessons.sought[row]])
    shares = network([lessons.requests[row] for row in batch], [lessons.cards[card] for card in shown], of)
    said = [said for row in batch for _, said in lessons.sought[row]]
    wanted = torch.zeros_like(shares)
    for at, places in enumerate(said):
        if places:
            wanted[at, [1 + each for each in places]] = 1 / len(places)
        elif places is not None:
            wanted[at, 0] = 1.0
    unknown = torch.tensor([places is None for places in said])
    nothing = shares[:, 0]
    any_word = torch.log1p(-nothing.exp().clamp(max=1 - 1e-6))
    cost = torch.where(unknown, -any_word, -(wanted * shares.clamp(min=-30)).sum(1))
    return cost, nothing, wanted[:, 0] > 0


def learn(network: Network, lessons: Lessons, rounds: int, lr: float, seed: int) -> None:
    rng = random.Random(seed)
    count = len(lessons.requests)
    descent = Descent(torch.optim.Adam(network.parameters(), lr=lr), rounds * (count // BATCH + 1), rise=0.05)
    network.train()
    for number in range(rounds):
        losses: list[float] = []
        order = rng.sample(range(count), count)
        for start in range(0, count, BATCH):
            losses.append(descent.step(missed(network, lessons, order[start : start + BATCH])[0].mean(), longest=5.0))
            if descent.done % 500 == 0:
                mean = sum(losses[-500:]) / len(losses[-500:])
                print(f"step {descent.done} of {descent.steps}: loss {mean:.3f}, {descent.left}", flush=True)
        print(f"round {number + 1}: loss {sum(losses) / len(losses):.3f}", flush=True)
    network.eval()


@torch.no_grad()
def tried(network: Network, lessons: Lessons) -> str:
    """What the questions of lessons cost, and in how many it is known whether anything is said."""
    costs, right = [], []
    for start in range(0, len(lessons.requests), BATCH):
        cost, nothing, absent = missed(network, lessons, range(start, min(start + BATCH, len(lessons.requests))))
        costs.append(cost)
        right.append((nothing > logsigmoid(torch.zeros(()))) == absent)
    share = torch.cat(right).float().mean()
    return f"loss {torch.cat(costs).mean():.3f}, said or not: {100 * share:.1f}%"


def kept_examples(most: int | None) -> Iterator[FillExample]:
    """Those of the kept sets."""
    requests = [(each, request) for each in written_sets("decide") for request in each.requests][:most]
    for each, request in requests:
        if example := fill_of(each, request):
            yield example


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--matcher", type=Path, help="what stage `matcher` wrote: what words mean is taken from it")
    parser.add_argument("--exclude", type=Path, help="as of stage `rank`")
    parser.add_argument("--examples", type=int, default=200_000)
    parser.add_argument("--tried", type=int, help="requests of the kept sets to try at the end; default: all")
    parser.add_argument("--sets", type=int, help="only so many to learn from")
    parser.add_argument(
        "--of-sets", type=int, default=0, help="times that every learned request of the sets is read besides"
    )
    parser.add_argument("--start", type=Path, help="a keyhole-embedded.json whose pointer is learned on")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--lr", type=float, default=4e-3)
    parser.add_argument("--look-ups", type=float, default=LOOK_UPS, help="share for the shipped toolboxes")
    parser.add_argument("--bits", type=int, default=12, help="2 to this many rows in the table")
    parser.add_argument("--dims", type=int, default=48, help="numbers of a row")
    parser.add_argument("--filters", type=int, default=96, help="of each width")
    parser.add_argument("--seed", type=int, default=31)
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    sets = written_sets("learn")[: args.sets]
    maker = Maker(args.data, args.seed, exclude=kept_back(args.exclude), look_ups=args.look_ups, sets=sets)
    vocabulary = Vocabulary(1 << args.bits)
    lessons, kept = Lessons(vocabulary), Lessons(vocabulary)
    began = time.monotonic()
    for made in range(args.examples):
        lessons.add(maker.fill_example())
        if made % 20_000 == 19_999:
            left = (time.monotonic() - began) / (made + 1) * (args.examples - made - 1)
            print(f"{made + 1} of {args.examples} examples made, {left:.0f} s left", flush=True)
    for example in maker.of_sets(args.of_sets):
        lessons.add(example)
    print(f"{len(lessons.requests)} requests to learn from", flush=True)
    for example in kept_examples(args.tried):  # all words are to be known before what they mean is looked up
        kept.add(example)
    meanings = Meanings.of(vocabulary.places, words_of(args.start or args.matcher))
    network = Network(Reading(vocabulary, meanings, args.dims, args.filters))
    if args.start:
        network.begin(json.loads(args.start.read_text())["pointer"])
        network.eval()
        print(f"kept sets, as it was: {tried(network, kept)}", flush=True)
    learn(network, lessons, args.rounds, args.lr, args.seed)
    print(f"kept sets: {tried(network, kept)}", flush=True)
    args.out.write_text(json.dumps(network.exported()))


if __name__ == "__main__":
    main()
