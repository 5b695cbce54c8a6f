"""One way to run tools: the same five calls asked in the page's service, on the command line and by a sub-agent."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Annotated, Any, cast

import pytest
from click.testing import CliRunner
from pydantic import Field

from helpers import answer_of, ask, calls, toolbox
from keyhole import cli
from keyhole.agent import Agent
from keyhole.errors import ToolError
from keyhole.events import Event, Failed, ToolFinished, parse_event
from keyhole.models.model import ModelProfile
from keyhole.models.replay import ReplayModel
from keyhole.page.service import Service
from keyhole.storage import Storage
from keyhole.subagent import agent_tool
from keyhole.tools.tool import Tool, tool
from keyhole.tools.toolbox import Toolbox

NATIVE = ModelProfile(id="m", native_tools=True)
QUESTION = "five things at once"


@tool
def broken(name: Annotated[str, Field(description="anything")]) -> str:
    """Always fails."""
    raise ToolError(f"no {name} today", advice="Try tomorrow.")


def five() -> Agent:
    """An agent whose turn makes five calls in two rounds: sound, failing, with wrong arguments, to no tool."""
    first = calls(("item_lookup", {"name": "calus mini-tool"}), ("perk_lookup", {"name": "voltshot"}))
    second = calls(("broken", {"name": "x"}), ("item_lookup", {"nme": "y"}), ("no_such_tool", {}))
    model = ReplayModel([first, second, "All five are done."], profile=NATIVE)
    return Agent(model, toolbox(broken), strategy="native")


def plain(value: Any) -> Any:
    """Without what differs from run to run: times are 0, ids and handles numbered as they appear."""
    numbers: dict[str, str] = {}

    def walk(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {name: walk(inner, name) for name, inner in value.items()}
        if isinstance(value, list):
            return [walk(inner, key) for inner in value]
        if key in ("at", "ms", "first_token_ms"):
            return 0 if value is not None else None
        if key in ("id", "call_id", "turn_id", "step_id", "handle") and isinstance(value, str):
            return numbers.setdefault(value, f"{key}{len(numbers)}")
        if key == "prompt":
            for id_, number in numbers.items():
                value = value.replace(id_, number)
        return value

    return walk(value)


def shown(events: list[Event]) -> Any:
    return plain([event.model_dump(mode="json") for event in events])


class Worker:
    """Stands in for the browser's worker: keeps what is sent to the page, has no engine, model or storage."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.ended = asyncio.Event()

    def send(self, text: str) -> None:
        message = json.loads(text)
        self.sent.append(message)
        if message["kind"] in ("done", "fail"):
            self.ended.set()

    def asset(self, name: str) -> str | None:
        return None


async def in_page(agent: Agent) -> tuple[list[Event], Agent]:
    """The agent's turn as the page asks for it: a JSON call to the service, an item for each event."""
    worker = Worker()
    service = Service(cast(Any, worker))
    await service.start({"strategy": "native"})
    service.agent.set_model(agent.model)
    service.agent.toolbox = agent.toolbox
    service.bridge.receive(json.dumps({"kind": "call", "id": 1, "method": "ask", "params": {"text": QUESTION}}))
    await asyncio.wait_for(worker.ended.wait(), 30)
    events = [parse_event(json.dumps(sent["value"])) for sent in worker.sent if sent["kind"] == "item"]
    return events, service.agent


async def test_five_calls_are_the_same_wherever_they_are_asked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    direct = five()
    events = await ask(direct, QUESTION)
    assert sum(isinstance(event, ToolFinished) for event in events) == 5
    assert answer_of(events) == "All five are done."

    agents: list[Agent] = []

    def inner() -> Agent:
        agents.append(five())
        return agents[-1]

    told: list[Event] = []
    helper = agent_tool(inner, name="helper", description="Does it.", on_event=told.append)
    asks_helper = ReplayModel([calls(("helper", {"request": QUESTION})), "It says so."], profile=NATIVE)
    outer = Agent(asks_helper, Toolbox("outer", [helper]), strategy="native")
    outer_events = await ask(outer, "please")
    (finished,) = (event for event in outer_events if isinstance(event, ToolFinished))
    assert json.loads(finished.condensed) == {"answer": "All five are done."}

    script = five()
    monkeypatch.setattr(cli, "choose_model", lambda settings: script.model)
    monkeypatch.setattr(cli, "load_toolbox", lambda name: script.toolbox)
    data = str(tmp_path / "chats.db")
    arguments = ["ask", QUESTION, "--json", "--strategy", "native", "--data", data]
    result = await asyncio.to_thread(CliRunner().invoke, cli.main, arguments)
    printed = [parse_event(line) for line in result.stdout.splitlines()]
    with Storage(data) as storage:
        (summary,) = storage.conversations()
        stored = storage.open(summary.id).conversation

    paged, page_agent = await in_page(five())

    assert shown(told) == shown(events)
    assert shown(paged) == shown(events)
    assert shown(printed) == shown(events)
    blocks = plain(direct.conversation.model_dump(mode="json"))
    assert plain(agents[0].conversation.model_dump(mode="json")) == blocks
    assert plain(page_agent.conversation.model_dump(mode="json")) == blocks
    assert plain(stored.model_dump(mode="json")) == blocks


async def test_a_sub_agent_that_fails_says_so_and_one_within_itself_ends() -> None:
    failing = agent_tool(
        lambda: Agent(ReplayModel([], profile=NATIVE), toolbox(), strategy="native"), name="h", description="d"
    )
    with pytest.raises(ToolError, match="could not answer: the replay has no answer"):
        await failing.run({"request": "q"})

    def nested() -> Agent:
        model = ReplayModel([calls(("h", {"request": "deeper"})), "up again"], profile=NATIVE)
        return Agent(model, Toolbox("t", [deep]), strategy="native")

    told: list[Event] = []
    deep = agent_tool(nested, name="h", description="d", on_event=told.append)
    assert await deep.run({"request": "q"}) == {"answer": "up again"}
    assert any(isinstance(event, ToolFinished) and "an agent 4 deep" in event.condensed for event in told)
    assert not any(isinstance(event, Failed) for event in told)


async def test_cancelling_the_call_cancels_the_inner_turn() -> None:
    started, ended = asyncio.Event(), asyncio.Event()

    @tool
    async def slow() -> str:
        """Never ends."""
        started.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        return ""

    def inner() -> Agent:
        return Agent(ReplayModel([calls(("slow", {}))], profile=NATIVE), toolbox(slow), strategy="native")

    task = asyncio.ensure_future(agent_tool(inner, name="h", description="d").run({"request": "q"}))
    await started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.wait_for(ended.wait(), 5)


@pytest.mark.parametrize("allowed", [None, True, False])
async def test_an_inner_tool_that_wants_a_yes_is_refused_where_nobody_is_asked(allowed: bool | None) -> None:
    @tool(confirm=True)
    def delete() -> str:
        """Delete everything."""
        return "deleted"

    def inner() -> Agent:
        model = ReplayModel([calls(("delete", {})), "done"], profile=NATIVE)
        return Agent(model, Toolbox("t", [delete]), strategy="native")

    async def confirm(event: Any) -> bool:
        return bool(allowed)

    told: list[Event] = []
    confirms = None if allowed is None else confirm
    subject: Tool = agent_tool(inner, name="h", description="d", on_event=told.append, confirm=confirms)
    await subject.run({"request": "q"})
    (finished,) = (event for event in told if isinstance(event, ToolFinished))
    assert ("deleted" in finished.condensed) is bool(allowed)
