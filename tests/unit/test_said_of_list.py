"""What is said of a list when something was done since: another thing of it, the list again, or what was done."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

import keyhole.models.numpy_llama  # noqa: F401 - what `load` runs the weights with
from embedded_asked import last_of
from keyhole.agent import Agent
from keyhole.clock import on_day
from keyhole.models.embedded.model import EmbeddedModel, load
from keyhole.steps.acted_on import with_acted_on
from keyhole.steps.earlier import Earlier
from keyhole.steps.results import read_result
from keyhole.steps.which_thing import is_said_of_list, list_ahead
from keyhole.tools.tool import Tool
from listed_courses import BOX, CALLED, done

MOVED = Earlier(
    BOX["move_course"], {"course_id": "C-12", "day": "friday"}, result=read_result("move_course", {"ok": True})
)


@pytest.fixture(scope="module")
def model() -> EmbeddedModel:
    return load()


def test_the_list_comes_ahead_of_what_was_done_since() -> None:
    assert list_ahead([MOVED, CALLED]) == [CALLED, MOVED]
    assert list_ahead([CALLED, MOVED]) is None  # it is the last call
    assert list_ahead([MOVED]) is None
    assert list_ahead([]) is None
    waits = Earlier(BOX["move_course"], {}, missing=("course_id",))
    assert list_ahead([waits, CALLED]) is None


@pytest.mark.parametrize(
    ("wish", "is_said"),
    [
        ("cancel the chess club", True),
        ("hand the rowing one to Ben", True),
        ("thanks", False),
        ("no, make it monday", False),
        ("the chess club too", False),  # goes on with what was done
        ("is the yoga on thursday?", False),  # it was moved since
        (f"cancel the chess club {'please ' * 100}", False),
    ],
)
def test_what_is_said_of_a_list(wish: str, is_said: bool) -> None:
    assert is_said_of_list(wish, CALLED, MOVED) is is_said


@pytest.mark.parametrize(
    ("message", "calls"),
    [
        ("cancel the chess club", [("cancel_course", {"course_id": "C-14"})]),
        ("give the advanced one to Dora", [("assign_trainer", {"course_id": "C-13", "trainer": "Dora"})]),
        (
            "give both rowing ones to Dora",
            [
                ("assign_trainer", {"course_id": "C-11", "trainer": "Dora"}),
                ("assign_trainer", {"course_id": "C-13", "trainer": "Dora"}),
            ],
        ),
        ("move the chess one to monday", [("move_course", {"course_id": "C-14", "day": "monday"})]),
        ("no, to monday", [("move_course", {"course_id": "C-12", "day": "monday"})]),
        ("the chess club too", [("move_course", {"course_id": "C-14", "day": "friday"})]),
        ("Dora should have it then", [("assign_trainer", {"course_id": "C-12", "trainer": "Dora"})]),
        ("and on tuesday?", [("list_courses", {"day": "tuesday"})]),
        ("cancel it after all", [("cancel_course", {"course_id": "C-12"})]),
        ("cancel fencing", []),  # there is none, and the yoga is not meant
        ("thanks", []),
    ],
)
async def test_a_call_behind_another_of_a_list(model: EmbeddedModel, message: str, calls: Any) -> None:
    with on_day(date(2025, 6, 2)):
        made, _ = await last_of(Agent(model, BOX), "which courses are there?", "move the yoga one to friday", message)
    assert made == calls


@pytest.mark.parametrize(
    ("wish", "tool", "args", "id_"),
    [
        ("Dora should have it then", "assign_trainer", {"trainer": "Dora"}, "C-12"),
        ("Ben should have it then", "assign_trainer", {"trainer": "Ben"}, "C-12"),  # other courses have him
        ("Dora for the fencing", "assign_trainer", {"trainer": "Dora"}, None),
        ("give C-14 to Dora", "assign_trainer", {"course_id": "C-14", "trainer": "Dora"}, "C-14"),
        ("Dora for it", "assign_trainer", {"course_id": "it", "trainer": "Dora"}, "C-12"),
    ],
)
def test_the_thing_of_the_last_call(wish: str, tool: str, args: dict[str, Any], id_: str | None) -> None:
    missing = {} if "course_id" in args else {"missing": ["course_id"]}
    filled = with_acted_on({"tool": tool, "args": args, **missing}, wish, BOX[tool], [MOVED, CALLED])
    assert filled["args"].get("course_id") == id_
    assert ("missing" in filled) is (id_ is None)
    nothing_done = {"tool": tool, "args": args, **missing}
    assert with_acted_on(nothing_done, wish, BOX[tool], [CALLED]) == nothing_done


def test_a_tool_that_names_something_new_takes_no_name_of_the_list() -> None:
    new = Tool("create_course", "Create a course", {"properties": {"title": {"type": "string"}}}, done)
    filled = {"tool": "create_course", "args": {"title": "sailing"}}
    assert with_acted_on(filled, "make one called sailing", new, [MOVED, CALLED]) == filled
