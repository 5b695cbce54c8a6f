"""Lengths of time as a number and a letter, for parameters whose examples are such."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.times.short_lengths import short_length

SINCE = Parameter(("since",), "str", "How far back, e.g. 15m, 6h, 2d")


@pytest.mark.parametrize(
    ("query", "length", "rest"),
    [
        ("errors of the last 3 hours", "3h", "errors   "),
        ("what failed in the past twenty five minutes?", "25m", "what failed  ?"),
        ("the last half an hour, api only", "30m", "  , api only"),
        ("over the past day and a half", "36h", "  "),
        ("events of the last week", "7d", "events   "),
        ("logs, last hour, 20 lines", "1h", "logs,  , 20 lines"),
        ("past 90 seconds", "90s", "  "),
        ("since 45m", "45m", "since  "),
    ],
)
def test_lengths_said(query: str, length: str, rest: str) -> None:
    found = short_length(SINCE, query)
    assert found is not None
    assert found[0] == length
    assert found[1].split() == rest.split()


@pytest.mark.parametrize(
    "query",
    ["since yesterday", "the last 20 lines", "between 2 hours and 3 hours", "the hour's best", "man of the hour"],
)
def test_what_says_no_length_or_two(query: str) -> None:
    assert short_length(SINCE, query) is None


def test_weeks_and_metres() -> None:
    assert short_length(Parameter(("age",), "str", "such as 3d or 2w"), "older than two weeks") == (
        "2w",
        "older than  ",
    )
    assert short_length(Parameter(("depth",), "str", "How deep, e.g. 5m"), "for 10 minutes") is None
    assert short_length(Parameter(("title",), "str", "What to call it"), "for 10 minutes") is None


@given(st.text(max_size=200))
def test_any_text_is_read(query: str) -> None:
    found = short_length(SINCE, f"last {query} 5 minutes")
    assert found is None or found[0][-1] in "smhdw"
