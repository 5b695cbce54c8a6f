"""The conversation as a model sees it that knows no tool calls: everything in words.

Calls become the text that the model is asked to write, results come back in messages of the user or of the system. A
copy for one request; the record stays as it is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TypeGuard

from keyhole.conversation import Block, Conversation, Message, Role, Summary, Text, ToolCall, ToolResult, Unanswered
from keyhole.strategies.result_form import ANY, ResultForm
from keyhole.transcript.closure import WORDING
from keyhole.transcript.compress import size

_FOLDED = 160


def as_text(
    conversation: Conversation, budget: int, *, form: ResultForm = ANY, notes: Mapping[str, str] | None = None
) -> Conversation:
    """The messages in words, in at most about `budget` tokens where folding can reach that.

    Finished exchanges with tools are folded into one line each, oldest first. The last exchange stays whole: the model
    is about to answer it. `notes` adds a remark to the result of a call, by the call's id.
    """
    messages = conversation.messages
    exchanges = [n for n, message in enumerate(messages) if _calls(message)]
    for folded in range(len(exchanges)):
        shown = _render(messages, set(exchanges[:folded]), form, notes or {})
        if size(shown) <= budget:
            return shown
    return _render(messages, set(exchanges[:-1]), form, notes or {})


def call_text(call: ToolCall) -> str:
    """A call as the model was told to write it."""
    body = json.dumps({"name": call.name, "arguments": call.arguments}, ensure_ascii=False, default=str)
    return f"<tool_call>{body}</tool_call>"


def _calls(message: Message) -> list[ToolCall]:
    return [block for block in message.blocks if isinstance(block, ToolCall)]


def _render(messages: list[Message], folded: set[int], form: ResultForm, notes: Mapping[str, str]) -> Conversation:
    results = {block.call_id: block for message in messages for block in message.blocks if _is_result(block)}
    names = {call.id: call.name for message in messages for call in _calls(message)}
    in_folded = {call.id for n in folded for call in _calls(messages[n])}
    shown: list[Message] = []
    for n, message in enumerate(messages):
        if message.role == "tool":
            parts = [
                f"{form.opening}{_result_text(block, names, notes, form)}{form.closing}"
                for block in message.blocks
                if _is_result(block) and block.call_id not in in_folded
            ]
            _add(shown, form.role, parts)
        else:
            parts = []
            for block in message.blocks:
                if isinstance(block, ToolCall):
                    parts.append(_folded_text(block, results.get(block.id)) if n in folded else call_text(block))
                elif isinstance(block, Text):
                    parts.append(block.text)
                elif isinstance(block, Summary):
                    parts.append(block.words)
            _add(shown, message.role, parts)
    return Conversation.model_construct(messages=shown)


def _is_result(block: Block) -> TypeGuard[ToolResult | Unanswered]:
    return isinstance(block, ToolResult | Unanswered)


def _result_text(
    block: ToolResult | Unanswered, names: Mapping[str, str], notes: Mapping[str, str], form: ResultForm
) -> str:
    name = names.get(block.call_id, "tool")
    if isinstance(block, ToolResult):
        # The marks of a call or a result inside a result would be taken for the real ones.
        content = block.content.replace(form.closing.strip(), _disarmed(form.closing.strip()))
        note = notes.get(block.call_id)
        return f"{name}: {content}" + (f"\n{note}" if note else "")
    return f"{name}: {WORDING[block.reason]}"


def _disarmed(mark: str) -> str:
    return mark[0] + "\\" + mark[1:]


def _folded_text(call: ToolCall, result: Block | None) -> str:
    arguments = json.dumps(call.arguments, ensure_ascii=False, default=str)
    came = result.content if isinstance(result, ToolResult) else "no result"
    line = " ".join(f"{call.name}({arguments}) -> {came}".split())
    return f"[{line if len(line) <= _FOLDED else line[: _FOLDED - 1] + '…'}]"


def _add(shown: list[Message], role: Role, parts: list[str]) -> None:
    """Messages of one role in a row become one: many servers want roles to alternate."""
    text = "\n".join(part for part in parts if part)
    if not text:
        return
    if shown and shown[-1].role == role and role != "system":
        text = f"{shown.pop().text}\n{text}"
    shown.append(Message(role=role, blocks=(Text(text=text),)))
