"""A name, then each argument between special tokens (Solar Open 2): `<|tool_call:start|>name`,
`<|tool_arg:start|>key<|tool_arg:value|>value<|tool_arg:end|>`, `<|tool_call:end|>`. The tokens are known by their form.
"""

from __future__ import annotations

import json
import re
from typing import Any

from keyhole.parsing.patterns import NAME as NAME_PATTERN
from keyhole.parsing.patterns import SPACE, Pattern, any_of
from keyhole.parsing.source import Source
from keyhole.parsing.space import SPACE as BLANK
from keyhole.parsing.space import past
from keyhole.parsing.types import Draft, Found
from keyhole.parsing.values import properties_of, typed

NAME = "arg_tokens"
_SO_FAR = r"<(?:\|[\w:]{0,40}\|?)?"
_OPEN = Pattern(r"<\|\w{0,20}(?:arg|param)\w{0,20}[:_](?:start|begin)\|>", _SO_FAR)
_CLOSE = Pattern(r"<\|\w{0,20}call\w{0,10}[:_]end\|>", _SO_FAR)
_NEXT = r"(?=<\|(?!\w{0,30}(?:arg|param))\w{0,20}call\w{0,10}[:_](?:start|begin)\|>)"
"""The next call, where the token that ends this one is missing."""
_NO_OBJECT = Pattern(r"(?!\s{0,60}\{)", r"\s{0,60}")
"""Kimi K2 opens its arguments with such a token, too, and goes on in JSON."""
_HEAD = NAME_PATTERN.named("name") + SPACE + any_of(_OPEN + _NO_OBJECT, _CLOSE.named("none"))
_KEY = re.compile(rf"\s*{_OPEN.full}([^<]{{1,200}})<\|\w{{0,20}}(?:arg|param)\w{{0,20}}[:_](?:value|val|sep)\|>")
_VALUE_END = re.compile(rf"<\|\w{{0,20}}(?:arg|param)\w{{0,20}}[:_]end\|>|(?={_OPEN.full})|(?={_CLOSE.full})|{_NEXT}")
_END = re.compile(rf"{_CLOSE.full}|{_NEXT}")
_MOST_ARGUMENTS = 1000


def read_body(source: Source, start: int, at: int) -> Found | None:
    """The name at `at`, the arguments behind it and the token that ends the call."""
    head = source.match(_HEAD, at)
    if head is None or (head["none"] and source.tools and source.tools.resolve(head["name"]) not in source.tools):
        return None
    name = head["name"]
    declared = properties_of(source.tools.schema(source.tools.resolve(name)))
    arguments: dict[str, Any] = {}
    pos = head.end("name")
    while len(arguments) < _MOST_ARGUMENTS:
        if not source.final and source.text.find("|>", pos + 2) < 0:
            source.find(_END, pos)
        end = _END.match(source.text, past(BLANK, source.text, pos))
        if end is not None:
            return Found(end.end(), (Draft(name, arguments, (start, end.end())),))
        key = _KEY.match(source.text, pos)
        ended = source.find(_VALUE_END, pos if key is None else key.end())
        if key is None or ended is None:
            break
        value = source.text[key.end() : ended.start()]
        arguments[key[1].strip()] = typed(value, declared.get(key[1].strip()), "string")
        pos = ended.end()
    close = source.find(_END, pos)
    if close is not None:
        raise source.refuse("not an argument", pos)
    raw = json.dumps(arguments, ensure_ascii=False, separators=(",", ":"))[:-1]
    problem = source.refuse("the text ends inside the call", start).problem
    return Found(len(source.text), (Draft(name, None, (start, len(source.text)), raw=raw),), problem=problem)
