"""How near the words of a request are to what is asked for, and how much nearer than to the rest."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.nearness import Nearness, level, level_apart, likeness, nearness
from keyhole.models.embedded.prompt import Parameter, fill_view
from keyhole.models.embedded.text import split_words
from keyhole.word_vectors import word_vectors

CUISINE = Parameter(("cuisine",), "str", "What kind of food is served.", True)
STARS = Parameter(("min_rating",), "num", "The lowest rating by guests.")


def seen(query: str) -> tuple[list[str], Nearness]:
    view = fill_view(query, "find_restaurant", "Find a place to eat.", [CUISINE, STARS])
    return [word.text for word in view.words], nearness(view, word_vectors())


def test_a_word_is_near_what_is_asked_for() -> None:
    vectors = word_vectors()
    words = split_words("an Italian restaurant near the bus station")
    values = likeness(vectors.meaning(["cuisine"]), words, vectors)
    near = dict(zip((word.text for word in words), values, strict=True))
    assert near["the"] is None
    italian, bus = near["Italian"], near["bus"]
    assert italian is not None
    assert bus is not None
    assert italian > bus


def test_a_word_belongs_to_what_it_is_nearest_to() -> None:
    words, found = seen("an Italian restaurant rated by reviewers")
    belongs = dict(zip(words, found.like, strict=True))
    assert belongs["Italian"] == {0}
    assert belongs["rated"] == {1}
    assert belongs["restaurant"] == belongs["by"] == frozenset()  # the tool is for that anyhow


def test_what_is_near_one_is_as_far_from_the_other() -> None:
    words, found = seen("some Italian food")
    one, other = (each[words.index("Italian")] for each in found.apart)
    assert one is not None
    assert other is not None
    assert one > 0 > other


@given(st.text(max_size=80))
def test_every_word_has_a_likeness_or_none(query: str) -> None:
    words, found = seen(query)
    assert len(found.like) == len(words)
    for near, apart in zip(found.near, found.apart, strict=True):
        assert len(near) == len(apart) == len(words)
        assert all(value is None or -1.001 <= value <= 1.001 for value in near)
        assert [value is None for value in near] == [value is None for value in apart]


@pytest.mark.parametrize(
    ("value", "near", "apart"), [(None, "u", "u"), (-0.5, "0", "0"), (0.25, "2", "4"), (1, "6", "5")]
)
def test_likenesses_are_told_in_steps(value: float | None, near: str, apart: str) -> None:
    assert (level(value), level_apart(value)) == (near, apart)
