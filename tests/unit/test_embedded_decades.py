"""Decades as spans of years."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.times.decades import decade_said

SPAN = (Parameter(("years", "from"), "int"), Parameter(("years", "to"), "int"))
FLAT = (Parameter(("min_year",), "int"), Parameter(("max_year",), "int"))
PRICES = (Parameter(("price", "from"), "int"), Parameter(("price", "to"), "int"))


@pytest.mark.parametrize(
    ("parameters", "query", "years"),
    [
        (SPAN, "soul from the seventies", [1970, 1979]),
        (FLAT, "films of the 90s", [1990, 1999]),
        (SPAN, "1950s posters", [1950, 1959]),
        (SPAN, "from the '60s to the 80s", [1960, 1989]),
        (SPAN, "2010s pop", [2010, 2019]),
        (SPAN, "early nineties", []),
        (SPAN, "for a man in his sixties", []),
        (SPAN, "30s of silence? no, the 20s", [1930, 1939]),
        (PRICES, "in the 90s", []),
        (SPAN, "since 1990", []),
    ],
)
def test_decades(parameters: tuple[Parameter, ...], query: str, years: list[int]) -> None:
    assert list(decade_said(parameters, query).values()) == years


def test_one_end() -> None:
    assert decade_said(SPAN, "anything since the 80s") == {("years", "from"): 1980}
    assert decade_said(SPAN, "anything before the 80s") == {("years", "to"): 1979}


@given(st.text(max_size=200))
def test_any_text(query: str) -> None:
    assert all(1500 <= year < 2100 for year in decade_said(SPAN, query).values())
