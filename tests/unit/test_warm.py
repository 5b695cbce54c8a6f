"""A toolbox is warmed while nobody waits: its tools are asked what they know of its examples."""

from __future__ import annotations

import asyncio
import logging

import pytest

from helpers import route
from keyhole.agent import Agent
from keyhole.models.replay import ReplayModel
from keyhole.page.warm import warm
from keyhole.tools.tool import Tool
from keyhole.tools.toolbox import Toolbox


def named(name: str, asked: list[tuple[str, str]], *, breaks: bool = False) -> Tool:
    def knows(request: str) -> float:
        asked.append((name, request))
        if breaks:
            raise OSError("its table is gone")
        return 0.0

    async def run(args: dict[str, object]) -> str:
        return ""

    return Tool(name, "Do it.", {"type": "object", "properties": {}}, run, knows=knows)


async def at_once() -> None:
    """Nobody waits for anything."""


async def test_every_tool_is_asked_about_every_example_and_a_fault_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    asked: list[tuple[str, str]] = []
    tools = [named("broken", asked, breaks=True), named("sound", asked)]
    with caplog.at_level(logging.ERROR):
        await warm(Toolbox("both", tools, examples=["a", "b"]), at_once, quiet_s=0)
    assert asked == [("broken", "a"), ("sound", "a"), ("sound", "b")]
    assert "broken cannot say what it knows" in caplog.text
    assert "its table is gone" in caplog.text


async def test_nothing_is_asked_while_a_turn_is_under_way() -> None:
    asked: list[tuple[str, str]] = []
    toolbox = Toolbox("one", [named("t", asked)], examples=["a"])
    agent = Agent(ReplayModel([route(), "Hello."]), toolbox)
    turn = agent.ask("hello there")
    await anext(turn)
    warming = asyncio.create_task(warm(toolbox, agent.idle, quiet_s=0))
    async for event in turn:
        assert ("t", "a") not in asked, event
    await warming
    assert asked[-1] == ("t", "a")
