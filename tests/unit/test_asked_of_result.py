"""Questions about what a tool brought, that no tool need be called for."""

from __future__ import annotations

import json
from typing import Any

import pytest

from keyhole.steps.asked_of_result import part_asked_for
from keyhole.steps.earlier import Earlier
from keyhole.steps.results import read_result
from keyhole.tools.tool import Tool


async def _unused(args: dict[str, Any]) -> None:
    raise AssertionError(args)


def _call(tool: str, value: Any) -> Earlier:
    return Earlier(Tool(tool, "", {"type": "object", "properties": {}}, _unused), {}, result=read_result(tool, value))


HOTELS = _call(
    "search_hotels",
    [
        {"id": 1, "name": "Astoria", "city": "Berlin", "price": 90, "pets": True},
        {"id": 2, "name": "Ritz", "city": "Paris", "price": 240, "pets": False},
        {"id": 3, "name": "Anker", "city": "Kiel", "price": 60, "pets": False},
    ],
)
ORDER = _call("get_order", {"id": "ord_7", "total": 54.5, "created": "2024-05-02", "delivery_date": "2024-05-09"})


def _told(question: str, call: Earlier) -> Any:
    part = part_asked_for(question, [call])
    return part and json.loads(part.condensed)


@pytest.mark.parametrize("question", ["how many are there?", "how many hotels", "so how many did you find?"])
def test_how_many(question: str) -> None:
    assert _told(question, HOTELS) == 3


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("which is the cheapest?", "Anker"),
        ("what's the most expensive one", "Ritz"),
        ("which has the lowest price?", "Anker"),
    ],
)
def test_which_has_most(question: str, name: str) -> None:
    assert _told(question, HOTELS)["name"] == name


@pytest.mark.parametrize(
    ("question", "names"), [("is any of them in Berlin?", ["Astoria"]), ("do any of them allow pets?", ["Astoria"])]
)
def test_which_of_them_are_so(question: str, names: list[str]) -> None:
    assert [each["name"] for each in _told(question, HOTELS)] == names


@pytest.mark.parametrize(
    ("question", "fact"),
    [("when was it created?", {"created": "2024-05-02"}), ("how much is that?", {"total": 54.5})],
)
def test_a_fact_of_the_only_thing(question: str, fact: dict[str, Any]) -> None:
    assert _told(question, ORDER) == fact


@pytest.mark.parametrize(
    "question",
    [
        "how many people live in Berlin?",
        "which hotel in Rome is the cheapest?",
        "what's the weather in Berlin?",
        "is the Ritz open?",
        "book the cheapest",
        "thanks",
        "which of them has a pool and a sauna and a garden and a bar and breakfast?",
    ],
)
def test_what_asks_for_more_is_left_to_the_tools(question: str) -> None:
    assert part_asked_for(question, [HOTELS]) is None
