"""Months that a request says together."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.times.year_months import months_asked

MONTHS = Parameter(("months",), "int", "1-12", many=True)
NAMES = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
NAMED = Parameter(("open_months",), "enum", "", many=True, options=NAMES)


@pytest.mark.parametrize(
    ("parameter", "query", "months"),
    [
        (MONTHS, "open april to june", [4, 5, 6]),
        (MONTHS, "from november through february", [1, 2, 11, 12]),
        (MONTHS, "in march, may and october", [3, 5, 10]),
        (MONTHS, "every month but july and august", [1, 2, 3, 4, 5, 6, 9, 10, 11, 12]),
        (MONTHS, "only in september", [9]),
        (MONTHS, "on 3 march 2026", None),
        (MONTHS, "from march 3 to april 2", None),
        (MONTHS, "you may mow", None),
        (MONTHS, 'call it "june to july"', None),
        (NAMED, "jan thru mar", ["JAN", "FEB", "MAR"]),
        (Parameter(("days",), "int", "", many=True), "june to july", None),
        (Parameter(("months",), "int", ""), "june to july", None),
    ],
)
def test_months(parameter: Parameter, query: str, months: list[Any] | None) -> None:
    assert months_asked(parameter, query) == months


@given(st.text(max_size=200))
def test_any_text(query: str) -> None:
    assert set(months_asked(MONTHS, query) or ()) <= set(range(1, 13))


def test_long_texts_take_no_time() -> None:
    begun = time.perf_counter()
    for text in ("june, " * 20_000, "june to " * 15_000, " " * 100_000):
        months_asked(MONTHS, text)
    assert time.perf_counter() - begun < 1
