"""OpenAI chat completions, strictly: https://platform.openai.com/docs/api-reference/chat and its error texts."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import AsyncIterator
from typing import Any

from servers.desk import Answer, Body, Desk, answer, must, pieces, sse

_NAME = re.compile(r"^[a-zA-Z0-9_-]{1,64}$")


def check(body: Body) -> None:
    messages = body.get("messages")
    must(isinstance(messages, list) and messages, "Invalid 'messages': empty array.")
    for tool in body.get("tools", ()):
        name = tool["function"]["name"]
        must(_NAME.match(name), f"'{name}' does not match '^[a-zA-Z0-9_-]{{1,64}}$'")
    unanswered: set[str] = set()
    for n, message in enumerate(messages):
        role = message.get("role")
        must(role in ("system", "developer", "user", "assistant", "tool"), f"Invalid value: '{role}'.")
        if role == "tool":
            id_ = message.get("tool_call_id")
            must(n, "Invalid parameter: messages with role 'tool' must be a response to a preceeding message.")
            must(id_ in unanswered, f"Invalid parameter: no preceeding 'tool_calls' for '{id_}' at messages[{n}].")
            unanswered.discard(id_)
            must(isinstance(message.get("content"), str), "Missing required parameter: 'content'.")
            continue
        must(
            not unanswered,
            "An assistant message with 'tool_calls' must be followed by tool messages responding to each "
            f"'tool_call_id'. The following tool_call_ids did not have response messages: {sorted(unanswered)}",
        )
        if role == "assistant" and "tool_calls" in message:
            must(message["tool_calls"], f"Invalid 'messages[{n}].tool_calls': empty array.")
            for call in message["tool_calls"]:
                must(call.get("type") == "function", "Missing required parameter: 'type'.")
                must(isinstance(call.get("id"), str) and 0 < len(call["id"]) <= 40, "string too long: 40 at most")
                must(_NAME.match(call["function"]["name"]), f"{call['function']['name']!r} does not match")
                must(isinstance(call["function"]["arguments"], str), "arguments: expected a string")
                unanswered.add(call["id"])
            must(len(unanswered) == len(message["tool_calls"]), "Duplicate value for 'tool_call_id'")
        else:
            must(message.get("content"), f"Invalid value for 'content' at messages[{n}]: expected a string, got null.")
    must(not unanswered, f"tool_call_ids did not have response messages: {sorted(unanswered)}")


def read(body: Body) -> Answer:
    users = [n for n, message in enumerate(body["messages"]) if message["role"] == "user"]
    results = sum(message["role"] == "tool" for message in body["messages"][users[-1] :])
    tools = [tool["function"]["name"] for tool in body.get("tools", ())]
    return answer(body["messages"][users[-1]]["content"].rpartition("\n")[2], results, tools)


def new_id(name: str, index: int) -> str:
    return f"call_{uuid.uuid4().hex[:24]}"


async def write(reply: Answer, make_id: Any = new_id, thought: str = "") -> AsyncIterator[str]:
    def chunk(delta: Body, finish: str | None = None) -> str:
        return sse({"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})

    if thought:
        yield chunk({thought: reply.thought})
    async for piece in pieces(reply):
        yield chunk({"content": piece})
    for index, (name, arguments) in enumerate(reply.calls):
        text = json.dumps(arguments)
        function = {"name": name, "arguments": text[:3]}
        yield chunk({"tool_calls": [{"index": index, "id": make_id(name, index), "function": function}]})
        yield chunk({"tool_calls": [{"index": index, "function": {"arguments": text[3:]}}]})
    yield chunk({}, "tool_calls" if reply.calls else "stop")
    yield sse({"choices": [], "usage": {"prompt_tokens": 1, "completion_tokens": 1}})
    yield "data: [DONE]\n\n"


def desk() -> Desk:
    return Desk(check, read, write)
