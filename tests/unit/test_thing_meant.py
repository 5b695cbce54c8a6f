"""Which thing of a list a message means in words of its own, what is asked where it may be any, and the calls then."""

from __future__ import annotations

import math
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import keyhole.models.numpy_llama  # noqa: F401 - what `load` runs the weights with
from embedded_asked import last_of
from keyhole.agent import Agent
from keyhole.clock import on_day
from keyhole.models.embedded.model import EmbeddedModel, load
from keyhole.steps.earlier import Earlier
from keyhole.steps.results import read_result
from keyhole.steps.thing_meant import thing_meant
from keyhole.steps.which_thing import question_for_thing, which_things
from keyhole.tools.tool import Tool
from listed_courses import BOX, CALLED, TEXT, done


@pytest.fixture(scope="module")
def model() -> EmbeddedModel:
    return load()


@pytest.mark.parametrize(
    ("wish", "tool", "ids"),
    [
        ("cancel the yoga one", "cancel_course", "C-12"),
        ("Anna's has to go", "cancel_course", "C-11"),
        ("move the advanced one to monday", "move_course", "C-13"),  # on monday is another one
        ("cancel the chess clb", "cancel_course", "C-14"),
        ("give the morning one to Anna", "assign_trainer", "C-12"),
        ("cancel both of Ben's", "cancel_course", "C-12 C-13"),
        ("move the rowing ones to friday", "move_course", "C-11 C-13"),
        ("cancel the cheapest", "cancel_course", "C-14"),
    ],
)
def test_the_thing_that_is_meant(wish: str, tool: str, ids: str) -> None:
    with on_day(date(2025, 6, 2)):
        found = which_things(wish, [CALLED], BOX[tool], BOX)
    assert found is not None
    assert " ".join(thing["id"] for thing in found.things) == ids
    assert all(thing["id"] in wish for thing, wish in zip(found.things, found.wishes, strict=True))


@pytest.mark.parametrize(
    ("wish", "tool"),
    [
        ("cancel the rowing one", "cancel_course"),  # there are two
        ("cancel C-99", "cancel_course"),
        ("what is the weather in Lisbon", "get_weather"),  # takes none of them
        (f"cancel the yoga one {'please ' * 100}", "cancel_course"),
    ],
)
def test_what_means_none_for_sure(wish: str, tool: str) -> None:
    assert which_things(wish, [CALLED], BOX[tool], BOX) is None


def test_parameters_of_any_name_may_stand_beside() -> None:
    named = {"_": TEXT, "1": TEXT, "\u043a\u0443\u0440\u0441": TEXT, "course_id": TEXT}
    tool = Tool("cancel", "Cancel", {"type": "object", "properties": named, "required": [*named]}, done)
    found = which_things("cancel the yoga one", [CALLED], tool, BOX)
    assert found is not None
    assert found.things[0]["id"] == "C-12"


def test_words_that_say_which_give_way_to_the_id() -> None:
    found = which_things("move the advanced one to monday", [CALLED], BOX["move_course"], BOX)
    assert found is not None
    assert found.wishes == ("move course C-13 to monday",)


def test_which_one_is_asked_with_what_tells_them_apart() -> None:
    asked = question_for_thing(BOX["cancel_course"], ["course_id"], [CALLED])
    assert asked is not None
    assert "2. **Morning yoga**, thursday, 07:30" in asked
    assert question_for_thing(BOX["move_course"], ["course_id", "day"], [CALLED]) is None  # more is lacking
    assert question_for_thing(BOX["get_weather"], ["place"], [CALLED]) is None
    assert question_for_thing(BOX["cancel_course"], ["course_id"], []) is None


def test_a_title_from_a_tool_is_escaped_where_one_is_asked_for() -> None:
    things = [{"id": f"C-{n}", "title": f"<b>[a](javascript:{n})", "day": f"d{n}"} for n in range(9)]
    call = Earlier(BOX["list_courses"], {}, result=read_result("list_courses", {"courses": things}))
    asked = question_for_thing(BOX["cancel_course"], ["course_id"], [call])
    assert asked is not None
    assert "[a](" not in asked
    assert "There are 3 more." in asked


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.lists(
        st.dictionaries(st.sampled_from(["id", "title", "day", "start", "paid"]), _VALUES), min_size=2, max_size=6
    ),
    st.text(max_size=60),
)
def test_any_list_and_any_message_are_weighed(things: list[dict[str, Any]], wish: str) -> None:
    result = read_result("list_courses", {"courses": things})
    if len(result.things) < 2:
        return
    meant = thing_meant(wish, result, BOX["cancel_course"])
    assert math.isclose(sum(meant.shares) + meant.none, 1.0, rel_tol=1e-6)
    assert 0 <= meant.lead <= 1


async def _talk(model: EmbeddedModel, *messages: str) -> tuple[list[tuple[str, dict[str, Any]]], str]:
    """The calls for the last of the messages, and its answer."""
    calls, ended = await last_of(Agent(model, BOX), *messages)
    return calls, ended.answer


@pytest.mark.parametrize(
    ("message", "calls"),
    [
        ("move the yoga one to friday", [("move_course", {"course_id": "C-12", "day": "friday"})]),
        ("give the advanced one to Anna", [("assign_trainer", {"course_id": "C-13", "trainer": "Anna"})]),
        (
            "cancel both thursday ones",
            [("cancel_course", {"course_id": "C-12"}), ("cancel_course", {"course_id": "C-13"})],
        ),
        (
            "move both rowing ones to friday",
            [
                ("move_course", {"course_id": "C-11", "day": "friday"}),
                ("move_course", {"course_id": "C-13", "day": "friday"}),
            ],
        ),
    ],
)
async def test_a_call_is_for_the_thing_that_is_meant(model: EmbeddedModel, message: str, calls: Any) -> None:
    made, _ = await _talk(model, "which courses are there?", message)
    assert made == calls


@pytest.mark.parametrize(("reply", "id_"), [("the advanced one", "C-13"), ("1", "C-11"), ("C-13", "C-13")])
async def test_which_one_is_asked_and_a_reply_says_it(model: EmbeddedModel, reply: str, id_: str) -> None:
    asked = "which courses are there?", "cancel the rowing one"
    made, answer = await _talk(model, *asked)
    assert not made
    assert "Which one do you mean?" in answer
    assert "**Rowing for beginners**" in answer
    made, _ = await _talk(model, *asked, reply)
    assert made == [("cancel_course", {"course_id": id_})]


async def test_what_several_are_is_not_done_with_the_thing_of_the_last_call(model: EmbeddedModel) -> None:
    asked = "which courses are there?", "move the yoga one to friday", "cancel the rowing one"
    made, answer = await _talk(model, *asked)
    assert not made
    assert "Which one do you mean?" in answer
    made, _ = await _talk(model, *asked, "the advanced one")
    assert made == [("cancel_course", {"course_id": "C-13"})]


ALL = [("cancel_course", {"course_id": f"C-1{number}"}) for number in (1, 2, 3, 4)]


@pytest.mark.parametrize(
    ("message", "calls"),
    [
        ("cancel all of them, all", ALL),  # each wish for one of them says all once more
        ("course C-11 isn't on at all, cancel it", ALL[:1]),
    ],
)
async def test_all_is_said_once(model: EmbeddedModel, message: str, calls: Any) -> None:
    made, _ = await _talk(model, "which courses are there?", message)
    assert made == calls
