"""Gemma's form: `<|tool_call>call:name{key:<|"|>text<|"|>,n:1}<tool_call|>` (Gemma 4) and
`<start_function_call>call:name{key:<escape>text<escape>}<end_function_call>` (FunctionGemma).
"""

from __future__ import annotations

import json
import re
from typing import Any

from keyhole.parsing.lenient_json import JsonError, UnfinishedJson
from keyhole.parsing.patterns import chars, lit, opt
from keyhole.parsing.source import Source
from keyhole.parsing.types import Draft, Found, Pending
from keyhole.parsing.values import properties_of, typed

NAME = "gemma"
OPENING = opt(lit("call")) + lit(":") + chars(r"[\w.\- ]", 1, 100).named("name")
_CLOSE = re.compile(r"<tool_call\|>|<end_function_call>|<\|tool_call>|<start_function_call>")
_END_MARK = re.compile(r"<tool_call\|>|<end_function_call>")
_QUOTES = ('<|"|>', "<escape>")
_key = re.compile(r"\s*([\w.\-$]+)\s*:")
_bare = re.compile(r"[^,{}\[\]<]*")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\Z")
_MAX_DEPTH = 100


def read_body(source: Source, start: int, at: int) -> Found | None:
    head = source.match(OPENING, at)
    if head is None:
        return None
    name = head["name"].strip()
    schema = properties_of(source.tools.schema(source.tools.resolve(name)))
    if source.at_end(head.end()):
        return Found(head.end(), problem=source.refuse("the text ends before the arguments", at).problem)
    if source.text[head.end()] != "{":
        close = source.find(_CLOSE, head.end())
        if close is None or close.start() != head.end():
            return None
        return Found(_behind(source, close.start()), (Draft(name, {}, (start, close.end())),))
    reader = _Reader(source.text, schema)
    try:
        arguments, end = reader.mapping(head.end() + 1, 0)
    except UnfinishedJson:
        if not source.final:
            raise Pending from None
        end = len(source.text)
        raw = reader.so_far()
        problem = source.refuse("the text ends inside the arguments", at).problem
        return Found(end, (Draft(name, None, (start, end), raw=raw),), problem=problem)
    except JsonError as error:
        raise source.refuse(error.reason, error.position) from None
    end = _behind(source, end)
    return Found(end, (Draft(name, arguments, (start, end)),))


def _behind(source: Source, end: int) -> int:
    gap = source.skip_space(end)
    mark = _END_MARK.match(source.text, gap)
    if mark is not None:
        return mark.end()
    if not source.final and "<end_function_call>".startswith(source.text[gap : gap + 19]):
        raise Pending
    if not source.final and "<tool_call|>".startswith(source.text[gap : gap + 12]):
        raise Pending
    if source.final and re.compile(r"<\w*\|?\Z").match(source.text, gap):
        return len(source.text)
    return end


class _Reader:
    def __init__(self, text: str, schema: Any) -> None:
        self.text, self.schema = text, schema
        self.top: dict[str, Any] = {}
        self.key: str | None = None
        self.partial: str | None = None

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
        end = self.text.find(quote, pos + len(quote))
        if end < 0:
            if top:
                rest = self.text[pos + len(quote) :]
                cut = rest.rfind("<")
                self.partial = rest[:cut] if cut >= 0 and quote.startswith(rest[cut:]) else rest
            raise UnfinishedJson("the text ends inside a string", pos)
        return self.text[pos + len(quote) : end], end + len(quote)

    def mapping(self, pos: int, depth: int) -> tuple[dict[str, Any], int]:
        if depth > _MAX_DEPTH:
            raise JsonError("nested too deeply", pos)
        items: dict[str, Any] = self.top if depth == 0 else {}
        while True:
            pos = self.skip(pos)
            if self.text[pos] == "}":
                return items, pos + 1
            quote = self.quote(pos)
            if quote:
                key, pos = self.quoted(pos, quote)
                pos = self.skip(pos)
                if self.text[pos] != ":":
                    raise JsonError("expected ':'", pos)
                pos += 1
            else:
                named = _key.match(self.text, pos)
                if named is None:
                    word = re.compile(r"[\w.\-$]*\s*\Z").match(self.text, pos)
                    if word is not None:
                        self.key = word[0].strip() if depth == 0 else self.key
                        raise UnfinishedJson("the text ends inside the arguments", pos)
                    raise JsonError("expected a key", pos)
                key, pos = named[1], named.end()
            if depth == 0:
                self.key = key
            value, pos = self.value(pos, depth, self.schema.get(key) if depth == 0 else None)
            items[key] = value
            if depth == 0:
                self.key = None
            pos = self.skip(pos)
            if self.text[pos] == ",":
                pos += 1
            elif self.text[pos] != "}":
                raise JsonError("expected ',' or '}'", pos)

    def sequence(self, pos: int, depth: int) -> tuple[list[Any], int]:
        if depth > _MAX_DEPTH:
            raise JsonError("nested too deeply", pos)
        items: list[Any] = []
        while True:
            pos = self.skip(pos)
            if self.text[pos] == "]":
                return items, pos + 1
            value, pos = self.value(pos, depth, None)
            items.append(value)
            pos = self.skip(pos)
            if self.text[pos] == ",":
                pos += 1
            elif self.text[pos] != "]":
                raise JsonError("expected ',' or ']'", pos)

    def value(self, pos: int, depth: int, schema: Any) -> tuple[Any, int]:
        pos = self.skip(pos)
        quote = self.quote(pos)
        if quote:
            return self.quoted(pos, quote, top=depth == 0)
        if self.text[pos] == "{":
            return self.mapping(pos + 1, depth + 1)
        if self.text[pos] == "[":
            return self.sequence(pos + 1, depth + 1)
        if self.text[pos] in "\"'":
            end = self.text.find(self.text[pos], pos + 1)
            if end < 0:
                raise UnfinishedJson("the text ends inside a string", pos)
            stray = self.quote(end + 1)  # some close with the family's own mark, too
            return self.text[pos + 1 : end], end + 1 + len(stray or "")
        bare = _bare.match(self.text, pos)
        assert bare is not None  # the pattern matches the empty string
        if bare.end() == len(self.text):
            raise UnfinishedJson("the text ends inside the arguments", pos)
        word = bare[0].strip()
        if not word:
            raise JsonError("a key without a value", pos)
        if schema is not None:
            return typed(word, schema, "json"), bare.end()
        if word in ("true", "false"):
            return word == "true", bare.end()
        if word == "null":
            return None, bare.end()
        if _NUMBER.match(word) and len(word) < 300:
            return (float(word) if re.search(r"[.eE]", word) else int(word)), bare.end()
        return word, bare.end()
