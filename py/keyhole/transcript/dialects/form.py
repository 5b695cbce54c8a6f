"""The rules that all chat-completion forms share, for `check`: OpenAI, Mistral and Kimi differ in a few points only."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from keyhole.outside_json import loads, no_constant
from keyhole.transcript.dialects.base import Report, shown, words

TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_ROLES = ("system", "user", "assistant", "tool")


@dataclass(frozen=True, slots=True)
class ChatRules:
    """Where the families differ. `id_form` is what every call id must match in full."""

    id_form: re.Pattern[str]
    id_says: str
    strict_order: bool = False
    """Mistral: the system message first and once, no user right after results, no two users in a row."""
    ends_open: bool = False
    """Mistral: the last message is the user's or a result."""


def check_chat(messages: list[Any], rules: ChatRules, report: Report) -> None:
    """Add to the report every rule that the messages break."""
    report.must(messages, "no-messages", 0, "a request needs at least one message")
    previous = ""
    open_ids: list[str] = []
    results: set[str] = set()
    for at, message in enumerate(messages):
        if not report.must(isinstance(message, dict), "not-an-object", at, "a message is a JSON object"):
            previous = ""
            continue
        role = message.get("role")
        if not report.must(role in _ROLES, "unknown-role", at, f"role {shown(role)}"):
            continue
        if role == "tool":
            _check_result(message, at, previous, open_ids, results, rules, report)
        else:
            _close(open_ids, at, report)
            open_ids, results = [], set()
            if role == "assistant":
                open_ids = _check_assistant(message, at, rules, report)
            else:
                _check_content(message.get("content"), at, report)
        if rules.strict_order:
            _check_order(str(role), previous, at, report)
        previous = str(role)
    if messages:
        _close(open_ids, len(messages) - 1, report)
        if rules.ends_open:
            report.must(previous in ("user", "tool"), "last-message", len(messages) - 1, f"ends on {previous!r}")


def _close(open_ids: list[str], at: int, report: Report) -> None:
    for id_ in open_ids:
        report.add("call-without-result", at, f"the call {shown(id_)} has no result before this message")


def _check_content(content: Any, at: int, report: Report, rule: str = "empty-content") -> None:
    if isinstance(content, list):
        for part in content:
            if report.must(isinstance(part, dict) and part.get("type"), "content-part", at, f"part {shown(part)}"):
                report.must(part["type"] != "text" or words(part.get("text")), rule, at, "a text part is empty")
        report.must(content, rule, at, "a list of parts needs one")
    else:
        report.must(words(content), rule, at, f"content is {shown(content)}")


def _check_assistant(message: dict[str, Any], at: int, rules: ChatRules, report: Report) -> list[str]:
    """The ids of the message's calls."""
    calls, content = message.get("tool_calls"), message.get("content")
    if calls is None:
        _check_content(content, at, report)
        return []
    if not report.must(isinstance(calls, list) and calls, "empty-tool-calls", at, f"tool_calls is {shown(calls)}"):
        return []
    report.must(content is None or isinstance(content, str | list), "content-type", at, f"content is {shown(content)}")
    ids: list[str] = []
    for call in calls:
        if not report.must(isinstance(call, dict), "call-form", at, f"the call {shown(call)} is no object"):
            continue
        id_, function = call.get("id"), call.get("function")
        well_formed = isinstance(id_, str) and rules.id_form.fullmatch(id_)
        report.must(well_formed, "call-id-form", at, _says(id_, rules))
        if isinstance(id_, str):
            report.must(id_ not in ids, "call-id-twice", at, f"{shown(id_)} stands twice")
            ids.append(id_)
        report.must(call.get("type") == "function", "call-form", at, 'a call\'s type is "function"')
        if not report.must(isinstance(function, dict), "call-form", at, "a call has a function"):
            continue
        name = function.get("name")
        report.must(isinstance(name, str) and TOOL_NAME.fullmatch(name), "tool-name", at, f"the name {shown(name)}")
        _check_arguments(function.get("arguments"), at, report)
    return ids


def _says(id_: object, rules: ChatRules) -> str:
    return f"the id {shown(id_)} is not {rules.id_says}"


def _check_arguments(arguments: Any, at: int, report: Report) -> None:
    if report.must(isinstance(arguments, str), "arguments-text", at, f"arguments are {shown(arguments)}, not a text"):
        try:
            value = loads(arguments, parse_constant=no_constant)
        except ValueError:
            value = None
        report.must(isinstance(value, dict), "arguments-object", at, f"{shown(arguments)} is no JSON object")


def _check_result(
    message: dict[str, Any],
    at: int,
    previous: str,
    open_ids: list[str],
    results: set[str],
    rules: ChatRules,
    report: Report,
) -> None:
    _check_content(message.get("content"), at, report)
    id_ = message.get("tool_call_id")
    if not isinstance(id_, str):
        report.add("call-id-form", at, _says(id_, rules))
        return
    report.must(rules.id_form.fullmatch(id_), "call-id-form", at, _says(id_, rules))
    if id_ in results:
        report.add("second-result", at, f"{shown(id_)} has a result already")
    elif report.must(id_ in open_ids, "result-without-call", at, f"no call {shown(id_)} in the turn before"):
        report.must(open_ids[0] == id_, "result-order", at, "results stand in the order of their calls")
        open_ids.remove(id_)
        results.add(id_)


def _check_order(role: str, previous: str, at: int, report: Report) -> None:
    if role == "system":
        report.must(at == 0, "system-first", at, "a system message stands first and once")
    elif role == "user":
        report.must(previous != "user", "roles-alternate", at, "two user messages in a row")
        report.must(previous != "tool", "user-after-result", at, "a user message right after a result")
    elif role == "assistant":
        report.must(previous not in ("", "system"), "user-first", at, "the assistant speaks first")
        report.must(previous != "assistant", "roles-alternate", at, "two assistant messages in a row")
