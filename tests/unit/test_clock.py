"""What day it is, told in one place."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from keyhole.clock import now, on_day
from keyhole.tools.builtin import dates


def test_it_is_that_day_inside_and_the_clocks_outside() -> None:
    with on_day(date(2023, 1, 1)):
        assert now().date() == date(2023, 1, 1)
        with on_day(None):
            assert now().date() == datetime.now().astimezone().date()
        assert now().date() == date(2023, 1, 1)
    assert now().date() == datetime.now().astimezone().date()


@pytest.mark.parametrize(
    ("phrase", "day"),
    [
        ("the 10th", "2026-12-10"),
        ("the 30th", "2026-11-30"),
        ("what day is the 10th", "2026-12-10"),
        ("wednesday next week", "2026-12-02"),
        ("next week on wednesday", "2026-12-02"),
        ("monday last week", "2026-11-16"),
        ("tuesday of this week", "2026-11-24"),
        ("the 5th of next month", "2026-12-05"),
        ("next month on the 5th", "2026-12-05"),
        ("the 5th of this month", "2026-11-05"),
    ],
)
def test_days_of_a_week_and_of_a_month(phrase: str, day: str) -> None:
    with on_day(date(2026, 11, 26)):
        assert dates.resolve(phrase, now())["date"] == day


@pytest.mark.parametrize("phrase", ["the 31st of this month", "the 40th"])
def test_a_day_that_there_is_not_is_refused(phrase: str) -> None:
    with on_day(date(2026, 11, 26)), pytest.raises(Exception, match=r"no day 31|cannot read"):
        dates.resolve(phrase, now())
