"""Arguments beside the schema that declares them."""

from __future__ import annotations

from typing import Any

import pytest

from keyhole.parsing import parse
from keyhole.parsing.declared import settled, takes

NUMBER = {"type": "number"}
TEXT = {"type": "string"}


@pytest.mark.parametrize(
    ("value", "schema", "wanted"),
    [
        ("5", NUMBER, 5),
        ("true", {"type": "boolean"}, True),
        ("soon", NUMBER, "soon"),
        (5, TEXT, "5"),
        (True, TEXT, True),
        ("5", {"type": ["number", "string"]}, "5"),
        ('["1", "2"]', {"type": "array", "items": NUMBER}, [1, 2]),
        ("sea", {"type": "array", "items": TEXT}, ["sea"]),
        ('{"days": "2"}', {"type": "object", "properties": {"days": NUMBER}}, {"days": 2}),
        (["1", 2], {"type": "array", "prefixItems": [NUMBER, TEXT]}, [1, "2"]),
        ({"days": "2"}, {"oneOf": [{"properties": {"days": NUMBER}}]}, {"days": "2"}),
        ("5", {}, "5"),
        ("5", None, "5"),
    ],
)
def test_a_value_of_the_declared_type(value: Any, schema: Any, wanted: Any) -> None:
    assert settled(value, schema) == wanted


ONE = {"type": "object", "properties": {"a": NUMBER}, "required": ["a"]}
OTHER = {"type": "object", "properties": {"b": NUMBER}, "required": ["b"]}


@pytest.mark.parametrize(
    ("schema", "value", "taken"),
    [
        (ONE, {"a": 1}, True),
        (ONE, {"a": "1"}, False),
        (ONE, {}, False),
        ({**ONE, "additionalProperties": False}, {"a": 1, "c": 2}, False),
        ({**ONE, "additionalProperties": TEXT}, {"a": 1, "c": 2}, False),
        ({**ONE, "additionalProperties": False, "patternProperties": {"^c": {}}}, {"a": 1, "c": 2}, True),
        ({"oneOf": [ONE, OTHER]}, {"a": 1}, True),
        ({"oneOf": [ONE, OTHER]}, {"a": 1, "b": 2}, False),
        ({"anyOf": [ONE, OTHER]}, {"a": 1, "b": 2}, True),
        ({"anyOf": [ONE, OTHER]}, {"c": 1}, False),
        ({"allOf": [ONE, OTHER]}, {"a": 1}, False),
        ({"type": "integer"}, 2.0, True),
        ({"type": "integer"}, 2.5, False),
        ({"type": "array", "items": NUMBER}, [1, "2"], False),
        ({"enum": ["a", "b"]}, "c", False),
        ({"const": 1}, 1, True),
        ({"type": "str"}, 1, True),
        (False, {}, False),
        (None, 1, True),
    ],
)
def test_what_a_schema_takes(schema: Any, value: Any, taken: bool) -> None:
    assert takes(schema, value) is taken


def test_a_family_whose_servers_check_arguments() -> None:
    tools = [{"name": "book", "parameters": {"properties": {"seats": NUMBER}, "required": ["seats"]}}]
    typed = '<tool_call>{"name": "book", "arguments": {"seats": "2"}}</tool_call>'
    missing = '<tool_call>{"name": "book", "arguments": {}}</tool_call>'
    assert parse(typed, tools, "hermes").calls[0].arguments == {"seats": 2}
    assert parse(typed, tools).calls[0].arguments == {"seats": "2"}
    assert not parse(missing, tools, "hermes").calls
    assert parse(missing, tools, "hermes").content == missing
    assert parse(missing, tools).calls[0].arguments == {}
