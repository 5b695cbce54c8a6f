"""A wish of a message on the way to the tool that it is for: what it says by itself of a call, what it points at, the
router's decision, and what it says of the call before."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Any

from keyhole.events import Event
from keyhole.models.model import ToolCard, helps
from keyhole.steps import cue
from keyhole.steps.about_shown import about_shown
from keyhole.steps.after_call import begins_with_verb
from keyhole.steps.asked_field import asked_field
from keyhole.steps.asked_of_result import is_question, part_asked_for, set_by_call, shown_again
from keyhole.steps.earlier import Earlier
from keyhole.steps.found import Found
from keyhole.steps.freed import Freed, freed
from keyhole.steps.from_things import rivals_of, same_again, takers
from keyhole.steps.kinds_of_tool import changes, makes_new, reader_beside, reader_of
from keyhole.steps.lookers import is_for_others, lookers, strangers
from keyhole.steps.own_wish import is_for_declined
from keyhole.steps.pointing import Pointed, pointed_at
from keyhole.steps.short_message import Message
from keyhole.steps.step_on import goes_by_steps, is_step
from keyhole.steps.told_field import told_field
from keyhole.steps.wants_done import does_not_do, only_asks, removes, undoes
from keyhole.steps.which_thing import list_ahead
from keyhole.steps.wishes import two_acts, with_it
from keyhole.strategies.course import Course, decide, fall_back, make_cued_call
from keyhole.strategies.leaning import Leant, by_code, lean
from keyhole.strategies.turn import Turn
from keyhole.tools.tool import Tool

_NOTHING: dict[str, Any] = {"choice": "none", "tool": None, "question": None}


class RoutedWish:
    """A wish, what is known of it, and how far it has come in its course.

    Each part of the way is an asynchronous generator of events; `over` says that nothing more is to be done. `whole`:
    it is not to be parted. `rest`: the wish behind it, which may say more of it.
    """

    def __init__(
        self,
        turn: Turn,
        wish: str,
        cards: Sequence[ToolCard],
        context: tuple[str, ...],
        course: Course,
        *,
        whole: bool = False,
        rest: str = "",
    ) -> None:
        self.turn, self.wish, self.cards, self.context, self.course = turn, wish, cards, context, course
        self.whole, self.rest, self.over = whole, rest, False
        self.here = len(course.found)
        self.reads_cues = bool(cards) and not turn.router.profile.can_write
        self.before = [*turn.calls_of(course.found), *turn.calls_before]
        self.found: list[Found] = []
        self.pointed: Pointed | None = None
        self.meant: Pointed | None = None
        self.said, self.surely, self.may_be = wish, False, cards
        self.may_clarify, self.given, self.weighed = False, course.tools.get(wish), False
        self.again: dict[str, Any] | None = None
        self.freed: Freed | None = None
        self.decision: dict[str, Any] = _NOTHING
        self.leant, self.filled = Leant(), dict[str, Any]()
        course.answered, course.question, course.parts, course.took_rest = False, "", [], False

    @property
    def tool(self) -> Tool:
        """The tool that was chosen for it."""
        return self.turn.toolbox[self.leant.filled["tool"] if self.leant.filled else self.decision["tool"]]

    @property
    def _is_strangers(self) -> bool:
        """Whether its first call is for a tool that no shipped toolbox has."""
        return not self.found and not helps(self.tool)

    def _decided(self, tool: str) -> list[Event]:
        """The events of a route that code took."""
        self.course.ahead = self.said, {"choice": "call_tool", "tool": tool, "question": None}
        return list(by_code(self.turn, "route", self.course.ahead[1]))

    async def _tell_at_once(self) -> AsyncGenerator[Event]:
        """The call that its form tells, or the part of an earlier result that it asks for."""
        turn, course, before = self.turn, self.course, self.before
        # what says by itself which call it wants is no reply to a question that was asked back
        if self.reads_cues and (meant := cue.cued(turn.toolbox, self.wish)):
            async with aclosing(make_cued_call(turn, *meant, course)) as steps:
                async for event in steps:
                    yield event
            self.over = True
            return
        self.freed = freed(self.wish, before[0]) if before and self.reads_cues else None
        waits = bool(before and before[0].missing)
        if self.freed is None and (
            part := part_asked_for(self.wish, before, [] if waits else _behind(before, turn), turn.asked_since)
        ):
            for event in by_code(turn, "route", _NOTHING):
                yield event
            course.answer_with(part)
            self.over = True
            return
        self.over = self.reads_cues and not turn.clarifies and bool(before) and is_for_declined(self.wish, before[0])

    async def _point(self) -> AsyncGenerator[Event]:
        """What it points at among the things that tools brought."""
        turn, course = self.turn, self.course
        if self.freed or self.given:
            return
        halves = with_it(self.wish, {}) if self.reads_cues else []  # the second points at what the first one brings
        pointed = pointed_at(halves[0] if halves else self.wish, self.before, turn.toolbox)
        if pointed and pointed.perhaps_anew and not self.reads_cues:
            pointed = None  # who writes is asked once, with the wish as it stands
        rivals = rivals_of(pointed, self.cards, turn.toolbox) if pointed and self.reads_cues else frozenset()
        if rivals:  # as it stands the wish may be another: "the cheapest hotel in Rome", "note: call the first one"
            async with aclosing(decide(turn, self.wish, self.cards, [], self.context, course)) as steps:
                async for event in steps:
                    yield event
            pointed = None if course.ahead and course.ahead[1]["tool"] in rivals else pointed
        self.pointed = pointed
        if pointed:
            self.said, self.surely = pointed.wishes[0], pointed.surely
            self.said = f"{self.said} and {halves[1]}" if halves else self.said
        self.may_be = takers(self.cards, turn.toolbox, pointed) if pointed and self.surely else self.cards

    async def _route(self) -> AsyncGenerator[Event]:
        """The tool that it is for. A question changes nothing."""
        turn, course, before = self.turn, self.course, self.before
        self.again = same_again(self.pointed, before[0]) if self.pointed and not self.found else None
        if known := self.given or (self.again and self.again["tool"]):
            for event in self._decided(known):
                yield event
        elif course.ahead is None or course.ahead[0] != self.said:
            # what points at a thing lacks nothing that could be asked back before the call is filled in
            may_clarify = self.may_clarify and not self.surely
            async with aclosing(self._decide(self.may_be, may_clarify=may_clarify)) as steps:
                async for event in steps:
                    yield event
            async with aclosing(self._decide_of_list(may_clarify=may_clarify)) as steps:
                async for event in steps:
                    yield event
        assert course.ahead is not None
        before = self.before
        blocked = course.ahead[1]["tool"]
        self.freed = self.freed if not self.found and blocked in (None, before and before[0].tool.name) else None
        if self.freed:
            for event in self._decided(before[0].tool.name):
                yield event
            self.decision, course.ahead, self.weighed = course.ahead[1], None, True
            return
        if self._asks and blocked and changes(turn.toolbox[blocked].card):
            looks = [card for card in self.may_be if not changes(card)]
            async with aclosing(self._decide(looks)) as steps:
                async for event in steps:
                    yield event
            numbered = any(word.isdigit() for word in self.wish.split())
            if not course.ahead[1]["tool"] and (beside := reader_beside(blocked, self.may_be, numbered=numbered)):
                for event in self._decided(beside):
                    yield event
        chosen = course.ahead[1]["tool"]
        shipped = chosen is not None and helps(turn.toolbox[chosen])
        if self._asks and not self.found and not shipped and (told_so := set_by_call(self.wish, before)):
            readers = [turn.toolbox[chosen].card] if chosen else self.may_be
            self.again = reader_of(before[0].tool.name, before[0].args, readers)
            if self.again is None:
                course.answer_with(told_so)
                self.over = True
                return
            for event in self._decided(self.again["tool"]):
                yield event
        ours = self.reads_cues and not self.found
        if ours and is_for_others(self.wish, course.ahead[1], turn.toolbox, later=bool(before)):
            async with aclosing(self._decide(strangers(self.may_be, turn.toolbox), anew=True)) as steps:
                async for event in steps:
                    yield event
        assert course.ahead is not None
        self.decision, course.ahead = course.ahead[1], None
        self.weighed = course.weighed and not (self.given or self.again)

    async def _decide_of_list(self, *, may_clarify: bool) -> AsyncGenerator[Event]:
        """What is nothing by what was done last, or is for the tool that listed something before that, is said of that
        list: "and in May?"."""
        turn, course, last = self.turn, self.course, self.turn.calls_before
        assert course.ahead is not None
        message = Message.of(self.wish)
        anew = message is None or message.is_request  # "search for mails about the lease" has nothing of that list's
        ahead = None if anew or self.found or self.freed or not self.reads_cues else list_ahead(last)
        if ahead is None or course.ahead[1]["tool"] not in (None, ahead[0].tool.name):
            return
        turn.lean_on(ahead)
        if not course.ahead[1]["tool"]:
            async with aclosing(self._decide(self.may_be, may_clarify=may_clarify)) as steps:
                async for event in steps:
                    yield event
        if course.ahead[1]["tool"]:
            self.before = [*turn.calls_of(course.found), *ahead]
        else:
            turn.lean_on(last)

    async def _tell_field(self) -> AsyncGenerator[Event]:
        """The field of what was shown that it asks for in words of its own."""
        decision = self.decision
        chosen = self.turn.toolbox[decision["tool"]] if decision["choice"] == "call_tool" else None
        shipped = chosen is not None and helps(chosen)
        if not self.reads_cues or self.found or self.given or self.again or self.freed or shipped:
            return
        asked = asked_field(self.wish, self.before, self.turn.asked_since)
        if asked is None or not (asked.is_plain or chosen in (None, asked.call.tool)):
            return  # rather a call that may bring it than a guess
        if chosen and begins_with_verb(self.wish, chosen.card):
            return  # "publish the red one" does not ask whether it is published
        if about_shown(self.wish, asked, chosen.card if chosen else None, decision["choice"]) > 0:
            for event in by_code(self.turn, "route", _NOTHING):
                yield event
            self.course.answer_with(told_field(self.wish, asked))
            self.over = True

    async def _lean(self) -> AsyncGenerator[Event]:
        """What it says of the call before."""
        self.leant = Leant()
        asks = self._asks and bool(self.before) and changes(self.before[0].tool.card)
        if self.reads_cues and not (self.found or self.surely or asks or self.given):
            leaning = lean(self.turn, self.wish, self.decision, self.leant, weighed=self.weighed, freed=self.freed)
            async with aclosing(leaning) as steps:
                async for event in steps:
                    yield event
        self.over = self.leant.is_as_it_was

    async def _look(self) -> AsyncGenerator[Event]:
        """A tool that is near to a question, where no other was chosen; else what is to be done without a call."""
        turn, course, wish = self.turn, self.course, self.wish
        alone = self.reads_cues and not (self.found or self.leant.filled or self.pointed)
        looks = lookers(wish, self.may_be, turn.toolbox) if alone else []
        if looks and self.decision["choice"] != "call_tool":
            async with aclosing(self._decide(looks, anew=True, looks=True)) as steps:
                async for event in steps:
                    yield event
            assert course.ahead is not None
            self.decision = course.ahead[1] if course.ahead[1]["tool"] else self.decision
            course.looked, course.ahead = self.decision["choice"] == "call_tool", None
        if self.leant.filled is None and self.decision["choice"] != "call_tool":
            course.question = self.decision["question"] if self.decision["choice"] == "clarify" else course.question
            if self.pointed and not self.found and is_question(wish):
                course.answer_with(shown_again(self.pointed.things, self.pointed.call))
            elif self.reads_cues and not (self.found or self.whole) and (halves := two_acts(wish, {})):
                course.question, course.parts = "", halves
            elif self.reads_cues and not self.found:
                async with aclosing(fall_back(turn, wish, course)) as steps:
                    async for event in steps:
                        yield event
            self.over = True
            return
        self.over = self.reads_cues and self._is_against_the_tool()

    def _is_against_the_tool(self) -> bool:
        """Whether it wants nothing that the tool does: "next one" starts nothing, and what was not made is not undone
        by a removal."""
        strays = is_step(self.wish) and changes(self.tool.card) and not goes_by_steps(self.tool)
        made = bool(self.before) and makes_new(self.before[0].tool.name)
        undone = undoes(self.wish) and removes(self.tool.name) and not made
        return (self.leant.filled is None and strays) or does_not_do(self.wish, self.tool.card) or undone

    @property
    def _asks(self) -> bool:
        """Whether it only asks, and replies to nothing."""
        return self.reads_cues and only_asks(self.wish) and not (self.before and self.before[0].missing)

    def _decide(
        self, cards: Sequence[ToolCard], *, may_clarify: bool = False, anew: bool = False, looks: bool = False
    ) -> AsyncGenerator[Event]:
        """The router's decision among these tools. `anew`: whatever was found."""
        found = [] if anew else self.found
        return decide(
            self.turn,
            self.said,
            cards,
            found,
            self.context,
            self.course,
            may_clarify=may_clarify,
            looks=looks,
            heard="" if self.surely else self.wish,
        )


def _behind(before: Sequence[Earlier], turn: Turn) -> list[Earlier]:
    """The calls that a question may name what they brought, though another was made since: none behind a change."""
    return [] if before and changes(before[0].tool.card) else turn.results_before
