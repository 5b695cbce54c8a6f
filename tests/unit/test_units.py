"""Units as people name them: through the tool, and back and forth through the table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.errors import ToolError
from keyhole.tools.builtin import units
from keyhole.tools.builtin.everyday import toolbox


async def convert(from_unit: str, to_unit: str, value: float | None = None) -> dict[str, Any]:
    args: dict[str, Any] = {"from_unit": from_unit, "to_unit": to_unit}
    result = await toolbox()["unit_convert"].run(args if value is None else {**args, "value": value})
    assert isinstance(result, dict)
    return result


@pytest.mark.parametrize(
    ("value", "source", "target", "text"),
    [
        (26.2, "miles", "km", "26.2 miles = 42.1648128 kilometers"),
        (None, "26.2 miles", "km", "26.2 miles = 42.1648128 kilometers"),
        (26.2, "26.2 miles", "km", "26.2 miles = 42.1648128 kilometers"),
        (100, "Fahrenheit", "celsius", "100 degrees Fahrenheit = 37.77777778 degrees Celsius"),
        (-40, "\u00b0F", "\u00b0C", "-40 degrees Fahrenheit = -40 degrees Celsius"),
        (8, "oz", "ml", "8 fluid ounces = 236.5882365 milliliters"),
        (8, "oz", "g", "8 ounces = 226.796185 grams"),
        (100, "Mb", "MB", "100 megabits = 12.5 megabytes"),
        (1, "mb", "kb", "1 megabyte = 1000 kilobytes"),
        (1000, "sq ft", "square meters", "1000 square feet = 92.90304 square meters"),
        (30, "mpg", "L/100km", "30 miles per gallon = 7.8404861 liters per 100 km"),
        (3, "kilometrs", "miles", "3 kilometers = 1.864113577 miles"),
        (None, "a year", "days", "1 year = 365 days"),
        (11, "stone", "lbs", "11 stone = 154 pounds"),
        (500, "mA", "amps", "500 milliamperes = 0.5 amperes"),
        (1.5, "kV", "volts", "1.5 kilovolts = 1500 volts"),
        (4.7, "kiloohms", "ohm", "4.7 kiloohms = 4700 ohms"),
        (100, "nF", "\u00b5F", "100 nanofarads = 0.1 microfarads"),
        (5, "feet 11 inches", "cm", "5 feet 11 inches = 180.34 centimeters"),
        (None, "5 feet 11 inches", "cm", "5 feet 11 inches = 180.34 centimeters"),
        (5.916666667, "feet 11 inches", "cm", "5 feet 11 inches = 180.34 centimeters"),
        (5.5, "feet 3 inches", "cm", "5.75 feet (5 feet 9 inches) = 175.26 centimeters"),
        (3 + 5 / 14, "stone", "kg", "3 stone 5 pounds = 21.31884139 kilograms"),
        (1.34, "hours", "minutes", "1.34 hours (1 hour 20 minutes 24 seconds) = 80.4 minutes"),
        (2.2, "pounds", "g", "2.2 pounds = 997.903214 grams"),
        (180, "cm", "feet and inches", "180 centimeters = 5 feet 10.8661 inches"),
        (250, "minutes", "hours and minutes", "250 minutes = 4 hours 10 minutes"),
        (60, "miles per hour", "kph", "60 miles per hour = 96.56064 kilometers per hour"),
        (60, "mph", "km per hour", "60 miles per hour = 96.56064 kilometers per hour"),
        (10, "meters / second", "ft per sec", "10 meters per second = 32.80839895 feet per second"),
        (1000, "seconds", "hours and minutes", "1000 seconds = 16.66666667 minutes"),
    ],
)
async def test_units_as_people_name_them(value: float | None, source: str, target: str, text: str) -> None:
    assert (await convert(source, target, value))["text"] == text


@pytest.mark.parametrize(
    ("value", "source", "target", "said"),
    [
        (1, "km", "kg", "cannot convert kilometer (length) to kilogram (mass)"),
        (5, "feet", "feet", "both units are 'feet'"),
        (75, "f", "75f", "both units are 'f'"),
        (1, "parrots", "km", "unknown unit 'parrots'"),
        (60, "mph", "cm per hour", "unknown unit 'cm per hour'"),
        (100, "usd", "eur", "'usd' is money, and no exchange rates are known here"),
        (0, "mpg", "l/100km", "zero mile per gallon cannot be converted"),
        (1e308, "km", "m", "not a usable number"),
        (float("nan"), "km", "m", "not a usable number"),
    ],
)
async def test_units_that_do_not_go_together(value: float, source: str, target: str, said: str) -> None:
    with pytest.raises(ToolError) as caught:
        await convert(source, target, value)
    assert said in str(caught.value)
    assert caught.value.advice


def test_bare_degrees_are_those_of_the_other_scale() -> None:
    assert units.convert(Fraction(37), "degrees", "fahrenheit")[0] == Fraction("98.6")
    assert units.convert(Fraction(98), "degrees", "celsius")[1].name == "degree Fahrenheit"
    with pytest.raises(ToolError) as caught:
        units.convert(Fraction(20), "degrees", "kelvin")
    assert caught.value.advice == "Say degrees Celsius or degrees Fahrenheit."


UNITS = sorted({unit.name for unit in units._EXACT.values()})


@given(st.sampled_from(UNITS), st.sampled_from(UNITS), st.fractions(1, 10**6))
def test_there_and_back_is_exact(one: str, other: str, value: Fraction) -> None:
    source, target = units.find_unit(one), units.find_unit(other)
    assert source.name == one
    fluid = "ounce" in (one, other) and "volume" in (source.quantity, target.quantity)  # "8 oz in ml" is understood
    degrees = "degree" in (one, other) and {one, other} & {"degree Celsius", "degree Fahrenheit"}
    if source.quantity != target.quantity and not fluid and not degrees:
        with pytest.raises(ToolError):
            units.convert(value, one, other)
        return
    there, _, _ = units.convert(value, one, other)
    if target.inverse and there == 0:
        return
    back, _, _ = units.convert(there, other, one)
    assert back == value


@given(st.text(max_size=80))
def test_any_text_is_a_unit_or_is_refused(text: str) -> None:
    try:
        unit = units.find_unit(text)
    except ToolError as error:
        assert error.advice
    else:
        assert unit.name
