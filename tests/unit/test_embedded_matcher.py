"""How near a request is to a tool's card: what is computed, what is read of a card, what is refused, and its say."""

from __future__ import annotations

import math
import random
import struct
from dataclasses import replace
from operator import mul
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keyhole.models.embedded.route.decision import DecisionWeights, Evidence, decide
from keyhole.models.embedded.route.lexical import Overlap
from keyhole.models.embedded.route.matcher import SURE, Matcher, card_text
from keyhole.models.model import ToolCard
from keyhole.word_vectors import WordVectors
from small_reader import DIMS, FILTERS, digits, found, packed, pointed, reader_weights, some

DIRECTION, WIDE = 5, 6
KNOWN = ["the", "fruit", "garden", "ripest"]
CARDS = (ToolCard("pick_fruit", "Picks the ripest fruit of a garden.", ("fruitName", "count")), ToolCard("oak"))
READ = ("pick fruit: Picks the ripest fruit of a garden. (fruit name, count)", "oak:  ()")

words = st.lists(st.sampled_from(["pick", "the", "ripest", "fruit", "42", "Zyx", "Garden"]), max_size=8).map(" ".join)


def words_file(rng: random.Random) -> bytes:
    """Some words, what each weighs and its numbers of four bits."""
    text = "\n".join(KNOWN).encode()
    header = struct.pack("<III", len(KNOWN), WIDE, len(text))
    return header + b"\xff\x40\x80\x01" + text + rng.randbytes(len(KNOWN) * WIDE // 2)


def weights(seed: int = 1) -> dict[str, Any]:
    """Small towers with random weights, not yet packed."""
    rng = random.Random(seed)
    towers = {name: some(rng, DIRECTION * (1 + FILTERS + WIDE)) for name in ("asked", "offered")}
    words = words_file(rng)
    beside = {"dims": DIMS, "sharpness": 12.5, "none": 3.0, "words": words}
    return {**reader_weights(seed, WordVectors(words)), **towers, **beside}


def matcher(raw: dict[str, Any]) -> Matcher:
    given = {name: packed(raw[name]) for name in ("meaning", "filters", "asked", "offered")}
    return Matcher(**raw | given | {"table": digits(raw["table"]), "words": WordVectors(raw["words"])})


def by_hand(raw: dict[str, Any], text: str, card: str) -> float:
    """The log-odds of a card against none, number by number."""
    ends = []
    for tower, read in (("asked", text), ("offered", card)):
        seen = [1.0, *found(raw, read, WordVectors(raw["words"])), *pointed(raw["words"], read)]
        ends.append([sum(map(mul, raw[tower][len(seen) * at :], seen)) for at in range(DIRECTION)])
    asked, offered = ends
    cosine = sum(map(mul, asked, offered)) / math.hypot(*asked) / math.hypot(*offered)
    return float(raw["sharpness"] * cosine - raw["none"])


@settings(max_examples=50)
@given(st.text(max_size=60) | words, st.integers(0, 5))
def test_it_computes_what_it_says(text: str, seed: int) -> None:
    raw = weights(seed)
    expected = [by_hand(raw, text, card) for card in READ]
    assert matcher(raw).row(text, CARDS) == pytest.approx(expected, abs=1e-9)


@settings(max_examples=50)
@given(st.text(max_size=60) | words, st.integers(0, 5))
def test_how_likely_a_text_is_a_remark_is_a_bounded_sum(text: str, seed: int) -> None:
    raw = weights(seed)
    seen = [1.0, *found(raw, text, WordVectors(raw["words"])), *pointed(raw["words"], text)]
    steps = [(-1) ** at / 8 for at in range(len(seen))]
    expected = max(0.0, min(SURE, sum(map(mul, steps, seen))))
    assert matcher({**raw, "remark": steps}).remark(text) == pytest.approx(expected, abs=1e-9)
    assert matcher(raw).remark(text) == 0


def test_weights_of_remarks_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="3 weights of remarks for 14 numbers"):
        matcher({**weights(), "remark": [0.5] * 3})


def test_a_remark_is_neither_called_nor_asked_about() -> None:
    evidence = Evidence((0.0,) * 3, (0.0,) * 3, (Overlap(0.0, 0.0, 0.0, 0.0, 0.0),), (0.0,))
    likely = {"bias": 0.5}
    for choice, call, clarify in (("call_tool", likely, {}), ("clarify", {}, likely)):
        weighed = DecisionWeights({}, call, clarify)
        assert decide(evidence, weighed).choice == choice
        assert decide(replace(evidence, remark=SURE), weighed).choice == "none"


def test_of_a_card_the_beginning_is_read() -> None:
    assert tuple(map(card_text, CARDS)) == READ
    assert len(card_text(ToolCard("tool", "long " * 1000))) < 200


@pytest.mark.parametrize(
    ("asked", "message"), [(17, "a tower of 17 weights for 14 numbers"), (0, "a tower of 0"), (15, "towers of 1 and 5")]
)
def test_towers_that_do_not_fit_are_refused(asked: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        matcher({**weights(), "asked": [1] * asked})


@pytest.mark.parametrize(
    ("row", "choice", "best"), [((2.0, 1.0), "call_tool", 0), ((1.0, 2.0), "call_tool", 1), ((-2.0, -3.0), "none", 0)]
)
def test_it_weighs_in_the_choice_of_a_tool_and_whether_to_call_it(
    row: tuple[float, ...], choice: str, best: int
) -> None:
    overlap = Overlap(0.0, 0.0, 0.0, 0.0, 0.0)
    evidence = Evidence((0.0,) * 4, (0.0,) * 4, (overlap, overlap), (0.0, 0.0), near=row)
    decision = decide(evidence, DecisionWeights({"near": 1.0}, {"near": 0.5, "nearest": 0.5}, {"bias": -3.0}))
    assert (decision.choice, decision.best) == (choice, best)
