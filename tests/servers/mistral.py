"""Mistral's hosted API, strictly: roles as its order table has them, ids of nine characters, results counted."""

from __future__ import annotations

import re
import uuid

from servers import openai
from servers.desk import Body, Desk, must

_AFTER = {
    "": ("system", "user"),
    "system": ("user", "assistant", "system"),
    "user": ("assistant", "system", "user"),
    "assistant": ("assistant", "user", "tool"),
    "tool": ("assistant", "tool"),
}


def check(body: Body) -> None:
    previous, wanted, got = "", [], []
    for message in body["messages"]:
        role = message["role"]
        must(role in _AFTER[previous], f"Unexpected role '{role}' after role '{previous}'")
        if role == "tool":
            got.append(message["tool_call_id"])
        elif previous in ("assistant", "tool"):
            must(sorted(wanted) == sorted(got), "Not the same number of function calls and responses")
            wanted, got = [], []
        for call in message.get("tool_calls") or ():
            id_, name = call["id"], call["function"]["name"]
            must(
                re.fullmatch("[a-zA-Z0-9]{9}", id_),
                f"Tool call id was {id_} but must be a-z, A-Z, 0-9, with a length of 9.",
            )
            must(re.fullmatch("[a-zA-Z0-9_-]{1,64}", name), f"Function name was {name}")
            must(id_ not in wanted, f"Duplicate tool call id {id_} in assistant message")
            wanted.append(id_)
        if role == "assistant":
            both = bool(message.get("content")) + bool(message.get("tool_calls"))
            must(both == 1, "Assistant message must have either content or tool_calls, but not both.")
        else:
            must(message.get("content"), "content must not be empty")
        previous = role
    must(sorted(wanted) == sorted(got), "Not the same number of function calls and responses")
    must(previous in ("user", "tool"), f"Expected last role User or Tool for serving but got {previous}")


def desk() -> Desk:
    return Desk(check, openai.read, lambda reply: openai.write(reply, lambda name, index: uuid.uuid4().hex[:9]))
