"""JSON that others wrote: servers, models, tools and files. All of it is read here, within a bound on its nesting.

Python's own reader recurses. In a page, text that nests deep exhausts WebAssembly's stack before Python can raise, and
that ends Python. (pydantic's reader, which reads what Keyhole itself stored, has a bound of its own.)

It also reads half of a surrogate pair, which no UTF-8 can hold: what has one can be neither stored nor sent again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

DEEPEST = 200

_CONTAINERS = (dict, list, tuple)
HALF_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
"""What JSON text that holds half of a surrogate pair matches; whole pairs match it too."""
_MARKS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{}]', re.DOTALL)


def loads(text: str | bytes | bytearray, *, parse_constant: Callable[[str], Any] | None = None) -> Any:
    """The value, U+FFFD for half a surrogate pair. Raises `ValueError` for no JSON, or nesting over `DEEPEST`."""
    if not isinstance(text, str):
        text = text.decode(json.detect_encoding(text))
    if text_nests_over(text):
        raise ValueError(f"it nests deeper than {DEEPEST}")
    value = json.loads(text, parse_constant=parse_constant)
    return without_halves(value) if HALF_SURROGATE.search(text) or not _is_unicode(text) else value


def json_text_read(value: Any) -> Any:
    """The object or list that a text is as JSON, as what a server answered often comes; any other value as it is."""
    if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "["):
        return value
    try:
        return loads(value, parse_constant=no_constant)
    except ValueError:
        return value


def no_constant(name: str) -> Any:
    """For `parse_constant`: refuses NaN and Infinity, which Python's reader takes for JSON."""
    raise ValueError(f"{name} is not JSON")


def without_halves(value: Any) -> Any:
    """The same JSON value with U+FFFD in place of each half of a surrogate pair; two halves that meet become whole."""
    if isinstance(value, str):
        return value if _is_unicode(value) else value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [without_halves(item) for item in value]
    if isinstance(value, dict):
        return {without_halves(key): without_halves(item) for key, item in value.items()}
    return value


def _is_unicode(text: str) -> bool:
    try:
        return text.isascii() or bool(text.encode())
    except UnicodeEncodeError:
        return False


def text_nests_over(text: str, most: int = DEEPEST, *, value_at: int | None = None) -> bool:
    """Whether brackets outside of strings nest deeper than `most`, in JSON text or what claims to be.

    Of a text with more in it, only the value that begins at `value_at` is looked at.
    """
    if value_at is None and text.count("{") + text.count("[") <= most:
        return False  # the usual case, at the speed of a search
    depth = 0
    for mark in _MARKS.finditer(text, value_at or 0):
        first = text[mark.start()]
        if first in "[{":
            depth += 1
            if depth > most:
                return True
        elif first != '"':
            depth = max(0, depth - 1)
        if depth == 0 and value_at is not None:
            return False
    return False


def nests_over(value: Any, most: int) -> bool:
    """Whether containers nest deeper than `most`; level by level, each container once a level. A cycle does."""
    level = {0: value} if isinstance(value, _CONTAINERS) else {}
    for _ in range(most):
        if not level:
            return False
        level = {
            id(inner): inner
            for outer in level.values()
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, _CONTAINERS)
        }
    return bool(level)
