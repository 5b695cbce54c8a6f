"""What people ask for when they want what a tool gives, in other words than the tool's."""

from __future__ import annotations

from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.route.purposes import MOST, purposes
from keyhole.models.model import ToolCard

LINES = [
    line
    for line in files("keyhole.models.embedded.route").joinpath("purposes.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def told(query: str, *names: str) -> list[bool]:
    return [weight > 0 for weight in purposes(query, [ToolCard(name, "") for name in names], {})]


def test_every_line_has_things_and_what_is_said_for_them() -> None:
    for line in LINES:
        things, colon, phrases = line.partition(": ")
        assert colon, line
        for part in (things.split(", "), phrases.split(", ")):
            assert all(each and each == each.strip().lower() for each in part), line
            assert len(part) == len(set(part)), line
        assert all(len(thing.split()) <= 3 for thing in things.split(", ")), line


@pytest.mark.parametrize(
    ("query", "names", "wanted"),
    [
        ("how tall is the Eiffel Tower?", ("tower.getHeight", "tower.getArchitect"), [True, False]),
        ("Who designed the Eiffel Tower?", ("tower.getHeight", "tower_architects"), [False, True]),
        ("how tall is it", ("tower_height", "hill_height"), [False, False]),  # tells neither from the other
        ("call off the meeting", ("cancel_meeting", "meeting_list"), [True, False]),
        ("the tower", ("tower_height", "tower_architect"), [False, False]),
        ("", ("tower_height",), [False]),
        ("how tall", ("",), [False]),
    ],
)
def test_a_request_in_other_words_tells_what_is_wanted(query: str, names: tuple[str, ...], wanted: list[bool]) -> None:
    assert told(query, *names) == wanted


def test_a_thing_in_a_description_counts_and_rare_words_tell_more() -> None:
    cards = [ToolCard("info_a", "The heights of a tower."), ToolCard("info_b", "The city of a tower.")]
    [rare, nothing] = purposes("how tall is it", cards, {})
    [common, _] = purposes("how tall is it", cards, {"tall": 0.5})
    assert nothing == 0
    assert 0 < common < rare <= MOST


@given(st.text(max_size=60), st.lists(st.builds(ToolCard, st.text(max_size=20), st.text(max_size=60)), max_size=4))
def test_any_text_is_weighed(query: str, cards: list[ToolCard]) -> None:
    weights = purposes(query, cards, {})
    assert len(weights) == len(cards)
    assert all(0 <= weight <= MOST for weight in weights)
