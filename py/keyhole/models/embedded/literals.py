"""Values that a request writes out as JSON, for parameters that no words say: matrices, lists of objects, objects whose
parts no schema names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from keyhole.parsing.json_repair import JsonError
from keyhole.parsing.lenient_json import read_json

MOST = 32
"""Brackets at which a value is tried to be read."""
_OPENING = re.compile(r"[\[{]")


def literals(query: str) -> list[Any]:
    """The lists and objects that stand in a text, in order; quotation marks may be single ones."""
    found: list[Any] = []
    end = 0
    for match in list(_OPENING.finditer(query))[:MOST]:
        if match.start() < end:
            continue
        try:
            read = read_json(query, match.start())
        except JsonError:
            continue
        found.append(read.value)
        end = read.end
    return found


def is_structured(schema: Mapping[str, Any], items: Mapping[str, Any]) -> bool:
    """Whether a value of a schema is made of lists or objects that cannot be pointed at word by word; `items`: the
    schema of a list's items."""
    kind = schema.get("type")
    if kind == "array":
        return items.get("type") in ("array", "object")
    return kind == "object" and not schema.get("properties")
