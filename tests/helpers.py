"""What the unit tests share: a small toolbox and ways to run turns."""

from __future__ import annotations

import gc
import json
import time
from collections.abc import Callable
from typing import Annotated, Any

from pydantic import Field

from keyhole.agent import Agent
from keyhole.errors import ToolError
from keyhole.events import Event, StepFinished, ToolFinished, TurnFinished
from keyhole.models.model import ChatChunk, ToolCallDelta
from keyhole.tools.tool import Tool, tool
from keyhole.tools.toolbox import Toolbox

ITEMS = {
    "calus mini-tool": {"name": "Calus Mini-Tool", "type": "Submachine gun", "perks": ["Incandescent", "Voltshot"]}
}


@tool
def item_lookup(name: Annotated[str, Field(description="the item's name")]) -> dict[str, Any]:
    """Look up one item: its perks, type and source."""
    try:
        return ITEMS[name.lower()]
    except KeyError:
        raise ToolError(f"no item named {name!r}", advice="Did you mean Calus Mini-Tool?") from None


@tool
def perk_lookup(name: Annotated[str, Field(description="the perk's name")]) -> dict[str, Any]:
    """Say what one perk does."""
    return {"name": name.title(), "effect": f"{name.title()} spreads scorch."}


def toolbox(*more: Tool) -> Toolbox:
    return Toolbox("test", [item_lookup, perk_lookup, *more], examples=["what perks can roll on calus mini-tool?"])


def route(tool: str | None = None, question: str | None = None) -> str:
    choice = "call_tool" if tool else "clarify" if question else "none"
    return json.dumps({"choice": choice, "tool": tool, "question": question})


def fill(**args: Any) -> str:
    return json.dumps({"missing": [], "args": args})


def calls(*asked: tuple[str, Any], text: str = "") -> list[ChatChunk]:
    """An answer that calls tools, its arguments cut in two pieces each."""
    chunks = [ChatChunk(text)] if text else []
    for index, (name, arguments) in enumerate(asked):
        written = arguments if isinstance(arguments, str) else json.dumps(arguments)
        half = len(written) // 2
        chunks.append(ChatChunk(tool_calls=(ToolCallDelta(index, f"provider_{index}", name, written[:half]),)))
        chunks.append(ChatChunk(tool_calls=(ToolCallDelta(index, arguments=written[half:]),)))
    return [*chunks, ChatChunk(finish_reason="tool_calls")]


async def ask(agent: Agent, text: str) -> list[Event]:
    return [event async for event in agent.ask(text)]


def answer_of(events: list[Event]) -> str:
    last = events[-1]
    assert isinstance(last, TurnFinished), last
    return last.answer


def steps_of(events: list[Event]) -> list[str]:
    """The turn's shape: ["route", "fill:item_lookup", "tool:item_lookup", "route", "answer"]."""
    shape: list[str] = []
    for event in events:
        if isinstance(event, StepFinished):
            shape.append(f"fill:{event.tool}" if event.step == "fill" else event.step)
        elif isinstance(event, ToolFinished):
            shape.append(f"tool:{event.tool}")
    return shape


def growth(small: Callable[[], object], large: Callable[[], object]) -> float:
    """How many times the processor time of `small` the work of `large` takes, measured in turn, the best of five.

    Without the garbage collector, which only large work sets off, and which walks whatever the tests before have left:
    frozen, that is nothing to it.
    """

    def once(work: Callable[[], object]) -> float:
        gc.collect()
        started = time.process_time()
        work()
        return time.process_time() - started

    gc.disable()
    gc.freeze()
    try:
        pairs = [(once(small), once(large)) for _ in range(5)]
    finally:
        gc.unfreeze()
        gc.enable()
    return min(pair[1] for pair in pairs) / max(min(pair[0] for pair in pairs), 1e-4)
