"""The network that reads a request in order: what it computes, that place does not matter, and what it refuses."""

from __future__ import annotations

import base64
import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keyhole.models.embedded_convolution import FINE, LONGEST, WIDTHS, Convolution, pieces_of, read_words
from keyhole.models.embedded_familiar import Familiar, familiar_row
from keyhole.models.embedded_ranker import Weights, feature

ROWS, DIMS, EACH = 64, 3, 2
FILTERS = EACH * len(WIDTHS)


def packed(numbers: Sequence[int]) -> str:
    return base64.b64encode(bytes(number % 256 for number in numbers)).decode()


def weights(seed: int = 1) -> dict[str, Any]:
    """A small network with random weights, as the file would have it."""
    rng = random.Random(seed)

    def some(count: int) -> list[int]:
        return [rng.randint(-127, 127) for _ in range(count)]

    return {
        "table": some(ROWS * DIMS),
        "dims": DIMS,
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
    return {**raw, "table": packed(raw["table"]), "filters": packed(raw["filters"]), "heads": heads}


def by_hand(raw: dict[str, Any], text: str, head: int, knows: dict[str, float]) -> list[float]:
    """The same, number by number."""
    vectors = []
    for word in read_words(text):
        rows = [feature(piece) % ROWS for piece in pieces_of(word)]
        each = [sum(raw["table"][DIMS * row + dim] for row in rows) for dim in range(DIMS)]
        vectors.append([round(FINE * number / len(rows)) for number in each])
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


@settings(max_examples=50)
@given(st.text(max_size=60), st.integers(0, 5), st.floats(0, 1))
def test_it_computes_what_it_says(text: str, seed: int, sure: float) -> None:
    raw = weights(seed)
    network = Convolution(**written(raw))
    assert network.log_odds(text, {"plum": sure, "pear": 0.0}) == pytest.approx(
        by_hand(raw, text, 0, {"plum": sure, "pear": 0.0})
    )
    assert network.log_odds(text, {"oak": sure}) == pytest.approx(by_hand(raw, text, 1, {"oak": sure}))


def test_some_of_the_tools_of_a_toolbox_are_told_in_their_own_order() -> None:
    network = Convolution(**written(weights()))
    plum, pear, ask = network.log_odds("a ripe one?", {"plum": 0.0, "pear": 1.0})
    assert network.log_odds("a ripe one?", {"pear": 1.0, "plum": 0.0}) == [pear, plum, ask]
    assert network.log_odds("a ripe one?", {"pear": 1.0}) == [pear, ask]


def test_tools_of_no_toolbox_are_refused() -> None:
    with pytest.raises(KeyError, match="no toolbox has the tools plum, oak"):
        Convolution(**written(weights())).log_odds("which?", {"plum": 0.0, "oak": 0.0})


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


def test_of_a_long_message_the_end_is_read() -> None:
    assert read_words("first " + "and " * LONGEST) == ["<s>", *["and"] * LONGEST, "</s>"]


def test_a_word_is_itself_and_its_runs_of_letters() -> None:
    assert pieces_of("ripe") == ["wripe", "<ri", "rip", "ipe", "pe>", "<rip", "ripe", "ipe>"]
    assert len(pieces_of("a" * 100_000)) < 100


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"table": packed([1] * 9)}, "not a power of two"),
        ({"table": ""}, "not a power of two"),
        ({"filters": packed([1] * 59)}, "filters of 59 numbers, where 60 are wanted"),
        ({"biases": [0] * 7}, "7 biases"),
        ({"biases": [1 << 40] * 8}, "out of bounds"),
        ({"heads": [{"tools": ["plum"], "packed": packed([1] * 31), "scale": 1.0}]}, "a head of 31 weights"),
        ({"heads": [{"tools": ["plum"], "packed": packed([1] * 33), "scale": 1.0}]}, "11 weights an answer for 8"),
    ],
)
def test_weights_that_do_not_fit_together_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Convolution(**{**written(weights()), **change})


def test_both_classifiers_are_heard_alike() -> None:
    words = Familiar(frozenset(["plum", "pear"]), Weights(packed([0] * 1024), 1.0))
    network = Convolution(**written(weights()))
    plum, pear, ask = network.log_odds("a ripe one?", {"plum": 0.0, "pear": 1.0})
    row = familiar_row([words], "a ripe one?", ["plum", "pear"], [0.0, 1.0], {}, network)
    assert row == pytest.approx((plum / 2, pear / 2, 0.0, ask / 2))
