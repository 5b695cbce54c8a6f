"""Schedules in words, and the cron expressions that they are."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.times.cron_said import cron_said, wants_cron

SCHEDULE = Parameter(("schedule",), "str", "Cron expression", True)


@pytest.mark.parametrize(
    ("query", "cron"),
    [
        ("run cleanup.sh every night at 2:30", "30 2 * * *"),
        ("every 15 minutes", "*/15 * * * *"),
        ("ping it every minute", "* * * * *"),
        ("every two hours", "0 */2 * * *"),
        ("hourly", "0 * * * *"),
        ("every monday at 9am", "0 9 * * 1"),
        ("on mondays and fridays at 18:00", "0 18 * * 1,5"),
        ("on weekdays at half past seven in the morning", "30 7 * * 1-5"),
        ("at noon on weekends", "0 12 * * 6,0"),
        ("the first of every month", "0 0 1 * *"),
        ("on the 15th of each month at noon", "0 12 15 * *"),
        ("back it up daily", "0 0 * * *"),
        ("a weekly report", "0 0 * * 0"),
        ("monthly at 6 pm", "0 18 1 * *"),
        ("run it every night at 3", "0 3 * * *"),
        ("what is '*/10 8-18 * * MON-FRI' for?", "*/10 8-18 * * MON-FRI"),
        ("tomorrow at 5", None),
        ("on monday at nine", None),  # once
        ("every day at 8:00 and 20:00", None),  # two
        ("explain 0 3 * * * to me, every day", "0 3 * * *"),
        ("every 90 minutes", None),
        ("every 48 hours", None),
        ("@daily, every night", "@daily"),
        ("from 0 3 * * * to 0 4 * * *", None),
        ("mon thru thu at 6:10", "10 6 * * 1-4"),
        ("weekdays 8:15 pm: python3 tidy.py daily", "15 20 * * 1-5"),
        ("every day except sunday at 9:00", "0 9 * * 1-6"),
        ("the 1st and 20th of each month at 6am", "0 6 1,20 * *"),
        ("at ten past every hour", "10 * * * *"),
        ("every half hour", "*/30 * * * *"),
        ("every quarter of an hour", "*/15 * * * *"),
        ("`run every minute` on fridays at noon", "0 12 * * 5"),
        ("every minute and a half", None),
    ],
)
def test_a_schedule(query: str, cron: str | None) -> None:
    assert cron_said(SCHEDULE, query) == cron


def test_it_is_for_what_wants_one() -> None:
    assert cron_said(Parameter(("schedule",), "str", "when it runs", True), "daily") is None
    assert cron_said(Parameter(("cron",), "str", "", True, True), "daily") is None
    assert cron_said(Parameter(("expression",), "str", "5 fields: min hour dom month dow"), "daily") == "0 0 * * *"
    assert cron_said(Parameter(("cron_expression",), "str", "", True), "daily") == "0 0 * * *"


SAID = ["every", "each", "5", "two", "minutes", "hour", "monday", "mondays", "at", "9", "pm", "daily", "first of every"]


@given(st.text(max_size=60) | st.lists(st.sampled_from(SAID), max_size=8).map(" ".join))
def test_any_text_has_five_fields_or_none(query: str) -> None:
    cron = cron_said(SCHEDULE, query)
    assert cron is None or re.fullmatch(r"(?:[\d*/,-]+ ){4}[\d*/,-]+", cron)


def test_who_wants_a_schedule() -> None:
    assert wants_cron(SCHEDULE)
    assert not wants_cron(Parameter(("schedule",), "str", "Name of the schedule"))
