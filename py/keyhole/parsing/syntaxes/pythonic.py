"""Calls written as Python: `[f(a=1), g()]` (Llama 4, LFM2, ToolACE), `f(a=1)` on lines of their own between marks
(OLMo 3). Read by hand, never evaluated: literals only.
"""

from __future__ import annotations

import re
from typing import Any

from keyhole.parsing.lenient_json import JsonError, UnfinishedJson
from keyhole.parsing.patterns import Pattern, chars, lit
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes.base import Syntax
from keyhole.parsing.syntaxes.marks import closing
from keyhole.parsing.types import Draft, Found, Pending

NAME = "pythonic"
_IDENTIFIER = Pattern(r"[A-Za-z_][\w.]{0,99}", r"(?:[A-Za-z_][\w.]{0,99})?")
_CALL = _IDENTIFIER.named("name") + chars(r"\s", 0, 4) + lit("(")
OPENING = lit("[") + chars(r"\s", 0, 20) + _CALL
_ARGUMENT = re.compile(r"\s*([A-Za-z_]\w*)\s*=\s*")
_space = re.compile(r"\s*")
_number = re.compile(r"[+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_word = re.compile(r"[A-Za-z_]\w*")
_prefix = re.compile(r"[rRbBuUfF]{0,2}(?=[\"'])")
_WORDS = {"True": True, "False": False, "None": None, "true": True, "false": False, "null": None}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"', "b": "\b", "f": "\f", "0": "\0"}
_MAX_DEPTH = 100


def read_body(source: Source, start: int, at: int) -> Found | None:
    """Calls at `at`, in brackets or one a line, with the closing marks behind them."""
    bracketed = source.text[at] == "["
    if not bracketed and source.match(_CALL, at) is None:
        return None
    try:
        calls, end = _calls(source.text, at, bracketed)
    except UnfinishedJson as error:
        if not source.final:
            raise Pending from None
        raise source.refuse(error.reason, error.position) from None
    except JsonError as error:
        raise source.refuse(error.reason, error.position) from None
    if source.text[start] == "[" and start == at:
        drafts = tuple(Draft(name, arguments, (start, end), exact=False) for name, arguments in calls)
        return Found(end, drafts)
    gap = source.skip_space(end)
    if not bracketed:
        while not source.at_end(gap) and source.match(_CALL, gap):
            try:
                more, end = _calls(source.text, gap, False)
            except UnfinishedJson as error:
                if not source.final:
                    raise Pending from None
                raise source.refuse(error.reason, error.position) from None
            except JsonError as error:
                raise source.refuse(error.reason, error.position) from None
            calls += more
            gap = source.skip_space(end)
    if not source.at_end(gap):
        after = closing(source, gap)
        if after is not None:
            end = after
        elif source.final and re.compile(r"<[/|]?[\w|]*\Z").match(source.text, gap):
            end = len(source.text)
    return Found(end, tuple(Draft(name, arguments, (start, end)) for name, arguments in calls))


def _calls(text: str, at: int, bracketed: bool) -> tuple[list[tuple[str, dict[str, Any]]], int]:
    calls = []
    pos = at + 1 if bracketed else at
    while True:
        pos = _skip(text, pos)
        name = _IDENTIFIER.regex.match(text, pos)
        if name is None:
            raise JsonError("expected a function's name", pos)
        pos = _skip(text, name.end())
        if text[pos] != "(":
            raise JsonError("expected '('", pos)
        arguments, pos = _arguments(text, pos + 1)
        calls.append((name[0], arguments))
        if not bracketed:
            return calls, pos
        pos = _skip(text, pos)
        if text[pos] == "]":
            return calls, pos + 1
        if text[pos] not in ",;":
            raise JsonError("expected ',' or ']'", pos)
        pos += 1


def _arguments(text: str, pos: int) -> tuple[dict[str, Any], int]:
    arguments: dict[str, Any] = {}
    while True:
        pos = _skip(text, pos)
        if text[pos] == ")":
            return arguments, pos + 1
        named = _ARGUMENT.match(text, pos)
        if named is None:
            if re.compile(r"[A-Za-z_]\w*\s*\Z").match(text, pos):
                raise UnfinishedJson("the text ends inside the call", pos)
            raise JsonError("expected name=value", pos)
        value, pos = _value(text, named.end(), 0)
        arguments[named[1]] = value
        pos = _skip(text, pos)
        if text[pos] == ",":
            pos += 1
        elif text[pos] != ")":
            raise JsonError("expected ',' or ')'", pos)


def _skip(text: str, pos: int) -> int:
    pos = _space.match(text, pos).end()  # type: ignore[union-attr]  # the pattern matches the empty string
    if pos >= len(text):
        raise UnfinishedJson("the text ends inside the call", pos)
    return pos


def _value(text: str, pos: int, depth: int) -> tuple[Any, int]:
    if depth > _MAX_DEPTH:
        raise JsonError("nested too deeply", pos)
    pos = _skip(text, pos)
    char = text[pos]
    if char in "[(":
        return _sequence(text, pos + 1, "]" if char == "[" else ")", depth)
    if char == "{":
        return _mapping(text, pos + 1, depth)
    quoted = _prefix.match(text, pos)
    if quoted is not None:
        return _string(text, quoted.end(), raw="r" in quoted[0].lower(), nested=depth > 0)
    number = _number.match(text, pos)
    if number is not None:
        if number.end() == len(text):
            raise UnfinishedJson("the text ends inside the call", pos)
        digits = number[0].replace("_", "")
        try:
            value: int | float = int(digits) if re.fullmatch(r"[+-]?\d+", digits) else float(digits)
        except ValueError:
            raise JsonError("not a number", pos) from None
        if isinstance(value, float) and abs(value) == float("inf"):
            raise JsonError("number out of range", pos)
        return value, number.end()
    word = _word.match(text, pos)
    if word is not None:
        if word.end() == len(text):
            raise UnfinishedJson("the text ends inside the call", pos)
        if word[0] in _WORDS:
            return _WORDS[word[0]], word.end()
    raise JsonError("not a literal", pos)


def _sequence(text: str, pos: int, close: str, depth: int) -> tuple[list[Any], int]:
    items: list[Any] = []
    while True:
        pos = _skip(text, pos)
        if text[pos] == close:
            return items, pos + 1
        value, pos = _value(text, pos, depth + 1)
        items.append(value)
        pos = _skip(text, pos)
        if text[pos] == ",":
            pos += 1
        elif text[pos] != close:
            raise JsonError(f"expected ',' or '{close}'", pos)


def _mapping(text: str, pos: int, depth: int) -> tuple[dict[str, Any], int]:
    items: dict[str, Any] = {}
    while True:
        pos = _skip(text, pos)
        if text[pos] == "}":
            return items, pos + 1
        key, pos = _value(text, pos, depth + 1)
        pos = _skip(text, pos)
        if text[pos] != ":":
            raise JsonError("expected ':'", pos)
        value, pos = _value(text, pos + 1, depth + 1)
        items[key if isinstance(key, str) else str(key)] = value
        pos = _skip(text, pos)
        if text[pos] == ",":
            pos += 1
        elif text[pos] != "}":
            raise JsonError("expected ',' or '}'", pos)


def _string(text: str, pos: int, *, raw: bool, nested: bool) -> tuple[str, int]:
    quote = text[pos]
    if text.startswith(quote * 3, pos):
        end = text.find(quote * 3, pos + 3)
        if end < 0:
            raise UnfinishedJson("the text ends inside a string", pos)
        return text[pos + 3 : end], end + 3
    if text.startswith(quote * 2, pos) and len(text) - pos < 3:
        raise UnfinishedJson("the text ends inside a string", pos)
    parts: list[str] = []
    run = re.compile(rf"[^{quote}\\]*")
    pos += 1
    while True:
        piece = run.match(text, pos)
        assert piece is not None  # the pattern matches the empty string
        parts.append(piece[0])
        pos = piece.end()
        if pos + 1 >= len(text):
            raise UnfinishedJson("the text ends inside a string", pos)
        if text[pos] == "\\":
            char = text[pos + 1]
            parts.append("\\" + char if raw or char not in _ESCAPES else _ESCAPES[char])
            pos += 2
        elif _ends(text, pos, nested):
            return "".join(parts), pos + 1
        else:
            parts.append(quote)
            pos += 1


def _ends(text: str, pos: int, nested: bool) -> bool:
    """Whether the quote at `pos` closes its string: models forget to escape quotes inside code."""
    after = _skip(text, pos + 1)
    if nested or text[after] != ")":
        return text[after] in ",)]}:"
    behind = _skip(text, after + 1)
    return text[behind] in ",]<;" or "\n" in text[after:behind]


def read_bare(source: Source, start: int) -> Found | None:
    """`[f(...)]` without any mark around it."""
    if source.match(OPENING, start) is None:
        return None
    before = source.text[start - 1 : start]
    if before and (before.isalnum() or before in ")]_\"'`"):
        return None
    return read_body(source, start, start)


SYNTAX = Syntax(NAME, OPENING, read_bare, interrupts=False)
