"""Strategy `text`: any model can call tools, by writing calls in its text.

Generate -> find the calls -> run them -> show the results -> go on, at most `max_steps` times; then the answer without
tools. The generation is stopped as soon as the model goes on talking behind a call: what it says there it made up.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from typing import Any

from keyhole.conversation import Conversation, Message, Text, ToolCall
from keyhole.errors import ToolError
from keyhole.events import ConfirmationRequested, Event, ToolFinished, TurnFinished
from keyhole.models.model import ChatRequest, ModelProfile
from keyhole.parsing import Thresholds, Tools, family_of_model
from keyhole.steps.found import Found
from keyhole.steps.shortlist import shortlist
from keyhole.strategies.answering import known
from keyhole.strategies.calling import (
    MOST_TOOLS,
    Rounds,
    coerced,
    cut_off,
    cut_off_told,
    new_call_id,
    run_calls,
    takes,
)
from keyhole.strategies.folding import fold
from keyhole.strategies.model_call import call_model, silence
from keyhole.strategies.result_form import ResultForm, form_for
from keyhole.strategies.squeeze import fitting
from keyhole.strategies.text_history import as_text
from keyhole.strategies.text_said import Said
from keyhole.strategies.tool_prompt import tool_prompt
from keyhole.strategies.turn import Turn
from keyhole.strategies.unread import fault
from keyhole.tokens import estimate_tokens
from keyhole.tools.scheduler import REFUSED, key_of
from keyhole.transcript import projection
from keyhole.transcript.compress import size

_STYLE = (
    "You are a helpful assistant. Answer in a friendly, direct way, in the language of the last message, in Markdown."
)
_UNREAD = json.dumps({"error": "the model wrote a call that could not be read"})
_HAD = "You had this result before: answer with what you know, or make another call."
_NO_TOOLS = "You cannot use tools any more. Answer with what the tool responses above say; where they do not, say so."


async def run(turn: Turn) -> AsyncGenerator[Event]:
    """Carry out a turn. Raises `ModelError`, and `StepFailedError` for a model that says nothing."""
    loop = _Loop(turn)
    for iteration in range(turn.settings.max_steps + 1):
        may_call = iteration < turn.settings.max_steps and not loop.rounds.stuck and len(turn.toolbox) > 0
        said = Said(loop.tools, loop.thresholds, family_of_model(turn.writer.profile.id), may_call, iteration)
        async with aclosing(_fold(turn, may_call=may_call)) as events:
            async for event in events:
                yield event
        request = make_request(turn, turn.writer.profile, loop.notes, may_call=may_call)
        async with aclosing(call_model(turn.id, turn.writer, request, said, loop.chosen(said))) as events:
            async for event in events:
                yield event
        if not may_call or not loop.calls:
            answer = said.text.strip()
            if loop.found and (not answer or (said.calls and not may_call)):
                async with aclosing(known(turn, loop.found, answer)) as events:
                    async for event in events:
                        yield event
                return
            if not answer:
                raise silence(said, request, turn.toolbox)
            turn.conversation.append("assistant", *said.blocks())
            yield TurnFinished(turn_id=turn.id, answer=answer)
            return
        async with aclosing(run_calls(turn, said.blocks(), loop.calls, loop.faults)) as events:
            async for event in events:
                if isinstance(event, ToolFinished):
                    loop.note(event)
                yield event


class _Loop:
    """What one turn's rounds know of each other: the calls of this round, those that failed, remarks for the model."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.tools = Tools(turn.toolbox)
        settings = turn.settings
        self.thresholds = Thresholds(act=settings.act_threshold, ask=settings.ask_threshold)
        self.calls: list[ToolCall] = []
        self.notes: dict[str, str] = {}
        self.faults: dict[str, ToolError] = {}
        """Of calls that cannot be run, by their ids."""
        self.found: list[Found] = []
        self.rounds = Rounds()
        self._unread: dict[str, str] = {}
        """What the visitor is told of calls that nobody can read, as results, by their ids."""

    async def chosen(self, said: Said) -> AsyncGenerator[Event]:
        """Sort out which candidates are calls, asking the visitor about the doubtful ones."""
        self.calls = []
        self.rounds.begin()
        left = [candidate for candidate in said.candidates if candidate.action != "ignore"] if said.may_call else []
        declined: list[str] = []
        while left and len(self.calls) < self.turn.settings.max_calls:
            candidate = left.pop(0)
            arguments: Any = candidate.arguments if candidate.complete else candidate.raw_arguments or ""
            call = coerced(ToolCall(id=new_call_id(), name=candidate.name, arguments=arguments), self.turn.toolbox)
            if candidate.action == "ask" and candidate.complete:
                if not takes(self.turn.toolbox, call):  # it could not run: the visitor need not be asked
                    continue
                answer = self.turn.scheduler.expect(call, self.turn.id)
                written = json.dumps(call.arguments, ensure_ascii=False)
                if not answer.done():
                    yield ConfirmationRequested(
                        turn_id=self.turn.id,
                        call_id=call.id,
                        tool=call.name,
                        arguments=call.arguments,
                        question=f"Run {call.name} with {written}?",
                    )
                if not await answer:
                    declined.append(f"{call.name} with {written}")
                    continue
            said.end_before(candidate)
            if not candidate.complete and said.cut and candidate is said.candidates[-1]:
                limit = self.turn.settings.answer_tokens
                self.faults[call.id] = cut_off(limit)
                self._unread[call.id] = cut_off_told(limit)
            elif not candidate.complete:
                self._unread[call.id] = _UNREAD
                self._remark(call, fault(candidate, said.raw, said.parse, self.turn.toolbox))
            elif candidate.problem:
                self._remark(call, candidate.problem)
            self.calls.append(call)
        if said.cut and self.calls and self.calls[-1].id not in self.faults:
            self._remark(self.calls[-1], "The answer reached its token limit behind this call: the rest did not come.")
        if left:
            most = self.turn.settings.max_calls
            told = f"{len(left)} more calls were not run: one message may hold {most}. Make them now if you need them."
            self._remark(self.calls[-1], told)
        if declined and self.calls:
            self._remark(self.calls[-1], f"The visitor did not allow {' or '.join(declined)}: do without.")

    def _remark(self, call: ToolCall, text: str) -> None:
        self.notes[call.id] = " ".join(part for part in (self.notes.get(call.id), text) if part)

    def note(self, event: ToolFinished) -> None:
        """Remember what it came to, and tell the model what to make of a failure, or of a result that it had before."""
        call = next(call for call in self.calls if call.id == event.call_id)
        found = Found.of(call, event)
        self.found.append(replace(found, condensed=self._unread.get(call.id, found.condensed)))
        repeated = self.rounds.add(str(self.faults[call.id]) if call.id in self.faults else key_of(call), event)
        if not event.is_error:
            if repeated:
                self._remark(call, _HAD)
            return
        # what was not allowed is not to be tried in another way, and what was cut off not with other arguments
        if REFUSED in event.condensed or call.id in self.faults:
            return
        self._remark(call, "Try other arguments or another tool, or answer without it.")


def make_request(turn: Turn, profile: ModelProfile, notes: dict[str, str], *, may_call: bool) -> ChatRequest:
    """Rules, tools and the conversation in words, within the model's window."""
    settings = turn.settings
    rules = _rules(turn, profile, may_call=may_call)
    room = _room(turn, profile, rules)
    words = fitting(
        lambda view: as_text(view, room, form=_form(turn, profile), notes=notes),
        turn.folds.view(turn.conversation),
        room,
        turn.toolbox.pinned(),
    )
    whole = Conversation(messages=[Message(role="system", blocks=(Text(text=rules),)), *words])
    return ChatRequest(
        messages=projection(whole, profile.dialect, model=profile.id).request_messages,
        max_tokens=settings.answer_tokens,
        temperature=settings.answer_temperature,
        think=settings.think,
        remake=lambda other: make_request(turn, other, notes, may_call=may_call),
    )


def _form(turn: Turn, profile: ModelProfile) -> ResultForm:
    form = form_for(profile.id)
    role = turn.settings.text_results
    return form if role == "family" else replace(form, role=role)


def _rules(turn: Turn, profile: ModelProfile, *, may_call: bool) -> str:
    tools = _tools(turn, profile) if may_call else (_NO_TOOLS if len(turn.toolbox) else "")
    return f"{_STYLE}\n\n{tools}{turn.toolbox.in_view()}".strip()


def _tools(turn: Turn, profile: ModelProfile) -> str:
    """The tools; of more than half the window holds, those that suit the request best."""
    form = _form(turn, profile)
    query = " ".join(part for part in (turn.refers_to, turn.text) if part)
    most = min(len(turn.toolbox), MOST_TOOLS)
    while True:
        names = {card.name for card in shortlist(turn.toolbox, query, over=most, size=most)}
        prompt = tool_prompt((tool for tool in turn.toolbox if tool.name in names), form=form)
        if most <= 1 or estimate_tokens(prompt) <= profile.context_window // 2:
            return prompt
        most //= 2


def _room(turn: Turn, profile: ModelProfile, rules: str) -> int:
    """How many tokens the conversation may have."""
    room = profile.context_window - turn.settings.answer_tokens - estimate_tokens(rules)
    return max(room, profile.context_window // 4)


def _fold(turn: Turn, *, may_call: bool) -> AsyncGenerator[Event]:
    form = _form(turn, turn.writer.profile)
    room = _room(turn, turn.writer.profile, _rules(turn, turn.writer.profile, may_call=may_call))

    return fold(turn, room, measure=lambda conversation: size(as_text(conversation, room, form=form)))
