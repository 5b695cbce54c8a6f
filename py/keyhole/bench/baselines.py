"""What `routed` is measured against: every schema in one prompt, and no model at all. Strategies like any other.

`all_schemas` follows the prompt form that Hermes models were trained on and that WebLLM uses for its `tools`: all
declarations inside `<tools>`, answers as `<tool_call>` objects (NousResearch, Hermes-Function-Calling).
"""

from __future__ import annotations

import json
import time
import uuid
import weakref
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from typing import Any

from keyhole.conversation import ToolCall
from keyhole.errors import ContextOverflowError, KeyholeError
from keyhole.events import Event, StepFinished, StepStarted, ToolFinished, Usage
from keyhole.models.model import ChatRequest
from keyhole.steps.extract import candidates
from keyhole.steps.found import Found
from keyhole.steps.obtain import gathered, rendered
from keyhole.steps.shortlist import Shortlist
from keyhole.strategies.answering import answer_turn
from keyhole.strategies.turn import Turn
from keyhole.tokens import estimate_tokens
from keyhole.tools.toolbox import Toolbox

_HEAD = (
    "You are a function calling AI model. You may call one or more of the functions inside <tools></tools> to assist "
    "with the user query. Do not make up values. If no function fits, answer in plain text. For each call return a "
    'JSON object {"name": <function name>, "arguments": <object>} inside <tool_call></tool_call>.\n<tools>\n'
)
_MOST_TOKENS = 400
_MOST_CALLS = 5
_SHOWN = 2000

_prompts: weakref.WeakKeyDictionary[Toolbox, str] = weakref.WeakKeyDictionary()


class NotApplicableError(KeyholeError):
    """The strategy cannot be measured with this model: there is nothing to count, not even failures."""

    code = "not_applicable"
    advice = "Measure this strategy with another model."


async def all_schemas(turn: Turn) -> AsyncGenerator[Event]:
    """One generation with every schema in view, then the calls it holds, then the answer.

    Raises `NotApplicableError` and `ContextOverflowError` (after a `StepFinished` that says how large the prompt was),
    and `ModelError`.
    """
    system = _prompts.get(turn.toolbox)
    if system is None:
        system = _prompts[turn.toolbox] = _HEAD + "\n".join(_declarations(turn.toolbox)) + "\n</tools>"
    step_id, started = uuid.uuid4().hex[:12], time.perf_counter()
    size = estimate_tokens(system) + estimate_tokens(turn.text)
    profile = turn.router.profile
    if not profile.takes_prompts or size + _MOST_TOKENS > profile.context_window:
        shown = f"{system[:_SHOWN]}… (about {size:,} tokens in all)"
        yield StepStarted(turn_id=turn.id, step_id=step_id, step="route", prompt=shown)
        usage = Usage(prompt_tokens=size)
        yield StepFinished(turn_id=turn.id, step_id=step_id, step="route", usage=usage, by="code")
        if not profile.takes_prompts:
            raise NotApplicableError("this model cannot take free prompts")
        raise ContextOverflowError(
            f"about {size:,} tokens of schemas do not fit a context of {profile.context_window:,}"
        )
    messages = [{"role": "system", "content": system}, {"role": "user", "content": turn.text}]
    request = ChatRequest(messages=messages, max_tokens=_MOST_TOKENS, think=False)
    yield StepStarted(turn_id=turn.id, step_id=step_id, step="route", prompt=rendered(request))
    reply = await gathered(turn.router, request)
    calls = _calls(reply.text)
    yield StepFinished(
        turn_id=turn.id,
        step_id=step_id,
        step="route",
        tool=calls[0].name if calls else None,
        output={"choice": "call_tool" if calls else "none", "tool": calls[0].name if calls else None},
        raw=reply.text,
        attempts=(reply.attempt(request),),
        usage=reply.usage,
        ms=(time.perf_counter() - started) * 1000,
    )
    found: list[Found] = []
    by_id = {call.id: call for call in calls}
    async with aclosing(turn.scheduler.run(turn.toolbox, calls, turn_id=turn.id)) as events:
        async for event in events:
            if isinstance(event, ToolFinished):
                call = by_id[event.call_id]
                item = Found.of(call, event)
                found.append(item)
                turn.record(call, item, event.handle)
            yield event
    async with aclosing(answer_turn(turn, turn.text, found)) as events:
        async for event in events:
            yield event


def _declarations(toolbox: Toolbox) -> list[str]:
    return [
        json.dumps(
            {
                "type": "function",
                "function": {"name": tool.name, "description": tool.description, "parameters": tool.parameters},
            },
            ensure_ascii=False,
        )
        for tool in toolbox
    ]


def _calls(text: str) -> list[ToolCall]:
    calls: list[ToolCall] = []
    pieces = text.split("<tool_call>")[1:] or [text]
    for piece in pieces[:_MOST_CALLS]:
        for value in candidates(piece.split("</tool_call>")[0]):
            if isinstance(value, dict) and isinstance(value.get("name"), str):
                arguments = value.get("arguments", {})
                if isinstance(arguments, dict):
                    calls.append(ToolCall(id=f"call_{uuid.uuid4().hex[:12]}", name=value["name"], arguments=arguments))
                    break
    return calls


_indexes: weakref.WeakKeyDictionary[Toolbox, Shortlist] = weakref.WeakKeyDictionary()


async def lexical(turn: Turn) -> AsyncGenerator[Event]:
    """The tool whose card shares the weightiest words with the request (BM25). It fills nothing and cannot abstain."""
    index = _indexes.get(turn.toolbox)
    if index is None:
        words_alone = [replace(card, knows=None) for card in turn.toolbox.cards]
        index = _indexes[turn.toolbox] = Shortlist(words_alone)
    step_id, started = uuid.uuid4().hex[:12], time.perf_counter()
    yield StepStarted(turn_id=turn.id, step_id=step_id, step="route", prompt=turn.text)
    best = index.best(turn.text, 1)
    output: dict[str, Any] = {"choice": "call_tool" if best else "none", "tool": best[0].name if best else None}
    yield StepFinished(
        turn_id=turn.id,
        step_id=step_id,
        step="route",
        output=output,
        by="code",
        ms=(time.perf_counter() - started) * 1000,
    )
    yield turn.finish(f"The closest tool is {output['tool']}." if best else "There is no tool.")
