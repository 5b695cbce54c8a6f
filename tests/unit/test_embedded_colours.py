"""Colours by their names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.codes.colours import colour_code, only_colour
from keyhole.models.embedded.fill.forms import in_form
from keyhole.models.embedded.prompt import Parameter

HEX = Parameter(("accent",), "str", "hex, e.g. #3366cc")
NAME = Parameter(("color",), "str", "Name of the colour")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("navy", "#000080"),
        ("pure blue", "#0000ff"),
        ("Dark Green", "#006400"),
        ("lightblue", "#add8e6"),
        ("the grey one", "#808080"),
        ("red and white", ""),
        ("#aabbcc", ""),
        ("reddish", ""),
    ],
)
def test_the_code_of_a_name(text: str, code: str) -> None:
    assert colour_code(HEX, text) == code
    assert in_form(HEX, text, "") == (code or text)


@pytest.mark.parametrize(
    "parameter",
    [
        Parameter(("color",), "str", "Hex colour"),
        Parameter(("tint",), "str", schema={"pattern": "^#[0-9a-f]{6}$"}),
        Parameter(("theme_color",), "str", "hex #rrggbb"),
        Parameter(("background",), "str", "hex"),
    ],
)
def test_who_wants_a_code(parameter: Parameter) -> None:
    assert colour_code(parameter, "teal") == "#008080"


def test_who_wants_none() -> None:
    assert colour_code(NAME, "teal") == ""
    assert colour_code(Parameter(("color",), "str", "e.g. #ff0000 or a CSS name"), "teal") == ""
    assert colour_code(Parameter(("digest",), "str", "hex digest"), "teal") == ""


def test_the_only_colour_is_the_only_parameters() -> None:
    assert only_colour(HEX, [HEX, NAME], "make it teal") == "#008080"
    assert only_colour(HEX, [HEX, Parameter(("fill",), "str", "hex")], "make it teal") is None
    assert only_colour(HEX, [HEX], "teal or navy") is None


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    code = colour_code(HEX, text)
    assert not code or (code[0] == "#" and len(code) == 7)
