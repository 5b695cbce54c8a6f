"""What a step does when the context overflows or the device is lost: it asks once more, and no more than once."""

from __future__ import annotations

from typing import Any

import pytest

from helpers import answer_of, ask, route, toolbox
from keyhole.agent import Agent
from keyhole.errors import ContextOverflowError, DeviceLostError
from keyhole.events import Failed
from keyhole.models.replay import ReplayModel


def content(model: ReplayModel, request: int) -> Any:
    return model.requests[request].messages[-1]["content"]


async def test_an_overflow_is_asked_again_in_fewer_words() -> None:
    model = ReplayModel([ContextOverflowError("too long"), route(), "Hello."])
    assert answer_of(await ask(Agent(model, toolbox()), "tell me of " + "many words " * 100)) == "Hello."
    assert len(content(model, 1)) < 0.7 * len(content(model, 0))
    assert model.requests[0].messages[0] == model.requests[1].messages[0]


@pytest.mark.parametrize("strategy", ["native", "text"])
async def test_models_that_call_tools_themselves_are_asked_again_too(strategy: str) -> None:
    model = ReplayModel([ContextOverflowError("too long"), "Hello.", DeviceLostError("gone"), "Hello again."])
    agent = Agent(model, toolbox(), strategy=strategy)
    assert answer_of(await ask(agent, "tell me of " + "many words " * 100)) == "Hello."
    assert len(content(model, 1)) < 0.7 * len(content(model, 0))
    assert answer_of(await ask(agent, "once more")) == "Hello again."


async def test_a_lost_device_is_asked_again_as_it_was() -> None:
    model = ReplayModel([DeviceLostError("gone"), route(), "Hello."])
    assert answer_of(await ask(Agent(model, toolbox()), "hello")) == "Hello."
    assert model.requests[0] == model.requests[1]


@pytest.mark.parametrize("error", [ContextOverflowError("too long"), DeviceLostError("gone")])
async def test_a_second_time_fails_the_turn(error: Exception) -> None:
    model = ReplayModel([error, error])
    last = (await ask(Agent(model, toolbox()), "hello"))[-1]
    assert isinstance(last, Failed)
    assert len(model.requests) == 2
