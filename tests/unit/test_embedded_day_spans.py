"""Spans of days that a request says, and who gets their ends."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.clock import on_day
from keyhole.models.embedded.day_spans import put_spans, span_of_days
from keyhole.models.embedded.prompt import Parameter

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


SAID = ["in", "march", "May", "14", "to", "31", "30 february", "and", "monday", "before", "2024", "-", "older than"]


@given(st.text(max_size=60) | st.lists(st.sampled_from(SAID), max_size=8).map(" ".join))
def test_any_text_has_a_span_or_none(text: str) -> None:
    said = span_of_days(text)
    assert said is None or any(said)
