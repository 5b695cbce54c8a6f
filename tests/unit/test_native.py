"""Strategy `native`: calls made by the model itself, over scripted answers."""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing
from typing import Annotated, Any

import pytest
from pydantic import Field

from helpers import answer_of, ask, calls, toolbox
from keyhole.agent import Agent
from keyhole.config import TurnSettings
from keyhole.conversation import Conversation, Text, Thinking, ToolCall, ToolResult, Unanswered
from keyhole.errors import ServerError
from keyhole.events import (
    Cancelled,
    ConfirmationRequested,
    Failed,
    ModelSwitched,
    StepChunk,
    ToolFinished,
    ToolStarted,
    TurnFinished,
)
from keyhole.models.model import ChatChunk, ModelProfile
from keyhole.models.pool import ModelPool
from keyhole.models.replay import ReplayModel
from keyhole.tools.tool import Tool, tool
from keyhole.tools.toolbox import Toolbox
from keyhole.transcript import DIALECTS, check, project

NATIVE = ModelProfile(id="m", native_tools=True, context_window=8192)


def agent(*scripts: Any, profile: ModelProfile = NATIVE, **options: Any) -> tuple[Agent, ReplayModel]:
    model = ReplayModel(scripts, profile=profile)
    return Agent(model, options.pop("toolbox", toolbox()), strategy="native", **options), model


LOOKUP = ("item_lookup", {"name": "calus mini-tool"})


async def test_two_calls_at_once_then_the_answer() -> None:
    subject, model = agent(calls(LOOKUP, ("perk_lookup", {"name": "voltshot"}), text="Let me look."), "It has two.")
    events = await ask(subject, "perks of calus mini-tool?")
    assert answer_of(events) == "It has two."
    assert [event.tool for event in events if isinstance(event, ToolFinished)] == ["item_lookup", "perk_lookup"]
    assert "".join(event.text for event in events if isinstance(event, StepChunk)) == "Let me look.It has two."
    roles = [message.role for message in subject.conversation.messages]
    assert roles == ["user", "assistant", "tool", "tool", "assistant"]
    first, second = model.requests
    assert [tool["function"]["name"] for tool in first.tools] == ["item_lookup", "perk_lookup"]
    assert list(second.messages[: len(first.messages)]) == list(first.messages)
    assert [message["role"] for message in second.messages] == ["system", "user", "assistant", "tool", "tool"]
    for dialect in DIALECTS:
        assert check(project(subject.conversation, dialect), dialect) == []


@pytest.mark.parametrize(
    "written",
    [
        '```json\n{"name": "item_lookup", "arguments": {"name": "calus mini-tool"}}\n```',
        '<tool_call>{"name": "item_lookup", "arguments": {"name": "calus mini-tool"}}</tool_call>',
        '[TOOL_CALLS][{"name": "item_lookup", "arguments": {"name": "calus mini-tool"}}]',
        '{"name": "item_lookup", "arguments": {"name": "calus mini-tool"}}',
    ],
)
async def test_a_call_that_the_server_passed_on_as_text_is_one(written: str) -> None:
    own = written[0] in "<["
    subject, model = agent(f"Let me look.\n{written}" if own else written, "It has two.")
    events = await ask(subject, "q")
    assert answer_of(events) == "It has two."
    seen = "".join(event.text for event in events if isinstance(event, StepChunk))
    assert seen.strip() == ("Let me look.\nIt has two." if own else "It has two.")
    said, (call,) = subject.conversation.messages[1].blocks[0], model.requests[1].messages[2]["tool_calls"]
    assert said == Text(text="Let me look.") or not own
    assert (call["function"]["name"], call["function"]["arguments"]) == ("item_lookup", '{"name": "calus mini-tool"}')
    subject, _ = agent(written, written, settings=TurnSettings(max_steps=1))
    assert answer_of(await ask(subject, "q")).startswith("**Calus Mini-Tool**")


async def test_a_call_that_stands_in_the_text_as_well_is_made_once() -> None:
    subject, _ = agent(
        calls(LOOKUP, text=f"<tool_call>{json.dumps({'name': LOOKUP[0], 'arguments': LOOKUP[1]})}</tool_call>"),
        "It has two.",
    )
    events = await ask(subject, "q")
    assert sum(isinstance(event, ToolStarted) for event in events) == 1
    assert "".join(event.text for event in events if isinstance(event, StepChunk)) == "It has two."


@pytest.mark.parametrize(
    "text",
    [
        'Hermes writes `<tool_call>{"name": "item_lookup", "arguments": {"name": "x"}}</tool_call>` for it.',
        'As JSON:\n```json\n{"name": "item_lookup", "arguments": {"name": "x"}}\n```\nPaste it there.',
        'As JSON:\n{"name": "item_lookup", "arguments": {"name": "x"}}',
        'In Python:\nitem_lookup(name="x")',
        "Using item_lookup with 'x'.",
    ],
)
async def test_what_an_answer_shows_is_no_call(text: str) -> None:
    subject, model = agent(text)
    assert answer_of(await ask(subject, "q")) == text
    assert len(model.requests) == 1


async def test_of_a_large_toolbox_what_suits_the_request_is_declared() -> None:
    async def nothing(arguments: dict[str, Any]) -> str:
        return ""

    others = [Tool(name=f"other_{n}", description=f"Other {n}.", parameters={}, run=nothing) for n in range(300)]
    large = Toolbox("large", [*others[:150], *toolbox(), *others[150:]])
    for question in ("look up the item calus mini-tool", "bonjour"):
        subject, model = agent("It is a gun.", toolbox=large)
        await ask(subject, question)
        declared = [tool["function"]["name"] for tool in model.requests[0].tools]
        assert len(declared) == 128
        assert declared == [tool.name for tool in large if tool.name in declared], "in the toolbox's order"
        assert ("item_lookup" in declared) or question == "bonjour"


@pytest.mark.parametrize("dialect", DIALECTS)
async def test_requests_are_valid_in_every_dialect(dialect: str) -> None:
    profile = ModelProfile(id="m", native_tools=dialect != "plain", dialect=dialect)
    subject, model = agent(calls(LOOKUP, LOOKUP), calls(LOOKUP), "done", profile=profile)
    await ask(subject, "q")
    assert len(model.requests) == 3
    for request in model.requests:
        messages = list(request.messages)
        assert messages[0]["role"] == "system"
        apart = messages[1:] if dialect in ("anthropic", "gemini") else messages
        assert check(apart, dialect) == []


async def test_names_the_provider_forbids_come_back_as_the_toolbox_has_them() -> None:
    @tool(name="погода сегодня")
    def weather(place: Annotated[str, Field(description="where")]) -> str:
        """Tell the weather."""
        return f"rain in {place}"

    def answer(request: Any) -> Any:
        return calls((request.tools[-1]["function"]["name"], {"place": "Omsk"}))

    subject, model = agent(answer, "Rain.", toolbox=toolbox(weather))
    events = await ask(subject, "weather?")
    assert [event.tool for event in events if isinstance(event, ToolFinished)] == ["погода сегодня"]
    assert model.requests[0].tools[-1]["function"]["name"].isascii()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [("", {}), ("{'name': 'x',}", {"name": "x"}), ('{"name": "x', '{"name": "x'), ("[1]", [1])],
)
async def test_arguments_are_recorded_as_far_as_they_can_be_read(arguments: str, expected: Any) -> None:
    subject, _ = agent(calls(("item_lookup", arguments)), "Sorry.")
    await ask(subject, "q")
    (call,) = (b for m in subject.conversation.messages for b in m.blocks if isinstance(b, ToolCall))
    assert call.arguments == expected
    assert call.id.startswith("call_")
    assert "provider" not in call.id


async def test_thoughts_and_their_seals_are_recorded_and_go_back() -> None:
    sealed = [
        ChatChunk(thinking="first "),
        ChatChunk(thinking="thought"),
        ChatChunk(signature="seal", signed_by="anthropic"),
        ChatChunk(signature="data", signed_by="anthropic-redacted"),
        *calls(LOOKUP),
    ]
    subject, model = agent(sealed, "done", profile=ModelProfile(id="m", native_tools=True, dialect="anthropic"))
    await ask(subject, "q")
    assert subject.conversation.messages[1].blocks[:2] == (
        Thinking(text="first thought", signature="seal", signed_by="anthropic"),
        Thinking(text="", signature="data", signed_by="anthropic-redacted"),
    )
    content = model.requests[1].messages[2]["content"]
    assert content[0] == {"type": "thinking", "thinking": "first thought", "signature": "seal"}
    assert content[1] == {"type": "redacted_thinking", "data": "data"}


async def test_a_cancelled_fan_out_keeps_what_came_and_notes_the_rest() -> None:
    started = asyncio.Event()

    @tool
    async def slow() -> str:
        """Never ends."""
        started.set()
        await asyncio.Event().wait()
        return ""

    subject, _ = agent(calls(LOOKUP, ("slow", {}), ("slow", {})), "next answer", toolbox=toolbox(slow))
    events = []
    async with aclosing(subject.ask("q")) as stream:
        async for event in stream:
            events.append(event)
            if isinstance(event, ToolFinished):
                await started.wait()
                subject.cancel()
    assert isinstance(events[-1], Cancelled)
    blocks = [block for message in subject.conversation.messages for block in message.blocks]
    assert sum(isinstance(block, ToolResult) for block in blocks) == 1
    assert [block.reason for block in blocks if isinstance(block, Unanswered)] == ["cancelled", "cancelled"]
    assert answer_of(await ask(subject, "and now?")) == "next answer"
    for dialect in DIALECTS:
        assert check(project(subject.conversation, dialect), dialect) == []
    assert json.dumps(project(subject.conversation, "openai")).count("was cancelled") == 2


@pytest.mark.parametrize("strategy", ["native", "text"])
@pytest.mark.parametrize(
    ("written", "taken"),
    [
        ({"number": "2", "tags": '["a"]', "name": 7, "since": None}, {"number": 2, "tags": ["a"], "name": "7"}),
        ({"number": " 3 ", "since": "1"}, {"number": 3, "since": "1"}),
        ({"number": 1, "name": "2"}, {"number": 1, "name": "2"}),
        ({"number": "two"}, None),
        ({"number": None}, None),
        ({"number": True}, None),
        ({"number": 1, "name": True}, None),
    ],
)
async def test_an_argument_of_another_type_is_taken_where_it_can_be_no_other(
    strategy: str, written: dict[str, Any], taken: dict[str, Any] | None
) -> None:
    got: list[dict[str, Any]] = []

    @tool
    def count(number: int, tags: list[str] | None = None, name: str = "", since: str = "") -> str:
        """Count."""
        got.append({"number": number} | ({"tags": tags} if tags else {}))
        return "counted"

    text = f"<tool_call>{json.dumps({'name': 'count', 'arguments': written})}</tool_call>"
    model = ReplayModel([text if strategy == "text" else calls(("count", written)), "Done."])
    events = await ask(Agent(model, toolbox(count), strategy=strategy), "q")
    started = next(event for event in events if isinstance(event, ToolStarted))
    assert started.arguments == (written if taken is None else taken)
    assert bool(got) == (taken is not None)


@pytest.mark.parametrize("strategy", ["native", "text"])
async def test_the_words_before_a_cancelled_call_are_kept_once(strategy: str) -> None:
    @tool
    async def slow() -> str:
        """Never ends."""
        await asyncio.Event().wait()
        return ""

    written = 'Let me look. <tool_call>{"name": "slow", "arguments": {}}</tool_call>'
    model = ReplayModel([written if strategy == "text" else calls(("slow", {}), text="Let me look.")])
    subject = Agent(model, toolbox(slow), strategy=strategy)
    async for event in subject.ask("q"):
        if isinstance(event, ToolStarted):
            subject.cancel()
    assert [message.text for message in subject.conversation.messages] == ["q", "Let me look.", ""]


async def test_a_model_that_never_stops_calling_is_stopped() -> None:
    settings = TurnSettings(max_steps=2)
    subject, model = agent(*(calls(("item_lookup", {"name": str(n)})) for n in range(5)), settings=settings)
    events = await ask(subject, "q")
    assert isinstance(events[-1], Failed)
    assert "still called tools after 2 rounds" in events[-1].reason
    assert [request.call_tools for request in model.requests] == [True, True, False]
    assert sum(isinstance(event, ToolStarted) for event in events) == 2


async def test_the_same_failing_call_twice_ends_the_rounds() -> None:
    wrong = calls(("item_lookup", {"name": "nothing"}))
    subject, model = agent(wrong, calls(LOOKUP), wrong, "There is no such item.")
    assert answer_of(await ask(subject, "q")) == "There is no such item."
    assert [request.call_tools for request in model.requests] == [True, True, True, False]
    subject, _ = agent(wrong, wrong, wrong)
    last = (await ask(subject, "q"))[-1]
    assert isinstance(last, Failed)
    assert last.reason == "the model still called tools after 2 rounds"


async def test_the_same_result_three_times_ends_the_rounds() -> None:
    subject, model = agent(*[calls(LOOKUP)] * 3, "It has two.", settings=TurnSettings(max_steps=9))
    assert answer_of(await ask(subject, "q")) == "It has two."
    assert [request.call_tools for request in model.requests] == [True, True, True, False]


@pytest.mark.parametrize("last", ["", calls(LOOKUP, text="I will check once more.")])
async def test_what_the_tools_brought_is_told_where_the_model_does_not(last: Any) -> None:
    subject, _ = agent(calls(LOOKUP), last, "next answer", settings=TurnSettings(max_steps=1))
    answer = answer_of(await ask(subject, "q"))
    assert "Voltshot" in answer
    assert answer.startswith("I will check once more." if last else "")
    assert subject.conversation.messages[-1].text == answer
    assert answer_of(await ask(subject, "and now?")) == "next answer"


async def test_silence_is_a_failure_and_the_next_turn_works() -> None:
    subject, _ = agent([ChatChunk(finish_reason="stop")], "hello")
    assert isinstance((await ask(subject, "q"))[-1], Failed)
    assert answer_of(await ask(subject, "again")) == "hello"


@pytest.mark.parametrize("arguments", ["", '{"name": "calus'])
async def test_a_call_that_the_token_limit_cut_off_is_not_made_and_told_as_that(arguments: str) -> None:
    cut = [*calls(("item_lookup", arguments), text="Let me look.")[:-1], ChatChunk(finish_reason="length")]
    subject, model = agent(cut, calls(LOOKUP), "It has two.")
    events = await ask(subject, "q")
    assert answer_of(events) == "It has two."
    assert "reached its token limit (512) inside this call" in json.dumps(model.requests[1].messages)
    subject, _ = agent(*[cut] * 3, settings=TurnSettings(max_steps=2))
    last = (await ask(subject, "q"))[-1]
    assert isinstance(last, Failed)
    assert last.reason == "the model's answer reached its token limit (512) inside a call"
    assert "allow longer answers" in last.advice


@pytest.mark.parametrize("arguments", ["", "null", " {} "])
async def test_a_call_without_arguments_is_one_in_whatever_way_it_says_so(arguments: str) -> None:
    @tool
    def tick() -> str:
        """Say the time."""
        return "noon"

    model = ReplayModel([calls(("tick", arguments)), "It is noon."], profile=NATIVE)
    events = await ask(Agent(model, toolbox(tick), strategy="native"), "what time is it?")
    assert answer_of(events) == "It is noon."
    (ran,) = (event for event in events if isinstance(event, ToolFinished))
    assert not ran.is_error


@pytest.mark.parametrize("strategy", ["native", "text"])
async def test_a_call_that_was_not_allowed_is_not_asked_about_again(strategy: str) -> None:
    def sends(*texts: str) -> Any:
        made = [("send", {"text": text}) for text in texts]
        written = (f"<tool_call>{json.dumps({'name': name, 'arguments': given})}</tool_call>" for name, given in made)
        return "".join(written) if strategy == "text" else calls(*made)

    sent: list[str] = []

    @tool(confirm=True)
    def send(text: str) -> str:
        """Send a letter."""
        sent.append(text)
        return "sent"

    model = ReplayModel([sends("a", "a"), sends("b"), sends("b"), sends("a"), "Then not."], profile=NATIVE)
    subject = Agent(model, toolbox(send), strategy=strategy)
    asked, answer = [], ""
    async for event in subject.ask("q"):
        if isinstance(event, ConfirmationRequested):
            asked.append(event.arguments["text"])
            subject.confirm(event.call_id, event.arguments["text"] == "b")
        if isinstance(event, TurnFinished):
            answer = event.answer
    assert (asked, sent) == (["a", "b", "b"], ["b", "b"])  # a yes is for one call
    assert json.dumps(model.requests[1].messages).count("the visitor did not allow this call") == 2
    assert answer == "Then not."


async def test_a_pool_fails_over_between_steps_and_says_so() -> None:
    a = ReplayModel([calls(LOOKUP), ServerError("down", status=503)], profile=NATIVE)
    other = ModelProfile(id="claude", native_tools=True, dialect="anthropic")
    b = ReplayModel(["It rolls Voltshot."], profile=other)
    subject = Agent(ModelPool([a, b]), toolbox(), strategy="native")
    events = await ask(subject, "perks?")
    assert answer_of(events) == "It rolls Voltshot."
    (switched,) = (event for event in events if isinstance(event, ModelSwitched))
    assert (switched.from_model, switched.to_model, switched.reason) == ("m", "claude", "down")
    assert b.requests[0].messages[-1]["content"][0]["type"] == "tool_result"


@pytest.mark.parametrize("strategy", ["native", "text"])
async def test_an_open_turn_that_is_too_large_by_itself_is_cut_to_the_window(strategy: str) -> None:
    @tool
    def rows(of: str) -> list[str]:
        """Long rows."""
        return [f"{of} {n} " + "lorem ipsum " * 20 for n in range(100)]

    asked = [("rows", {"of": f"table {n}"}) for n in range(12)]
    written = "".join(f"<tool_call>{json.dumps({'name': name, 'arguments': args})}</tool_call>" for name, args in asked)
    model = ReplayModel(
        [written if strategy == "text" else calls(*asked), "Done.", "Next."],
        profile=ModelProfile(id="m", native_tools=True, context_window=4096),
    )
    subject = Agent(model, toolbox(rows), strategy=strategy, settings=TurnSettings(summaries="code"))
    question = "What of this? " + "Long pasted text. " * 5000 + "That is all."
    assert answer_of(await ask(subject, question)) == "Done."
    for request in model.requests:
        said = json.dumps([request.messages, request.tools], ensure_ascii=False)
        assert len(said) / 3.5 + request.max_tokens < 4096
        assert "What of this?" in said
        assert "That is all." in said
    assert all(f"table {n} 0" in said for n in range(12))
    assert subject.conversation.messages[0].text == question
    assert answer_of(await ask(subject, "and?")) == "Next."


async def test_a_long_conversation_is_folded_to_the_model_s_window() -> None:
    conversation = Conversation()
    for n in range(60):
        conversation.append("user", f"question {n} " * 20)
        conversation.append("assistant", f"answer {n} " * 20)
    profile = ModelProfile(id="m", native_tools=True, context_window=2048)
    settings = TurnSettings(summaries="code")
    subject, model = agent("short", profile=profile, conversation=conversation, settings=settings)
    await ask(subject, "the last question")
    sent = json.dumps(model.requests[0].messages)
    assert len(sent) / 3.5 < 2048
    assert "[Summary of what was said before]" in sent
    assert "the last question" in sent
    assert len(conversation.messages) == 122
