"""Calls as JSON values: every shape in use, told apart by their keys.

`{"name", "arguments"|"parameters"|"args"|...}`, `{"function", "params"}`, `{"tool", "args"}`, OpenAI's
`{"tool_calls": [{"function": {...}}]}`, LangChain's `{"action", "action_input"}`, and lists of these.
"""

from __future__ import annotations

import re
from typing import Any

from keyhole.parsing.lenient_json import JsonError, read_json
from keyhole.parsing.patterns import Pattern, any_of, chars, lit, opt

NAME_KEYS = ("name", "function", "tool", "tool_name", "function_name", "recipient_name")
ARGUMENT_KEYS = ("arguments", "parameters", "args", "params", "tool_input", "input", "kwargs")
_BESIDE = {"id", "type", "index", "tool_call_id", "thought", "thoughts", "reason", "reasoning", "call_id"}
_LISTS = ("tool_calls", "tool_uses", "calls")
_KEYS = (*NAME_KEYS, *ARGUMENT_KEYS, *_LISTS, *_BESIDE, "action", "action_input", "function_call", "tool_call")

_GAP = chars(r"\s", 0, 40)
_QUOTE = chars("[\"'\u201c\u201d]", 0, 1)
OPENING: Pattern = (
    opt(lit("[") + _GAP)
    + lit("{")
    + _GAP
    + _QUOTE
    + any_of(*sorted(_KEYS, key=len, reverse=True))
    + _QUOTE
    + _GAP
    + lit(":")
)
"""How a JSON call begins, wherever it stands."""

_NAME_SO_FAR = re.compile(
    r'["\']?(?:tool_name|function_name|name|function|tool)["\']?\s*:\s*(?:"((?:[^"\\]|\\.){1,200})"|\'([^\'\n]{1,200})\')'
)
_ARGUMENTS_SO_FAR = re.compile(r'["\']?(?:arguments|parameters|args|params)["\']?\s*:\s*')


class NotACall(ValueError):
    """The value has another shape. The message says in what it differs."""


def calls_in(value: Any, *, strict: bool = False, known: Any = ()) -> list[tuple[str, Any]]:
    """(name, arguments) of each call in a JSON value. `strict` allows no keys that a call does not have; `known` are
    the names for which `{name: {arguments}}` is a call, too. Raises `NotACall`; arguments that are no object come back
    as the string that was written."""
    if isinstance(value, list):
        if not value:
            raise NotACall("an empty list")
        return [call for item in value for call in calls_in(item, strict=strict, known=known)]
    if not isinstance(value, dict):
        raise NotACall("not an object")
    for key in _LISTS:
        if isinstance(value.get(key), list):
            return calls_in(value[key], strict=strict, known=known)
    for key in ("function_call", "tool_call", "function"):
        if isinstance(value.get(key), dict):
            return calls_in(value[key], strict=strict, known=known)
    if isinstance(value.get("action"), str) and "action_input" in value:
        return [(value["action"], _arguments(value["action_input"]))]
    name_key = next((key for key in NAME_KEYS if isinstance(value.get(key), str)), None)
    argument_key = next((key for key in ARGUMENT_KEYS if key in value), None)
    if name_key is None or argument_key is None:
        if len(value) == 1:
            (name, arguments), *_ = value.items()
            if isinstance(arguments, dict) and (known is None or name in known):
                return [(name, arguments)]
        raise NotACall("no name" if name_key is None else "no arguments")
    if not value[name_key].strip():
        raise NotACall("an empty name")
    if strict and value.keys() - _BESIDE - {name_key, argument_key}:
        raise NotACall("keys that a call does not have")
    return [(value[name_key].strip(), _arguments(value[argument_key]))]


def _arguments(value: Any) -> Any:
    """An object; a string that holds one; none at all. Anything else stays what it is."""
    if value is None or value == "":
        return {}
    if isinstance(value, str):
        try:
            read = read_json(value, sealed=True)
        except JsonError:
            return value
        return read.value if isinstance(read.value, dict) and not value[read.end :].strip() else value
    return value


def unfinished(text: str, at: int) -> tuple[str, str] | None:
    """(name, arguments so far) of a JSON call at `at` that breaks off, once its name is complete."""
    name = _NAME_SO_FAR.search(text, at, at + 2000)
    if name is None:
        return None
    arguments = _ARGUMENTS_SO_FAR.search(text, name.end(), name.end() + 500)
    return name[1] or name[2], text[arguments.end() :] or "{" if arguments else "{"
