"""The tools a text may call: their names, their schemas, and what a wrong name was probably meant to be."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping
from typing import Any

_MEMBERS, _LISTS = ("properties", "patternProperties"), ("anyOf", "oneOf", "allOf", "required", "enum", "type")
_INNER = ("items", "additionalProperties")
_PREFIXES = ("functions.", "function.", "tools.", "tool.", "default_api.", "api.")


class Tools:
    """Name -> JSON Schema of the arguments. Empty means: not known which tools there are, so any name will do."""

    def __init__(self, tools: Iterable[Any] = ()) -> None:
        self.schemas: dict[str, Any] = {}
        for tool in tools:
            name, schema = _name_and_schema(tool)
            if name:
                self.schemas[name] = schema if isinstance(schema, Mapping) or schema is False else None

        self.key = json.dumps(self.schemas, sort_keys=True, default=str)
        """The same for the same tools."""

    def __bool__(self) -> bool:
        return bool(self.schemas)

    def __contains__(self, name: str) -> bool:
        return name in self.schemas

    def resolve(self, name: str) -> str:
        """The tool's own name where `name` differs from it by nothing but a namespace."""
        if name in self.schemas:
            return name
        for prefix in _PREFIXES:
            if name.startswith(prefix) and (not self or name[len(prefix) :] in self.schemas):
                return name[len(prefix) :]
        last = name.rpartition("/")[2]
        if last in self.schemas:
            return last
        first, _, rest = name.partition(".")
        return first if first == rest and first in self.schemas else name

    def did_you_mean(self, name: str) -> str | None:
        folded = {_fold(known): known for known in self.schemas}
        close = difflib.get_close_matches(_fold(name[:100]), folded, n=1, cutoff=0.5)
        return folded[close[0]] if close else None

    def schema(self, name: str) -> Any:
        return self.schemas.get(name)


def _fold(name: str) -> str:
    return "".join(char for char in name.lower() if char.isalnum())


def _name_and_schema(tool: Any) -> tuple[str, Any]:
    """From a `Tool`, an OpenAI declaration, or a plain {name, parameters} mapping."""
    if isinstance(tool, Mapping):
        inner = tool.get("function")
        body = inner if isinstance(inner, Mapping) else tool
        schema = body.get("parameters", body.get("input_schema"))
        return str(body.get("name") or ""), _sound(_unwrapped(schema))
    return str(tool.name), _unwrapped(tool.parameters)


def _unwrapped(schema: Any) -> Any:
    if isinstance(schema, Mapping) and isinstance(schema.get("jsonSchema"), Mapping | bool):
        return schema["jsonSchema"]
    return schema


def _sound(schema: Any) -> Any:
    """A schema from outside without the keywords that hold another kind of value than JSON Schema has there."""
    if not isinstance(schema, Mapping):
        return schema
    sound: dict[str, Any] = {}
    for key, value in schema.items():
        if key in _MEMBERS:
            if isinstance(value, Mapping):
                sound[key] = {name: _sound(part) for name, part in value.items()}
        elif key in _LISTS:
            if isinstance(value, list | tuple):
                sound[key] = [_sound(part) for part in value if key != "required" or isinstance(part, str)]
            elif key == "type" and isinstance(value, str):
                sound[key] = value
        else:
            sound[key] = _sound(value) if key in _INNER else value
    return sound
