"""Numbers of standards that are said by name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.numbers.standard_numbers import standard_number
from keyhole.models.embedded.prompt import Parameter

STATUS = Parameter(("status",), "int", "HTTP status to answer with")
WEIGHT = Parameter(("weight",), "enum", "CSS font weight", options=(300, 400, 600, 700))
BEARING = Parameter(("bearing",), "num", "degrees, 0 = north")
TURN = Parameter(("rotate",), "enum", "degrees clockwise", options=(0, 90, 180, 270))
ANGLE = Parameter(("angle",), "num", "degrees clockwise", schema={"minimum": -180, "maximum": 180})
FULL_CIRCLE = Parameter(("rotation",), "int", "degrees clockwise", schema={"minimum": 0, "maximum": 359})


@pytest.mark.parametrize(
    ("query", "parameter", "value"),
    [
        ("let /login say too many requests", STATUS, 429),
        ("answer forbidden on /admin", STATUS, 403),
        ("I'm a teapot", STATUS, 418),
        ("500 where the page is not found", STATUS, None),
        ('body "not found" for /x', STATUS, None),
        ("not found or forbidden", STATUS, None),
        ("not found", Parameter(("status",), "int", "of the order"), None),
        ("captions in bold", WEIGHT, 700),
        ("demi-bold headings", WEIGHT, 600),
        ("a light touch", WEIGHT, 300),
        ("a bold move", Parameter(("weight",), "int", "in grams"), None),
        ("turn the map so that south is up", BEARING, 180),
        ("head north-west", BEARING, 315),
        ("fly southeast", BEARING, 135),
        ("the park north of town", BEARING, None),
        ("Go to West Ham", BEARING, None),
        ("east, then north", BEARING, None),
        ("west", Parameter(("bearing",), "num", "of the load"), None),
        ("it is upside down", TURN, 180),
        ("a quarter turn", TURN, 90),
        ("a quarter turn anticlockwise", TURN, 270),
        ("a quarter turn counter-clockwise", ANGLE, -90),
        ("20 degrees anticlockwise", FULL_CIRCLE, 340),
        ("20 degrees anticlockwise", ANGLE, None),
        ("20 degrees clockwise", FULL_CIRCLE, None),
        ("a quarter turn", Parameter(("angle",), "num", "degrees anticlockwise"), None),
        ("a quarter of the turn", TURN, None),
    ],
)
def test_a_number_of_a_standard(query: str, parameter: Parameter, value: int | None) -> None:
    assert standard_number(parameter, query) == value


@given(st.text(max_size=200), st.sampled_from([STATUS, WEIGHT, BEARING, TURN, ANGLE, FULL_CIRCLE]))
def test_any_text_is_read(query: str, parameter: Parameter) -> None:
    assert standard_number(parameter, query) is None or isinstance(standard_number(parameter, query), int)


def test_long_texts_take_no_time() -> None:
    for part in ("not ", "north ", "north-", "semi", "a quarter ", "360 ", '"'):
        for parameter in (STATUS, WEIGHT, BEARING, TURN):
            standard_number(parameter, part * 20_000)
