"""Replies to a question back that also change what was said before, leave the question, or drop it."""

from __future__ import annotations

import time
from datetime import date
from typing import Any

import pytest

import keyhole.models.numpy_llama  # noqa: F401 - what `load` runs the weights with
from keyhole.agent import Agent
from keyhole.clock import on_day
from keyhole.conversation import Conversation
from keyhole.events import ToolStarted, TurnFinished
from keyhole.models.embedded.model import EmbeddedModel, load
from keyhole.open_call import OpenCall
from keyhole.steps import fill
from keyhole.steps.earlier import Earlier
from keyhole.steps.put_right import is_told, put_right, puts_right, surely_puts_right, with_right
from keyhole.steps.short_message import Message
from keyhole.steps.small_talk import drops
from keyhole.tools.tool import Tool
from keyhole.tools.toolbox import Toolbox

TEXT: dict[str, Any] = {"type": "string"}


@pytest.fixture(scope="module")
def shipped() -> EmbeddedModel:
    return load()


async def _done(_: dict[str, Any]) -> dict[str, Any]:
    return {"ok": True}


def _tool(name: str, description: str, needed: str, **properties: Any) -> Tool:
    schema = {"type": "object", "properties": properties, "required": needed.split()}
    return Tool(name, description, schema, _done)


DESK = _tool(
    "book_desk",
    "Book a desk for somebody",
    "person date floor",
    person=TEXT,
    date={**TEXT, "description": "YYYY-MM-DD"},
    floor={"type": "integer"},
)
CANCEL = _tool("cancel_desk", "Cancel a desk booking", "booking_id", booking_id={"type": "integer"})
KARL = Earlier(DESK, {"person": "Karl", "date": "2025-06-03"}, missing=("floor",))


def _message(text: str) -> Message:
    message = Message.of(text, reply=True)
    assert message is not None
    return message


@pytest.mark.parametrize(
    ("text", "heard", "whole", "changed"),
    [
        ("not Karl, Lena", {}, {"person": "Lena"}, {"person": "Lena"}),
        ("rather Lena, floor 2", {"floor": 2}, {"person": "Lena", "floor": 2}, {"person": "Lena"}),
        ("actually the 5th", {"floor": 5}, {"date": "2025-06-05"}, {"date": "2025-06-05"}),
        ("it's 4", {"floor": 4}, {"date": "2025-06-04"}, {}),
        ("floor 4", {"floor": 4}, {"person": "floor"}, {}),
        ("the fourth, but monday", {"floor": 4}, {"person": "monday", "floor": 4}, {}),
        ("not the desk of Karl", {}, {"person": "karl"}, {}),
    ],
)
def test_what_a_reply_puts_right(
    text: str, heard: dict[str, Any], whole: dict[str, Any], changed: dict[str, Any]
) -> None:
    assert put_right(_message(text), KARL, heard, whole) == changed


def test_words_that_put_something_right_tell_nothing_else() -> None:
    right = {"date": "2025-06-05"}
    assert with_right(KARL, {"floor": 5}, {"date": "2025-06-05"}, right) == right
    assert with_right(KARL, {"floor": 5}, {"floor": 2}, right) == {**right, "floor": 2}
    assert is_told("5", KARL, right)
    assert not is_told("4", KARL, right)


def test_how_a_correction_is_said() -> None:
    assert puts_right("but on floor 2")
    assert not puts_right("floor 2 please")
    assert surely_puts_right("not Karl", KARL)
    assert not surely_puts_right("not expensive", KARL)


@pytest.mark.parametrize("text", ["never mind, we'll stay at home", "ah leave it", "forget it, too late now"])
def test_a_question_is_dropped(text: str) -> None:
    assert drops(text)


@pytest.mark.parametrize(
    "text",
    ["leave it at the door", "forget it, make it two", "never mind, cancel order 9", "never mind the rain", "it's Bob"],
)
def test_what_goes_on_drops_nothing(text: str) -> None:
    assert not drops(text)


def test_any_long_message_is_read_fast() -> None:
    start = time.monotonic()
    for text in ("not the " * 15_000, "never mind, " * 9_000, "wait no " * 12_000, "leave it" + " " * 100_000 + "x"):
        puts_right(text)
        surely_puts_right(text, KARL)
        drops(text)
    assert time.monotonic() - start < 2


@pytest.mark.parametrize(
    ("reply", "called", "outcome"),
    [
        ("it's for Lena, floor 2", ("book_desk", {"person": "Lena", "date": "2025-06-03", "floor": 2}), "answer"),
        ("it's 4", ("book_desk", {"person": "Karl", "date": "2025-06-03", "floor": 4}), "answer"),
        ("not Karl, Lena", None, "clarify"),
        ("cancel booking 12 first", ("cancel_desk", {"booking_id": 12}), "answer"),
        ("never mind, he works from home", None, "answer"),
    ],
)
async def test_replies(
    shipped: EmbeddedModel, reply: str, called: tuple[str, dict[str, Any]] | None, outcome: str
) -> None:
    talk = Conversation()
    talk.append("user", "book a desk for Karl on 3 june 2025")
    talk.append("assistant", fill.question(DESK, ("floor",)))
    waits = OpenCall("book_desk", dict(KARL.args), ("floor",))
    box = Toolbox("desks", [DESK, CANCEL])
    agent = Agent(shipped, box, conversation=talk, clarifies=("book a desk",), open_call=waits)
    calls, ended = list[tuple[str, Any]](), ""
    with on_day(date(2025, 6, 2)):
        async for event in agent.ask(reply):
            calls += [(event.tool, event.arguments)] if isinstance(event, ToolStarted) else []
            ended = event.outcome if isinstance(event, TurnFinished) else ended
    assert (calls, ended) == ([called] if called else [], outcome)
