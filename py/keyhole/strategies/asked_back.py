"""What a message is that follows a question back: a reply, a wish of its own, or nothing that wants anything done.

A router that weighs the call before hears the message twice: by itself, and as what is said after the call that waits.
Where both are for the same other tool, that call waits in vain: "first cancel order 22". Where both are for none, what
it has is no value, though a text of any kind was asked for: "they look so cute".
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import Any

from keyhole.events import Event, StepFinished
from keyhole.models.embedded.text import name_words
from keyhole.models.embedded.texts.respelt import with_values_respelt
from keyhole.models.model import AfterCall, ToolCard
from keyhole.request_cues import is_statement, parameters_implied
from keyhole.steps import route
from keyhole.steps.after_call import after_call
from keyhole.steps.obtain import obtain
from keyhole.steps.own_wish import is_of_its_own
from keyhole.steps.put_right import surely_puts_right
from keyhole.steps.wants_done import kind_of_message
from keyhole.strategies.turn import Turn

_FEWEST, _MOST = 3, 40
"""Words of a message that may be more than a value."""
_WHEN = frozenset("date day time start end when hour schedule".split())  # noqa: SIM905
_WRITTEN = re.compile(r"\bH?H:MM\b|\bYYYY\b|^(?:date|time)", re.IGNORECASE)
_SURE = 0.6
"""How sure both have to be together, as a product: with this nearly all written wishes of their own are told, and no
written reply is taken for one."""


async def leave_if_other(turn: Turn, text: str, cards: Sequence[ToolCard]) -> AsyncGenerator[Event]:
    """Leave the question that was asked back, where a message is no reply to it."""
    waiting = turn.calls_before[0] if turn.open_call and turn.calls_before else None
    own = is_of_its_own(text, waiting, [turn.toolbox[card.name] for card in turn.toolbox.cards])
    if waiting is None or not turn.router.profile.weighs_calls or not _FEWEST <= len(text.split()) <= _MOST:
        if own:
            turn.leave_question()
        return
    decisions = list[tuple[str | None, float]]()
    for after in (None, after_call(text, [replace(waiting, missing=())], cards)):
        async with aclosing(_decide(turn, text, cards, after)) as steps:
            async for event in steps:
                yield event
                if isinstance(event, StepFinished):
                    sure = event.attempts[-1].confidence if event.attempts else None
                    decisions.append(((event.output or {}).get("tool"), sure or 0.0))
    (alone, sure), (behind, sure_behind) = decisions
    if own and not alone == behind == waiting.tool.name:
        turn.leave_question()
        return
    if alone != behind or alone == waiting.tool.name or sure * sure_behind < _SURE:
        return
    tells = is_statement(text) or kind_of_message(text) == "ask"
    values = any(parameters_implied(text)) or any(letter.isdigit() for letter in text)
    if (tells and not values) if alone is None else not surely_puts_right(text, waiting):
        turn.leave_question()


def with_value_respelt(turn: Turn, text: str) -> str:
    """A message with what is misspelt of a number, a day or a time put right, where one was asked for."""
    waiting = turn.calls_before[0] if turn.open_call and turn.calls_before else None
    asked = [(name, waiting.properties.get(name)) for name in waiting.missing] if waiting else []
    return with_values_respelt(text) if any(_is_told_in_numbers(name, schema) for name, schema in asked) else text


def _is_told_in_numbers(name: str, schema: Any) -> bool:
    if not isinstance(schema, dict) or "enum" in schema:
        return False
    described = f"{schema.get('format', '')} {schema.get('description', '')}"
    numbers = schema.get("type") in ("integer", "number")
    return numbers or bool(_WHEN & set(name_words(name))) or _WRITTEN.search(described) is not None


def _decide(turn: Turn, text: str, cards: Sequence[ToolCard], after: AfterCall | None) -> AsyncGenerator[Event]:
    request = route.request(text, cards, may_clarify=False, descriptions=True, opens=after is None, after=after)
    return obtain(
        turn.router,
        request,
        turn_id=turn.id,
        step="route",
        read=route.reader(cards, may_clarify=False),
        max_repairs=turn.settings.max_repairs,
    )
