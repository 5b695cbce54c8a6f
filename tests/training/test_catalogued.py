"""Requests made for published tools hold the values that their answers point at."""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.numbers.numbers import find_numbers
from keyhole.models.embedded.text import split_words
from keyhole.models.model import ToolCard

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts" / "train"))
from catalogued import Catalogue
from invented import Inventor
from published import read


def described(**about: tuple[str, str]) -> dict[str, Any]:
    properties = {name: {"type": kind, "description": text} for name, (kind, text) in about.items()}
    return {"type": "object", "properties": properties, "required": list(about)[:1]}


TOOLS = [
    (
        ToolCard("findHomes", "Retrieve homes for sale in a specific city", ("city", "home_type", "rooms")),
        described(
            city=("string", "The city to search"),
            home_type=("string", "The type of home (e.g., villa, condo, farm house)"),
            rooms=("integer", "The number of rooms"),
        ),
    ),
    (
        ToolCard("calculateForce", "Calculate the force on a body", ("mass", "acceleration")),
        described(mass=("number", "The mass in kilograms"), acceleration=("number", "The acceleration")),
    ),
    (
        ToolCard("sendNote", "Send a note", ("text", "start_date", "end_date", "loud")),
        described(
            text=("string", "What to say"),
            start_date=("string", "First day"),
            end_date=("string", "Last day"),
            loud=("boolean", "Whether to send it loudly"),
        ),
    ),
]
LISTS = defaultdict(lambda: ["apple", "Ada", "North Bay", "granite"])


def catalogue(seed: int) -> Catalogue:
    return Catalogue(TOOLS, Inventor(LISTS, random.Random(seed)), ["It was late.", "Nobody came."])


@given(st.integers(0, 100_000))
def test_answers_point_into_the_request(seed: int) -> None:
    query, _, parameters, answers = catalogue(seed).example()
    for parameter, answer in zip(parameters, answers, strict=True):
        assert len(answer.spans) < 2 or parameter.many
        for start, end in answer.spans:
            value = query[start:end]
            assert value
            assert value == value.strip()
            if parameter.type in ("int", "num"):
                assert find_numbers(split_words(value))
        assert all(0 <= option < len(parameter.options) for option in answer.options)
        assert (answer.flag is None) or parameter.type == "bool"


def test_the_ends_of_a_range_keep_their_order() -> None:
    seen = 0
    for seed in range(200):
        query, _, parameters, answers = catalogue(seed).example()
        spans = {p.path[0]: a.spans for p, a in zip(parameters, answers, strict=True)}
        if spans.get("start_date") and spans.get("end_date"):
            seen += 1
            before = [query[: spans[name][0][0]].split()[-1:] for name in ("start_date", "end_date")]
            assert before[0] not in (["until"], ["till"])
            assert before[1] not in (["starting"], ["since"])
    assert seen > 5


def test_what_is_not_described_is_not_used() -> None:
    assert read(ToolCard("x", "Get things"), described(name=("string", ""))) is None
    assert read(ToolCard("x", "Get things"), {"properties": {}}) is None
    tool = read(*TOOLS[0])
    assert tool is not None
    assert (tool.verb, tool.rest) == ("retrieve", "homes for sale")
    assert tool.fields[1].examples == ("villa", "condo", "farm house")
