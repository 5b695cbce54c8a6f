"""What a call has no place for is told to the visitor, and nothing else is."""

from __future__ import annotations

from typing import Any

import pytest

import keyhole.models.numpy_llama  # noqa: F401 - what `load` runs the weights with
from keyhole.agent import Agent
from keyhole.events import ToolStarted, TurnFinished
from keyhole.models.embedded.model import EmbeddedModel, load
from keyhole.tools.tool import Tool
from keyhole.tools.toolbox import Toolbox

QUALITY = {"type": "string", "enum": ["low", "medium"], "description": "audio quality"}
UNIT = {"type": "string", "enum": ["celsius", "fahrenheit"]}


@pytest.fixture(scope="module")
def model() -> EmbeddedModel:
    return load()


async def _asked(model: EmbeddedModel, tool: Tool, message: str) -> tuple[list[dict[str, Any]], str]:
    calls, answer = [], ""
    async for event in Agent(model, Toolbox("home", [tool])).ask(message):
        if isinstance(event, ToolStarted):
            calls.append(event.arguments)
        elif isinstance(event, TurnFinished):
            answer = event.answer
    return calls, answer


def _tool(name: str, description: str, needed: str, **more: dict[str, Any]) -> Tool:
    async def done(arguments: dict[str, Any]) -> str:
        return "done"

    properties = {needed: {"type": "string", "description": f"the {needed}"}, **more}
    return Tool(name, description, {"type": "object", "properties": properties, "required": [needed]}, done)


PLAYER = _tool("play_music", "Play music.", "genre", quality=QUALITY)
WEATHER = _tool("weather", "Get the weather of a city.", "city", unit=UNIT, days={"type": "integer"})
MAIL = _tool("send_email", "Send an email.", "to", subject={"type": "string", "description": "the subject"})


@pytest.mark.parametrize(
    ("tool", "message", "call", "told"),
    [
        (PLAYER, "play jazz at high quality", {"genre": "jazz"}, "- high quality: quality can be low or medium here."),
        (PLAYER, "play jazz and relax", {"genre": "jazz"}, "- relax: nothing was done about this."),
        (WEATHER, "weather in rome in kelvin", {"city": "rome"}, "- kelvin: unit can be celsius or fahrenheit here."),
        (WEATHER, "weather in rome in metric units", {"city": "rome"}, "- metric units: unit can be celsius or"),
        (MAIL, "send an email to bob and anna about lunch", {"to": "bob", "subject": "lunch"}, "- anna: nothing was"),
    ],
)
async def test_what_a_call_has_no_place_for_is_told(
    model: EmbeddedModel, tool: Tool, message: str, call: dict[str, Any], told: str
) -> None:
    calls, answer = await _asked(model, tool, message)
    assert calls == [call]
    assert f"**Not taken into account**\n\n{told}" in answer


@pytest.mark.parametrize(
    ("tool", "message", "call"),
    [
        (PLAYER, "play jazz in low quality, please and thanks", {"genre": "jazz", "quality": "low"}),
        (PLAYER, "play jazz", {"genre": "jazz"}),
        (WEATHER, "weather in rome in fahrenheit", {"city": "rome", "unit": "fahrenheit"}),
        (WEATHER, "what is the weather in rome for 3 days", {"city": "rome", "days": 3}),
        (MAIL, "send an email to bob about lunch", {"to": "bob", "subject": "lunch"}),
    ],
)
async def test_nothing_else_is_told(model: EmbeddedModel, tool: Tool, message: str, call: dict[str, Any]) -> None:
    assert await _asked(model, tool, message) == ([call], "**done**")
