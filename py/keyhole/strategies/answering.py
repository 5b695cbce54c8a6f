"""How a turn ends, whatever its strategy: what was found becomes the answer."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Any

from keyhole.conversation import ToolCall
from keyhole.errors import ModelError
from keyhole.events import Event, StepChunk, StepFinished
from keyhole.models.model import ChatRequest, ModelProfile
from keyhole.parsing import Thresholds, Tools, family_of_model
from keyhole.steps import answer
from keyhole.steps.found import Found
from keyhole.steps.of_here import words_here
from keyhole.steps.render import Open
from keyhole.strategies.folding import fold
from keyhole.strategies.model_call import call_model, silence
from keyhole.strategies.text_said import Said
from keyhole.strategies.turn import Turn


async def answer_turn(turn: Turn, query: str, found: list[Found], left: Sequence[Open] = ()) -> AsyncGenerator[Event]:
    """The answer step and `TurnFinished`: the writer's words, or a rendering by code where it cannot write.

    `left` is what of the query no tool was called for, or not with all of it: a writer sees that for itself.

    Raises `ModelError`, and `StepFailedError` for a writer that says nothing where no tool has brought anything.
    """
    words = ""
    if turn.writer.profile.can_write:
        room = answer.history_room(query, found, **_limits(turn, turn.writer.profile))
        async with aclosing(fold(turn, room, measure=answer.history_size)) as steps:
            async for event in steps:
                yield event
        request = _request(turn, query, found, turn.writer.profile)
        # a model that was taught to write calls may do so unasked: that is no answer
        family, thresholds = family_of_model(turn.writer.profile.id), Thresholds(act=turn.settings.act_threshold)
        writes = Said(Tools(turn.toolbox), thresholds, family, may_call=False, iteration=0)
        said = False
        try:
            async with aclosing(call_model(turn.id, turn.writer, request, writes)) as steps:
                async for event in steps:
                    yield event
                    said = said or isinstance(event, StepChunk)
            words = writes.text.strip()
            if words and not (writes.calls and found):
                yield turn.finish(words)
                return
            if not words and not found:  # a rendering by code would say that the model is too small to write
                raise silence(writes, request, turn.toolbox)
        except ModelError:
            # the pool has one left that cannot write: what was found is told all the same
            if said or turn.writer.profile.can_write:
                raise
    async with aclosing(known(turn, found, words, left)) as steps:
        async for event in steps:
            yield event


async def known(turn: Turn, found: list[Found], words: str = "", left: Sequence[Open] = ()) -> AsyncGenerator[Event]:
    """What the tools brought is the answer, put together by code, where the model gives none or none but a few words
    before a call that it may not make any more ("I will check once more")."""
    text, before = "", turn.calls_before
    about = words_here([turn.toolbox[card.name] for card in turn.toolbox.cards], before) if not found else ()
    shown = any(isinstance(block, ToolCall) for message in turn.conversation.messages for block in message.blocks)
    steps = answer.compose(
        turn.text, turn.toolbox, found, left, turn_id=turn.id, later=bool(before), shown=shown, about=about
    )
    async with aclosing(steps):
        async for event in steps:
            yield event
            if isinstance(event, StepFinished):
                text = event.output
    yield turn.finish(f"{words}\n\n{text}".strip())


def _request(turn: Turn, query: str, found: list[Found], profile: ModelProfile) -> ChatRequest:
    settings = turn.settings
    request = answer.request(
        query,
        turn.folds.view(turn.conversation),
        found,
        temperature=settings.answer_temperature,
        think=settings.think,
        **_limits(turn, profile),
    )
    return dataclasses.replace(request, remake=lambda other: _request(turn, query, found, other))


def _limits(turn: Turn, profile: ModelProfile) -> dict[str, Any]:
    settings = turn.settings
    return {
        "history_tokens": settings.history_tokens,
        "context_window": profile.context_window,
        "max_tokens": settings.answer_tokens,
        "in_view": turn.toolbox.in_view(),
    }
