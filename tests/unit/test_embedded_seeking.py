"""Requests that look for something."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.route.seeking import seeks


@pytest.mark.parametrize(
    "request_",
    [
        "any rubber boots?",
        "do you have tea towels",
        "where did I leave the drill bits",
        "please show me wool socks under 20",
        "I'm looking for a bread knife",
        "who has the keys to the shed",
        "what have we got on badgers",
        "is there something about frost",
        "blue heron",
        "the letter from Ines, I think",
        "brass hinges, 40 mm",
        "Our toaster died. Find me a cheap one",
    ],
)
def test_requests_that_look_for_something(request_: str) -> None:
    assert seeks(request_)


@pytest.mark.parametrize(
    "request_",
    [
        "book a table for two",
        "remind me to call Ines",
        "how do I descale a kettle",
        "what time is it",
        "open ticket 4471",
        "show me order A-20418",
        "I need to move the meeting",
        "I need somebody to fix my bike",
        "do you think it will last",
        "why is the sky blue",
        "the kettle is broken",
        "we sold the boat",
        "bored. amuse me",
        "hi there",
        "thanks",
        "never mind",
        "",
        "?!",
    ],
)
def test_requests_that_want_something_else(request_: str) -> None:
    assert not seeks(request_)


def test_a_name_alone_may_say_more_of_a_call_before() -> None:
    assert seeks("blue heron")
    assert not seeks("blue heron", names=False)
    assert seeks("any blue herons?", names=False)


@given(st.text(max_size=600))
def test_any_text_is_read(text: str) -> None:
    assert isinstance(seeks(text), bool)
