"""What the tests of the embedded model ask it about, its one answer, and that of an agent that asks it."""

from __future__ import annotations

import json
from typing import Any

from keyhole.agent import Agent
from keyhole.events import ToolStarted, TurnFinished
from keyhole.models.embedded.model import EmbeddedModel
from keyhole.models.model import ChatRequest, FillTask, RouteTask, ToolCard
from keyhole.tools.loader import load_toolbox
from keyhole.tools.tool import Tool
from keyhole.tools.toolbox import Toolbox

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "city": {"type": "string", "description": "the city"},
        "days": {"type": "integer", "minimum": 1, "maximum": 10},
        "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
        "wind": {"type": "boolean"},
        "place": {"type": "object", "properties": {"lat": {"type": "number"}}, "required": ["lat"]},
        "tags": {"type": "array", "items": {"type": "string"}},
        "kind": {"const": "daily"},
    },
    "required": ["city"],
}
CARDS = (ToolCard("weather_now", "Get the weather", ("city",)), ToolCard("send_mail", "Send mail", ("to",)))


async def only(model: EmbeddedModel, task: RouteTask | FillTask | None) -> Any:
    chunks = [chunk async for chunk in model.stream(ChatRequest(messages=[], task=task))]
    assert len(chunks) == 1
    return json.loads(chunks[0].text)


async def told(model: EmbeddedModel, *questions: str) -> str:
    """The answer to the last of the questions of one conversation about everyday things, without the marks of
    Markdown."""
    agent = Agent(model, load_toolbox("everyday"))
    answer = ""
    for question in questions:
        async for event in agent.ask(question):
            if isinstance(event, TurnFinished):
                answer = event.answer
    return answer.replace("*", "").replace("\\", "")


async def last_of(agent: Agent, *messages: str) -> tuple[list[tuple[str, Any]], TurnFinished]:
    """The calls that the last of some messages came to, and how its turn ended."""
    calls, ended = list[tuple[str, Any]](), None
    for message in messages:
        calls = []
        async for event in agent.ask(message):
            if isinstance(event, ToolStarted):
                calls.append((event.tool, event.arguments))
            elif isinstance(event, TurnFinished):
                ended = event
    assert ended is not None
    return calls, ended


async def turn(model: EmbeddedModel, tool: Tool, *messages: str) -> tuple[list[dict[str, Any]], str]:
    """The arguments of all calls of a conversation, and its last answer."""
    agent = Agent(model, Toolbox("one", [tool]))
    calls, answer = [], ""
    for message in messages:
        async for event in agent.ask(message):
            if isinstance(event, ToolStarted):
                calls.append(event.arguments)
            elif isinstance(event, TurnFinished):
                answer = event.answer
    return calls, answer
