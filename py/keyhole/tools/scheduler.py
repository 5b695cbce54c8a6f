"""The scheduler: the only code that runs tools, for every strategy and every front end.

A tool runs in a task of its own, within its time limit and the scheduler's concurrency limit, after its arguments were
checked and, where it wants that, the visitor said yes. Whatever happens in it comes out as a result that a model can
act on; it never raises into the turn.
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import itertools
import json
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from keyhole.conversation import ToolCall
from keyhole.errors import ConfigError, ToolError, ToolTimeoutError, UnknownToolError, in_words
from keyhole.events import ConfirmationRequested, Event, ToolFinished, ToolStarted
from keyhole.outside_json import json_text_read, loads, no_constant
from keyhole.tools.condense import ResultStore, condense_json, to_json
from keyhole.tools.schema import compiled, declared_properties
from keyhole.tools.tool import Tool, failure_of
from keyhole.tools.toolbox import Toolbox

REFUSED = "the visitor did not allow this call"
_PREVIEW = 2000
_ERROR_TOKENS = 400
_GRACE = 0.25
"""Seconds a cancelled tool has to end before it is left behind."""


class Scheduler:
    """Runs tool calls and yields their events. One for an agent; `confirm` answers a `ConfirmationRequested`."""

    def __init__(self, *, concurrency: int = 4, results: ResultStore | None = None) -> None:
        self.results = results or ResultStore()
        self._concurrency, self._slots = concurrency, asyncio.Semaphore(concurrency)
        self._alone = asyncio.Lock()
        self._waiting: dict[str, asyncio.Future[bool]] = {}
        self._asking = asyncio.Lock()
        self._answered: tuple[str, dict[str, bool]] = ("", {})
        self._left_behind: set[asyncio.Task[Any]] = set()

    def limit(self, concurrency: int) -> None:
        """Let so many tools run at once from the next call on; what runs is not counted."""
        if concurrency != self._concurrency:
            self._concurrency, self._slots = concurrency, asyncio.Semaphore(concurrency)

    def confirm(self, call_id: str, yes: bool) -> bool:
        """The visitor's answer. False when no call of that id waits for one."""
        future = self._waiting.pop(call_id, None)
        if future is None or future.done():
            return False
        future.set_result(yes)
        return True

    def expect(self, call: ToolCall, turn_id: str) -> asyncio.Future[bool]:
        """What `confirm` will say about this call: awaited before the call is made.

        It is there already where the visitor need not be asked: a yes is for one call, a no for all that are the same
        in this turn.
        """
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        if (known := self._known(call, turn_id)) is not None:
            future.set_result(known)
            return future
        self._waiting[call.id] = future

        def answered(future: asyncio.Future[bool]) -> None:
            self._waiting.pop(call.id, None)
            if not future.cancelled():
                self._answers(turn_id)[call.id if future.result() else key_of(call)] = future.result()

        future.add_done_callback(answered)
        return future

    def _known(self, call: ToolCall, turn_id: str) -> bool | None:
        answers = self._answers(turn_id)
        return answers.get(call.id, answers.get(key_of(call)))

    def _answers(self, turn_id: str) -> dict[str, bool]:
        """What the visitor said in this turn: yes by a call's id, no by what is called."""
        if turn_id != self._answered[0]:
            self._answered = turn_id, {}
        return self._answered[1]

    async def run(
        self,
        toolbox: Toolbox,
        calls: Sequence[ToolCall],
        *,
        turn_id: str,
        faults: Mapping[str, ToolError] | None = None,
    ) -> AsyncGenerator[Event]:
        """Run the calls and yield their events; the `ToolFinished` of each carries its result.

        Pure tools run side by side, the others one at a time. Those whose id is in `faults` are not run: that is their
        result. Closing the generator cancels what still runs.
        """
        events: asyncio.Queue[Event | None] = asyncio.Queue()
        wrong = faults or {}
        tasks = [asyncio.create_task(self._one(toolbox, call, turn_id, events, wrong.get(call.id))) for call in calls]
        for task in tasks:
            task.add_done_callback(lambda _: events.put_nowait(None))
        left = len(tasks)
        try:
            while left:
                event = await events.get()
                if event is None:
                    left -= 1
                else:
                    yield event
            for task in tasks:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _one(
        self,
        toolbox: Toolbox,
        call: ToolCall,
        turn_id: str,
        events: asyncio.Queue[Event | None],
        fault: ToolError | None,
    ) -> None:
        started_at: float | None = None

        def started() -> None:
            nonlocal started_at
            started_at = time.perf_counter()
            events.put_nowait(ToolStarted(turn_id=turn_id, call_id=call.id, tool=call.name, arguments=call.arguments))

        budget, is_error = _ERROR_TOKENS, False
        instead: dict[str, Any] | None = None
        result: Any
        try:
            if fault is not None:
                raise fault
            tool = toolbox[call.name]
            arguments = _checked_arguments(tool, call.arguments)
            asked = call.model_copy(update={"arguments": arguments})
            if not await self._allowed(tool, asked, turn_id, events):
                raise ToolError(REFUSED, advice="Do not repeat it; answer without it.")
            async with contextlib.nullcontext() if tool.pure else self._alone, self._slots:
                started()
                result = await self._within_time(tool, arguments)
            budget = tool.result_tokens
        except UnknownToolError as error:
            names = ", ".join(tool.name for tool in itertools.islice(toolbox, 10))
            result, is_error = _error(call.name, error, advice=f"Tools there are: {names}"), True
        except Exception as error:  # hostile by rule: whatever a tool raises becomes its result
            result, is_error = _error(call.name, error), True
            if isinstance(error, ToolError) and error.instead and error.instead[0] in toolbox:
                instead = {"tool": error.instead[0], "args": error.instead[1]}
        if started_at is None:
            started()
        assert started_at is not None
        ms = (time.perf_counter() - started_at) * 1000
        finished = self._finished(turn_id, call, result, is_error, budget, ms)
        events.put_nowait(finished.model_copy(update={"instead": instead}) if instead else finished)

    async def _allowed(self, tool: Tool, call: ToolCall, turn_id: str, events: asyncio.Queue[Event | None]) -> bool:
        """Whether the visitor lets it run: one question at a time, for the same call may stand there twice."""
        if not tool.confirm:
            return self._known(call, turn_id) is not False
        async with self._asking:
            answer = self.expect(call, turn_id)
            if not answer.done():
                question = f"Allow {tool.name} to run?"
                events.put_nowait(
                    ConfirmationRequested(
                        turn_id=turn_id, call_id=call.id, tool=tool.name, arguments=call.arguments, question=question
                    )
                )
            return await answer

    async def _within_time(self, tool: Tool, arguments: dict[str, Any]) -> Any:
        """The tool's value. Its task is its own: neither its cancellation nor its stubbornness is the turn's."""
        task = asyncio.create_task(_run(tool, arguments))
        try:
            done, _ = await asyncio.wait({task}, timeout=tool.timeout)
        except asyncio.CancelledError:
            await self._stop(task)
            raise
        if not done:
            await self._stop(task)
            raise ToolTimeoutError(f"{tool.name} took longer than {tool.timeout:g} s and was stopped")
        if task.cancelled():
            raise ToolError(f"{tool.name} stopped without a result", advice="Try once more, or do without it.")
        return task.result()

    async def _stop(self, task: asyncio.Future[Any]) -> None:
        task.cancel()
        done, _ = await asyncio.wait({task}, timeout=_GRACE)
        if done:
            if not task.cancelled():
                task.exception()  # read, so that asyncio does not report it as never retrieved
        elif isinstance(task, asyncio.Task):
            self._left_behind.add(task)
            task.add_done_callback(self._forget)

    def _forget(self, task: asyncio.Task[Any]) -> None:
        self._left_behind.discard(task)
        if not task.cancelled():
            task.exception()

    def _finished(
        self, turn_id: str, call: ToolCall, result: Any, is_error: bool, budget: int, ms: float
    ) -> ToolFinished:
        raw = to_json(json_text_read(result))
        return ToolFinished(
            turn_id=turn_id,
            call_id=call.id,
            tool=call.name,
            condensed=condense_json(raw, budget),
            is_error=is_error,
            handle=self.results.put(raw),
            raw_preview=raw[:_PREVIEW],
            raw_bytes=len(raw.encode("utf-8")),
            ms=ms,
        )


def key_of(call: ToolCall) -> str:
    """What is called, with which arguments: equal for equal calls, whatever the order of their arguments."""
    return json.dumps([call.name, call.arguments], sort_keys=True, default=str)


async def _run(tool: Tool, arguments: dict[str, Any]) -> Any:
    """The tool's value. What would end more than this tool (`SystemExit` and the like) becomes a `ToolError`.

    What comes from outside does not: Ctrl-C, and being cancelled.
    """
    try:
        value = tool.run(arguments)
        return await value if inspect.isawaitable(value) else value
    except (Exception, asyncio.CancelledError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise failure_of(tool.name, in_words(error)) from error


def _checked_arguments(tool: Tool, arguments: Any) -> dict[str, Any]:
    if isinstance(arguments, str):  # some models write the object as a string
        try:
            arguments = loads(arguments, parse_constant=no_constant)
        except ValueError:
            raise ToolError(f"{tool.name}: the arguments are not a JSON object", advice=_wants(tool)) from None
    if not isinstance(arguments, dict):
        raise ToolError(f"{tool.name}: the arguments are not a JSON object", advice=_wants(tool))
    try:
        errors = compiled(tool.parameters).errors(arguments, "args")
    except ConfigError as error:
        raise ToolError(f"{tool.name} cannot be called: {error}", advice="Use another tool.") from None
    if errors:
        raise ToolError(f"{tool.name}: {'; '.join(errors)}", advice=_wants(tool))
    return arguments


def _wants(tool: Tool) -> str:
    return f"Its parameters are: {', '.join(declared_properties(tool.parameters)) or 'none'}."


def _error(tool: str, error: Exception, *, advice: str = "") -> dict[str, str]:
    """An exception as a result: what went wrong and what to do, without a traceback."""
    if isinstance(error, ValidationError):
        wrong = "; ".join(f"`{'.'.join(map(str, item['loc']))}`: {item['msg']}" for item in error.errors()[:3])
        message = f"{tool}: {wrong}"
    else:
        if not isinstance(error, ToolError):
            error = failure_of(tool, in_words(_raised(error)))
        message, advice = in_words(error, kind=False), advice or error.advice
    message = message if len(message) <= 500 else message[:499] + "…"
    return {"error": message, "advice": advice} if advice else {"error": message}


def _raised(error: BaseException) -> BaseException:
    """What the tool raised: Python lets no `StopIteration` out of a coroutine and raises another in its place."""
    stopped = isinstance(error, RuntimeError) and isinstance(error.__cause__, StopIteration)
    return error.__cause__ if stopped and error.__cause__ and "raised StopIteration" in str(error) else error
