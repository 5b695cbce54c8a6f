"""Spans of days that a request says, and who gets their ends."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.clock import on_day
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.times.day_spans import put_spans, span_of_days

TODAY = date(2023, 1, 5)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("is a van free 14 to 16 january?", "2023-01-14", "2023-01-16"),
        ("from the 3rd until the 6th of February 2024", "2024-02-03", "2024-02-06"),
        ("january 20 - 27, with a child seat", "2023-01-20", "2023-01-27"),
        ("28 to 2 march", "2023-02-28", "2023-03-02"),
        ("all rides in december", "2022-12-01", "2022-12-31"),
        ("sales of February 2024", "2024-02-01", "2024-02-29"),
        ("orders in march", "2023-03-01", "2023-03-31"),
        ("what I spent last December", None, None),
        ("older than 1 March 2022", None, "2022-03-01"),
        ("what came in after yesterday", "2023-01-04", None),
        ("off sick monday and tuesday", "2023-01-09", "2023-01-10"),
        ("today is 2024-03-01. Rides in December?", "2023-12-01", "2023-12-31"),
        ("all of last December", "2022-12-01", "2022-12-31"),
        ("sales in 2021", "2021-01-01", "2021-12-31"),
        ("the third quarter of 2022", "2022-07-01", "2022-09-30"),
        ("q2 2024 revenue", "2024-04-01", "2024-06-30"),
        ("christmas eve 2021 to new year's day", None, None),
        ("christmas eve 2021 through new year's eve", "2021-12-24", "2021-12-31"),
        ("up to the end of April 2022", None, "2022-04-30"),
        ("no later than 3 May 2022", None, "2022-05-03"),
    ],
)
def test_a_span_of_days(text: str, first: str | None, last: str | None) -> None:
    with on_day(TODAY):
        said = span_of_days(text)
    assert [day and day.isoformat() for day in said or (None, None)] == [first, last]


@pytest.mark.parametrize(
    "text",
    [
        "3 - 5 pm on May 3",
        "on 5 March",
        "from march to june",
        "in may 2022 and june 2022",
        "12 to 14 may or 2 to 4 june",
        "a marketing meeting in market hall",
        'write "closed 14 to 16 january"',
        "40 to 50 january",
        "nothing of that kind",
        "the best of 2021",
        "in 2021 and in 2022",
    ],
)
def test_no_span_of_days(text: str) -> None:
    with on_day(TODAY):
        assert span_of_days(text) is None


def test_both_ends_get_their_day_whatever_was_picked() -> None:
    ends = [Parameter((name,), "str", "YYYY-MM-DD") for name in ("from", "to")]
    values = {("from",): "14", ("to",): "2023-01-16"}
    with on_day(TODAY):
        put_spans(ends, "14 to 16 january", values)
        assert values == {("from",): "2023-01-14", ("to",): "2023-01-16"}
        put_spans(ends, "before 3 March 2024", values)
        assert values[("to",)] == "2024-03-03"
        stay = [Parameter((name,), "str", "YYYY-MM-DD") for name in ("checkin_date", "checkout_date")]
        booked: dict[tuple[str, ...], str] = {}
        put_spans(stay, "a room in march", booked)  # a month is no stay
        assert booked == {}
        put_spans(stay, "a room 3 to 5 march", booked)
        assert booked == {("checkin_date",): "2023-03-03", ("checkout_date",): "2023-03-05"}


def test_what_bounds_one_end_is_not_the_other() -> None:
    ends = [Parameter((name,), "str", "YYYY-MM-DD") for name in ("after", "before")]
    values = {("after",): "2022-12-01"}
    put_spans(ends, "older than December 1st 2022", values)
    assert values == {("before",): "2022-12-01"}


@pytest.mark.parametrize(
    ("query", "first", "last"),
    [
        ("two nights from 30 December 2022", "2022-12-30", "2023-01-01"),
        ("a week in Riga from 3 May 2023", "2023-05-03", "2023-05-10"),
        ("from 3 May 2023, ten days", "2023-05-03", "2023-05-13"),
        ("3 May 2023, call me two days before", "2023-05-03", None),
        ("from 3 May 2023", "2023-05-03", None),
    ],
)
def test_a_stay_ends_by_its_length(query: str, first: str, last: str | None) -> None:
    stay = [Parameter(("stay", name), "str", "", True, schema={"format": "date"}) for name in ("checkIn", "checkOut")]
    values: dict[tuple[str, ...], str] = {("stay", "checkIn"): first}
    put_spans(stay, query, values)
    assert (values.get(("stay", "checkIn")), values.get(("stay", "checkOut"))) == (first, last)


@pytest.mark.parametrize(
    ("query", "required", "last"),
    [
        ("on 3 May 2023 only", False, "2023-05-03"),
        ("3.5.2023 (3 may), just that day", False, "2023-05-03"),
        ("only on 3 May 2023", False, "2023-05-03"),
        ("what happened on 3 May 2023?", True, "2023-05-03"),
        ("what happened on 3 May 2023?", False, None),
        ("from 3 May 2023", True, None),
        ("3 May 2023 or later", True, None),
        ("10 days from 3 May 2023", True, None),
    ],
)
def test_one_day_is_both_ends(query: str, required: bool, last: str | None) -> None:
    ends = [Parameter((name,), "str", "", required, schema={"format": "date"}) for name in ("from", "to")]
    values: dict[tuple[str, ...], str] = {("from",): "2023-05-03"}
    put_spans(ends, query, values)
    assert values == {("from",): "2023-05-03"} | ({("to",): last} if last else {})


SAID = ["in", "march", "May", "14", "to", "31", "30 february", "and", "monday", "before", "2024", "-", "older than"]


@given(st.text(max_size=60) | st.lists(st.sampled_from(SAID), max_size=8).map(" ".join))
def test_any_text_has_a_span_or_none(text: str) -> None:
    said = span_of_days(text)
    assert said is None or any(said)
