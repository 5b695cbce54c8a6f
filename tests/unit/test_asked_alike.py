"""The same question for another thing, in so many words."""

from __future__ import annotations

import pytest

from keyhole.steps.asked_alike import asked_alike


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("how would that go in Leeds", "what about in Leeds"),
        ("and how does it look for the old mill?", "what about the old mill?"),
        ("what would it be for 30 people", "what about 30 people"),
        ("how was it the week before", "what about the week before"),
        ("how does it look?", "how does it look?"),
        ("how is it going", "how is it going"),
        ("what was it like in there", "what was it like in there"),
        ("what is it called", "what is it called"),
        ("how long will it be", "how long will it be"),
        ("how is the weather in Leeds", "how is the weather in Leeds"),
    ],
)
def test_it_is_asked_shortest(text: str, expected: str) -> None:
    assert asked_alike(text) == expected


def test_long_text_stays() -> None:
    text = "how does it look for " + "it go " * 20_000
    assert asked_alike(text) == text
