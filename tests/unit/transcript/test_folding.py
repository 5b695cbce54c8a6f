"""A conversation that no longer fits is folded before a request: once, in every strategy, what memory pins kept."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broken import conversations
from helpers import ask, route, toolbox
from keyhole.agent import Agent
from keyhole.config import TurnSettings
from keyhole.conversation import Conversation, Text, Thinking, ToolCall, ToolResult
from keyhole.errors import ServerError
from keyhole.events import Event, StepFinished, TurnFinished
from keyhole.memory_store import MemoryStore
from keyhole.models.model import ChatRequest, ModelProfile
from keyhole.models.replay import ReplayModel
from keyhole.tokens import estimate_tokens
from keyhole.tools.toolbox import Toolbox
from keyhole.transcript import DIALECTS, check, project
from keyhole.transcript.folds import Folds

PROFILE = ModelProfile(id="writer", context_window=3000, native_tools=True)
SETTINGS = TurnSettings(answer_tokens=200, history_tokens=900)
PINNED = "I am allergic to peanuts"


def long(turns: int = 40) -> Conversation:
    conversation = Conversation()
    conversation.append("user", f"By the way, {PINNED}, so mind that.")
    conversation.append("assistant", "I will.")
    for n in range(turns):
        conversation.append("user", f"question {n} about the weather in some far away place")
        conversation.append("assistant", ToolCall(id=f"C{n}", name="weather", arguments={"place": f"place {n}"}))
        conversation.append("tool", ToolResult(call_id=f"C{n}", content=f"rain all day {n} " * 5))
        conversation.append("assistant", f"answer {n}: it rains and rains there, as it has for the whole of this week")
    return conversation


def agent(strategy: str, script: Any, *, tools: Toolbox | None = None, **changes: Any) -> Agent:
    model = ReplayModel(script, profile=PROFILE)
    turn_settings = SETTINGS.model_copy(update=changes)
    return Agent(model, tools or toolbox(), strategy=strategy, conversation=long(), settings=turn_settings)


def summaries(events: list[Event]) -> list[StepFinished]:
    return [event for event in events if isinstance(event, StepFinished) and event.step == "summary"]


def asked(agent: Agent) -> list[ChatRequest]:
    assert isinstance(agent.model, ReplayModel)
    return agent.model.requests


def text_of(request: ChatRequest) -> str:
    return "\n".join(str(message.get("content")) for message in request.messages)


@pytest.mark.parametrize("strategy", ["native", "text", "routed"])
async def test_old_turns_are_summed_up_once_and_the_record_stays(strategy: str) -> None:
    first = [route()] if strategy == "routed" else []
    asking = agent(strategy, [*first, "It rained, place after place.", "Yes.", *first, "Still yes."])
    before = list(asking.conversation.messages)
    events = await ask(asking, "does it still rain?")
    (summary,) = summaries(events)
    assert (summary.by, summary.raw) == ("model", "It rained, place after place.")
    assert summary.output.startswith("[Summary of what was said before]\nIt rained, place after place.")
    assert isinstance(events[-1], TurnFinished)
    assert events[-1].answer == "Yes."
    assert asking.conversation.messages[: len(before)] == before
    told, answering = asked(asking)[-2:]
    assert "question 0 about" in text_of(told)
    assert "It rained, place after place." in text_of(answering)
    assert "question 0 about" not in text_of(answering)
    assert estimate_tokens(text_of(answering)) < PROFILE.context_window
    again = await ask(asking, "and now?")
    assert summaries(again) == []
    assert "It rained, place after place." in text_of(asked(asking)[-1])
    assert "does it still rain?" in text_of(asked(asking)[-1])


@pytest.mark.parametrize("strategy", ["native", "text", "routed"])
async def test_what_memory_pins_is_kept_word_for_word(strategy: str) -> None:
    store = MemoryStore.open()
    store.core.append("human", PINNED)
    tools = Toolbox("t", toolbox(), pins=store.core.pins)
    first = [route()] if strategy == "routed" else []
    asking = agent(strategy, [*first, "It rained.", "Yes."], tools=tools)
    await ask(asking, "does it still rain?")
    assert f"Word for word: By the way, {PINNED}, so mind that." in text_of(asked(asking)[-1])


async def test_a_model_that_fails_to_sum_up_is_stood_in_for() -> None:
    asking = agent("native", [ServerError("busy", status=400), "Yes."])
    events = await ask(asking, "does it still rain?")
    (summary,) = summaries(events)
    assert (summary.by, summary.attempts[0].error) == ("code", "busy")
    assert "answer 23: it rains" in summary.output
    assert isinstance(events[-1], TurnFinished)


async def test_code_sums_up_where_it_is_told_to() -> None:
    asking = agent("native", ["Yes."], summaries="code")
    events = await ask(asking, "does it still rain?")
    assert [event.by for event in summaries(events)] == ["code"]
    assert isinstance(events[-1], TurnFinished)


async def test_another_conversation_has_no_part_in_it() -> None:
    asking = agent("native", ["It rained.", "Yes.", "Hello."])
    await ask(asking, "does it still rain?")
    await asking.resume("other", Conversation())
    assert summaries(await ask(asking, "hi")) == []
    assert "It rained." not in text_of(asked(asking)[-1])


def test_pins_are_whole_lines_of_core_memory() -> None:
    store = MemoryStore.open()
    assert not store.core.pins()("anything")
    store.core.append("human", "My name is Ada")
    store.core.append("notes", "C++ (the language)")
    pins = store.core.pins()
    assert pins("so: my  name is\nADA.")
    assert pins("I meant C++ (the language)!")
    assert not pins("my name is Adalbert")
    assert not pins("my name is Ada " * 1000)


@settings(max_examples=150, deadline=None)
@given(conversation=conversations, later=conversations, room=st.integers(1, 600))
def test_any_conversation_stays_sound_when_it_goes_on_after_a_fold(
    conversation: Conversation, later: Conversation, room: int
) -> None:
    folds = Folds()
    for _ in range(2):
        fold = folds.plan(conversation, room, lambda text: "a" in text)
        if fold is not None:
            folds.take(conversation, fold, "They talked.")
        conversation.messages.extend(later.messages)
    for dialect in DIALECTS:
        assert check(project(folds.view(conversation), dialect), dialect) == []


async def test_where_nothing_was_said_no_model_is_asked_to_sum_it_up() -> None:
    conversation = Conversation()
    for n in range(5):
        conversation.append("user", Text(text=" "))
        conversation.append("assistant", Thinking(text="so " * 2000), ToolCall(id=f"C{n}", name="f", arguments={}))
    model = ReplayModel(["Here I am."], profile=PROFILE)
    subject = Agent(model, toolbox(), strategy="native", conversation=conversation, settings=SETTINGS)
    events = await ask(subject, "are you there?")
    assert isinstance(events[-1], TurnFinished)
    (summary,) = summaries(events)
    assert summary.by == "code"
    assert len(asked(subject)) == 1
