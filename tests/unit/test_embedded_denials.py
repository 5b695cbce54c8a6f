"""Whether a word is denied where it stands in a text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.options.denials import denied


@pytest.mark.parametrize(
    "text",
    [
        "a pizza with no *olives",
        "paint it without the *frame",
        "w/o *borders",
        "get rid of the *legend",
        "lose the *captions please",
        "leave out the *grid",
        "leave the *grid out",
        "take the *stamp off",
        "don't show my *name",
        "the *weekends don't count",
        "*replies are not shown",
        "*comments closed",
        "turn *bluetooth off",
        "something *sugar free",
        "a *gluten-free",
        "nobody should be able to *reply",
    ],
)
def test_a_word_that_is_denied(text: str) -> None:
    words = text.split()
    at = next(at for at, word in enumerate(words) if word.startswith("*"))
    assert denied([word.removeprefix("*") for word in words], at)


@pytest.mark.parametrize(
    "text",
    [
        "leave the *shadow in",
        "don't hide the *price",
        "don't forget the *candles",
        "not only *bees",
        "no sauce but with *cheese",
        "is the *room free",
        "a *helmet for two",
        "not without a *helmet",
        "no, *olives",
    ],
)
def test_a_word_that_is_not(text: str) -> None:
    words = text.split()
    at = next(at for at, word in enumerate(words) if word.startswith("*"))
    assert not denied(
        [word.strip("*,") for word in words], at, [word[-1:] if word[-1:] == "," else "" for word in words]
    )


@given(st.lists(st.sampled_from("no not don't leave out off is free but with hide bees the".split()), min_size=1))  # noqa: SIM905
def test_any_words_are_read(words: list[str]) -> None:
    assert all(isinstance(denied(words, at), bool) for at in range(len(words)))


def test_a_long_text_is_read() -> None:
    words = ["leave", "not", "but", "off"] * 5_000
    assert any(denied(words, at) for at in range(len(words)))
