"""The agent over scripted models: what a turn's events, answer and conversation are, and that nothing breaks it."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Iterable
from contextlib import aclosing
from typing import Any

import pytest

from helpers import answer_of, ask, calls, fill, item_lookup, perk_lookup, route, steps_of, toolbox
from keyhole.agent import Agent
from keyhole.config import TurnSettings
from keyhole.errors import ConfigError, NetworkError, ToolError
from keyhole.events import (
    Cancelled,
    ConfirmationRequested,
    Event,
    Failed,
    StepChunk,
    StepFinished,
    ToolFinished,
    ToolStarted,
    TurnFinished,
    TurnStarted,
    parse_event,
)
from keyhole.memory_store import MemoryStore
from keyhole.models.model import ChatChunk, ChatRequest, FillTask, ModelProfile, RouteTask
from keyhole.models.replay import ReplayModel
from keyhole.steps.obtain import rendered
from keyhole.tools.builtin import memory
from keyhole.tools.tool import Tool, tool
from keyhole.tools.toolbox import Toolbox

EMBEDDED = ModelProfile(id="tiny", tier="embedded", can_write=False, constraints=("task",))


async def test_one_tool_then_a_written_answer() -> None:
    model = ReplayModel([route("item_lookup"), fill(name="calus mini-tool"), route(), "It rolls **Incandescent**."])
    events = await ask(Agent(model, toolbox()), "what perks can roll on calus mini-tool?")
    assert steps_of(events) == ["route", "fill:item_lookup", "tool:item_lookup", "route", "answer"]
    assert answer_of(events) == "It rolls **Incandescent**."
    assert [event.parsed for event in events if isinstance(event, StepFinished) and event.step == "answer"] == [None]
    assert isinstance(events[0], TurnStarted)
    assert events[0].text == "what perks can roll on calus mini-tool?"
    streamed = "".join(event.text for event in events if isinstance(event, StepChunk) and event.step == "answer")
    assert streamed == "It rolls **Incandescent**."
    assert isinstance(events[-1], TurnFinished)
    assert events[-1].usage.completion_tokens > 0
    assert [parse_event(event.model_dump_json()) for event in events] == events


async def test_the_router_sees_names_only_and_fill_one_schema() -> None:
    model = ReplayModel([route("item_lookup"), fill(name="x"), route(), "no"])
    await ask(Agent(model, toolbox()), "what is x?")
    routed, filled = (rendered(request) for request in model.requests[:2])
    assert "item_lookup" in routed
    assert "perk_lookup" in routed
    assert "its perks, type and source" not in routed
    assert "the item's name" not in routed
    assert "the item's name" in filled
    assert "perk_lookup" not in filled
    assert isinstance(model.requests[0].task, RouteTask)
    assert isinstance(model.requests[1].task, FillTask)
    assert model.requests[1].task.schema == item_lookup.parameters


async def test_prompts_begin_with_what_never_changes_and_histories_are_appended_to() -> None:
    scripts = [route("item_lookup"), fill(name="x"), route("perk_lookup"), fill(name="y"), route(), "done"]
    model = ReplayModel(scripts)
    await ask(Agent(model, toolbox()), "x and y")
    routes = [request for request in model.requests if isinstance(request.task, RouteTask)]
    for earlier, later in itertools.pairwise(routes):
        assert list(later.messages[: len(earlier.messages)]) == list(earlier.messages)
    assert all(request.messages[-1]["content"].endswith("x and y") for request in routes)


async def test_two_tools_in_one_turn_with_a_model_that_cannot_write() -> None:
    scripts = [route("item_lookup"), route("perk_lookup"), fill(name="calus mini-tool"), fill(name="voltshot"), route()]
    model = ReplayModel(scripts, profile=EMBEDDED)
    events = await ask(Agent(model, toolbox()), "what is calus mini-tool and what does voltshot do")
    assert steps_of(events)[-1] == "answer"
    assert [request.task.rest for request in model.requests if isinstance(request.task, FillTask)] == ["", ""]
    assert "**Calus Mini-Tool**" in answer_of(events)
    assert "Voltshot spreads scorch" in answer_of(events)
    final = [event for event in events if isinstance(event, StepFinished)][-1]
    assert final.by == "code"


async def test_what_one_of_two_wishes_lacks_is_asked_in_plain_words() -> None:
    @tool
    def wind(place: str) -> str:
        """Wind at a place."""
        return f"a breeze in {place}"

    @tool
    def table(restaurant: str) -> str:
        """Book a table."""
        return f"booked at {restaurant}"

    lacks = json.dumps({"args": {}, "missing": ["restaurant"]})
    scripts = [route("wind"), route("table"), fill(place="Oslo"), lacks]
    model = ReplayModel(scripts, profile=EMBEDDED)
    events = await ask(Agent(model, toolbox(wind, table)), "How windy is it in Oslo? Book a table, please.")
    assert "a breeze in Oslo" in answer_of(events)
    asked = answer_of(events).split("Not answered")[1]
    assert "once I know the restaurant." in asked
    assert "\\*" not in asked


@pytest.mark.parametrize("took", [True, False])
async def test_what_no_other_tool_is_for_may_belong_to_the_call_before_it(took: bool) -> None:
    @tool
    def wind(place: str, unit: str = "kmh") -> str:
        """Wind at a place."""
        return f"a breeze in {place}, in {unit}"

    args = {"place": "Oslo", "unit": "knots"} if took else {"place": "Oslo"}
    filled = json.dumps({"args": args, **({"rest": True} if took else {})})
    model = ReplayModel([route("wind"), route(), filled], profile=EMBEDDED)
    events = await ask(Agent(model, toolbox(wind)), "How windy is it in Oslo? Give me knots, please.")
    assert steps_of(events) == ["route", "route", "fill:wind", "tool:wind", "answer"]
    task = model.requests[2].task
    assert isinstance(task, FillTask)
    assert (task.query, task.rest) == ("How windy is it in Oslo", "Give me knots, please.")
    assert ("a breeze in Oslo, in knots" in answer_of(events)) == took
    assert ("Not answered" in answer_of(events)) != took


async def test_what_a_form_tells_to_be_a_call_of_its_own_belongs_to_no_other() -> None:
    @tool
    def wind(place: str) -> str:
        """Wind at a place."""
        return f"a breeze in {place}"

    store = MemoryStore.open()
    box = Toolbox("own", [wind, *memory.tools(lambda: store)])
    model = ReplayModel([route("wind"), fill(place="Oslo")], profile=EMBEDDED)
    events = await ask(Agent(model, box), "How windy is it in Oslo and what do you know about me?")
    assert [event.tool for event in events if isinstance(event, ToolStarted)] == ["wind", "archival_memory_search"]
    assert [request.task.rest for request in model.requests if isinstance(request.task, FillTask)] == [""]


async def test_the_same_call_is_never_made_twice() -> None:
    calls: list[str] = []

    @tool
    def look(name: str) -> str:
        """Look."""
        calls.append(name)
        return f"seen {name}"

    model = ReplayModel([route("look"), fill(name="a"), route("look"), fill(name="a")], profile=EMBEDDED)
    events = await ask(Agent(model, toolbox(look)), "look at a")
    assert calls == ["a"]
    assert "seen a" in answer_of(events)


async def test_a_tool_that_knows_the_right_call_hands_over() -> None:
    @tool
    def misc(name: str) -> str:
        """Look up."""
        raise ToolError(f"no such thing: {name}", instead=("perk_lookup", {"name": "voltshot"}))

    model = ReplayModel([route("misc"), fill(name="voltshot"), route()], profile=EMBEDDED)
    events = await ask(Agent(model, toolbox(misc)), "what does voltshot do?")
    assert steps_of(events) == ["route", "fill:misc", "tool:misc", "tool:perk_lookup", "route", "answer"]
    assert answer_of(events) == "**Voltshot**\n\nVoltshot spreads scorch."


async def test_tools_that_hand_over_to_each_other_come_to_an_end() -> None:
    @tool
    def ping() -> str:
        """Ping."""
        raise ToolError("not here", instead=("pong", {}))

    @tool
    def pong() -> str:
        """Pong."""
        raise ToolError("nor here", instead=("ping", {}))

    model = ReplayModel([route("ping"), route()], profile=EMBEDDED)
    events = await ask(Agent(model, toolbox(ping, pong)), "go")
    assert steps_of(events).count("tool:ping") == steps_of(events).count("tool:pong") == 1
    assert answer_of(events) == "Nor here."


async def test_no_more_than_max_steps_tools() -> None:
    scripts: list[Any] = []
    for number in range(9):
        scripts += [route("perk_lookup"), fill(name=f"perk {number}")]
    model = ReplayModel(scripts, profile=EMBEDDED)
    events = await ask(Agent(model, toolbox(), settings=TurnSettings(max_steps=3)), "all perks")
    assert steps_of(events).count("tool:perk_lookup") == 3
    assert isinstance(events[-1], TurnFinished)


async def test_clarify_is_the_answer_and_the_reply_is_seen_with_the_request_before() -> None:
    model = ReplayModel(
        [route(question="Which item?"), route("item_lookup"), fill(name="calus mini-tool"), route(), "There."]
    )
    agent = Agent(model, toolbox())
    first = await ask(agent, "what perks can roll on ____?")
    assert isinstance(first[-1], TurnFinished)
    assert first[-1].outcome == "clarify"
    assert first[-1].answer == "Which item?"
    await ask(agent, "calus mini-tool")
    task = model.requests[1].task
    assert isinstance(task, RouteTask)
    assert task.context == ("what perks can roll on ____?",)
    assert "what perks can roll on ____?" in str(model.requests[1].messages)
    assert agent.clarifies == ()


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("and on thorn?", True),
        ("what is its source?", True),
        ("thanks, that's helpful", False),
        ("what is thorn?", False),
    ],
)
async def test_a_follow_up_is_seen_with_the_message_before(text: str, seen: bool) -> None:
    model = ReplayModel([route(), "one", route(), "two"])
    agent = Agent(model, toolbox())
    await ask(agent, "what perks can roll on calus mini-tool?")
    await ask(agent, text)
    assert ("Earlier message: what perks can roll" in str(model.requests[2].messages)) is seen


async def test_a_missing_argument_is_asked_for_once() -> None:
    missing = '{"tool":"item_lookup","args":{},"missing":["name"]}'

    def said(request: ChatRequest) -> str:
        return route("item_lookup") if isinstance(request.task, RouteTask) else missing

    agent = Agent(ReplayModel([said] * 12, profile=EMBEDDED), toolbox())
    first = await ask(agent, "what perks can roll on it?")
    assert "**name** (the item's name)" in answer_of(first)
    second = await ask(agent, "dunno")
    assert isinstance(second[-1], TurnFinished)
    third = await ask(agent, "really no idea")  # two questions in a row are enough
    assert isinstance(third[-1], TurnFinished)
    assert third[-1].outcome == "answer"


async def test_none_without_a_writer_says_what_can_be_asked() -> None:
    model = ReplayModel([route()], profile=EMBEDDED)
    answer = answer_of(await ask(Agent(model, toolbox()), "how are you?"))
    assert "what perks can roll on calus mini-tool?" in answer


async def test_an_output_that_cannot_be_repaired_fails_the_turn_and_the_next_one_works() -> None:
    model = ReplayModel(["no idea", "still none", '{"choice":"fly"}', route(), "Fine."])
    agent = Agent(model, toolbox())
    events = await ask(agent, "x")
    failed = events[-1]
    assert isinstance(failed, Failed)
    assert (failed.step, failed.code, failed.raw) == ("route", "step_failed", '{"choice":"fly"}')
    assert "`choice`" in failed.reason
    assert len({str(request.messages) for request in model.requests}) == 3
    assert answer_of(await ask(agent, "y")) == "Fine."


async def test_a_name_outside_the_list_is_refused_with_the_exact_error() -> None:
    model = ReplayModel([route("made_up"), route("item_lookup"), fill(name="x"), route(), "ok"])
    events = await ask(Agent(model, toolbox()), "x")
    step = next(event for event in events if isinstance(event, StepFinished))
    assert [attempt.error for attempt in step.attempts] == [
        '`tool`: "made_up" is not the name of a tool from the list',
        None,
    ]


async def test_a_model_error_is_a_failed_event() -> None:
    agent = Agent(ReplayModel([NetworkError("the server is away")]), toolbox())
    failed = (await ask(agent, "x"))[-1]
    assert isinstance(failed, Failed)
    assert (failed.code, failed.step, failed.reason) == ("network", "route", "the server is away")
    assert failed.advice


async def test_an_adapter_that_breaks_its_promise_is_a_failed_event(caplog: pytest.LogCaptureFixture) -> None:
    agent = Agent(ReplayModel([RuntimeError("bug")]), toolbox())
    failed = (await ask(agent, "x"))[-1]
    assert isinstance(failed, Failed)
    assert failed.code == "internal"
    assert "bug" in failed.reason


@pytest.mark.parametrize("text", ["", "   \n", "\x00\x07", "\ufeff"])
async def test_an_empty_message_is_refused_and_not_kept(text: str) -> None:
    agent = Agent(ReplayModel([]), toolbox())
    events = await ask(agent, text)
    assert isinstance(events[-1], Failed)
    assert events[-1].code == "bad_message"
    assert agent.conversation.messages == []


@pytest.mark.parametrize("profile", [ModelProfile(id="writes"), EMBEDDED], ids=lambda profile: profile.id)
async def test_a_100_kb_message_is_cut_for_the_prompt_and_kept_whole(profile: ModelProfile) -> None:
    model = ReplayModel([route(), "Long."], profile=profile)
    agent = Agent(model, toolbox())
    text = "what is this? " + "wörd 🙂 " * 15_000 + " perks of calus?"
    answer = answer_of(await ask(agent, text))
    assert answer == "Long." or not profile.can_write
    assert model.requests
    assert agent.conversation.messages[0].text == text
    for request in model.requests:
        assert len(request.messages[-1]["content"]) < 8_000
        assert request.messages[-1]["content"].endswith("perks of calus?")


async def test_emoji_control_characters_and_lone_surrogates() -> None:
    model = ReplayModel([route(), "ok"])
    agent = Agent(model, toolbox())
    await ask(agent, "👩‍🚀 what\x00 is \ud800 this\x1b[31m?")
    assert agent.conversation.messages[0].text == "👩‍🚀 what is ? this[31m?"
    agent.conversation.model_dump_json().encode("utf-8")


async def test_cancel_while_the_answer_streams_keeps_what_was_said() -> None:
    model = ReplayModel([route(), "word " * 200, route(), "again"], delay=0.001)
    agent = Agent(model, toolbox())
    events: list[Event] = []
    async for event in agent.ask("tell"):
        events.append(event)
        if isinstance(event, StepChunk) and event.step == "answer":
            agent.cancel()
    assert isinstance(events[-1], Cancelled)
    assert events[-1].partial.startswith("word")
    assert [message.role for message in agent.conversation.messages] == ["user", "assistant"]
    assert answer_of(await ask(agent, "more")) == "again"


@pytest.mark.parametrize("strategy", ["routed", "native", "text"])
async def test_what_was_shown_of_an_answer_that_broke_off_stays(strategy: str) -> None:
    def breaks_off(request: ChatRequest) -> Iterable[ChatChunk]:
        yield ChatChunk("Half a sen")
        raise NetworkError("the server broke off its answer", advice="Ask again.")

    routes = [route()] if strategy == "routed" else []
    model = ReplayModel([*routes, breaks_off, *routes, "Whole."])
    agent = Agent(model, toolbox(), strategy=strategy)
    last = (await ask(agent, "tell"))[-1]
    assert isinstance(last, Failed)
    assert (last.code, last.partial) == ("network", "Half a sen")
    assert agent.conversation.messages[-1].text == "Half a sen"
    assert answer_of(await ask(agent, "again")) == "Whole."
    assert "Half a sen" in str(model.requests[-1].messages)
    assert [message.role for message in agent.conversation.messages] == ["user", "assistant"] * 2


async def test_words_before_a_call_are_kept_once_where_the_next_answer_breaks_off() -> None:
    def breaks_off(request: ChatRequest) -> Iterable[ChatChunk]:
        yield ChatChunk("It ha")
        raise NetworkError("the server broke off its answer")

    model = ReplayModel([calls(("item_lookup", {"name": "calus mini-tool"}), text="Let me look."), breaks_off])
    agent = Agent(model, toolbox(), strategy="native")
    assert isinstance((await ask(agent, "tell"))[-1], Failed)
    assert [message.text for message in agent.conversation.messages] == ["tell", "Let me look.", "", "It ha"]


async def test_cancel_before_the_first_event_still_ends_the_stream() -> None:
    agent = Agent(ReplayModel([route(), "x"], delay=0.01), toolbox())
    stream = agent.ask("tell")
    reading = asyncio.ensure_future(anext(stream))
    await asyncio.sleep(0)
    agent.cancel()
    events = [await reading] + [event async for event in stream]
    assert isinstance(events[0], TurnStarted)
    assert isinstance(events[-1], Cancelled)


async def test_cancel_stops_a_running_tool() -> None:
    stopped = asyncio.Event()

    async def hang(args: dict[str, Any]) -> None:
        try:
            await asyncio.sleep(60)
        finally:
            stopped.set()

    hanging = Tool("hang", "Hang.", {"type": "object", "properties": {}}, hang)
    agent = Agent(ReplayModel([route("hang"), route(), "next"]), toolbox(hanging))
    events: list[Event] = []
    async for event in agent.ask("go"):
        events.append(event)
        if isinstance(event, ToolStarted):
            agent.cancel()
    assert stopped.is_set()
    assert isinstance(events[-1], Cancelled)
    assert [message.role for message in agent.conversation.messages] == ["user"]
    assert answer_of(await ask(agent, "and now?")) == "next"


async def test_closing_the_stream_cancels_the_turn() -> None:
    model = ReplayModel([route(), "word " * 50, route(), "ok"], delay=0.001)
    agent = Agent(model, toolbox())
    async with aclosing(agent.ask("tell")) as events:
        async for event in events:
            if isinstance(event, StepChunk):
                break
    assert answer_of(await ask(agent, "next")) is not None


async def test_asks_wait_for_each_other() -> None:
    model = ReplayModel([route(), "first", route(), "second"], delay=0.001)
    agent = Agent(model, toolbox())
    one, two = await asyncio.gather(ask(agent, "1"), ask(agent, "2"))
    assert (answer_of(one), answer_of(two)) == ("first", "second")
    assert [message.text for message in agent.conversation.messages] == ["1", "first", "2", "second"]


@pytest.mark.parametrize(("yes", "said"), [(True, "**Sent.**"), (False, "You did not allow send, so it was not run.")])
async def test_confirmation(yes: bool, said: str) -> None:
    @tool(confirm=True)
    def send(to: str) -> str:
        """Send."""
        return "Sent."

    agent = Agent(ReplayModel([route("send"), fill(to="Ana"), route()], profile=EMBEDDED), toolbox(send))
    events: list[Event] = []
    async for event in agent.ask("send it to Ana"):
        events.append(event)
        if isinstance(event, ConfirmationRequested):
            assert event.arguments == {"to": "Ana"}
            assert agent.confirm(event.call_id, yes)
            assert not agent.confirm("call_unknown", True)
    assert answer_of(events) == said


async def test_raw_results_are_kept_by_handle() -> None:
    @tool
    def big() -> dict[str, Any]:
        """Make much."""
        return {"rows": [{"id": number, "text": "x" * 100} for number in range(500)]}

    agent = Agent(ReplayModel([route("big"), route(), "Much."]), toolbox(big))
    events = await ask(agent, "go")
    result = next(event for event in events if isinstance(event, ToolFinished))
    assert len(result.condensed) < 2000
    assert result.handle is not None
    assert len(agent.raw(result.handle)["rows"]) == 500


async def test_a_tool_with_an_invalid_schema_is_said_and_the_others_work() -> None:
    async def run(args: dict[str, Any]) -> str:
        return "ran"

    broken = Tool("broken", "Broken.", {"type": "object", "properties": {"a": {"type": "no such type"}}}, run)
    model = ReplayModel([route("broken"), route("perk_lookup"), fill(name="x"), route(), "ok"])
    agent = Agent(model, toolbox(broken))
    failed = (await ask(agent, "go"))[-1]
    assert isinstance(failed, Failed)
    assert failed.code == "config"
    assert "invalid JSON Schema" in failed.reason
    assert answer_of(await ask(agent, "go on")) == "ok"


async def test_an_empty_toolbox_goes_straight_to_the_answer() -> None:
    agent = Agent(ReplayModel(["Hello."]), Toolbox("none"))
    events = await ask(agent, "hi")
    assert steps_of(events) == ["answer"]


async def test_the_writer_may_be_another_model() -> None:
    router = ReplayModel([route("perk_lookup"), fill(name="voltshot"), route()], profile=EMBEDDED)
    writer = ReplayModel(["Written by the other."])
    events = await ask(Agent(router, toolbox(), writer=writer), "what does voltshot do?")
    assert answer_of(events) == "Written by the other."
    assert "Voltshot spreads scorch" in str(writer.requests[0].messages)


@pytest.mark.parametrize("before", ["", "I will look once more. "])
async def test_a_call_that_the_writer_makes_unasked_is_no_answer(before: str) -> None:
    written = before + '<tool_call>{"name": "item_lookup", "arguments": {"name": "calus mini-tool"}}</tool_call>'
    agent = Agent(ReplayModel([route("perk_lookup"), fill(name="voltshot"), route(), written]), toolbox())
    events = await ask(agent, "what does voltshot do?")
    answer = answer_of(events)
    assert answer.startswith(before.strip())
    assert "Voltshot spreads scorch" in answer
    seen = "".join(event.text for event in events if isinstance(event, StepChunk) and event.step == "answer")
    assert "tool_call" not in answer + seen


@pytest.mark.parametrize(("cut", "reason"), [(False, "said nothing"), (True, "used up its 512 tokens")])
async def test_a_writer_that_says_nothing_is_not_called_too_small(cut: bool, reason: str) -> None:
    nothing = [ChatChunk(finish_reason="length" if cut else "stop")]
    agent = Agent(ReplayModel([route(), nothing, route(), "Hello."]), toolbox())
    (*_, failed) = await ask(agent, "tell me of the sea")
    assert isinstance(failed, Failed)
    assert reason in failed.reason
    assert answer_of(await ask(agent, "again")) == "Hello."


def test_an_unknown_strategy_is_a_config_error() -> None:
    with pytest.raises(ConfigError, match="no strategy 'magic'"):
        Agent(ReplayModel([]), Toolbox("x", [perk_lookup]), strategy="magic")
