"""A correction of a call that made something, by the tool that changes such things."""

from __future__ import annotations

from typing import Any

import pytest

from keyhole.steps.amended import amended, as_made, surely_said
from keyhole.steps.earlier import Earlier
from keyhole.steps.results import read_result
from keyhole.tools.tool import Tool
from keyhole.tools.toolbox import Toolbox


async def _unused(args: dict[str, Any]) -> None:
    raise AssertionError(args)


def _tool(called: str, required: str, **properties: str) -> Tool:
    typed = {key: {"type": each} for key, each in properties.items()}
    return Tool(called, "", {"type": "object", "properties": typed, "required": required.split()}, _unused)


CREATE = _tool("create_event", "title day", title="string", day="string", start_time="string", minutes="integer")
UPDATE = _tool("update_event", "event_id", event_id="integer", new_day="string", start_time="string")
CANCEL = _tool("cancel_event", "event_id", event_id="integer")
BOX = Toolbox("calendar", [CREATE, UPDATE, CANCEL])


def _made(answer: Any) -> Earlier:
    return Earlier(CREATE, {"title": "Lunch", "day": "friday"}, result=read_result("create_event", answer))


@pytest.mark.parametrize(
    ("said", "args"),
    [
        ({"start_time": "13:00"}, {"event_id": 5520, "start_time": "13:00"}),
        ({"day": "monday"}, {"event_id": 5520, "new_day": "monday"}),
    ],
)
def test_what_was_made_is_changed_by_its_id(said: dict[str, Any], args: dict[str, Any]) -> None:
    made = _made({"id": 5520, "title": "Lunch", "day": "friday"})
    assert amended(made, said, BOX) == {"tool": "update_event", "args": args}


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ({"start_time": "13:00"}, "done"),
        ({"start_time": "13:00"}, {"title": "Lunch"}),
        ({"start_time": "13:00"}, [{"id": 1}, {"id": 2}]),
        ({"minutes": 30}, {"id": 5520}),
        ({"start_time": 13}, {"id": 5520}),
        ({}, {"id": 5520}),
    ],
)
def test_without_an_id_or_a_place_for_the_value_nothing_is_changed(said: dict[str, Any], answer: Any) -> None:
    assert amended(_made(answer), said, BOX) is None


def test_a_change_is_changed_by_the_same_tool_again() -> None:
    changed = Earlier(UPDATE, {"event_id": 5520}, result=read_result("update_event", {"id": 5520}))
    assert amended(changed, {"start_time": "14:00"}, BOX) is None


def test_a_box_without_such_a_tool_changes_nothing() -> None:
    assert amended(_made({"id": 5520}), {"start_time": "13:00"}, Toolbox("calendar", [CREATE, CANCEL])) is None


BOOK = _tool("book_pitch", "guest", guest="string", nights="integer")
EDIT = _tool("edit_pitch", "pitch_no", pitch_no="string", guest="string", nights="integer", dog="boolean")
PITCH = Earlier(
    BOOK,
    {"guest": "Ida", "nights": 3},
    result=read_result("book_pitch", {"pitch_no": "P-104", "nights": 3, "beside": [{"pitch_no": "P-99"}]}),
)


def test_a_call_that_made_something_is_read_for_the_tool_that_changes_it() -> None:
    made = as_made(EDIT, PITCH, "make it 4 nights")
    assert made is not None
    ids, known = made
    assert ids == {"pitch_no": "P-104"}
    assert (known.tool, known.args) == (EDIT, {"guest": "Ida", "nights": 3})


@pytest.mark.parametrize("message", ["P-101 stays 4 nights", "p-99: make it 4 nights"])
def test_the_id_of_another_thing_is_none_of_the_last_call(message: str) -> None:
    assert as_made(EDIT, PITCH, message) is None


def test_a_tool_without_an_id_of_it_changes_nothing_that_was_made() -> None:
    assert as_made(CANCEL, PITCH, "make it 4") is None
    assert as_made(UPDATE, PITCH, "make it 4") is None
    assert as_made(EDIT, Earlier(BOOK, {"guest": "Ida"}), "make it 4") is None


@pytest.mark.parametrize(
    ("message", "changed", "sure"),
    [
        ("make it low priority", {"priority": "low", "state": "open"}, {"priority": "low"}),
        ("four nights then", {"nights": 4, "dog": True}, {"nights": 4}),
        ("with a dog", {"dog": True, "guest": "With"}, {"dog": True, "guest": "With"}),
        ("bring it forward", {"state": "urgent"}, {"state": "urgent"}),
        ("tuesday", {"day": "2025-06-03", "nights": 2}, {"day": "2025-06-03"}),
    ],
)
def test_what_stands_in_the_message_is_said(message: str, changed: dict[str, Any], sure: dict[str, Any]) -> None:
    assert surely_said(message, changed) == sure
