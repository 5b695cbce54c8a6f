"""Sessions over real sockets that switch provider every turn, cancelled and cut short: no strict server says 400."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from typing import Annotated, Any

import httpx
import pytest
from pydantic import Field
from starlette.applications import Starlette
from starlette.routing import Route

from helpers import ask
from keyhole.agent import Agent
from keyhole.config import TurnSettings
from keyhole.conversation import Conversation, ToolCall, ToolResult
from keyhole.events import Cancelled, Event, Failed, ModelSwitched, StepChunk, ToolFinished, TurnFinished
from keyhole.models.anthropic import AnthropicModel
from keyhole.models.model import ChatModel, ModelProfile
from keyhole.models.openai import OpenAIModel
from keyhole.models.pool import ModelPool
from keyhole.models.replay import ReplayModel
from keyhole.tools.tool import tool
from keyhole.tools.toolbox import Toolbox
from keyhole.transcript import ToolNames, projection
from servers import anthropic, gemini, kimi, mistral, openai
from servers.desk import Desk
from servers.serving import serving

PROVIDERS = {"openai": openai, "anthropic": anthropic, "mistral": mistral, "kimi": kimi, "gemini": gemini}
Desks = dict[str, Desk]


@pytest.fixture
def served() -> Iterator[tuple[str, Desks]]:
    """The address of the strict servers, and their desks."""
    desks = {name: module.desk() for name, module in PROVIDERS.items()}
    paths = {"anthropic": "messages", "gemini": "generate"}
    routes = [
        Route(f"/{name}/v1/{paths.get(name, 'chat/completions')}", desk.handle, methods=["POST"])
        for name, desk in desks.items()
    ]
    with serving(Starlette(routes=routes)) as base:
        yield base, desks


@pytest.fixture
async def models(served: tuple[str, Desks]) -> AsyncIterator[dict[str, ChatModel]]:
    """A client for each provider that Keyhole has one for."""
    base, _ = served

    def profile(name: str) -> ModelProfile:
        return ModelProfile(id=name, dialect=name, native_tools=True, thinks=True, context_window=32_000)

    clients: dict[str, Any] = {
        name: OpenAIModel(f"{base}/{name}/v1", name, key="k", profile=profile(name))
        for name in ("openai", "mistral", "kimi")
    }
    clients["anthropic"] = AnthropicModel(
        "anthropic", base_url=f"{base}/anthropic/v1", key="k", profile=profile("anthropic")
    )
    yield clients
    for client in clients.values():
        await client.aclose()


@tool
def quick(n: Annotated[int, Field(description="a number")] = 0) -> dict[str, int]:
    """Answer at once."""
    return {"square": n * n}


@tool(name="медленно")
async def slow(n: Annotated[int, Field(description="a number")] = 0) -> str:
    """Take a moment: a visitor who cancels does so while this runs."""
    await asyncio.sleep(0.05)
    return f"slow {n}"


@tool(timeout=0.02)
async def stuck(n: Annotated[int, Field(description="a number")] = 0) -> str:
    """Never end by itself."""
    await asyncio.Event().wait()
    return ""


TOOLBOX = Toolbox("loopback", [quick, slow, stuck])
TURNS = ("just talk", "fan 2", "fan 5 cancelled", "fan 3", "endless", "fan 7 cancelled", "hello again")


async def turn(agent: Agent, text: str) -> list[Event]:
    """One turn; "cancelled" stops it at its first result, "endless" after a few words."""
    events: list[Event] = []
    async with aclosing(agent.ask(text)) as stream:
        async for event in stream:
            events.append(event)
            enough = sum(isinstance(event, StepChunk) for event in events) > 5
            if ("cancelled" in text and isinstance(event, ToolFinished)) or ("endless" in text and enough):
                agent.cancel()
    return events


async def test_two_hundred_turns_that_switch_provider_every_turn(
    served: tuple[str, Desks], models: dict[str, ChatModel]
) -> None:
    base, desks = served
    clients = list(models.values())
    settings = TurnSettings(think=True, max_steps=4)
    agent = Agent(clients[0], TOOLBOX, strategy="native", settings=settings)
    names = ToolNames(tool.name for tool in TOOLBOX)
    ended: dict[type, int] = {}
    async with httpx.AsyncClient() as client:
        for n in range(200):
            agent.set_model(clients[n % len(clients)])
            last = (await turn(agent, TURNS[n % len(TURNS)]))[-1]
            assert not isinstance(last, Failed), f"turn {n}: {last.reason}"
            ended[type(last)] = ended.get(type(last), 0) + 1
            if n % 5 == 0:
                sent = projection(agent.conversation, "gemini", names=names)
                for _ in range(2):  # a busy server is asked again
                    answer = await client.post(
                        f"{base}/gemini/v1/generate", content=json.dumps({"contents": sent.messages})
                    )
                    if answer.status_code != 429:
                        break
                assert answer.status_code == 200, answer.text
    refusals = {name: desk.books.refusals for name, desk in desks.items()}
    assert refusals == {name: [] for name in PROVIDERS}
    asked = {name: len(desk.books.statuses) for name, desk in desks.items()}
    assert all(count >= 40 for count in asked.values()), asked
    assert any(429 in desk.books.statuses for desk in desks.values())
    assert ended[TurnFinished] >= 100
    assert ended[Cancelled] >= 80
    again = Conversation.model_validate_json(agent.conversation.model_dump_json())
    assert again == agent.conversation


async def test_a_pool_in_turn_and_a_manual_switch_in_mid_conversation(
    served: tuple[str, Desks], models: dict[str, ChatModel]
) -> None:
    _, desks = served
    pool = ModelPool(list(models.values()), policy="round_robin")
    agent = Agent(pool, TOOLBOX, strategy="native", settings=TurnSettings(think=True))
    switched = 0
    for n in range(12):
        events = await ask(agent, f"fan {n % 4 + 1}")
        assert isinstance(events[-1], TurnFinished)
        switched += sum(isinstance(event, ModelSwitched) for event in events)
        if n == 6:
            pool.policy = "manual"
            pool.switch("anthropic")
    assert switched >= 10
    assert not any(desk.books.refusals for desk in desks.values())


async def test_leaving_an_endless_answer_reaches_the_server(
    served: tuple[str, Desks], models: dict[str, ChatModel]
) -> None:
    _, desks = served
    for name, model in models.items():
        agent = Agent(model, TOOLBOX, strategy="native")
        assert isinstance((await turn(agent, "endless"))[-1], Cancelled)
        for _ in range(100):
            if desks[name].books.left:
                break
            await asyncio.sleep(0.05)
        assert desks[name].books.left == 1
        assert agent.conversation.messages[-1].text.startswith("Answered after 0 results. more")


@pytest.mark.parametrize(
    ("provider", "path", "body"),
    [
        ("openai", "openai/v1/chat/completions", {"messages": [{"role": "tool", "tool_call_id": "x", "content": "r"}]}),
        ("mistral", "mistral/v1/chat/completions", {"messages": [{"role": "assistant", "content": "a"}]}),
        ("anthropic", "anthropic/v1/messages", {"messages": [{"role": "assistant", "content": "a"}]}),
        ("gemini", "gemini/v1/generate", {"contents": [{"role": "model", "parts": [{"text": "a"}]}]}),
    ],
)
async def test_the_servers_are_strict(served: tuple[str, Desks], provider: str, path: str, body: Any) -> None:
    base, desks = served
    async with httpx.AsyncClient() as client:
        assert (await client.post(f"{base}/{path}", json=body)).status_code == 400
    assert len(desks[provider].books.refusals) == 1


async def test_the_steps_of_routed_turns_are_valid_requests_too(
    served: tuple[str, Desks], models: dict[str, ChatModel]
) -> None:
    _, desks = served
    agent = Agent(next(iter(models.values())), TOOLBOX, strategy="routed", settings=TurnSettings(max_repairs=2))
    for _ in range(2):
        for model in models.values():
            agent.set_model(model)
            # these servers answer in prose where route wants JSON: every request is repaired, and still valid
            assert isinstance((await ask(agent, "what is 2 squared?"))[-1], Failed)
            agent.set_strategy("native")
            assert isinstance((await ask(agent, "fan 2"))[-1], TurnFinished)
            agent.set_strategy("routed")
    assert {name: desk.books.refusals for name, desk in desks.items()} == {name: [] for name in PROVIDERS}
    assert sum(desks[name].books.statuses.count(200) for name in models) >= 8 * 5


async def test_from_the_embedded_model_to_a_server_and_back(
    served: tuple[str, Desks], models: dict[str, ChatModel]
) -> None:
    _, desks = served
    route = {"choice": "call_tool", "tool": "quick", "question": None}
    scripts = [
        json.dumps(route),
        '{"missing": [], "args": {"n": 3}}',
        '{"choice": "none", "tool": null, "question": null}',
    ]
    small = ModelProfile(id="embedded", tier="embedded", can_write=False)
    embedded = ReplayModel(scripts * 2, profile=small)
    agent = Agent(embedded, TOOLBOX, strategy="routed")
    assert isinstance((await ask(agent, "what is 3 squared?"))[-1], TurnFinished)
    for model in models.values():
        agent.set_model(model)
        agent.set_strategy("native")
        assert isinstance((await ask(agent, "fan 3"))[-1], TurnFinished)
    agent.set_model(embedded)
    agent.set_strategy("routed")
    assert isinstance((await ask(agent, "what is 4 squared?"))[-1], TurnFinished)
    calls = [b for m in agent.conversation.messages for b in m.blocks if isinstance(b, ToolCall)]
    results = [b for m in agent.conversation.messages for b in m.blocks if isinstance(b, ToolResult)]
    assert len(calls) == len(results) == 2 + 3 * len(models)
    assert not any(desk.books.refusals for desk in desks.values())
