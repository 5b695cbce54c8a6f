"""A correction of a call that made something, by the tool that changes such things."""

from __future__ import annotations

from typing import Any

import pytest

from keyhole.steps.amended import amended
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
