"""How far a turn of the strategy `routed` has come, and the steps that take it further."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from keyhole.conversation import ToolCall
from keyhole.events import Event, StepFinished, ToolFinished
from keyhole.models.model import ToolCard
from keyhole.request_cues import speaks_of_oneself
from keyhole.steps import cue, fill, route
from keyhole.steps.after_call import after_call
from keyhole.steps.found import Found, call_text
from keyhole.steps.obtain import obtain
from keyhole.steps.render import LeftOut
from keyhole.strategies.calling import new_call_id
from keyhole.strategies.leaning import by_code
from keyhole.strategies.turn import Turn
from keyhole.tools.schema import compiled
from keyhole.tools.tool import Tool


@dataclass(slots=True)
class Course:
    """How far a turn has come."""

    found: list[Found] = field(default_factory=list)
    made: set[str] = field(default_factory=set)
    answered: bool = False
    """Whether a call was made for the wish under way, or had been made already."""
    question: str = ""
    """What has to be asked back about the wish under way."""
    left_out: list[LeftOut] = field(default_factory=list)
    """What was said for the calls that were made without it."""
    took_rest: bool = False
    """Whether the call for the wish under way took something of the one behind it."""
    ahead: tuple[str, dict[str, Any]] | None = None
    """A wish behind the one under way, and what the router decided about it."""
    parts: list[str] = field(default_factory=list)
    """The wishes that the wish under way turned out to be: no call was made for it."""

    weighed: bool = False
    """Whether the router knew of the call before when it decided."""
    looked: bool = False
    """Whether a tool was called that is near to a question, though it may bring more than what is asked."""
    tools: dict[str, str] = field(default_factory=dict)
    """The tool that a wish is for, where that was known before it was come to."""

    def answer_with(self, part: Found) -> None:
        """Answer the wish under way with a part of what a call of an earlier turn brought."""
        self.found.append(part)
        self.answered, self.question = True, ""


async def decide(
    turn: Turn,
    wish: str,
    cards: Sequence[ToolCard],
    found: Sequence[Found],
    context: tuple[str, ...],
    course: Course,
    *,
    may_clarify: bool = False,
    points: bool = False,
    looks: bool = False,
    heard: str = "",
) -> AsyncGenerator[Event]:
    """The router's decision about a wish; it is left in `course.ahead`. `points`: it does something with what
    another call will bring; `looks`: it is a question and the tools look things up. `heard`: how a wish was said that
    may lean on the call before."""
    after = after_call(heard, turn.calls_before, cards) if heard and not (found or looks) else None
    lines = turn.settings.router_sees == "lines"
    if turn.settings.router_sees == "auto":
        lines = route.wants_lines(turn.router.profile)
    steps = obtain(
        turn.router,
        route.request(
            wish,
            cards,
            found=found,
            context=context,
            may_clarify=may_clarify,
            descriptions=lines,
            about=turn.named_before,
            points=points,
            opens=not turn.calls_before,
            looks=looks,
            after=after,
        ),
        turn_id=turn.id,
        step="route",
        read=route.reader(cards, may_clarify=may_clarify),
        max_repairs=turn.settings.max_repairs,
    )
    async with aclosing(steps):
        async for event in steps:
            yield event
            if isinstance(event, StepFinished):
                course.ahead = wish, event.output or {}
                course.weighed = after is not None and turn.router.profile.weighs_calls


async def fall_back(turn: Turn, wish: str, course: Course) -> AsyncGenerator[Event]:
    """The call of a tool that takes what no other wants. What would be asked back about the visitor's own affairs is
    asked where that brings nothing."""
    meant = cue.cued(turn.toolbox, wish, fallback=True)
    if meant is None or (course.question and not speaks_of_oneself(wish)):
        return
    here = len(course.found)
    async with aclosing(make_cued_call(turn, *meant, course)) as steps:
        async for event in steps:
            yield event
    if course.question and all(item.is_error for item in course.found[here:]):
        del course.found[here:]
        course.answered = False
    else:
        course.question = ""


async def make_cued_call(turn: Turn, tool: Tool, args: dict[str, Any], course: Course) -> AsyncGenerator[Event]:
    """The call that a request's form tells: no model is asked."""
    for event in by_code(turn, "route", {"choice": "call_tool", "tool": tool.name, "question": None}):
        yield event
    for event in by_code(turn, "fill", {"tool": tool.name, "args": args}, tool.name):
        yield event
    async with aclosing(make_call(turn, tool.name, args, course)) as steps:
        async for event in steps:
            yield event


async def make_call(turn: Turn, tool: str, args: dict[str, Any], course: Course) -> AsyncGenerator[Event]:
    """Run a call, and the one that its tool says was meant instead; what they bring is found."""
    course.answered = True
    next_call: tuple[str, dict[str, Any]] | None = (tool, args)
    most = turn.settings.max_steps
    while next_call is not None and call_text(*next_call) not in course.made and len(course.made) < most:
        call = ToolCall(id=new_call_id(), name=next_call[0], arguments=next_call[1])
        course.made.add(call_text(*next_call))
        next_call = None
        async with aclosing(turn.scheduler.run(turn.toolbox, [call], turn_id=turn.id)) as steps:
            async for event in steps:
                if isinstance(event, ToolFinished):
                    item = Found.of(call, event)
                    turn.record(call, item, event.handle)
                    if event.instead is not None:  # the tool knows which call was meant: no model need be asked
                        next_call = (event.instead["tool"], event.instead["args"])
                    handed_over = next_call is not None and call_text(*next_call) not in course.made
                    if not handed_over or len(course.made) == most:
                        course.found.append(item)
                yield event


async def fill_in(
    turn: Turn, tool: Tool, query: str, found: list[Found], context: tuple[str, ...], rest: str
) -> AsyncGenerator[Event]:
    compiled(tool.parameters)  # an invalid schema is said now, before a model is asked to meet it
    form = fill.form(tool)
    if not form.free:  # there is nothing to write: the call is known
        for event in by_code(turn, "fill", {"tool": tool.name, "args": dict(form.fixed)}, tool.name):
            yield event
        return
    steps = obtain(
        turn.router,
        fill.request(query, tool, found=found, context=context, about=turn.named_before, rest=rest),
        turn_id=turn.id,
        step="fill",
        tool=tool.name,
        read=fill.reader(tool),
        max_repairs=turn.settings.max_repairs,
    )
    async with aclosing(steps):
        async for event in steps:
            yield event
