"""Wishes as people say them, with tools that the embedded model never met: what is called for them, and with what."""

from __future__ import annotations

from typing import Any

import pytest

import keyhole.models.numpy_llama  # noqa: F401 - what `load` runs the weights with
from keyhole.agent import Agent
from keyhole.events import ToolStarted, TurnFinished
from keyhole.models.embedded.model import EmbeddedModel, load
from keyhole.tools.loader import load_toolbox
from keyhole.tools.tool import Tool
from keyhole.tools.toolbox import Toolbox

TEXT, NUMBER, SWITCH = {"type": "string"}, {"type": "number"}, {"type": "boolean"}


def _tool(name: str, description: str, required: str, **properties: dict[str, Any]) -> Tool:
    async def run(args: Any) -> Any:
        return {"ok": True}

    return Tool(name, description, {"type": "object", "properties": properties, "required": required.split()}, run)


HOUSE = [
    _tool(
        "set_lamp",
        "Switch a lamp of a room on or off",
        "room",
        room={**TEXT, "enum": ["attic", "hall", "cellar"]},
        on=SWITCH,
    ),
    _tool(
        "set_heating",
        "Set the heating of a room",
        "room celsius",
        room={**TEXT, "enum": ["attic", "hall"]},
        celsius=NUMBER,
    ),
    _tool("list_chores", "List the chores", "", hide_done={**SWITCH, "description": "Leave out chores already done"}),
    _tool("finish_chore", "Mark a chore as done", "chore", chore=TEXT),
]
PANTRY = [
    _tool(
        "pantry_add",
        "Put a food into the pantry",
        "food",
        food=TEXT,
        amount=NUMBER,
        unit={**TEXT, "enum": ["g", "kg", "l", "bag"]},
    ),
    _tool("pantry_remove", "Remove a food from the pantry", "food", food=TEXT),
]


@pytest.fixture(scope="module")
def model() -> EmbeddedModel:
    return load()


async def _calls(model: EmbeddedModel, tools: list[Tool], text: str) -> list[tuple[str, dict[str, Any]]]:
    agent, calls = Agent(model, Toolbox("own", tools)), []
    async for event in agent.ask(text):
        if isinstance(event, ToolStarted):
            calls.append((event.tool, event.arguments))
        elif isinstance(event, TurnFinished):
            assert "Not answered" not in event.answer
    return calls


@pytest.mark.parametrize(
    ("said", "tool", "args"),
    [
        ("lights out in the cellar", "set_lamp", {"room": "cellar", "on": False}),
        ("attic lamp on please", "set_lamp", {"room": "attic", "on": True}),
        ("a bit chilly, set the hall to 21", "set_heating", {"room": "hall", "celsius": 21}),
        ("set the heatign in the atttic to 19", "set_heating", {"room": "attic", "celsius": 19}),
        ("what is left to do?", "list_chores", {"hide_done": True}),
        ("we did the windows", "finish_chore", {"chore": "windows"}),
    ],
)
async def test_a_wish_in_other_words_is_carried_out(
    model: EmbeddedModel, said: str, tool: str, args: dict[str, Any]
) -> None:
    assert await _calls(model, HOUSE, said) == [(tool, args)]


async def test_things_with_amounts_are_taken_by_the_tool_for_them(model: EmbeddedModel) -> None:
    tools = [*PANTRY, *load_toolbox("everyday")]
    assert await _calls(model, tools, "2 kg of lentils and a bag of rice") == [
        ("pantry_add", {"food": "lentils", "amount": 2, "unit": "kg"}),
        ("pantry_add", {"food": "rice", "amount": 1, "unit": "bag"}),
    ]
    assert await _calls(model, tools, "we need 3 l of milk") == [
        ("pantry_add", {"food": "milk", "amount": 3, "unit": "l"})
    ]
    assert [tool for tool, _ in await _calls(model, tools, "3 l in cups")] == ["unit_convert"]


async def test_what_is_not_to_be_forgotten_or_removed_is_not_removed(model: EmbeddedModel) -> None:
    for said in ("don't let me forget the rice", "please don't remove the rice"):
        assert "pantry_remove" not in [tool for tool, _ in await _calls(model, PANTRY, said)]
