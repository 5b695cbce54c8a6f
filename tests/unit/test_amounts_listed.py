"""Things that are listed with their amounts, for a tool that takes one of them."""

from __future__ import annotations

import time
from typing import Any

import pytest

from keyhole.steps.amounts_listed import amounts_listed

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"article": {"type": "string"}, "count": {"type": "number"}, "nights": {"type": "integer"}},
}


@pytest.mark.parametrize(
    ("wish", "args", "parts"),
    [
        ("2 kg of plums and a bag of rice", {"article": "rice", "count": 2}, ["2 kg of plums", "1 bag of rice"]),
        (
            "order three pens, 2 rulers and an eraser for room 12",
            {"article": "pens", "count": 3},
            ["order three pens for room 12", "order 2 rulers for room 12", "order 1 eraser for room 12"],
        ),
        (
            "desk 7 needs 2 lamps and 4 cables",
            {"article": "cables", "count": 2},
            ["desk 7 needs 2 lamps", "desk 7 needs 4 cables"],
        ),
        (
            "6 forks and a dozen plates, express",
            {"article": "plates", "count": 12},
            ["6 forks, express", "1 dozen plates, express"],
        ),
    ],
)
def test_each_thing_is_a_wish_with_its_amount(wish: str, args: dict[str, Any], parts: list[str]) -> None:
    assert amounts_listed(wish, SCHEMA, args) == parts


@pytest.mark.parametrize(
    ("wish", "args"),
    [
        ("a suite for dec 24, 3 nights", {"article": "suite", "nights": 3}),
        ("invite Mia and 2 friends", {"article": "Mia", "count": 2}),
        ("a table for 4 and a view", {"article": "table", "count": 4}),
        ("5 feet and 3 inches", {"article": "feet", "count": 5}),
        ("2 pens and 3 rulers", {"article": ["pens", "rulers"], "count": 2}),
        ("2 pens and rulers", {"article": "pens", "count": 2}),
        ("2 pens and 3 rulers", {"article": "pens"}),
    ],
)
def test_what_is_no_such_list_is_one_wish(wish: str, args: dict[str, Any]) -> None:
    assert amounts_listed(wish, SCHEMA, args) == []


def test_a_long_message_is_read_fast() -> None:
    start = time.monotonic()
    for text in ("2 pens and " * 9_000, "a " * 150, "1 " * 149 + "and"):
        amounts_listed(text, SCHEMA, {"article": "pens", "count": 2})
    assert time.monotonic() - start < 1
