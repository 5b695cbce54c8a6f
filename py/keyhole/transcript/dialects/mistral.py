"""Mistral: the hosted API, and the templates of Nemo, Small and Ministral.

Ids are exactly nine letters or digits. An assistant message has words or calls, never both (the validators of the first
three tokenizers insist), so words said before a call are told with the next words of the assistant. No user message
comes right after a result, and a request ends on the user or a result.
"""

from __future__ import annotations

import re
from typing import Any

from keyhole.conversation import Conversation
from keyhole.transcript.closure import BRIDGE, AssistantSaid, Entry, Sound, sound
from keyhole.transcript.dialects.base import Dialect, Options, Projection, Report, Violation, read_thinking
from keyhole.transcript.dialects.form import ChatRules, check_chat
from keyhole.transcript.dialects.openai import chat_messages
from keyhole.transcript.ids import mistral_id, provider_ids

RULES = ChatRules(
    id_form=re.compile(r"[a-zA-Z0-9]{9}"), id_says="nine letters or digits", strict_order=True, ends_open=True
)


def project(conversation: Conversation, options: Options) -> Projection:
    read = sound(conversation, read_thinking(options.thinking), end_with_user=True)
    ids = provider_ids([exchange.key for exchange in read.exchanges], mistral_id)
    apart = Sound(read.system, _words_apart_from_calls(read.entries))
    return Projection(chat_messages(apart, ids, options), options.names)


def _words_apart_from_calls(entries: list[Entry]) -> list[Entry]:
    apart: list[Entry] = []
    told_later: list[str] = []
    for entry in entries:
        if isinstance(entry, AssistantSaid):
            if entry.calls:
                if text := entry.text:
                    told_later.append(text)
                entry = AssistantSaid([], entry.calls)
            elif told_later:
                entry = AssistantSaid([*told_later, *(part for part in entry.parts if part != BRIDGE)])
                told_later = []
        apart.append(entry)
    return apart


def check(messages: list[Any]) -> list[Violation]:
    report = Report()
    check_chat(messages, RULES, report)
    for at, message in enumerate(messages):
        if isinstance(message, dict) and message.get("role") == "assistant" and message.get("tool_calls"):
            report.must(not message.get("content"), "content-and-calls", at, "an answer has words or calls, not both")
    return report.violations


DIALECT = Dialect("mistral", project, check)
