"""Values made fit to travel: a call's arguments as a JSON object, whatever they were.

Models give half an object, a list, a bare string; programs give sets, NaN, cycles. Every provider wants one JSON object
(llama-server, Anthropic and Gemini answer 400 to anything else), so that is what comes out.
"""

from __future__ import annotations

import json
import math
from typing import Any

from keyhole.outside_json import loads, nests_over

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
_DEEPEST = 64
_LARGEST = 2**63 - 1


def arguments_text(arguments: Any) -> str:
    """The arguments as the text of one strict JSON object: encodable as UTF-8, no NaN, no cycle.

    A string that holds a JSON object is that object. Anything else that is no object becomes `{"value": ...}`, None
    becomes `{}`. Never raises.
    """
    value = _as_object(arguments)
    if nests_over(value, _DEEPEST):
        return _encode(_clean(value, _DEEPEST))
    try:
        text = _encode(value)
        if not text.isascii():
            text.encode()
    except (TypeError, ValueError):
        return _encode(_clean(value, _DEEPEST))
    return text


def arguments_object(arguments: Any) -> dict[str, Any]:
    """The same as a fresh dictionary of plain JSON values, shared with nobody."""
    if type(arguments) is dict and all(map(_is_simple, arguments, arguments.values())):
        return dict(arguments)  # the usual case: nothing nested, nothing to mend
    value: dict[str, Any] = json.loads(arguments_text(arguments))
    return value


def _is_simple(key: Any, value: Any) -> bool:
    if type(key) is not str or not key.isascii():
        return False
    kind = type(value)
    if kind is str:
        return bool(value.isascii())
    return kind is bool or (kind is int and -_LARGEST <= value <= _LARGEST)


def _as_object(arguments: Any) -> dict[Any, Any]:
    if isinstance(arguments, dict):
        return arguments
    if arguments is None or arguments == "":
        return {}
    if isinstance(arguments, str):
        try:
            parsed = loads(arguments)
        except ValueError:
            return {"value": arguments}
        if isinstance(parsed, dict):
            return parsed
    return {"value": arguments}


def _clean(value: Any, depth: int, above: tuple[int, ...] = ()) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if value.bit_length() < 1024 else f"(a number of {value.bit_length()} bits)"
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if id(value) in above:
        return "(the value itself again)"
    if depth == 0:
        return "(nested too deeply)"
    above = (*above, id(value))
    if isinstance(value, dict):
        return {_clean(str(key), depth): _clean(inner, depth - 1, above) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(inner, depth - 1, above) for inner in value]
    return f"(a {type(value).__name__}, which has no JSON form)"
