"""The tools a text may call: their names, their schemas, and what a wrong name was probably meant to be."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping
from typing import Any

_PREFIXES = ("functions.", "function.", "tools.", "tool.", "default_api.", "api.")


class Tools:
    """Name -> JSON Schema of the arguments. Empty means: not known which tools there are, so any name will do."""

    def __init__(self, tools: Iterable[Any] = ()) -> None:
        self.schemas: dict[str, Any] = {}
        for tool in tools:
            name, schema = _name_and_schema(tool)
            if name:
                self.schemas[name] = schema

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
        return str(body.get("name") or ""), _unwrapped(schema)
    return str(tool.name), _unwrapped(tool.parameters)


def _unwrapped(schema: Any) -> Any:
    if isinstance(schema, Mapping) and isinstance(schema.get("jsonSchema"), Mapping):
        return schema["jsonSchema"]
    return schema
