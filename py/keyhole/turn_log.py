"""What happens in one turn: passed on as it comes, noted for storage, and told to its end where it ends early."""

from __future__ import annotations

import asyncio
import time
from dataclasses import asdict

from keyhole.conversation import Text
from keyhole.errors import KeyholeError, StepFailedError, in_words
from keyhole.events import (
    Cancelled,
    Event,
    Failed,
    ModelSwitched,
    StepChunk,
    StepFinished,
    StepStarted,
    TurnFinished,
    TurnStarted,
    Usage,
)
from keyhole.strategies.turn import Turn

_FAULT = "This is a fault in Keyhole or in the model's adapter; the conversation is intact, ask again."


class TurnLog:
    """The events of `turn`, put into `events`. `kept` are those to store; whoever stores them empties it."""

    def __init__(self, turn: Turn, events: asyncio.Queue[Event | None]) -> None:
        self.kept: list[Event] = []
        self._turn, self._events = turn, events
        self._started = time.perf_counter()
        self._step, self._partial, self._usage = "turn", "", Usage()
        self._recorded = 0
        """How many messages there were when the step under way began."""
        self._done = False

    def emit(self, event: Event) -> None:
        """Pass an event on, behind those of the switches from model to model that went before it."""
        if not isinstance(event, TurnStarted):
            for switch in self._turn.take_switches():
                self._pass_on(ModelSwitched(turn_id=self._turn.id, **asdict(switch)))
        self._pass_on(event)

    def _pass_on(self, event: Event) -> None:
        if not isinstance(event, StepChunk):
            self.kept.append(event)
        self._events.put_nowait(event)

    def follow(self, event: Event) -> None:
        """Pass on an event of the strategy's; the last one is given the turn's usage and time."""
        if isinstance(event, StepStarted):
            self._step, self._partial, self._recorded = event.step, "", len(self._turn.conversation.messages)
        elif isinstance(event, StepChunk):
            if event.step == "answer":
                self._partial = self._partial[: len(self._partial) - event.retract] + event.text
        elif isinstance(event, StepFinished):
            self._usage += event.usage
        elif isinstance(event, TurnFinished):
            event = event.model_copy(update={"usage": self._usage, "ms": self._elapsed()})
            self._done = True
        self.emit(event)

    def cancelled(self) -> None:
        """The turn was stopped: what was said of the answer stays. Nothing is left to stop where it has finished."""
        if not self._done:
            self._keep_partial()
            self.emit(Cancelled(turn_id=self._turn.id, partial=self._partial, ms=self._elapsed()))

    def failed(self, error: KeyholeError) -> None:
        """The turn could not be finished; what was said of the answer stays."""
        self._fail(failed_event(self._turn.id, self._step, error))

    def broke_down(self, error: Exception) -> None:
        """The same for an error that nobody meant to raise."""
        reason = in_words(error)
        self._fail(Failed(turn_id=self._turn.id, step=self._step, code="internal", reason=reason, advice=_FAULT))

    def _fail(self, failed: Failed) -> None:
        self._keep_partial()
        self.emit(failed.model_copy(update={"partial": self._partial, "ms": self._elapsed()}))

    def _keep_partial(self) -> None:
        # words that went before a call are kept with it already
        conversation, words = self._turn.conversation, self._partial.strip()
        if words and len(conversation.messages) == self._recorded:
            conversation.append("assistant", Text(text=words))

    def _elapsed(self) -> float:
        return (time.perf_counter() - self._started) * 1000


def failed_event(turn_id: str, step: str, error: KeyholeError) -> Failed:
    """The event of an error. A step that failed says itself which it was, and shows what the model had said."""
    reason, raw = str(error), ""
    if isinstance(error, StepFailedError):
        step, reason, raw = error.step, error.reason, error.raw
    return Failed(turn_id=turn_id, step=step, code=error.code, reason=reason, raw=raw, advice=error.advice)
