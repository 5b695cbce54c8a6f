"""The ends of a scale, said without a number."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.numbers.extremes import extreme
from keyhole.models.embedded.prompt import Parameter

VOLUME = Parameter(("volume",), "int", schema={"minimum": 0, "maximum": 10})
BRIGHTNESS = Parameter(("brightness",), "int", schema={"minimum": 1, "maximum": 100})
HEAT = Parameter(("temperature",), "enum", options=(20, 40, 60))
FAN = Parameter(("fan",), "num", "Fan, 0 to 5")
LIMIT = Parameter(("limit",), "int", schema={"maximum": 200})
URGENCY = Parameter(("priority",), "enum", "1 is most urgent, 5 least", options=(1, 2, 3, 4, 5))
RANK = Parameter(("priority",), "int", "1 (low) to 5 (high)", schema={"minimum": 1, "maximum": 5})
GRIP = Parameter(("hold",), "num", "0 = loose, 1 = firm", schema={"minimum": 0, "maximum": 1})
SHRINK = Parameter(("compression",), "int", "0 = none, 9 = best", schema={"minimum": 0, "maximum": 9})
THREADS = Parameter(("threads",), "int", schema={"minimum": 1, "maximum": 8})
SHOWN = Parameter(("limit",), "int", schema={"minimum": 1, "maximum": 50})
ALL = [VOLUME, BRIGHTNESS, HEAT, FAN]


@pytest.mark.parametrize(
    ("query", "parameter", "value"),
    [
        ("volume all the way up", VOLUME, 10),
        ("volume to max", VOLUME, 10),
        ("mute the radio", VOLUME, 0),
        ("as loud as it goes", VOLUME, 10),
        ("as quiet as possible please", VOLUME, 0),
        ("the brightest setting", BRIGHTNESS, 100),
        ("as dim as it gets", BRIGHTNESS, 1),
        ("wash it as hot as possible", HEAT, 60),
        ("coldest setting", HEAT, 20),
        ("fan full blast, as cold as it goes", FAN, 5),
        ("fan at half past six", FAN, None),
        ("volume at least 4", VOLUME, None),
        ("max volume 7", VOLUME, None),
        ("find the highest mountain", BRIGHTNESS, None),
        ("the loudest song", FAN, None),
        ("half the fan club", VOLUME, None),
        ("fan at one and a half speed", FAN, None),
        ("top priority", URGENCY, 1),
        ("the least urgent kind", URGENCY, 5),
        ("lowest prio", URGENCY, 5),
        ("highest priority", RANK, 5),
        ("lowest prio", RANK, 1),
        ("buy the best milk", URGENCY, None),
        ("as firm as possible", GRIP, 1),
        ("the loosest grip", GRIP, 0),
        ("completely loose", GRIP, 0),
        ("squeeze it as hard as possible", SHRINK, 9),
        ("the best song", SHRINK, None),
        ("all the threads you have", THREADS, 8),
        ("all the files you have", THREADS, None),
        ("as many as is allowed", SHOWN, 50),
        ("the max number", SHOWN, 50),
        ("a max number of 5", SHOWN, None),
        ("the most recent one", SHOWN, None),
        ("the heaviest weight", Parameter(("weight",), "enum", options=(300, 400, 900)), 900),
    ],
)
def test_an_end_of_the_scale(query: str, parameter: Parameter, value: Any) -> None:
    found = extreme(parameter, ALL, query)
    assert (found, type(found)) == (value, type(value))


def test_what_is_said_of_no_name_is_of_the_only_scale() -> None:
    assert extreme(FAN, [FAN], "all the way up") == 5
    assert extreme(FAN, ALL, "all the way up") is None


def test_a_parameter_without_a_scale_has_no_end() -> None:
    assert extreme(Parameter(("volume",), "int"), ALL, "full volume") is None
    assert extreme(Parameter(("volume",), "str"), ALL, "full volume") is None


@given(st.text(max_size=200))
def test_any_text_is_read(query: str) -> None:
    assert extreme(VOLUME, ALL, query) in (None, 0, 10)


def test_long_texts_take_no_time() -> None:
    for part in ("as loud as ", "half ", "st ", "max max ", "a" * 50 + " "):
        assert extreme(VOLUME, ALL, part * 2_000) in (None, 0, 10)
