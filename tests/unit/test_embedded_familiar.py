"""The network that knows how requests for shipped tools are worded: what it computes, of which tools it says what, what
it refuses, and that it decides."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keyhole.models.embedded.route.decision import DecisionWeights, Evidence, decide
from keyhole.models.embedded.route.familiar import Familiar
from keyhole.models.embedded.route.lexical import Overlap
from small_reader import DIMS, FILTERS, digits, found, packed, reader_weights, some


def weights(seed: int = 1) -> dict[str, Any]:
    """A small network with random weights, as the file would have it, not yet packed."""
    rng = random.Random(seed)
    heads = [
        {"tools": ["plum", "pear"], "packed": some(rng, 4 * (1 + FILTERS + 2)), "scale": 0.01},
        {"tools": ["oak"], "packed": some(rng, 3 * (1 + FILTERS + 1)), "scale": 0.02},
    ]
    return {**reader_weights(seed), "dims": DIMS, "heads": heads}


def written(raw: dict[str, Any]) -> dict[str, Any]:
    heads = [{**head, "packed": packed(head["packed"])} for head in raw["heads"]]
    return {**raw, "heads": heads, "table": digits(raw["table"])} | {
        name: packed(raw[name]) for name in ("meaning", "filters")
    }


def by_hand(raw: dict[str, Any], text: str, head: int, knows: dict[str, float]) -> list[float]:
    """The log-odds of a toolbox's tools and of clarify, number by number."""
    about = raw["heads"][head]
    seen = [1.0, *found(raw, text), *(knows[tool] for tool in about["tools"])]
    scores = [
        sum(about["scale"] * about["packed"][len(seen) * answer + at] * value for at, value in enumerate(seen))
        for answer in range(len(about["tools"]) + 2)
    ]
    return [score - scores[0] for score in scores[1:]]


words = st.lists(st.sampled_from(["pick", "the", "ripest", "fruit", "42", "Zyx"]), max_size=8).map(" ".join)


@settings(max_examples=50)
@given(st.text(max_size=60) | words, st.integers(0, 5), st.floats(0, 1))
def test_it_computes_what_it_says(text: str, seed: int, sure: float) -> None:
    raw = weights(seed)
    network = Familiar(**written(raw))
    plum, pear, none, ask = network.row(text, ["plum", "pear"], [sure, 0.0])
    assert none == 0.0
    assert [plum, pear, ask] == pytest.approx(by_hand(raw, text, 0, {"plum": sure, "pear": 0.0}), abs=1e-9)
    oak, _, ask = network.row(text, ["oak"], [sure])
    assert [oak, ask] == pytest.approx(by_hand(raw, text, 1, {"oak": sure}), abs=1e-9)


def test_some_of_the_tools_of_a_toolbox_are_told_in_their_own_order() -> None:
    network = Familiar(**written(weights()))
    plum, pear, none, ask = network.row("a ripe one?", ["plum", "pear"], [0.0, 1.0])
    assert network.row("a ripe one?", ["pear", "plum"], [1.0, 0.0]) == (pear, plum, none, ask)
    assert network.row("a ripe one?", ["pear"], [1.0]) == (pear, none, ask)


def test_tools_of_two_toolboxes_are_told_by_their_own_and_the_readiest_asks() -> None:
    network = Familiar(**written(weights()))
    plum, _, fruit_asks = network.row("a ripe one?", ["plum"], [0.5])
    oak, _, tree_asks = network.row("a ripe one?", ["oak"], [1.0])
    row = network.row("a ripe one?", ["oak", "plum"], [1.0, 0.5])
    assert row == (oak, plum, 0.0, max(fruit_asks, tree_asks))


@pytest.mark.parametrize("names", [["plum", "stone"], ["stone"], []])
def test_nothing_is_said_where_a_tool_is_not_known(names: list[str]) -> None:
    assert Familiar(**written(weights())).row("which?", names, [0.0] * len(names)) == ()


@pytest.mark.parametrize(("size", "message"), [(31, "a head of 31 weights"), (33, "11 weights an answer for 8")])
def test_a_head_that_does_not_fit_is_refused(size: int, message: str) -> None:
    heads = [{"tools": ["plum"], "packed": packed([1] * size), "scale": 1.0}]
    with pytest.raises(ValueError, match=message):
        Familiar(**{**written(weights()), "heads": heads})


@pytest.mark.parametrize(
    ("row", "choice", "best"),
    [
        ((2.0, 1.0, 0.0, 0.0), "call_tool", 0),
        ((1.0, 2.0, 0.0, 0.0), "call_tool", 1),
        ((-2.0, -3.0, 0.0, -1.0), "none", 0),
        ((-2.0, -1.0, 0.0, 1.0), "clarify", 1),
        ((), "none", 0),
    ],
)
def test_it_weighs_in_the_choice_of_a_tool_and_whether_to_call_it(
    row: tuple[float, ...], choice: str, best: int
) -> None:
    alone = {"familiar": 1.0}
    overlap = Overlap(0.0, 0.0, 0.0, 0.0, 0.0)
    evidence = Evidence((0.0,) * 4, (0.0,) * 4, (overlap, overlap), (0.0, 0.0), familiar=row)
    decision = decide(evidence, DecisionWeights(alone, {**alone, "bias": -0.1}, {**alone, "bias": -0.1}))
    assert (decision.choice, decision.best) == (choice, best)
