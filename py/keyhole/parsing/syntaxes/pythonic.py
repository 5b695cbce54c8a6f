"""Calls written as Python: `[f(a=1), g()]` (Llama 4, LFM2, ToolACE), `f(a=1)` on lines of their own between marks
(OLMo 3). Read by hand, never evaluated: literals only.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from keyhole.outside_json import without_halves
from keyhole.parsing.lenient_json import JsonError, UnfinishedJson
from keyhole.parsing.names import Tools
from keyhole.parsing.patterns import Pattern, chars, lit, opt, words
from keyhole.parsing.source import Source
from keyhole.parsing.space import SPACE, past
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

_number = re.compile(r"[+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_word = re.compile(r"[A-Za-z_]\w*")
_scalar_so_far = re.compile(r"(?:[+-]?[\d._]*(?:[eE][+-]?\d*)?|[A-Za-z]{1,5})\Z")
"""A number, a word or a string's prefix that more text may go on."""
_bare_key = re.compile(r"([A-Za-z_]\w*)\s*:")
_prefix = re.compile(r"[rRbBuUfF]{0,2}(?=[\"'])")
_WORDS = {"True": True, "False": False, "None": None, "true": True, "false": False, "null": None}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"', "b": "\b", "f": "\f", "0": "\0"}
_coded = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U(00(?:0\d|0[a-fA-F]|10)[0-9a-fA-F]{4}))")
_another = re.compile(r"\s*(\+\s*)?([\"'])")
_MOST_JOINED = 100
_RUNS = {quote: re.compile(rf"[^{quote}\\]*") for quote in "\"'"}
_MAX_DEPTH = 100
_MAX_STEPS = 20_000
"""Of a reading: values, and quotes and escapes inside strings. Nothing a tool is called with comes near it."""


def opening_for(names: tuple[str, ...]) -> Pattern:
    """How a call of one of these tools begins, in brackets or not."""
    name = words(names).named("name") + opt(lit(".call"))
    return opt(lit("[") + chars(r"\s", 0, 20)) + _BEFORE_NAME + name + chars(r"\s", 0, 4) + lit("(")


def read_call(source: Source, at: int) -> Found | None:
    """The one call at `at`, without brackets around it."""
    if source.match(_OPENING_ANY, at) is None:
        return None
    calls, end = _calls(source, _Reader(source.text, source.final, source.tools), at, False)
    return Found(end, tuple(Draft(name, arguments, (at, end)) for name, arguments in calls))


def read_body(source: Source, start: int, at: int) -> Found | None:
    """Calls at `at`, in brackets or one a line, with the closing marks behind them."""
    bracketed = source.text[at] == "["
    if not bracketed and source.match(_OPENING_ANY, at) is None:
        return None
    reader = _Reader(source.text, source.final, source.tools, marked=start != at)
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
class _Reader:
    """Reads literals from `text`; `final` says that nothing comes behind it, `print` that the call stands in one.
    `made` are the calls that are whole so far, `cut` says where the text breaks off behind them; `name` is the call's
    that it breaks off in, `so_far` its arguments. Between marks (`marked`) a call that cannot be read is passed over;
    `odd` says what is wrong with the first."""

    text: str
    final: bool
    tools: Tools
    made: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    cut: UnfinishedJson | None = None
    odd: JsonError | None = None
    marked: bool = False
    name: str = ""
    so_far: dict[str, Any] = field(default_factory=dict)
    printed: bool = False
    steps: int = 0

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

    def skip(self, pos: int) -> int:
        pos = past(SPACE, self.text, pos)
        if pos >= len(self.text):
            raise UnfinishedJson("the text ends inside the call", pos)
        return pos

    def step(self, pos: int) -> None:
        self.steps += 1
        if self.steps > _MAX_STEPS:
            raise JsonError("too long to read", pos)

    def value(self, pos: int, depth: int) -> tuple[Any, int]:
        self.step(pos)
        if depth > _MAX_DEPTH:
            raise JsonError("nested too deeply", pos)
        pos = self.skip(pos)
        char = self.text[pos]
        if char in "[(":
            return self.sequence(pos + 1, "]" if char == "[" else ")", depth)
        if char == "{":
            return self.mapping(pos + 1, depth)
        quoted = _prefix.match(self.text, pos)
        if quoted is not None:
            return self.string(quoted.end(), raw="r" in quoted[0].lower(), nested=depth > 0)
        if _scalar_so_far.match(self.text, pos):
            raise UnfinishedJson("the text ends inside the call", pos)
        number = _number.match(self.text, pos)
        if number is not None:
            digits = number[0].replace("_", "")
            try:
                value: int | float = int(digits) if re.fullmatch(r"[+-]?\d+", digits) else float(digits)
            except ValueError:
                raise JsonError("not a number", pos) from None
            if isinstance(value, float) and abs(value) == float("inf"):
                raise JsonError("number out of range", pos)
            return value, number.end()
        word = _word.match(self.text, pos)
        if word is not None and word[0] in _WORDS:
            return _WORDS[word[0]], word.end()
        raise JsonError("not a literal", pos)

    def sequence(self, pos: int, close: str, depth: int) -> tuple[list[Any], int]:
        items: list[Any] = []
        while True:
            pos = self.skip(pos)
            if self.text[pos] == close:
                return items, pos + 1
            value, pos = self.value(pos, depth + 1)
            items.append(value)
            pos = self.skip(pos)
            if self.text[pos] == ",":
                pos += 1
            elif self.text[pos] != close:
                raise JsonError(f"expected ',' or '{close}'", pos)

    def mapping(self, pos: int, depth: int) -> tuple[dict[str, Any] | list[Any], int]:
        """A dictionary; a set as the list that JSON has for it."""
        items: dict[str, Any] = {}
        first = pos
        while True:
            pos = self.skip(pos)
            if self.text[pos] == "}":
                return items, pos + 1
            bare = _bare_key.match(self.text, pos)
            key, pos = (bare[1], bare.end(1)) if bare else self.value(pos, depth + 1)
            pos = self.skip(pos)
            if self.text[pos] in ",}" and not items:
                return self.sequence(first, "}", depth)
            if self.text[pos] != ":":
                raise JsonError("expected ':'", pos)
            value, pos = self.value(pos + 1, depth + 1)
            items[key if isinstance(key, str) else str(key)] = value
            pos = self.skip(pos)
            if self.text[pos] == ",":
                pos += 1
            elif self.text[pos] != "}":
                raise JsonError("expected ',' or '}'", pos)

    def string(self, pos: int, *, raw: bool, nested: bool) -> tuple[str, int]:
        quote = self.text[pos]
        if self.text.startswith(quote * 3, pos):
            end = self.text.find(quote * 3, pos + 3)
            if end < 0:
                raise UnfinishedJson("the text ends inside a string", pos)
            return self.text[pos + 3 : end], end + 3
        if self.text.startswith(quote * 2, pos) and len(self.text) - pos < 3:
            raise UnfinishedJson("the text ends inside a string", pos)
        parts: list[str] = []
        whole = True  # no quote inside was taken for text: then another string may follow, as in Python
        joined = 0
        run = _RUNS[quote]
        pos += 1
        while True:
            piece = run.match(self.text, pos)
            assert piece is not None  # the pattern matches the empty string
            parts.append(piece[0])
            pos = piece.end()
            if pos + 1 >= len(self.text):
                raise UnfinishedJson("the text ends inside a string", pos)
            if self.text[pos] == "\\":
                coded = None if raw else _coded.match(self.text, pos)
                self.step(pos)
                char = self.text[pos + 1]
                if coded is not None:
                    parts.append(chr(int(coded[coded.lastindex or 0], 16)))
                else:
                    parts.append("\\" + char if raw or char not in _ESCAPES else _ESCAPES[char])
                pos = coded.end() if coded is not None else pos + 2
            elif self.ends(pos, nested):
                return without_halves("".join(parts)), pos + 1
            elif whole and (another := _another.match(self.text, pos + 1)) is not None:
                joined += 1
                if another[1] or joined > _MOST_JOINED:
                    raise JsonError("not a literal" if another[1] else "too long to be a literal", pos)
                run, pos = _RUNS[another[2]], another.end()
            else:
                self.step(pos)
                parts.append(self.text[pos])
                whole = False
                pos += 1

    def ends(self, pos: int, nested: bool) -> bool:
        """Whether the quote at `pos` closes its string: models forget to escape quotes inside code."""
        after = self.skip(pos + 1)
        if nested or self.text[after] != ")":
            return self.text[after] in ",)]}:"
        behind = past(SPACE, self.text, after + 1)
        if behind == len(self.text):
            if self.final:
                return True
            raise UnfinishedJson("the text ends inside the call", pos)
        return self.text[behind] in (",]<;)" if self.printed else ",]<;") or "\n" in self.text[after:behind]


def read_bare(source: Source, start: int) -> Found | None:
    """`[f(...)]` without any mark around it."""
    if source.match(OPENING, start) is None:
        return None
    before = source.text[start - 1 : start]
    if before and (before.isalnum() or before in ")]_\"'`"):
        return None
    return read_body(source, start, start)


SYNTAX = Syntax(NAME, OPENING, read_bare, interrupts=False)
