"""A call that waits for values which the agent asked for, as the events of a turn tell it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from keyhole.events import Event, StepFinished, TurnFinished


@dataclass(frozen=True, slots=True)
class OpenCall:
    """The tool, the arguments that were said, and the names of those that were asked for."""

    tool: str
    args: dict[str, Any]
    missing: tuple[str, ...]


def open_call_of(turn: Sequence[Event]) -> OpenCall | None:
    """What a turn asked back about; None where it ended otherwise, or asked for something else than a tool's values."""
    if not turn or not (isinstance(turn[-1], TurnFinished) and turn[-1].outcome == "clarify"):
        return None
    fills = (event.output for event in reversed(turn) if isinstance(event, StepFinished) and event.step == "fill")
    said = next((output for output in fills if isinstance(output, dict)), {})
    return OpenCall(said["tool"], said["args"], tuple(said["missing"])) if said.get("missing") else None
