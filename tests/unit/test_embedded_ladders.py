"""Options that are steps of a ladder, from one up or down."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.options.ladders import steps_said

LEVELS = ("debug", "info", "warning", "error", "critical")
GRADES = ("easy", "moderate", "hard")
STATES = ("new", "like_new", "good", "fair")


def said(options: tuple[str, ...], query: str) -> list[str] | None:
    words = query.lower().split()
    stems = [word.rstrip("s") for word in words]
    places = [(stems.index(option), n) for n, option in enumerate(options) if option in stems]
    steps = steps_said(options, words, places)
    return None if steps is None else [options[n] for n in steps]


@pytest.mark.parametrize(
    ("options", "query", "steps"),
    [
        (LEVELS, "entries of warning or worse", ["warning", "error", "critical"]),
        (LEVELS, "info and below please", ["debug", "info"]),
        (LEVELS, "at least error", ["error", "critical"]),
        (LEVELS, "info to error", ["info", "warning", "error"]),
        (LEVELS, "anything above info", ["warning", "error", "critical"]),
        (LEVELS, "only below warning", ["debug", "info"]),
        (LEVELS, "error and info", None),
        (LEVELS, "error or nothing", None),
        (GRADES, "nothing harder than moderate", ["easy", "moderate"]),
        (GRADES, "up to moderate", ["easy", "moderate"]),
        (GRADES, "hard ones", None),
        (STATES, "good or better", ["new", "like_new", "good"]),
        (STATES, "good or worse", ["good", "fair"]),
        (("red", "green"), "red and up", None),
    ],
)
def test_steps(options: tuple[str, ...], query: str, steps: list[str] | None) -> None:
    assert said(options, query) == steps


@given(st.text(max_size=200))
def test_any_text(query: str) -> None:
    steps = said(LEVELS, query)
    assert steps is None or set(steps) <= set(LEVELS)
