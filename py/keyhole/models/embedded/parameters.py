"""The parameters that the embedded model is asked for, the leaves of a tool's schema, and what their schemas say."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from keyhole.models.embedded.prompt import Parameter, Type
from keyhole.tools.schema import compiled

_DEPTH = 3
_TYPES: dict[str, Type] = {"string": "str", "integer": "int", "number": "num", "float": "num", "boolean": "bool"}


def by_itself(given: Any, root: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """A schema that values can be checked against without the one that it is a part of: with the definitions that it
    refers to; None where it refers to another place of that."""
    inner = resolved(given, root)
    if inner is None or '"$ref"' not in json.dumps(inner):
        return inner
    inner = {**inner, **{name: root[name] for name in ("$defs", "definitions") if name in root}}
    return None if _ELSEWHERE.search(json.dumps(inner)) else inner


_ELSEWHERE = re.compile(r'"\$ref": "(?!#/(?:\$defs|definitions)/)')


def meets(schema: Mapping[str, Any], value: Any, many: bool) -> bool:
    """Whether a value is valid, or every one of several."""
    check = compiled(schema)
    return not any(check.errors(item, "") for item in (value if many else [value]))


def parameters_of(schema: Mapping[str, Any]) -> list[Parameter]:
    """The leaves of an object schema that can be filled from a request, in order; fixed values are left out."""
    found: list[Parameter] = []
    _collect(schema, schema, (), True, found)
    return found


def _collect(
    schema: Mapping[str, Any],
    root: Mapping[str, Any],
    path: tuple[str, ...],
    required: bool,
    found: list[Parameter],
) -> None:
    properties = schema.get("properties")
    if not isinstance(properties, dict) or len(path) > _DEPTH:
        return
    needed = schema.get("required")
    needed = needed if isinstance(needed, list) else []
    for name, raw in properties.items():
        inner = resolved(raw, root)
        must = required and name in needed
        if inner is None or "const" in inner or (must and only_value(inner)):
            continue
        here = (*path, name)
        if isinstance(inner.get("properties"), dict):
            _collect(inner, root, here, must, found)
            continue
        many = inner.get("type") == "array"
        leaf = resolved(inner.get("items", {}), root) if many else inner
        if leaf is None:
            continue
        made = _leaf(here, inner, leaf, must, many, schema if path else {})
        if made is not None:
            found.append(replace(made, nullable=not many and _may_be_null(raw, root)))


def _may_be_null(given: Any, root: Mapping[str, Any]) -> bool:
    """Whether a schema says that null is a value: as one of its types or its choices, or as a branch of its own."""
    schema = given if isinstance(given, dict) else {}
    reference = resolved({"$ref": schema["$ref"]}, root) if isinstance(schema.get("$ref"), str) else None
    kinds, choices = schema.get("type"), schema.get("enum")
    branches = schema.get("anyOf") or schema.get("oneOf")
    return (
        kinds == "null"
        or (isinstance(kinds, list) and "null" in kinds and (not isinstance(choices, list) or None in choices))
        or (kinds is None and isinstance(choices, list) and None in choices)
        or (isinstance(branches, list) and any(isinstance(b, dict) and b.get("type") == "null" for b in branches))
        or (reference is not None and reference.get("type") != "object" and _may_be_null(reference, {}))
    )


def only_value(schema: Mapping[str, Any]) -> list[Any]:
    """The one value that a schema allows, in a list; the list is empty where there are several."""
    if "const" in schema:
        return [schema["const"]]
    values = schema.get("enum")
    return values if isinstance(values, list) and len(values) == 1 else []


def _leaf(
    path: tuple[str, ...],
    inner: Mapping[str, Any],
    leaf: Mapping[str, Any],
    required: bool,
    many: bool,
    outer: Mapping[str, Any],
) -> Parameter | None:
    values = leaf.get("enum")
    options = tuple(v for v in values if isinstance(v, str | int | float | bool)) if isinstance(values, list) else ()
    kind = leaf.get("type")
    if isinstance(kind, list):
        kind = next((k for k in kind if k != "null"), None)
    if options:
        type_: Type = "enum"
    elif isinstance(kind, str) and kind in _TYPES:
        type_ = _TYPES[kind]
    elif kind in (None, "any") and not many:
        type_ = "str"
    else:
        return None
    about = inner.get("description") or leaf.get("description") or ""
    about = about if isinstance(about, str) else ""
    around = outer.get("description")
    around = around if isinstance(around, str) else ""
    return Parameter(path, type_, about, required, many, options if type_ == "enum" else (), leaf, around)


def resolved(given: Any, root: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """A schema without its reference, and the first branch that is not null of an `anyOf` or `oneOf`."""
    schema: Mapping[str, Any] | None = given if isinstance(given, dict) else None
    for _ in range(4):
        if schema is None:
            return None
        reference = schema.get("$ref")
        branches = schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf")
        if isinstance(reference, str) and reference.startswith("#/"):
            target: Any = root
            for part in reference[2:].split("/"):
                target = target.get(part) if isinstance(target, dict) else None
            schema = {
                **(target if isinstance(target, dict) else {}),
                **{k: v for k, v in schema.items() if k != "$ref"},
            }
        elif isinstance(branches, list):
            branch = next((b for b in branches if isinstance(b, dict) and b.get("type") != "null"), {})
            rest = {k: v for k, v in schema.items() if k not in ("anyOf", "oneOf", "allOf")}
            schema = {**branch, **rest}
        else:
            return schema
    return schema


def fallback_of(parameter: Parameter) -> Any:
    """The value of a required parameter that the request does not give: its default; a switch is on. Else None."""
    default = parameter.schema.get("default")
    if default is not None and not parameter.many:
        return default
    if parameter.type == "bool" and not parameter.many:
        return not re.search(r"default(?:s to| is|:)? *['\"]?false", parameter.description, re.IGNORECASE)
    return None
