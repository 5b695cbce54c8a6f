"""Turns that would meet: of one agent, of several with one conversation, of threads and event loops."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from helpers import answer_of, ask, calls, toolbox
from keyhole.agent import Agent
from keyhole.conversation import Conversation
from keyhole.errors import ConfigError
from keyhole.events import Cancelled, Event, Failed, ToolFinished, TurnFinished, TurnStarted
from keyhole.models.openai import OpenAIModel
from keyhole.models.replay import ReplayModel
from keyhole.tools.tool import tool
from keyhole.tools.toolbox import Toolbox


def echo(count: int = 9, **options: Any) -> ReplayModel:
    return ReplayModel([lambda request: f"to {request.messages[-1]['content']}"] * count, **options)


def said(conversation: Conversation) -> list[str]:
    return [message.text for message in conversation.messages]


async def test_agents_with_one_conversation_take_turns() -> None:
    conversation = Conversation()
    agents = [Agent(echo(delay=0.001), toolbox(), strategy="native", conversation=conversation) for _ in range(2)]
    both = await asyncio.gather(ask(agents[0], "one"), ask(agents[1], "two"))
    assert [answer_of(events) for events in both] == ["to one", "to two"]
    assert said(conversation) == ["one", "to one", "two", "to two"]


async def test_a_stream_that_is_kept_and_not_read_holds_up_nobody() -> None:
    agent = Agent(echo(delay=0.001), toolbox(), strategy="native")
    left = agent.ask("one")
    await anext(left)
    assert answer_of(await asyncio.wait_for(ask(agent, "two"), 2)) == "to two"
    assert said(agent.conversation) == ["one", "to one", "two", "to two"]
    await left.aclose()


def test_a_loop_that_was_left_in_mid_turn_holds_up_nobody() -> None:
    agent = Agent(echo(delay=0.001), toolbox(), strategy="native")
    loop = asyncio.new_event_loop()
    left = agent.ask("one")
    loop.run_until_complete(anext(left))
    assert answer_of(asyncio.run(asyncio.wait_for(ask(agent, "two"), 2)))
    loop.run_until_complete(left.aclose())
    loop.close()


def test_a_turn_in_another_thread_is_said_to_be() -> None:
    agent = Agent(echo(delay=0.02), toolbox(), strategy="native")
    begun, seen = threading.Event(), list[Event]()

    async def long() -> None:
        async for event in agent.ask("one"):
            begun.set()
            seen.append(event)

    thread = threading.Thread(target=lambda: asyncio.run(long()))
    thread.start()
    begun.wait(2)
    started, failed = asyncio.run(ask(agent, "two"))
    thread.join(2)
    assert isinstance(started, TurnStarted)
    assert isinstance(failed, Failed)
    assert (failed.code, failed.reason) == ("busy", "the agent is in a turn of another thread")
    assert isinstance(seen[-1], TurnFinished)
    assert answer_of(asyncio.run(ask(agent, "three"))) == "to three"


@pytest.mark.parametrize("shares", ["agent", "conversation"])
async def test_a_tool_that_asks_its_own_agent_is_told_so(shares: str) -> None:
    @tool
    async def again() -> str:
        """Ask again."""
        other = agent
        if shares == "conversation":
            other = Agent(echo(), toolbox(), strategy="native", conversation=agent.conversation)
        (*_, last) = await ask(other, "inner")
        assert isinstance(last, Failed)
        return last.reason

    agent = Agent(ReplayModel([calls(("again", {})), "done"]), toolbox(again), strategy="native")
    events = await asyncio.wait_for(ask(agent, "outer"), 2)
    (finished,) = [event for event in events if isinstance(event, ToolFinished)]
    assert finished.condensed == f'"the {shares} was asked from within its own turn"'
    assert answer_of(events) == "done"


async def test_one_that_waits_can_be_closed_and_one_that_runs_cancelled_from_a_thread() -> None:
    agent = Agent(echo(delay=5), toolbox(), strategy="native")
    running, waiting = asyncio.create_task(ask(agent, "one")), asyncio.create_task(ask(agent, "two"))
    await asyncio.sleep(0.01)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    await asyncio.to_thread(agent.cancel)
    assert isinstance((await running)[-1], Cancelled)
    assert said(agent.conversation) == ["one"]


@pytest.mark.parametrize(
    ("made", "says"),
    [  # of wrong types on purpose: callers without a type checker are told as well
        (lambda: Agent("gpt-4", toolbox()), "takes a ChatModel, and this is of the type str"),  # type: ignore[arg-type]
        (lambda: Agent(echo(), []), "takes a Toolbox"),  # type: ignore[arg-type]
        (lambda: Agent(echo(), Toolbox("t"), settings={}), "takes a TurnSettings"),  # type: ignore[arg-type]
        (lambda: Agent(echo(), Toolbox("t"), conversation=[]), "takes a Conversation"),  # type: ignore[arg-type]
        (lambda: Agent(echo(), Toolbox("t")).set_model(None), "takes a ChatModel"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_model_or_toolbox_is_said_at_once(made: Callable[[], Agent], says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        made()


async def test_a_message_that_is_no_text_fails_the_turn_alone() -> None:
    agent = Agent(echo(), toolbox(), strategy="native")
    last = (await asyncio.wait_for(ask(agent, 5), 2))[-1]  # type: ignore[arg-type]  # on purpose
    assert isinstance(last, Failed)
    assert (last.code, last.reason) == ("bad_message", "the message is of the type int, not a text")
    assert answer_of(await ask(agent, "x")) == "to x"


async def test_a_model_that_was_closed_says_so() -> None:
    model = OpenAIModel("http://server.test", "m", transport=httpx.MockTransport(lambda _: httpx.Response(200)))
    await model.aclose()
    last = (await ask(Agent(model, toolbox(), strategy="native"), "x"))[-1]
    assert isinstance(last, Failed)
    assert last.reason == "the model at http://server.test/v1/chat/completions was closed"
    assert last.advice == "Make it anew."
