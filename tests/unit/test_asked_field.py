"""Questions in words of their own, answered by a field of what was shown."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.steps.about_shown import about_shown
from keyhole.steps.asked_field import asked_field
from keyhole.steps.earlier import Earlier
from keyhole.steps.results import read_result
from keyhole.steps.told_field import HEDGE, told_field
from keyhole.tools.tool import Tool


async def _unused(args: dict[str, Any]) -> None:
    raise AssertionError(args)


def _call(tool: str, value: Any, *, missing: tuple[str, ...] = ()) -> Earlier:
    made = Tool(tool, "", {"type": "object", "properties": {}}, _unused)
    return Earlier(made, {}, missing, read_result(tool, value))


LOAN = _call(
    "get_loan",
    {"title": "Salt", "borrower": "Ana Ruiz", "due_at": "2025-06-24", "weight_g": 640, "renewals_left": 2},
)
TENTS = _call(
    "list_tents",
    [
        {"name": "Hogan", "sleeps": 3, "day_rate_eur": 14, "waterproof": True, "shelf": "B2"},
        {"name": "Tarn", "sleeps": 2, "day_rate_eur": 22, "waterproof": True, "shelf": "C1"},
        {"name": "Kestrel", "sleeps": 6, "day_rate_eur": 31, "waterproof": False, "shelf": "A4"},
    ],
)


def _told(question: str, call: Earlier) -> Any:
    asked = asked_field(question, [call], ())
    assert asked is not None
    return json.loads(told_field(question, asked).condensed)


@pytest.mark.parametrize(
    ("question", "field"),
    [
        ("when do i have to bring it back", "due_at"),
        ("how heavy is it?", "weight_g"),
        ("who's got it", "borrower"),
        ("how many times can i still extend it?", "renewals_left"),
    ],
)
def test_a_field_is_told_in_other_words(question: str, field: str) -> None:
    assert next(iter(_told(question, LOAN))) == field


def test_of_several_things_the_one_that_is_named_is_told() -> None:
    assert _told("how much is the tarn per day?", TENTS) == {"name": "Tarn", "day_rate_eur": 22}
    assert _told("where do i find the kestrel", TENTS) == {"name": "Kestrel", "shelf": "A4"}


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("which one is the dearest", "Kestrel"),
        ("the cheapest to rent?", "Hogan"),
        ("which is the priciest?", "Kestrel"),
    ],
)
def test_of_several_things_the_one_with_most_or_least_is_told(question: str, name: str) -> None:
    assert _told(question, TENTS)["name"] == name


def test_where_no_thing_is_meant_the_field_of_each_is_told() -> None:
    each = _told("which ones keep the rain out", TENTS)
    assert [thing["name"] for thing in each] == ["Hogan", "Tarn", "Kestrel"]


def test_what_comes_soonest_is_the_earliest_day() -> None:
    loans = _call(
        "list_loans",
        [{"title": "Cod", "due_on": "2025-07-02"}, {"title": "Salt", "due_on": "2025-06-24"},
         {"title": "Kelp", "due_on": "2025-06-30"}],
    )  # fmt: skip
    assert _told("which one has to come back soonest", loans) == {"title": "Salt", "due_on": "2025-06-24"}


def test_what_is_not_named_is_asked_of_the_last_result() -> None:
    room = _call("get_room", {"room": "Birch", "seats": 12})
    asked = asked_field("how many people fit in", [room, TENTS], ())
    assert asked is not None
    assert asked.call is room
    asked = asked_field("where do i find the kestrel", [room, TENTS], ())
    assert asked is not None
    assert asked.call is TENTS


def test_that_a_call_was_made_is_no_field() -> None:
    asked = asked_field("did it go well?", [_call("drop_student", {"ok": True, "refund": 120})], ())
    assert asked is not None
    assert [name for name, _ in asked.odds] == ["refund"]


def test_what_things_come_to_together_is_added_up() -> None:
    assert _told("how many people do they take altogether?", TENTS) == {"sleeps": 11}


def test_what_a_list_holds_is_counted() -> None:
    teacher = _call("get_teacher", {"name": "Ida Berg", "languages": ["de", "da", "en"], "room": "B2"})
    assert _told("how many tongues does she speak?", teacher) == {"count": 3, "languages": ["de", "da", "en"]}


def test_what_is_not_sure_says_so() -> None:
    asked = asked_field("how old is the author", [LOAN], ())
    assert asked is not None
    assert not asked.is_plain
    shown = json.loads(told_field("how old is the author", asked).condensed)
    assert shown["answer"] == HEDGE
    assert len(shown) > 2


def test_a_question_is_likelier_about_what_was_shown_than_an_order() -> None:
    def likely(message: str) -> float:
        asked = asked_field(message, [LOAN], ())
        assert asked is not None
        return about_shown(message, asked, None, "none")

    assert likely("how heavy is it?") > 0
    assert likely("renew the book for Ben, please") < 0


@pytest.mark.parametrize("before", [[], [_call("get_loan", None)], [_call("get_loan", {"a": 1}, missing=("id",))]])
def test_nothing_is_told_where_nothing_was_shown(before: list[Earlier]) -> None:
    assert asked_field("how heavy is it?", before, ()) is None


def test_what_is_long_asks_for_no_field() -> None:
    assert asked_field("how heavy is it " * 40, [LOAN], ()) is None


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=20,
)


@given(st.text(max_size=220), VALUES)
def test_any_question_about_anything_is_read(question: str, value: Any) -> None:
    asked = asked_field(question, [_call("get_thing", value)], (question,))
    if asked is not None:
        assert about_shown(question, asked, None, "none") < math.inf
        json.loads(told_field(question, asked).condensed)
