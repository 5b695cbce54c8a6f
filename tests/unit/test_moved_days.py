"""Days and times that are said by those of the call before."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.clock import on_day
from keyhole.steps.moved_days import is_day, is_day_of, moved


@pytest.mark.parametrize(
    ("old", "text", "new", "expected"),
    [
        ("2023-02-17", "until the 20th", "2023-01-20", "2023-02-20"),
        ("2023-01-12", "the day after", None, "2023-01-13"),
        ("2023-03-01", "the day before", None, "2023-02-28"),
        ("2023-01-12", "a week later", None, "2023-01-19"),
        ("2023-01-12", "3 days earlier", None, "2023-01-09"),
        ("2012-03-14", "2011", None, "2011-03-14"),
        ("2022-10", "november", None, "2022-11"),
        ("2023-01-09T10:00", "4pm", "2023-01-01T16:00", "2023-01-09T16:00"),
        ("2023-01-04T14:00", "thursday", None, "2023-01-05T14:00"),
        ("07:00", "8", None, "08:00"),
        ("19:00", "8", None, "20:00"),
        ("19:00", "at 8:30", None, "20:30"),
        ("2023-01-31", "the 31st of march", "2023-03-31", None),
        ("2023-02-10", "the 30th", None, None),
        ("2023-01-12", "friday", "2023-01-06", None),
        ("2023-01-12", "in Paris", None, None),
        ("2023-01-12", "the night after", None, "2023-01-13"),
        ("2023-01-12", "two days later", None, "2023-01-14"),
        ("2023-01-12", "one night earlier", None, "2023-01-11"),
        ("2021-05-04", "back to march 7th", "2023-03-07", "2021-03-07"),
        ("2021-12-28", "january 3", "2023-01-03", "2022-01-03"),
        ("2021-05-04", "march 7th 2023", "2023-03-07", None),
        ("2021-05-04T10:30", "may 11", "2023-05-11", "2021-05-11T10:30"),
        ("2021-05-04", "friday", "2023-01-06", "2021-05-07"),
        ("2021-05-04", "next friday", "2023-01-06", None),
        ("2021-05-08", "the saturday after", None, "2021-05-15"),
        ("2021-05-08", "the saturday before", None, "2021-05-01"),
        ("Oslo", "the day after", None, None),
        ("2023-01-12", "the day after tomorrow", "2023-01-03", None),
    ],
)
def test_a_day_is_meant_beside_the_one_before(old: str, text: str, new: str | None, expected: str | None) -> None:
    with on_day(date(2023, 1, 1)):
        assert moved(old, text, new) == expected


def test_a_day_is_known_by_its_number() -> None:
    assert is_day("2023-01-18")
    assert is_day("2023-01-18T10:00")
    assert not is_day("January 18")
    assert is_day_of("2023-01-18", "18th")
    assert not is_day_of("2023-01-18", "8")
    assert not is_day_of("Oslo", "18th")


@given(
    st.sampled_from(["2023-01-31", "2024-02-29T10:00", "9999-12-31", "0001-01-01", "2022-10", "19:00", "Oslo"]),
    st.text(),
)
def test_any_message_may_be_read_for_days(old: str, text: str) -> None:
    assert isinstance(moved(old, text, None), str | None)
