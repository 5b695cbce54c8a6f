"""Chat templates without tool roles: WebLLM and whatever else knows a user and an assistant alone.

Roles alternate strictly, beginning and ending with the user. A call and its result become one text in the user's turn,
`search({"q": "x"}) returned:` and the result between tags it cannot forge. The assistant's own words never show the
form of a call, so a small model has none to imitate. Gemma templates refuse a system message: theirs goes into the
first user message.
"""

from __future__ import annotations

import json
import re
from typing import Any

from keyhole.conversation import Conversation
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
from keyhole.transcript.values import arguments_text

_NO_SYSTEM = re.compile(r"gemma", re.IGNORECASE)
_TAG = re.compile(r"<(/?)result>", re.IGNORECASE)


def project(conversation: Conversation, options: Options) -> Projection:
    read = sound(conversation, read_thinking(options.thinking), bridge=False, end_with_user=True)
    turns: list[tuple[str, list[str]]] = []

    def say(role: str, *texts: str) -> None:
        if turns and turns[-1][0] == role:
            turns[-1][1].extend(texts)
        else:
            turns.append((role, list(texts)))

    if read.system and _NO_SYSTEM.search(options.model):
        say("user", read.system)
    for entry in read.entries:
        if isinstance(entry, UserSaid):
            say("user", *entry.texts)
            continue
        if text := entry.text:
            say("assistant", text)
        if entry.calls:
            say("user", *map(result_text, entry.calls))
    messages: list[Wire] = [{"role": role, "content": "\n\n".join(texts)} for role, texts in turns]
    if read.system and not _NO_SYSTEM.search(options.model):
        messages.insert(0, {"role": "system", "content": read.system})
    return Projection(messages, options.names)


def result_text(exchange: Exchange) -> str:
    """One call and its result in words."""
    name = exchange.call.name
    if not name.isprintable() or not name:
        name = json.dumps(name)
    verb = "failed" if exchange.is_error else "returned"
    result = _TAG.sub(r"<\1 result>", exchange.result or "")
    return f"{name}({arguments_text(exchange.call.arguments)}) {verb}:\n<result>\n{result}\n</result>"


def check(messages: list[Any]) -> list[Violation]:
    report = Report()
    report.must(messages, "no-messages", 0, "a request needs at least one message")
    wanted = "user"
    for at, message in enumerate(messages):
        if not report.must(isinstance(message, dict), "not-an-object", at, "a message is a JSON object"):
            continue
        role, content = message.get("role"), message.get("content")
        report.must(words(content), "empty-content", at, f"content is {shown(content)}")
        report.must("tool_calls" not in message, "no-tool-calls", at, "this template knows no tool calls")
        if role == "system":
            report.must(at == 0, "system-first", at, "a system message stands first and once")
        elif report.must(role in ("user", "assistant"), "unknown-role", at, f"role {shown(role)}"):
            report.must(role == wanted, "roles-alternate", at, f"{role} where {wanted} has its turn")
            wanted = "assistant" if role == "user" else "user"
    if messages:
        report.must(wanted == "assistant", "last-message", len(messages) - 1, "the last message is the user's")
    return report.violations


DIALECT = Dialect("plain", project, check)
