"""What the router is told of the call before a message, and how it decides with that."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.route.after import AfterWeights, after_weights, decide_after, stands_near
from keyhole.models.model import AfterCall
from keyhole.steps.after_call import after_call
from keyhole.steps.earlier import Earlier
from keyhole.steps.results import read_result
from keyhole.tools.tool import Tool


async def _unused(args: dict[str, Any]) -> None:
    raise AssertionError(args)


def _tool(called: str, required: str, **properties: Any) -> Tool:
    typed = {key: each if isinstance(each, dict) else {"type": each} for key, each in properties.items()}
    return Tool(called, "", {"type": "object", "properties": typed, "required": required.split()}, _unused)


ADD = _tool("add_booking", "guest nights", guest="string", nights="integer", board={"enum": ["half", "full"]})
CHANGE = _tool("change_booking", "booking_id", booking_id="string", nights="integer")
CANCEL = _tool("cancel_booking", "booking_id", booking_id="string")
LIST = _tool("list_rooms", "", free="boolean")
CARDS = [tool.card for tool in (ADD, CHANGE, CANCEL, LIST)]
MADE = Earlier(
    ADD,
    {"guest": "Ida", "nights": 3, "board": "half"},
    result=read_result("add_booking", {"booking_id": "B-7", "guest": "Ida", "nights": 3, "room": "Elm"}),
)


def _after(text: str, before: Earlier = MADE) -> AfterCall:
    after = after_call(text, [before], CARDS)
    assert after is not None
    return after


def test_every_tool_has_its_stand_to_the_call() -> None:
    kinds = _after("make it four").kinds
    assert "same" in kinds["add_booking"]
    assert {"amends", "takes the id", "shares"} <= set(kinds["change_booking"])
    assert {"removes", "takes the id"} <= set(kinds["cancel_booking"])
    assert "amends" not in kinds["cancel_booking"]
    assert {"looks", "needs nothing"} <= set(kinds["list_rooms"])
    near = {card.name for card in CARDS if stands_near(_after("x"), card.name)}
    assert near == {"add_booking", "change_booking"}


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("oops, 4 nights", {"corrects", "numbers 1", "argument", "word oops"}),
        ("and Bo too", {"names_another", "new name"}),
        ("is Elm quiet?", {"asks", "shown value"}),
        ("full board for Ida", {"option new", "old value"}),
        ("half board", {"option old"}),
    ],
)
def test_signs_of_a_message(text: str, signs: set[str]) -> None:
    assert signs <= set(_after(text).signs)


def test_without_a_call_or_behind_a_question_there_is_nothing_to_know() -> None:
    assert after_call("make it four", [], CARDS) is None
    assert after_call("four", [Earlier(ADD, {"guest": "Ida"}, ("nights",))], CARDS) is None
    assert after_call("word " * 41, [MADE], CARDS) is None


@given(st.text(max_size=300))
def test_any_text_has_signs(text: str) -> None:
    after = after_call(text, [MADE], CARDS)
    assert after is None or (len(after.signs) < 60 and after.kinds.keys() == {card.name for card in CARDS})


ROW = (0.0,) * 10
PLAIN = AfterWeights((0.0,) * 10, (0.0,) * 4, {"same": 1.0, "none": 0.5}, ("same", "amends"), {"corrects": (-2.0, 3.0)})


def test_a_sign_speaks_for_the_tools_that_stand_so() -> None:
    names = ["add_booking", "change_booking"]
    kinds = {"add_booking": ("same",), "change_booking": ("amends",)}
    said, corrected = (AfterCall("add_booking", signs, kinds) for signs in ((), ("corrects", "never seen")))
    assert decide_after(names, [ROW, ROW], 0.0, said, PLAIN).best == 0
    decision = decide_after(names, [ROW, ROW], 0.0, corrected, PLAIN)
    assert (decision.choice, decision.best) == ("call_tool", 1)
    assert 0.5 < decision.confidence < 1


def test_none_is_chosen_where_it_weighs_most() -> None:
    after = AfterCall("add_booking", (), {"change_booking": ("other",)})
    assert decide_after(["change_booking"], [ROW], 0.0, after, PLAIN).choice == "none"


def test_the_shipped_weights_fit_together() -> None:
    weights = after_weights()
    assert len(weights.witnesses) == len(ROW)
    assert all(len(row) == len(weights.stands) for row in weights.crossed.values())
    assert set(weights.stands) <= weights.kinds.keys()


def test_a_tools_own_verb_at_the_beginning_speaks_for_it() -> None:
    names = ["add_booking", "cancel_booking"]
    kinds = {"add_booking": ("same",), "cancel_booking": ("other",)}
    begun = {"add_booking": ("same",), "cancel_booking": ("other", "begun")}
    assert decide_after(names, [ROW, ROW], 0.0, AfterCall("add_booking", (), kinds), PLAIN).best == 0
    assert decide_after(names, [ROW, ROW], 0.0, AfterCall("add_booking", (), begun), PLAIN).best == 1
    assert "begun" in _after("ok, cancel that").kinds["cancel_booking"]
    assert "begun" not in _after("ok, cancel that").kinds["add_booking"]
