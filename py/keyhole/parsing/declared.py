"""A value beside the schema that declares it: of the declared types where nothing but its spelling differs, and whether
the schema takes it.

Types, members, items, choices and combined schemas count; patterns and formats do not (a pattern could take for ever).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from keyhole.parsing.values import type_name, typed, types_of

_TYPES = frozenset({"null", "boolean", "integer", "number", "string", "array", "object"})
_DEEPEST = 40


def settled(value: Any, schema: Any, depth: int = 0) -> Any:
    """`"2"` for a number as 2, 2 for a text as "2", a text for a list as the list it spells; all else as it is."""
    kinds = types_of(schema)
    if depth > _DEEPEST or not kinds:
        return value
    if isinstance(value, str) and "string" not in kinds:
        value = typed(value, schema, "string")
        if isinstance(value, str):
            return parts(value, schema) if kinds == {"array"} else value
    elif isinstance(value, int | float) and not isinstance(value, bool) and kinds == {"string"}:
        return json.dumps(value)
    if isinstance(value, dict) and isinstance(schema.get("properties"), Mapping):
        held = schema["properties"]
        return {key: settled(inner, held.get(key), depth + 1) for key, inner in value.items()}
    if isinstance(value, list):
        return [settled(inner, item_schema(schema, at), depth + 1) for at, inner in enumerate(value)]
    return value


def parts(text: str, schema: Any) -> list[Any]:
    """The items of a list that is told in words: a line each, or with commas between."""
    texts = [part.strip() for part in (text.split("\n") if "\n" in text.strip() else text.split(","))]
    return [settled(part, item_schema(schema, at)) for at, part in enumerate(filter(None, texts))]


def item_schema(schema: Any, at: int) -> Any:
    """The schema of a list's item at this place; None when it does not say."""
    if not isinstance(schema, Mapping):
        return None
    first = schema.get("prefixItems")
    if isinstance(first, list) and at < len(first):
        return first[at]
    items = schema.get("items")
    return items[at] if isinstance(items, list) and at < len(items) else items


def takes(schema: Any, value: Any, depth: int = 0) -> bool:
    """Whether this schema allows this value, as far as it is looked at here."""
    if isinstance(schema, bool):
        return schema
    if not isinstance(schema, Mapping) or depth > _DEEPEST:
        return True
    kind = schema.get("type")
    kinds = _TYPES.intersection([kind] if isinstance(kind, str) else kind or ())
    kinds |= {"integer"} if "number" in kinds else set()
    whole = isinstance(value, float) and value.is_integer() and "integer" in kinds
    if kinds and not whole and type_name(value) not in kinds:
        return False
    allowed = [schema["const"]] if "const" in schema else schema.get("enum")
    if isinstance(allowed, list) and value not in allowed:
        return False
    if isinstance(value, dict) and not _takes_members(schema, value, depth):
        return False
    if isinstance(value, list):
        held = [takes(item_schema(schema, at), inner, depth + 1) for at, inner in enumerate(value)]
        if not all(held):
            return False
    some, one = schema.get("anyOf"), schema.get("oneOf")
    return (
        all(takes(part, value, depth + 1) for part in schema.get("allOf") or ())
        and (not some or any(takes(part, value, depth + 1) for part in some))
        and (not one or sum(takes(part, value, depth + 1) for part in one) == 1)
    )


def _takes_members(schema: Mapping[str, Any], value: dict[str, Any], depth: int) -> bool:
    if not set(schema.get("required") or ()) <= value.keys():
        return False
    held = schema.get("properties")
    declared = held if isinstance(held, Mapping) else {}
    others = True if schema.get("patternProperties") else schema.get("additionalProperties", True)
    return all(takes(declared.get(key, others), inner, depth + 1) for key, inner in value.items())
