"""What a message says of the call before, read by a model that is shown one message at a time."""

from __future__ import annotations

import uuid
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Any, Literal

from keyhole.events import Event, StepFinished, StepStarted
from keyhole.steps import fill
from keyhole.steps.afresh import named_before, sets_none, shared, thing_of
from keyhole.steps.amended import amended, as_made, surely_said
from keyhole.steps.called import called
from keyhole.steps.carryover import (
    bare,
    belongs,
    completed,
    in_its_place,
    may_belong,
    prose_asked_for,
    put_in,
    sought_anew,
    taken_back,
    wants_others,
    without_no_codes,
)
from keyhole.steps.earlier import eased
from keyhole.steps.freed import Freed
from keyhole.steps.kinds_of_tool import changes, makes_new
from keyhole.steps.near_numbers import nearest, numbered_thing, unheard
from keyhole.steps.obtain import obtain
from keyhole.steps.one_more import one_more
from keyhole.steps.pointed_at import with_pointed_at
from keyhole.steps.put_right import is_told, put_right, puts_right, with_right, without_apology
from keyhole.steps.short_message import Message
from keyhole.steps.step_on import asked_how_much, goes_by_steps, stepped
from keyhole.steps.wants_done import cannot_end, wants_it_gone
from keyhole.strategies.turn import Turn
from keyhole.tools.tool import Tool


@dataclass(slots=True)
class Leant:
    """The fill step's output where the message belongs to the call before, else None."""

    filled: dict[str, Any] | None = None
    is_as_it_was: bool = False
    """Whether it would be that call once more, which nobody asks for."""


async def lean(
    turn: Turn,
    wish: str,
    decision: dict[str, Any],
    outcome: Leant,
    *,
    weighed: bool,
    freed: Freed | None = None,
) -> AsyncGenerator[Event]:
    """Read a message for the call before, where it may say something of that; the outcome is left in `outcome`.
    `weighed`: the router knew of that call, so that what it chose tells whether it does. `freed`: what of that call
    does not hold any more."""
    if not turn.calls_before:
        return
    before, *earlier = turn.calls_before
    if freed:
        before, wish = replace(before, args=freed.args), freed.rest
        if not any(character.isalnum() for character in wish):
            outcome.filled = before.with_said({})
            for event in by_code(turn, "fill", outcome.filled, outcome.filled["tool"]):
                yield event
            return
    weighed = weighed and not before.missing
    if (message := Message.of(wish, reply=weighed or bool(before.missing))) is None:
        return
    if not before.missing and (sets_none(wish, before.tool) or (wants_it_gone(wish) and makes_new(before.tool.name))):
        return
    chosen = turn.toolbox[decision["tool"]] if decision["tool"] else None
    by_step = None if chosen and goes_by_steps(chosen) else stepped(wish, turn.calls_before)
    outcome.filled = by_step or asked_how_much(wish, before)
    if outcome.filled:
        for event in by_code(turn, "fill", outcome.filled, outcome.filled["tool"]):
            yield event
        return
    ids: dict[str, Any] = {}
    if weighed and chosen is not before.tool:
        if chosen is None or (made := as_made(chosen, before, wish)) is None:
            return
        ids, before = made
    if cannot_end(wish, before.tool.parameters, before.tool.name, before.tool.description):
        return
    back, heard = None, message
    if message.again and not before.missing:
        said: dict[str, Any] = {}
    else:
        back, named = taken_back(message, before), called(message, before)
        marked = bool(before.missing) and (message.corrects or puts_right(wish))
        if not (back or named or weighed or marked or may_belong(message, before, chosen)):
            return
        if message.taken_back and (back or message.corrects):
            message = message.taken_back[1]
        said = prose_asked_for(message, before) or named
        unset = [name for name in before.properties if name not in before.args]
        # a reply is read for all that is open, then for what was asked for alone, where that said nothing of it
        others = tuple(name for name in before.properties if name not in ids) if ids else ()
        for names in dict.fromkeys((tuple(unset), before.missing) if before.missing else (others,)):
            if said.keys() & set(before.missing or said) or named:
                break
            async with aclosing(_read(turn, message, eased(before.tool, names, before.missing))) as steps:
                async for event in steps:
                    yield event
                    if isinstance(event, StepFinished):
                        said = (event.output or {}).get("args", {})
        untold = said.keys().isdisjoint(before.missing) and chosen in (None, before.tool)
        rights = bool(before.missing) and not named and (marked or untold)
        right: dict[str, Any] = {}
        unread = bool(before.missing) and unheard(message, said)  # "305 at 8" tells a room and another time
        if rights or unread:
            async with aclosing(_read(turn, without_apology(heard), eased(before.tool, (), ()))) as steps:
                async for event in steps:
                    yield event
                    if isinstance(event, StepFinished):
                        more = (event.output or {}).get("args", {})
                        right = put_right(heard, before, said, more) if rights else {}
                        known = {name: value for name, value in more.items() if name in before.args}
                        said = with_right(before, said, more, right) if right else known | said if unread else said
        said = completed(message, before, without_no_codes(message, before, said))
        right |= {n: v for n, v in said.items() if marked and n in before.args and v != before.args[n]}
        if back and (back[0] not in said or isinstance(before.args[back[0]], list)):
            said[back[0]] = in_its_place(before.args[back[0]], back[1], message.rest.strip(" ,.!?"))
        elif back:
            said[back[0]] = put_in(before.args[back[0]], back[1], said[back[0]])
        if not (said.keys() & set(before.missing or said) or named or right):
            alone = bare(message, before, earlier)
            said = {name: value for name, value in alone.items() if not is_told(value, before, said)} | said
        said = one_more(message, before, said)
        said = numbered_thing(message, before, nearest(message, before, said))
        if weighed and not (back or named or said or (freed and not changes(before.tool.card))):
            return
        if not (back or named or weighed or right or belongs(message, before, said, chosen)):
            if chosen is not None or (sought := sought_anew(message, turn.calls_before)) is None:
                return
            before, said = sought
        if not ids and (corrected := named_before(message, turn.calls_before, said)):
            before = corrected
            said = {name: value for name, value in said.items() if name != thing_of(corrected.tool)}
        before = before if right else replace(before, args=shared(message, before, said))
    changed = {name: value for name, value in said.items() if value != before.args.get(name)}
    if ids:
        if changed:
            needed = before.tool.parameters.get("required", ())
            known = {name: value for name, value in before.args.items() if name in needed}
            outcome.filled = replace(before, args={**known, **ids}).with_said(surely_said(wish, changed))
            for event in by_code(turn, "fill", outcome.filled, outcome.filled["tool"]):
                yield event
        return
    same = message.corrects or back is not None or not changed.keys() & before.args.keys()
    change = amended(before, changed, turn.toolbox) if same else None
    filled = change or before.with_said(said)
    repeated = message.corrects and not (changed or before.missing or message.again or message.points)
    if repeated and changes(before.tool.card) and filled["args"] == turn.calls_before[0].args:
        outcome.is_as_it_was = True
        return
    outcome.filled = filled
    for event in by_code(turn, "fill", outcome.filled, outcome.filled["tool"]):
        yield event


def with_earlier(
    turn: Turn, wish: str, tool: Tool, filled: dict[str, Any], *, apart: bool = False
) -> dict[str, Any] | None:
    """The fill step's output with what the calls before give it; None where that would be the last call again, though
    nobody asks for it. `apart`: the wish is about another thing, so that what was done with the last is none of it."""
    before, message = turn.calls_before, Message.of(wish)
    if not before or message is None:
        return filled
    last = before[0]
    if message.remarks and last.tool is not tool:
        return filled
    if last.tool is tool and sets_none(wish, tool):
        return None
    other = apart or wants_others(message, last, filled["args"])
    if last.tool is tool and not message.is_request and not other:
        said = numbered_thing(message, last, filled["args"])
        filled = replace(last, args=shared(message, last, said)).with_said(said)
    filled = with_pointed_at(filled, tool, before, message)
    same = last.tool is tool and filled["args"] == last.args and not last.missing
    return None if same and not message.is_request and not apart else filled


def _read(turn: Turn, message: Message, tool: Tool) -> AsyncGenerator[Event]:
    """The fill step for what a message itself says of a tool."""
    return obtain(
        turn.router,
        fill.request(message.without_what_was_said, tool, more=True),
        turn_id=turn.id,
        step="fill",
        tool=tool.name,
        read=fill.reader(tool),
        max_repairs=turn.settings.max_repairs,
    )


def by_code(
    turn: Turn, step: Literal["route", "fill"], output: dict[str, Any], tool: str | None = None
) -> Iterator[Event]:
    """The events of a step that code took for the model."""
    step_id = uuid.uuid4().hex[:12]
    yield StepStarted(turn_id=turn.id, step_id=step_id, step=step, tool=tool)
    yield StepFinished(turn_id=turn.id, step_id=step_id, step=step, tool=tool, output=output, by="code")
