"""Follow-ups that act: on the thing shown or made last, with its id, and with nothing of the call before that is not
theirs."""

from __future__ import annotations

from typing import Any

import pytest

import keyhole.models.numpy_llama  # noqa: F401 - what `load` runs the weights with
from embedded_asked import last_of
from keyhole.agent import Agent
from keyhole.models.embedded.model import EmbeddedModel, load
from keyhole.tools.tool import Tool
from keyhole.tools.toolbox import Toolbox

TEXT, NUMBER, LEVEL = {"type": "string"}, {"type": "integer"}, {"type": "string", "enum": ["low", "normal", "high"]}
STATE = {"type": "string", "enum": ["new", "pending", "solved"]}
Call = tuple[str, dict[str, Any]]


def _declared(name: str, description: str, required: str, result: Any, /, **properties: dict[str, Any]) -> Any:
    return name, description, {"type": "object", "properties": properties, "required": required.split()}, result


DESK = [
    _declared(
        "list_tickets",
        "Support tickets, newest first. All filters optional.",
        "",
        [
            {"id": 5531, "subject": "Printer jams after update", "priority": "high", "agent": "Olga"},
            {"id": 5519, "subject": "Invoice shows wrong VAT", "priority": "low", "agent": "Ravi"},
            {"id": 5502, "subject": "Cannot reset password", "priority": "normal", "agent": "Olga"},
        ],
        state=STATE,
        agent=TEXT,
    ),
    _declared(
        "open_ticket",
        "Open a new ticket",
        "subject",
        {"ok": True, "ticket_id": 5540},
        subject=TEXT,
        priority=LEVEL,
        agent={**TEXT, "description": "who works on it"},
    ),
    _declared(
        "edit_ticket",
        "Change the state, priority or agent of a ticket",
        "ticket_id",
        {"ok": True},
        ticket_id=NUMBER,
        state=STATE,
        priority=LEVEL,
        agent=TEXT,
    ),
    _declared(
        "reply_to_ticket",
        "Send a reply to the customer of a ticket",
        "ticket_id text",
        {"ok": True, "reply_id": 77120},
        ticket_id=NUMBER,
        text=TEXT,
    ),
    _declared("delete_ticket", "Delete a ticket for good", "ticket_id", {"ok": True}, ticket_id=NUMBER),
]
GYM = [
    _declared(
        "find_classes",
        "Classes at the gym",
        "",
        [
            {"class_id": "c81", "title": "Sunrise Yoga", "coach": "Mei", "spots": 3},
            {"class_id": "c84", "title": "Spin Express", "coach": "Jonas", "spots": 0},
            {"class_id": "c90", "title": "Power Hour", "coach": "Aylin", "spots": 11},
        ],
        day=TEXT,
    ),
    _declared(
        "book_class",
        "Book a spot in a class",
        "class_id",
        {"booking_id": 31882, "status": "confirmed"},
        class_id=TEXT,
        for_name=TEXT,
    ),
    _declared("cancel_booking", "Cancel a booking", "booking_id", {"ok": True}, booking_id=NUMBER),
]
BOARD = [
    _declared(
        "draw.create_note",
        "Put a sticky note on the board",
        "text",
        {"id": "n7", "board": "Retro"},
        text=TEXT,
        color=TEXT,
        size={"type": "string", "enum": ["small", "medium", "large"]},
    ),
    _declared(
        "draw.format_note",
        "Changes the color or size of a note",
        "id",
        {"ok": True},
        id=TEXT,
        color=TEXT,
        size={"type": "string", "enum": ["small", "medium", "large"]},
    ),
    _declared("create_shelf", "Make a new shelf for books", "name", {"shelf_id": 88, "created": True}, name=TEXT),
    _declared(
        "shelve",
        "Put a book on a shelf",
        "book shelf",
        {"ok": True, "books_on_shelf": 6},
        book=TEXT,
        shelf={**TEXT, "description": "Name of the shelf"},
    ),
]


@pytest.fixture(scope="module")
def model() -> EmbeddedModel:
    return load()


async def _talk(model: EmbeddedModel, tools: Any, *messages: str) -> tuple[list[Call], str]:
    """The calls that the last of the messages comes to, and its answer."""

    def run_of(result: Any) -> Any:
        async def run(_: dict[str, Any]) -> Any:
            return result

        return run

    agent = Agent(
        model, Toolbox("own", [Tool(name, about, schema, run_of(back)) for name, about, schema, back in tools])
    )
    calls, ended = await last_of(agent, *messages)
    return calls, ended.answer


@pytest.mark.parametrize(
    ("tools", "messages", "call"),
    [
        # what a question was answered with
        (DESK, ["list tickets of Olga", "which one is about passwords?", "delete that one please"],
         ("delete_ticket", {"ticket_id": 5502})),
        (GYM, ["what classes are there?", "which has the most spots?", "book that one for Lena"],
         ("book_class", {"class_id": "c90", "for_name": "Lena"})),
        # the one that is called by a word of its own, whatever else is said
        (DESK, ["show me the pending tickets", "raise the invoice one to high"],
         ("edit_ticket", {"ticket_id": 5519, "priority": "high"})),
        # a choice is the last call's, though a thing has it
        (DESK, ["show me the pending tickets", "raise the printer one to high", "actually make it normal"],
         ("edit_ticket", {"ticket_id": 5531, "priority": "normal"})),
        # a text behind a colon, and behind "that", has neither ids nor things in it
        (DESK, ["open a ticket: fax line dead, low priority", "reply to it: we will be there before 5"],
         ("reply_to_ticket", {"ticket_id": 5540, "text": "we will be there before 5"})),
        # what was made is changed by the tool that changes such things
        (BOARD, ["put a yellow note that says Ship it", "make it blue"],
         ("draw.format_note", {"id": "n7", "color": "blue"})),
        # and one more has nothing of it but what it says
        (BOARD, ["put a yellow note that says Ship it", "now a small note saying Lunch"],
         ("draw.create_note", {"text": "Lunch", "size": "small"})),
        # another thing for the same place
        (BOARD, ["create a shelf called Summer Reads", "shelve Dune there", "and Small Gods"],
         ("shelve", {"book": "Small Gods", "shelf": "Summer Reads"})),
        (GYM, ["what classes are there?", "who teaches the yoga one?", "book it for me", "and Aylin's too"],
         ("book_class", {"class_id": "c90"})),
    ],
)  # fmt: skip
async def test_a_follow_up_acts_on_the_right_thing(
    model: EmbeddedModel, tools: Any, messages: list[str], call: Call
) -> None:
    calls, _ = await _talk(model, tools, *messages)
    assert calls == [call]


@pytest.mark.parametrize(
    ("tools", "messages"),
    [
        (GYM, ["book class c90", "text Lena about it"]),  # to write is no removal
        (DESK, ["show me the pending tickets", "merge the printer one and the invoice one"]),
    ],
)
async def test_what_is_no_removal_removes_nothing(model: EmbeddedModel, tools: Any, messages: list[str]) -> None:
    calls, _ = await _talk(model, tools, *messages)
    assert not [name for name, _ in calls if name.startswith(("delete", "cancel"))]


async def test_the_number_of_a_booking_is_shown(model: EmbeddedModel) -> None:
    _, answer = await _talk(model, GYM, "book class c84")
    assert "31882" in answer
