"""Anthropic messages, strictly, with the texts of its 400s."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import AsyncIterator
from typing import Any

from servers.desk import Answer, Body, Desk, answer, must, pieces, sse


def _blocks(message: Body) -> list[Any]:
    content = message["content"]
    return [{"type": "text", "text": content}] if isinstance(content, str) else list(content)


def check(body: Body) -> None:
    messages = body["messages"]
    must(messages, "messages: at least one message is required")
    must(messages[0]["role"] == "user", "messages: first message must use the user role")
    must(messages[-1]["role"] == "user", "This model does not support assistant message prefill.")
    names = {tool["name"] for tool in body.get("tools", ())}
    for name in names:
        must(re.fullmatch("[a-zA-Z0-9_-]{1,64}", name), "tools.0.custom.name: String should match pattern")
    used: set[str] = set()
    for n, message in enumerate(messages):
        must(message["role"] in ("user", "assistant"), f"messages.{n}.role: Input should be 'user' or 'assistant'")
        blocks = _blocks(message)
        must(blocks, f"messages.{n}: all messages must have non-empty content")
        kinds = [block["type"] for block in blocks]
        results = [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
        before = _blocks(messages[n - 1]) if n and messages[n - 1]["role"] == "assistant" else []
        asked = [block["id"] for block in before if block["type"] == "tool_use"]
        must(
            set(results) <= set(asked), f"messages.{n}.content: unexpected `tool_use_id` found in `tool_result` blocks"
        )
        must(
            set(asked) <= set(results),
            f"messages.{n - 1}: `tool_use` ids were found without `tool_result` blocks immediately after",
        )
        must(len(results) == len(set(results)), "each tool_use must have a single result")
        must(kinds[: len(results)] == ["tool_result"] * len(results), "tool_result blocks must come first")
        must(message["role"] == "user" or not results, "tool_result blocks can only be in user messages")
        for block in blocks:
            _check_block(block, message["role"], n, used)
        if "tool_use" in kinds or results:
            must(names, "Requests which include `tool_use` or `tool_result` blocks must define tools")
    if body.get("thinking"):
        _check_thinking(messages)


def _check_block(block: Body, role: str, n: int, used: set[str]) -> None:
    kind = block["type"]
    if kind == "text":
        must(block["text"].strip(), f"messages.{n}: text content blocks must contain non-whitespace text")
    elif kind == "tool_use":
        must(role == "assistant", "tool_use blocks can only be in assistant messages")
        must(re.fullmatch("[a-zA-Z0-9_-]+", block["id"]), f"messages.{n}.tool_use.id: String should match pattern")
        must(block["id"] not in used, "messages: `tool_use` ids must be unique")
        used.add(block["id"])
        must(isinstance(block["input"], dict), f"messages.{n}.tool_use.input: Input should be a valid dictionary")
    elif kind == "thinking":
        must(block["signature"] == "anthropic-seal", f"messages.{n}: Invalid `signature` in `thinking` block")
    else:
        must(kind == "tool_result", f"messages.{n}: unexpected block {kind}")


def _check_thinking(messages: list[Body]) -> None:
    """With thinking on, the run of calls that is still open begins with a thought."""
    if not any(block["type"] == "tool_result" for block in _blocks(messages[-1])):
        return
    first = _blocks(messages[-2])[0]["type"]
    must(first in ("thinking", "redacted_thinking"), f"Expected `thinking` or `redacted_thinking`, but found `{first}`")


def read(body: Body) -> Answer:
    results = 0
    asked = ""
    for message in reversed(body["messages"]):
        if message["role"] == "user":
            blocks = _blocks(message)
            results += sum(block["type"] == "tool_result" for block in blocks)
            words = [block["text"] for block in blocks if block["type"] == "text"]
            if words:
                asked = words[-1]
                results -= sum(block["type"] == "tool_result" for block in blocks)
                break
    return answer(asked, results, [tool["name"] for tool in body.get("tools", ())])


async def write(reply: Answer) -> AsyncIterator[str]:
    yield sse({"type": "message_start", "message": {"usage": {"input_tokens": 1}}})
    yield sse({"type": "content_block_start", "index": 0, "content_block": {"type": "thinking", "thinking": ""}})
    for kind, name, text in (
        ("thinking_delta", "thinking", reply.thought),
        ("signature_delta", "signature", "anthropic-seal"),
    ):
        yield sse({"type": "content_block_delta", "index": 0, "delta": {"type": kind, name: text}})
    yield sse({"type": "content_block_start", "index": 1, "content_block": {"type": "text", "text": ""}})
    async for piece in pieces(reply):
        yield sse({"type": "content_block_delta", "index": 1, "delta": {"type": "text_delta", "text": piece}})
    for index, (name, arguments) in enumerate(reply.calls, 2):
        block = {"type": "tool_use", "id": f"toolu_{uuid.uuid4().hex[:20]}", "name": name, "input": {}}
        yield sse({"type": "content_block_start", "index": index, "content_block": block})
        delta = {"type": "input_json_delta", "partial_json": json.dumps(arguments)}
        yield sse({"type": "content_block_delta", "index": index, "delta": delta})
    stop = {"stop_reason": "tool_use" if reply.calls else "end_turn"}
    yield sse({"type": "message_delta", "delta": stop, "usage": {"output_tokens": 1}})
    yield sse({"type": "message_stop"})


def desk() -> Desk:
    return Desk(check, read, write)
