"""The wishes of one message that only the tools can tell apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.steps.wishes import wishes_of
from keyhole.tools.loader import load_toolbox


@pytest.mark.parametrize(
    ("text", "wishes"),
    [
        ("sqrt of 16 and 25", ["sqrt of 16", "sqrt of 25"]),
        ("what day is christmas and new year", ["what day is christmas", "what day is new year"]),
        ("what date is in 3 weeks and in 5 weeks", ["what date is in 3 weeks", "what date is in 5 weeks"]),
        ("a coin flip and the time in rome", ["a coin flip", "the time in rome"]),
        ("roll a d20, 5+5", ["roll a d20", "5+5"]),
        ("convert 70 f to c and k", ["convert 70 f to c", "convert 70 f to k"]),
    ],
)
def test_wishes_are_parted_by_what_the_tools_can_read(text: str, wishes: list[str]) -> None:
    assert wishes_of(text, load_toolbox("everyday")) == wishes


@pytest.mark.parametrize(
    ("text", "wishes"),
    [
        ("whats the diff between funnelweb and ikelos smg", ["funnelweb", "ikelos smg"]),
        ("compare frenzy and rampage", ["frenzy", "rampage"]),
        ("difference between funnelweb and a cat", ["difference between funnelweb and a cat"]),
    ],
)
def test_what_is_compared_is_looked_up_one_by_one(text: str, wishes: list[str]) -> None:
    assert wishes_of(text, load_toolbox("destiny")) == wishes


@pytest.mark.parametrize(
    "text",
    [
        "12*7 and add 5",
        "in 3 weeks and 2 days",
        "days between 3 march and 5 april",
        "average of 3, 4 and 5",
        "the sum of 3+4 and 5+6",
        "pick one of monday, tuesday and friday",
        "choose between christmas and easter",
        "split anna, ben, cara and dan into 2 teams",
        "5 km and 300 m in miles",
        "how many weeks and days until christmas",
        "if 3 apples cost 2 dollars, how much do 9 cost",
        "convert 5 to miles, km",
    ],
)
def test_one_wish_stays_whole(text: str) -> None:
    assert wishes_of(text, load_toolbox("everyday")) == [text]


@given(st.text(alphabet="ab 15%+,&and?", max_size=40))
def test_any_text_has_a_wish(text: str) -> None:
    assert wishes_of(text, load_toolbox("everyday"))
