"""Questions that what was shown answers, and words that belong to no wish."""

from __future__ import annotations

import pytest

from keyhole.steps.compared import difference, held_against
from keyhole.steps.fillers import without_fillers
from keyhole.steps.lookers import with_options_meant
from keyhole.steps.results import read_result
from keyhole.steps.shares import largest_share
from keyhole.steps.small_talk import kind_of
from keyhole.steps.summed import summed

FLOUR = {"item": "Flour", "on_hand_kg": 40, "minimum_kg": 60}
BOOKS = read_result("search_books", [{"title": "Dune", "year": 1965}, {"title": "Ulysses", "year": 1922}])


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("is that below the minimum?", "Yes"),
        ("are we above the minimum now?", "No"),
        ("is it more than 30?", "Yes"),
        ("is it below the ceiling?", None),
        ("is it below average?", None),
    ],
)
def test_what_there_is_is_held_against_a_number(question: str, answer: str | None) -> None:
    told = held_against(question, FLOUR)
    assert (told and told["answer"]) == answer


def test_two_things_are_so_far_apart() -> None:
    told = difference("how many years between Dune and Ulysses?", BOOKS, "book")
    assert told is not None
    assert told["difference"] == 43
    assert difference("how many trains between Dune and Ulysses?", BOOKS, "book") is None


def test_the_largest_part_of_a_whole() -> None:
    costs = read_result("costs", {"total": 70, "groups": {"flour": 40, "butter": 20, "energy": 10}}).facts
    assert largest_share("what was the biggest chunk?", costs) == {"flour": 40}
    assert largest_share("which is the smallest one?", costs) == {"energy": 10}
    assert largest_share("what was the biggest storm?", costs) is None


@pytest.mark.parametrize(
    "question", ["what do they come to all together?", "what are the fines altogether?", "what do the two come to?"]
)
def test_what_things_come_to(question: str) -> None:
    assert summed(question, [{"id": 1, "fine": 1.5}, {"id": 2, "fine": 2}]) == {"fine": 3.5}


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("alright then. list my loans", "list my loans"),
        ("hmm, 45", "45"),
        ("turn the heating down, good night", "turn the heating down"),
        ("text Mum: all well, good night", "text Mum: all well, good night"),
        ("no, the other one", "no, the other one"),
        ("right of way", "right of way"),
        ("hmm", "hmm"),
        ("hm no, the other one", "hm no, the other one"),
    ],
)
def test_fillers_are_no_part_of_a_wish(text: str, wish: str) -> None:
    assert without_fillers(text) == wish


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("thanks anyway", "thanks"),
        ("ok never mind, thanks though", "nothing"),
        ("wht can u do?", "able"),
        ("hi, i'm new here. what can you do?", "able"),
        ("thanks, and cancel it", None),
        ("hiya, hows it going", "how"),
        ("lovely ta", "thanks"),
    ],
)
def test_small_talk_in_more_forms(text: str, kind: str | None) -> None:
    assert kind_of(text) == kind


def test_a_word_begins_a_choice() -> None:
    kinds = {"kind": {"type": "string", "enum": ["temperature", "humidity"]}}
    assert with_options_meant("how humid is it?", {"kind": "temperature"}, kinds) == {"kind": "humidity"}
    assert with_options_meant("how is it?", {"kind": "temperature"}, kinds) == {"kind": "temperature"}


def test_hostile_input_is_read_fast() -> None:
    for text in (
        "what do the " + "the of " * 20_000,
        "hmm, " * 20_000,
        "is it below " + "a " * 50_000,
        "who " * 25_000,
    ):
        without_fillers(text)
        held_against(text[:5_000], FLOUR)
        largest_share(text[:5_000], {"a_x": 1, "a_y": 2, "a_z": 3})
