"""What a model server answers, as events: a stream of server-sent events (WHATWG HTML, 9.2), or one body.

Servers are not strict about which of both they send, nor about lines and marks, so neither is this.
"""

from __future__ import annotations

import codecs
import contextlib
import re
from collections.abc import AsyncGenerator
from typing import Any

import httpx

from keyhole.errors import ModelError, NetworkError
from keyhole.outside_json import loads

Event = dict[str, Any]
DONE: Event = {}
"""What OpenAI's servers end an answer with, and what a whole body ends with."""
LONGEST = 4_000_000
"""Bytes of a line, or of a body."""

_BOM = codecs.BOM_UTF8
_LINE_END = re.compile(rb"[\r\n]")
_FIELD = re.compile(rb"\s*(?:data|event|id|retry|error)?:")


async def streamed(response: httpx.Response) -> AsyncGenerator[Event]:
    """The `data:` of each server-sent event, or the whole body of a server that sends one all the same.

    Lines end in a line feed, a carriage return or both, and in nothing else: U+2028 in a text is no line's end. Raises
    `ModelError` for what can be read as neither, and `NetworkError` where it breaks off.
    """
    buffer = bytearray()
    begun = is_whole = False
    async for data in response.aiter_bytes():
        buffer += data
        if not begun:
            if _BOM.startswith(buffer):
                continue
            buffer = bytearray(buffer.removeprefix(_BOM).lstrip())
            begun, is_whole = bool(buffer), buffer.startswith((b"{", b"["))  # as no line of a stream begins
        if not is_whole:
            *lines, rest = _LINE_END.split(buffer)
            buffer = bytearray(rest)
            for line in lines:
                if (event := _event(line)) is not None:
                    yield event
                    if event is DONE:
                        return
        if len(buffer) > LONGEST:
            raise ModelError("the server sent a line without an end")
    try:
        events = _of_body(buffer) if is_whole else [_event(buffer)]
    except ModelError:
        raise broken_off() from None
    for event in events:
        if event is not None:
            yield event


def _event(line: bytes | bytearray) -> Event | None:
    if line.startswith(b"{"):  # what some servers say of an error in the middle of a stream
        with contextlib.suppress(ValueError):
            event = loads(line)
            return event if isinstance(event, dict) else None
    name, _, data = line.strip().partition(b":")  # a space behind the colon is allowed, not needed
    data = data.strip()
    if name not in (b"data", b"error") or not data:
        return None
    if data == b"[DONE]":
        return DONE
    try:
        event = loads(data)
    except ValueError:
        raise ModelError(f"the server sent what is no JSON: {_shown(line)}") from None
    if name == b"error":  # builds of llama.cpp tell so of what goes wrong after the answer has begun
        return {"error": event}
    return event if isinstance(event, dict) else None


def _shown(body: bytes | bytearray) -> str:
    """How it begins, as a reader may see it."""
    return " ".join(body[:200].decode("utf-8", "replace").split()) or "nothing"


async def whole(response: httpx.Response) -> AsyncGenerator[Event]:
    """The body of an answer that is no stream, or a stream under a header that promises none. Raises `ModelError`."""
    body = (await response.aread()).removeprefix(_BOM)
    if _FIELD.match(body):  # a stream under a header that promises none
        events = [event for line in _LINE_END.split(body) if (event := _event(line)) is not None]
    else:
        events = _of_body(body)
    for event in events:
        yield event


def _of_body(body: bytes | bytearray) -> list[Event]:
    try:
        event = loads(body)
    except ValueError:
        raise ModelError(
            f"the server's answer is no JSON: {_shown(body)}",
            advice="Check that the base URL is that of a model server.",
        ) from None
    return [event, DONE] if isinstance(event, dict) else []


def broken_off() -> NetworkError:
    """The answer came to no end: what was said of it may be half a sentence."""
    return NetworkError("the server broke off its answer", advice="Ask again.")
