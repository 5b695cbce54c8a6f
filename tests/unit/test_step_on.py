"""One step on from the call before, by code alone."""

from __future__ import annotations

from typing import Any

import pytest

from keyhole.steps.earlier import Earlier
from keyhole.steps.step_on import asked_how_much, goes_by_steps, is_step, stepped
from keyhole.tools.tool import Tool


async def _unused(args: dict[str, Any]) -> None:
    raise AssertionError(args)


def _tool(named: str, description: str, **properties: dict[str, Any]) -> Tool:
    return Tool(named, description, {"type": "object", "properties": properties}, _unused)


WHOLE = {"type": "integer", "minimum": 1}
SLIDE = _tool("open_slide", "Open a slide", index=WHOLE)
RATE = _tool("rate_slide", "Rate the slide", stars=WHOLE)
LIST = _tool("list_songs", "Songs, by pages", artist={"type": "string"}, page=WHOLE)
BOOK = _tool("book_seat", "Book a seat", number=WHOLE)
VOLUME = _tool("set_volume", "Set how loud it is", percent=WHOLE)
THIRD, SONGS = Earlier(SLIDE, {"index": 3}), Earlier(LIST, {"artist": "Abba"})


@pytest.mark.parametrize(
    ("text", "calls", "args"),
    [
        ("next one", [THIRD], {"index": 4}),
        ("and the next slide please", [Earlier(RATE, {"stars": 2}), THIRD], {"index": 4}),
        ("previous", [THIRD], {"index": 2}),
        ("previous", [Earlier(SLIDE, {"index": 1})], None),
        ("next page", [SONGS], {"artist": "Abba", "page": 2}),
        ("next page", [Earlier(LIST, {"page": 2})], {"page": 3}),
        ("next song", [THIRD], None),
        ("next one", [SONGS], None),
        ("next one", [Earlier(BOOK, {"number": 4})], None),
        ("next week", [THIRD], None),
        ("the next one is mine", [THIRD], None),
    ],
)
def test_the_next_one_is_one_place_on(text: str, calls: list[Earlier], args: dict[str, Any] | None) -> None:
    filled = stepped(text, calls)
    assert (filled and filled["args"]) == args


def test_what_goes_by_steps_is_told_by_its_words_and_choices() -> None:
    assert goes_by_steps(_tool("next_track", "Plays it"))
    assert goes_by_steps(_tool("player", "The player", to={"type": "string", "enum": ["next", "first"]}))
    assert not goes_by_steps(SLIDE)
    assert is_step("ok, next")
    assert not is_step("what is next?")


def test_who_wants_more_is_asked_how_much() -> None:
    last = Earlier(VOLUME, {"percent": 30})
    asked = {"tool": "set_volume", "args": {}, "missing": ["percent"]}
    assert asked_how_much("louder", last) == asked_how_much("a bit quieter please", last) == asked
    assert asked_how_much("louder, 40", last) is None
    assert asked_how_much("bigger", THIRD) is None
    assert asked_how_much("longer", Earlier(LIST, {"artist": "Abba", "page": 2})) is None
    assert asked_how_much("louder", Earlier(VOLUME, {}, ("percent",))) is None


@pytest.mark.parametrize("text", ["and " * 25_000, "a bit " * 20_000, "next " * 20_000])
def test_long_messages_are_no_steps(text: str) -> None:
    assert not is_step(text)
    assert asked_how_much(text, THIRD) is None
