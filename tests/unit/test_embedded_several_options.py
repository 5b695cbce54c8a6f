"""Several of a list's options that a request says together, and all of them but some."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.options.several_options import several_said
from keyhole.models.embedded.prompt import Parameter, fill_view
from keyhole.models.embedded.sight import sight

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
TWO_LETTERS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
STATES = ("open", "paid", "sent", "void")


def said(query: str, options: Sequence[str], name: str = "kinds", *others: Parameter) -> list[str] | None:
    parameter = Parameter((name,), "enum", options=tuple(options), many=True)
    view = fill_view(query, "tool", "", (parameter, *others))
    picks = several_said(view, 0, sight(view, query))
    return None if picks is None else [str(options[int(pick[1:]) - 1]) for pick in picks]


@pytest.mark.parametrize(
    ("query", "options", "wanted"),
    [
        ("tuesday, thursday and saturday", DAYS, ["tue", "thu", "sat"]),
        ("every day but sunday", DAYS, list(DAYS[:6])),
        ("any day but monday and tuesday", TWO_LETTERS, list(TWO_LETTERS[2:])),
        ("wednesdays", TWO_LETTERS, ["WE"]),
        ("everything that isn't paid or void", STATES, ["open", "sent"]),
        ("all invoices except void ones", STATES, ["open", "paid", "sent"]),
        ("anything other than open", STATES, ["paid", "sent", "void"]),
        ("open and paid ones", STATES, ["open", "paid"]),
        ("open ones but not for Marge", STATES, ["open"]),
        ("sales in spain and portugal", ("ES", "FR", "PT"), ["ES", "PT"]),
        ("new tires and brakes", ("brakes", "tyres", "oil"), ["brakes", "tyres"]),
        ("open ones, no void ones", STATES, ["open"]),
        ("everything that's neither paid nor void", STATES, ["open", "sent"]),
        ("in paid mode, all but sent", STATES, ["open", "paid", "void"]),
        ("everything but the bathroom", ("hall", "bath"), ["hall"]),
        ("put it on: everything but on-hold", ("on_hold", "done"), ["done"]),
        ("nothing of the kind", STATES, None),
        ("everything but the kitchen sink", STATES, None),
    ],
)
def test_what_is_said_together(query: str, options: Sequence[str], wanted: list[str] | None) -> None:
    found = said(query, options)
    assert (None if found is None else sorted(found, key=options.index)) == wanted


def test_a_parameter_for_what_is_left_out_is_given_that() -> None:
    assert said("every day but sunday", DAYS, "skip_days") == ["sun"]
    assert said("all but void", STATES, "exclude") == ["void"]


def test_what_is_left_out_by_another_parameter_is_no_list_of_the_rest() -> None:
    other = Parameter(("exclude",), "enum", options=STATES, many=True)
    assert said("all but void", STATES, "states", other) == []


def test_of_two_lists_with_the_same_options_one_is_given_what_is_denied() -> None:
    kinds = ("comedy", "horror", "war")
    out, within = (Parameter((name,), "enum", options=kinds, many=True) for name in ("exclude", "kinds"))
    assert said("a comedy, no horror or war", kinds, "kinds", out) == ["comedy"]
    assert said("a comedy, no horror or war", kinds, "exclude", within) == ["horror", "war"]
    assert said("a comedy", kinds, "exclude", within) == []


def test_what_alone_is_spoken_of_is_not_ignored() -> None:
    kinds = ("people", "cars", "pets")
    assert said("only people may set it off", kinds, "ignore") == ["cars", "pets"]
    assert said("ignore only people", kinds, "ignore") == ["people"]


@given(st.text(max_size=200))
def test_any_text_is_read(query: str) -> None:
    found = said(query, DAYS)
    assert found is None or set(found) <= set(DAYS)
