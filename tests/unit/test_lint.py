"""Lint: each warning names the field."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field

from keyhole.errors import ConfigError
from keyhole.tools.lint import lint
from keyhole.tools.tool import Tool, tool


class Inner(BaseModel):
    x: int


class Outer(BaseModel):
    inner: Inner


async def _run(args: object) -> None:
    return None


def made(properties: dict[str, Any], description: str = "Does it.", **more: Any) -> Tool:
    return Tool("t", description, {"type": "object", "properties": properties, **more}, _run)


D = {"description": "said"}


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (made({"a": {"type": "string"}}), "t.a: no description"),
        (made({}, description=" "), "t: no description"),
        (made({}, description="x" * 300), "over 200 characters"),
        (made({"a": {"oneOf": [{"type": "string"}, {"type": "integer"}], **D}}), "t.a: oneOf"),
        (
            made({"a": {"properties": {"b": {"properties": {"c": {"type": "string"}}}}, **D}}),
            "t.a.b.c: nested 3 deep",
        ),
        (made({"a": {"items": {"items": {"type": "array"}, "type": "array"}, **D}}), "t.a[][]: nested 3 deep"),
        (made({f"o{n}": {"type": "string", **D} for n in range(5)}), "5 optional fields (o0, o1, o2, o3, o4)"),
        (made({"a": {"type": "string", "description": "x" * 1500}}), "tokens (over 300)"),
        (made({}, required=["ghost"]), "'ghost' is required but not described"),
        (Tool("t", "Does it.", {"type": "nonsense"}, _run), "invalid JSON Schema"),
        (Tool("t", "Does it.", {"type": "array"}, _run), "of type 'array'"),
        (made({"a": {"$ref": "#/nope", **D}}), "`$ref` '#/nope' leads nowhere"),
        (
            made({"a": {"items": {"$ref": "#/$defs/B"}, **D}}, **{"$defs": {"A": {}}}),
            "`$ref` '#/$defs/B' leads nowhere",
        ),
        (made({"a": {"$ref": "https://site.example/a.json", **D}}), "leads nowhere"),
    ],
)
def test_warnings(bad: Tool, says: str) -> None:
    assert any(says in warning for warning in lint(bad)), lint(bad)


def test_a_small_tool_has_none() -> None:
    @tool
    def small(
        name: Annotated[str, Field(description="the name")],
        limit: Annotated[int | None, Field(description="how many")] = None,
    ) -> str:
        """Find one thing."""
        return name

    assert lint(small) == []


def test_references_are_followed() -> None:
    @tool
    def nested(outer: Annotated[Outer, Field(description="what to do")]) -> str:
        """Do."""
        return ""

    assert [warning for warning in lint(nested) if "nested 3 deep" in warning] == [
        "nested.outer.inner.x: nested 3 deep (over 2); make it flat"
    ]


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"a": {"$ref": "#/$defs/A", **D}}, "$defs": {"A": {"$anchor": "A", "type": "string"}}},
        {"properties": {"a": {"$ref": "#A", **D}}, "$defs": {"A": {"$anchor": "A", "type": "string"}}},
        {
            "$schema": "http://json-schema.org/draft-04/schema#",
            "properties": {"a": {"$ref": "#/definitions/A", **D}},
            "definitions": {"A": {"type": "string"}},
        },
        {"properties": {"$ref": {"enum": [{"$ref": "#/data"}], **D}}},
    ],
)
def test_references_that_lead_somewhere_or_are_none(schema: dict[str, Any]) -> None:
    assert lint(Tool("t", "Does it.", {"type": "object", **schema}, _run)) == []


def test_a_hint_that_cannot_be_read_is_a_config_error() -> None:
    class Local:
        pass

    def wrong(x: Local) -> None:
        """Wrong."""

    with pytest.raises(ConfigError, match="cannot be read"):
        tool(wrong)


@pytest.mark.parametrize("properties", [5, None, ["a"], "a"])
def test_a_broken_schema_leaves_the_tools_card_readable(properties: object) -> None:
    broken = Tool("t", "Does it.", {"type": "object", "properties": properties}, _run)
    assert broken.card.parameters == ()
    assert lint(broken)
