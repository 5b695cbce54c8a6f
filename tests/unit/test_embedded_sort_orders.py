"""The order in which a request wants things."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.options.sort_orders import sort_order, without_order
from keyhole.models.embedded.prompt import Parameter

PRICED = Parameter(("sort",), "enum", options=("relevance", "price_asc", "price_desc", "rating", "newest"))
KEY = Parameter(("sort_by",), "enum", options=("name", "size", "modified"))
WAY = Parameter(("order",), "enum", options=("asc", "desc"))
SIGNED = Parameter(("sort",), "enum", options=("due", "-due", "priority", "-priority"))
PLAIN = Parameter(("sort",), "enum", options=("cheapest", "best_rated", "closest"))


@pytest.mark.parametrize(
    ("query", "parameter", "wanted"),
    [
        ("tents, cheapest first", PRICED, "price_asc"),
        ("tents with the lowest price at the top", PRICED, "price_asc"),
        ("tents, the most expensive on top", PRICED, "price_desc"),
        ("tents, least expensive first", PRICED, "price_asc"),
        ("tents sorted by price, high to low", PRICED, "price_desc"),
        ("tents, newest up front", PRICED, "newest"),
        ("tents sorted by price", PRICED, None),
        ("the newest tents", PRICED, None),
        ("the first five tents", PRICED, None),
        ("biggest first", KEY, "size"),
        ("alphabetically please", KEY, "name"),
        ("sorted by colour", KEY, None),
        ("biggest first", WAY, "desc"),
        ("from oldest to newest", WAY, "asc"),
        ("in reverse alphabetical order", WAY, "desc"),
        ("Z to A", WAY, "desc"),
        ("sort it by size", WAY, None),
        ("latest deadline first", SIGNED, "-due"),
        ("those with the highest priority at the top", SIGNED, "-priority"),
        ("rooms sorted by price", PLAIN, "cheapest"),
        ("nearest ones first", PLAIN, "closest"),
        ("cheapest first", Parameter(("kind",), "enum", options=("cheapest", "closest")), None),
    ],
)
def test_things_are_wanted_in_an_order(query: str, parameter: Parameter, wanted: str | None) -> None:
    assert sort_order(parameter, query) == wanted


@pytest.mark.parametrize(
    ("query", "option", "rest"),
    [
        ("tents, cheapest first", "price_asc", "tents"),
        ("tents with the lowest price at the top", "price_asc", "tents"),
        ("smallest files of src first", "size", "smallest files of src first"),
        ("names Z to A", "desc", "names"),
        ("boots sorted by price", "price_desc", "boots"),
        ("boots sorted by size", "price_desc", "boots sorted by size"),
    ],
)
def test_what_says_the_order_is_no_other_value(query: str, option: str, rest: str) -> None:
    assert without_order(query, option).strip() == rest


@given(st.text(max_size=80), st.lists(st.text(max_size=12), max_size=5))
def test_any_text_and_any_options_are_read(query: str, options: list[str]) -> None:
    found = sort_order(Parameter(("sort",), "enum", options=tuple(options)), query)
    assert found is None or found in options


def test_a_long_text_is_read() -> None:
    for part in ("newest ", "the most a ", "sorted by ", "a to z "):
        assert sort_order(PRICED, part * 3_000) in (None, *PRICED.options)
        assert len(without_order(part * 3_000, "price_asc")) <= len(part) * 3_000
