"""Whether the halves of a wish that each tell to do something are for two tools: "close 12 and assign it to Ann"."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from keyhole.events import Event
from keyhole.models.model import ToolCard
from keyhole.steps.wishes import only_in_the_second
from keyhole.strategies.course import Course, decide
from keyhole.strategies.turn import Turn


@dataclass(slots=True)
class Acts:
    """`apart`: they are two wishes."""

    apart: bool = False


async def told_apart(
    turn: Turn,
    halves: Sequence[str],
    tool: str,
    args: Mapping[str, Any],
    cards: Sequence[ToolCard],
    context: tuple[str, ...],
    course: Course,
    outcome: Acts,
) -> AsyncGenerator[Event]:
    """Ask the router about each half; the outcome is left in `outcome`. `tool`, `args`: the call for all of it. Where
    that is the first half's and has something of the second, or there is but one tool for both, they are one wish."""
    chosen: list[str | None] = []
    for half, points in zip(halves, (False, True), strict=True):
        async with aclosing(decide(turn, half, cards, [], context, course, points=points)) as steps:
            async for event in steps:
                yield event
        chosen.append(course.ahead[1]["tool"] if course.ahead else None)
        course.ahead = None
    first, second = chosen
    takes = only_in_the_second(halves, args)
    if first is None or first == second:
        return
    outcome.apart = tool == second or (tool == first and not takes)
