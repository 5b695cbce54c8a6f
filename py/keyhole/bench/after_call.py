"""A call that was made, and what an agent makes of a message that is said right after it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TypeVar

from pydantic import Field, ValidationError

from keyhole.agent import Agent
from keyhole.bench.suite import Row, SuiteError, ToolDeclaration
from keyhole.conversation import Conversation, ToolCall, ToolResult
from keyhole.events import ConfirmationRequested, Failed, ToolStarted, TurnFinished
from keyhole.models.model import ChatModel
from keyhole.open_call import OpenCall
from keyhole.steps import fill
from keyhole.tools.tool import Tool
from keyhole.tools.toolbox import Toolbox

Read = TypeVar("Read", bound=Row)


class Done(Row):
    """What a visitor had done, and the call that did it."""

    said: str
    tool: str
    arguments: dict[str, Any]


class Given(Row):
    """Tools, what a visitor asked, the call that was made for it and its result, and what was `done` since; or, with
    `asked_for`, the call that waits for that argument."""

    tools: tuple[ToolDeclaration, ...] = Field(min_length=1)
    ask: str
    called: str
    arguments: dict[str, Any]
    result: Any = None
    asked_for: str = ""
    done: tuple[Done, ...] = ()


class Came(Row):
    """What came of a message: the calls with their arguments, how the turn ended, and the answer."""

    calls: tuple[tuple[str, Any], ...]
    outcome: str
    answer: str


async def said_after(model: ChatModel, given: Given, message: str) -> Came:
    """Say a message in a conversation of its own, right after the call. Its tools say that they are done."""
    box = Toolbox("asked", [Tool(t.name, t.description, t.parameters, _done) for t in given.tools])
    if not given.asked_for:
        return await came_of(Agent(model, box, conversation=talk_of(given)), message)
    talk = Conversation()
    talk.append("user", given.ask)
    waits = OpenCall(given.called, given.arguments, (given.asked_for,))
    talk.append("assistant", fill.question(box[given.called], waits.missing))
    return await came_of(Agent(model, box, conversation=talk, clarifies=(given.ask,), open_call=waits), message)


def talk_of(given: Given) -> Conversation:
    """What was said and called before a message, where no call waits."""
    talk, result = Conversation(), json.dumps(given.result, ensure_ascii=False)
    _append(talk, "shown", given.ask, given.called, given.arguments, result)
    for at, each in enumerate(given.done):
        _append(talk, f"done-{at}", each.said, each.tool, each.arguments, "done")
    return talk


def _append(talk: Conversation, call: str, said: str, tool: str, arguments: dict[str, Any], result: str) -> None:
    talk.append("user", said)
    talk.append("assistant", ToolCall(id=call, name=tool, arguments=arguments))
    talk.append("tool", ToolResult(call_id=call, content=result))
    talk.append("assistant", "Here.")


async def came_of(agent: Agent, message: str) -> Came:
    """What an agent makes of a message. Where it asks whether it may do something, it may."""
    calls, outcome, answer = list[tuple[str, Any]](), "cancelled", ""
    async for event in agent.ask(message):
        if isinstance(event, ToolStarted):
            calls.append((event.tool, event.arguments))
        elif isinstance(event, ConfirmationRequested):
            agent.confirm(event.call_id, True)
        elif isinstance(event, TurnFinished):
            outcome, answer = event.outcome, event.answer
        elif isinstance(event, Failed):
            outcome = "failed"
    return Came(calls=tuple(calls), outcome=outcome, answer=answer)


def read_as(kind: type[Read], file: Path) -> Read:
    """A file of one JSON object. Raises `SuiteError` that names the place of what is wrong."""
    try:
        return kind.model_validate_json(file.read_bytes())
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise SuiteError(f"{file.name}: {place + ': ' if place else ''}{first['msg']}") from error


async def _done(args: dict[str, Any]) -> str:
    return "done"
