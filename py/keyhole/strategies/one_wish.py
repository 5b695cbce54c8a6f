"""One wish of a message, carried out: routed, filled, parted where it is several, called."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from keyhole.events import Event, StepFinished
from keyhole.models.model import helps
from keyhole.steps import cue, fill
from keyhole.steps.acted_on import same_for_another, with_acted_on
from keyhole.steps.amounts_listed import amounts_listed
from keyhole.steps.found import call_text
from keyhole.steps.from_things import listed, with_things
from keyhole.steps.left_out import left_out
from keyhole.steps.lookers import with_options_meant
from keyhole.steps.odd_ids import without_odd_ids
from keyhole.steps.several import MOST_PARTS, several
from keyhole.steps.short_message import points_back
from keyhole.steps.unsaid_change import question_about_change, says_no_more, unsaid_change
from keyhole.steps.wants_done import wants_it_gone
from keyhole.steps.which_thing import question_for_thing, which_things, with_thing, without_strange_thing
from keyhole.steps.wishes import two_acts, with_it
from keyhole.strategies.acts import Acts, told_apart
from keyhole.strategies.course import decide, fall_back, fill_in, make_call
from keyhole.strategies.leaning import by_code, with_earlier
from keyhole.strategies.routed_wish import RoutedWish
from keyhole.tools.schema import declared_properties

_TOO_MANY_THINGS = "That is {} things, more than is done for one message. Which of them?"


class OneWish(RoutedWish):
    """A wish on its way to the calls that it wants."""

    async def carry_out(self, *, once: bool = False) -> AsyncGenerator[Event]:
        """The calls that it wants, at most one where `once`, or the question that it leaves open, or the wishes that it
        turns out to be: these are left in the course."""
        turn, course = self.turn, self.course
        for beginning in (self._tell_at_once, self._point):
            async with aclosing(beginning()) as steps:
                async for event in steps:
                    yield event
            if self.over:
                return
        while self.cards and len(course.made) < turn.settings.max_steps:
            self.found = course.found[self.here :]
            # asking back ends the turn, so what was found already is answered first; two questions in a row are enough
            self.may_clarify = turn.settings.clarify and not self.found and len(turn.clarifies) < 2
            for part in (self._route, self._tell_field, self._lean, self._look, self._fill, self._part, self._call):
                async with aclosing(part()) as steps:
                    async for event in steps:
                        yield event
                if self.over:
                    return
            if once or self.freed:
                return

    def _mean(self) -> None:
        """The thing of a list before that it means, where its tool is called for one."""
        known = self.surely or self.given or self.again or self.leant.filled
        if not self.reads_cues or not self._is_strangers or known:
            return
        if things := which_things(self.wish, self.before, self.tool, self.turn.toolbox):
            self.pointed = self.meant = things
            self.said, self.surely = things.wishes[0], True

    async def _fill(self) -> AsyncGenerator[Event]:
        """Its arguments, with what the calls before give it."""
        self._mean()
        turn, course, tool = self.turn, self.course, self.tool
        pointed = self.pointed
        # what no other tool is for may belong to this call: "How windy is it in Oslo? Give me knots, please."
        alone = self.leant.filled or helps(tool) or cue.cued(turn.toolbox, self.rest)
        if self.rest and not self.found and not alone:
            ahead = decide(turn, self.rest, self.cards, [], self.context, course, may_clarify=self.may_clarify)
            async with aclosing(ahead) as steps:
                async for event in steps:
                    yield event
        belongs = course.ahead is not None and course.ahead[1]["tool"] in (None, tool.name)
        self.filled = self.leant.filled or {}
        if self.again:
            self.filled = self.again
            for event in by_code(turn, "fill", self.again, tool.name):
                yield event
        elif self.leant.filled is None:
            rest = self.rest if belongs else ""
            async with aclosing(fill_in(turn, tool, self.said, self.found, self.context, rest)) as steps:
                async for event in steps:
                    yield event
                    if isinstance(event, StepFinished):
                        self.filled = event.output or {}
        if self.leant.filled is not None and self._is_strangers and self.before:
            self.filled = same_for_another(self.filled, self.wish, tool, self.before, turn.toolbox)
        if self.leant.filled is not None or not self._is_strangers or not self.before or self.again:
            return
        filled = without_odd_ids(self.filled, tool, self.before) if self.reads_cues else self.filled
        if pointed and len(pointed.things) > 1:
            if not (many := listed(tool, pointed)):
                few = len(pointed.things) <= MOST_PARTS
                course.question = "" if few else _TOO_MANY_THINGS.format(len(pointed.things))
                course.parts = list(pointed.wishes) if few and not self.whole else []
                course.tools.update(dict.fromkeys(course.parts, tool.name))
                self.over = True
                return
            filled = {**filled, "args": {**filled["args"], **many}}
        filled = with_things(filled, tool, pointed, self.before, points=points_back(self.wish))
        if self.meant:
            filled = with_thing(filled, self.wish, tool, self.meant)
        told = with_earlier(turn, self.wish, tool, filled, apart=self.surely) if self.reads_cues else filled
        if told and self.reads_cues and not self.surely:
            told = without_strange_thing(told, self.wish, tool, self.before)
            told = with_acted_on(told, self.wish, tool, self.before)
        self.over = told is None  # a remark on what was done asks for nothing
        self.filled = told or {}

    async def _part(self) -> AsyncGenerator[Event]:
        """The wishes that it turns out to be."""
        turn, course, tool, filled = self.turn, self.course, self.tool, self.filled
        whole = self.whole or (self.freed is not None and not self.freed.rest)
        parted = self.reads_cues and self._is_strangers and not whole
        if parted and (halves := with_it(self.wish, filled["args"])):
            second = decide(turn, halves[1], self.cards, [], self.context, course, points=True)
            async with aclosing(second) as steps:
                async for event in steps:
                    yield event
            assert course.ahead is not None
            other, course.ahead = course.ahead[1]["tool"], None
            if other not in (None, tool.name):
                course.parts, self.over = halves, True
                return
        if parted and (halves := two_acts(self.wish, filled["args"])):
            two = Acts()
            acts = told_apart(turn, halves, tool.name, filled["args"], self.cards, self.context, course, two)
            async with aclosing(acts) as steps:
                async for event in steps:
                    yield event
            if two.apart:
                course.parts, self.over = halves, True
                return
        if course.looked and not self.found:
            meant = with_options_meant(self.wish, filled["args"], declared_properties(tool.parameters))
            self.filled = filled = {**filled, "args": meant}
            last = self.before[0] if self.before else None
            if last and last.tool is tool and meant == last.args:
                self.over = True  # it has been shown, and the answer is not in it
                return
        if not (self._reads_itself or self.whole or self.found or self.given or self._tells_more):
            listed_with = amounts_listed(self.wish, tool.parameters, filled["args"])
            course.tools.update(dict.fromkeys(listed_with, tool.name))
            course.parts = listed_with or several(self.wish, tool.parameters, filled["args"])
            self.over = bool(course.parts)

    async def _call(self) -> AsyncGenerator[Event]:
        """The call, or what is to be asked before it."""
        turn, course, tool, filled = self.turn, self.course, self.tool, self.filled
        course.took_rest = "rest" in filled
        self.over = True
        if missing := filled.get("missing"):
            asked = question_for_thing(tool, missing, self.before) or fill.question(tool, missing)
            course.question = asked if self.may_clarify or self.leant.filled else ""
            if self.reads_cues and course.question:
                async with aclosing(fall_back(turn, self.wish, course)) as steps:
                    async for event in steps:
                        yield event
            return
        if self.reads_cues and self._is_strangers and (unsaid := unsaid_change(tool, filled["args"])):
            if self.may_clarify and not wants_it_gone(self.wish):
                course.question = question_about_change(tool, unsaid)
                for event in by_code(turn, "fill", {**filled, "missing": list(unsaid)}, tool.name):
                    yield event
            return
        said_before = self.reads_cues and says_no_more(self.wish, tool, filled["args"], course.found)
        if said_before or call_text(tool.name, filled["args"]) in course.made:
            course.answered = True  # the same call would only bring the same result
            return
        self.over = False
        if not self._reads_itself:
            course.left_out += left_out(self.wish, tool.name, tool.parameters, filled["args"])
        async with aclosing(make_call(turn, tool.name, filled["args"], course)) as steps:
            async for event in steps:
                yield event

    @property
    def _tells_more(self) -> bool:
        """Whether it says more of the call that waits than what was asked for, and so is no list of that."""
        if not (self.leant.filled and self.before and (missing := self.before[0].missing)):
            return False
        old = self.before[0].args
        return any(name not in missing and old.get(name) != value for name, value in self.filled["args"].items())

    @property
    def _reads_itself(self) -> bool:
        """Whether the model or the tool parts what is said to it."""
        return self.turn.router.profile.can_write or self.tool.reads is not None or self.tool.names is not None
