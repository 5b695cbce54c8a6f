"""What a message tells, in the words of the tools that are for it."""

from __future__ import annotations

import time
from typing import Any

import pytest

from keyhole.models.model import ToolCard
from keyhole.steps.plain_wish import in_plain_words
from keyhole.steps.retold import retold
from keyhole.steps.wants_done import does_not_do


def _card(name: str, description: str, **properties: dict[str, Any]) -> ToolCard:
    return ToolCard(name, description, schema={"type": "object", "properties": properties})


TEXT = {"type": "string"}
CARDS = [
    _card("log_game", "Record a chess game", winner=TEXT, loser=TEXT, rated={"type": "boolean"}),
    _card("mark_practice", "Note who was at practice", child=TEXT, status={"enum": ["present", "absent", "late"]}),
    _card("find_classes", "Search the yoga classes", style=TEXT),
    _card("restyle", "Change how a picture looks", opacity={"type": "number"}),
]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Omar lost to Greta 0-1", "Greta beat Omar 0-1"),
        ("I lost against Greta", "Greta beat me"),
        ("Lena was beaten by Tim Dorn, rated", "Tim Dorn beat Lena, rated"),
        ("Mira wasn't at U12-A today", "Mira was absent at U12-A today"),
        ("and Jonas didn't show up for U10-B", "and Jonas was absent for U10-B"),
        ("Jonas missed U10-B", "Jonas was absent from U10-B"),
        ("and Nora was there", "and Nora was present"),
        ("I'd like to learn yin, I'm new", "find classes for yin, I'm new"),
        ("make cat.png half see-through", "make cat.png opacity 0.5"),
        ("make cat.png 30% transparent", "make cat.png opacity 0.7"),
        ("visitors of the month before this one", "visitors of last month"),
    ],
)
def test_what_is_told_is_said_as_tools_have_it(said: str, told: str) -> None:
    assert retold(said, CARDS) == told


@pytest.mark.parametrize(
    "said",
    [
        "Omar lost his keys",
        "we lost the key to Room 4",
        "Mira isn't a member",
        "Mira wasn't very happy",
        "Anna missed the bus",
        "is Nora there?",
        "I'd like to try yin",
        'write "Omar lost to Greta"',
        "the day before this Friday",
    ],
)
def test_what_tells_something_else_stays_as_it_is(said: str) -> None:
    assert retold(said, CARDS) == said


def test_nothing_is_retold_where_no_tool_is_for_it() -> None:
    for said in ("Omar lost to Greta 0-1", "Mira wasn't at U12-A today", "I'd like to learn yin", "half see-through"):
        assert retold(said, [_card("send_note", "Send a note", text=TEXT)]) == said


def test_no_message_takes_long() -> None:
    begun = time.perf_counter()
    for part in ("Ann and ", "lost to Greta ", "the month before this ", "half-", "wasn't there "):
        for length in (290, 100_000):
            retold((part * length)[:length], CARDS)
    assert time.perf_counter() - begun < 1


PERCENT = {"type": "integer", "minimum": 0, "maximum": 100}
SHAPES = [
    _card("shape.add", "Draw a shape", kind={"enum": ["rect", "ellipse", "line", "diamond"]}),
    _card("set_hatch", "Sets how far the roof hatch is open", percent=PERCENT),
    _card("pages.remove", "Remove pages", ids={"type": "array"}),
]


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("draw a circle", "draw a ellipse"),
        ("draw a cricle", "draw a ellipse"),
        ("draw a line", "draw a line"),
        ("decision box with the text Sold?", "draw a diamond with the text Sold?"),
        ("thick line with the text Sold", "draw thick line with the text Sold"),
        ("the box with the text Sold is gone", "the box with the text Sold is gone"),
        ("close the hatch completely", "set the hatch to 0"),
        ("open the roof fully", "set the roof to 100"),
        ("so hot, open the hatch halfway", "set the hatch to 50"),
        ("close the door completely", "close the door completely"),
    ],
)
def test_options_and_ends_of_scales_by_other_words(said: str, plain: str) -> None:
    assert in_plain_words(said, SHAPES) == plain


@pytest.mark.parametrize(
    ("said", "without"),
    [
        ("merge Intro and Plan", "pages.remove"),
        ("can you email Ann about it", "shape.add"),
        ("duplicate the last one", "pages.remove"),
    ],
)
def test_what_a_tool_has_no_means_for_it_does_not_do(said: str, without: str) -> None:
    assert does_not_do(said, next(card for card in SHAPES if card.name == without))


def test_a_tool_that_has_the_means_does_it() -> None:
    assert not does_not_do("email Ann about it", _card("send_message", "Send a message", to=TEXT))
    assert not does_not_do("merge Ann and Bob", _card("contacts", "Link two contacts", a=TEXT, b=TEXT))
    assert not does_not_do("print labels of order 7", _card("labels", "Make a pdf of the labels", order=TEXT))
    assert not does_not_do("email addresses of the team", _card("people", "List people"))
