"""The month of a span of days, as a message names it."""

from __future__ import annotations

import pytest

from keyhole.steps.months_of_span import months_of_span

MAY = {"from": "2024-05-01", "to": "2024-05-31"}
YEAR = {"start_date": "2024-01-01", "end_date": "2024-12-31", "who": "Ana"}
SPAN = {"from": "2024-05-07", "to": "2024-05-20"}


@pytest.mark.parametrize(
    ("text", "args", "expected"),
    [
        ("february too", MAY, {"from": "2024-02-01", "to": "2024-02-29"}),
        ("and june?", MAY, {"from": "2024-06-01", "to": "2024-06-30"}),
        ("from april on", YEAR, {"start_date": "2024-04-01", "end_date": "2024-12-31"}),
        ("until the end of june", SPAN, {"from": "2024-05-07", "to": "2024-06-30"}),
        ("till the end of the month", SPAN, {"from": "2024-05-07", "to": "2024-05-31"}),
        ("leave january out", YEAR, {"start_date": "2024-02-01", "end_date": "2024-12-31"}),
        ("and june?", SPAN, {}),
        ("june 3 too", MAY, {}),
        ("the first of june", MAY, {}),
        ("you may go on", MAY, {}),
        ("from june to august", MAY, {}),
        ("february too", {"date": "2024-05-01"}, {}),
        ("february too", {"from": "Oslo", "to": "Rome"}, {}),
    ],
)
def test_a_month_is_the_span(text: str, args: dict[str, str], expected: dict[str, str]) -> None:
    assert months_of_span(text, args) == expected
