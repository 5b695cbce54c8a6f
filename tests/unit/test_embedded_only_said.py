"""Days and times of day that a request says once, for what nothing was picked for."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.clock import now, on_day
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.texts.only_said import only_day, only_time, takes_day

DAY = "Day of departure, YYYY-MM-DD"
MOMENT = "When, YYYY-MM-DDTHH:MM"


def wanting(description: str) -> Parameter:
    return Parameter(("when",), "str", description, True)


@pytest.mark.parametrize(
    ("query", "description", "day"),
    [
        ("is BA 287 on time today?", DAY, "2023-01-05"),
        ("what's on tonight", DAY, "2023-01-05"),
        ("did it run yesterday", DAY, "2023-01-04"),
        ("is it late in 3 days", DAY, "2023-01-08"),
        ("was it late 2 weeks ago", DAY, "2022-12-22"),
        ("today is 2024-05-06. What is on tomorrow?", DAY, "2024-05-07"),
        ("a table tonight at 8 pm", MOMENT, "2023-01-05T20:00"),
        ("a table tonight", MOMENT, None),  # no time of day
        ("what's on next week", DAY, None),
        ("the 5th one of March 3rd", DAY, None),
        ("from today until tomorrow", DAY, None),
        ("stretch in 2 hours", DAY, None),
        ("what is on, today or on 2023-02-03", DAY, None),
        ("is it late today", "The day", None),
        ("an appointment today", "Date of birth, YYYY-MM-DD", None),
        ("nothing of that kind", DAY, None),
        ("how long till christmas", DAY, "2023-12-25"),
        ("a christmas card", DAY, None),
        ("not before christmas dinner", DAY, None),
    ],
)
def test_the_one_day_that_is_spoken_of(query: str, description: str, day: str | None) -> None:
    with on_day(date(2023, 1, 5)):
        found = only_day(wanting(description), query, ())
        assert found is day is None or (found or "").startswith(day or "none")


def test_a_moment_is_told_by_how_far_off_it_is() -> None:
    with on_day(date(2023, 1, 5)):
        hours = {(now() + timedelta(hours=2, minutes=minutes)).strftime("%Y-%m-%dT%H") for minutes in (-1, 1)}
        assert (only_day(wanting(MOMENT), "stretch in 2 hours", ()) or "")[:13] in hours


@pytest.mark.parametrize(
    ("query", "name", "day"),
    [
        ("how many days until 2027-01-01", "start", "2023-01-05"),
        ("days left until christmas", "from_date", "2023-01-05"),
        ("days until 2027-01-01", "end", None),
        ("how many weeks since 2020-08-12", "end_date", "2023-01-05"),
        ("how many days since 2020-08-12 up to the lease", "end", None),
        ("open until 2027-01-01", "start", None),
    ],
)
def test_what_is_counted_from_or_to_today(query: str, name: str, day: str | None) -> None:
    with on_day(date(2023, 1, 5)):
        assert only_day(Parameter((name,), "str", "Date, YYYY-MM-DD", True), query, ()) == day


@pytest.mark.parametrize(
    ("query", "names", "takes"),
    [
        ("add it, by Friday", ("due", "start_date"), True),
        ("add it on Friday", ("due_date",), False),
        ("taxi 34 euros yesterday", ("date",), True),
        ("taxi 34 euros yesterday", ("date", "paid_on"), False),
        ("taxi 34 euros yesterday", ("paid_on",), True),
        ("taxi 34 euros yesterday", ("born",), False),
    ],
)
def test_who_takes_a_day_that_nothing_was_picked_for(query: str, names: tuple[str, ...], takes: bool) -> None:
    parameters = [Parameter((name,), "str", DAY) for name in names]
    assert takes_day(parameters[0], parameters, query) is takes


def test_a_day_or_a_time_is_given_once() -> None:
    with on_day(date(2023, 1, 5)):
        start = only_day(wanting(MOMENT), "the room, in 2 hours", ())
        assert start is not None
        assert only_day(wanting(MOMENT), "the room, in 2 hours", [start]) is None
        assert only_day(wanting(DAY), "is it late today", ["2023-01-05"]) is None
    assert only_time(wanting("HH:MM"), "wake me at half past six", [3]) == "06:30"
    assert only_time(wanting("HH:MM"), "wake me at half past six", ["06:30"]) is None
    assert only_time(wanting(MOMENT), "wake me at half past six", []) is None


SPOKEN = ["today", "in", "3", "days", "at", "8", "pm", "2023-02-03", "ago"]


@given(st.text(max_size=60) | st.lists(st.sampled_from(SPOKEN), max_size=6).map(" ".join))
def test_any_request_can_be_asked(query: str) -> None:
    for description in (DAY, MOMENT, "HH:MM"):
        for said in (only_day(wanting(description), query, ()), only_time(wanting(description), query, ())):
            assert said is None or ":" in said or said.count("-") == 2
