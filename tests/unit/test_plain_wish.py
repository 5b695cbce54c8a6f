"""Messages in the plain words that tools are found by."""

from __future__ import annotations

import time
from typing import Any

import pytest

from keyhole.models.model import ToolCard
from keyhole.steps.plain_wish import in_plain_words
from keyhole.steps.wants_done import denies_removal, only_asks


def _card(name: str, description: str, **properties: dict[str, Any]) -> ToolCard:
    return ToolCard(name, description, schema={"type": "object", "properties": properties})


CARDS = [
    _card("set_fan", "Switch a fan or a light of a room"),
    _card("chores.finish", "Mark a chore as finished"),
    _card("find_recipe", "Find a recipe by its name"),
    _card("boiler_faults", "Faults of the boilers of a house"),
]


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("don't let me forget the passport", "remember the passport"),
        ("please dont forget about the passport", "remember the passport"),
        ("fan on in the attic please", "turn on the attic fan"),
        ("attic fan off", "turn off the attic fan"),
        ("lights out in the attic", "turn off the attic light"),
        ("we've done the dishes", "mark as finished: dishes"),
        ("mark the dishes as finished", "mark as finished: dishes"),
        ("how do you bake rye bread?", "show the recipe for rye bread"),
        ("is everything ok?", "any faults?"),
        ("any problems with the boilers?", "any faults with the boilers?"),
    ],
)
def test_what_is_said_otherwise_is_put_plainly(said: str, plain: str) -> None:
    assert in_plain_words(said, CARDS) == plain


@pytest.mark.parametrize(
    "said",
    [
        "I forgot the passport",
        "take a day off",
        "what is on",
        "kettle off",  # nothing here has a kettle
        "fan out",
        "did the dishes arrive",
        "we did the dishes because of Ann",
        "we sold the house",
        "how do you know?",
        "how do I make a booking for two, please",
        "any problems with order 12?",
        "is everyone there?",
    ],
)
def test_what_is_no_such_wish_stays(said: str) -> None:
    assert in_plain_words(said, CARDS) == said


def test_nothing_is_marked_or_looked_up_without_a_tool_for_it() -> None:
    others = [_card("send_mail", "Send a mail")]
    for said in ("we've done the dishes", "how do you bake rye bread?", "is everything ok?", "attic fan off"):
        assert in_plain_words(said, others) == said


@pytest.mark.parametrize("text", ["lights " * 15_000, "don't " * 18_000, "i got the " * 10_000, "a" * 100_000])
def test_hostile_messages_are_read_fast(text: str) -> None:
    start = time.monotonic()
    in_plain_words(text, CARDS)
    in_plain_words(text[:299], CARDS)
    assert time.monotonic() - start < 1


def test_what_is_not_to_be_removed_is_not_removed() -> None:
    assert denies_removal("please don't delete the draft", "delete_draft")
    assert denies_removal("never cancel my standing order", "cancelOrder")
    assert not denies_removal("don't delete the draft", "list_drafts")
    assert not denies_removal("don't delete the draft but the copy", "delete_draft")
    assert not denies_removal("delete the draft", "delete_draft")


def test_whether_one_still_needs_a_thing_is_a_question() -> None:
    assert only_asks("do we still have bread?")
    assert not only_asks("do the dishes")
