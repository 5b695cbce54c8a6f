"""Numbers that begin a code, and those in front of the letter of a unit."""

from __future__ import annotations

import pytest

from keyhole.models.embedded.prompt import Parameter, fill_view

COUNT = Parameter(("tasks",), "int", "How many tasks")


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("a test on fractions for 6B", []),
        ("a test on fractions for 6B with 9 tasks", [9]),
        ("seat 14D", []),
        ("12 A students", [12]),
        ("6 GB", [6]),
        ("3x", [3]),
    ],
)
def test_codes_count_nothing(query: str, numbers: list[int]) -> None:
    assert [number.value for number in fill_view(query, "make_test", "", [COUNT]).numbers.values()] == numbers


def test_a_letter_may_be_a_unit() -> None:
    fuse, oven = Parameter(("amps",), "int", "Rating in amperes"), Parameter(("temperature",), "int", "In degrees")
    assert fill_view("a 16A breaker", "order_fuse", "", [fuse]).numbers
    assert fill_view("oven to 180C", "set_oven", "", [oven]).numbers
