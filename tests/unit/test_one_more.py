"""The thing that a message names as one more."""

from __future__ import annotations

from typing import Any

import pytest

from keyhole.steps.earlier import Earlier
from keyhole.steps.one_more import one_more
from keyhole.steps.short_message import Message
from keyhole.tools.tool import Tool


async def _unused(args: dict[str, Any]) -> None:
    raise AssertionError(args)


def _call(required: str, **args: Any) -> Earlier:
    properties = {n: {"type": "integer" if isinstance(value, int) else "string"} for n, value in args.items()}
    properties["colour"] = {"type": "string", "enum": ["red", "blue"]}
    schema = {"type": "object", "properties": properties, "required": required.split()}
    return Earlier(Tool("set_lamp", "Set a lamp", schema, _unused), args)


LAMP = _call("lamp", lamp="desk lamp", level=40)
TEAM = _call("shift unit", shift=3, unit="Squad 2", leader="Ana")
PIN = _call("map place", map="Bathing", place="North Beach")


@pytest.mark.parametrize(
    ("call", "text", "said", "expected"),
    [
        (LAMP, "hall lamps too but only 25", {"level": 25}, {"level": 25, "lamp": "hall lamps"}),
        (TEAM, "Squad 5 as well", {"shift": 5, "unit": "Squad"}, {"unit": "Squad 5"}),
        (TEAM, "Squad 5 as well, on shift 5", {"shift": 5}, {"shift": 5, "unit": "Squad 5"}),
        (PIN, "South Beach too", {"map": "South"}, {"place": "South Beach"}),
        (LAMP, "red too", {"colour": "red"}, {"colour": "red"}),
        (LAMP, "that one too", {}, {}),
        (LAMP, "monday too", {}, {}),
        (LAMP, "turn it up too", {}, {}),
        (LAMP, "no, the hall lamp too", {}, {}),
        (TEAM, "the tall Bea too", {"leader": "Bea"}, {"leader": "Bea"}),
    ],
)
def test_it_takes_the_place_of_the_one_before(
    call: Earlier, text: str, said: dict[str, Any], expected: dict[str, Any]
) -> None:
    message = Message.of(text)
    assert message is not None
    assert one_more(message, call, said) == expected


def test_long_text_is_read_in_no_time() -> None:
    text = "a " * 50_000
    message = Message(text, "", text, "")
    assert one_more(message, LAMP, {}) == {}
