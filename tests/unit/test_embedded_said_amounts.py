"""Numbers that are counted below zero or in cents by the words around them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.fill.values import value_of
from keyhole.models.embedded.numbers.said_amounts import as_counted
from keyhole.models.embedded.prompt import Parameter, Type, fill_view

SIGNED, CENTS, PLAIN = "Change; negative to take away", "Amount in the smallest currency unit", "How many"


def value(query: str, description: str, kind: Type = "int") -> object:
    """What the first number of a request is for a parameter."""
    view = fill_view(query, "tool", "", [Parameter(("amount",), kind, description, True)])
    return value_of(view, 0, [f"w{min(view.numbers) + 1}"], query)


@pytest.mark.parametrize(
    ("query", "description", "wanted"),
    [
        ("Bbmaj7 is too high, two semitones lower", SIGNED, -2),
        ("transpose backing.wav down 2", SIGNED, -2),
        ("three semitones lower please", SIGNED, -3),
        ("take 5 off the stock", SIGNED, -5),
        ("what was the date 45 days before 2023-01-10", SIGNED, -45),
        ("who was in charge in 1250 BC", SIGNED, -1250),
        ("there are 12 fewer than the system believes", SIGNED, -12),
        ("someone stole 1 of them", SIGNED, -1),
        ("two semitones higher, not lower", SIGNED, 2),
        ("add 5, the box came back", SIGNED, 5),
        ("45 days after 2023-01-10", SIGNED, 45),
        ("minus 5 off", SIGNED, -5),
        ("in which direction do I set off from 60, 5", SIGNED, 60),
        ("turn the freezer down to 5", SIGNED, 5),
        ("turn the freezer down by 5", SIGNED, -5),
        ("have it there before 10", SIGNED, 10),
        ("take 5 off the stock", PLAIN, 5),
        ("a refund of $49.50 please", CENTS, 4950),
        ("reserve 300 euros on the card", CENTS, 30000),
        ("reserve 300 on the card", CENTS, 300),
        ("reserve 5000 yen on the card", CENTS, 5000),
        ("refund 4950 cents", CENTS, 4950),
        ("a refund of $49.50 please", PLAIN, None),
    ],
)
def test_a_number_is_as_its_parameter_counts(query: str, description: str, wanted: int | None) -> None:
    assert value(query, description) == wanted


@pytest.mark.parametrize(
    ("query", "name", "description", "wanted"),
    [
        ("paid 40 for the taxi", "sum", "negative for expenses, positive for income", -40),
        ("got paid 40 for the taxi", "sum", "negative for expenses, positive for income", 40),
        ("40 for the taxi", "sum", "negative for expenses, positive for income", 40),
        ("withdraw 40", "sum", "positive = deposits, negative = withdrawals", -40),
        ("deposit 40", "sum", "positive = deposits, negative = withdrawals", 40),
        ("4 darker please", "light", "negative is darker", -4),
        ("the dark ones by 4", "light", "negative is darker", 4),
        ("subtitles 200 ms sooner", "delay", "Shift, positive shows it later", -200),
        ("rewind 15 seconds", "jump", "negative to go back", -15),
        ("skip back 15 seconds", "jump", "negative to go back", -15),
        ("put it back at 15", "jump", "negative to go back", 15),
        ("turn it 5\u00b0 anticlockwise", "angle", "clockwise is positive", -5),
        ("the scale shows 3 g too much", "correction", "in grams", -3),
        ("the scale shows 3 g too little", "correction", "in grams", 3),
        ("the scale shows 3 g too much", "weight", "in grams", 3),
    ],
)
def test_a_description_says_what_is_below_zero(query: str, name: str, description: str, wanted: int) -> None:
    view = fill_view(query, "tool", "", [Parameter((name,), "int", description, True)])
    assert value_of(view, 0, [f"w{min(view.numbers) + 1}"], query) == wanted


def test_what_is_below_zero_may_be_counted_in_cents() -> None:
    assert value("a refund of $4.50", "in cents, negative for refunds") == -450
    assert value("a sale of $4.50", "in cents, negative for refunds") == 450
    assert value("20 cents flat", "pitch in cents, may be negative") == -20


def test_who_may_have_less_than_nothing_may_have_it_without_saying_so() -> None:
    octave = Parameter(("octave",), "int", schema={"minimum": -3})
    assert as_counted(octave, 2, "drop it ", " octaves") == -2
    assert as_counted(octave, 2, "", " cents flat") == -2
    assert as_counted(octave, 2, "", " octaves up") == 2
    assert as_counted(Parameter(("octave",), "int", schema={"minimum": 0}), 2, "drop it ", " octaves") == 2


@given(st.text(max_size=200), st.text(max_size=200), st.integers(-(10**6), 10**6))
def test_any_words_leave_the_size_of_a_number(before: str, behind: str, number: int) -> None:
    assert abs(as_counted(Parameter(("n",), "int", SIGNED), number, before, behind)) == abs(number)
    assert as_counted(Parameter(("n",), "int", CENTS), number, before, behind) in (number, 100 * number)
