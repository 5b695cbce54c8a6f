"""JSON as models write it: read strictly where it is strict, repaired where only one reading is possible.

`read_json` is the one reader for tool calls and for the steps' outputs. It reads one value from a position and says
where the value ended and what had to be repaired; it never guesses. It is iterative, bounded in depth and in the work
spent on broken input, and its decisions depend on nothing beyond the value's end, so that text still arriving reads
the same as the whole (RFC 8259 is the strict form; the repairs are those listed in `REPAIRS`).
"""

from __future__ import annotations

import json
import re
import sys
from typing import Any

from keyhole.outside_json import HALF_SURROGATE, text_nests_over, without_halves
from keyhole.parsing.json_repair import (
    MAX_DEPTH,
    REPAIRS,
    JsonError,
    LenientReader,
    Read,
    UnfinishedJson,
    finite,
)
from keyhole.parsing.space import JSON_SPACE, past

_FRAGILE = sys.platform == "emscripten"
"""In a page the strict reader's recursion would end Python before it could raise."""


def _no_constant(text: str) -> Any:
    raise ValueError(f"{text} is not JSON")


_strict = json.JSONDecoder(strict=False, parse_constant=_no_constant, parse_float=finite)
_UNTERMINATED = "Unterminated string"
_LONGEST_TOKEN = 8
"""So long at most is the beginning of a word, a number or an escape that the strict reader stops before."""
_number_rest = re.compile(r"\.?(?:[eE][+-]?)?\Z")
_STRING_OR_BRACKET = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[{}\[\]]', re.S)


def read_json(text: str, start: int = 0, *, sealed: bool = False) -> Read:
    """Read one JSON value that begins at `start` (white space before it is skipped).

    Returns the value, the position after it and the names of the repairs made (see `REPAIRS`). `sealed` says that
    the value's end mark has been seen at the end of `text`, so missing closing brackets can have only one place.
    Raises `UnfinishedJson` when the text ends inside the value, else `JsonError` with the position.
    """
    begin = past(JSON_SPACE, text, start)
    try:
        if _FRAGILE and text_nests_over(text, MAX_DEPTH, value_at=begin):
            raise RecursionError
        value, end = _strict.raw_decode(text, begin)
    except (ValueError, RecursionError) as error:
        if isinstance(error, json.JSONDecodeError) and error.msg.startswith(_UNTERMINATED) and not sealed:
            raise UnfinishedJson("the text ends inside a string", len(text)) from None
        return LenientReader(text, begin, sealed).read()
    if isinstance(value, dict | list):
        if _depth(text, begin, end) > MAX_DEPTH:
            raise JsonError("nested too deeply", begin)
    elif isinstance(value, int | float) and not sealed and _number_rest.match(text, end):
        raise UnfinishedJson("a number at the end of the text", end)
    if HALF_SURROGATE.search(text, begin, end):
        cleaned = without_halves(value)
        return Read(cleaned, end, () if cleaned == value else ("surrogate",))
    return Read(value, end, ())


def may_be_strict(text: str, start: int) -> bool:
    """Whether `text` may end inside a value that is strict JSON: then no repair of it is to be thought of yet."""
    begin = past(JSON_SPACE, text, start)
    try:
        if _FRAGILE and text_nests_over(text, MAX_DEPTH, value_at=begin):
            return False
        _strict.raw_decode(text, begin)
    except json.JSONDecodeError as error:
        return error.msg.startswith(_UNTERMINATED) or len(text) - error.pos < _LONGEST_TOKEN
    except (ValueError, RecursionError):
        return False
    return False


def _depth(text: str, start: int, end: int) -> int:
    """The nesting of the JSON in text[start:end], 0 where it cannot be too deep."""
    if text.count("{", start, end) + text.count("[", start, end) <= MAX_DEPTH:
        return 0
    depth = deepest = 0
    for mark in _STRING_OR_BRACKET.finditer(text, start, end):
        if mark[0] in "{[":
            depth += 1
            deepest = max(deepest, depth)
        elif mark[0] in "}]":
            depth -= 1
    return deepest


__all__ = ["MAX_DEPTH", "REPAIRS", "JsonError", "Read", "UnfinishedJson", "read_json"]
