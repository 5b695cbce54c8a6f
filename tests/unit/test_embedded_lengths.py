"""Lengths of time that a request says of what it begins."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.times.lengths import length_said


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("at 3pm for forty minutes", 40),
        ("it takes an hour and twenty minutes", 80),
        ("lasting 36 hours", 2160),
        ("the next quarter of an hour", 15),
        ("for half an hour", 30),
        ("runs 1h45", 105),
        ("for three and a half hours", 210),
        ("an hour and a half long", 90),
        ("a two hour slot", 120),
        ("from 7pm, 3/4 hour", 45),
        ("ninety minutes from 6:10", 90),
        ("for the hour beginning at six", 60),
        ("four nights", 5760),
    ],
)
def test_a_length(text: str, minutes: int) -> None:
    said = length_said(text)
    assert said is not None
    assert said.long == timedelta(minutes=minutes)


@pytest.mark.parametrize(
    "text",
    [
        "every 20 minutes",
        "15 min before",
        "any 20 minute gap",
        "two hours ago",
        "for 10 minutes or for 20 minutes",
        "an alarm at 7",
        "for 0 minutes",
        "",
    ],
)
def test_no_length(text: str) -> None:
    assert length_said(text) is None


SAID = [
    "for",
    "an",
    "half",
    "hour",
    "and",
    "a",
    "90",
    "minutes",
    "3 quarters of",
    "nights",
    "next",
    "1h20",
    ",",
    "long",
]


@given(st.text(max_size=200) | st.lists(st.sampled_from(SAID), max_size=12).map(" ".join))
def test_any_text_has_a_length_or_none(text: str) -> None:
    said = length_said(text)
    assert said is None or said.long > timedelta(0)
