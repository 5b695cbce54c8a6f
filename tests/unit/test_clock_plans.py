"""Plans told in passing: when they end, when they have to begin, how long they take."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.errors import ToolError
from keyhole.tools.builtin import dates
from keyhole.tools.builtin.clock_plans import clock_plan, spoken_clock
from keyhole.tools.builtin.everyday import date_time

NOW = datetime(2026, 11, 21, 14, 30, tzinfo=ZoneInfo("Europe/Berlin"))


@pytest.mark.parametrize(
    ("request_", "text"),
    [
        ("We leave at 21:45 and the drive is nine and a quarter hours, arrival?", "07:00, 1 day later"),
        ("leaving 05:15, the map says 6h 35m, plus a stop of 40 min, when do we get there", "12:30"),
        ("film starts 19:30 and runs 2h10, ends when", "21:40"),
        ("a 10h flight at 14:20, landing when?", "00:20, 1 day later"),
        ("dinner is at 7pm and the bird needs 4 hours, what time do I put it in?", "15:00"),
        ("I have to be there at 9:00 and it takes 45 minutes, when should I leave", "08:15"),
        ("train 6:52, arrival 11:07, so how long is the journey", "6:52 to 11:07 is 4 h 15 min"),
        ("the shop is open 10:40-14:40, how long is that", "10:40 to 14:40 is 4 h"),
        ("i work from 8:30 to 17:15 with a 45 min break, how many hours", "8 h"),
        ("half past two plus 95 minutes", "04:05"),
        ("quarter to four minus an hour and a half", "02:15"),
    ],
)
def test_a_plan_says_when_it_ends_or_begins_or_how_long_it_takes(request_: str, text: str) -> None:
    assert dates.resolve(request_, NOW)["text"] == text
    assert date_time.knows is not None
    assert date_time.knows(request_) == 1


@pytest.mark.parametrize(
    "text",
    [
        "remind me at 17:00 that it ends in 2 hours",
        "we left at 9:00 and drove 2 hours",
        "open 9:00 to 12:00 and 13:00 to 17:00, how long is that",
        "when does it end",
        "from 8:30 to 17:15 with 2 breaks of 10 minutes, how long is that",
        "it takes 3 days from 9:00, when does it end",
        "half past 40",
        "it took over 2 hours from 9:00",
    ],
)
def test_what_asks_for_no_moment_is_no_plan(text: str) -> None:
    assert clock_plan(spoken_clock(text)) is None


def test_a_journey_between_zones_is_refused_rather_than_told_by_one_clock() -> None:
    with pytest.raises(ToolError, match="cannot read"):
        dates.resolve("the flight leaves London at 9:00 and takes 2 hours to Paris, when does it land", NOW)


_WORDS = "at 9:00 21:45 7pm noon 2 hours 45 minutes half past 3 quarter to an hour and a half 6h 35m when does it end"


@given(
    st.lists(st.sampled_from([*_WORDS.split(), "how long is that", "leave", "-", ",", "99:99"]), max_size=14).map(
        " ".join
    )
)
def test_any_jumble_of_a_plan_is_read_or_refused(text: str) -> None:
    try:
        found: dict[str, Any] | None = clock_plan(spoken_clock(text))
    except ValueError:  # 99:99, which `dates.resolve` refuses with advice
        return
    assert found is None or found["text"]
