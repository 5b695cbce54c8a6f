"""How near the words of a request are to a card's: what is computed, how little it takes, and what is refused."""

from __future__ import annotations

import math
import random
from operator import mul
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keyhole.models.embedded_matcher import Matcher
from keyhole.models.embedded_reader import Reader, Table, read_words
from keyhole.models.embedded_word_matcher import WordMatcher
from keyhole.models.model import ToolCard
from small_reader import DIMS, FILTERS, digits, packed, reader_weights, some, vector

DIRECTION, STEP, WANTED, OFFERED = 5, 1e-5, 4.0, 3.0
COUNT = DIRECTION + 2

words = st.lists(st.sampled_from(["pick", "the", "ripest", "fruit", "42", "Zyx"]), max_size=8).map(" ".join)
texts = st.text(max_size=40) | words


def near(seed: int) -> dict[str, Any]:
    rng = random.Random(seed)
    return {"near": some(rng, 3 * DIMS * COUNT), "biases": [rng.randint(-9000, 9000) for _ in range(COUNT)]}


def reader(raw: dict[str, Any]) -> Reader:
    rest = {name: value for name, value in raw.items() if name not in ("table", "meaning", "filters")}
    return Reader(
        Table(digits(raw["table"]), DIMS), meaning=packed(raw["meaning"]), filters=packed(raw["filters"]), **rest
    )


def word_matcher(raw: dict[str, Any], own: dict[str, Any]) -> WordMatcher:
    return WordMatcher(reader(raw), packed(own["near"]), own["biases"], STEP, WANTED, OFFERED)


def read_by_hand(
    raw: dict[str, Any], own: dict[str, Any], text: str, side: int
) -> tuple[list[list[float]], list[float]]:
    """Directions and shares, number by number."""
    vectors = [vector(raw, word) for word in read_words(text)]
    found, logits = [], []
    for at in range(1, len(vectors) - 1):
        total = [float(bias) for bias in own["biases"]]
        for place in range(3):
            for dim in range(DIMS):
                start = (DIMS * place + dim) * COUNT
                for number in range(COUNT):
                    total[number] += vectors[at + place - 1][dim] * own["near"][start + number]
        length = math.hypot(*total[:DIRECTION]) or 1.0
        found.append([number / length for number in total[:DIRECTION]])
        logits.append(STEP * total[DIRECTION + side])
    raised = [math.exp(logit) for logit in logits]
    return found, [each / sum(raised) for each in raised]


@settings(max_examples=60)
@given(texts, texts, st.integers(0, 5))
def test_it_computes_what_it_says(text: str, other: str, seed: int) -> None:
    raw, own = reader_weights(seed), near(seed)
    said, said_shares = read_by_hand(raw, own, text, 0)
    shown, shown_shares = read_by_hand(raw, own, other, 1)
    cosines = [[sum(map(mul, a, b)) for b in shown] for a in said]
    expected = 0.0
    if said and shown:
        expected += WANTED * sum(share * max(row) for share, row in zip(said_shares, cosines, strict=True))
        expected += OFFERED * sum(
            share * max(row) for share, row in zip(shown_shares, zip(*cosines, strict=True), strict=True)
        )
    subject = word_matcher(raw, own)
    assert subject.score(subject.request(text), subject.card(other)) == pytest.approx(expected, abs=0.1)


@given(texts)
def test_nothing_is_nearer_to_a_text_than_itself(text: str) -> None:
    own = near(2)
    own["biases"][-1] = own["biases"][-2]
    own["near"][COUNT - 1 :: COUNT] = own["near"][COUNT - 2 :: COUNT]  # a request's words weigh what a card's do
    subject = word_matcher(reader_weights(2), own)
    score = subject.score(subject.request(text), subject.card(text))
    assert score == pytest.approx(WANTED + OFFERED if len(read_words(text)) > 2 else 0.0, abs=0.15)


def test_what_does_not_fit_together_is_refused() -> None:
    raw, own = reader_weights(), near(1)
    for wrong in ({"near": own["near"][1:]}, {"biases": own["biases"][1:]}, {"biases": [1 << 30, *own["biases"][1:]]}):
        with pytest.raises(ValueError, match="weights for words of 3 numbers, and"):
            word_matcher(raw, own | wrong)


def test_the_matcher_counts_them_beside_its_towers() -> None:
    raw, own, rng = reader_weights(), near(1), random.Random(1)
    towers = {name: packed(some(rng, 4 * (1 + FILTERS))) for name in ("asked", "offered")}
    given = raw | {name: packed(raw[name]) for name in ("meaning", "filters")} | {"table": digits(raw["table"])}
    made = given | towers | {"dims": DIMS, "sharpness": 2.0, "none": 1.0}
    cards = (ToolCard("pick_fruit", "Picks the ripest fruit."), ToolCard("oak"))
    own |= {"near": packed(own["near"]), "step": STEP, "wanted": WANTED, "offered": OFFERED}
    alone, both = Matcher(**made), Matcher(**made, words=own)
    subject = WordMatcher(reader(raw), **own)
    said = subject.request("ripe fruit")
    near_words = [
        subject.score(said, subject.card(text)) for text in ("pick fruit: Picks the ripest fruit. ()", "oak:  ()")
    ]
    sums = [a + b for a, b in zip(alone.row("ripe fruit", cards), near_words, strict=True)]
    assert both.row("ripe fruit", cards) == pytest.approx(sums)
