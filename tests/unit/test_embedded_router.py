"""What the router looks at in a request: words, words used alike, numbers, and what stands for a thing not named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.route.lexical import overlaps
from keyhole.models.embedded.route.router import request_atoms, route_candidates
from keyhole.models.embedded.sight import read_lexicon
from keyhole.models.model import ToolCard

CARDS = (ToolCard("random_pick", "Pick at random.", ("choices",)), ToolCard("clock", "Tell the time.", ("place",)))
LEXICON = read_lexicon("7 choose select draw\nplace oslo")


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("what is 15 percent of it", "numbers 1 True"),
        ("twenty five plus 3", "numbers 2 False"),
        ("1, 2, 3, 4 and 5", "numbers 3 False"),
        ("add these", "numbers 0 True"),
        ("calculate ___ percent", "blank True"),
    ],
)
def test_a_request_has_numbers_or_points_at_them(text: str, fact: str) -> None:
    assert fact in request_atoms(text)[1]


def test_words_used_alike_speak_for_the_same_tool() -> None:
    def facts(text: str) -> tuple[set[str], ...]:
        return tuple(map(set, route_candidates(text, CARDS, overlaps(text, CARDS, {}), LEXICON)))

    one, other, unlike = facts("choose one"), facts("Draw one"), facts("paint one")
    shared = [{fact for fact in a & b - c if "g7" in fact} for a, b, c in zip(one, other, unlike, strict=True)]
    assert [sorted(each) for each in shared] == [["g7|pick", "g7|random"], ["g7|clock"], ["noneg7"], ["clarifyg7"]]


@given(st.text(max_size=300))
def test_any_request_has_facts_for_every_answer(text: str) -> None:
    rows = route_candidates(text, CARDS, overlaps(text, CARDS, {}), LEXICON)
    assert len(rows) == len(CARDS) + 2
    assert all(rows)
