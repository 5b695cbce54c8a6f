"""Ends of a way that a dash or an arrow joins."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.options.ways_named import put_ways
from keyhole.models.embedded.prompt import Parameter

WAY = [Parameter(("from",), "str", "station"), Parameter(("to_station",), "str", "station"), Parameter(("who",), "str")]


@pytest.mark.parametrize(
    ("query", "given_", "ends"),
    [
        ("train Leeds-York for Ann", {}, ("Leeds", "York")),
        ("Leeds → York at nine", {"from": "Leeds"}, ("Leeds", "York")),
        ("Leeds-York for grandma", {"from": "Leeds-York", "to_station": "grandma"}, ("Leeds", "York")),
        ("OSL-FCO", {"to_station": "FCO"}, ("OSL", "FCO")),
        ("Baden-Baden to Mainz", {"from": "Baden-Baden", "to_station": "Mainz"}, ("Baden-Baden", "Mainz")),
        ("Rye to Hove for Lee-Smith", {"from": "Rye", "to_station": "Hove"}, ("Rye", "Hove")),
        ("Leeds-York or Leeds-Hull", {}, (None, None)),
        ("any train Monday-Friday", {}, (None, None)),
        ("Stoke-on-Trent", {}, (None, None)),
    ],
)
def test_both_ends(query: str, given_: dict[str, str], ends: tuple[str | None, str | None]) -> None:
    values: dict[tuple[str, ...], Any] = {(name,): value for name, value in given_.items()}
    put_ways(WAY, query, values)
    assert (values.get(("from",)), values.get(("to_station",))) == ends


def test_days_are_no_places() -> None:
    days = [Parameter(("from",), "str", "YYYY-MM-DD"), Parameter(("to",), "str", "YYYY-MM-DD")]
    for parameters in (days, WAY[:1], [*WAY, Parameter(("origin",), "str")]):
        values: dict[tuple[str, ...], Any] = {}
        put_ways(parameters, "Leeds-York", values)
        assert not values


@given(st.text(max_size=200))
def test_any_text_is_read(query: str) -> None:
    values: dict[tuple[str, ...], Any] = {}
    put_ways(WAY, f"Leeds-{query}", values)
    assert all(value in f"Leeds-{query}" for value in values.values())


@pytest.mark.parametrize(
    ("query", "ends"),
    [
        ("UK -> United Kingdom, whole words", ("UK", "United Kingdom")),
        ("please replace colour → color in all files", ("colour", "color")),
        ("teh => the.", ("teh", "the")),
        ("a -> b -> c", (None, None)),
        ("swap 'x' -> 'y'", (None, None)),
        ("replace colour by color", (None, None)),
    ],
)
def test_what_takes_whose_place(query: str, ends: tuple[str | None, str | None]) -> None:
    values: dict[tuple[str, ...], Any] = {}
    put_ways([Parameter(("find",), "str"), Parameter(("replace_with",), "str")], query, values)
    assert (values.get(("find",)), values.get(("replace_with",))) == ends
