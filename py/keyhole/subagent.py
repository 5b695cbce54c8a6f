"""An agent used as a tool: a request goes in, a turn of its own runs, its answer is the result.

Its tools run through its own scheduler, as in any turn; nothing about a turn depends on who asked.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import aclosing
from contextvars import ContextVar
from typing import Any

from keyhole.agent import Agent
from keyhole.errors import ToolError
from keyhole.events import ConfirmationRequested, Event, Failed, TurnFinished
from keyhole.tools.tool import Tool

_DEEPEST = 3
_depth: ContextVar[int] = ContextVar("_depth", default=0)


def agent_tool(
    make_agent: Callable[[], Agent],
    *,
    name: str,
    description: str,
    timeout: float = 120.0,
    on_event: Callable[[Event], None] | None = None,
    confirm: Callable[[ConfirmationRequested], Awaitable[bool]] | None = None,
) -> Tool:
    """A tool with one parameter, `request`, that asks a fresh agent and returns `{"answer": ...}`.

    `on_event` is told every event of the inner turn. `confirm` decides where an inner tool wants a yes; without it the
    answer is no, since nobody is there to ask. Agents within agents end three deep. Cancelling the call cancels the
    inner turn.
    """

    async def run(arguments: dict[str, Any]) -> dict[str, str]:
        depth = _depth.get()
        if depth >= _DEEPEST:
            raise ToolError(f"{name} would be an agent {depth + 1} deep", advice="Answer with what is known.")
        token = _depth.set(depth + 1)
        try:
            return await ask(arguments["request"])
        finally:
            _depth.reset(token)

    async def ask(request: str) -> dict[str, str]:
        agent = make_agent()
        last: Event | None = None
        async with aclosing(agent.ask(request)) as events:
            async for last in events:
                if on_event is not None:
                    on_event(last)
                if isinstance(last, ConfirmationRequested):
                    agent.confirm(last.call_id, confirm is not None and await confirm(last))
        if isinstance(last, TurnFinished):
            return {"answer": last.answer}
        if isinstance(last, Failed):
            raise ToolError(f"{name} could not answer: {last.reason}", advice=last.advice)
        raise ToolError(f"{name} was cancelled", advice="Answer without it.")

    parameters = {
        "type": "object",
        "properties": {"request": {"type": "string", "minLength": 1, "description": "what it should find out or do"}},
        "required": ["request"],
        "additionalProperties": False,
    }
    return Tool(name=name, description=description, parameters=parameters, run=run, timeout=timeout)
