"""PLaMo 3: name and arguments each between tokens of their own, `<|plamo:begin_tool_name:plamo|>...`."""

from __future__ import annotations

import re

from keyhole.parsing.patterns import lit
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes.base import Syntax
from keyhole.parsing.syntaxes.json_arguments import reaching, read_arguments
from keyhole.parsing.types import Draft, Found

OPENING = lit("<|plamo:")
_TOKEN = re.compile(r"<\|plamo:(\w{1,40})(?::plamo)?\|>(?:json(?=<\|plamo))?")
_NAME = re.compile(r"<\|plamo:begin_tool_name:plamo\|>")
_NAME_END = re.compile(r"<\|plamo:end_tool_name:plamo\|>|<")
_REQUEST_END = re.compile(r"<\|plamo:end_tool_request:plamo\|>")
_MESSAGE = re.compile(r"<\|plamo:msg\|>")
_TAIL = re.compile(r"(?:\s*<\|plamo:end_tool_\w+:plamo\|>)+")


def read(source: Source, start: int) -> Found | None:
    closed = source.find(re.compile(r"\|>"), start)
    token = _TOKEN.match(source.text, start)
    if token is None:
        if closed is None:
            return Found(len(source.text), problem=source.refuse("the text ends inside a mark", start).problem)
        return None
    if not token[1].startswith("begin_tool_request"):
        return Found(token.end()) if "tool" in token[1] or token[1] == "tag" else None
    name_mark = source.find(_NAME, start)
    if name_mark is None:
        return Found(len(source.text), problem=source.refuse("the text ends before the name", start).problem)
    name_end = source.find(_NAME_END, name_mark.end())
    over = len(source.text)
    if name_end is None:
        return Found(over, (Draft(source.text[name_mark.end() :], {}, (start, over)),))
    name = source.text[name_mark.end() : name_end.start()]
    message = source.find(_MESSAGE, name_end.start())
    at = source.skip_space(message.end()) if message else over
    if source.at_end(at):
        return Found(over, (Draft(name, {}, (start, over), repairs=("missing_end_mark",)),))
    found = read_arguments(source, start, name, at)
    if found.problem is not None:
        return found
    end = source.find(_REQUEST_END, found.end)
    return reaching(found, end.end() if end else over)


SYNTAX = Syntax("plamo", OPENING, read)
