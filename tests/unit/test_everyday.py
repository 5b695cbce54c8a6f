"""The everyday toolbox: its examples, and what its tools know of a request before they are asked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.tools.builtin.everyday import toolbox


async def test_the_toolbox_runs_its_own_examples_and_is_small() -> None:
    box = toolbox()
    assert [card.name for card in box.cards] == ["calculator", "unit_convert", "date_time", "random_pick"]
    assert len(box.examples) == 6
    for tool in box:
        properties = tool.parameters["properties"]
        assert all(field.get("description") for field in properties.values()), tool.name
        assert all(field["type"] in ("string", "number", "integer") for field in properties.values()), tool.name
    assert (await box["date_time"].run({"phrase": "what time is it in Tokyo?"}))["zone"] == "Asia/Tokyo"
    assert (await box["random_pick"].run({"choices": "tea or coffee"}))["picked"] in ("tea", "coffee")
    assert (await box["calculator"].run({"expression": "what is 15% of 240?"}))["result"] == 36


@pytest.mark.parametrize(
    ("request_", "tool", "at_least"),
    [
        ("what is 15% of 240", "calculator", 0.9),
        ("pls calulate 19*21", "calculator", 0.5),
        ("was ist 15% von 240? bzw. 15% of 240", "calculator", 0.5),
        ("10 miles in km", "unit_convert", 1.0),
        ("5 in to cm", "unit_convert", 1.0),
        ("how heavy is 3 stone", "unit_convert", 0.5),
        ("how many feet are in a mile", "unit_convert", 1.0),
        ("pick a random number", "random_pick", 1.0),
        ("30 mpg to l/100km", "unit_convert", 1.0),
        ("how many weeks in a year", "unit_convert", 1.0),
        ("how many days in february 2028", "date_time", 1.0),
        ("17 days ago, which date would that be", "date_time", 1.0),
        ("two hours from now what time will it be", "date_time", 1.0),
        ("inches to cm", "unit_convert", 0.5),
        ("6 ft 2 in m", "unit_convert", 1.0),
        ("12 stone 4 in kg", "unit_convert", 1.0),
        ("10 square feet in m2", "unit_convert", 1.0),
        ("what time is it back home in Accra, I'm on a ship and lost track", "date_time", 0.8),
        ("what time is it for my mum in Manila", "date_time", 1.0),
        ("Tokyo time rn", "date_time", 1.0),
        ("kathmandu time pls, calling base camp", "date_time", 0.9),
        ("Is it morning already in Sydney? I'd like to call my daughter", "date_time", 0.9),
        ("what time is it", "date_time", 1.0),
        ("how late is it in new delhi", "date_time", 1.0),
        ("days since 3 may", "date_time", 1.0),
        ("how many days until christmas", "date_time", 1.0),
        ("hey, what's today's date", "date_time", 0.7),
        ("how many days are left until easter", "date_time", 0.5),
        ("roll two dice", "random_pick", 1.0),
        ("how many secnds in a day", "unit_convert", 1.0),
        ("what's the square root of -1", "calculator", 1.0),
        ("1e400", "calculator", 1.0),
        ("1.234,56 + 1", "calculator", 1.0),
        ("what is 31/11/2026", "date_time", 1.0),
        ("what day is february 30", "date_time", 1.0),
        ("give me 6 numbers from 1 to 49", "random_pick", 0.5),
        ("tea or coffee? choose at random", "random_pick", 1.0),
    ],
)
def test_a_tool_knows_a_request_that_it_can_read(request_: str, tool: str, at_least: float) -> None:
    known = {each.name: each.knows(request_) for each in toolbox() if each.knows}
    assert len(known) == 4
    assert known[tool] == max(known.values()) >= at_least


@pytest.mark.parametrize(
    "text",
    [
        "",
        "how are you",
        "tell me about numbers",
        "a stone in the road",
        "in at a to",
        "it takes 10 minutes",
        "is a coin toss fair",
        "the dice were loaded",
        "the recipe needs 200 grams of flour",
        "why has a year 12 months",
        "8 metres of ribbon cut into pieces of 32 cm, how many pieces",
        "95 km/h for 2 hours and then 70 km/h, how far in km did he get",
        "time for lunch in paris",
        "today, I want to talk",
    ],
)
def test_talk_is_known_to_no_tool(text: str) -> None:
    assert [each.name for each in toolbox() if each.knows and each.knows(text) > 0.4] == []


@given(st.text(max_size=400))
def test_what_a_tool_knows_is_a_share(text: str) -> None:
    assert all(0.0 <= each.knows(text) <= 1.0 for each in toolbox() if each.knows)


@pytest.mark.parametrize(
    ("tool", "text", "does"),
    [
        ("calculator", "subtract 137 from 1000", True),
        ("calculator", "subtract 137", False),
        ("calculator", "42", False),
        ("calculator", "plus 55", False),
        ("calculator", "1000-387", True),
        ("calculator", "12-7", False),
        ("calculator", "100-200", False),
        ("calculator", "72, 88 and 95", False),
        ("date_time", "days until 25 December", True),
        ("date_time", "the meeting", False),
        ("random_pick", "tea or coffee", True),
        ("random_pick", "something", False),
    ],
)
def test_a_tool_says_which_text_will_do(tool: str, text: str, does: bool) -> None:
    reads = toolbox()[tool].reads
    assert reads is not None
    assert (reads(text) > 0) is does


@pytest.mark.parametrize(
    ("tool", "better", "worse"),
    [
        ("calculator", "sin 30 degrees", "sin 30"),
        ("calculator", "half of a quarter of 80", "a quarter of 80"),
        ("random_pick", "shuffle a, b and c", "a, b and c"),
        ("random_pick", "3d6+2", "3d6"),
        ("date_time", "when was easter", "easter"),
        ("calculator", "average of 3,5 and 4,5", "average of 3,5"),
    ],
)
def test_the_text_that_says_more_will_do_better(tool: str, better: str, worse: str) -> None:
    reads = toolbox()[tool].reads
    assert reads is not None
    assert reads(better) > reads(worse) > 0
