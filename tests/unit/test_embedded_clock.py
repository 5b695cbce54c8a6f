"""Times of day in a request, and the hours and minutes that tools want of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.fill.values import asked_of
from keyhole.models.embedded.parameters import parameters_of
from keyhole.models.embedded.times.clock import clock_values, times_in, whole_time


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("at ten to eight in the morning", [(7, 50)]),
        ("warm the car for twenty to six this evening", [(17, 40)]),
        ("every day at ten past nine at night, twelve minutes", [(21, 10)]),
        ("Tuesdays at 10 pm the guest room goes down to 16", [(22, 0)]),
        ("from 8:17:30 pm, five minutes", [(20, 17)]),
        ("May 10th, 2 to 5 in the afternoon, one kid", [(14, 0), (17, 0)]),
        ("from 9 to 5 pm", [(9, 0), (17, 0)]),
        ("2025-06-10 11:00 to 2025-06-17 9:30", [(11, 0), (9, 30)]),
        ("2025-06-10 11 am, June 3 12:15", [(11, 0), (12, 15)]),
        ("six thirty am or noon, not midnight", [(6, 30), (12, 0), (0, 0)]),
        ("at six o\u2019clock", [(6, 0)]),
        ("five past midnight, ten to noon, a quarter to midnight", [(0, 5), (11, 50), (23, 45)]),
        ("12 am", [(0, 0)]),
        ("5 to 10 people, 25 pm, 99:99", []),
        ("half eight in the morning", [(8, 30)]),
        ("done by half seven in the evening", [(19, 30)]),
        ("at 20 to 5 pm", [(16, 40)]),
        ("at 10 to 8 in the morning", [(7, 50)]),
        ("from 10 to 11 in the morning", [(10, 0), (11, 0)]),
        ("at 19h, by 20h45", [(19, 0), (20, 45)]),
        ("a 2h30 film, 24h a day", []),
    ],
)
def test_times_are_read_in_order(text: str, times: list[tuple[int, int]]) -> None:
    assert times_in(text) == times


@given(
    st.text(max_size=400)
    | st.lists(
        st.sampled_from(
            ["half", "quarter", "past", "to", "ten", "7", ":30", "pm", "o'clock", "noon", "this evening", "99"]
        )
    ).map(" ".join)
)
def test_any_text_has_times_of_a_day_or_none(text: str) -> None:
    assert all(0 <= hour < 24 and 0 <= minute < 60 for hour, minute in times_in(text))


@pytest.mark.parametrize("before", ["", "\u0130\u0130 ", "at "])
def test_a_time_is_whole_wherever_it_stands(before: str) -> None:
    text = f"{before}half past eight please"
    at = text.index("eight")
    start, end = whole_time(text, at, at + 5)
    assert text[start:end] == "half past eight"


@given(st.text(alphabet="\u0130 halfpsteigx1", max_size=60), st.integers(0, 60), st.integers(0, 60))
def test_a_span_only_grows_and_stays_within_its_text(text: str, one: int, other: int) -> None:
    first, last = sorted((min(one, len(text)), min(other, len(text))))
    start, end = whole_time(text, first, last)
    assert 0 <= start <= first <= last <= end <= len(text)


def schema(*names: str, description: str = "24-hour clock", kind: str = "integer") -> dict[str, object]:
    return {"type": "object", "properties": {name: {"type": kind, "description": description} for name in names}}


def test_months_are_numbers_where_they_are_wanted_as_such() -> None:
    one = parameters_of(schema("birth_month", "day", description="1-12"))
    assert clock_values(one, "who was born on the 23rd of April?") == {("birth_month",): 4}
    assert clock_values(one, "I may march on, in sept") == {("birth_month",): 9}
    assert clock_values(one, "born on 5/3") == {}
    two = parameters_of(schema("from_month", "to_month", description="1-12"))
    assert clock_values(two, "from March to June") == {("from_month",): 3, ("to_month",): 6}
    assert clock_values(parameters_of(schema("month", kind="string")), "in May") == {}


def test_two_pairs_take_two_times() -> None:
    wanted = parameters_of(schema("start_hour", "start_minute", "end_hour", "valve"))
    assert clock_values(wanted, "valve 3 from 5:45 am until half past seven in the evening") == {
        ("start_hour",): 5,
        ("start_minute",): 45,
        ("end_hour",): 19,
    }


def test_what_a_schema_refuses_is_left_to_the_model() -> None:
    twelve = {"type": "integer", "description": "12-hour clock", "minimum": 1, "maximum": 12}
    wanted = {"type": "object", "properties": {"hour": twelve, "minute": {"type": "integer", "multipleOf": 15}}}
    asked, values, _ = asked_of(wanted, "at 6:45 pm")
    assert [parameter.path for parameter in asked] == [("hour",)]
    assert values == {("minute",): 45}


@pytest.mark.parametrize(
    ("wanted", "text"),
    [
        (schema("minute", "hours"), "in a minute"),
        (schema("minutes"), "at 5:45"),
        (schema("hour", kind="string"), "at 5:45"),
        (schema("minute", description="Length in minutes"), "at 5:45"),
    ],
)
def test_what_is_no_time_of_day_is_left_to_the_model(wanted: dict[str, object], text: str) -> None:
    assert clock_values(parameters_of(wanted), text) == {}
