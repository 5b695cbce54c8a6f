"""Gemini `contents`.

Roles are `user` and `model`; the system text stands apart. Calls and responses pair by order and name, so there are no
ids. The first call of each step carries a `thoughtSignature`: Gemini's own where the record has it, else the stand-in
that Google's documentation names for histories made elsewhere (whether every route takes it is uncertain).
"""

from __future__ import annotations

import re
from typing import Any

from keyhole.conversation import Conversation, Thinking
from keyhole.transcript.closure import AssistantSaid, UserSaid, sound
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
from keyhole.transcript.values import arguments_object

NO_SIGNATURE = "skip_thought_signature_validator"
_NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}")
_KINDS = ("text", "functionCall", "functionResponse", "inlineData", "fileData")


def _ours(thinking: Thinking) -> bool:
    return words(thinking.signature) and thinking.signed_by == "gemini"


def project(conversation: Conversation, options: Options) -> Projection:
    read = sound(conversation, read_thinking(options.thinking, keep=_ours), end_with_user=True)
    contents: list[Wire] = []
    for entry in read.entries:
        if isinstance(entry, UserSaid):
            contents.append({"role": "user", "parts": [{"text": text} for text in entry.texts]})
        else:
            contents += _model_turn(entry, options)
    return Projection(contents, options.names, read.system)


def _model_turn(entry: AssistantSaid, options: Options) -> list[Wire]:
    parts: list[Wire] = [{"text": part} for part in entry.parts if isinstance(part, str)]
    turn = [{"role": "model", "parts": parts}]
    signature = next((part.signature for part in entry.parts if isinstance(part, Thinking)), None) or NO_SIGNATURE
    responses: list[Wire] = []
    for n, exchange in enumerate(entry.calls):
        name = options.names.wire(exchange.call.name)
        call: Wire = {"functionCall": {"name": name, "args": arguments_object(exchange.call.arguments)}}
        parts.append(call if n else {**call, "thoughtSignature": signature})
        response = {"error" if exchange.is_error else "output": exchange.result}
        responses.append({"functionResponse": {"name": name, "response": response}})
    if responses:
        turn.append({"role": "user", "parts": responses})
    return turn


def check(contents: list[Any]) -> list[Violation]:
    report = Report()
    report.must(contents, "no-messages", 0, "a request needs at least one content")
    wanted: list[Any] = []
    previous = ""
    for at, content in enumerate(contents):
        if not report.must(isinstance(content, dict), "not-an-object", at, "a content is a JSON object"):
            continue
        role, parts = content.get("role"), content.get("parts")
        report.must(role in ("user", "model"), "unknown-role", at, f"role {shown(role)}")
        report.must(at > 0 or role == "user", "user-first", at, "the first content is the user's")
        if not report.must(isinstance(parts, list) and parts, "empty-content", at, f"parts is {shown(parts)}"):
            parts = []
        calls: list[Any] = []
        responses: list[Any] = []
        for part in parts:
            _check_part(part, role, calls, responses, at, report)
        if wanted:
            report.must(len(responses) == len(wanted), "response-count", at, f"{len(wanted)} calls before it")
            report.must(responses == wanted, "response-names", at, f"{shown(responses)} answer {shown(wanted)}")
        else:
            report.must(not responses, "result-without-call", at, "a response turn right after a call turn")
        if calls:
            after = previous in ("user", "response") or at == 0
            report.must(after, "call-after-user", at, "a call turn comes right after a user or a response turn")
        wanted = calls
        previous = "response" if responses else str(role)
    if contents:
        last = len(contents) - 1
        report.must(not wanted, "call-without-result", last, "the calls have no responses")
        report.must(previous in ("user", "response"), "last-message", last, "the last content is the user's")
    return report.violations


def _check_part(part: Any, role: Any, calls: list[Any], responses: list[Any], at: int, report: Report) -> None:
    kinds = [kind for kind in _KINDS if kind in part] if isinstance(part, dict) else []
    if not report.must(len(kinds) == 1, "part-form", at, f"the part {shown(part)} holds one kind of data"):
        return
    kind, value = kinds[0], part[kinds[0]]
    if kind == "text":
        report.must(words(value), "empty-text", at, "a text part is empty")
    elif kind in ("functionCall", "functionResponse"):
        is_call = kind == "functionCall"
        field = "args" if is_call else "response"
        value = value if isinstance(value, dict) else {}
        name = value.get("name")
        report.must(isinstance(name, str) and _NAME.fullmatch(name), "tool-name", at, f"the name {shown(name)}")
        report.must(isinstance(value.get(field), dict), "arguments-object", at, f"{field} is an object")
        if is_call:
            report.must(role == "model", "call-role", at, "a functionCall stands in a model turn")
            signed = calls or words(part.get("thoughtSignature"))
            report.must(signed, "signature-missing", at, "the first functionCall of a step has a thoughtSignature")
        else:
            report.must(role == "user", "result-role", at, "a functionResponse stands in a user turn")
        (calls if is_call else responses).append(name)


DIALECT = Dialect("gemini", project, check)
