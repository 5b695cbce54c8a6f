"""Random picks: of what was named, all of it, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.errors import ToolError
from keyhole.tools.builtin import picks


@pytest.mark.parametrize(
    ("choices", "allowed"),
    [
        ("pizza, sushi or tacos", {"pizza", "sushi", "tacos"}),
        ("pick one: red blue green", {"red", "blue", "green"}),
        ("alice, bob, carol and dave", {"alice", "bob", "carol", "dave"}),
        ("flip a coin", {"heads", "tails"}),
        ("d6", {1, 2, 3, 4, 5, 6}),
        ("between 1 and 3", {1, 2, 3}),
        ("a number between one and three", {1, 2, 3}),
        ("5-7", {5, 6, 7}),
        ("yes or no", {"yes", "no"}),
        ("tea or coffee? you choose", {"tea", "coffee"}),
        ("win, lose or draw", {"win", "lose", "draw"}),
        ("a comedy, a thriller, choose at random", {"comedy", "thriller"}),
        ("choose between a burger and a pizza", {"burger", "pizza"}),
        ("a burger and a pizza", {"burger", "pizza"}),
        ("between ice cream and cake", {"ice cream", "cake"}),
        ("an apple, a pear or an orange", {"apple", "pear", "orange"}),
        ("pick a color from red, green and blue", {"red", "green", "blue"}),
        ("letter from a, b, c", {"a", "b", "c"}),
        ("choose a letter from a or b", {"a", "b"}),
        ("a letter from grandma or a call", {"letter from grandma", "call"}),
        ("pick a winner among anna, ben, and carla", {"anna", "ben", "carla"}),
        ("pizza, sushi or mac and cheese", {"pizza", "sushi", "mac and cheese"}),
        ("should i have a burger or a salad?", {"burger", "salad"}),
        ("should we go hiking or swimming", {"hiking", "swimming"}),
        ("should i stay or go", {"stay", "go"}),
        ("red green and blue", {"red", "green", "blue"}),
        ("roll a twelve sided die", set(range(1, 13))),
        ("a 4-sided die", {1, 2, 3, 4}),
        ("pick a random number", set(range(1, 101))),
        ("give me some random integers please", set(range(1, 101))),
        ("pick a or b", {"a", "b"}),
        ("thai, indian and burgers for dinner", {"thai", "indian", "burgers"}),
        ("a random letter between b and d", {"B", "C", "D"}),
        ("letter A-C", {"A", "B", "C"}),
        ("between a and d", {"a", "d"}),
        ("random suit", {"hearts", "diamonds", "clubs", "spades"}),
        ("who pays, me or tom", {"me", "tom"}),
        ("What Women Want, Titanic or Up", {"What Women Want", "Titanic", "Up"}),
        ("pasta\n- curry\n- soup", {"pasta", "curry", "soup"}),
        ("1. pasta 2. rice 3. soup", {"pasta", "rice", "soup"}),
        ("choose 1 of 3: a) tea b) coffee c) water", {"tea", "coffee", "water"}),
        ("pick a number between 1 and 4 but not 2", {1, 3, 4}),
        ("pick someone at random but not ben: anna, ben, carl", {"anna", "carl"}),
        ("pick one from tea and coffee, except tea", {"coffee"}),
        ("pizza but not hawaii, sushi", {"pizza but not hawaii", "sushi"}),
        ("a random even number from 1 to 5", {2, 4}),
        ("random number between 5.5 and 5.7", {5.5, 5.6, 5.7}),
        ("pick a weekday", {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday"}),
    ],
)
def test_picks_are_of_what_was_named(choices: str, allowed: set[Any]) -> None:
    seen = {picks.pick(choices, 1, seed)["picked"] for seed in range(1, 2000)}
    assert seen == allowed


def test_a_seed_repeats_a_pick_and_none_does_not() -> None:
    assert picks.pick("1-1000000", 5, 42) == picks.pick("1-1000000", 5, 42)
    assert len({picks.pick("1-1000000000")["picked"] for _ in range(5)}) > 1


def test_several_picks_differ_and_dice_add_up() -> None:
    assert sorted(picks.pick("a, b, c", 3, 1)["picked"]) == ["a", "b", "c"]
    assert len(set(picks.pick("draw 52 cards")["picked"])) == 52
    assert sorted(picks.pick("3 letters from a to c")["picked"]) == ["A", "B", "C"]
    assert len(picks.pick("flip a coin three times")["picked"]) == 3
    assert len(picks.pick("three coins")["picked"]) == 3
    assert picks.pick("5 timesheets or 2 reports", 1, 3)["from"] == "5 timesheets, 2 reports"
    assert len(picks.pick("roll a die twice")["picked"]) == 2
    rolled = picks.pick("2d6", 1, 3)
    assert rolled["sum"] == sum(rolled["picked"])
    rolled = picks.pick("3d6+2", 1, 3)
    assert rolled["sum"] == sum(rolled["picked"]) + 2
    rolled = picks.pick("roll a d20 with a +5", 1, 3)
    assert rolled["sum"] == rolled["picked"] + 5
    rolled = picks.pick("2d6 and d8", 1, 3)
    assert len(rolled["picked"]) == 3
    assert rolled["sum"] == sum(rolled["picked"])
    assert len(set(picks.pick("pick 3 numbers between 1 and 5 except 2 and 4", 1, 3)["picked"])) == 3
    assert picks.pick("d20 - 1", 1, 3)["sum"] == picks.pick("d20 - 1", 1, 3)["picked"] - 1


@pytest.mark.parametrize(
    ("choices", "all_of"),
    [
        ("shuffle a, b, c", {"a", "b", "c"}),
        ("randomly order: a, b, c", {"a", "b", "c"}),
        ("please shuffle anna, ben and carl", {"anna", "ben", "carl"}),
        ("shuffle the numbers from 1 to 5", {1, 2, 3, 4, 5}),
        ("put these in random order: a, b, c", {"a", "b", "c"}),
        ("jumble these spelling words: ship, chair, thumb", {"ship", "chair", "thumb"}),
        ("anna, ben and carl in random order please", {"anna", "ben", "carl"}),
        ("anna, ben and carl, in a random sequence", {"anna", "ben", "carl"}),
    ],
)
def test_a_shuffle_keeps_everything(choices: str, all_of: set[Any]) -> None:
    shuffled = picks.pick(choices)["picked"]
    assert len(shuffled) == len(all_of)
    assert set(shuffled) == all_of


@pytest.mark.parametrize(
    ("choices", "count"),
    [
        ("", 1),
        ("pizza", 1),
        ("a, b", 3),
        ("1-3", 4),
        ("an odd number between 2 and 2", 1),
        ("pick 3 numbers between 1 and 4 but not 2 or 3", 1),
        ("between 0.1 and 0.2", 3),
        ("d1", 1),
        ("a, b", 0),
        ("a, b", 101),
        ("select a student to answer, randomly", 1),
        ("which of these two, let chance decide", 1),
        ("generate a random password", 1),
    ],
)
def test_picks_that_cannot_be_made(choices: str, count: int) -> None:
    with pytest.raises(ToolError) as caught:
        picks.pick(choices, count)
    assert caught.value.advice


@given(st.text(max_size=200), st.integers(-2, 120))
def test_any_choices_are_picked_from_or_refused(choices: str, count: int) -> None:
    try:
        picked = picks.pick(choices, count, 1)
    except ToolError as error:
        assert error.advice
    else:
        assert picked["picked"] is not None
