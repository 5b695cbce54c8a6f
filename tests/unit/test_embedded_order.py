"""Numbers that came in the wrong order are put right."""

from __future__ import annotations

from typing import Any

import pytest

from keyhole.models.embedded.fill.order import (
    counted_with,
    drop_way_to_itself,
    put_days_in_order,
    put_in_order,
    put_last_as_first,
)
from keyhole.models.embedded.prompt import Parameter, fill_view


def ordered(query: str, *given: tuple[str, str]) -> dict[str, str]:
    """The words that parameters have afterwards, from those that they are given."""
    view = fill_view(query, "tool", "", [Parameter((name,), "num") for name, _ in given])
    words = [word.text for word in view.words]
    picks = [[f"w{words.index(word) + 1}"] if word else [] for _, word in given]
    put_in_order(view, picks)
    return {name: words[int(each[0][1:]) - 1] if each else "" for (name, _), each in zip(given, picks, strict=True)}


@pytest.mark.parametrize("names", [("min_price", "max_price"), ("inner_radius", "outer_radius"), ("lo", "hi")])
def test_the_least_is_not_over_the_most(names: tuple[str, str]) -> None:
    low, high = names
    right = {low: "20", high: "50"}
    assert ordered("50 at most, 20 at least", (low, "50"), (high, "20")) == right
    assert ordered("50 at most, 20 at least", (high, "50"), (low, "20")) == right
    assert ordered("50 at most", (low, "50"), (high, "")) == {low: "50", high: ""}


def test_no_more_are_chosen_than_there_are() -> None:
    view = fill_view("4 of our 11", "tool", "", [Parameter((name,), "int") for name in ("n", "k")])
    places = {word.text: f"w{at}" for at, word in enumerate(view.words, 1)}
    picks = [[places["4"]], [places["11"]]]
    put_in_order(view, picks)
    assert picks == [[places["11"]], [places["4"]]]
    assert ordered("60 at first, 1500 at most", ("n", "60"), ("k", "1500")) == {"n": "60", "k": "1500"}  # no counts
    means = (("sample_mean", "52"), ("population_mean", "50"))
    assert ordered("52 where 50 was to be", *means) == dict(means)
    assert ordered("9 of 20", ("successes", "20"), ("trials", "9")) == {"successes": "9", "trials": "20"}


def test_what_is_diluted_is_weaker_than_the_stock() -> None:
    assert ordered("3 from 30", ("stock_percent", "3"), ("target_percent", "30")) == {
        "stock_percent": "30", "target_percent": "3",
    }  # fmt: skip
    volumes = (("stock_volume", "20"), ("final_volume", "500"))
    assert ordered("500 with 20 of it", *volumes) == dict(volumes)


def test_other_pairs_have_no_order() -> None:
    assert ordered("from 22 to 6", ("start", "22"), ("end", "6")) == {"start": "22", "end": "6"}
    given = (("min_price", "50"), ("max_weight", "20"))
    assert ordered("50 and 20", *given) == dict(given)


def test_counted_ones_come_as_they_are_said() -> None:
    assert ordered("5, 4 and 3", ("side2", "5"), ("side3", "4"), ("side1", "3")) == {
        "side1": "5", "side2": "4", "side3": "3",
    }  # fmt: skip
    assert ordered("x2 = 5 and x1 = 3", ("x1", "3"), ("x2", "5")) == {"x1": "3", "x2": "5"}  # said by name
    assert ordered("5 and 3", ("side1", "3"), ("side2", "")) == {"side1": "3", "side2": ""}


@pytest.mark.parametrize(
    ("names", "given", "found"),
    [
        (("check_in", "check_out"), ("2026-03-09", "2026-03-06"), ("2026-03-06", "2026-03-09")),
        (("start_date", "end_date"), ("2026-03-06", "2026-03-09"), ("2026-03-06", "2026-03-09")),
        (("start_date", "end_date"), ("2026-12-20", "2026-01-05"), ("2026-12-20", "2026-01-05")),  # of the next year
        (("day", "end_date"), ("2026-03-09", "2026-03-06"), ("2026-03-09", "2026-03-06")),
        (("from", "to"), ("9", "6"), ("9", "6")),
    ],
)
def test_days_of_one_month_are_put_in_order(
    names: tuple[str, ...], given: tuple[str, ...], found: tuple[str, ...]
) -> None:
    parameters = [Parameter((name,), "str", "YYYY-MM-DD") for name in names]
    values: dict[tuple[str, ...], object] = {(name,): value for name, value in zip(names, given, strict=True)}
    put_days_in_order(parameters, values)
    assert tuple(values.values()) == found
    put_days_in_order(parameters[:1], values)  # nothing to put in order
    assert tuple(values.values()) == found


def test_what_is_counted() -> None:
    assert counted_with(Parameter(("side_2",), "num")) == counted_with(Parameter(("side_b",), "num")) == "side"
    assert counted_with(Parameter(("side",), "num")) == counted_with(Parameter(("line2",), "str")) == ""


def test_a_way_does_not_lead_to_where_it_begins() -> None:
    ends = [Parameter((name,), "enum", "scale", True, False, ("C", "K")) for name in ("from", "to")]
    values: dict[tuple[str, ...], Any] = {("from",): "K", ("to",): "K"}
    drop_way_to_itself(ends, "convert 300 kelvin", values)
    assert values == {("from",): "K"}
    twice: dict[tuple[str, ...], Any] = {("from",): "Ulm", ("to",): "Ulm"}
    drop_way_to_itself([Parameter((name,), "str") for name in ("from", "to")], "from Ulm to Ulm", twice)
    assert len(twice) == 2
    days: dict[tuple[str, ...], Any] = {("valid_from",): "2025-01-03", ("valid_to",): "2025-01-03"}
    drop_way_to_itself([Parameter(path, "str", "YYYY-MM-DD") for path in days], "3 January 2025 only", days)
    assert len(days) == 2


@pytest.mark.parametrize(
    ("query", "last"), [("page 12 of it", 12), ("from page 12 on", 12), ("12 of them", None), ("12 pages", None)]
)
def test_the_only_page_is_the_last_one_too(query: str, last: int | None) -> None:
    pages = [Parameter((name,), "int", "", True) for name in ("from_page", "to_page")]
    values: dict[tuple[str, ...], Any] = {("from_page",): 12}
    put_last_as_first(pages, query, values)
    assert values.get(("to_page",)) == last
