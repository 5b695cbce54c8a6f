"""The scheduler: tools that throw, hang, stop, refuse to stop or return anything still end in a result."""

from __future__ import annotations

import asyncio
import json
import math
import signal
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Any

import pytest

from keyhole.conversation import ToolCall
from keyhole.errors import ToolError
from keyhole.events import ConfirmationRequested, Event, ToolFinished, ToolStarted
from keyhole.tools.scheduler import Scheduler
from keyhole.tools.tool import Tool, tool
from keyhole.tools.toolbox import Toolbox

ANY = {"type": "object"}


def made(run: Callable[[dict[str, Any]], Awaitable[Any]], **options: Any) -> Toolbox:
    options.setdefault("parameters", ANY)
    return Toolbox("t", [Tool("it", "It.", run=run, **options)])


async def run(toolbox: Toolbox, *calls: ToolCall, scheduler: Scheduler | None = None) -> list[Event]:
    scheduler = scheduler or Scheduler()
    return [event async for event in scheduler.run(toolbox, calls or [ToolCall(id="1", name="it")], turn_id="t")]


async def result(toolbox: Toolbox, *calls: ToolCall) -> ToolFinished:
    started, finished = await run(toolbox, *calls)
    assert isinstance(started, ToolStarted)
    assert isinstance(finished, ToolFinished)
    return finished


async def test_a_tool_that_throws() -> None:
    async def throw(args: dict[str, Any]) -> None:
        raise KeyError("lost")

    finished = await result(made(throw))
    assert finished.is_error
    assert json.loads(finished.condensed) == {
        "error": "it failed: KeyError: 'lost'",
        "advice": "Try other arguments, or do without it.",
    }


async def test_a_tool_error_brings_its_advice() -> None:
    async def throw(args: dict[str, Any]) -> None:
        raise ToolError("no such item", advice="Did you mean X?")

    finished = await result(made(throw))
    assert json.loads(finished.condensed) == {"error": "no such item", "advice": "Did you mean X?"}


async def test_a_tool_that_hangs_is_stopped() -> None:
    ended = asyncio.Event()

    async def hang(args: dict[str, Any]) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    finished = await result(made(hang, timeout=0.01))
    assert "took longer than 0.01 s" in finished.condensed
    assert ended.is_set()


async def test_a_tool_that_will_not_stop_is_left_behind() -> None:
    release = asyncio.Event()

    async def stubborn(args: dict[str, Any]) -> str:
        while not release.is_set():
            try:
                await release.wait()
            except asyncio.CancelledError:
                continue
        raise RuntimeError("at last")

    finished = await result(made(stubborn, timeout=0.01))
    assert finished.is_error
    release.set()
    await asyncio.sleep(0)


async def test_a_tool_that_cancels_itself() -> None:
    async def cancel(args: dict[str, Any]) -> None:
        raise asyncio.CancelledError

    finished = await result(made(cancel))
    assert "stopped without a result" in finished.condensed


@pytest.mark.parametrize(
    ("value", "preview"),
    [(math.nan, "null"), (b"\xff", '"(1 bytes: /w==)"'), ([math.inf], "[null]"), (None, "null"), (object, '"<class')],
)
async def test_results_that_json_does_not_know(value: Any, preview: str) -> None:
    async def give(args: dict[str, Any]) -> Any:
        return value

    finished = await result(made(give))
    assert finished.raw_preview.startswith(preview)
    assert not finished.is_error


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        (' {"name": "Ada", "tags": ["x"]}', {"name": "Ada", "tags": ["x"]}),
        ('[{"id": 1}]', [{"id": 1}]),
        ('{"not": JSON}', '{"not": JSON}'),
        ('{"a": NaN}', '{"a": NaN}'),
        ('{"a":' * 201 + "1" + "}" * 201, '{"a":' * 201 + "1" + "}" * 201),  # deeper than is read
        ("12", "12"),
        ("plain text", "plain text"),
    ],
)
async def test_json_that_a_tool_tells_as_text_is_read(told: str, shown: Any) -> None:
    async def tell(args: dict[str, Any]) -> str:
        return told

    finished = await result(made(tell))
    assert json.loads(finished.raw_preview) == shown


async def test_a_cycle_and_ten_megabytes() -> None:
    async def give(args: dict[str, Any]) -> Any:
        value: dict[str, Any] = {"rows": ["x" * 1000] * 10_000}
        value["self"] = value
        return value

    scheduler = Scheduler()
    _, finished = await run(made(give), scheduler=scheduler)
    assert isinstance(finished, ToolFinished)
    assert finished.raw_bytes > 10_000_000
    assert len(finished.condensed) < 2000
    assert len(finished.raw_preview) <= 2000
    assert finished.handle is not None
    assert len(scheduler.results.get(finished.handle)["rows"]) == 10_000


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"count": "three"}, "`args.count`: 'three' is not of type 'integer'"),
        ({}, "'count' is a required property"),
        ("not json", "not a JSON object"),
        ('{"count": NaN}', "not a JSON object"),
        ([1], "not a JSON object"),
        ({"count": 1, "x": 2}, "Additional properties"),
    ],
)
async def test_arguments_are_checked_before_anything_runs(arguments: Any, says: str) -> None:
    @tool
    def it(count: int) -> int:
        """It."""
        raise AssertionError("must not run")

    finished = await result(Toolbox("t", [it]), ToolCall(id="1", name="it", arguments=arguments))
    assert finished.is_error
    assert says in finished.condensed
    assert "Its parameters are: count." in finished.condensed


async def test_arguments_written_as_a_string_are_read() -> None:
    @tool
    def it(count: int) -> int:
        """It."""
        return count + 1

    assert (await result(Toolbox("t", [it]), ToolCall(id="1", name="it", arguments='{"count":1}'))).condensed == "2"


async def test_an_unknown_tool_and_a_broken_schema() -> None:
    async def give(args: dict[str, Any]) -> str:
        return "ran"

    finished = await result(made(give), ToolCall(id="1", name="nonesuch"))
    assert "no tool named 'nonesuch'" in finished.condensed
    assert "Tools there are: it" in finished.condensed
    finished = await result(made(give, parameters={"type": "wrong"}))
    assert "cannot be called: invalid JSON Schema" in finished.condensed


async def test_pure_tools_run_side_by_side_within_the_limit_and_others_alone() -> None:
    for pure, limit, expected in ((True, 2, 2), (False, 4, 1)):
        running = most = 0

        async def work(args: dict[str, Any]) -> None:
            nonlocal running, most
            running += 1
            most = max(most, running)
            await asyncio.sleep(0.005)
            running -= 1

        calls = [ToolCall(id=str(number), name="it") for number in range(5)]
        events = await run(made(work, pure=pure), *calls, scheduler=Scheduler(concurrency=limit))
        assert len([event for event in events if isinstance(event, ToolFinished)]) == 5
        assert most == expected


async def test_closing_the_stream_cancels_what_runs() -> None:
    ended = asyncio.Event()

    async def hang(args: dict[str, Any]) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    async with aclosing(Scheduler().run(made(hang), [ToolCall(id="1", name="it")], turn_id="t")) as events:
        assert isinstance(await anext(events), ToolStarted)
    assert ended.is_set()


async def test_a_confirmation_that_never_comes_can_be_cancelled() -> None:
    async def give(args: dict[str, Any]) -> str:
        raise AssertionError("must not run")

    scheduler = Scheduler()
    stream = scheduler.run(made(give, confirm=True), [ToolCall(id="1", name="it")], turn_id="t")
    async with aclosing(stream) as events:
        assert isinstance(await anext(events), ConfirmationRequested)
    assert not scheduler.confirm("1", True)


class _Own(BaseException):
    """Not an `Exception`: nothing that catches those sees it."""


class _Mute(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


@pytest.mark.parametrize(
    ("raised", "said"),
    [
        (SystemExit(3), "SystemExit: 3"),
        (_Own("mine"), "_Own: mine"),
        (GeneratorExit(), "GeneratorExit"),
        (BaseExceptionGroup("several", [_Own()]), "BaseExceptionGroup: several"),
        (StopIteration(7), "StopIteration: 7"),
        (StopAsyncIteration(), "StopAsyncIteration"),
        (_Mute(), "_Mute (it cannot say why)"),
    ],
)
async def test_whatever_a_tool_raises_is_its_result(raised: BaseException, said: str) -> None:
    @tool
    def it() -> None:
        """It."""
        raise raised

    finished = await asyncio.wait_for(result(Toolbox("t", [it])), 2)
    assert finished.is_error
    assert json.loads(finished.condensed)["error"].startswith(f"it failed: {said}")


async def test_what_a_tool_fails_to_validate_names_the_tool() -> None:
    @tool
    def it() -> Any:
        """It."""
        return ToolFinished.model_validate({})

    finished = await result(Toolbox("t", [it]))
    assert json.loads(finished.condensed)["error"].startswith("it: `turn_id`: Field required")


async def test_a_tool_may_be_run_by_a_plain_function() -> None:
    plain: Any = lambda args: args["a"] + 1  # noqa: E731  on purpose: it is no def
    finished = await result(made(plain), ToolCall(id="1", name="it", arguments={"a": 1}))
    assert finished.condensed == "2"


def test_ctrl_c_in_a_tool_ends_the_program() -> None:
    # what starts in the background of a shell ignores the signal, and asyncio leaves that as it is
    heard = signal.signal(signal.SIGINT, signal.default_int_handler)

    @tool
    def it() -> None:
        """It."""
        signal.raise_signal(signal.SIGINT)

    seen: list[Event] = []

    async def program() -> None:
        async for event in Scheduler().run(Toolbox("t", [it]), [ToolCall(id="1", name="it")], turn_id="t"):
            seen.append(event)
            await asyncio.sleep(0)

    try:
        with pytest.raises(KeyboardInterrupt):
            asyncio.run(program())
    finally:
        signal.signal(signal.SIGINT, heard)


async def test_cancelling_while_a_tool_runs_cancels() -> None:
    async def hang(args: dict[str, Any]) -> None:
        await asyncio.Event().wait()

    running = asyncio.create_task(run(made(hang)))
    await asyncio.sleep(0.01)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
