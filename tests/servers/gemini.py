"""Gemini's generateContent, strictly. Keyhole has no client for it: tests post the projection themselves."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

from servers.desk import Answer, Body, Desk, must, sse

_COUNT = "Please ensure that the number of function response parts is equal to the number of function call parts"
_AFTER_CALL = "Please ensure that function response turn comes immediately after a function call turn."
_BEFORE_CALL = (
    "Please ensure that function call turn comes immediately after a user turn or after a function response turn."
)


def check(body: Body) -> None:
    contents = body["contents"]
    must(contents and contents[0]["role"] == "user", "Please use a valid role: user, model.")
    must(contents[-1]["role"] == "user", "Please ensure that multiturn requests end with a user role")
    before: list[str] = []
    previous = ""
    for content in contents:
        must(content["role"] in ("user", "model") and content["parts"], "Please use a valid role: user, model.")
        calls = [part["functionCall"] for part in content["parts"] if "functionCall" in part]
        answers = [part["functionResponse"] for part in content["parts"] if "functionResponse" in part]
        must(not answers or before, _AFTER_CALL)
        must(len(answers) == len(before), _COUNT)
        must([item["name"] for item in answers] == before, "function response name does not match its call")
        must(not calls or previous in ("user", ""), _BEFORE_CALL)
        for item in (*calls, *answers):
            must(re.fullmatch(r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}", item["name"]), "INVALID_ARGUMENT: name")
            must(isinstance(item.get("args", item.get("response")), dict), "Invalid JSON payload received")
        signed = next(
            (part.get("thoughtSignature") for part in content["parts"] if "functionCall" in part), "none asked"
        )
        must(signed, "Function call is missing a thought_signature in functionCall parts.")
        for part in content["parts"]:
            must("text" not in part or part["text"].strip(), "Unable to submit request: it has an empty text parameter")
        before = [item["name"] for item in calls]
        previous = content["role"]
    must(not before, _COUNT)


async def write(reply: Answer) -> AsyncIterator[str]:
    yield sse({"candidates": [{"content": {"role": "model", "parts": [{"text": reply.words}]}}]})


def desk() -> Desk:
    return Desk(check, lambda body: Answer("fine"), write)
