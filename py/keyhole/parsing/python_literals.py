"""Python literals, read by hand and never evaluated: what stands in a call that is written as Python.

Models forget to escape the quotes in code that they pass on, so a string ends only where what follows can go on behind
one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from keyhole.outside_json import without_halves
from keyhole.parsing.lenient_json import JsonError, UnfinishedJson
from keyhole.parsing.space import SPACE, past

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


@dataclass(slots=True)
class LiteralReader:
    """Reads literals from `text`; `final` says that nothing comes behind it, `printed` that the call they stand in
    stands in a `print`. Every method takes a position and gives back a value and the position behind it. Raises
    `JsonError` where no literal stands, `UnfinishedJson` where the text breaks off in one."""

    text: str
    final: bool
    printed: bool = False
    steps: int = 0

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
