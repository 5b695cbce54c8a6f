"""Places in a recording as seconds."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.times.media_times import media_times

START = Parameter(("start",), "num", "Seconds", schema={"type": "number"})
END = Parameter(("end",), "num", "Seconds", schema={"type": "number"})
SEEK = Parameter(("position_minutes",), "num", "", schema={"type": "number"})
WHOLE = Parameter(("position",), "int", "in minutes", schema={"type": "integer"})
LENGTH = Parameter(("duration",), "int", "seconds", schema={"type": "integer"})


@pytest.mark.parametrize(
    ("query", "parameters", "values"),
    [
        ("cut 1:15 to 4:02", [START, END], {"start": 75, "end": 242}),
        ("cut from 0:45 on", [START, END], {"start": 45}),
        ("skip to 1:47:05", [START], {"start": 6425}),
        ("go to 2:30", [SEEK], {"position_minutes": 2.5}),
        ("go to 2:30", [WHOLE], {}),
        ("wake me at 7:30 am", [START], {}),
        ("1:15, 2:15 and 3:15", [START, END], {}),
        ("lasting 1:15", [LENGTH], {}),
        ("cut it", [START, END], {}),
    ],
)
def test_places_in_a_recording(query: str, parameters: list[Parameter], values: dict[str, Any]) -> None:
    assert {path[0]: value for path, value in media_times(parameters, query).items()} == values


@given(st.text(max_size=200))
def test_any_text_is_read(query: str) -> None:
    assert all(value >= 0 for value in media_times([START, END], query).values())
