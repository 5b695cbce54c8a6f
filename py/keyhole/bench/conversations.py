"""Score whole conversations: messages that lean on what was said before, asked of the agent one after the other.

A file is a toolbox and conversations over it, one JSON object::

    {"tools": [{"name": ..., "description": ..., "parameters": {...}}],
     "conversations": [[{"query": "weather in Oslo", "kind": "first", "expected": {"choice": "call_tool", ...}}, ...]]}

`expected` is that of a suite's row (`keyhole.bench.suite`). A message is right where the agent makes the one call that
is expected and no other, asks back where it should, and calls nothing where nothing is asked for. `answers` has what
the tools answer to it, by their names ("done", where it is not told); `says` are texts of which the agent's own answer
has to have one. Every conversation goes on from what the agent itself did, wrong or not. Kinds are what the file calls
them; `first` begins one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from pydantic import Field

from keyhole.agent import Agent
from keyhole.bench.after_call import Came, came_of, read_as
from keyhole.bench.metrics import match_calls
from keyhole.bench.suite import Expected, Row, ToolDeclaration
from keyhole.models.model import ChatModel
from keyhole.tools.tool import Tool
from keyhole.tools.toolbox import Toolbox

FIRST = "first"
"""The kind of the message that begins a conversation."""


class Said(Row):
    """One message and what is right then."""

    query: str
    kind: str
    expected: Expected
    answers: dict[str, Any] = Field(default_factory=dict)
    says: tuple[str, ...] = ()


class Conversations(Row):
    """A toolbox and conversations over it."""

    tools: tuple[ToolDeclaration, ...] = Field(min_length=1)
    conversations: tuple[tuple[Said, ...], ...] = Field(min_length=1)


class Judged(Came):
    """A message, what came of it and whether that was right."""

    query: str
    kind: str
    right: bool


def read(file: Path) -> Conversations:
    """The conversations of a file. Raises `SuiteError`."""
    return read_as(Conversations, file)


async def judge(model: ChatModel, talks: Conversations) -> list[list[Judged]]:
    """Ask every conversation of an agent of its own. Where that asks whether it may do something, it may."""
    answers: dict[str, Any] = {}
    box = Toolbox("asked", [Tool(t.name, t.description, t.parameters, _answers(answers, t.name)) for t in talks.tools])
    judged = []
    for talk in talks.conversations:
        agent, told = Agent(model, box), []
        for said in talk:
            answers.clear()
            answers.update(said.answers)
            told.append(await _judged(agent, said))
        judged.append(told)
    return judged


def shares(talks: list[list[Judged]]) -> dict[str, tuple[int, int]]:
    """How many messages were right, and of how many: in all behind the first ones (`later`), and by kind."""
    counted: dict[str, tuple[int, int]] = {}
    for said in (each for talk in talks for each in talk):
        for kind in (said.kind,) if said.kind == FIRST else ("later", said.kind):
            right, asked = counted.get(kind, (0, 0))
            counted[kind] = (right + said.right, asked + 1)
    return counted


def table(files: Mapping[str, Mapping[str, tuple[int, int]]]) -> str:
    """A Markdown table, a line for each file."""
    kinds = [FIRST, "later", *sorted({kind for counts in files.values() for kind in counts} - {FIRST, "later"})]
    lines = [f"| file | {' | '.join(kinds)} |", "| --- " * (len(kinds) + 1) + "|"]
    for name, counts in files.items():
        cells = ("-" if kind not in counts else "{} of {}".format(*counts[kind]) for kind in kinds)
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


async def _judged(agent: Agent, said: Said) -> Judged:
    came, expected = await came_of(agent, said.query), said.expected
    right = match_calls(came.calls, expected.calls) if expected.calls else not came.calls
    right = right and came.outcome != "failed" and (expected.choice != "clarify" or came.outcome == "clarify")
    right = right and (not said.says or any(text.lower() in came.answer.lower() for text in said.says))
    return Judged(query=said.query, kind=said.kind, right=right, **dict(came))


def _answers(answers: Mapping[str, Any], tool: str) -> Callable[[dict[str, Any]], Awaitable[Any]]:
    """A tool that answers what is told for the message under way."""

    async def answer(args: dict[str, Any]) -> Any:
        return answers.get(tool, "done")

    return answer
