"""Which things of an answer a message points at."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.steps.results import read_result
from keyhole.steps.singled_out import asked_for_most, singled_out

JACKETS = read_result(
    "search_products",
    [
        {"id": 11, "title": "Nordvik rain jacket, blue", "price": 79.9, "rating": 4.4, "added": "2024-05-02"},
        {"id": 12, "title": "Tarn shell, yellow", "price": 54.0, "rating": 3.9, "added": "2024-05-07", "hood": True},
        {"id": 13, "title": "Harbour parka, green", "price": 98.5, "rating": 4.7, "added": "2024-04-28"},
    ],
)
TASKS = read_result(
    "list_tasks", [{"id": 1, "name": "Bins", "priority": "low"}, {"id": 2, "name": "Taxes", "priority": "urgent"}]
)


def _ids(text: str, result: Any = JACKETS) -> list[Any] | None:
    found = singled_out(text, result, {result.noun})
    return found and [thing["id"] for thing in found.things]


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("open the second one", [12]),
        ("the first please", [11]),
        ("show me the 3rd", [13]),
        ("delete the last product", [13]),
        ("second to last one", [12]),
        ("open #2", [12]),
        ("number 3 please", [13]),
        ("remove 1 and 3", [11, 13]),
        ("the first and the third", [11, 13]),
        ("2", [12]),
        ("all of them", [11, 12, 13]),
        ("the first two", [11, 12]),
        ("the last two", [12, 13]),
    ],
)
def test_by_the_place_in_the_row(text: str, ids: list[int]) -> None:
    assert _ids(text) == ids


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("buy the cheapest", [12]),
        ("the most expensive one", [13]),
        ("open the newest", [12]),
        ("the oldest product", [13]),
        ("reviews of the best rated", [13]),
        ("the one with the lowest rating", [12]),
        ("with the highest price", [13]),
    ],
)
def test_by_what_a_thing_has_most_or_least_of(text: str, ids: list[int]) -> None:
    assert _ids(text) == ids


def test_words_have_an_order_too() -> None:
    assert _ids("do the most urgent", TASKS) == [2]


@pytest.mark.parametrize(
    ("text", "ids", "by"),
    [
        ("the blue one", [11], "name"),
        ("the one with a hood", [12], "name"),
        ("what about the parka?", [13], "name"),
        ("harbour parka, green", [13], "title"),
        ("anything in yellow", [12], "mention"),
        ("the one added on May 2nd", [11], "name"),
    ],
)
def test_by_a_name_or_a_word_of_its_own(text: str, ids: list[int], by: str) -> None:
    found = singled_out(text, JACKETS, {JACKETS.noun})
    assert found is not None
    assert [thing["id"] for thing in found.things] == ids
    assert found.by == by


@pytest.mark.parametrize(
    "text",
    [
        "what's the weather tomorrow?",
        "two tickets in second class",
        "my first name is Ann",
        "set an alarm for 7",
        "open the fifth one",
        "both",
        "remind me last thing at night",
        "thanks",
        "",
    ],
)
def test_other_messages_point_at_nothing(text: str) -> None:
    assert _ids(text) is None


def test_a_single_thing_is_not_singled_out() -> None:
    assert singled_out("the first one", read_result("get_product", {"id": 1, "name": "Hat"}), {"product"}) is None


def test_what_was_asked_for_first_may_say_which() -> None:
    found = asked_for_most("find the cheapest red jacket", JACKETS)
    assert found is not None
    assert found.things[0]["id"] == 12


@given(st.text(max_size=80))
def test_any_text_can_be_read_and_the_span_lies_in_it(text: str) -> None:
    found = singled_out(text, JACKETS, {"product"})
    if found is not None:
        assert 0 <= found.start <= found.end <= len(text)
        assert found.things


@pytest.mark.parametrize("piece", ["the ", "first ", "the one in ", "most ", "1 ", "# ", "all of "])
def test_long_hostile_text_is_read_in_no_time(piece: str) -> None:
    started = time.process_time()
    singled_out(piece * (300 // len(piece)), JACKETS, {"product"})
    assert time.process_time() - started < 1
