"""Which half of the day is meant, by the hours of the call before."""

from __future__ import annotations

from typing import Any

import pytest

from keyhole.steps.earlier import Earlier
from keyhole.steps.half_of_day import in_that_half
from keyhole.steps.results import read_result
from keyhole.tools.tool import Tool


async def _unused(args: dict[str, Any]) -> None:
    raise AssertionError(args)


def _call(**args: Any) -> Earlier:
    schema = {"type": "object", "properties": {name: {"type": "string"} for name in (*args, "until")}}
    return Earlier(Tool("find_tables", "Find free tables", schema, _unused), args)


@pytest.mark.parametrize(
    ("text", "args", "said", "expected"),
    [
        ("from five already", {"start": "18:00"}, {"start": "05:00"}, {"start": "17:00"}),
        ("at seven", {"start": "10:30"}, {"start": "07:00"}, {"start": "07:00"}),
        ("till one", {"start": "10:00"}, {"until": "01:00"}, {"until": "13:00"}),
        ("7 to 7.30 in the evening", {"start": "08:00"}, {"start": "07:00"}, {"start": "19:00"}),
        ("at 4am", {"start": "18:00"}, {"start": "04:00"}, {"start": "04:00"}),
        ("at 05:00", {"start": "18:00"}, {"start": "05:00"}, {"start": "05:00"}),
        ("in the morning at 9", {"start": "15:00"}, {"start": "09:00"}, {"start": "09:00"}),
        (
            "at half past four",
            {"start": "2025-03-01T15:30"},
            {"start": "2025-03-01T04:30"},
            {"start": "2025-03-01T16:30"},
        ),
        ("at six", {"guest": "Ana"}, {"start": "06:00"}, {"start": "06:00"}),
    ],
)
def test_an_hour_is_of_that_half(
    text: str, args: dict[str, str], said: dict[str, str], expected: dict[str, str]
) -> None:
    assert in_that_half(text, _call(**args), said) == expected


def test_what_was_shown_tells_it_as_well() -> None:
    shown = read_result("find_tables", [{"table": 4, "time": "14:20"}])
    call = Earlier(_call(guest="Ana").tool, {"guest": "Ana"}, result=shown)
    assert in_that_half("only before half past two", call, {"until": "02:30"}) == {"until": "14:30"}
