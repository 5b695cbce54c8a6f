"""Objects and lists of objects that are said in words."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.fill.values import asked_of
from keyhole.models.embedded.lists.pairs import records

FREE: dict[str, Any] = {"type": "object"}


def listed(*names: str, **more: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    items = {"type": "object", "properties": {name: {} for name in names}, **more}
    return {"type": "array", "items": items}, items


@pytest.mark.parametrize(
    ("query", "value"),
    [
        ("put this in: Vendor = Staples, Paid by = Ingrid", {"Vendor": "Staples", "Paid by": "Ingrid"}),
        ("run it with region=eu-west-1 and skip_e2e=true", {"region": "eu-west-1", "skip_e2e": "true"}),
        ("a visitor. Name is Priya Raman and Company is Halden AG", {"Name": "Priya Raman", "Company": "Halden AG"}),
        ("Status to Shipped on order-77", {"Status": "Shipped"}),
        ("in row-4 set Status to Done and Owner to Mia", {"Status": "Done", "Owner": "Mia"}),
        ("LEVEL=debug\nURL=redis://cache:6379/2", {"LEVEL": "debug", "URL": "redis://cache:6379/2"}),
        ("remind me to call Anna", None),
        ("it is late and I want to go home", None),
    ],
)
def test_an_object_of_named_values(query: str, value: Any) -> None:
    assert records(FREE, {}, query) == value


def test_a_list_of_names_and_values() -> None:
    schema, items = listed("name", "value")
    assert records(schema, items, "A=1\nB=2") == [{"name": "A", "value": "1"}, {"name": "B", "value": "2"}]
    schema, items = listed("selector", "text")
    assert records(schema, items, "put qa@fennel.io into #email and hunter22 into #password, then go") == [
        {"selector": "#email", "text": "qa@fennel.io"},
        {"selector": "#password", "text": "hunter22"},
    ]


def test_points_on_a_map_and_who_comes() -> None:
    schema, items = listed("lat", "lng")
    assert records(schema, items, "46.5475, 7.98\n-45.83, 6.8652") == [
        {"lat": 46.5475, "lng": 7.98},
        {"lat": -45.83, "lng": 6.8652},
    ]
    schema, items = listed("email", "role", required=["email"])
    assert records(schema, items, "with ann@a.example and bob@b.example") == [
        {"email": "ann@a.example"},
        {"email": "bob@b.example"},
    ]
    schema, items = listed("email", "role", required=["email", "role"])
    assert records(schema, items, "with ann@a.example") is None


def test_what_a_tool_asks_for_is_found_so() -> None:
    schema = {
        "properties": {
            "id": {"type": "string"},
            "fields": {"type": "object", "additionalProperties": {"type": "string"}},
        },
        "required": ["id", "fields"],
    }
    _, values, _ = asked_of(schema, "Status to Shipped on rec-12")
    assert values == {("fields",): {"Status": "Shipped"}}


@given(st.text(max_size=300))
def test_any_text_is_read(query: str) -> None:
    for schema, items in ((FREE, {}), listed("key", "value"), listed("latitude", "longitude"), listed("email")):
        said = records(schema, items, query)
        assert said is None or len(said) > 0
