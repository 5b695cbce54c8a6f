"""Talks about one thing after another, with tools that the embedded model never met."""

from __future__ import annotations

from typing import Any

import pytest

import keyhole.models.numpy_llama  # noqa: F401 - what `load` runs the weights with
from keyhole.agent import Agent
from keyhole.events import ToolStarted, TurnFinished
from keyhole.models.embedded.model import EmbeddedModel, load
from keyhole.tools.tool import Tool
from keyhole.tools.toolbox import Toolbox

TEXT, NUMBER = {"type": "string"}, {"type": "integer"}


def _tool(named: str, description: str, required: str, result: Any = "done", **properties: dict[str, Any]) -> Tool:
    async def run(args: dict[str, Any]) -> Any:
        return result

    typed = {"type": "object", "properties": properties, "required": required.split()}
    return Tool(named, description, typed, run)


FANS = [{"fan": "attic", "on": True, "speed": 3}, {"fan": "cellar", "on": False, "speed": 0}]
ORDERS = [{"id": "O-11", "item": "Lamp", "status": "open"}, {"id": "O-12", "item": "Chair", "status": "shipped"}]
COURSE = [
    _tool(
        "enroll_pupil",
        "Puts a child on the list of the course",
        "child",
        child={**TEXT, "description": "Name of the child"},
        siblings={**NUMBER, "description": "How many siblings come along"},
        meal={**TEXT, "enum": ["none", "vegetarian", "vegan"]},
    )
]
PARCELS = [
    _tool(
        "update_order",
        "Change the state or the urgency of an order",
        "order_id",
        order_id=NUMBER,
        state={**TEXT, "enum": ["new", "packed", "shipped"]},
        urgency={**TEXT, "enum": ["low", "normal", "high"]},
    ),
    _tool("water_plant", "Water a plant", "plant", plant=TEXT, liters={"type": "number"}),
]
HOUSE = [
    _tool("list_fans", "State of every fan in the house", "", FANS),
    _tool(
        "switch_fan",
        "Switches a fan on or off",
        "fan on",
        fan={**TEXT, "enum": ["attic", "cellar"]},
        on={"type": "boolean"},
    ),
]
BATH = [
    _tool(
        "set_bath_temperature",
        "Set the temperature of the water in a bath or a pool",
        "place degrees",
        {"ok": True},
        place={**TEXT, "enum": ["bath", "pool"]},
        degrees={"type": "number"},
    ),
    _tool("drain", "Let the water out of a bath or a pool", "place", place={**TEXT, "enum": ["bath", "pool"]}),
]
SHOP = [
    _tool("my_orders", "List my orders", "", ORDERS),
    _tool("cancel_order", "Cancel an order", "order_id", order_id=TEXT),
]


@pytest.fixture(scope="module")
def model() -> EmbeddedModel:
    return load()


async def _last(model: EmbeddedModel, tools: list[Tool], messages: tuple[str, ...]) -> Any:
    """The call that the last of the messages came to, else how its turn ended."""
    agent, came_to = Agent(model, Toolbox("mine", tools)), None
    for message in messages:
        call, ended = None, ""
        async for event in agent.ask(message):
            if isinstance(event, ToolStarted):
                call = (event.tool, event.arguments)
            elif isinstance(event, TurnFinished):
                ended = event.outcome
        came_to = call or ended
    return came_to


MIA = ("add little Mia to the course list with 2 siblings",)
ASKED = ("change the order to high urgency",)


@pytest.mark.parametrize(
    ("tools", "messages", "expected"),
    [
        (COURSE, (*MIA, "and Leo, he's vegetarian"), ("enroll_pupil", {"child": "Leo", "meal": "vegetarian"})),
        (COURSE, (*MIA, "same for Bob"), ("enroll_pupil", {"child": "Bob", "siblings": 2})),
        (COURSE, (*MIA, "no, Bob"), ("enroll_pupil", {"child": "Bob", "siblings": 2})),
        (
            COURSE,
            (*MIA, "and Leo, he's vegetarian", "actually make it 3 siblings for Mia"),
            ("enroll_pupil", {"child": "Mia", "siblings": 3}),
        ),
        (PARCELS, (*ASKED, "what's the weather on 12"), "answer"),
        (PARCELS, (*ASKED, "delete 12 from the archive"), "answer"),
        (PARCELS, (*ASKED, "water the fern with 2 liters"), ("water_plant", {"plant": "fern", "liters": 2})),
        (PARCELS, (*ASKED, "I think it was order 12"), ("update_order", {"order_id": 12, "urgency": "high"})),
        (HOUSE, ("is the attic fan on?", "switch it off"), ("switch_fan", {"fan": "attic", "on": False})),
        (SHOP, ("show my orders", "cancel the lamp", "no, the other one"), ("cancel_order", {"order_id": "O-12"})),
    ],
)
async def test_what_is_said_is_of_the_thing_that_is_spoken_of(
    model: EmbeddedModel, tools: list[Tool], messages: tuple[str, ...], expected: Any
) -> None:
    assert await _last(model, tools, messages) == expected


async def test_a_remark_before_a_wish_is_nothing_left_open_and_what_was_set_can_be_asked(model: EmbeddedModel) -> None:
    agent, answers = Agent(model, Toolbox("mine", BATH)), []
    for message in ("a bit cold, set the bath to 38", "how warm is it in the bath?", "never mind"):
        async for event in agent.ask(message):
            if isinstance(event, TurnFinished):
                answers.append(event.answer)
    done, warm, nothing = answers
    assert done == "Set bath temperature: done."
    assert "38" in warm
    assert nothing == "All right."
