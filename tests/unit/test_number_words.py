"""Numbers written as words: those of days."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.tools.builtin.dates import resolve
from keyhole.tools.builtin.number_words import ordinal_days

NOW = datetime(2026, 9, 18, 12, tzinfo=ZoneInfo("UTC"))


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("the third of march", "the 3 of march"),
        ("May first, 2020", "May 1, 2020"),
        ("march the twenty-first", "march 21"),
        ("twenty first of june", "21 of june"),
        ("thirty-first dec", "31 dec"),
        ("the first monday of may", "the first monday of may"),
        ("first day of may", "first day of may"),
        ("the second time", "the second time"),
        ("maybe first", "maybe first"),
    ],
)
def test_a_day_of_a_month_in_words_is_one_in_digits(text: str, digits: str) -> None:
    assert ordinal_days(text) == digits


@pytest.mark.parametrize(
    ("phrase", "day"),
    [("days until the third of march", "Wednesday 2027-03-03"), ("days until december first", "Tuesday 2026-12-01")],
)
def test_days_in_words_are_counted_to(phrase: str, day: str) -> None:
    assert resolve(phrase, NOW)["to"] == day


@given(st.text(alphabet="first of may 2-", max_size=40))
def test_what_is_in_digits_stays(text: str) -> None:
    assert ordinal_days(ordinal_days(text)) == ordinal_days(text)
