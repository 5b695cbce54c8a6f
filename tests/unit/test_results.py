"""What is read of a tool's answer: the facts of the whole and the things in it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.steps.results import noun_of, read_result

HOTELS = [{"id": 1, "name": "Astoria", "price": 90}, {"id": 2, "name": "Ritz", "price": 240}]
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=5),
    max_leaves=30,
)


@pytest.mark.parametrize(
    "value",
    [HOTELS, {"results": HOTELS, "total": 2}, {"data": {"items": HOTELS}}, {"tags": ["a", "b", "c"], "hits": HOTELS}],
)
def test_the_objects_of_a_list_are_its_things_wherever_it_stands(value: Any) -> None:
    result = read_result("search_hotels", value)
    assert [thing["name"] for thing in result.things] == ["Astoria", "Ritz"]
    assert result.noun == "hotel"
    assert result.only is None


def test_one_object_is_the_only_thing_and_what_stands_in_it_has_its_name() -> None:
    result = read_result("get_order", {"id": "ord_7", "customer": {"name": "Ana", "mail": "ana@web.example"}})
    assert result.only == {"id": "ord_7", "customer_name": "Ana", "customer_mail": "ana@web.example"}


def test_what_only_holds_the_facts_is_no_part_of_their_names() -> None:
    assert read_result("set_lamp", {"ok": {"lamp": "hall", "color": "red"}}).only == {"lamp": "hall", "color": "red"}
    assert read_result("get_user", {"data": {"name": "Ida"}, "name": "outer"}).only == {"name": "outer"}


def test_a_list_of_one_is_its_thing() -> None:
    only = read_result("list_orders", {"count": 1, "orders": [{"id": "ord_7"}]}).only
    assert only is not None
    assert only["id"] == "ord_7"


def test_things_know_the_currency_of_the_whole() -> None:
    result = read_result(
        "get_menu", {"currency": "EUR", "items": [{"dish": "Soup", "price": 6}, {"dish": "Pie", "price": 9}]}
    )
    assert [thing["currency"] for thing in result.things] == ["EUR", "EUR"]


def test_the_lines_of_a_text_are_things_with_their_codes() -> None:
    result = read_result("list_orders", "1. ord_31 - Hammock, 59 EUR\n2. ord_35 - Chair, 20 EUR")
    assert [thing["id"] for thing in result.things] == ["ord_31", "ord_35"]


@pytest.mark.parametrize("text", ["done", "", "The lamp is on.", "ok " * 10_000])
def test_a_text_that_tells_nothing_by_name_is_no_thing(text: str) -> None:
    assert not read_result("switch_lamp", text).things


@pytest.mark.parametrize(
    ("tool", "noun"),
    [
        ("search_products", "product"),
        ("listOpenIssues", "issue"),
        ("list_reviews_of_product", "review"),
        ("getPlaceDetails", "place"),
        ("add_to_cart", "cart"),
    ],
)
def test_the_noun_is_the_last_word_before_a_preposition(tool: str, noun: str) -> None:
    assert noun_of(tool) == noun_of(f"get_{noun}")


@given(ANY_JSON)
def test_any_value_can_be_read(value: Any) -> None:
    result = read_result("list_things", value)
    assert all(thing for thing in result.things)


def test_a_long_answer_is_read_in_part() -> None:
    assert len(read_result("list_rows", [{"id": each} for each in range(5_000)]).things) <= 200
