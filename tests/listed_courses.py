"""Courses that a tool lists, and what can be done with them."""

from __future__ import annotations

from typing import Any

from keyhole.steps.earlier import Earlier
from keyhole.steps.results import read_result
from keyhole.tools.tool import Tool
from keyhole.tools.toolbox import Toolbox

TEXT = {"type": "string"}
DAY = {"type": "string", "enum": ["monday", "tuesday", "wednesday", "thursday", "friday"]}
LISTED = {
    "courses": [
        {
            "id": "C-11",
            "title": "Rowing for beginners",
            "day": "monday",
            "start": "18:00",
            "trainer": "Anna",
            "fee": 40,
        },
        {"id": "C-12", "title": "Morning yoga", "day": "thursday", "start": "07:30", "trainer": "Ben", "fee": 25},
        {"id": "C-13", "title": "Rowing advanced", "day": "thursday", "start": "19:00", "trainer": "Ben", "fee": 60},
        {"id": "C-14", "title": "Chess club", "day": "friday", "start": "17:00", "trainer": "Cem", "fee": 0},
    ]
}


async def listed(args: dict[str, Any]) -> Any:
    return LISTED


async def done(args: dict[str, Any]) -> Any:
    return {"ok": True}


def tool_of(name: str, description: str, required: str, run: Any = done, /, **properties: dict[str, Any]) -> Tool:
    return Tool(name, description, {"type": "object", "properties": properties, "required": required.split()}, run)


BOX = Toolbox(
    "courses",
    [
        tool_of("list_courses", "The courses of a week", "", listed, day=DAY),
        tool_of("cancel_course", "Cancel a course", "course_id", course_id=TEXT),
        tool_of("move_course", "Move a course to another day", "course_id day", course_id=TEXT, day=DAY),
        tool_of("assign_trainer", "Give a course to a trainer", "course_id trainer", course_id=TEXT, trainer=TEXT),
        tool_of("get_weather", "The weather forecast of a place", "place", place=TEXT),
    ],
)
CALLED = Earlier(BOX["list_courses"], {}, result=read_result("list_courses", LISTED))
