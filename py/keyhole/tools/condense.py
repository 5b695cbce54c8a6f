"""Condense: cut a raw tool result down to what a model may see.

Whatever a tool returned comes in (cycles, NaN, bytes, ten megabytes); compact JSON within a token budget goes out, the
same text for the same value. Keys keep their order, ids are never cut, what was left out is said (`"…": "12 more"`).
The raw result is kept as text in a `ResultStore`, under a handle.
"""

from __future__ import annotations

import base64
import dataclasses
import datetime
import decimal
import enum
import json
import math
import uuid
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Set
from pathlib import PurePath
from typing import Any

from pydantic import BaseModel

from keyhole.errors import ToolError
from keyhole.outside_json import nests_over
from keyhole.tokens import estimate_tokens

MORE = "…"
"""Ends a text that was cut; as a key, or first in a list's last item, it tells how much is not shown."""

# string length, list length, keys of an object, depth: tried in turn until the result fits the budget
_LIMITS = (
    (2000, 40, 40, 6),
    (600, 24, 30, 5),
    (300, 16, 24, 5),
    (160, 12, 16, 4),
    (100, 8, 12, 4),
    (60, 5, 10, 3),
    (40, 3, 8, 3),
    (24, 2, 6, 2),
    (16, 1, 4, 2),
    (16, 1, 4, 1),
    (16, 1, 1, 1),
    (16, 1, 1, 0),  # "(12 fields)": names alone may be too long for a small budget
)
_LONGEST_ID = 120
_RAW_DEPTH = 60
_MOST_BITS = 14_000
_LARGE = 1e15
"""From here on a float has no decimals, and not every whole number."""
_THOUSANDS = 1000
"""From here on an amount is told to the hundredth."""
_WRITTEN = 10
"""Digits of a number that somebody may have written so; what has more was worked out."""


def condense(value: Any, budget: int = 400) -> str:
    """Compact JSON of `value` within `budget` tokens, 30 at the least. Never raises on any value."""
    return condense_json(to_json(value), budget)


def condense_json(raw: str, budget: int = 400) -> str:
    """`condense` for a result that is JSON text already."""
    value = json.loads(raw)
    text = ""
    for limits in _LIMITS:
        text = _dumps(_cut(value, *limits))
        if estimate_tokens(text) <= budget:
            break
    return text


def plain(value: Any) -> Any:
    """`value` as JSON can hold it: models and dataclasses become objects, sets lists, NaN null, bytes a short note.

    A cycle becomes "(cycle)", what nests deeper than 60 "(too deep)", an object of no known kind its `str`.
    """
    return _plain(value, (), 0)


def to_json(value: Any) -> str:
    """All of `value` as compact JSON text. Never raises on any value."""
    if nests_over(value, _RAW_DEPTH):  # WebAssembly's stack runs out before Python's does, and then Python is gone
        value = plain(value)
    try:  # the quick way, for what tools mostly return
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        text = _dumps(plain(value))
    # a lone surrogate is legal in a Python string and nowhere else
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


class ResultStore:
    """Raw results as JSON text, by handle. Bounded: the oldest go first; one over `most_bytes` is not kept at all."""

    def __init__(self, *, most_results: int = 200, most_bytes: int = 64_000_000) -> None:
        self._most_results, self._most_bytes = most_results, most_bytes
        self._texts: OrderedDict[str, str] = OrderedDict()
        self._bytes = 0

    def put(self, text: str) -> str | None:
        """Keep a raw result and return its handle; None when it is too large to keep."""
        if len(text) > self._most_bytes:
            return None
        handle = f"raw_{uuid.uuid4().hex[:12]}"
        self._texts[handle] = text
        self._bytes += len(text)
        while len(self._texts) > self._most_results or self._bytes > self._most_bytes:
            _, oldest = self._texts.popitem(last=False)
            self._bytes -= len(oldest)
        return handle

    def get(self, handle: str) -> Any:
        """The raw result, as plain JSON values. Raises `ToolError` when it is no longer kept."""
        try:
            return json.loads(self._texts[handle])
        except KeyError:
            raise ToolError(
                f"the raw result {handle!r} is not kept any more", advice="Run the tool again to see its full result."
            ) from None

    def within(self, handle: str, most: int) -> Any:
        """The same, but None when it is no longer kept or is of more than `most` characters."""
        text = self._texts.get(handle, "")
        return json.loads(text) if 0 < len(text) <= most else None


def _dumps(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _plain(value: Any, above: tuple[int, ...], depth: int) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, enum.Enum):
        return _plain(value.value, above, depth)
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int):  # Python writes none of over 4300 digits, and reads none
        return int(value) if value.bit_length() <= _MOST_BITS else f"(an integer of {value.bit_length()} bits)"
    if isinstance(value, float | decimal.Decimal):
        number = float(value)
        return number if math.isfinite(number) else None
    if isinstance(value, bytes | bytearray | memoryview):
        return _bytes_note(bytes(value))
    if isinstance(value, datetime.date | datetime.time | datetime.timedelta | PurePath | uuid.UUID):
        return value.isoformat() if hasattr(value, "isoformat") else str(value)
    if id(value) in above:
        return "(cycle)"
    if depth >= _RAW_DEPTH:
        return "(too deep)"
    above = (*above, id(value))
    try:
        if isinstance(value, BaseModel):
            return _plain(dict(value), above, depth + 1)
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
            return _plain(fields, above, depth + 1)
        if isinstance(value, Mapping):
            return {
                key if isinstance(key, str) else str(key): _plain(item, above, depth + 1) for key, item in value.items()
            }
        if isinstance(value, Set):
            return _plain(sorted(value, key=repr), above, depth + 1)
        if isinstance(value, Iterable) and hasattr(value, "__len__"):
            return [_plain(item, above, depth + 1) for item in value]
        return str(value)
    except Exception as error:  # a tool's own object may raise anything from any method
        return f"({type(value).__name__} that cannot be shown: {type(error).__name__})"


def _bytes_note(value: bytes) -> str:
    try:
        text = value.decode("utf-8")
    except UnicodeDecodeError:
        return f"({len(value)} bytes: {base64.b64encode(value[:24]).decode()}{MORE if len(value) > 24 else ''})"
    return text


def _cut(value: Any, longest: int, items: int, keys: int, depth: int, key: str = "") -> Any:
    if isinstance(value, str):
        limit = max(longest, _LONGEST_ID) if _is_id(key) else longest
        return value if len(value) <= limit else value[: limit - 1].rstrip() + MORE
    if isinstance(value, int) and value.bit_length() > 3 * longest:
        return _cut(str(value), longest, items, keys, depth, key)
    if isinstance(value, float):
        return _short(value)
    if isinstance(value, dict):
        kept = {name: item for name, item in value.items() if item not in (None, "", [], {})}
        if depth == 0:
            return f"({len(kept)} fields)"
        cut = {
            name if len(name) <= 80 else name[:79] + MORE: _cut(item, longest, items, keys, depth - 1, name)
            for name, item in _first(kept, keys)
        }
        if len(kept) > keys:
            cut[MORE] = f"{len(kept) - keys} more fields"
        return cut
    if isinstance(value, list | tuple):
        if depth == 0:
            return f"({len(value)} items)"
        shown = [_cut(item, longest, items, keys, depth - 1, key) for item in value[:items]]
        if len(value) > items:
            shown.append(f"{MORE} {len(value) - items} more")
        return shown
    return value


def _short(value: float) -> int | float:
    """A number as somebody would write it: an amount keeps its cents, what was worked out loses its long tail."""
    if abs(value) >= _LARGE:
        return float(f"{value:.12g}")
    written = float(f"{value:.12g}")  # 0.1 + 0.2 is 0.3
    digits = f"{abs(written):.12g}".replace(".", "").lstrip("0").partition("e")[0]
    if len(digits) > _WRITTEN or abs(value) >= _THOUSANDS:
        written = round(value, max(5 - math.floor(math.log10(abs(value))), 2))
    return int(written) if written.is_integer() else written


def _first(kept: dict[str, Any], keys: int) -> list[tuple[str, Any]]:
    """The first fields, and ids wherever they stand: a follow-up call needs them."""
    pairs = list(kept.items())
    return (
        pairs if len(pairs) <= keys else pairs[:keys] + [pair for pair in pairs[keys : keys + 200] if _is_id(pair[0])]
    )


def _is_id(key: str) -> bool:
    lowered = key.lower()
    return lowered in ("id", "hash", "handle", "uuid", "key") or lowered.endswith(("_id", "_ids")) or key.endswith("Id")
