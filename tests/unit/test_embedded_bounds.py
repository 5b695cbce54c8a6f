"""Which end of a range a number is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.numbers.bounds import by_bound
from keyhole.models.embedded.prompt import Parameter, fill_view


def ends(query: str, name: str, about: str = "") -> dict[float, int]:
    """By the numbers of a request, 1 where one is the end that the parameter is, -1 where it is the other."""
    parameter = Parameter((name,), "num", about)
    view = fill_view(query, "tool", "", (parameter,))
    return {float(view.numbers[at].value): end for at, end in by_bound(view, parameter).items()}


@pytest.mark.parametrize(
    ("query", "least", "most"),
    [
        ("under 50 euros", {50: -1}, {50: 1}),
        ("at least 4 stars", {4: 1}, {4: -1}),
        ("no more than 300", {300: -1}, {300: 1}),
        ("nothing over 300", {300: -1}, {300: 1}),
        ("not below 20", {20: 1}, {20: -1}),
        ("5 rooms or more", {5: 1}, {5: -1}),
        ("2019 or newer", {2019: 1}, {2019: -1}),
        ("60 square metres and up", {60: 1}, {60: -1}),
        ("3 hours tops", {3: -1}, {3: 1}),
        ("between 8 and 14 km", {8: 1, 14: -1}, {8: -1, 14: 1}),
        ("from 2 to 12 pods", {2: 1, 12: -1}, {2: -1, 12: 1}),
        ("nothing older than 1990", {1990: 1}, {1990: -1}),
        ("older than 1990", {1990: -1}, {1990: 1}),
        ("older than 65", {65: 1}, {65: -1}),
        ("exactly 7", {}, {}),
    ],
)
def test_a_number_is_the_least_or_the_most(query: str, least: dict[float, int], most: dict[float, int]) -> None:
    assert ends(query, "price_min") == least
    assert ends(query, "maxPrice") == most


def test_an_alarm_goes_where_a_range_ends() -> None:
    assert ends("ring over 30", "above") == {30: 1}
    assert ends("ring over 30", "alert_below") == {30: -1}
    assert ends("it has to stay between 5 and 30", "above") == {5: -1, 30: 1}
    assert ends("it has to stay between 5 and 30", "below") == {5: 1, 30: -1}


def test_other_parameters_are_no_ends() -> None:
    assert ends("under 50", "price") == {}
    assert ends("at least 50", "length_min", "Length in minutes") == {}


@given(st.text(max_size=200))
def test_any_text_is_read(query: str) -> None:
    assert set(ends(query, "max").values()) <= {1, -1}
