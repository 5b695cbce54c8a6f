"""Strategy `routed`: one thing at a time. Names -> one schema -> one result -> names again, then the answer."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Any

from keyhole.events import Event, StepFinished
from keyhole.models.model import ToolCard, helps
from keyhole.steps import cue, fill, follow_up, small_talk
from keyhole.steps.amounts_listed import amounts_listed
from keyhole.steps.asked_of_result import is_question, part_asked_for, set_by_call, shown_again, with_yes_or_no
from keyhole.steps.earlier import Earlier
from keyhole.steps.fillers import without_fillers
from keyhole.steps.found import call_text
from keyhole.steps.from_things import listed, rivals_of, same_again, takers, with_things
from keyhole.steps.kinds_of_tool import changes, makes_new, reader_beside, reader_of
from keyhole.steps.left_out import left_out
from keyhole.steps.lookers import is_for_others, lookers, strangers, with_options_meant
from keyhole.steps.own_wish import is_for_declined, is_of_its_own
from keyhole.steps.plain_wish import in_plain_words
from keyhole.steps.pointing import pointed_at
from keyhole.steps.render import Open, Unanswered
from keyhole.steps.several import MOST_PARTS, several
from keyhole.steps.short_message import points_back
from keyhole.steps.shortlist import shortlist
from keyhole.steps.step_on import goes_by_steps, is_step
from keyhole.steps.unsaid_change import question_about_change, says_no_more, unsaid_change
from keyhole.steps.wants_done import does_not_do, is_mere_remark, only_asks, removes, undoes, wants_it_gone
from keyhole.steps.wishes import joins, two_acts, wishes_of, with_it
from keyhole.strategies.acts import Acts, told_apart
from keyhole.strategies.answering import answer_turn
from keyhole.strategies.course import Course, decide, fall_back, fill_in, make_call, make_cued_call
from keyhole.strategies.leaning import Leant, by_code, lean, with_earlier
from keyhole.strategies.turn import Turn
from keyhole.tokens import cut_to_tokens
from keyhole.tools.schema import declared_properties

_TOO_MANY_THINGS = "That is {} things, more than is done for one message. Which of them?"
_NO_TOOL = "no tool here fits this."
_TOO_MANY = "that is more than is done for one message. Ask for it by itself."


async def run(turn: Turn) -> AsyncGenerator[Event]:
    """Carry out a turn.

    Raises `StepFailedError` when a step's output cannot be repaired, `ModelError`, and `ConfigError` for a tool whose
    schema is invalid.
    """
    settings = turn.settings
    longest = min(settings.request_tokens, turn.router.profile.context_window // 4)
    query = cut_to_tokens(turn.text, longest)
    if turn.clarifies and not turn.router.profile.can_write:
        waiting_call = turn.calls_before[0] if turn.open_call and turn.calls_before else None
        if is_of_its_own(query, waiting_call, [turn.toolbox[card.name] for card in turn.toolbox.cards]):
            turn.leave_question()
    earlier = turn.clarifies
    if not earlier and "task" not in turn.router.profile.constraints and turn.refers_to:
        # a model that renders its own prompt puts a reply where the blank was: a mere follow-up has none
        earlier = (turn.refers_to,)
    context = tuple(cut_to_tokens(text, longest // 2) for text in earlier)
    over = max(settings.shortlist_over, turn.router.profile.tools_weighed)
    cards = shortlist(turn.toolbox, " ".join((*context, query)), over=over, size=settings.shortlist_size)
    wishes = [query]
    if not turn.router.profile.can_write:
        query = without_fillers(query)
        waits = bool(turn.calls_before and turn.calls_before[0].missing)
        if not turn.clarifies and not turn.calls_before:
            query = cut_to_tokens(follow_up.in_full(turn.conversation, turn.toolbox), longest)
        if not cue.cued(turn.toolbox, query):
            query = in_plain_words(query, turn.toolbox.cards)
        # a model that reads one wish at a time would take the first and lose the others
        wishes = [query] if turn.clarifies or waits else wishes_of(query, turn.toolbox)
        if small_talk.kind_of(turn.text):
            for event in by_code(turn, "route", {"choice": "none", "tool": None, "question": None}):
                yield event
            cards, wishes = (), []
    course = Course()
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
            asked = course.question.replace("**", "")  # by itself it is Markdown, here a part of a line
            why = asked or (_NO_TOOL if len(course.made) < settings.max_steps else _TOO_MANY)
            left += [] if is_mere_remark(wish) else [Unanswered(wish, why)]  # "a bit cold, make it 22" is one wish
    if several_wishes and not course.found:  # the parts alone may say too little
        left = []
        async with aclosing(_carry_out(turn, query, cards, context, course, whole=True)) as steps:
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


def _behind(before: Sequence[Earlier], turn: Turn) -> list[Earlier]:
    """The calls that a question may name what they brought, though another was made since: none behind a change."""
    return [] if before and changes(before[0].tool.card) else turn.results_before


async def _carry_out(
    turn: Turn,
    wish: str,
    cards: Sequence[ToolCard],
    context: tuple[str, ...],
    course: Course,
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
        async with aclosing(make_cued_call(turn, *meant, course)) as steps:
            async for event in steps:
                yield event
        return
    before = [*turn.calls_of(course.found), *turn.calls_before]
    waits = bool(before and before[0].missing)
    if part := part_asked_for(wish, before, [] if waits else _behind(before, turn), turn.asked_since):
        for event in by_code(turn, "route", {"choice": "none", "tool": None, "question": None}):
            yield event
        course.answer_with(part)
        return
    if reads_cues and not turn.clarifies and before and is_for_declined(wish, before[0]):
        return
    halves = with_it(wish, {}) if reads_cues else []  # the second points at what the first one brings
    pointed = pointed_at(halves[0] if halves else wish, before, turn.toolbox)
    if pointed and pointed.perhaps_anew and not reads_cues:
        pointed = None  # who writes is asked once, with the wish as it stands
    rivals = rivals_of(pointed, cards, turn.toolbox) if pointed and reads_cues else frozenset()
    if rivals:  # as it stands the wish may be another: "the cheapest hotel in Rome", "note: call the first one"
        async with aclosing(decide(turn, wish, cards, [], context, course)) as steps:
            async for event in steps:
                yield event
        pointed = None if course.ahead and course.ahead[1]["tool"] in rivals else pointed
    said, surely = (pointed.wishes[0], pointed.surely) if pointed else (wish, False)
    said = f"{said} and {halves[1]}" if pointed and halves else said
    may_be = takers(cards, turn.toolbox, pointed) if pointed and surely else cards
    while cards and len(course.made) < settings.max_steps:
        found = course.found[here:]
        # asking back ends the turn, so what was found already is answered first; two questions in a row are enough
        may_clarify = settings.clarify and not found and len(turn.clarifies) < 2
        again = same_again(pointed, before[0]) if pointed and not found else None
        given = course.tools.get(wish)
        if known := given or (again and again["tool"]):
            course.ahead = said, {"choice": "call_tool", "tool": known, "question": None}
            for event in by_code(turn, "route", course.ahead[1]):
                yield event
        elif course.ahead is None or course.ahead[0] != said:
            # what points at a thing lacks nothing that could be asked back before the call is filled in
            steps = decide(turn, said, may_be, found, context, course, may_clarify=may_clarify and not surely)
            async with aclosing(steps):
                async for event in steps:
                    yield event
        assert course.ahead is not None
        asks = reads_cues and only_asks(wish) and not (before and before[0].missing)
        blocked = course.ahead[1]["tool"]
        if asks and blocked and changes(turn.toolbox[blocked].card):  # a question changes nothing
            looks = [card for card in may_be if not changes(card)]
            async with aclosing(decide(turn, said, looks, found, context, course)) as steps:
                async for event in steps:
                    yield event
            numbered = any(word.isdigit() for word in wish.split())
            if not course.ahead[1]["tool"] and (beside := reader_beside(blocked, may_be, numbered=numbered)):
                course.ahead = said, {"choice": "call_tool", "tool": beside, "question": None}
                for event in by_code(turn, "route", course.ahead[1]):
                    yield event
        chosen = course.ahead[1]["tool"]
        shipped = chosen is not None and helps(turn.toolbox[chosen])
        if asks and not found and not shipped and (told_so := set_by_call(wish, before)):
            again = reader_of(before[0].tool.name, before[0].args, [turn.toolbox[chosen].card] if chosen else may_be)
            if again is None:
                course.answer_with(told_so)
                return
            course.ahead = said, {"choice": "call_tool", "tool": again["tool"], "question": None}
            for event in by_code(turn, "route", course.ahead[1]):
                yield event
        if reads_cues and not found and is_for_others(wish, course.ahead[1], turn.toolbox, later=bool(before)):
            others = strangers(may_be, turn.toolbox)
            async with aclosing(decide(turn, said, others, [], context, course)) as steps:
                async for event in steps:
                    yield event
        assert course.ahead is not None
        decision, course.ahead = course.ahead[1], None
        leant = Leant()
        asks = asks and bool(before) and changes(before[0].tool.card)
        if reads_cues and not (found or surely or asks or given):
            async with aclosing(lean(turn, wish, decision, leant)) as steps:
                async for event in steps:
                    yield event
        if leant.is_as_it_was:
            return
        looks = lookers(wish, may_be, turn.toolbox) if reads_cues and not (found or leant.filled or pointed) else []
        if looks and decision["choice"] != "call_tool":
            async with aclosing(decide(turn, said, looks, [], context, course, looks=True)) as steps:
                async for event in steps:
                    yield event
            assert course.ahead is not None
            decision = course.ahead[1] if course.ahead[1]["tool"] else decision
            course.looked, course.ahead = decision["choice"] == "call_tool", None
        if leant.filled is None:
            if decision["choice"] == "clarify":
                course.question = decision["question"]
            if decision["choice"] != "call_tool":
                if pointed and not found and is_question(wish):
                    course.answer_with(shown_again(pointed.things, pointed.call))
                elif reads_cues and not (found or whole) and (halves := two_acts(wish, {})):
                    course.question, course.parts = "", halves
                elif reads_cues and not found:
                    async with aclosing(fall_back(turn, wish, course)) as steps:
                        async for event in steps:
                            yield event
                return
        tool = turn.toolbox[leant.filled["tool"] if leant.filled else decision["tool"]]
        strays = is_step(wish) and changes(tool.card) and not goes_by_steps(tool)
        if reads_cues and leant.filled is None and strays:
            return  # "next one" starts nothing
        if reads_cues and does_not_do(wish, tool.card):
            return
        if reads_cues and undoes(wish) and removes(tool.name) and not (before and makes_new(before[0].tool.name)):
            return  # what was not made is not undone by a removal
        # what no other tool is for may belong to this call: "How windy is it in Oslo? Give me knots, please."
        alone = leant.filled or helps(tool) or cue.cued(turn.toolbox, rest)
        if rest and not found and not alone:
            async with aclosing(decide(turn, rest, cards, [], context, course, may_clarify=may_clarify)) as steps:
                async for event in steps:
                    yield event
        belongs = course.ahead is not None and course.ahead[1]["tool"] in (None, tool.name)
        filled: dict[str, Any] = leant.filled or {}
        if again:
            filled = again
            for event in by_code(turn, "fill", again, tool.name):
                yield event
        elif leant.filled is None:
            async with aclosing(fill_in(turn, tool, said, found, context, rest if belongs else "")) as steps:
                async for event in steps:
                    yield event
                    if isinstance(event, StepFinished):
                        filled = event.output or {}
        stranger = not found and not helps(tool)
        if leant.filled is None and stranger and before and not again:
            if pointed and len(pointed.things) > 1:
                if not (many := listed(tool, pointed)):
                    few = len(pointed.things) <= MOST_PARTS
                    course.question = "" if few else _TOO_MANY_THINGS.format(len(pointed.things))
                    course.parts = list(pointed.wishes) if few and not whole else []
                    return
                filled = {**filled, "args": {**filled["args"], **many}}
            filled = with_things(filled, tool, pointed, before, points=points_back(wish))
            told = with_earlier(turn, wish, tool, filled, apart=surely) if reads_cues else filled
            if told is None:
                return  # a remark on what was done asks for nothing
            filled = told
        if reads_cues and stranger and not whole and (halves := with_it(wish, filled["args"])):
            async with aclosing(decide(turn, halves[1], cards, [], context, course, points=True)) as steps:
                async for event in steps:
                    yield event
            assert course.ahead is not None
            other, course.ahead = course.ahead[1]["tool"], None
            if other not in (None, tool.name):
                course.parts = halves
                return
        if reads_cues and stranger and not whole and (halves := two_acts(wish, filled["args"])):
            two = Acts()
            async with aclosing(
                told_apart(turn, halves, tool.name, filled["args"], cards, context, course, two)
            ) as steps:
                async for event in steps:
                    yield event
            if two.apart:
                course.parts = halves
                return
        if course.looked and not found:
            filled = {**filled, "args": with_options_meant(wish, filled["args"], declared_properties(tool.parameters))}
            if before and before[0].tool is tool and filled["args"] == before[0].args:
                return  # it has been shown, and the answer is not in it
        reads_itself = turn.router.profile.can_write or tool.reads is not None or tool.names is not None
        if not (reads_itself or whole or found or given):
            listed_with = amounts_listed(wish, tool.parameters, filled["args"])
            course.tools.update(dict.fromkeys(listed_with, tool.name))
            course.parts = listed_with or several(wish, tool.parameters, filled["args"])
            if course.parts:
                return
        course.took_rest = "rest" in filled
        if missing := filled.get("missing"):
            course.question = fill.question(tool, missing) if may_clarify or leant.filled else ""
            if reads_cues and course.question:
                async with aclosing(fall_back(turn, wish, course)) as steps:
                    async for event in steps:
                        yield event
            return
        if reads_cues and stranger and (unsaid := unsaid_change(tool, filled["args"])):
            if may_clarify and not wants_it_gone(wish):
                course.question = question_about_change(tool, unsaid)
                for event in by_code(turn, "fill", {**filled, "missing": list(unsaid)}, tool.name):
                    yield event
            return
        said_before = reads_cues and says_no_more(wish, tool, filled["args"], course.found)
        if said_before or call_text(tool.name, filled["args"]) in course.made:
            course.answered = True
            return  # the same call would only bring the same result
        if not reads_itself:
            course.left_out += left_out(wish, tool.name, tool.parameters, filled["args"])
        async with aclosing(make_call(turn, tool.name, filled["args"], course)) as steps:
            async for event in steps:
                yield event
        if once:
            return
