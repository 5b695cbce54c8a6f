"""Kimi K3: `<|open|>tools<|sep|><|open|>call tool="name" index="1"<|sep|><|open|>argument key="k" type="number"<|sep|>1
<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>`;
`<|open|>json type="object"<|sep|>{...}<|close|>json<|sep|>` holds all arguments in one; `response` and `think` sections
have the same form.
"""

from __future__ import annotations

import json
import re
from typing import Any

from keyhole.parsing.lenient_json import JsonError, read_json
from keyhole.parsing.patterns import any_of
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes.base import Syntax
from keyhole.parsing.types import Draft, Found, Mode, Pending
from keyhole.parsing.values import properties_of, typed

OPENING = any_of("<|open|>", "<|close|>")
THINK_END = r"<\|close\|>\s*think\s*<\|sep\|>|(?=<\|open\|>)"
_SEP = re.compile(r"<\|sep\|>")
_OPEN = re.compile(r"<\|(open|close)\|>\s*(\w{1,60}+)((?:(?!<\|sep\|>).){0,400}?)<\|sep\|>", re.S)
_ATTRIBUTE = re.compile(r'(\w+)="([^"]{0,200})"')
_ARGUMENT_END = re.compile(r"<\|close\|>\s*argument\s*<\|sep\|>")
_JSON_END = re.compile(r"<\|close\|>\s*json\s*<\|sep\|>")
_CALL_END = re.compile(r"<\|close\|>\s*call\s*<\|sep\|>")
_NEXT = re.compile(r"<\|(?:open|close)\|>")


def read(source: Source, start: int) -> Found | None:
    sep = source.find(_SEP, start)
    mark = _OPEN.match(source.text, start)
    if mark is None:
        if sep is None:
            return Found(len(source.text), problem=source.refuse("the text ends inside a mark", start).problem)
        return None
    if mark[1] == "open" and mark[2] == "think":
        return Found(mark.end(), mode=Mode("reasoning", THINK_END))
    if mark[1] == "open" and mark[2] == "call":
        return _call(source, start, mark)
    return Found(mark.end())


def _call(source: Source, start: int, mark: re.Match[str]) -> Found | None:
    name = _attributes(mark[3]).get("tool", "")
    if not name:
        close = source.find(_CALL_END, mark.end())
        end = close.end() if close else len(source.text)
        return Found(end, problem=source.problem("a call without a tool", start))
    declared = properties_of(source.tools.schema(name))
    arguments: dict[str, Any] = {}
    pos = mark.end()
    while True:
        pos = source.skip_space(pos)
        sep = source.find(_SEP, pos)
        part = _OPEN.match(source.text, pos) if sep else None
        if part is None:
            if sep is not None:
                raise source.refuse("text between the arguments", pos)
            return _unfinished(source, start, name, arguments)
        if part[1] == "close":
            return Found(_to_next(source, part.end()), (Draft(name, arguments, (start, part.end())),))
        attributes = _attributes(part[3])
        whole = part[2] == "json"
        ended = source.find(_JSON_END if whole else _ARGUMENT_END, part.end())
        if ended is None:
            return _unfinished(source, start, name, arguments)
        text = source.text[part.end() : ended.start()]
        if whole:
            arguments.update(_object(source, text, part.end()))
            pos = ended.end()
            continue
        arguments[attributes.get("key", "")] = _value(
            text, attributes.get("type"), declared.get(attributes.get("key", ""))
        )
        pos = ended.end()


def _object(source: Source, text: str, at: int) -> dict[str, Any]:
    """All arguments in one."""
    try:
        value = read_json(text, sealed=True).value
    except JsonError as error:
        raise source.refuse(error.reason, at + error.position) from None
    if not isinstance(value, dict):
        raise source.refuse("the arguments are not an object", at)
    return value


def _attributes(text: str) -> dict[str, str]:
    """The template escapes these two characters and no other."""
    return {key: held.replace("&quot;", '"').replace("&amp;", "&") for key, held in _ATTRIBUTE.findall(text)}


def _value(text: str, kind: str | None, schema: Any) -> Any:
    if kind == "string" or not text:
        return text
    if kind == "null":
        return None
    return typed(text, schema if schema is not None else ({"type": kind} if kind else None), "json")


def _to_next(source: Source, end: int) -> int:
    """What stands between a call and the next mark is no text for anybody."""
    if source.at_end(end) or source.text[end] in "< \n":
        return end
    following = source.find(_NEXT, end)
    return following.start() if following else len(source.text)


def _unfinished(source: Source, start: int, name: str, arguments: dict[str, Any]) -> Found:
    if not source.final:
        raise Pending
    end = len(source.text)
    raw = json.dumps(arguments, ensure_ascii=False, separators=(",", ":"))[:-1]
    problem = source.refuse("the text ends inside the call", start).problem
    return Found(end, (Draft(name, None, (start, end), raw=raw),), problem=problem)


SYNTAX = Syntax("kimi_k3", OPENING, read)
