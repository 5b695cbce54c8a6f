"""The network that knows how requests for shipped tools are worded: what it computes, of which tools it says what, what
it refuses, and that it decides."""

from __future__ import annotations

import base64
import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keyhole.models.embedded_decision import DecisionWeights, Evidence, decide
from keyhole.models.embedded_familiar import FINE, LONGEST, WIDTHS, Familiar, pieces_of, read_words
from keyhole.models.embedded_lexical import Overlap
from keyhole.models.embedded_ranker import feature
from keyhole.word_vectors import word_vectors

ROWS, DIMS, EACH = 64, 3, 2
FILTERS = EACH * len(WIDTHS)
VECTORS = word_vectors()


def packed(numbers: Sequence[int]) -> str:
    return base64.b64encode(bytes(number % 256 for number in numbers)).decode()


def weights(seed: int = 1) -> dict[str, Any]:
    """A small network with random weights, as the file would have it, not yet packed."""
    rng = random.Random(seed)

    def some(count: int) -> list[int]:
        return [rng.randint(-127, 127) for _ in range(count)]

    return {
        "table": some(ROWS * DIMS),
        "dims": DIMS,
        "meaning": some(DIMS * VECTORS.dims),
        "meaning_step": rng.choice((0.0, 2.5)),
        "filters": some(DIMS * EACH * sum(WIDTHS)),
        "biases": [rng.randint(-9000, 9000) for _ in range(FILTERS)],
        "step": 1e-4,
        "heads": [
            {"tools": ["plum", "pear"], "packed": some(4 * (1 + FILTERS + 2)), "scale": 0.01},
            {"tools": ["oak"], "packed": some(3 * (1 + FILTERS + 1)), "scale": 0.02},
        ],
    }


def written(raw: dict[str, Any]) -> dict[str, Any]:
    heads = [{**head, "packed": packed(head["packed"])} for head in raw["heads"]]
    return {**raw, "heads": heads} | {name: packed(raw[name]) for name in ("table", "meaning", "filters")}


def vector(raw: dict[str, Any], word: str) -> list[int]:
    rows = [feature(piece) % ROWS for piece in pieces_of(word)]
    direction = VECTORS.direction(word) or [0.0] * VECTORS.dims
    made = []
    for dim in range(DIMS):
        own = sum(raw["table"][DIMS * row + dim] for row in rows) / len(rows)
        about = sum(raw["meaning"][VECTORS.dims * dim + at] * each for at, each in enumerate(direction))
        made.append(round(FINE * own + raw["meaning_step"] * about))
    return made


def by_hand(raw: dict[str, Any], text: str, head: int, knows: dict[str, float]) -> list[float]:
    """The log-odds of a toolbox's tools and of clarify, number by number."""
    vectors = [vector(raw, word) for word in read_words(text)]
    pooled = [0.0] * FILTERS
    for at in range(len(vectors)):
        for number in range(FILTERS):
            total, start = raw["biases"][number], 0
            for place in range(WIDTHS[number // EACH]):
                wide = EACH * (len(WIDTHS) - place)
                if at + place < len(vectors):
                    total += sum(
                        vectors[at + place][d] * raw["filters"][start + wide * d + number] for d in range(DIMS)
                    )
                start += wide * DIMS
            pooled[number] = max(pooled[number], total * raw["step"])
    about = raw["heads"][head]
    seen = [1.0, *pooled, *(knows[tool] for tool in about["tools"])]
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


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("What's 12x3, \nplease?", "<s> whats 00 x 0 , please ? </s>"),
        ("perks on ____", "<s> perks on ____ </s>"),
        ("item_lookup Ünïcode ٣", "<s> item _ lookup ünïcode 0 </s>"),
        ("", "<s> </s>"),
    ],
)
def test_words_and_marks_are_read(text: str, words: str) -> None:
    assert read_words(text) == words.split()


def test_of_a_long_request_the_end_is_read() -> None:
    assert read_words("first " + "and " * LONGEST) == ["<s>", *["and"] * LONGEST, "</s>"]


def test_a_word_is_itself_and_its_runs_of_letters() -> None:
    assert pieces_of("ripe") == ["wripe", "<ri", "rip", "ipe", "pe>", "<rip", "ripe", "ipe>"]
    assert len(pieces_of("a" * 100_000)) < 100


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"table": packed([1] * 9)}, "not a power of two"),
        ({"table": ""}, "not a power of two"),
        ({"meaning": packed([1] * 9)}, "meanings of 9 numbers, where 3 rows of 64 are wanted"),
        ({"filters": packed([1] * 59)}, "filters of 59 numbers, where 60 are wanted"),
        ({"biases": [0] * 7}, "7 biases"),
        ({"biases": [1 << 40] * 8}, "out of bounds"),
        ({"heads": [{"tools": ["plum"], "packed": packed([1] * 31), "scale": 1.0}]}, "a head of 31 weights"),
        ({"heads": [{"tools": ["plum"], "packed": packed([1] * 33), "scale": 1.0}]}, "11 weights an answer for 8"),
    ],
)
def test_weights_that_do_not_fit_together_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Familiar(**{**written(weights()), **change})


def test_no_weights_make_its_numbers_run_into_each_other() -> None:
    raw = {**weights(), "meaning_step": 1e12, "filters": [127] * (DIMS * EACH * sum(WIDTHS))}
    row = Familiar(**written(raw)).row("pick the ripest fruit of the garden", ["plum", "pear"], [0.0, 0.0])
    assert len(row) == 4


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
