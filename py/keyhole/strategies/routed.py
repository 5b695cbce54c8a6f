"""Strategy `routed`: one thing at a time. Names -> one schema -> one result -> names again, then the answer."""

from __future__ import annotations

import uuid
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from typing import Any, Literal

from keyhole.conversation import ToolCall
from keyhole.events import Event, StepFinished, StepStarted, ToolFinished
from keyhole.steps import cue, fill, follow_up, route, small_talk
from keyhole.steps.found import Found, call_text
from keyhole.steps.obtain import obtain
from keyhole.steps.shortlist import shortlist
from keyhole.strategies.answering import answer_turn
from keyhole.strategies.calling import new_call_id
from keyhole.strategies.turn import Turn
from keyhole.tokens import cut_to_tokens
from keyhole.tools.schema import compiled
from keyhole.tools.tool import Tool


async def run(turn: Turn) -> AsyncGenerator[Event]:
    """Carry out a turn.

    Raises `StepFailedError` when a step's output cannot be repaired, `ModelError`, and `ConfigError` for a tool whose
    schema is invalid.
    """
    settings = turn.settings
    longest = min(settings.request_tokens, turn.router.profile.context_window // 4)
    query = cut_to_tokens(turn.text, longest)
    earlier = turn.clarifies
    if not earlier and "task" not in turn.router.profile.constraints and turn.refers_to:
        # a model that renders its own prompt puts a reply where the blank was: a mere follow-up has none
        earlier = (turn.refers_to,)
    context = tuple(cut_to_tokens(text, longest // 2) for text in earlier)
    cards = shortlist(
        turn.toolbox, " ".join((*context, query)), over=settings.shortlist_over, size=settings.shortlist_size
    )
    found: list[Found] = []
    made: set[str] = set()
    if not turn.router.profile.can_write:
        if not turn.clarifies:
            query = cut_to_tokens(follow_up.in_full(turn.conversation, turn.toolbox), longest)
        if small_talk.kind_of(turn.text):
            for event in _decided(turn, "route", {"choice": "none", "tool": None, "question": None}):
                yield event
            cards = ()
        # what says by itself which call it wants is no reply to a question that was asked back
        elif meant := cue.cued(turn.toolbox, query):
            async with aclosing(_cued(turn, query, *meant)) as steps:
                async for event in steps:
                    yield event
            return
    while cards and len(made) < settings.max_steps:
        # asking back ends the turn, so what was found already is answered first; two questions in a row are enough
        may_clarify = settings.clarify and not found and len(turn.clarifies) < 2
        lines = settings.router_sees == "lines"
        if settings.router_sees == "auto":
            lines = route.wants_lines(turn.router.profile)
        request = route.request(
            query,
            cards,
            found=found,
            context=context,
            may_clarify=may_clarify,
            descriptions=lines,
            about=turn.named_before,
        )
        decision: dict[str, Any] = {}
        steps = obtain(
            turn.router,
            request,
            turn_id=turn.id,
            step="route",
            read=route.reader(cards, may_clarify=may_clarify),
            max_repairs=settings.max_repairs,
        )
        async with aclosing(steps):
            async for event in steps:
                yield event
                if isinstance(event, StepFinished):
                    decision = event.output or {}
        if decision["choice"] == "clarify":
            yield turn.finish(decision["question"], clarify=True)
            return
        if decision["choice"] == "none":
            break
        tool = turn.toolbox[decision["tool"]]
        filled: dict[str, Any] = {}
        async with aclosing(_fill(turn, tool, query, found, context)) as steps:
            async for event in steps:
                yield event
                if isinstance(event, StepFinished):
                    filled = event.output or {}
        if missing := filled.get("missing"):
            if may_clarify:
                yield turn.finish(fill.question(tool, missing), clarify=True)
                return
            break
        if call_text(tool.name, filled["args"]) in made:
            break  # the same call would only bring the same result
        next_call: tuple[str, dict[str, Any]] | None = (tool.name, filled["args"])
        while next_call is not None and call_text(*next_call) not in made and len(made) < settings.max_steps:
            call = ToolCall(id=new_call_id(), name=next_call[0], arguments=next_call[1])
            made.add(call_text(*next_call))
            next_call = None
            async with aclosing(turn.scheduler.run(turn.toolbox, [call], turn_id=turn.id)) as steps:
                async for event in steps:
                    if isinstance(event, ToolFinished):
                        item = Found.of(call, event)
                        turn.record(call, item, event.handle)
                        if event.instead is not None:  # the tool knows which call was meant: no model need be asked
                            next_call = (event.instead["tool"], event.instead["args"])
                        handed_over = next_call is not None and call_text(*next_call) not in made
                        if not handed_over or len(made) == settings.max_steps:
                            found.append(item)
                    yield event
    async with aclosing(answer_turn(turn, query, found)) as steps:
        async for event in steps:
            yield event


async def _cued(turn: Turn, query: str, tool: Tool, args: dict[str, Any]) -> AsyncGenerator[Event]:
    """A turn whose request said in so many words which call it wants: no model is asked."""
    for event in _decided(turn, "route", {"choice": "call_tool", "tool": tool.name, "question": None}):
        yield event
    for event in _decided(turn, "fill", {"tool": tool.name, "args": args}, tool.name):
        yield event
    call = ToolCall(id=new_call_id(), name=tool.name, arguments=args)
    found: list[Found] = []
    async with aclosing(turn.scheduler.run(turn.toolbox, [call], turn_id=turn.id)) as steps:
        async for event in steps:
            if isinstance(event, ToolFinished):
                found.append(Found.of(call, event))
                turn.record(call, found[-1], event.handle)
            yield event
    async with aclosing(answer_turn(turn, query, found)) as steps:
        async for event in steps:
            yield event


async def _fill(
    turn: Turn, tool: Tool, query: str, found: list[Found], context: tuple[str, ...]
) -> AsyncGenerator[Event]:
    compiled(tool.parameters)  # an invalid schema is said now, before a model is asked to meet it
    form = fill.form(tool)
    if not form.free:  # there is nothing to write: the call is known
        for event in _decided(turn, "fill", {"tool": tool.name, "args": dict(form.fixed)}, tool.name):
            yield event
        return
    steps = obtain(
        turn.router,
        fill.request(query, tool, found=found, context=context, about=turn.named_before),
        turn_id=turn.id,
        step="fill",
        tool=tool.name,
        read=fill.reader(tool),
        max_repairs=turn.settings.max_repairs,
    )
    async with aclosing(steps):
        async for event in steps:
            yield event


def _decided(
    turn: Turn, step: Literal["route", "fill"], output: dict[str, Any], tool: str | None = None
) -> Iterator[Event]:
    """The events of a step that code took for the model."""
    step_id = uuid.uuid4().hex[:12]
    yield StepStarted(turn_id=turn.id, step_id=step_id, step=step, tool=tool)
    yield StepFinished(turn_id=turn.id, step_id=step_id, step=step, tool=tool, output=output, by="code")
