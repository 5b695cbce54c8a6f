"""Strategy `text` against a real OpenAI-compatible server in a process of its own, everything streamed."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers import answer_of, ask, steps_of, toolbox
from keyhole.agent import Agent
from keyhole.config import TurnSettings
from keyhole.events import StepChunk, TurnFinished
from keyhole.models.model import ModelProfile
from keyhole.models.openai import OpenAIModel


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The base URL of the server process."""
    port_file = tmp_path_factory.mktemp("server") / "port"
    process = subprocess.Popen([sys.executable, str(Path(__file__).with_name("recorded_model.py")), str(port_file)])
    try:
        deadline = time.monotonic() + 60
        while not port_file.exists() or not port_file.read_text():
            assert process.poll() is None, "the server ended"
            assert time.monotonic() < deadline, "the server did not start"
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port_file.read_text()}/v1"
    finally:
        process.terminate()
        process.wait(10)


def agent(server: str, **settings: int) -> Agent:
    model = OpenAIModel(server, "recorded", profile=ModelProfile(id="recorded", context_window=8192))
    return Agent(model, toolbox(), strategy="text", settings=TurnSettings(**settings))


@pytest.mark.parametrize("session", ["single", "qwen coder"])
async def test_a_single_call(server: str, session: str) -> None:
    events = await ask(agent(server), f"session {session}.")
    assert answer_of(events) == "It can roll **Voltshot**."
    assert steps_of(events) == ["answer", "tool:item_lookup", "answer"]
    shown = [event.text for event in events if isinstance(event, StepChunk)]
    assert len(shown) > 3
    assert "<" not in "".join(shown)


async def test_several_calls_in_one_message(server: str) -> None:
    events = await ask(agent(server), "session several.")
    assert steps_of(events) == ["answer", "tool:item_lookup", "tool:perk_lookup", "answer"]


async def test_another_familys_form(server: str) -> None:
    events = await ask(agent(server), "session mistral.")
    assert steps_of(events) == ["answer", "tool:item_lookup", "answer"]


async def test_a_failing_call_twice_ends_in_an_answer(server: str) -> None:
    events = await ask(agent(server), "session failing.")
    assert answer_of(events) == "I found nothing about the moon."
    assert steps_of(events) == ["answer", "tool:item_lookup", "answer", "tool:item_lookup", "answer"]


async def test_endless_calls_end_with_what_is_known(server: str) -> None:
    events = await ask(agent(server, max_steps=3), "session endless.")
    assert isinstance(events[-1], TurnFinished)
    assert "Calus Mini-Tool" in events[-1].answer
    assert steps_of(events).count("tool:item_lookup") == 3
