"""Word vectors: near in meaning is near, whatever else is in the texts; a damaged file is refused."""

from __future__ import annotations

from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.word_vectors import WordVectors, word_vectors

DATA = files("keyhole").joinpath("word_vectors.bin").read_bytes()


def _likeness(text: str, other: str) -> float:
    vectors = word_vectors()
    return vectors.meaning(text.split()).likeness({word: vectors.weight(word) for word in other.split()})


@pytest.mark.parametrize(
    ("text", "near", "far"),
    [
        ("listening to tunes", "songs music", "recipes cooking"),
        ("movie tonight", "film theater", "payment transfer"),
        ("physician", "doctor hospital", "weather"),
    ],
)
def test_like_meanings_are_near(text: str, near: str, far: str) -> None:
    assert _likeness(text, near) > _likeness(text, far) + 0.2


def test_a_text_is_like_itself() -> None:
    assert _likeness("weather", "weather") == pytest.approx(1.0)


def test_a_words_direction_is_as_long_as_one_and_as_near_as_its_meaning() -> None:
    vectors = word_vectors()
    doctor, physician = vectors.direction("doctor"), vectors.direction("physician")
    assert len(doctor) == vectors.dims
    assert sum(value * value for value in doctor) == pytest.approx(1.0)
    product = sum(a * b for a, b in zip(doctor, physician, strict=True))
    assert product == pytest.approx(vectors.meaning(["doctor"]).cosine(vectors.meaning(["physician"])))
    assert vectors.direction("voltshot") == vectors.meaning(["voltshot"]).direction == []
    assert vectors.meaning(["doctor", "voltshot"]).direction == pytest.approx(doctor)


def test_what_is_unknown_is_like_nothing() -> None:
    vectors = word_vectors()
    assert "voltshot" not in vectors
    assert vectors.weight("voltshot") == 0.0
    assert not vectors.meaning(["voltshot"])
    assert vectors.meaning(["voltshot"]).likeness({"weather": 1.0}) == 0.0
    assert vectors.meaning(["weather"]).likeness({}) == 0.0


def test_what_is_wanted_tells_more_than_that_it_is_wanted() -> None:
    vectors = word_vectors()
    assert 0 <= vectors.weight("want") < vectors.weight("weather") < vectors.weight("currency") <= 1


@given(st.integers(0, len(DATA) - 1))
def test_a_file_cut_short_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match="bytes do not hold"):
        WordVectors(DATA[:size])
