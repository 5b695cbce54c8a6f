"""Calls as JSON values: every shape in use, told apart by their keys.

`{"name", "arguments"|"parameters"|"args"|...}`, `{"function", "params"}`, `{"tool", "args"}`, OpenAI's
`{"tool_calls": [{"function": {...}}]}`, LangChain's `{"action", "action_input"}`, a whole message or an MCP request
around one of these, and lists of these.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from keyhole.parsing.declared import takes
from keyhole.parsing.lenient_json import JsonError, read_json
from keyhole.parsing.names import Tools
from keyhole.parsing.patterns import Pattern, chars, lit, opt, words
from keyhole.parsing.space import JSON_SPACE, past
from keyhole.parsing.types import MAX_CALLS
from keyhole.parsing.values import properties_of, types_of

NAME_KEYS = ("name", "function", "tool", "tool_name", "function_name", "recipient_name", "toolName", "functionName")
WEAK_NAME_KEYS = ("action", "command", "call", "method", "fn", "func", "plugin", "skill", "api", "invoke")
"""Keys that hold a tool's name only where it is the name of one there is."""
ARGUMENT_KEYS = (
    "arguments",
    "parameters",
    "args",
    "params",
    "tool_input",
    "input",
    "kwargs",
    "action_input",
    "tool_args",
    "tool_arguments",
    "tool_parameters",
    "function_args",
    "toolInput",
    "inputs",
    "with",
)
BESIDE = {
    "id",
    "type",
    "index",
    "tool_call_id",
    "toolUseId",
    "tool_use_id",
    "thought",
    "thoughts",
    "reason",
    "reasoning",
    "explanation",
    "call_id",
}
_LISTS = ("tool_calls", "tool_uses", "calls", "toolCalls", "function_calls", "actions", "parts", "plan", "steps")
_AROUND = ("jsonrpc", "role", "message", "plan", "content")
"""Keys that a message around a call may begin with."""
_INSIDE = (
    "function_call",
    "tool_call",
    "function",
    "functionCall",
    "toolCall",
    "toolUse",
    "tool_use",
    "tool",
    "call",
    "command",
    "action",
)
_CASED = tuple(cased for key in ("name", "function", "tool") for cased in (key.title(), key.upper()))
_KEYS = dict.fromkeys(
    (*NAME_KEYS, *_CASED, *WEAK_NAME_KEYS, *ARGUMENT_KEYS, *_LISTS, *_AROUND, *sorted(BESIDE), *_INSIDE)
)

_CASED_SET = frozenset(_CASED)
_GAP = chars(r"\s", 0, 40)
_QUOTE = chars("[\"'\u201c\u201d]", 0, 1)


def opening_for(names: tuple[str, ...] = ()) -> Pattern:
    """How a JSON call begins, wherever it stands: with a key of calls, or with one of these tools' names."""
    return opt(lit("[") + _GAP) + lit("{") + _GAP + _QUOTE + words((*_KEYS, *names)) + _QUOTE + _GAP + lit(":")


OPENING = opening_for()

_NAME_SO_FAR = re.compile(
    r'["\']?(?:tool_name|function_name|name|function|tool)["\']?\s*:\s*(?:"((?:[^"\\]|\\.){1,200})"|\'([^\'\n]{1,200})\')'
)
_ARGUMENTS_SO_FAR = re.compile(r'["\']?(?:arguments|parameters|args|params)["\']?\s*:\s*')


_NAMED_AND_MORE = re.compile(
    r"""(?:\[\s{0,40})?\{\s{0,40}["']name["']\s{0,4}:\s{0,40}["']([^"'\\\n]{1,200})["']"""
    r"""\s{0,40},\s{0,40}["']([^"'\\\n]{1,80})["']\s{0,4}:"""
)


class NotACall(ValueError):
    """The value has another shape. The message says in what it differs."""


def calls_in(
    value: Any,
    *,
    strict: bool = False,
    known: Mapping[str, Any] | None = None,
    any_name: bool = False,
    alone: bool = False,
) -> list[tuple[str, Any]]:
    """(name, arguments) of each call in a JSON value.

    `strict` allows no keys that a call does not have. `known` are the tools' schemas by name: for them
    `{name: {arguments}}` is a call, too, and so are a name under a key that might hold anything, arguments beside the
    name and, unless `strict`, a name alone where none are needed; `any_name` allows the first of these for all, `alone`
    the arguments of the only tool by themselves. Raises `NotACall`; arguments that are no object come back as the
    string that was written.
    """
    if isinstance(value, list):
        if not value:
            raise NotACall("an empty list")
        if len(value) > MAX_CALLS:
            raise NotACall(f"more than {MAX_CALLS} calls")
        return [
            call
            for item in value
            for call in calls_in(item, strict=strict, known=known, any_name=any_name, alone=alone)
        ]
    if not isinstance(value, dict):
        raise NotACall("not an object")
    if not _CASED_SET.isdisjoint(value):
        value = {key.lower(): held for key, held in value.items()}
    for key in (*_LISTS, *_INSIDE):
        if isinstance(value.get(key), list if key in _LISTS else dict):
            return calls_in(value[key], strict=strict, known=known, any_name=any_name)
    if value.get("method") == "tools/call" and isinstance(value.get("params"), dict):
        return calls_in(value["params"], strict=strict, known=known, any_name=any_name)
    known = known or {}
    if isinstance(value.get("action"), str) and "action_input" in value:
        return [(value["action"], _arguments(value["action_input"], known.get(value["action"])))]
    name_key = next((key for key in NAME_KEYS if isinstance(value.get(key), str)), None)
    if name_key is None:
        name_key = next(
            (key for key in WEAK_NAME_KEYS if isinstance(value.get(key), str) and value[key] in known), None
        )
    argument_key = next((key for key in ARGUMENT_KEYS if key in value), None)
    if name_key is None or argument_key is None:
        if len(value) == 1:
            (name, arguments), *_ = value.items()
            arguments = {} if any_name and arguments is None else arguments
            if isinstance(arguments, dict) and (any_name or _takes(known, name, arguments)):
                return [(name, arguments)]
        beside = {key: held for key, held in value.items() if key != name_key and key not in BESIDE}
        if name_key is not None and _takes(known, value[name_key], beside):
            needs = isinstance(known[value[name_key]], Mapping) and known[value[name_key]].get("required")
            if beside or not (strict or needs):
                return [(value[name_key], beside)]
        if name_key is None and alone and len(known) == 1 and value:
            (only, schema), *_ = known.items()
            if _takes(known, only, value) and takes(schema, value):
                return [(only, value)]  # the arguments alone, and one tool that takes them
        raise NotACall("no name" if name_key is None else "no arguments")
    if not value[name_key].strip():
        raise NotACall("an empty name")
    if strict and value.keys() - BESIDE - {name_key, argument_key}:
        raise NotACall("keys that a call does not have")
    name = value[name_key].strip()
    if _declares(value[argument_key], known.get(name)):
        raise NotACall("a declaration")
    arguments = _arguments(value[argument_key], known.get(name) if "input" in argument_key.lower() else None)
    if name not in known and _holds_calls(arguments):
        return calls_in(arguments, known=known)
    if isinstance(arguments, dict):
        # an argument that slipped out of the arguments
        slipped = value.keys() & properties_of(known.get(name)).keys() - BESIDE - {name_key, argument_key}
        arguments = {**{key: value[key] for key in sorted(slipped)}, **arguments}
    return [(name, arguments)]


def _takes(known: Mapping[str, Any], name: str, arguments: Mapping[str, Any]) -> bool:
    """Whether there is such a tool and it declares all of these."""
    return name in known and arguments.keys() <= properties_of(known[name]).keys()


def _holds_calls(arguments: Any) -> bool:
    """Whether these are the calls of other tools, in a call that OpenAI's models make up around them."""
    inner = arguments.get("tool_uses") if isinstance(arguments, dict) else None
    return isinstance(inner, list) and all(isinstance(call, dict) and "recipient_name" in call for call in inner)


def _is_member(item: Any) -> bool:
    return isinstance(item, dict) and item.keys() - {"type"} == {"name", "value"} and isinstance(item["name"], str)


def _declares(arguments: Any, schema: Any) -> bool:
    """Whether these are no arguments but the schema of some."""
    declared = isinstance(arguments, dict) and arguments.get("type") == "object" and "properties" in arguments
    return declared and isinstance(arguments["properties"], dict) and "properties" not in properties_of(schema)


def _arguments(value: Any, schema: Any = None) -> Any:
    """An object; a string that holds one, or a list of its members by name; the one text that the tool takes; none at
    all. Anything else stays."""
    if value is None or value == "":
        return {}
    if isinstance(value, list) and value and all(_is_member(item) for item in value):
        return {item["name"]: item["value"] for item in value}
    if isinstance(value, str):
        try:
            read = read_json(value, sealed=True)
        except JsonError:
            read = None
        if read is not None and isinstance(read.value, dict) and not value[read.end :].strip():
            return read.value
        declared = properties_of(schema)
        if len(declared) == 1 and types_of(*declared.values()) <= {"string"}:
            return dict.fromkeys(declared, value)
    return value


def cut_off(text: str, at: int, known: Mapping[str, Any], *, strict: bool = False) -> list[tuple[str, Any, str | None]]:
    """The calls in a value at `at` that breaks off: (name, arguments, None) of the whole ones in a list, then (name,
    None, arguments so far) of the last."""
    calls: list[tuple[str, Any, str | None]] = []
    if text[at] == "[":
        values, at = _members(text, at + 1)
        whole = calls_in(values, strict=strict, known=known) if values else []
        calls = [(name, arguments, None) for name, arguments in whole if isinstance(arguments, dict)]
    last = unfinished(text, at)
    return calls if last is None else [*calls, (last[0], None, last[1])]


def _members(text: str, at: int) -> tuple[list[Any], int]:
    """The whole members from `at` on of a list that breaks off, and where they end."""
    values: list[Any] = []
    while True:
        try:
            read = read_json(text, at)
        except JsonError:
            return values, at
        values.append(read.value)
        at = past(JSON_SPACE, text, read.end)
        if not text.startswith(",", at):
            return values, at
        at += 1


def unfinished(text: str, at: int) -> tuple[str, str] | None:
    """(name, arguments so far) of a JSON call at `at` that breaks off, once its name is complete."""
    name = _NAME_SO_FAR.search(text, at, at + 2000)
    if name is None:
        return None
    arguments = _ARGUMENTS_SO_FAR.search(text, name.end(), name.end() + 500)
    return name[1] or name[2], text[arguments.end() :] or "{" if arguments else "{"


def is_something_else(text: str, at: int, tools: Tools) -> bool:
    """Whether the object at `at`, of which perhaps only the beginning is there, has a name that is no tool's, and then
    a key that no call has."""
    named = _NAMED_AND_MORE.match(text, at) if tools else None
    return named is not None and named[2].lower() not in _KEYS and tools.resolve(named[1]) not in tools


def final_answer(value: Any) -> str | None:
    """The text of LangChain's `{"action": "Final Answer", "action_input": ...}`: an answer in the form of a call."""
    if not isinstance(value, dict) or value.get("action") != "Final Answer":
        return None
    text = value.get("action_input")
    return text if isinstance(text, str) else None
