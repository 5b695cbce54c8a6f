"""Days of the week that a request says, for what wants them by number or lists them by name."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.times.week_days import days_asked, days_of_week

MONDAY_IS_1 = Parameter(("days",), "int", "1 = Monday, 7 = Sunday", many=True)
SUNDAY_IS_0 = Parameter(("weekdays",), "enum", "0 = Sunday to 6", many=True, options=tuple(range(7)))
NAMED = Parameter(("days",), "enum", "when it runs", many=True, options=("MO", "TU", "WE", "TH", "FR", "SA", "SU"))
SKIPPED = Parameter(("skip_days",), "enum", "", many=True, options=("mon", "tue", "wed", "thu", "fri", "sat", "sun"))
FIRST = Parameter(("first_day",), "enum", "0 = Sunday, 1 = Monday", options=(0, 1))


@pytest.mark.parametrize(
    ("parameter", "query", "days"),
    [
        (MONDAY_IS_1, "weekdays only", [1, 2, 3, 4, 5]),
        (MONDAY_IS_1, "mon wed fri at 6", [1, 3, 5]),
        (MONDAY_IS_1, "on Thursdays and Saturdays", [4, 6]),
        (MONDAY_IS_1, "wed thru sat", [3, 4, 5, 6]),
        (MONDAY_IS_1, "any day but tue and wed", [1, 4, 5, 6, 7]),
        (MONDAY_IS_1, "never on a monday or weekends", [2, 3, 4, 5]),
        (MONDAY_IS_1, "when the sun is up", None),
        (MONDAY_IS_1, 'called "Sunday roast"', None),
        (SUNDAY_IS_0, "at the weekend", [0, 6]),
        (SUNDAY_IS_0, "sundays", [0]),
        (SUNDAY_IS_0, "every day", [0, 1, 2, 3, 4, 5, 6]),
        (NAMED, "tue to thu", ["TU", "WE", "TH"]),
        (NAMED, "daily except fridays", ["MO", "TU", "WE", "TH", "SA", "SU"]),
        (NAMED, "on friday", None),  # can be pointed at
        (SKIPPED, "every day but sunday", ["sun"]),
        (SKIPPED, "weekdays only", ["sat", "sun"]),
        (SKIPPED, "weekdays", None),
        (FIRST, "weeks begin on monday", 1),
        (FIRST, "weeks begin on tuesday", None),
        (Parameter(("days",), "int", "how many days", many=True), "mon wed fri", None),
        (Parameter(("places",), "int", "1 = Monday", many=True), "mon wed fri", None),
        (Parameter(("days",), "int", "ISO weekdays", many=True), "mon wed fri", [1, 3, 5]),
    ],
)
def test_days(parameter: Parameter, query: str, days: Any) -> None:
    assert days_asked(parameter, query) == days


SAID = ["mon", "sun", "sat", "weekdays", "to", "except", "every day", ",", "and", "not on", "weekends", '"', "fridays"]


@given(st.text(max_size=200) | st.lists(st.sampled_from(SAID), max_size=12).map(" ".join))
def test_any_text_has_days_of_a_week_or_none(text: str) -> None:
    said, without, _ = days_of_week(text)
    assert said | without <= set(range(7))
    assert all(1 <= day <= 7 for day in days_asked(MONDAY_IS_1, text) or [])
