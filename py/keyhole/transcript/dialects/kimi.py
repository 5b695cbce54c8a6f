"""Kimi (Moonshot): OpenAI's form with ids of its own.

An id is `functions.{name}:{n}` where n counts all calls of the transcript from 0: K2 has learnt the form, and another
one leads it to write calls that cannot be parsed. With thinking on, the API answers 400 ("reasoning_content is missing
in assistant tool call message") unless every message with calls has it; where the reasoning is not at hand (another
model's turn, or it is not to be kept) a note says so.
"""

from __future__ import annotations

import re
from typing import Any

from keyhole.conversation import Conversation, Thinking
from keyhole.transcript.closure import AssistantSaid, sound
from keyhole.transcript.dialects.base import (
    Dialect,
    Options,
    Projection,
    Report,
    Violation,
    read_thinking,
    shown,
    words,
)
from keyhole.transcript.dialects.form import ChatRules, check_chat
from keyhole.transcript.dialects.openai import chat_messages

NOT_KEPT = "(The reasoning before this call was not kept.)"
_ID = re.compile(r"functions\.([a-zA-Z0-9_-]{1,64}):(0|[1-9][0-9]*)")
RULES = ChatRules(id_form=_ID, id_says="functions.{name}:{number}")


def project(conversation: Conversation, options: Options) -> Projection:
    read = sound(conversation, read_thinking(options.thinking, keep=lambda thinking: words(thinking.text)))
    name = options.names.wire
    ids = [f"functions.{name(exchange.call.name)}:{n}" for n, exchange in enumerate(read.exchanges)]
    messages = chat_messages(read, ids, options)
    said = [message for message in messages if message["role"] == "assistant"]
    thoughts = [
        [part.text for part in entry.parts if isinstance(part, Thinking)]
        for entry in read.entries
        if isinstance(entry, AssistantSaid)
    ]
    for message, thought in zip(said, thoughts, strict=True):
        if thought:
            message["reasoning_content"] = "\n\n".join(thought)
        elif "tool_calls" in message:
            message["reasoning_content"] = NOT_KEPT
    return Projection(messages, options.names)


def check(messages: list[Any]) -> list[Violation]:
    report = Report()
    check_chat(messages, RULES, report)
    thinks = any(isinstance(message, dict) and "reasoning_content" in message for message in messages)
    number = 0
    for at, message in enumerate(messages):
        calls = message.get("tool_calls") if isinstance(message, dict) else None
        if not isinstance(calls, list):
            continue
        if thinks:
            report.must("reasoning_content" in message, "reasoning-missing", at, "a message with calls lacks its own")
        for call in calls:
            if not isinstance(call, dict):
                continue
            id_, function = call.get("id"), call.get("function")
            match = _ID.fullmatch(id_) if isinstance(id_, str) else None
            if match and isinstance(function, dict):
                expected = f"functions.{function.get('name')}:{number}"
                report.must(id_ == expected, "call-id-count", at, f"{shown(id_)} should be {shown(expected)}")
            number += 1
    return report.violations


DIALECT = Dialect("kimi", project, check)
