"""The ends of a list of texts that are no items."""

from __future__ import annotations

from typing import Any

import pytest

from keyhole.models.embedded.lists.listed_ends import drop_ends
from keyhole.models.embedded.prompt import Parameter, fill_view

ITEMS = Parameter(("items",), "str", many=True)
POINTS = Parameter(("points",), "num")
NAMES = Parameter(("given_names",), "str", many=True)
OUT = Parameter(("exclude",), "str", many=True)


@pytest.mark.parametrize(
    ("parameter", "query", "picked", "items", "left"),
    [
        (ITEMS, "pause piano and chess", ["w1", "w4"], ["pause piano", "chess"], ["piano", "chess"]),
        (ITEMS, "green tea and milk", ["w1", "w4"], ["green tea", "milk"], ["green tea", "milk"]),
        (ITEMS, "is it iron, tin, three points", ["w3", "w4"], ["iron", "tin", "three points"], ["iron", "tin"]),
        (ITEMS, "half past nine, Ann and Bob", ["w1", "w6"], ["half past nine", "Ann", "Bob"], ["Ann", "Bob"]),
        (ITEMS, "so Ann and Uncle Bob join", ["w2", "w6"], ["Ann", "Uncle Bob join"], ["Ann", "Uncle Bob"]),
        (NAMES, "add Anna Maria Holt", ["w2", "w3"], ["Anna Maria"], ["Anna", "Maria"]),
        (OUT, "with no nuts and no eggs", ["w3", "w6"], ["nuts", "no eggs"], ["nuts", "eggs"]),
        (ITEMS, "with nuts and no eggs", ["w2", "w5"], ["nuts", "no eggs"], ["nuts", "no eggs"]),
    ],
)
def test_ends(parameter: Parameter, query: str, picked: list[str], items: list[str], left: list[str]) -> None:
    view = fill_view(query, "tool", "", (parameter, POINTS))
    number = next((f"w{at + 1}" for at in view.numbers), "")
    values: dict[tuple[str, ...], Any] = {parameter.path: items}
    drop_ends(view, [picked, [number] if number else []], values)
    assert values == {parameter.path: left}


def test_what_is_not_wanted_goes_to_the_list_for_that() -> None:
    view = fill_view("ham and olives, no onions", "tool", "", (ITEMS, OUT))
    values: dict[tuple[str, ...], Any] = {ITEMS.path: ["ham", "olives", "no onions"]}
    drop_ends(view, [["w2", "w5"], []], values)
    assert values == {ITEMS.path: ["ham", "olives"], OUT.path: ["onions"]}
