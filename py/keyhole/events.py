"""Events: everything that happens in a turn, as plain values.

The page, the benchmark, telemetry and the tests all read this one stream. An event is JSON through `model_dump_json`
and comes back through `parse_event`. Times (`ms`) are wall-clock milliseconds; `at` is seconds since the epoch.

Order within a turn: `turn_started`, then for each step `step_started`, `step_chunk`*, `step_finished`; for each tool
`tool_started`, `tool_finished` (with `confirmation_requested` before it where the tool wants one; a doubtful call in a
text is asked about before its step finishes); last, exactly one of `turn_finished`, `failed`, `cancelled`.
"""

from __future__ import annotations

import time
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

_VALUE = ConfigDict(frozen=True, defer_build=True)
"""Validators are built with their first use: those of a turn that needs few of them are not worth waiting for."""

StepName = Literal["route", "fill", "answer", "plan", "advise", "summary"]


class Usage(BaseModel):
    """Tokens of one model call. `cached_tokens` of the prompt were reused, not computed again.

    `estimated`: (some of) the figures were not told but reckoned from the texts: a model that is stopped says no usage.
    """

    model_config = _VALUE

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    estimated: bool = False

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            completion_tokens=self.completion_tokens + other.completion_tokens,
            cached_tokens=self.cached_tokens + other.cached_tokens,
            estimated=self.estimated or other.estimated,
        )


class Attempt(BaseModel):
    """One try at a step: what the model was shown and said, and why it was refused (`error` is None when accepted)."""

    model_config = _VALUE

    prompt: str
    raw: str
    error: str | None = None
    usage: Usage = Usage()
    ms: float = 0.0
    first_token_ms: float | None = None
    confidence: float | None = None
    """How sure the model was, 0 to 1, where it can tell."""


class _Event(BaseModel):
    model_config = _VALUE

    turn_id: str
    at: float = Field(default_factory=time.time)


class TurnStarted(_Event):
    type: Literal["turn_started"] = "turn_started"
    text: str
    model: str = ""
    strategy: str = ""


class StepStarted(_Event):
    type: Literal["step_started"] = "step_started"
    step_id: str
    step: StepName
    tool: str | None = None
    prompt: str = ""
    """What the model sees, rendered for a reader."""


class StepChunk(_Event):
    """Text as it comes. For the step `answer` it is the visible answer. `retract`: so many characters, passed on
    before, turned out to be no text (a call, reasoning) and are to be taken back first."""

    type: Literal["step_chunk"] = "step_chunk"
    step_id: str
    step: StepName
    text: str
    retract: int = 0


class StepFinished(_Event):
    """A step's end. `output` is the accepted JSON value (route, fill) or the text; None when it failed."""

    type: Literal["step_finished"] = "step_finished"
    step_id: str
    step: StepName
    tool: str | None = None
    output: Any = None
    raw: str = ""
    attempts: tuple[Attempt, ...] = ()
    usage: Usage = Usage()
    ms: float = 0.0
    parsed: dict[str, Any] | None = None
    """What was found in the text where calls are written in it (strategy `text`): the round, and of each call its
    syntax, confidence and repairs."""
    cut: bool = False
    """The model ran into the most tokens that it may write: its text ends where it should not."""
    by: Literal["model", "code"] = "model"
    """`code` where a deterministic rendering took the model's place."""


class ConfirmationRequested(_Event):
    """The turn waits until `Agent.confirm(call_id, yes)` is called."""

    type: Literal["confirmation_requested"] = "confirmation_requested"
    call_id: str
    tool: str
    arguments: Any = None
    question: str = ""


class ToolStarted(_Event):
    type: Literal["tool_started"] = "tool_started"
    call_id: str
    tool: str
    arguments: Any = None


class ToolFinished(_Event):
    """`condensed` is what a model may see; the raw result is kept under `handle`, `raw_preview` shows its beginning.

    `instead` is the call, `{"tool","args"}`, that the tool says would have been right.
    """

    type: Literal["tool_finished"] = "tool_finished"
    call_id: str
    tool: str
    condensed: str
    is_error: bool = False
    instead: dict[str, Any] | None = None
    handle: str | None = None
    raw_preview: str = ""
    raw_bytes: int = 0
    ms: float = 0.0


class ModelSwitched(_Event):
    """Another model takes the requests from here on, and why."""

    type: Literal["model_switched"] = "model_switched"
    from_model: str
    to_model: str
    reason: str = ""


class TurnFinished(_Event):
    type: Literal["turn_finished"] = "turn_finished"
    answer: str
    outcome: Literal["answer", "clarify"] = "answer"
    usage: Usage = Usage()
    ms: float = 0.0


class Failed(_Event):
    """The turn could not be finished: which step, what the model said, why it was refused, what can be done.

    `partial` is what of the answer was shown by then: it stays, in the conversation, too."""

    type: Literal["failed"] = "failed"
    step: str
    code: str
    reason: str
    raw: str = ""
    advice: str = ""
    partial: str = ""
    ms: float = 0.0


class Cancelled(_Event):
    type: Literal["cancelled"] = "cancelled"
    partial: str = ""
    ms: float = 0.0


Event = Annotated[
    TurnStarted
    | StepStarted
    | StepChunk
    | StepFinished
    | ConfirmationRequested
    | ToolStarted
    | ToolFinished
    | ModelSwitched
    | TurnFinished
    | Failed
    | Cancelled,
    Field(discriminator="type"),
]

_adapter: TypeAdapter[Event] = TypeAdapter(Event, config=ConfigDict(defer_build=True))


def parse_event(text: str | bytes) -> Event:
    """The event that `model_dump_json` wrote. Raises `pydantic.ValidationError`."""
    return _adapter.validate_json(text)
