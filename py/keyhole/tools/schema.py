"""JSON Schema, compiled once: arguments and model output are checked here and nowhere else.

Draft 2020-12 unless the schema's `$schema` names an older one (jsonschema decides). Nothing is ever fetched: a `$ref`
that leaves the schema makes it invalid.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError, ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import validator_for
from jsonschema_specifications import REGISTRY
from referencing.exceptions import Unresolvable
from referencing.jsonschema import specification_with

from keyhole.errors import ConfigError
from keyhole.made_once import MadeOnce

_MOST_ERRORS = 3
_LONGEST_ERROR = 240


class CompiledSchema:
    """A schema ready to check values. Raises `ConfigError` when the schema itself is invalid."""

    def __init__(self, schema: Any) -> None:
        if not isinstance(schema, dict | bool):
            raise ConfigError(f"a JSON Schema is an object, not {type(schema).__name__}")
        kind = validator_for(schema, default=Draft202012Validator)
        try:
            if not isinstance(schema, bool):  # both booleans are schemas, and hold nothing to check
                kind.check_schema(schema)
                _check_references(schema, kind)
        except SchemaError as error:
            raise ConfigError(f"invalid JSON Schema: {_where(error.absolute_path, 'schema')}: {_said(error)}") from None
        except (RecursionError, re.error, Unresolvable) as error:
            raise ConfigError(f"invalid JSON Schema: {error}") from None
        self.schema = schema
        self._validator: Validator = kind(schema, registry=REGISTRY)

    def errors(self, value: Any, root: str = "") -> list[str]:
        """What is wrong with `value`, as a model can act on it: "`args.count`: 'three' is not of type 'integer'".

        At most three, shallowest first; an empty list when it is valid. `root` names the value itself.
        Raises `ConfigError` when the schema turns out broken while it is used (a `$dynamicRef` to nowhere).
        """
        found: list[ValidationError] = []
        try:
            for error in self._validator.iter_errors(value):
                found.append(_deepest(error))
                if len(found) >= 8:
                    break
        except (Unresolvable, re.error) as error:
            raise ConfigError(f"invalid JSON Schema: {error}") from None
        except RecursionError:
            raise ConfigError("the value or its schema is nested too deeply") from None
        found.sort(key=lambda error: len(error.absolute_path))
        return [f"{_where(error.absolute_path, root)}: {_said(error)}" for error in found[:_MOST_ERRORS]]


def _check_references(schema: dict[str, Any], kind: type[Validator]) -> None:
    """Follow every `$ref` once. Raises `ConfigError` for one that leads nowhere."""
    specification = specification_with(kind.META_SCHEMA["$schema"])
    root = specification.create_resource(schema)
    pending = [(root, REGISTRY.resolver_with_root(root))]
    while pending:
        resource, resolver = pending.pop()
        reference = resource.contents.get("$ref") if isinstance(resource.contents, dict) else None
        if isinstance(reference, str):
            try:
                resolver.lookup(reference)
            except Unresolvable:
                raise ConfigError(f"invalid JSON Schema: its `$ref` {reference!r} leads nowhere") from None
        pending += ((inner, resolver.in_subresource(inner)) for inner in resource.subresources())


_compiled: MadeOnce[Any, CompiledSchema] = MadeOnce(CompiledSchema)


def compiled(schema: Any) -> CompiledSchema:
    """The compiled form of `schema`, made once for each schema object. Raises `ConfigError`."""
    return _compiled(schema)


def declared_properties(schema: Any) -> dict[str, Any]:
    """The schemas of an object's members by name; none where the schema names none."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    return properties if isinstance(properties, dict) else {}


def _deepest(error: ValidationError) -> ValidationError:
    """Of an anyOf or oneOf that failed, the one branch's error that went furthest: it tells most."""
    while error.context:
        error = max(error.context, key=lambda inner: len(inner.absolute_path))
    return error


def _where(path: Iterable[str | int], root: str) -> str:
    text = root
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return f"`{text[:80]}`" if text else "the value"


def _said(error: ValidationError | SchemaError) -> str:
    return error.message if len(error.message) <= _LONGEST_ERROR else error.message[: _LONGEST_ERROR - 1] + "…"
