"""Lint: say which of a tool's fields will make it hard to use for a small model. Such a tool still works.

A small model fills small, flat, described schemas best: each warning names the field and what to do about it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from keyhole.errors import ConfigError
from keyhole.tokens import estimate_tokens
from keyhole.tools.schema import compiled, declared_properties
from keyhole.tools.tool import Tool
from keyhole.tools.toolbox import Toolbox

DEEPEST = 2
MOST_TOKENS = 300
MOST_OPTIONAL = 4
LONGEST_DESCRIPTION = 200
_CHOICES = ("oneOf", "anyOf", "allOf", "not", "if")


def lint_toolbox(toolbox: Toolbox) -> list[str]:
    """The warnings for every tool, as "tool.field: what and why"."""
    return [warning for tool in toolbox for warning in lint(tool)]


def uncallable(schema: Any) -> str:
    """Why no call can be valid against it, "" where one can."""
    try:
        compiled(schema)
    except ConfigError as error:
        return str(error)
    kind = schema.get("type", "object") if isinstance(schema, dict) else "object"
    return "" if kind == "object" else f"its schema is of type {kind!r}, and arguments are an object"


def lint(tool: Tool) -> list[str]:
    """The warnings for one tool; empty when its schema is small. Never raises."""
    schema = tool.parameters
    if reason := uncallable(schema):
        return [f"{tool.name}: {reason}; it cannot be called"]
    warnings: list[str] = []
    if not tool.description.strip():
        warnings.append(f"{tool.name}: no description; say in one line what it does")
    elif len(tool.description.strip().split("\n", 1)[0]) > LONGEST_DESCRIPTION:
        warnings.append(f"{tool.name}: the first line of its description is over {LONGEST_DESCRIPTION} characters")
    if not isinstance(schema, dict):
        return [*warnings, f"{tool.name}: its schema is not an object; nothing guides the arguments"]
    tokens = estimate_tokens(json.dumps(schema, ensure_ascii=False, separators=(",", ":"), default=str))
    if tokens > MOST_TOKENS:
        warnings.append(f"{tool.name}: its schema has about {tokens} tokens (over {MOST_TOKENS}); split the tool")
    properties = declared_properties(schema)
    required = schema.get("required", [])
    optional = [name for name in properties if name not in required]
    if len(optional) > MOST_OPTIONAL:
        names = ", ".join(optional)
        warnings.append(f"{tool.name}: {len(optional)} optional fields ({names}); leave out those that could go")
    warnings += (f"{tool.name}: {name!r} is required but not described" for name in required if name not in properties)
    for name, inner in properties.items():
        warnings.extend(_field(f"{tool.name}.{name}", inner, 1, schema))
    return warnings


def _field(where: str, schema: Any, depth: int, root: dict[str, Any]) -> Iterator[str]:
    if not isinstance(schema, dict):
        return
    described = bool(schema.get("description"))
    schema = _resolved(schema, root)
    described = described or bool(schema.get("description"))
    if depth == 1 and not described:
        yield f"{where}: no description; say what goes in"
    for key in _CHOICES:
        # a field that may also be null is what every optional Python parameter looks like
        if key in schema and not (key == "anyOf" and len([s for s in schema[key] if s != {"type": "null"}]) == 1):
            yield f"{where}: {key}; give it one plain type"
    if depth > DEEPEST:
        yield f"{where}: nested {depth} deep (over {DEEPEST}); make it flat"
        return
    for name, inner in declared_properties(schema).items():
        yield from _field(f"{where}.{name}", inner, depth + 1, root)
    items = schema.get("items")
    if isinstance(items, dict):
        inner = _resolved(items, root)
        if declared_properties(inner) or inner.get("type") == "array":
            yield from _field(f"{where}[]", inner, depth + 1, root)


def _resolved(schema: dict[str, Any], root: dict[str, Any]) -> dict[str, Any]:
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference.startswith(("#/$defs/", "#/definitions/")):
        _, group, name = reference.split("/", 2)
        target = root.get(group, {}).get(name)
        return target if isinstance(target, dict) else schema
    return schema
