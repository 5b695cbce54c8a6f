"""Obtain a JSON value from a model: constrain, parse, validate, repair. The one place where model output is believed.

The prompt of a repair is the request with what the model said and what is wrong with it appended: it is never the
prompt of an earlier attempt, and an engine that keeps its cache reads the new part alone.
"""

from __future__ import annotations

import dataclasses
import json
import time
import uuid
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from keyhole.errors import ContextOverflowError, DeviceLostError, StepFailedError
from keyhole.events import Attempt, Event, StepChunk, StepFinished, StepName, StepStarted, Usage
from keyhole.models.model import ChatChunk, ChatModel, ChatRequest
from keyhole.steps.extract import candidates
from keyhole.tokens import cut_to_tokens, estimate_tokens
from keyhole.tools.schema import compiled

_SHOWN_TO_MODEL = 2000
_LONGEST_OUTPUT = 100_000


class Refused(ValueError):
    """A value that cannot be accepted; the message is written for the model that is to repair it."""


Read = Callable[[Any], Any]
"""Turns a parsed value into the step's output. Raises `Refused`."""


@dataclass(frozen=True, slots=True)
class Reply:
    """One streamed model answer, gathered."""

    text: str
    prompt: str
    usage: Usage
    ms: float
    first_token_ms: float | None
    confidence: float | None
    cut: bool = False
    """It ran into the most tokens that it may have."""

    def attempt(self, request: ChatRequest, error: str | None = None) -> Attempt:
        """What a trace keeps of it; `error` says why it was refused."""
        return Attempt(
            prompt=self.prompt or rendered(request),
            raw=self.text,
            error=error,
            usage=self.usage,
            ms=self.ms,
            first_token_ms=self.first_token_ms,
            confidence=self.confidence,
        )


def checked(schema: Any, root: str = "") -> Read:
    """A `Read` that accepts what is valid against `schema`, as it is."""

    def read(value: Any) -> Any:
        refuse_invalid(schema, value, root)
        return value

    return read


def refuse_invalid(schema: Any, value: Any, root: str = "") -> None:
    """Raises `Refused` with the exact errors when `value` is not valid."""
    errors = compiled(schema).errors(value, root)
    if errors:
        raise Refused("; ".join(errors))


async def obtain(
    model: ChatModel,
    request: ChatRequest,
    *,
    turn_id: str,
    step: StepName,
    read: Read,
    tool: str | None = None,
    max_repairs: int = 2,
) -> AsyncGenerator[Event]:
    """Run one step to an accepted value: yields its events, the last a `StepFinished` whose `output` is that value.

    Raises `StepFailedError` (after a `StepFinished` without output) when the repairs are used up, and `ModelError`.
    """
    step_id = uuid.uuid4().hex[:12]
    yield StepStarted(turn_id=turn_id, step_id=step_id, step=step, tool=tool, prompt=rendered(request))
    started = time.perf_counter()
    attempts: list[Attempt] = []
    # a model that renders its own prompt from the task would be shown the identical prompt again
    repairs = 0 if request.task is not None and "task" in model.profile.constraints else max_repairs
    output: Any = None
    while True:
        reply: Reply | None = None
        async with aclosing(generate(model, request)) as pieces:
            async for piece in pieces:
                if isinstance(piece, Reply):
                    reply = piece
                elif piece:
                    yield StepChunk(turn_id=turn_id, step_id=step_id, step=step, text=piece)
        assert reply is not None
        output, refusal = _accepted(reply.text, read)
        attempts.append(reply.attempt(request, refusal))
        if refusal is None or len(attempts) > repairs:
            break
        request = repaired(request, reply.text, refusal)
    yield StepFinished(
        turn_id=turn_id,
        step_id=step_id,
        step=step,
        tool=tool,
        output=output,
        raw=attempts[-1].raw,
        attempts=tuple(attempts),
        usage=sum((attempt.usage for attempt in attempts), Usage()),
        ms=(time.perf_counter() - started) * 1000,
    )
    if refusal is not None:
        raise StepFailedError(step, attempts[-1].raw, refusal)


async def generate(model: ChatModel, request: ChatRequest) -> AsyncGenerator[str | Reply]:
    """The answer's text as it comes, then the whole as a `Reply`. A runaway answer is stopped, not kept."""
    started = time.perf_counter()
    first: float | None = None
    parts: list[str] = []
    size = 0
    prompt, confidence = "", None
    usage: Usage | None = None
    cut = False
    async with aclosing(streamed(model, request)) as stream:
        async for chunk in stream:
            cut = cut or chunk.finish_reason == "length"
            prompt = chunk.prompt or prompt
            usage = chunk.usage or usage
            confidence = chunk.confidence if chunk.confidence is not None else confidence
            if not chunk.text:
                continue
            if first is None:
                first = (time.perf_counter() - started) * 1000
            parts.append(chunk.text)
            size += len(chunk.text)
            yield chunk.text
            if size > _LONGEST_OUTPUT:
                break
    ms = (time.perf_counter() - started) * 1000
    text = "".join(parts)
    usage = usage or estimated_usage(prompt or rendered(request), text)
    yield Reply(text, prompt, usage, ms, first, confidence, cut)


async def gathered(model: ChatModel, request: ChatRequest) -> Reply:
    """The whole answer at once, for a step that shows nothing of it as it comes. Raises `ModelError`."""
    async with aclosing(generate(model, request)) as pieces:
        async for piece in pieces:
            if isinstance(piece, Reply):
                return piece
    raise AssertionError("an answer always ends in a Reply")


def estimated_usage(prompt: str, written: str, tools: Sequence[dict[str, Any]] = ()) -> Usage:
    """What a call used of which the model did not tell, for it was stopped or its server never does."""
    read = estimate_tokens(prompt) + (estimate_tokens(json.dumps(tools)) if tools else 0)
    return Usage(prompt_tokens=read, completion_tokens=estimate_tokens(written), estimated=True)


async def streamed(model: ChatModel, request: ChatRequest) -> AsyncGenerator[ChatChunk]:
    """The model's chunks; asked once more, shortened after an overflow, as it was after a lost device.

    Not once anything was said: text that a visitor has seen is not said twice.
    """
    for last in (False, True):
        begun = False
        try:
            async with aclosing(model.stream(request)) as chunks:
                async for chunk in chunks:
                    begun = begun or bool(chunk.text or chunk.thinking)
                    yield chunk
            return
        except ContextOverflowError:
            if last or begun:
                raise
            request = _shortened(request)
        except DeviceLostError:
            if last or begun:
                raise


def _shortened(request: ChatRequest) -> ChatRequest:
    """The request with every message but the system's cut to half: roles go on alternating, and each keeps its ends."""
    messages = [
        {**message, "content": cut_to_tokens(text, max(30, estimate_tokens(text) // 2))}
        if message.get("role") != "system" and isinstance(text := message.get("content"), str)
        else message
        for message in request.messages
    ]
    return dataclasses.replace(request, messages=messages, remake=None)


def repaired(request: ChatRequest, raw: str, refusal: str) -> ChatRequest:
    """The request with the failed answer and the exact error appended."""
    said = raw if len(raw) <= _SHOWN_TO_MODEL else raw[:_SHOWN_TO_MODEL] + "…"
    messages = (
        *request.messages,
        {"role": "assistant", "content": said},
        {"role": "user", "content": f"Output only JSON matching the schema; {refusal}"},
    )
    return dataclasses.replace(request, messages=messages)


def rendered(request: ChatRequest) -> str:
    """The request as a reader may see it."""
    return "\n\n".join(f"[{message.get('role', '')}]\n{_content(message)}" for message in request.messages)


def _content(message: dict[str, Any]) -> str:
    content = message.get("content")
    return content if isinstance(content, str) else json.dumps(content, ensure_ascii=False, default=str)


def _accepted(text: str, read: Read) -> tuple[Any, str | None]:
    """The first value in `text` that `read` accepts, or the reason why the likeliest was refused."""
    refusal: str | None = None
    for value in candidates(text):
        try:
            return read(value), None
        except Refused as error:
            refusal = refusal or str(error)
    if refusal is None:
        refusal = "there was no JSON object in the output" if text.strip() else "the output was empty"
    return None, refusal
