"""The JSON value in whatever text a model wrote: fences, prose around it, trailing commas, single quotes, cut off.

Only reads; believing is `obtain`'s part. Strict readings come first, so a sound value is never "repaired".
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from keyhole.outside_json import loads, text_nests_over

_LONGEST = 200_000
_MOST_STARTS = 40
_MOST_REPAIRS = 6
_FENCE = re.compile(r"```[ \t]*[\w+-]*[ \t]*\r?\n?(.*?)(?:```|\Z)", re.DOTALL)
_THINKING = re.compile(r"<(think|thinking|thought|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_decoder = json.JSONDecoder()


def candidates(text: str) -> Iterator[Any]:
    """JSON values found in `text`, likeliest first. Nothing when it holds none. Never raises on any text."""
    text = text[:_LONGEST]
    seen: list[str] = []
    for piece in _pieces(text):
        if piece and piece not in seen:
            seen.append(piece)
            yield from _strict(piece)
    for piece in seen:
        yield from _lenient(piece)


def _pieces(text: str) -> Iterator[str]:
    spoken = _THINKING.sub("", text).strip()
    yield spoken
    for fenced in _FENCE.finditer(spoken):
        yield fenced.group(1).strip()
    if spoken != text.strip():
        yield text.strip()


def _strict(text: str) -> Iterator[Any]:
    """Whole text first, then every object that can be decoded from a brace on, outermost and earliest first."""
    try:
        yield loads(text)
        return
    except ValueError:
        if text_nests_over(text):
            return
    position = tries = 0
    while tries < _MOST_STARTS and (start := text.find("{", position)) >= 0:
        tries += 1
        try:
            value, position = _decoder.raw_decode(text, start)
        except ValueError:
            position = start + 1
        else:
            yield value


def _lenient(text: str) -> Iterator[Any]:
    """Repaired readings from the first braces on; an object that was cut off keeps the members that are whole."""
    # imported when it is needed: sound output is the rule, and the parsers are half of what a start would import
    from keyhole.parsing.lenient_json import JsonError, UnfinishedJson, read_json

    position = tries = 0
    while tries < _MOST_REPAIRS and (start := text.find("{", position)) >= 0:
        tries += 1
        try:
            value, position, _ = read_json(text, start)
        except UnfinishedJson:
            whole = _whole_part(text[start:])
            if whole is not None:
                yield whole
            return
        except JsonError as error:
            position = max(start + 1, min(error.position, text.find("{", start + 1)))
        else:
            yield value


def _whole_part(text: str) -> Any:
    from keyhole.parsing.lenient_json import JsonError, read_json

    for _ in range(_MOST_REPAIRS):
        try:
            return read_json(text, sealed=True).value
        except JsonError:
            text = text[: max(text.rfind(","), 0)]
    return None
