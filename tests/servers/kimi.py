"""Moonshot's Kimi with thinking on: OpenAI's rules, its own ids, and reasoning with every message that calls."""

from __future__ import annotations

from servers import openai
from servers.desk import Body, Desk, must


def check(body: Body) -> None:
    openai_form = [
        {**message, "tool_calls": [{**call, "id": f"{n}.{k}"} for k, call in enumerate(message["tool_calls"])]}
        if message.get("tool_calls")
        else message
        for n, message in enumerate(body["messages"])
    ]
    # OpenAI's limit of 40 characters is not Kimi's: the ids are checked for themselves below
    renamed = iter([call["id"] for message in openai_form for call in message.get("tool_calls", ())])
    tools = [
        {**message, "tool_call_id": next(renamed, "")} if message["role"] == "tool" else message
        for message in openai_form
    ]
    openai.check({**body, "messages": tools})
    count = 0
    waiting: list[str] = []
    for n, message in enumerate(body["messages"]):
        if message.get("tool_calls"):
            must(
                message.get("reasoning_content"),
                f"thinking is enabled but reasoning_content is missing in assistant tool call message at index {n}",
            )
            for call in message["tool_calls"]:
                must(call["id"] == f"functions.{call['function']['name']}:{count}", f"tool id {call['id']} out of form")
                waiting.append(call["id"])
                count += 1
        elif message["role"] == "tool":
            must(waiting and waiting.pop(0) == message["tool_call_id"], "tool results do not follow their calls' order")


def desk() -> Desk:
    ids = lambda name, index: f"functions.{name}:{index}"  # noqa: E731  # restarts with each turn, as K3's do
    return Desk(check, openai.read, lambda reply: openai.write(reply, ids, "reasoning_content"))
