"""A name and the one text that its tool takes, on the same line and on those below: `<tool: shell>` around `search old
maps`."""

from __future__ import annotations

import re

from keyhole.parsing.patterns import NAME as NAME_PATTERN
from keyhole.parsing.patterns import any_of, chars
from keyhole.parsing.source import Source
from keyhole.parsing.types import Draft, Found
from keyhole.parsing.values import properties_of, types_of

NAME = "named_text"
_HEAD = NAME_PATTERN.named("name") + any_of(chars(r"[ \t]", 1, 8), "\n") + chars(r"[^\s{<(=:]", 1, 1)
_TAG = re.compile(r"<(\w{1,40})(:\w{1,40})?")
_END = re.compile(r"\s*(?:</[\w:]{1,40}>|\n\n)")


def read_body(source: Source, start: int, at: int) -> Found | None:
    """The name at `at` and its text up to the tag that closes the one at `start`; only of a tool that takes one text."""
    head = source.match(_HEAD, at)
    if head is None or head["name"] not in source.tools:
        return None
    declared = properties_of(source.tools.schema(head["name"]))
    if len(declared) != 1 or not types_of(*declared.values()) <= {"string"}:
        return None
    tag = _TAG.match(source.text, start)
    end = source.find(_END if tag is None else re.compile(rf"\s*(?i:</{tag[1]}(?:{tag[2] or ''})?>)"), head.end())
    if end is None or "<" not in end[0]:
        return None
    text = source.text[head.end() - 1 : end.start()]
    arguments = dict.fromkeys(declared, text)
    return Found(end.end(), (Draft(head["name"], arguments, (start, end.end()), exact=False, marked=True),))
