"""Anthropic messages.

The system text stands apart. Results are the first blocks of the user message right after their calls, and the user's
words follow them in the same message. Thinking goes back only with Anthropic's own signature, in the order it came in.
Requests end on the user: newer models refuse to continue a text that the caller began. No message ends on a thought.
"""

from __future__ import annotations

import re
from typing import Any

from keyhole.conversation import Conversation, Thinking
from keyhole.transcript.closure import Exchange, UserSaid, sound
from keyhole.transcript.dialects.base import (
    Dialect,
    Options,
    Projection,
    Report,
    Violation,
    Wire,
    read_thinking,
    shown,
    words,
)
from keyhole.transcript.dialects.form import TOOL_NAME
from keyhole.transcript.ids import anthropic_id, provider_ids
from keyhole.transcript.values import arguments_object

_ID = re.compile(r"[a-zA-Z0-9_-]+")
_THOUGHTS = ("thinking", "redacted_thinking")
REDACTED = "anthropic-redacted"
"""`Thinking.signed_by` where Anthropic gave sealed data for a thought (`redacted_thinking`): the signature holds it."""


def _ours(thinking: Thinking) -> bool:
    return words(thinking.signature) and thinking.signed_by in (None, "anthropic", REDACTED)


def project(conversation: Conversation, options: Options) -> Projection:
    read = sound(conversation, read_thinking(options.thinking, keep=_ours), bridge=False, end_with_user=True)
    ids = iter(provider_ids([exchange.key for exchange in read.exchanges], anthropic_id))
    name = options.names.wire
    messages: list[Wire] = []
    results: list[Wire] = []
    for entry in read.entries:
        if isinstance(entry, UserSaid):
            messages.append({"role": "user", "content": [*results, *map(_text, entry.texts)]})
            results = []
            continue
        if results:
            messages.append({"role": "user", "content": results})
            results = []
        content = [_thought(part) if isinstance(part, Thinking) else _text(part) for part in entry.parts]
        while not entry.calls and content[-1]["type"] in _THOUGHTS:
            content.pop()  # a thought that led to nothing: the answer was cut off
        for exchange in entry.calls:
            id_ = next(ids)
            arguments = arguments_object(exchange.call.arguments)
            content.append({"type": "tool_use", "id": id_, "name": name(exchange.call.name), "input": arguments})
            results.append(_result(exchange, id_))
        messages.append({"role": "assistant", "content": content})
    if results:
        messages.append({"role": "user", "content": results})
    return Projection(messages, options.names, read.system)


def _text(text: str) -> Wire:
    return {"type": "text", "text": text}


def _thought(thinking: Thinking) -> Wire:
    if thinking.signed_by == REDACTED:
        return {"type": "redacted_thinking", "data": thinking.signature}
    return {"type": "thinking", "thinking": thinking.text, "signature": thinking.signature}


def _result(exchange: Exchange, id_: str) -> Wire:
    result: Wire = {"type": "tool_result", "tool_use_id": id_, "content": exchange.result}
    if exchange.is_error:
        result["is_error"] = True
    return result


def check(messages: list[Any]) -> list[Violation]:
    report = Report()
    report.must(messages, "no-messages", 0, "a request needs at least one message")
    seen: set[str] = set()
    wanted: list[str] = []
    for at, message in enumerate(messages):
        if not report.must(isinstance(message, dict), "not-an-object", at, "a message is a JSON object"):
            continue
        role, content = message.get("role"), message.get("content")
        report.must(role in ("user", "assistant"), "unknown-role", at, f"role {shown(role)}")
        report.must(at > 0 or role == "user", "user-first", at, "the first message is the user's")
        blocks = [_text(content)] if isinstance(content, str) else content
        if not report.must(isinstance(blocks, list) and blocks, "empty-content", at, f"content is {shown(content)}"):
            blocks = []
        wanted = _check_results(blocks, wanted, role, at, report)
        last_kind = blocks[-1].get("type") if blocks and isinstance(blocks[-1], dict) else ""
        report.must(last_kind not in _THOUGHTS, "thinking-last", at, "the last block is a thought")
        for block in blocks:
            if report.must(isinstance(block, dict), "block-form", at, f"the block {shown(block)} is no object"):
                wanted += _check_block(block, role, seen, at, report)
    if messages:
        last = len(messages) - 1
        for id_ in wanted:
            report.add("call-without-result", last, f"the tool_use {shown(id_)} has no result in the next message")
        report.must(not _ends_in_space(messages[last]), "trailing-space", last, "the last assistant text ends in space")
    return report.violations


def _check_results(blocks: list[Any], wanted: list[str], role: Any, at: int, report: Report) -> list[str]:
    """Check this message's results against the calls of the message before; an empty list, for the calls to come."""
    open_ids, answered = list(wanted), set()
    others = False
    for block in blocks:
        if not isinstance(block, dict) or block.get("type") != "tool_result":
            others = True
            continue
        id_ = block.get("tool_use_id")
        report.must(role == "user", "result-role", at, "a tool_result stands in a user message")
        report.must(not others, "results-first", at, "tool_result blocks stand before all others")
        if isinstance(id_, str) and id_ in answered:
            report.add("second-result", at, f"{shown(id_)} has a result already")
        elif report.must(id_ in open_ids, "result-without-call", at, f"no tool_use {shown(id_)} in the message before"):
            open_ids.remove(str(id_))
            answered.add(id_)
    for id_ in open_ids:
        report.add("call-without-result", at, f"the tool_use {shown(id_)} has no result in the next message")
    return []


def _check_block(block: dict[str, Any], role: Any, seen: set[str], at: int, report: Report) -> list[str]:
    """The ids of the calls in the block: one or none."""
    kind = block.get("type")
    if kind == "text":
        report.must(words(block.get("text")), "empty-text", at, "a text block is empty")
    elif kind == "thinking":
        report.must(role == "assistant", "thinking-role", at, "thinking stands in an assistant message")
        report.must(words(block.get("signature")), "thinking-unsigned", at, "a thinking block lacks its signature")
        report.must(isinstance(block.get("thinking"), str), "block-form", at, "thinking is a text")
    elif kind == "redacted_thinking":
        report.must(role == "assistant", "thinking-role", at, "thinking stands in an assistant message")
        report.must(words(block.get("data")), "block-form", at, "redacted_thinking has data")
    elif kind == "tool_result":
        inner = block.get("content")
        parts = [_text(inner)] if isinstance(inner, str) else inner
        if parts is not None and report.must(
            isinstance(parts, list), "block-form", at, "a result holds text or blocks"
        ):
            for part in parts:
                if isinstance(part, dict) and part.get("type") == "text":
                    report.must(words(part.get("text")), "empty-text", at, "a text in a tool_result is empty")
    elif kind == "tool_use":
        id_, name = block.get("id"), block.get("name")
        report.must(role == "assistant", "call-role", at, "a tool_use stands in an assistant message")
        report.must(isinstance(name, str) and TOOL_NAME.fullmatch(name), "tool-name", at, f"the name {shown(name)}")
        report.must(isinstance(block.get("input"), dict), "arguments-object", at, "input is an object")
        well_formed = isinstance(id_, str) and _ID.fullmatch(id_)
        report.must(well_formed, "call-id-form", at, f"the id {shown(id_)} is not [a-zA-Z0-9_-]+")
        if isinstance(id_, str):
            report.must(id_ not in seen, "call-id-twice", at, f"{shown(id_)} stands twice")
            seen.add(id_)
            return [id_]
    else:
        report.must(kind == "image" and role == "user", "block-form", at, f"a block of type {shown(kind)}")
    return []


def _ends_in_space(message: Any) -> bool:
    if not isinstance(message, dict) or message.get("role") != "assistant":
        return False
    content = message.get("content")
    last = content[-1] if isinstance(content, list) and content else content
    text = last.get("text") if isinstance(last, dict) else last
    return isinstance(text, str) and text != text.rstrip()


DIALECT = Dialect("anthropic", project, check)
