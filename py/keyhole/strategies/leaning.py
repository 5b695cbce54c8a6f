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
    may_belong,
    prose_asked_for,
    rambles,
    sought_anew,
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
from keyhole.steps.taken_back import in_its_place, put_in, taken_back
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
    leaning = _Leaning(turn, wish, decision, weighed=weighed, freed=freed)
    outcome.filled = leaning.known_at_once()
    if outcome.filled is None and leaning.may_say():
        if not leaning.is_again:
            async with aclosing(leaning.read()) as steps:
                async for event in steps:
                    yield event
            if not leaning.belongs():
                outcome.is_as_it_was = leaning.rambles
                return
        leaning.conclude(outcome)
    if outcome.filled:
        for event in by_code(turn, "fill", outcome.filled, outcome.filled["tool"]):
            yield event


class _Leaning:
    """A message on its way to what it says of the call before.

    `said`: the values that it says; `right`: those of them that put right what was said before. `ids`: of the thing
    that the call made, where the message is for a tool that changes such; then `before` is that call as one of this
    tool's. `back` and `named`: what it takes back, and what it calls a thing. `marked`: it says that it puts something
    right.
    """

    def __init__(self, turn: Turn, wish: str, decision: dict[str, Any], *, weighed: bool, freed: Freed | None) -> None:
        self.turn, self.wish, self.freed = turn, wish, freed
        self.before, *self.earlier = turn.calls_before
        if freed:
            self.before, self.wish = replace(self.before, args=freed.args), freed.rest
        self.weighed = weighed and not self.before.missing
        message = Message.of(self.wish, reply=self.weighed or bool(self.before.missing))
        self.is_long, self.heard = message is None, message or Message("", "", "", "")
        self.message = self.heard
        self.chosen = turn.toolbox[decision["tool"]] if decision["tool"] else None
        self.ids, self.said, self.right = dict[str, Any](), dict[str, Any](), dict[str, Any]()
        self.back: tuple[str, str, Message] | None = None
        self.named, self.marked = dict[str, Any](), False

    @property
    def is_again(self) -> bool:
        """Whether it asks for the same once more."""
        return self.message.again and not self.before.missing

    def known_at_once(self) -> dict[str, Any] | None:
        """The call that needs no reading: the last one without what does not hold any more, or a step further."""
        if self.freed and not any(character.isalnum() for character in self.wish):
            return self.before.with_said({})
        if self.is_long or self._sets_none:
            return None
        if self.weighed and self.chosen is None and (sought := sought_anew(self.message, self.turn.calls_before)):
            before, said = sought
            return replace(before, args=shared(self.message, before, said)).with_said(said)
        by_step = None if self.chosen and goes_by_steps(self.chosen) else stepped(self.wish, self.turn.calls_before)
        return by_step or asked_how_much(self.wish, self.before)

    @property
    def _sets_none(self) -> bool:
        made = makes_new(self.before.tool.name)
        gone = sets_none(self.wish, self.before.tool) or (wants_it_gone(self.wish) and made)
        return gone and not self.before.missing

    def may_say(self) -> bool:
        """Whether it may say anything of that call, or of what that made."""
        if self.is_long or self._sets_none:
            return False
        if self.weighed and self.chosen is not self.before.tool and not self._names_but_another:
            if self.chosen is None or (made := as_made(self.chosen, self.before, self.wish)) is None:
                return False
            self.ids, self.before = made
        before = self.before
        if cannot_end(self.wish, before.tool.parameters, before.tool.name, before.tool.description):
            return False
        if self.is_again:
            return True
        self.back, self.named = taken_back(self.message, before), called(self.message, before)
        self.marked = bool(before.missing) and (self.message.corrects or puts_right(self.wish))
        told = self.back or self.named or self.weighed or self.marked
        if not (told or may_belong(self.message, before, self.chosen)):
            return False
        if self.message.taken_back and (self.back or self.message.corrects):
            self.message = self.message.taken_back[1]
        return True

    @property
    def _names_but_another(self) -> bool:
        """Whether all of it is another thing's name, which says nothing of a tool: "and Small Gods"."""
        words = self.message.rest.split()
        named = bool(words) and all(word[:1].isupper() for word in words) and self.message.names_another
        return named and self.chosen is not None and bool(bare(self.message, self.before, self.earlier))

    async def read(self) -> AsyncGenerator[Event]:
        """What it says of that call's tool, and what it means beside the values of that call."""
        for part in (self._read_said, self._read_right):
            async with aclosing(part()) as steps:
                async for event in steps:
                    yield event
        message, before, back = self.message, self.before, self.back
        said = completed(message, before, without_no_codes(message, before, self.said))
        self.right |= {n: v for n, v in said.items() if self.marked and n in before.args and v != before.args[n]}
        if back and (back[0] not in said or isinstance(before.args[back[0]], list)):
            said[back[0]] = in_its_place(before.args[back[0]], back[1], message.rest.strip(" ,.!?"))
        elif back:
            said[back[0]] = put_in(before.args[back[0]], back[1], said[back[0]])
        if not (said.keys() & set(before.missing or said) or self.named or self.right):
            alone = bare(message, before, self.earlier)
            said = {name: value for name, value in alone.items() if not is_told(value, before, said)} | said
        said = one_more(message, before, said)
        self.said = numbered_thing(message, before, nearest(message, before, said))

    async def _read_said(self) -> AsyncGenerator[Event]:
        """A reply is read for all that is open, then for what was asked for alone, where that said nothing of it; what
        is for a thing that was made, for all but its id."""
        before = self.before
        self.said = prose_asked_for(self.message, before) or self.named
        unset = tuple(name for name in before.properties if name not in before.args)
        others = tuple(name for name in before.properties if name not in self.ids) if self.ids else ()
        for names in dict.fromkeys((unset, before.missing) if before.missing else (others,)):
            if self.said.keys() & set(before.missing or self.said) or self.named:
                return
            async with aclosing(_read(self.turn, self.message, eased(before.tool, names, before.missing))) as steps:
                async for event in steps:
                    yield event
                    if isinstance(event, StepFinished):
                        self.said = (event.output or {}).get("args", {})

    async def _read_right(self) -> AsyncGenerator[Event]:
        """A reply that may put right what was said, or says more than was asked for ("305 at 8" tells a room and
        another time), is read for the whole call, too."""
        before, said = self.before, self.said
        untold = said.keys().isdisjoint(before.missing) and self.chosen in (None, before.tool)
        rights = bool(before.missing) and not self.named and (self.marked or untold)
        unread = bool(before.missing) and unheard(self.message, said)
        if not (rights or unread):
            return
        async with aclosing(_read(self.turn, without_apology(self.heard), eased(before.tool, (), ()))) as steps:
            async for event in steps:
                yield event
                if isinstance(event, StepFinished):
                    more = (event.output or {}).get("args", {})
                    self.right = put_right(self.heard, before, said, more) if rights else {}
                    known = {name: value for name, value in more.items() if name in before.args}
                    if self.right:
                        self.said = with_right(before, said, more, self.right)
                    elif unread:
                        self.said = known | said

    def belongs(self) -> bool:
        """Whether it is for that call by what it says; what is for an earlier one has that for the call before then."""
        told = bool(self.back or self.named)
        taken_off = self.freed is not None and not changes(self.before.tool.card)
        message, before = self.message, self.before
        known = told or (self.weighed and bool(self.said or taken_off) and not (self._wants_others or self.rambles))
        if not (known or self.right or (not self.weighed and belongs(message, before, self.said, self.chosen))):
            others = self.chosen is not None and bool(self.said or not self.weighed)
            sought = None if others else sought_anew(message, self.turn.calls_before)
            if sought is None:
                return False
            self.before, self.said = sought
        if not self.ids and (corrected := named_before(message, self.turn.calls_before, self.said)):
            self.before = corrected
            self.said = {name: value for name, value in self.said.items() if name != thing_of(corrected.tool)}
        if not self.right:
            self.before = replace(self.before, args=shared(message, self.before, self.said))
        return True

    @property
    def rambles(self) -> bool:
        """Whether it is a remark that happens to say a value."""
        told = self.back or self.named or not self.weighed
        return not told and rambles(self.message, self.before, self.said)

    @property
    def _wants_others(self) -> bool:
        return wants_others(self.message, self.before, self.said)

    def conclude(self, outcome: Leant) -> None:
        """Leave the call that it comes to in `outcome`."""
        message, before, said = self.message, self.before, self.said
        changed = {name: value for name, value in said.items() if value != before.args.get(name)}
        if self.ids:
            needed = before.tool.parameters.get("required", ())
            known = {name: value for name, value in before.args.items() if name in needed}
            with_ids = replace(before, args={**known, **self.ids})
            outcome.filled = with_ids.with_said(surely_said(self.wish, changed)) if changed else None
            return
        own = self.weighed and message.is_request  # "book a room for Mia" changes no room that was booked
        same = message.corrects or self.back is not None or not (own or changed.keys() & before.args.keys())
        filled = (amended(before, changed, self.turn.toolbox) if same else None) or before.with_said(said)
        repeated = message.corrects and not (changed or before.missing or message.again or message.points)
        as_it_was = repeated and changes(before.tool.card) and filled["args"] == self.turn.calls_before[0].args
        outcome.is_as_it_was, outcome.filled = as_it_was, None if as_it_was else filled


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
