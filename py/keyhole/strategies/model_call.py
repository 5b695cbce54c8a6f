"""One model call as an `answer` step, whoever reads what it says: words are shown as they become sure."""

from __future__ import annotations

import time
import uuid
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, Protocol

from keyhole.errors import StepFailedError
from keyhole.events import Attempt, Event, StepChunk, StepFinished, StepStarted, Usage
from keyhole.models.model import ChatChunk, ChatModel, ChatRequest
from keyhole.parsing import detect
from keyhole.steps.obtain import estimated_usage, rendered, streamed
from keyhole.strategies.calling import LONGER
from keyhole.tools.toolbox import Toolbox

_LONGEST_OUTPUT = 200_000
_CALLED_IN_THOUGHT = "Ask again, have it answer without reasoning (turn.think), or choose another model."


class Listener(Protocol):
    """Takes an answer in pieces."""

    cut: bool
    """Whether it ran into the most tokens that it may have."""

    @property
    def over(self) -> bool:
        """Whether nothing more is wanted of the model."""

    @property
    def text(self) -> str:
        """What a reader was shown."""

    @property
    def raw(self) -> str:
        """All that the model wrote."""

    @property
    def thought(self) -> str:
        """Its reasoning, wherever it stood."""

    @property
    def confidence(self) -> float | None:
        """How sure the calls are that were read out of text."""

    @property
    def parsed(self) -> dict[str, Any] | None:
        """What was found in the text, for telemetry."""

    def take(self, chunk: ChatChunk) -> tuple[str, int]:
        """Text to show, and how many characters shown before were none."""

    def finish(self) -> tuple[str, int]:
        """The rest, when the model has ended."""


async def call_model(
    turn_id: str,
    model: ChatModel,
    request: ChatRequest,
    said: Listener,
    settling: AsyncGenerator[Event] | None = None,
) -> AsyncGenerator[Event]:
    """Events as of any step; what the model says is left in `said`. Raises `ModelError`.

    `settling` is run through when all has been said: it may ask the visitor, and take from the end of what was shown.
    """
    step_id = uuid.uuid4().hex[:12]
    prompt = rendered(request)
    started = time.perf_counter()
    first: float | None = None
    usage: Usage | None = None
    written: list[str] = []
    size = 0
    yield StepStarted(turn_id=turn_id, step_id=step_id, step="answer", prompt=prompt)
    async with aclosing(streamed(model, request)) as chunks:
        async for chunk in chunks:
            said.cut = said.cut or chunk.finish_reason == "length"
            usage = chunk.usage or usage
            pieces = (chunk.thinking, chunk.text, *(piece.arguments for piece in chunk.tool_calls))
            written += pieces
            size += sum(map(len, pieces))
            text, retract = said.take(chunk)
            if text or retract:
                first = first if first is not None else (time.perf_counter() - started) * 1000
                yield StepChunk(turn_id=turn_id, step_id=step_id, step="answer", text=text, retract=retract)
            if said.over or size > _LONGEST_OUTPUT:
                break
    text, retract = said.finish()
    if text or retract:
        yield StepChunk(turn_id=turn_id, step_id=step_id, step="answer", text=text, retract=retract)
    ms = (time.perf_counter() - started) * 1000
    if settling is not None:
        shown = len(said.text)
        async with aclosing(settling) as events:
            async for event in events:
                yield event
        if retract := shown - len(said.text):
            yield StepChunk(turn_id=turn_id, step_id=step_id, step="answer", text="", retract=retract)
    usage = usage or estimated_usage(prompt, "".join(written), request.tools)
    attempt = Attempt(prompt=prompt, raw=said.raw, usage=usage, ms=ms, first_token_ms=first, confidence=said.confidence)
    yield StepFinished(
        turn_id=turn_id,
        step_id=step_id,
        step="answer",
        output=said.text.strip(),
        raw=said.raw,
        attempts=(attempt,),
        usage=usage,
        ms=ms,
        parsed=said.parsed,
        cut=said.cut,
    )


def silence(said: Listener, request: ChatRequest, toolbox: Toolbox) -> StepFailedError:
    """The error of an answer without a word."""
    if said.cut:
        reason = f"the model used up its {request.max_tokens} tokens before it said anything"
        return StepFailedError("answer", said.raw, reason, advice=LONGER)
    calls = [call for call in detect(said.thought, tools=toolbox) if call.action == "act"]
    if calls:
        reason = f"the model called {calls[0].name} within its reasoning, where no call is made, and said nothing else"
        return StepFailedError("answer", said.raw or said.thought, reason, advice=_CALLED_IN_THOUGHT)
    return StepFailedError("answer", said.raw, "the model said nothing")
