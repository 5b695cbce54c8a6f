"""What a turn has found so far: the calls it made and their condensed results, as every step is shown them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from keyhole.conversation import ToolCall
from keyhole.events import ToolFinished


@dataclass(frozen=True, slots=True)
class Found:
    """One call and its condensed result (JSON text)."""

    tool: str
    arguments: dict[str, Any]
    condensed: str
    is_error: bool = False

    @classmethod
    def of(cls, call: ToolCall, event: ToolFinished) -> Found:
        """What became of a call; arguments that are no object count as none."""
        arguments = call.arguments if isinstance(call.arguments, dict) else {}
        return cls(call.name, arguments, event.condensed, event.is_error)

    @property
    def call(self) -> str:
        """The call as text; equal for equal calls, whatever the order of their arguments."""
        return call_text(self.tool, self.arguments)

    @property
    def line(self) -> str:
        """Call and result on one line, for a model."""
        return f"{self.call} -> {self.condensed}"

    @property
    def value(self) -> Any:
        """The condensed result as a value."""
        return value_shown(self.condensed)


def value_shown(condensed: str) -> Any:
    """A condensed result as a value; what is no JSON is text."""
    try:
        return json.loads(condensed)
    except ValueError:
        return condensed


def call_text(tool: str, arguments: dict[str, Any]) -> str:
    """`tool({"name":"x"})` with sorted keys."""
    return f"{tool}({json.dumps(arguments, ensure_ascii=False, separators=(',', ':'), sort_keys=True, default=str)})"
