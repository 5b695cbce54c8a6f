"""What a request writes out as JSON."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.fill.values import asked_of
from keyhole.models.embedded.lists.literals import literals

NUMBERS = {"type": "array", "items": {"type": "number"}}
MATRIX = {"type": "array", "items": NUMBERS}
PEOPLE = {
    "type": "array",
    "items": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
}
FREE = {"type": "object"}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("the determinant of [[4, 2], [7, 5]] please", [[[4, 2], [7, 5]]]),
        ("add [[1]] to [[2]]", [[[1]], [[2]]]),
        ("with {'a': 1} and {\"b\": [2]}", [{"a": 1}, {"b": [2]}]),
        ("a [note] and {a: b c", []),
        ("f(x) = [", []),
    ],
)
def test_lists_and_objects_are_found(query: str, found: list[Any]) -> None:
    assert literals(query) == found


@pytest.mark.parametrize(
    ("query", "properties", "needed", "values"),
    [
        ("det of [[4, 2], [7, 5]]", {"matrix": MATRIX}, ["matrix"], {"matrix": [[4, 2], [7, 5]]}),
        ("[[1, 2]] times [[3], [4]]", {"a": MATRIX, "b": MATRIX}, ["a", "b"], {"a": [[1, 2]], "b": [[3], [4]]}),
        ('welcome [{"name": "Ann"}]', {"people": PEOPLE}, [], {"people": [{"name": "Ann"}]}),
        ('welcome [{"nom": "Ann"}]', {"people": PEOPLE}, [], {}),
        ("median of [1, 2]", {"values": NUMBERS}, ["values"], {}),  # word by word
        ('send {"a": 1}', {"payload": FREE}, ["payload"], {"payload": {"a": 1}}),
        ('send it, headers {"a": 1}', {"headers": FREE}, [], {"headers": {"a": 1}}),
        ('send {"a": 1}', {"headers": FREE}, [], {}),  # it may be another's text
    ],
)
def test_what_is_made_of_lists_or_objects_is_taken_as_it_is_written(
    query: str, properties: dict[str, Any], needed: list[str], values: dict[str, Any]
) -> None:
    _, read, _ = asked_of({"type": "object", "properties": properties, "required": needed}, query)
    assert read == {(name,): value for name, value in values.items()}


@given(st.text(alphabet="[]{}\"',:1a ", max_size=200))
def test_any_text_can_be_looked_through(text: str) -> None:
    assert all(isinstance(value, list | dict) for value in literals(text))


BODY = {"type": "string", "description": "Raw body of the answer"}


@pytest.mark.parametrize(
    ("query", "value"),
    [
        ('answer /a with {"done": true, "n": [1, 2]} twice', '{"done": true, "n": [1, 2]}'),
        ('answer /a with [{"id": 7}]', '[{"id": 7}]'),
        ("answer /a [later]", None),
        ('first {"a": 1}, then {"b": 2}', None),
    ],
)
def test_a_text_of_json_is_taken_as_it_is_written(query: str, value: str | None) -> None:
    schema = {"properties": {"path": {"type": "string"}, "body": BODY}, "required": ["path"]}
    _, values, rest = asked_of(schema, query)
    assert values.get(("body",)) == value
    assert value is None or value not in rest


def test_an_object_of_a_body_needs_no_word_for_it() -> None:
    schema = {"properties": {"url": {"type": "string"}, "body": {"type": "object"}}, "required": ["url"]}
    _, values, rest = asked_of(schema, 'post {"name": "Ann"} to https://a.example')
    assert values == {("body",): {"name": "Ann"}}
    assert "Ann" not in rest
