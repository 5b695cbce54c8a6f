"""The separate wishes of one message."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.route.clauses import split_clauses, unasked


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("what is iron banner and what does incandescent do", 2),
        ("what is 3 cups in ml and what is 12 * 7?", 2),
        ("perk pool of funnelweb and what does frenzy do?", 2),
        ("sqrt(225)? also what weekday is 2026-12-25", 2),
        ("pick one: pizza and sushi", 1),
        ("rock and roll", 1),
        ("should we watch a comedy or a thriller? choose at random", 1),
        ("it says 40 F. convert that please", 1),
        ("hello! how are you doing today?", 1),
        ("I'm planning a wedding. What should we expect in Florence, Italy?", 1),
        ("disk is full! which files in /home/lena are large?", 1),
        ("what's 15*3, and flip a coin", 2),
        ("roll 2d6 and what is 12 * 7", 2),
        ("flip a coin, roll a die", 2),
        ("what is 12% of 80, what day is christmas", 2),
        ("when it rains in Paris, what is open", 1),
        ("calculate 12*7 and add 5", 1),
        ("convert 5 km to miles and 10 kg to pounds", 2),
        ("5 km to miles, 10 kg to pounds and 20 \u00b0C in F", 3),
        ("what is 100 km/h in mph and 3 sq ft in m2, and flip a coin", 3),
        ("convert 5 km and 10 kg to miles and pounds", 2),
        ("book seats 3 to 5 and 7 in row 2", 1),
        ("5 feet in cm and 3 inches", 1),
        ("Convert 5 miles to km. Then tell me the time in Paris.", 2),
    ],
)
def test_clauses(text: str, parts: int) -> None:
    assert len(split_clauses(text)) == parts


@pytest.mark.parametrize(
    ("text", "value", "rest"),
    [
        ("explain voltshot and kill clip", "Kill Clip", "explain voltshot"),
        ("what is gambit, trials and iron banner", "Trials of Osiris", "what is gambit, and iron banner"),
        ("2+2 and 3*3", "3*3", "2+2"),
        ("what's 5+3 and 7*2", "5+3", "what's and 7*2"),
        ("flip a coin: heads or tails", "heads or tails", None),  # the "or" is the call's own
        ("need a random seed, some integer under 10", "integer under 10", "need a random seed"),
        ("what does frenzy do", "Frenzy", None),  # nothing joins two things
        ("explain outlaw and rampage", "Frenzy", None),  # was not asked for in these words
        ("what do a and b do", "", None),
    ],
)
def test_what_is_left_to_ask(text: str, value: str, rest: str | None) -> None:
    left = unasked(text, [("tool", {"name": value})])
    assert (None if left is None else " ".join(left.split())) == rest


@given(st.text(max_size=80), st.text(max_size=20))
def test_any_text_can_be_parted(text: str, value: str) -> None:
    assert 1 <= len(split_clauses(text)) <= 5
    left = unasked(text, [("tool", {"name": value})])
    assert left is None or len(left) <= len(text) + 1
