"""The classifier of requests for shipped tools: what it sees, what it says of which tools, and that it decides."""

from __future__ import annotations

import base64
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded_decision import DecisionWeights, Evidence, decide
from keyhole.models.embedded_familiar import LONGEST, RUN, Familiar, answers_of, familiar_row, request_facts
from keyhole.models.embedded_lexical import Overlap
from keyhole.models.embedded_ranker import Weights, feature
from keyhole.models.embedded_sight import read_lexicon

LEXICON = read_lexicon("7 choose select draw")
SIZE = 1 << 16


def classifier(tools: str, said: Mapping[str, int]) -> Familiar:
    """`said`: an answer and a fact -> their weight."""
    raw = bytearray(SIZE)
    for text, weight in said.items():
        raw[feature(text) & (SIZE - 1)] = weight % 256
    return Familiar(frozenset(tools.split()), Weights(base64.b64encode(raw).decode(), 1.0))


FRUIT = classifier("plum pear", {"plum|": 1, "plum|ajuici": 3, "none|ajuici": 1, "clarify|": 2})
TREES = classifier("oak", {"oak|kk oak:1.0": 9, "oak|koak:1.0": 5, "clarify|": 4})


@pytest.mark.parametrize(
    "fact",
    [
        "arip",
        "prip plum",
        "g7",
        "kplum:1.0",
        "kpear:0.0",
        "kplum:1.0 rip",  # what is known, with what is said of it
        "c cho",
        "cum ?",
    ],
)
def test_what_stands_in_a_request(fact: str) -> None:
    assert fact in request_facts("Choose  a ripe PLUM ?", {"plum": 1.0, "pear": 0.0}, LEXICON)


def test_nothing_is_crossed_with_what_is_not_known() -> None:
    facts = request_facts("a ripe pear", {"plum": 0.0}, LEXICON)
    assert "kplum:0.0" in facts
    assert not any(fact.startswith("kplum:0.0 ") for fact in facts)


@given(st.text(max_size=2 * LONGEST), st.floats(0, 1))
def test_any_request_has_facts_each_once_and_few(text: str, sure: float) -> None:
    facts = request_facts(text, {"plum": sure}, LEXICON)
    assert len(set(facts)) == len(facts)
    assert sum(fact.startswith("c") for fact in facts) <= LONGEST + 2 - RUN + 1
    assert all(len(row) == len(facts) for row in answers_of(facts, ["none", "plum"]))


def test_log_odds_are_against_none() -> None:
    assert familiar_row([FRUIT], "juicy", ["pear", "plum"], [0.0, 0.0], {}) == (-1.0, 3.0, 0.0, 1.0)


def test_tools_of_two_toolboxes_are_told_by_their_own() -> None:
    row = familiar_row([FRUIT, TREES], "juicy", ["oak", "plum"], [1.0, 0.0], {})
    assert row == (5.0, 3.0, 0.0, 4.0)  # the toolbox that would rather ask


@pytest.mark.parametrize("names", [["plum", "stone"], ["stone"], []])
def test_nothing_is_said_where_a_tool_is_not_known(names: list[str]) -> None:
    assert familiar_row([FRUIT, TREES], "juicy", names, [0.0] * len(names), {}) == ()


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


def test_broken_weights_are_refused() -> None:
    with pytest.raises(ValueError, match="not a power of two"):
        Familiar.of(["plum"], base64.b64encode(bytes(1000)).decode(), 1.0)
