"""Numbers that only one parameter can want, and counts that are said by their form."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.fill.claims import by_most, by_noun, by_other_measure
from keyhole.models.embedded.numbers.counts_said import count_said, step_said
from keyhole.models.embedded.numbers.implied_amounts import implied_amount
from keyhole.models.embedded.prompt import Parameter, fill_view

OPACITY = Parameter(("opacity",), "num", "0 to 1", schema={"minimum": 0, "maximum": 1})
QUALITY = Parameter(("quality",), "int", "Image quality", schema={"minimum": 1, "maximum": 100})
DISCOUNT = Parameter(("discount",), "num", "in percent")
LEAST, MOST = Parameter(("price_min",), "num"), Parameter(("price_max",), "num")
SPACING = Parameter(("line_spacing",), "num")
STARS = Parameter(("stars",), "int", schema={"minimum": 1, "maximum": 5})
MOOD = Parameter(("mood",), "int", schema={"minimum": 1, "maximum": 10})
CHILL = Parameter(("temp",), "num", "degrees Celsius")
QUANTITY = Parameter(("quantity",), "int", "pieces")
LIMIT = Parameter(("limit",), "int")
WAKINGS = Parameter(("wakings",), "int", "times the baby woke up")


def implied(query: str, parameter: Parameter, *others: Parameter, **values: Any) -> object:
    view = fill_view(query, "tool", "a tool", [parameter, *others])
    return implied_amount(parameter, view, query, {(name,): value for name, value in values.items()})


@pytest.mark.parametrize(
    ("query", "parameters", "value"),
    [
        ("a sticker at 40 percent", [OPACITY, LEAST], 0.4),
        ("save it at 85 %", [QUALITY, LEAST], 85),
        ("12 percent off for them", [DISCOUNT], 12),
        ("12 percent off for them", [DISCOUNT, OPACITY], None),
        ("10 percent off and 5 percent more", [DISCOUNT], None),
        ("nothing under 40", [LEAST, MOST], 40),
        ("tops 40", [MOST, LEAST], None),
        ("at most 40", [MOST, LEAST], 40),
        ("at most 40 minutes", [MOST], None),
        ("from 3 to 9 august", [MOST], None),
        ("before 8 in the evening", [MOST], None),
        ("at most 40", [MOST, Parameter(("age_max",), "int")], None),
        ("one and a quarter line spacing", [SPACING], 1.25),
        ("spacing: 2 lines", [Parameter(("margin",), "num")], None),
        ("an eight out of ten", [MOOD, STARS], 8),
        ("4 out of 5, would come again", [STARS, MOOD], 4),
        ("4 out of 7", [STARS, MOOD], None),
        ("the line, one and a quarter please", [SPACING], None),
        ("the store was at twenty below zero", [CHILL], -20),
        ("the pair of us came twenty minutes late", [CHILL], None),
        ("two lamps for the hall", [QUANTITY], 2),
        ("two nights in the hall", [QUANTITY], None),
        ("the second lamp", [QUANTITY], None),
        ("lamps x4, please", [QUANTITY], 4),
        ("4x the lamp", [QUANTITY], 4),
        ("a rug of 3 x 4", [QUANTITY], None),
        ("the blue lamp, just the one", [QUANTITY], 1),
        ("only one of them is mine", [QUANTITY], None),
        ("the newest forty", [LIMIT], 40),
        ("show me 2 dozen songs", [LIMIT], 24),
        ("show me 20 minutes of songs", [LIMIT], None),
        ("show me 90 kilometres", [Parameter(("speed_limit",), "int")], None),
        ("she woke twice", [WAKINGS], 2),
        ("she never woke up", [WAKINGS], 0),
        ("she slept well twice", [WAKINGS], None),
        ("she woke twice a day", [WAKINGS], None),
    ],
)
def test_what_only_one_parameter_can_want(query: str, parameters: list[Parameter], value: float | None) -> None:
    assert implied(query, *parameters) == value


def test_what_another_has_is_taken() -> None:
    assert implied("at most 40", MOST, LEAST, price_min=40) is None
    assert implied("12 percent off", DISCOUNT, QUANTITY, quantity=12) is None
    assert implied("the song 12 percent", DISCOUNT, Parameter(("song",), "str"), song="12 percent") is None


@pytest.mark.parametrize(
    ("query", "value"),
    [("an octave higher", 1), ("one octave down", -1), ("an octave", None), ("a tone higher", None)],
)
def test_one_step_is_said_by_its_name(query: str, value: int | None) -> None:
    assert step_said(Parameter(("octave",), "int", "octave shift"), query) == value
    assert step_said(Parameter(("octave",), "int", schema={"minimum": 0}), query) is None


def test_a_step_back_may_be_one_step() -> None:
    assert step_said(Parameter(("steps",), "int", "steps to go back"), "one step back") is None


def told(query: str, parameter: Parameter, *others: Parameter) -> list[dict[float, int]]:
    view = fill_view(query, "tool", "", [parameter, *others])
    found = (by_most(view, parameter), by_noun(view, parameter), by_other_measure(view, parameter))
    return [{view.numbers[at].value: agrees for at, agrees in each.items()} for each in found]


def test_a_number_of_something_else_is_not_the_parameter_s() -> None:
    volume, guests = Parameter(("volume",), "int", "0 to 10"), Parameter(("guests",), "int", "number of guests")
    weight, size = Parameter(("weight",), "num", "in kg"), Parameter(("size",), "int")
    assert told("snooze for 9 minutes", volume)[2] == {9: -1}
    assert told("volume at 9", volume)[2] == {}
    assert told("4 nights for 2", guests)[2] == {4: -1}
    assert told("a parcel of 3 kg", size, weight)[2] == {3: -1}
    assert told("a parcel of 3 cm", size, weight)[2] == {}
    assert told("7 pt", Parameter(("size_pt",), "num", "6 to 90"))[2] == {}


def test_what_is_counted_goes_with_what_counts_it() -> None:
    light, contrast = Parameter(("exposure",), "num", "in stops"), Parameter(("contrast",), "int")
    assert told("up by two stops", light, contrast)[1] == {2: 1}
    assert told("up by two stops", contrast, light)[1] == {2: -1}
    assert told("seven out of ten", MOOD, STARS)[0] == {7: 1, 10: -1}
    assert told("seven out of ten", STARS, MOOD)[0] == {7: -1, 10: -1}


@given(st.text(max_size=120), st.sampled_from([OPACITY, MOST, MOOD, CHILL, QUANTITY, LIMIT, WAKINGS]))
def test_any_text_is_read(query: str, parameter: Parameter) -> None:
    value = implied(query, parameter)
    assert value is None or isinstance(value, int | float)


def test_long_texts_take_no_time() -> None:
    for part in ("x3 ", "twice ", "just one ", "an octave ", "5 x "):
        text = part * 20_000
        view = fill_view("", "tool", "", [QUANTITY])
        for parameter in (QUANTITY, WAKINGS):
            count_said(parameter, view, text)
        step_said(Parameter(("octave",), "int"), text)
