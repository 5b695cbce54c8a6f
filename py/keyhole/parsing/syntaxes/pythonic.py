"""Calls written as Python: `[f(a=1), g()]` (Llama 4, LFM2, ToolACE), `f(a=1)` on lines of their own between marks
(OLMo 3). Read by hand, never evaluated: literals only.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from keyhole.parsing.lenient_json import JsonError, UnfinishedJson
from keyhole.parsing.names import Tools
from keyhole.parsing.patterns import Pattern, chars, lit, opt, words
from keyhole.parsing.python_literals import LiteralReader
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes.base import Syntax
from keyhole.parsing.syntaxes.marks import closing
from keyhole.parsing.types import MAX_CALLS, Draft, Found, Pending, Refused
from keyhole.parsing.values import properties_of
from keyhole.parsing.waiting import Brackets

NAME = "pythonic"
_IDENTIFIER = Pattern(r"[A-Za-z_][\w.]{0,99}", r"(?:[A-Za-z_][\w.]{0,99})?")
_CALL = _IDENTIFIER.named("name") + chars(r"\s", 0, 4) + lit("(")
OPENING = lit("[") + chars(r"\s", 0, 20) + _CALL
_OPENING_ANY = opt(lit("print(")) + _CALL
_BEFORE_NAME = Pattern(r"(?:print\(\s{0,4})?(?:\w{1,20}\.)?", r"(?:print\(\s{0,4}|[\w]{0,20})?(?:\w{0,20}\.?)?")
_ARGUMENT = re.compile(r"\s*([A-Za-z_]\w*)\s*(?:=(?!=)|:)\s*")
_PRINT = re.compile(r"print\(\s*(?=[A-Za-z_][\w.]*\s*\()")


def opening_for(names: tuple[str, ...]) -> Pattern:
    """How a call of one of these tools begins, in brackets or not."""
    name = words(names).named("name") + opt(lit(".call"))
    return opt(lit("[") + chars(r"\s", 0, 20)) + _BEFORE_NAME + name + chars(r"\s", 0, 4) + lit("(")


def read_call(source: Source, at: int) -> Found | None:
    """The one call at `at`, without brackets around it."""
    if source.match(_OPENING_ANY, at) is None:
        return None
    calls, end = _calls(source, _Reader(source.text, source.final, tools=source.tools), at, False)
    return Found(end, tuple(Draft(name, arguments, (at, end)) for name, arguments in calls))


def read_body(source: Source, start: int, at: int) -> Found | None:
    """Calls at `at`, in brackets or one a line, with the closing marks behind them."""
    bracketed = source.text[at] == "["
    if not bracketed and source.match(_OPENING_ANY, at) is None:
        return None
    reader = _Reader(source.text, source.final, tools=source.tools, marked=start != at)
    calls, end = _calls(source, reader, at, bracketed)
    if source.text[start] == "[" and start == at:
        if reader.cut is not None:
            raise source.refuse(reader.cut.reason, reader.cut.position)
        drafts = tuple(Draft(name, arguments, (start, end), exact=False) for name, arguments in calls)
        return Found(end, drafts)
    gap = source.skip_space(end)
    if not bracketed:
        while len(calls) < MAX_CALLS and not source.at_end(gap):
            if source.text[gap] == ",":
                gap = source.skip_space(gap + 1)
            if source.at_end(gap) or not source.match(_CALL, gap):
                break
            try:
                more, end = _calls(source, reader, gap, False)
            except Refused:
                break  # the calls before it are whole
            calls += more
            gap = source.skip_space(end)
    if not source.at_end(gap):
        after = closing(source, gap)
        if after is not None:
            end = after
        elif source.final and re.compile(r"<[/|]?[\w|]*\Z").match(source.text, gap):
            end = len(source.text)
    drafts = tuple(Draft(name, arguments, (start, end)) for name, arguments in calls)
    if reader.cut is None:
        problem = source.problem(reader.odd.reason, reader.odd.position) if reader.odd is not None else None
        return Found(end, drafts, problem=problem)
    last = (Draft(reader.name, None, (start, end), raw=reader.raw()),) if reader.name else ()
    return Found(end, (*drafts, *last), problem=source.problem(reader.cut.reason, reader.cut.position))


def _calls(source: Source, reader: _Reader, at: int, bracketed: bool) -> tuple[list[tuple[str, dict[str, Any]]], int]:
    try:
        return reader.calls(at, bracketed)
    except UnfinishedJson as error:
        if source.final and bracketed and (reader.made or reader.name):
            reader.cut = error
            return reader.made, len(source.text)
        if not source.final:
            raise Pending(value_at=at) from None
        raise source.refuse(error.reason, error.position) from None
    except JsonError as error:
        raise source.refuse(error.reason, error.position) from None


@dataclass(slots=True)
class _Reader(LiteralReader):
    """`made` are the calls that are whole so far, `cut` says where the text breaks off behind them; `name` is the
    call's that it breaks off in, `so_far` its arguments. Between marks (`marked`) a call that cannot be read is passed
    over; `odd` says what is wrong with the first."""

    tools: Tools = field(kw_only=True)
    made: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    cut: UnfinishedJson | None = None
    odd: JsonError | None = None
    marked: bool = False
    name: str = ""
    so_far: dict[str, Any] = field(default_factory=dict)

    def calls(self, at: int, bracketed: bool) -> tuple[list[tuple[str, dict[str, Any]]], int]:
        text, self.made = self.text, []
        calls = self.made
        pos = at + 1 if bracketed else at
        while True:
            pos = self.skip(pos)
            if text[pos] == "]" and (calls or self.odd):
                if not calls and self.odd:
                    raise self.odd
                return calls, pos + 1
            printed = None if "print" in self.tools else _PRINT.match(text, pos)
            self.printed = printed is not None
            pos = printed.end() if printed else pos
            name = _IDENTIFIER.regex.match(text, pos)
            if name is None:
                raise JsonError("expected a function's name", pos)
            pos = self.skip(name.end())
            if text[pos] != "(":
                raise JsonError("expected '('", pos)
            called = self.name = name[0].removesuffix(".call")
            try:
                arguments, pos = self.arguments(pos + 1, self.tools.schema(self.tools.resolve(called)))
                calls.append((called, arguments))
            except UnfinishedJson:
                raise
            except JsonError as error:
                if not self.marked or not bracketed:
                    raise
                pos = self.past_call(pos, error)
            self.name = ""
            if len(calls) > MAX_CALLS:
                raise JsonError(f"more than {MAX_CALLS} calls", pos)
            if printed:
                pos = self.skip(pos)
                if text[pos] != ")":
                    raise JsonError("expected ')'", pos)
                pos += 1
            if not bracketed:
                return calls, pos
            pos = self.skip(pos)
            if text[pos] in ",;":
                pos += 1
            elif text[pos] != "]":
                raise JsonError("expected ',' or ']'", pos)

    def arguments(self, pos: int, schema: Any) -> tuple[dict[str, Any], int]:
        """By name; the one object that holds them all; the one value that the tool cannot do without; or several in the
        order in which the tool declares them."""
        text = self.text
        arguments: dict[str, Any] = {}
        self.so_far = arguments
        pos = self.skip(pos)
        if text[pos] in "{\"'":
            first = pos
            value, pos = self.value(pos, 0)
            pos = self.skip(pos)
            if text[pos] == "," and text[first] != "{":
                return self.in_order(first, list(properties_of(schema)))
            if text[pos] != ")":
                raise JsonError("expected name=value", pos)
            wanted = (schema or {}).get("required") or list(properties_of(schema))
            if not isinstance(value, dict) and len(wanted) == 1:
                value = {wanted[0]: value}
            if not isinstance(value, dict):
                raise JsonError("expected name=value", pos)
            return value, pos + 1
        while True:
            pos = self.skip(pos)
            if text[pos] == ")":
                return arguments, pos + 1
            named = _ARGUMENT.match(text, pos)
            if named is None:
                if re.compile(r"[A-Za-z_]\w*\s*\Z").match(text, pos):
                    raise UnfinishedJson("the text ends inside the call", pos)
                raise JsonError("expected name=value", pos)
            value, pos = self.value(named.end(), 0)
            arguments[named[1]] = value
            pos = self.skip(pos)
            if text[pos] == ",":
                pos += 1
            elif text[pos] != ")":
                raise JsonError("expected ',' or ')'", pos)

    def past_call(self, pos: int, error: JsonError) -> int:
        """The end of a call that cannot be read: those beside it can."""
        brackets = Brackets(pos)
        brackets.count(self.text)
        if brackets.closed is None:
            if not self.final:
                raise UnfinishedJson("the text ends inside the call", pos)
            raise error
        self.odd = self.odd or error
        return brackets.closed

    def raw(self) -> str:
        """The arguments of a call that breaks off, as JSON that breaks off."""
        return json.dumps(self.so_far, ensure_ascii=False, separators=(",", ":"))[:-1]

    def in_order(self, pos: int, declared: list[str]) -> tuple[dict[str, Any], int]:
        """Values without names, then perhaps some with them, as in Python."""
        arguments: dict[str, Any] = {}
        for key in declared:
            value, pos = self.value(pos, 0)
            arguments[key] = value
            pos = self.skip(pos)
            if self.text[pos] == ")":
                return arguments, pos + 1
            if self.text[pos] != ",":
                raise JsonError("expected ',' or ')'", pos)
            pos = self.skip(pos + 1)
            if _ARGUMENT.match(self.text, pos):
                named, end = self.arguments(pos, None)
                return {**arguments, **named}, end
        raise JsonError("more values than the tool takes", pos)


def read_bare(source: Source, start: int) -> Found | None:
    """`[f(...)]` without any mark around it."""
    if source.match(OPENING, start) is None:
        return None
    before = source.text[start - 1 : start]
    if before and (before.isalnum() or before in ")]_\"'`"):
        return None
    return read_body(source, start, start)


SYNTAX = Syntax(NAME, OPENING, read_bare, interrupts=False)
