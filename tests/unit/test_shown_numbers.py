"""Numbers in what a tool brought are shown as they are: an amount keeps its cents, only a long tail is cut."""

from __future__ import annotations

import json

import pytest

from keyhole.steps.found import Found
from keyhole.steps.render import render
from keyhole.tools.condense import condense


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (51380.25, "51380.25"),
        (7654321.98, "7654321.98"),
        (0.1 + 0.2, "0.3"),
        (2 / 3, "0.666667"),
        (1e6 / 3, "333333.33"),
        (47.0707141, "47.0707141"),
        (-0.25, "-0.25"),
        (12.0, "12"),
        (1e-9 / 3, "3.33333e-10"),
    ],
)
def test_a_number_is_shown_as_it_was_written(value: float, shown: str) -> None:
    assert condense(value) == shown
    assert f"**Amount**: {shown}" in render([Found("total", {}, condense({"amount": value}))])


@pytest.mark.parametrize("value", [5e-324, 1e300, -1.7e308, 1e15 + 0.5, 123456.7890123])
def test_any_number_is_shown(value: float) -> None:
    assert json.loads(condense(value)) == pytest.approx(value, rel=1e-5)
