"""Strategy `routed`: one thing at a time. Names -> one schema -> one result -> names again, then the answer."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from keyhole.conversation import ToolCall
from keyhole.events import Event, StepFinished, ToolFinished
from keyhole.models.model import ToolCard, helps
from keyhole.request_cues import speaks_of_oneself
from keyhole.steps import cue, fill, follow_up, route, small_talk
from keyhole.steps.asked_of import is_question
from keyhole.steps.found import Found, call_text
from keyhole.steps.left_out import left_out
from keyhole.steps.obtain import obtain
from keyhole.steps.render import LeftOut, Open, Unanswered
from keyhole.steps.several import several
from keyhole.steps.shortlist import shortlist
from keyhole.steps.wishes import joins, wishes_of
from keyhole.strategies.answering import answer_turn
from keyhole.strategies.calling import new_call_id
from keyhole.strategies.leaning import Leant, by_code, lean, with_earlier
from keyhole.strategies.pointing import listed, part_asked_for, parted, pointed_at, points_back, shown_again, takers, with_things
from keyhole.strategies.turn import Turn
from keyhole.tokens import cut_to_tokens
from keyhole.tools.schema import compiled
from keyhole.tools.tool import Tool

_NO_TOOL = "no tool here fits this."
_TOO_MANY = "that is more than is done for one message. Ask for it by itself."


@dataclass(slots=True)
class _Course:
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
    over = max(settings.shortlist_over, turn.router.profile.tools_weighed)
    cards = shortlist(turn.toolbox, " ".join((*context, query)), over=over, size=settings.shortlist_size)
    wishes = [query]
    if not turn.router.profile.can_write:
        waits = bool(turn.calls_before and turn.calls_before[0].missing)
        if not turn.clarifies and not turn.calls_before:
            query = cut_to_tokens(follow_up.in_full(turn.conversation, turn.toolbox), longest)
        # a model that reads one wish at a time would take the first and lose the others
        wishes = [query] if turn.clarifies or waits else wishes_of(query, turn.toolbox)
        if small_talk.kind_of(turn.text):
            for event in by_code(turn, "route", {"choice": "none", "tool": None, "question": None}):
                yield event
            cards, wishes = (), []
    course = _Course()
    left: list[Open] = []
    waiting = deque(zip(wishes, [*wishes[1:], ""], strict=False))
    several_wishes = len(wishes) > 1
    while waiting:
        wish, rest = waiting.popleft()
        if course.took_rest:  # no tool but that one is for it, and it has heard it
            course.took_rest, course.ahead = False, None
            continue
        # the router is asked what is still open at the end, and where a wish may name several things
        once = bool(waiting) and not joins(wish)
        async with aclosing(_carry_out(turn, wish, cards, context, course, once=once, rest=rest)) as steps:
            async for event in steps:
                yield event
        if course.parts:
            waiting.extendleft((part, "") for part in reversed(course.parts))
            several_wishes = True
        elif not course.answered:
            why = course.question or (_NO_TOOL if len(course.made) < settings.max_steps else _TOO_MANY)
            left.append(Unanswered(wish, why))
    if several_wishes and not course.found:  # the parts alone may say too little
        left = []
        async with aclosing(_carry_out(turn, query, cards, context, course, whole=True)) as steps:
            async for event in steps:
                yield event
    if course.question and not course.found:
        yield turn.finish(course.question, clarify=True)
        return
    async with aclosing(
        answer_turn(turn, query, course.found, [*course.left_out, *left] if course.found else ())
    ) as steps:
        async for event in steps:
            yield event


async def _carry_out(
    turn: Turn,
    wish: str,
    cards: Sequence[ToolCard],
    context: tuple[str, ...],
    course: _Course,
    *,
    once: bool = False,
    whole: bool = False,
    rest: str = "",
) -> AsyncGenerator[Event]:
    """The calls that one wish wants, at most one where `once`, or the question that it leaves open, or the wishes that
    it turns out to be, unless it is to be taken as a `whole`. `rest`: the wish behind it, which may say more of it."""
    settings, here = turn.settings, len(course.found)
    course.answered, course.question, course.parts, course.took_rest = False, "", [], False
    # what says by itself which call it wants is no reply to a question that was asked back
    reads_cues = bool(cards) and not turn.router.profile.can_write
    if reads_cues and (meant := cue.cued(turn.toolbox, wish)):
        async with aclosing(_call_cued(turn, *meant, course)) as steps:
            async for event in steps:
                yield event
        return
    calls = [*turn.calls_of(course.found), *turn.calls_before] if reads_cues else []
    if calls and (part := part_asked_for(wish, calls[0])):
        for event in by_code(turn, "route", {"choice": "none", "tool": None, "question": None}):
            yield event
        course.found.append(part)
        course.answered = True
        return
    pointed = pointed_at(wish, calls, turn.toolbox)
    said = pointed.wishes[0] if pointed else wish
    surely = pointed is not None and pointed.surely
    if pointed and surely:
        cards = takers(cards, turn.toolbox, pointed)
    while cards and len(course.made) < settings.max_steps:
        found = course.found[here:]
        # asking back ends the turn, so what was found already is answered first; two questions in a row are enough
        may_clarify = settings.clarify and not found and len(turn.clarifies) < 2
        if course.ahead is None or course.ahead[0] != wish:
            steps = _route(turn, wish, cards, found, context, course, may_clarify=may_clarify, said=said, points=surely)
            async with aclosing(steps):
                async for event in steps:
                    yield event
        assert course.ahead is not None
        decision, course.ahead = course.ahead[1], None
        leant = Leant()
        if reads_cues and not found and not surely:
            async with aclosing(lean(turn, wish, decision, leant)) as steps:
                async for event in steps:
                    yield event
        if leant.filled is None:
            if decision["choice"] == "clarify":
                course.question = decision["question"]
            if decision["choice"] != "call_tool":
                if pointed and not found and is_question(wish):
                    course.found.append(shown_again(pointed))
                    course.answered, course.question = True, ""
                    return
                if reads_cues and not found:
                    async with aclosing(_fall_back(turn, wish, course)) as steps:
                        async for event in steps:
                            yield event
                return
        tool = turn.toolbox[leant.filled["tool"] if leant.filled else decision["tool"]]
        # what no other tool is for may belong to this call: "How windy is it in Oslo? Give me knots, please."
        alone = leant.filled or helps(tool) or cue.cued(turn.toolbox, rest)
        if rest and not found and not alone:
            async with aclosing(_route(turn, rest, cards, [], context, course, may_clarify=may_clarify)) as steps:
                async for event in steps:
                    yield event
        belongs = course.ahead is not None and course.ahead[1]["tool"] in (None, tool.name)
        filled: dict[str, Any] = leant.filled or {}
        if leant.filled is None:
            async with aclosing(_fill(turn, tool, said, found, context, rest if belongs else "")) as steps:
                async for event in steps:
                    yield event
                    if isinstance(event, StepFinished):
                        filled = event.output or {}
            if reads_cues and not found and not helps(tool):
                if pointed and len(pointed.things) > 1 and not whole:
                    if not (many := listed(tool, pointed)):
                        course.parts = list(pointed.wishes)
                        return
                    filled = {**filled, "args": {**filled["args"], **many}}
                filled = with_things(filled, tool, pointed, calls, points=points_back(wish))
                told = with_earlier(turn, wish, tool, filled)
                if told is None:
                    return  # a remark on what was done asks for nothing
                filled = told
        if reads_cues and not (found or whole or helps(tool)) and (halves := parted(wish, filled["args"])):
            async with aclosing(_route(turn, halves[1], cards, [], context, course, may_clarify=False, points=True)) as steps:
                async for event in steps:
                    yield event
            assert course.ahead is not None
            (other, course.ahead) = course.ahead[1]["tool"], None
            if other not in (None, tool.name):
                course.parts = list(halves)
                return
        reads_itself = turn.router.profile.can_write or tool.reads is not None or tool.names is not None
        if not (reads_itself or whole or found) and (parts := several(wish, tool.parameters, filled["args"])):
            course.parts = parts
            return
        course.took_rest = "rest" in filled
        if missing := filled.get("missing"):
            course.question = fill.question(tool, missing) if may_clarify or leant.filled else ""
            if reads_cues and course.question:
                async with aclosing(_fall_back(turn, wish, course)) as steps:
                    async for event in steps:
                        yield event
            return
        if call_text(tool.name, filled["args"]) in course.made:
            course.answered = True
            return  # the same call would only bring the same result
        if not reads_itself:
            course.left_out += left_out(wish, tool.name, tool.parameters, filled["args"])
        async with aclosing(_call(turn, tool.name, filled["args"], course)) as steps:
            async for event in steps:
                yield event
        if once:
            return


async def _route(
    turn: Turn,
    wish: str,
    cards: Sequence[ToolCard],
    found: Sequence[Found],
    context: tuple[str, ...],
    course: _Course,
    *,
    may_clarify: bool,
    said: str = "",
    points: bool = False,
) -> AsyncGenerator[Event]:
    """The router's decision about a wish, read as it is `said` in full; it is left in `course.ahead`."""
    lines = turn.settings.router_sees == "lines"
    if turn.settings.router_sees == "auto":
        lines = route.wants_lines(turn.router.profile)
    steps = obtain(
        turn.router,
        route.request(
            said or wish,
            cards,
            found=found,
            context=context,
            may_clarify=may_clarify,
            descriptions=lines,
            about=turn.named_before,
            points=points,
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


async def _fall_back(turn: Turn, wish: str, course: _Course) -> AsyncGenerator[Event]:
    """The call of a tool that takes what no other wants. What would be asked back about the visitor's own affairs is
    asked where that brings nothing."""
    meant = cue.cued(turn.toolbox, wish, fallback=True)
    if meant is None or (course.question and not speaks_of_oneself(wish)):
        return
    here = len(course.found)
    async with aclosing(_call_cued(turn, *meant, course)) as steps:
        async for event in steps:
            yield event
    if course.question and all(item.is_error for item in course.found[here:]):
        del course.found[here:]
        course.answered = False
    else:
        course.question = ""


async def _call_cued(turn: Turn, tool: Tool, args: dict[str, Any], course: _Course) -> AsyncGenerator[Event]:
    """The call that a request's form tells: no model is asked."""
    for event in by_code(turn, "route", {"choice": "call_tool", "tool": tool.name, "question": None}):
        yield event
    for event in by_code(turn, "fill", {"tool": tool.name, "args": args}, tool.name):
        yield event
    async with aclosing(_call(turn, tool.name, args, course)) as steps:
        async for event in steps:
            yield event


async def _call(turn: Turn, tool: str, args: dict[str, Any], course: _Course) -> AsyncGenerator[Event]:
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


async def _fill(
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
