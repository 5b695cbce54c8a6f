"""How a turn ends, whatever its strategy: what was found becomes the answer."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from keyhole.events import Event, StepFinished
from keyhole.steps import answer
from keyhole.steps.found import Found
from keyhole.strategies.turn import Turn


async def answer_turn(turn: Turn, query: str, found: list[Found]) -> AsyncGenerator[Event]:
    """The answer step and `TurnFinished`: the writer's words, or a rendering by code where it cannot write.

    Raises `ModelError`.
    """
    settings = turn.settings
    text = ""
    if turn.writer.profile.can_write:
        request = answer.request(
            query,
            turn.conversation,
            found,
            history_tokens=settings.history_tokens,
            context_window=turn.writer.profile.context_window,
            max_tokens=settings.answer_tokens,
            temperature=settings.answer_temperature,
            think=settings.think,
            in_view=turn.toolbox.in_view(),
        )
        async with aclosing(answer.write(turn.writer, request, turn_id=turn.id)) as steps:
            async for event in steps:
                yield event
                if isinstance(event, StepFinished):
                    text = event.output
    if not text:
        async with aclosing(answer.compose(turn.toolbox, found, turn_id=turn.id)) as steps:
            async for event in steps:
                yield event
                if isinstance(event, StepFinished):
                    text = event.output
    yield turn.finish(text)
