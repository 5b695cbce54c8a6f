"""The pool: who is asked, when it goes elsewhere, and that nothing switches in the middle of an answer."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from helpers import ask, fill, route, toolbox
from keyhole.agent import Agent
from keyhole.errors import ConfigError, ContextOverflowError, ModelError, NetworkError, ServerError
from keyhole.events import ModelSwitched, TurnFinished, TurnStarted
from keyhole.models.model import ChatChunk, ChatRequest, ModelProfile, RouteTask
from keyhole.models.pool import ModelPool
from keyhole.models.replay import ReplayModel

ASK = ChatRequest(messages=[{"role": "user", "content": "hi"}])
BUSY = ServerError("busy", status=503)


def replay(id_: str, *scripts: Any, **profile: Any) -> ReplayModel:
    return ReplayModel(scripts, profile=ModelProfile(id=id_, **profile))


async def said(pool: ModelPool, request: ChatRequest = ASK) -> str:
    return "".join([chunk.text async for chunk in pool.stream(request)])


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


async def test_by_hand_it_stays_until_it_is_switched() -> None:
    pool = ModelPool([replay("a", "a1", "a2"), replay("b", "b1", dialect="anthropic")])
    assert [await said(pool), await said(pool)] == ["a1", "a2"]
    pool.switch("b")
    assert pool.profile.dialect == "anthropic"
    assert await said(pool) == "b1"
    assert [(s.from_model, s.to_model, s.reason) for s in pool.take_switches()] == [("a", "b", "chosen")]
    assert pool.take_switches() == []


async def test_in_turn_each_request_goes_to_the_next() -> None:
    pool = ModelPool([replay("a", "a1", "a2"), replay("b", "b1"), replay("c", "c1")], policy="round_robin")
    assert [await said(pool) for _ in range(4)] == ["a1", "b1", "c1", "a2"]


async def test_a_switch_never_touches_what_is_being_streamed() -> None:
    pool = ModelPool([replay("a", "a long answer of the first model"), replay("b", "b1")])
    stream = pool.stream(ASK)
    text = (await anext(stream)).text
    pool.switch("b")
    assert pool.profile.id == "b"
    assert text + "".join([chunk.text async for chunk in stream]) == "a long answer of the first model"
    assert await said(pool) == "b1"


async def test_a_failure_goes_to_the_next_with_the_request_made_anew() -> None:
    a, b = replay("a", BUSY), replay("b", "b1", dialect="mistral")
    pool = ModelPool([a, b])

    def remake(profile: ModelProfile) -> ChatRequest:
        return dataclasses.replace(ASK, messages=[{"role": "user", "content": profile.dialect}])

    assert await said(pool, dataclasses.replace(remake(pool.profile), remake=remake)) == "b1"
    assert a.requests[0].messages[0]["content"] == "openai"
    assert b.requests[0].messages[0]["content"] == "mistral"
    assert [switch.reason for switch in pool.take_switches()] == ["busy"]


async def test_a_model_that_failed_rests_longer_each_time_and_comes_back() -> None:
    clock = Clock()
    a = replay("a", BUSY, NetworkError("gone"), "a1", BUSY)
    pool = ModelPool([a, replay("b", "b1", "b2", "b3", "b4")], clock=clock)
    assert await said(pool) == "b1"
    assert pool.profile.id == "b"
    clock.now = 5.0
    assert pool.profile.id == "a"
    assert await said(pool) == "b2"
    assert pool.health["a"].rests_until == 15.0
    clock.now = 14.0
    assert await said(pool) == "b3"
    clock.now = 15.0
    assert await said(pool) == "a1"
    assert pool.health["a"].failures == 0


async def test_a_server_s_own_wait_and_a_refused_key_rest_longer() -> None:
    clock = Clock()
    limited = ServerError("slow down", status=429, retry_after=120.0)
    pool = ModelPool(
        [replay("a", limited), replay("b", ServerError("bad key", status=401)), replay("c", "c1")], clock=clock
    )
    assert await said(pool) == "c1"
    assert pool.health["a"].rests_until == 120.0
    assert pool.health["b"].rests_until >= 3600.0
    pool.switch("b")
    assert pool.profile.id == "b"


async def test_all_at_rest_the_one_that_rested_longest_is_asked() -> None:
    pool = ModelPool([replay("a", BUSY, "a1"), replay("b", ServerError("no", status=429, retry_after=60))])
    with pytest.raises(ServerError, match="no"):
        await said(pool)
    assert await said(pool) == "a1"


async def test_an_error_of_the_request_is_not_taken_elsewhere() -> None:
    b = replay("b", "b1")
    pool = ModelPool([replay("a", ServerError("bad request", status=400)), b])
    with pytest.raises(ServerError, match="bad request"):
        await said(pool)
    assert b.requests == []
    assert pool.profile.id == "a"


async def test_a_request_too_long_goes_to_a_larger_window_alone() -> None:
    small = replay("b", "b1", context_window=2048)
    large = replay("c", "c1", context_window=100_000)
    pool = ModelPool([replay("a", ContextOverflowError("too long"), context_window=4096), small, large])
    assert await said(pool) == "c1"
    assert small.requests == []
    assert pool.health["a"].failures == 0


async def test_a_model_that_takes_tasks_alone_is_asked_nothing_else() -> None:
    embedded = replay("embedded", "routed", can_write=False, takes_prompts=False)
    pool = ModelPool([replay("a", BUSY, BUSY), embedded])
    with pytest.raises(ServerError, match="busy"):
        await said(pool)
    assert [(switch.to_model, switch.reason) for switch in pool.take_switches()] == [("embedded", "busy")]
    assert await said(pool, dataclasses.replace(ASK, task=RouteTask("hi", ()))) == "routed"


async def test_what_tools_found_is_told_when_the_one_that_writes_is_gone() -> None:
    a = replay("a", route("item_lookup"), fill(name="calus mini-tool"), route(), BUSY)
    pool = ModelPool([a, replay("embedded", can_write=False, takes_prompts=False)])
    events = await ask(Agent(pool, toolbox()), "which perks has x?")
    assert isinstance(events[-1], TurnFinished)
    assert "Incandescent" in events[-1].answer
    assert [event.to_model for event in events if isinstance(event, ModelSwitched)] == ["embedded"]


async def test_models_of_one_name_are_told_apart() -> None:
    pool = ModelPool({"here": replay("a", BUSY), "there": replay("a", "a2")})
    assert await said(pool) == "a2"
    assert [(switch.from_model, switch.to_model) for switch in pool.take_switches()] == [("here", "there")]


async def test_a_switch_in_a_turn_takes_effect_with_the_next_request() -> None:
    def switched_meanwhile(request: ChatRequest) -> str:
        agent.set_model(b)
        return route("item_lookup")

    a = replay("a", switched_meanwhile)
    b = replay("b", fill(name="calus mini-tool"), route(), "b wrote this.")
    agent = Agent(a, toolbox())
    events = await ask(agent, "which perks has it?")
    assert [len(a.requests), len(b.requests)] == [1, 3]
    assert isinstance(events[-1], TurnFinished)
    assert events[-1].answer == "b wrote this."
    switched = [(e.from_model, e.to_model, e.reason) for e in events if isinstance(e, ModelSwitched)]
    assert switched == [("a", "b", "chosen")]
    assert isinstance(events[0], TurnStarted)
    assert events[0].model == "a"


async def test_a_failure_after_the_first_words_is_the_turn_s() -> None:
    class Breaks(ReplayModel):
        async def stream(self, request: ChatRequest) -> Any:
            yield ChatChunk("half")
            raise NetworkError("cut off")

    b = replay("b", "b1")
    pool = ModelPool([Breaks([], profile=ModelProfile(id="a")), b])
    with pytest.raises(ModelError, match="cut off"):
        await said(pool)
    assert b.requests == []
    assert await said(pool) == "b1"


def test_what_is_no_pool() -> None:
    for models in ([], [replay("a"), replay("a")]):
        with pytest.raises(ConfigError):
            ModelPool(models)
    with pytest.raises(ConfigError, match="no model 'x'"):
        ModelPool([replay("a")]).switch("x")
