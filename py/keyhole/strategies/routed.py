"""Strategy `routed`: one thing at a time. Names -> one schema -> one result -> names again, then the answer."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncGenerator
from contextlib import aclosing

from keyhole.events import Event
from keyhole.steps import cue, follow_up, small_talk
from keyhole.steps.answered_first import with_yes_or_no
from keyhole.steps.asked_alike import asked_alike
from keyhole.steps.asked_of_result import part_asked_for
from keyhole.steps.fillers import without_fillers
from keyhole.steps.freed import freed
from keyhole.steps.plain_wish import in_plain_words
from keyhole.steps.render import Open, Unanswered
from keyhole.steps.shortlist import shortlist
from keyhole.steps.wants_done import is_mere_remark
from keyhole.steps.wishes import joins, wishes_of
from keyhole.strategies.answering import answer_turn
from keyhole.strategies.asked_back import leave_if_other, with_value_respelt
from keyhole.strategies.course import Course
from keyhole.strategies.leaning import by_code
from keyhole.strategies.one_wish import OneWish
from keyhole.strategies.turn import Turn
from keyhole.tokens import cut_to_tokens

_MOST_PARTED = 2
"""How often a wish is parted, and its parts: what a part reads as may be several things without an end."""
_NO_TOOL = "no tool here fits this."
_TOO_MANY = "that is more than is done for one message. Ask for it by itself."


async def run(turn: Turn) -> AsyncGenerator[Event]:
    """Carry out a turn.

    Raises `StepFailedError` when a step's output cannot be repaired, `ModelError`, and `ConfigError` for a tool whose
    schema is invalid.
    """
    settings = turn.settings
    over = max(settings.shortlist_over, turn.router.profile.tools_weighed)
    longest = min(settings.request_tokens, turn.router.profile.context_window // 4)
    query = cut_to_tokens(turn.text, longest)
    heard = not turn.router.profile.can_write and bool(turn.clarifies or turn.calls_before)
    if heard and (dropped := small_talk.drops(query)):
        for event in by_code(turn, "route", {"choice": "none", "tool": None, "question": None}):
            yield event
        yield turn.finish(small_talk.reply(dropped, (), ()) or "")
        return
    if turn.clarifies and not turn.router.profile.can_write:
        query = with_value_respelt(turn, query)
        beside = shortlist(turn.toolbox, query, over=over, size=settings.shortlist_size)
        async with aclosing(leave_if_other(turn, query, beside)) as steps:
            async for event in steps:
                yield event
    earlier = turn.clarifies
    if not earlier and "task" not in turn.router.profile.constraints and turn.refers_to:
        # a model that renders its own prompt puts a reply where the blank was: a mere follow-up has none
        earlier = (turn.refers_to,)
    context = tuple(cut_to_tokens(text, longest // 2) for text in earlier)
    cards = shortlist(turn.toolbox, " ".join((*context, query)), over=over, size=settings.shortlist_size)
    wishes = [query]
    if not turn.router.profile.can_write:
        query = without_fillers(query)
        waits = bool(turn.calls_before and turn.calls_before[0].missing)
        if not turn.clarifies and not turn.calls_before:
            query = cut_to_tokens(follow_up.in_full(turn.conversation, turn.toolbox), longest)
        if turn.calls_before and not waits:
            query = asked_alike(query)
        if not cue.cued(turn.toolbox, query):
            query = in_plain_words(query, turn.toolbox.cards)
        # a model that reads one wish at a time would take the first and lose the others
        last = None if turn.clarifies or not turn.calls_before else freed(query, turn.calls_before[0])
        whole = turn.clarifies or waits or (last is not None and not last.rest)
        wishes = [query] if whole else wishes_of(query, turn.toolbox)
        if small_talk.kind_of(turn.text):
            for event in by_code(turn, "route", {"choice": "none", "tool": None, "question": None}):
                yield event
            cards, wishes = (), []
    course = Course()
    left: list[Open] = []
    waiting = deque((wish, rest, 0) for wish, rest in zip(wishes, [*wishes[1:], ""], strict=False))
    several_wishes = len(wishes) > 1
    while waiting:
        wish, rest, parted = waiting.popleft()
        if course.took_rest:  # no tool but that one is for it, and it has heard it
            course.took_rest, course.ahead = False, None
            continue
        # the router is asked what is still open at the end, and where a wish may name several things
        once = bool(waiting) and not joins(wish)
        one = OneWish(turn, wish, cards, context, course, whole=parted == _MOST_PARTED, rest=rest)
        async with aclosing(one.carry_out(once=once)) as steps:
            async for event in steps:
                yield event
        if course.parts:
            waiting.extendleft((part, "", parted + 1) for part in reversed(course.parts))
            several_wishes = True
        elif not course.answered:
            asked = course.question.replace("**", "")  # by itself it is Markdown, here a part of a line
            why = asked or (_NO_TOOL if len(course.made) < settings.max_steps else _TOO_MANY)
            left += [] if is_mere_remark(wish) else [Unanswered(wish, why)]  # "a bit cold, make it 22" is one wish
    if several_wishes and not course.found:  # the parts alone may say too little
        left = []
        async with aclosing(OneWish(turn, query, cards, context, course, whole=True).carry_out()) as steps:
            async for event in steps:
                yield event
    if course.question and not course.found:
        yield turn.finish(course.question, clarify=True)
        return
    if len(course.found) == 1 and not turn.router.profile.can_write:
        part = part_asked_for(turn.text, turn.calls_of(course.found)) if course.looked else None
        course.found = [part or with_yes_or_no(turn.text, course.found[0])]
    async with aclosing(
        answer_turn(turn, query, course.found, [*course.left_out, *left] if course.found else ())
    ) as steps:
        async for event in steps:
            yield event
