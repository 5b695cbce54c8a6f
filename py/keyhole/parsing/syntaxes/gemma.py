"""Gemma's form: `<|tool_call>call:name{key:<|"|>text<|"|>,n:1}<tool_call|>` (Gemma 4) and
`<start_function_call>call:name{key:<escape>text<escape>}<end_function_call>` (FunctionGemma).

What these models slip into is read, too: keys of several words, text in JSON's quotes or in none, the last text left
open before the mark that ends the call, several calls before one such mark, the call as JSON in their own quotes.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from keyhole.parsing.lenient_json import JsonError, UnfinishedJson, read_json
from keyhole.parsing.patterns import chars, lit, opt
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes.base import Syntax
from keyhole.parsing.syntaxes.json_calls import NotACall, calls_in
from keyhole.parsing.types import MAX_CALLS, MAX_VALUES, Draft, Found, Pending, Refused
from keyhole.parsing.values import items_of, properties_of, typed, types_of

NAME = "gemma"
OPENING = opt(lit("call")) + lit(":") + chars(r"[\w.:\- ]", 1, 100).named("name")
_CLOSE = re.compile(r"<tool_call\|>|<end_function_call>|<\|tool_call>|<start_function_call>")
_QUOTES = ('<|"|>', "<escape>")
_END_MARKS = ("<tool_call|>", "<end_function_call>")
_END_MARK = re.compile("|".join(map(re.escape, _END_MARKS)))
_OWN_QUOTE = re.compile(rf"{_CLOSE.pattern}|{'|'.join(map(re.escape, _QUOTES))}")
_MAY_END = re.compile(rf"{_CLOSE.pattern}|\}}\s*(?=[^\s,\]}}])")
"""A mark, or a brace behind which no value goes on."""
_START_MARK = re.compile(r"<\|tool_call>|<start_function_call>")
_TEXT_ENDS = {quote: re.compile(rf"{re.escape(quote)}|{_CLOSE.pattern}") for quote in _QUOTES}
_BRACKETS = {"{": "}", "(": ")"}
_BARE_OPENING = lit("call:") + chars(r"[\w.\-]", 1, 100) + lit("{")
_key = re.compile(r"\s*([^\s:{}\[\],<>\"'][^:{}\[\],<>\"'\n]{0,99})(?<=\S)[ \t]*:")
_key_so_far = re.compile(r"\s*[^:{}\[\],<>\"'\n]{0,100}\Z")
_next_key = re.compile(r"\s*(?:[\w.\-$]{1,100}\s*(?::|\Z)|\Z)")
_bare = re.compile(r"[^,{}\[\]<]*")
_NUMBER = re.compile(r"-?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?\Z")
_LITERALS = {"true": True, "false": False, "null": None}
_STRINGS = {quote: re.compile(rf"[^{quote}\\]*(?:\\.[^{quote}\\]*)*{quote}", re.S) for quote in "\"'"}
_END_SO_FAR = re.compile(r"<(?:t[a-z_]{0,8}\|?|e[a-z_]{0,16})?\Z")
_BRACE_BEFORE = re.compile(r"\}\s{0,40}(?=<)")
_REACH = 30
"""So far behind the mark that ends a call a text is closed that tells of that mark."""
_MAX_DEPTH = 100


def read_body(source: Source, start: int, at: int) -> Found | None:
    """The call at `at`, and those behind it before the mark that ends them all."""
    found = _call(source, start, at)
    drafts: tuple[Draft, ...] = ()
    while found is not None and found.problem is None and len(drafts) < MAX_CALLS:
        drafts += found.drafts
        if source.text.endswith(_END_MARKS, at, found.end):
            break
        gap = source.skip_space(found.end)
        if source.at_end(gap):
            break
        try:
            more = _call(source, gap, gap) if source.match(_BARE_OPENING, gap) is not None else None
        except Refused:
            break  # the calls before it are whole
        if more is None:
            break
        found = more
    if found is None or not drafts:
        return found
    return replace(found, drafts=drafts if found.problem is None else (*drafts, *found.drafts))


def read_quoted_json(source: Source, start: int, at: int) -> Found | None:
    """A call in JSON whose texts stand between the family's own marks."""
    quote = source.find(_OWN_QUOTE, at) if _START_MARK.match(source.text, start) else None
    if quote is None or quote[0] not in _QUOTES:
        return None
    reader = _Reader(source.text, source.final, "}")
    try:
        value, end = reader.mapping(at + 1, 0, None)
        calls = calls_in(value, known=source.tools.schemas)
    except UnfinishedJson:
        if not source.final:
            raise reader.waits or Pending(_MAY_END, at, exact=False) from None
        return Found(len(source.text), problem=source.refuse("the text ends inside the call", at).problem)
    except JsonError as error:
        raise source.refuse(error.reason, error.position) from None
    except NotACall as error:
        raise source.refuse(f"not a call: {error}", at) from None
    end = _behind(source, end)
    return Found(end, tuple(Draft(name, arguments, (start, end)) for name, arguments in calls))


def _call(source: Source, start: int, at: int) -> Found | None:
    head = source.match(OPENING, at)
    if head is None:
        return None
    name = head["name"].strip()
    schema = source.tools.schema(source.tools.resolve(name))
    if source.at_end(head.end()):
        return Found(head.end(), problem=source.refuse("the text ends before the arguments", at).problem)
    if source.text[head.end()] not in _BRACKETS:
        close = source.find(_CLOSE, head.end())
        if close is None or close.start() != head.end():
            return None
        return Found(_behind(source, close.start()), (Draft(name, {}, (start, close.end())),))
    reader = _Reader(source.text, source.final, _BRACKETS[source.text[head.end()]])
    try:
        arguments, end = reader.mapping(head.end() + 1, 0, schema)
    except UnfinishedJson:
        if not source.final:
            raise reader.waits or Pending(_MAY_END, head.end(), exact=False) from None
        end = len(source.text)
        raw = reader.so_far()
        problem = source.refuse("the text ends inside the arguments", at).problem
        return Found(end, (Draft(name, None, (start, end), raw=raw),), problem=problem)
    except JsonError as error:
        raise source.refuse(error.reason, error.position) from None
    end = _behind(source, end)
    return Found(end, (Draft(name, arguments, (start, end)),))


def read_bare(source: Source, start: int) -> Found | None:
    """The same where the mark before it was lost, on a line of its own or behind another mark."""
    if source.match(_BARE_OPENING, start) is None or source.text[start - 1 : start] not in ("", "\n", ">"):
        return None
    found = _call(source, start, start)
    if found is None or not source.text.endswith(_END_MARKS, start, found.end):
        return None
    return found


def _behind(source: Source, end: int) -> int:
    gap = source.skip_space(end)
    mark = _END_MARK.match(source.text, gap)
    if mark is not None:
        return mark.end()
    begun = any(mark.startswith(source.text[gap : gap + len(mark)]) for mark in _END_MARKS)
    if begun and not source.final:
        raise Pending
    return len(source.text) if begun and gap < len(source.text) else end


class _Reader:
    """Reads what stands between the braces. `top` holds the arguments so far, for a text that breaks off; `waits` says
    what such a text needs."""

    def __init__(self, text: str, final: bool, closing: str) -> None:
        self.text, self.final, self.closing = text, final, closing
        self.top: dict[str, Any] = {}
        self.key: str | None = None
        self.partial: str | None = None
        self.waits: Pending | None = None
        self.left = MAX_VALUES

    def so_far(self) -> str:
        raw = json.dumps(self.top, ensure_ascii=False, separators=(",", ":"))[:-1]
        if self.key is None:
            return raw
        head = raw + ("," if self.top else "")
        if self.partial is None:
            return f'{head}"{self.key}'
        return f'{head}"{self.key}":"' + json.dumps(self.partial, ensure_ascii=False)[1:-1]

    def skip(self, pos: int) -> int:
        while pos < len(self.text) and self.text[pos].isspace():
            pos += 1
        if pos >= len(self.text):
            raise UnfinishedJson("the text ends inside the arguments", pos)
        return pos

    def quote(self, pos: int) -> str | None:
        for quote in _QUOTES:
            if self.text.startswith(quote, pos):
                return quote
            rest = self.text[pos : pos + len(quote)]
            if len(rest) < len(quote) and rest and quote.startswith(rest):
                raise UnfinishedJson("the text ends inside the arguments", pos)
        return None

    def quoted(self, pos: int, quote: str, top: bool = False) -> tuple[str, int]:
        """Text between the family's own marks, or up to the brace before the mark that ends the call where no mark
        closes it soon behind that."""
        begin = pos + len(quote)
        end = self.text.find(quote, begin)
        mark = _END_MARK.search(self.text, begin, end if end >= 0 else len(self.text)) if top else None
        if mark is not None and self.ends_call(mark.end(), end, quote):
            brace = _BRACE_BEFORE.search(self.text, max(begin, mark.start() - 40), mark.end())
            if brace is not None:
                return self.text[begin : brace.start()], brace.start()
        if end < 0:
            self.waits = Pending(_TEXT_ENDS[quote], begin)
            if top:
                rest = self.text[begin:]
                cut = rest.rfind("<")
                self.partial = rest[:cut] if cut >= 0 and quote.startswith(rest[cut:]) else rest
            raise UnfinishedJson("the text ends inside a string", pos)
        return self.text[begin:end], end + len(quote)

    def ends_call(self, behind: int, end: int, quote: str) -> bool:
        """Whether a mark inside a text that is closed at `end`, if anywhere, ends the call: a text may tell of it."""
        if end >= 0:
            return end - behind > _REACH or _START_MARK.search(self.text, behind, end) is not None
        return self.final or len(self.text) - behind > _REACH + len(quote)

    def plainly_quoted(self, pos: int) -> tuple[str, int]:
        """Text in JSON's quotes or in single ones; some close it with the family's own mark, too."""
        whole = _STRINGS[self.text[pos]].match(self.text, pos + 1)
        if whole is None:
            raise UnfinishedJson("the text ends inside a string", pos)
        text = self.text[pos + 1 : whole.end() - 1]
        if self.text[pos] == '"':
            with contextlib.suppress(JsonError):
                text = str(read_json(self.text[pos : whole.end()], sealed=True).value)
        return text, whole.end() + len(self.quote(whole.end()) or "")

    def name(self, pos: int, depth: int) -> tuple[str, int]:
        """A key, and the position behind its colon."""
        quote = self.quote(pos)
        if quote or self.text[pos] in "\"'":
            key, pos = self.quoted(pos, quote) if quote else self.plainly_quoted(pos)
            pos = self.skip(pos)
            if self.text[pos] != ":":
                raise JsonError("expected ':'", pos)
            return key, pos + 1
        named = _key.match(self.text, pos)
        if named is None:
            word = _key_so_far.match(self.text, pos)
            if word is None:
                raise JsonError("expected a key", pos)
            self.key = word[0].strip() if depth == 0 else self.key
            raise UnfinishedJson("the text ends inside the arguments", pos)
        return named[1], named.end()

    def mapping(self, pos: int, depth: int, schema: Any) -> tuple[dict[str, Any], int]:
        if depth > _MAX_DEPTH:
            raise JsonError("nested too deeply", pos)
        items: dict[str, Any] = self.top if depth == 0 else {}
        closing = self.closing if depth == 0 else "}"
        declared = properties_of(schema)
        while True:
            pos = self.skip(pos)
            if self.text[pos] == closing:
                return items, pos + 1
            key, pos = self.name(pos, depth)
            if depth == 0:
                self.key = key
            begin = pos
            value, pos = self.value(pos, depth, declared.get(key), declared)
            items[key] = value
            if depth == 0:
                self.key = None
            marked = self.text.endswith(_QUOTES, begin, pos)
            pos = self.skip(pos)
            if self.text[pos] == ",":
                pos += 1
            elif depth == 0 and _END_MARK.match(self.text, pos):
                return items, pos  # its brace is missing
            elif self.text[pos] != closing and not (marked and _next_key.match(self.text, pos)):
                if self.text[pos] == "<" and _END_SO_FAR.match(self.text, pos):
                    raise UnfinishedJson("the text ends inside the arguments", pos)
                raise JsonError("expected ',' or '}'", pos)

    def sequence(self, pos: int, depth: int, schema: Any) -> tuple[list[Any], int]:
        if depth > _MAX_DEPTH:
            raise JsonError("nested too deeply", pos)
        items: list[Any] = []
        while True:
            pos = self.skip(pos)
            if self.text[pos] == "]":
                return items, pos + 1
            value, pos = self.value(pos, depth + 1, schema, {})
            items.append(value)
            pos = self.skip(pos)
            if self.text[pos] == ",":
                pos += 1
            elif self.text[pos] != "]":
                raise JsonError("expected ',' or ']'", pos)

    def value(self, pos: int, depth: int, schema: Any, beside: Mapping[str, Any]) -> tuple[Any, int]:
        """A value as `schema` wants it; `beside` are the arguments that may follow it."""
        begin, pos = pos, self.skip(pos)
        self.left -= 1
        if self.left < 0:
            raise JsonError(f"more than {MAX_VALUES} values", pos)
        quote = self.quote(pos)
        if quote:
            text, end = self.quoted(pos, quote, top=depth == 0)
            kinds = types_of(schema)
            return (typed(text, schema, "string") if kinds and "string" not in kinds else text), end
        if self.text[pos] == "{":
            return self.mapping(pos + 1, depth + 1, schema)
        if self.text[pos] == "[":
            return self.sequence(pos + 1, depth + 1, items_of(schema))
        if self.text[pos] in "\"'":
            return self.plainly_quoted(pos)
        bare = _bare.match(self.text, pos)
        assert bare is not None  # the pattern matches the empty string
        if depth == 0 and types_of(schema) == {"string"} and not self.ends(bare.end()):
            return self.unquoted(begin, beside)
        if bare.end() == len(self.text):
            raise UnfinishedJson("the text ends inside the arguments", pos)
        word = bare[0].strip()
        if schema is not None:
            return typed(word, schema, "json"), bare.end()
        if word in _LITERALS:
            return _LITERALS[word], bare.end()
        if _NUMBER.match(word) and len(word) < 300:
            return (float(word) if re.search(r"[.eE]", word) else int(word)), bare.end()
        return word, bare.end()

    def ends(self, pos: int) -> bool:
        """Whether a bare value ends there: before a bracket that closes, or a comma and a key."""
        char = self.text[pos : pos + 1]
        return char in ("}", "]") or (char == "," and _next_key.match(self.text, pos + 1) is not None)

    def unquoted(self, begin: int, beside: Mapping[str, Any]) -> tuple[str, int]:
        """Text without any quotes goes on to the next argument that the tool declares or to the call's end."""
        names = "|".join(re.escape(name) for name in beside)
        ends = rf",(?=\s{{0,40}}(?:{names})\s{{0,40}}:)|(?:\}}\s{{0,40}})?(?:{_END_MARK.pattern})"
        end = re.compile(ends).search(self.text, begin)
        if end is None:
            raise UnfinishedJson("the text ends inside the arguments", begin)
        return self.text[begin : end.start()], end.start()


BARE = Syntax(NAME, _BARE_OPENING, read_bare, interrupts=False)
