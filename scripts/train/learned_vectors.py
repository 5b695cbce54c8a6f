"""Word vectors learned on: a request's words are to come near those of the tool that it is for.

A text is the weighted sum of its words' vectors, as at run time; the cosines of a request and the cards in view are the
logits of a choice among them (a two-tower model as StarSpace's: Wu et al., "StarSpace: Embed All The Things!", 2018).
Other requests' tools are wrong answers too, so that the vectors serve the shortlist. What draws each vector back to
where it began keeps the words apart that no example has, and the meanings that the rankers of arguments know.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

import numpy as np
import torch
from maker import Maker
from torch.nn.functional import cross_entropy, embedding_bag, normalize

from keyhole.models.embedded.route.lexical import card_words, plain_words_long
from keyhole.models.embedded.text import STOP

BATCH, RATE, DROPPED_WORDS = 64, 0.003, 0.3
STRANGERS = 4
"""Cards of other examples that are put beside those in view."""
AMONG_ALL, SHARPNESS = 0.5, 12.0
"""What the choice among all right tools of a batch counts, and what its cosines are multiplied by."""
PULL = 4.0
"""What the mean square of how far vectors have moved costs."""

Bag = list[tuple[int, float]]
"""Rows of words that have a vector, and how often each counts."""
Shown = tuple[Bag, list[Bag], int]
"""A request, the cards in view and the place of the right one."""


def shown(maker: Maker, rows: Mapping[str, int], count: int) -> Iterator[Shown]:
    """So many examples in which one of several tools is right."""
    made = 0
    while made < count:
        text, cards, right, _ = maker.route_example()
        if right >= 0 and len(cards) > 1:
            words = Counter(word for word in plain_words_long(text) if word not in STOP)
            yield bag(words, rows), [bag(card_words(card), rows) for card in cards], right
            made += 1


def bag(words: Mapping[str, float], rows: Mapping[str, int]) -> Bag:
    """The words that have a row, never none: row 0 counts nothing then."""
    return [(rows[word], count) for word, count in words.items() if word in rows] or [(0, 0.0)]


def learned(
    table: np.ndarray, weights: np.ndarray, examples: Sequence[Shown], seed: int
) -> tuple[np.ndarray, np.ndarray]:
    """Vectors (a row a word) and what each word weighs, after all examples once."""
    torch.manual_seed(seed)
    rng = random.Random(seed)
    begun = torch.tensor(table, dtype=torch.float32)
    vectors, logs = begun.clone().requires_grad_(), torch.tensor(weights, dtype=torch.float32).log().requires_grad_()
    sharpness = torch.tensor(10.0, requires_grad=True)
    rates = [(vectors, RATE), (logs, RATE), (sharpness, 0.02)]
    optimiser = torch.optim.Adam([{"params": [each], "lr": rate} for each, rate in rates])
    strangers = [card for _, cards, _ in examples[:20_000] for card in cards]
    order = rng.sample(range(len(examples)), len(examples))
    began = time.monotonic()

    def directions(bags: Sequence[Bag]) -> torch.Tensor:
        rows = torch.tensor([row for words in bags for row, _ in words])
        counts = torch.tensor([count for words in bags for _, count in words])
        starts = torch.tensor(np.cumsum([0, *map(len, bags)])[:-1])
        sums = embedding_bag(rows, vectors, starts, mode="sum", per_sample_weights=counts * logs.exp()[rows])
        return normalize(sums, dim=1, eps=1e-6)

    def thinned(words: Bag) -> Bag:
        return [word for word in words if rng.random() > DROPPED_WORDS] or words

    for at in range(0, len(order) - BATCH + 1, BATCH):
        for group, (_, rate) in zip(optimiser.param_groups, rates, strict=True):
            group["lr"] = rate * (1 - at / len(order)) + 1e-5
        batch = [examples[each] for each in order[at : at + BATCH]]
        cards = [[*of_one, *rng.choices(strangers, k=STRANGERS)] for _, of_one, _ in batch]
        starts = np.cumsum([0, *map(len, cards)])[:-1]
        found = directions(
            [thinned(words) for words in (*(asked for asked, _, _ in batch), *chain.from_iterable(cards))]
        )
        asked, offered = found[:BATCH], found[BATCH:]
        owner = torch.tensor([one for one, of_one in enumerate(cards) for _ in of_one])
        place = torch.tensor([each for of_one in cards for each in range(len(of_one))])
        logits = torch.full((BATCH, int(place.max()) + 1), -1e9)
        logits = logits.index_put((owner, place), sharpness * (asked[owner] * offered).sum(1))
        right = torch.tensor([each for _, _, each in batch])
        among_all = SHARPNESS * asked @ offered[torch.tensor(starts) + right].T
        keys = [tuple(of_one[each]) for _, of_one, each in batch]
        twins = torch.tensor([[i != j and a == b for j, b in enumerate(keys)] for i, a in enumerate(keys)])
        loss = cross_entropy(logits, right)
        loss = loss + AMONG_ALL * cross_entropy(among_all.masked_fill(twins, -1e9), torch.arange(BATCH))
        optimiser.zero_grad()
        (loss + PULL * ((vectors - begun) ** 2).sum() / len(begun)).backward()
        optimiser.step()
        if at // BATCH % 500 == 0:
            left = (time.monotonic() - began) / (at + BATCH) * (len(order) - at - BATCH)
            print(f"{at} examples, loss {float(loss.detach()):.3f}, {left:.0f} s left", flush=True)
    return vectors.detach().numpy(), logs.detach().exp().numpy()
