"""Values that a request writes out as JSON, for parameters that no words say: matrices, lists of objects, objects whose
parts no schema names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from keyhole.models.embedded.prompt import Parameter
from keyhole.parsing.json_repair import JsonError
from keyhole.parsing.lenient_json import read_json

MOST = 32
"""Brackets at which a value is tried to be read."""
_JSON = re.compile(r"\bjson\b|\bpayload\b|\bbody\b", re.IGNORECASE)
_OPENING = re.compile(r"[\[{]")


def literals(query: str) -> list[Any]:
    """The lists and objects that stand in a text, in order; quotation marks may be single ones."""
    return [value for value, _, _ in placed_literals(query)]


def may_be_written(name: str, about: str) -> bool:
    """Whether an object that a request writes out is a parameter's though the request does not speak of it."""
    return bool(_JSON.search(f"{name} {about}"))


def json_text(parameters: Sequence[Parameter], query: str) -> tuple[dict[tuple[str, ...], str], str]:
    """By path the one object or list that a request writes out as JSON, as it is written, for the one text that is to
    be such; and the request without it."""
    wanted = [
        parameter.path
        for parameter in parameters
        if parameter.type == "str" and not (parameter.many or parameter.options) and _JSON.search(parameter.about)
    ]
    found = (
        [(start, end) for value, start, end in placed_literals(query) if _holds_something(value)]
        if len(wanted) == 1
        else []
    )
    if len(found) != 1:
        return {}, query
    start, end = found[0]
    return {wanted[0]: query[start:end]}, query[:start] + query[end:]


def _holds_something(value: Any) -> bool:
    """Whether what is in brackets is no mere remark: an object with names, or a list of several or of objects."""
    return bool(value) if isinstance(value, dict) else len(value) > 1 or any(isinstance(each, dict) for each in value)


def placed_literals(query: str) -> list[tuple[Any, int, int]]:
    """The lists and objects that stand in a text, with where each begins and ends."""
    found: list[tuple[Any, int, int]] = []
    for match in list(_OPENING.finditer(query))[:MOST]:
        if found and match.start() < found[-1][2]:
            continue
        try:
            read = read_json(query, match.start())
        except JsonError:
            continue
        found.append((read.value, match.start(), read.end))
    return found


def is_structured(schema: Mapping[str, Any], items: Mapping[str, Any]) -> bool:
    """Whether a value of a schema is made of lists or objects that cannot be pointed at word by word; `items`: the
    schema of a list's items."""
    kind = schema.get("type")
    if kind == "array":
        return items.get("type") in ("array", "object")
    return kind == "object" and not schema.get("properties")
