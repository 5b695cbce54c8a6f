"""Calls that a model made itself, run and recorded: the one way for every strategy in which models call tools."""

from __future__ import annotations

import uuid
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from keyhole.conversation import Block, ToolCall, ToolResult, Unanswered
from keyhole.events import Event, ToolFinished
from keyhole.strategies.turn import Turn


def new_call_id() -> str:
    """A canonical id: unique, provider-neutral, never changed again."""
    return f"call_{uuid.uuid4().hex[:16]}"


async def run_calls(turn: Turn, said: Sequence[Block], calls: Sequence[ToolCall]) -> AsyncGenerator[Event]:
    """Record what the model said and called, run the calls, record each result as it comes, yield the events.

    Stopped in between, it keeps the results there are and notes of every other call that it was cancelled.
    """
    turn.conversation.append("assistant", *said, *calls)
    waiting = [call.id for call in calls]
    try:
        async with aclosing(turn.scheduler.run(turn.toolbox, calls, turn_id=turn.id)) as events:
            async for event in events:
                if isinstance(event, ToolFinished):
                    result = ToolResult(
                        call_id=event.call_id, content=event.condensed, is_error=event.is_error, handle=event.handle
                    )
                    turn.conversation.append("tool", result)
                    waiting.remove(event.call_id)
                yield event
    finally:
        if waiting:
            turn.conversation.append("tool", *(Unanswered(call_id=id_, reason="cancelled") for id_ in waiting))
