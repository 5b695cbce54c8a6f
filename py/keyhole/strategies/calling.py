"""Calls that a model made itself, run and recorded: the one way for every strategy in which models call tools."""

from __future__ import annotations

import json
import uuid
from collections import Counter
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from typing import Any

from keyhole.conversation import Block, ToolCall, ToolResult, Unanswered
from keyhole.errors import ConfigError, ToolError
from keyhole.events import Event, ToolFinished
from keyhole.parsing.values import properties_of, typed, types_of
from keyhole.strategies.turn import Turn
from keyhole.tools.schema import compiled
from keyhole.tools.toolbox import Toolbox

LONGER = 'Ask for less at once, or allow longer answers: raise "answer tokens" (turn.answer_tokens).'
MOST_TOOLS = 128
"""Shown to a model at once: OpenAI answers 400 to more."""


def new_call_id() -> str:
    """A canonical id: unique, provider-neutral, never changed again."""
    return f"call_{uuid.uuid4().hex[:16]}"


def takes(toolbox: Toolbox, call: ToolCall) -> bool:
    """Whether the tool is there and its schema lets these arguments through."""
    if call.name not in toolbox:
        return False
    try:
        return not compiled(toolbox[call.name].parameters).errors(call.arguments)
    except ConfigError:
        return False


def coerced(call: ToolCall, toolbox: Toolbox) -> ToolCall:
    """A call that its tool's schema refuses, with its arguments of the types declared, where that makes it valid.

    `"2"` for a number is 2, 2 for a text is "2", and null for what may be left out is left out. Any other call comes
    back as it is: the scheduler says what is wrong with it.
    """
    if call.name not in toolbox or not isinstance(call.arguments, dict):
        return call
    schema = toolbox[call.name].parameters
    try:
        errors = compiled(schema).errors
        if not errors(call.arguments):
            return call
    except ConfigError:
        return call
    declared, required = properties_of(schema), schema.get("required", ())
    arguments = {
        name: _as_declared(value, declared.get(name))
        for name, value in call.arguments.items()
        if value is not None or name in required or not (kinds := types_of(declared.get(name))) or "null" in kinds
    }
    return call if errors(arguments) else call.model_copy(update={"arguments": arguments})


def _as_declared(value: Any, schema: Any) -> Any:
    kinds = types_of(schema)
    if isinstance(value, str) and kinds and "string" not in kinds:
        return typed(value, schema, "string")
    if isinstance(value, int | float) and not isinstance(value, bool) and kinds == {"string"}:
        return json.dumps(value)
    return value


class Rounds:
    """What the calls of a turn's rounds came to. A model that makes a failed one again is stuck, and so is one that got
    the same from the same call in three rounds (twice may be a second throw of the dice, or a look whether it is done
    now): it gets no tools any more."""

    def __init__(self) -> None:
        self.stuck = False
        self._seen: Counter[str] = Counter()
        self._new: set[str] = set()

    def begin(self) -> None:
        """The model is shown what there is so far: once more in the same message was no second try."""
        self._seen.update(self._new)
        self._new = set()

    def add(self, call: str, result: ToolFinished) -> bool:
        """One more, by what is equal for equal calls. True where an earlier round had the same of it."""
        key = call if result.is_error else f"{call}\n{result.condensed}"
        times = self._seen[key]
        self.stuck = self.stuck or times >= (1 if result.is_error else 2)
        self._new.add(key)
        return times > 0


def cut_off(limit: int) -> ToolError:
    """What becomes of a call that the model's answer ended in, for it had no more tokens."""
    return ToolError(
        f"the answer reached its token limit ({limit}) inside this call, so it was not made",
        advice="Make it again with shorter arguments, and with little before it.",
    )


def cut_off_told(limit: int) -> str:
    """The same as a result that the visitor reads."""
    error = f"the model's answer reached its token limit ({limit}) inside a call"
    return json.dumps({"error": error, "advice": LONGER})


async def run_calls(
    turn: Turn, said: Sequence[Block], calls: Sequence[ToolCall], faults: Mapping[str, ToolError] | None = None
) -> AsyncGenerator[Event]:
    """Record what the model said and called, run the calls, record each result as it comes, yield the events.

    `faults` are those calls, by their ids, that cannot be run, and what is told of them. Stopped in between, it keeps
    the results there are and notes of every other call that it was cancelled.
    """
    calls = [coerced(call, turn.toolbox) for call in calls]
    turn.conversation.append("assistant", *said, *calls)
    waiting = [call.id for call in calls]
    try:
        async with aclosing(turn.scheduler.run(turn.toolbox, calls, turn_id=turn.id, faults=faults)) as events:
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
