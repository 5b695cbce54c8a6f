"""A name and its arguments as plain text behind a mark, on the same line and on those below: the one text that its tool
takes (`<tool: shell>` around `search old maps`), or `key="value"` or `key=value` pairs, or `key: value` lines.
"""

from __future__ import annotations

import re
from typing import Any

from keyhole.parsing.patterns import NAME as NAME_PATTERN
from keyhole.parsing.patterns import any_of, chars
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes import yaml_lines
from keyhole.parsing.syntaxes.elements import satisfied
from keyhole.parsing.types import Draft, Found
from keyhole.parsing.values import properties_of, typed, types_of

NAME = "named_text"
_HEAD = NAME_PATTERN.named("name") + any_of(chars(r"[ \t]", 1, 8), "\n") + chars(r"[^\s{<(=:]", 1, 1)
_TAG = re.compile(r"<(\w{1,40})(:\w{1,40})?")
_END = re.compile(r"</[\w:]{1,40}>|\n\n")
_PAIR = re.compile(r"([\w\-]{1,60})=(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'<>=,]{1,300})(?=[\s,]|\Z))")
_PAIRS = re.compile(rf"\s*(?:{_PAIR.pattern}(?:\s*,)?\s*){{1,40}}")
_LINES = re.compile(r"[A-Za-z_][\w\-]{0,60}:[ \t]")


def read_body(source: Source, start: int, at: int) -> Found | None:
    """The name at `at` and its text up to the tag that closes the one at `start`."""
    head = source.match(_HEAD, at)
    if head is None or head["name"] not in source.tools:
        return None
    tag = _TAG.match(source.text, start)
    end = source.find(_END if tag is None else re.compile(rf"(?i:</{tag[1]}(?:{tag[2] or ''})?>)"), head.end())
    if end is None or "<" not in end[0]:
        return None
    arguments = _arguments(source.text[head.end() - 1 : end.start()].rstrip(), source.tools.schema(head["name"]))
    if arguments is None:
        return None
    return Found(end.end(), (Draft(head["name"], arguments, (start, end.end()), exact=False, marked=True),))


def _arguments(text: str, schema: Any) -> dict[str, Any] | None:
    declared = properties_of(schema)
    pairs: dict[str, Any] | None = None
    if _PAIRS.fullmatch(text):
        pairs = {pair[1]: _value(pair, declared.get(pair[1])) for pair in _PAIR.finditer(text)}
    if pairs is None and _LINES.match(text):
        pairs = yaml_lines.arguments_in(text, schema)
    if pairs is not None and satisfied(pairs, schema):
        return pairs
    return dict.fromkeys(declared, text) if len(declared) == 1 and types_of(*declared.values()) <= {"string"} else None


def _value(pair: re.Match[str], schema: Any) -> Any:
    return typed(next(text for text in pair.group(2, 3, 4) if text is not None), schema, "string")
