"""Messages that lean on an earlier one, as the embedded model reads them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.route.replies import merged, spelt_out


@pytest.mark.parametrize(
    ("reply", "earlier", "said"),
    [
        ("calus mini-tool", "what perks can roll on ____?", "what perks can roll on calus mini-tool?"),
        ("what time is it", "what perks can roll on ____?", "what time is it"),
        ("Paris", "what is the weather?", "what is the weather, Paris"),
        ("gallon", "how many ounces in a", "how many ounces in a gallon"),
        ("350", "what's 20% of it", "what's 20% of 350"),
        ("5 km", "convert this to miles", "convert 5 km to miles"),
    ],
)
def test_a_reply_is_put_where_the_question_was_about(reply: str, earlier: str, said: str) -> None:
    assert merged(reply, (earlier,)) == said
    assert merged(reply, ()) == reply


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("and its source?", "and Thorn's source?"),
        ("where does it drop", "where does Thorn drop"),
        ("tell me about that one", "tell me about Thorn"),
        ("what loot drops there?", "what loot drops in Thorn?"),
        ("is anybody in there", "is anybody in there"),
        ("are you there", "are you there"),
        ("what time is it", "what time is it"),
        ("it's great", "it's great"),
        ("what is that perk", "what is that perk"),
        ("make the lamp as bright as it goes", "make the lamp as bright as it goes"),
        ("make it as bright as it can be", "make Thorn as bright as it can be"),
        ("the same colour as it", "the same colour as Thorn"),
    ],
)
def test_what_it_stands_for(text: str, said: str) -> None:
    assert spelt_out(text, "Thorn") == said


@given(st.text(max_size=60), st.text(max_size=20))
def test_any_text_can_be_spelt_out(text: str, name: str) -> None:
    assert len(spelt_out(text, name)) <= len(text) + len(name) + 2
    assert len(merged(text, (name,))) <= len(text) + len(name) + 2
