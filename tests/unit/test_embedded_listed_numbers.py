"""Lists of numbers that code reads off a request."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.lists.listed_numbers import numbers_asked, put_rows
from keyhole.models.embedded.prompt import Parameter, fill_view

PAGES = Parameter(("pages",), "int", "pages to print", many=True)
VALVES = Parameter(("valves",), "int", "", many=True, schema={"type": "integer", "minimum": 1, "maximum": 5})
SKIPPED = Parameter(("skip_rows",), "int", "", many=True)
ALERTS = Parameter(("alerts",), "int", "minutes before the start", many=True)


@pytest.mark.parametrize(
    ("parameter", "query", "numbers"),
    [
        (PAGES, "print pages two to four plus nine", [2, 3, 4, 9]),
        (PAGES, "pages 3-5 and 8 of the report", [3, 4, 5, 8]),
        (PAGES, "the first and third page", [1, 3]),
        (PAGES, "page 7", [7]),
        (PAGES, "pages 1 and 3, 2 copies", [1, 3]),
        (PAGES, "12 copies of it", None),
        (PAGES, "pages 4 6 9", None),
        (PAGES, "pages 4, -6 and 9", None),
        (PAGES, "pages 4, 6.5 and 9", None),
        (VALVES, "open all valves but 2", [1, 3, 4, 5]),
        (VALVES, "every valve except 1 and 4", [2, 3, 5]),
        (VALVES, "open all valves", [1, 2, 3, 4, 5]),
        (VALVES, "valves 1 and 3, 20 minutes", [1, 3]),
        (VALVES, "valves 4 and 9", None),
        (SKIPPED, "all of it without no. 3", [3]),
        (SKIPPED, "rows 4 and 5", None),
        (SKIPPED, "skip rows 4 and 5", [4, 5]),
        (ALERTS, "an hour and ten minutes before", [60, 10]),
        (ALERTS, "a day before and again half an hour before", [1440, 30]),
        (ALERTS, "quarter of an hour ahead", [15]),
        (ALERTS, "it takes an hour", None),
        (Parameter(("pages",), "int", "[first, last]", many=True), "pages 2 to 5", None),
        (Parameter(("page",), "int", ""), "page 2", None),
    ],
)
def test_numbers(parameter: Parameter, query: str, numbers: list[int] | None) -> None:
    assert numbers_asked(parameter, query) == numbers


def rows(query: str, picks: list[list[str]], values: dict[str, Any], *parameters: Parameter) -> dict[str, Any]:
    view = fill_view(query, "tool", "", parameters)
    after: dict[tuple[str, ...], Any] = {(name,): value for name, value in values.items()}
    put_rows(view, picks, query, after)
    return {path[0]: value for path, value in after.items()}


def test_a_whole_row_and_the_number_besides() -> None:
    old, new = Parameter(("old",), "int", many=True), Parameter(("new",), "int")
    query = "join 31, 32 and 40 into 7"
    assert rows(query, [["w2"], ["w3"]], {"new": 31, "old": [32, 40]}, new, old) == {"new": 7, "old": [31, 32, 40]}
    query = "join 31, 32 and 40"
    assert rows(query, [["w2"], ["w3"]], {"new": 31, "old": [32, 40]}, new, old) == {"new": 31, "old": [32, 40]}
    assert rows("join 31, 32 and 40", [["w3"]], {"old": [32, 40]}, old) == {"old": [31, 32, 40]}


def test_a_row_behind_a_plural() -> None:
    periods, day = Parameter(("periods",), "int", many=True), Parameter(("day",), "int")
    assert rows("Voss takes lessons 2 and 3", [[], []], {}, periods, day) == {"periods": [2, 3]}
    alerts = Parameter(("alerts",), "int", "minutes before", many=True)
    assert rows("Voss takes lessons 2 and 3", [[], []], {}, alerts, day) == {}
    assert rows("Voss takes lesson 2, 3 minutes late", [[], []], {}, periods, day) == {}


@given(st.text(max_size=200))
def test_any_text(query: str) -> None:
    for parameter in (PAGES, VALVES, SKIPPED, ALERTS):
        assert all(isinstance(n, int) for n in numbers_asked(parameter, query) or ())


def test_long_texts_take_no_time() -> None:
    begun = time.perf_counter()
    for text in ("pages 1, " * 12_000, "1 and " * 17_000, "a day, " * 15_000, "first, " * 15_000):
        for parameter in (PAGES, VALVES, SKIPPED, ALERTS):
            numbers_asked(parameter, text)
    assert time.perf_counter() - begun < 2
