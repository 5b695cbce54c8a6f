"""Which unit a number has, which one a parameter wants, and the number in that unit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.fill.candidates import candidates
from keyhole.models.embedded.numbers.amounts import number_value, unfilled_amount
from keyhole.models.embedded.numbers.measures import agreement, unit_behind, unit_wanted
from keyhole.models.embedded.prompt import FillView, Parameter, fill_view
from keyhole.models.embedded.sight import sight
from keyhole.models.embedded.text import lengths_in_words


def view_of(text: str, parameter: Parameter) -> FillView:
    return fill_view(text, "tool", "a tool", [parameter])


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("750 ml of it", "milliliter"),
        ("22 m/s, braking", "meter per second"),
        ("0.4 m/s^2 until it stands", "meter per second squared"),
        ("3.3 volts", "volt"),
        ("half an hour", "hour"),
        ("three quarters of a kilo", "kilogram"),
        ("23 °C", "degree Celsius"),
        ("15%", "percent"),
        ("40x30x20 cm", "centimeter"),
        ("3 by 4 meters", "meter"),
        ("5 to 10 km", "kilometer"),
        ("5 to 10 apples", None),
        ("5 in a row", None),
        ("a quarter turn to the left", "turn"),
        ("3 percentage points", "percent"),
        ("a house of 1962 has 190 rooms", None),
        ("3 to 4", None),
        ("12 apples", None),
    ],
)
def test_the_unit_of_a_number(text: str, unit: str | None) -> None:
    view = view_of(text, Parameter(("x",), "num"))
    number = next(iter(view.numbers.values()))
    found = unit_behind(view.words, number.last, percent=number.percent)
    assert (found.name if found else None) == unit


@pytest.mark.parametrize(
    ("name", "description", "unit"),
    [
        ("volume_ml", "", "milliliter"),
        ("durationMinutes", "Length of the session", "minute"),
        ("duration", "How long, in minutes.", "minute"),
        ("r1", "First resistor, ohms", "ohm"),
        ("volts", "Arc voltage", "volt"),
        ("lengthM", "Length, m", "meter"),
        ("growth", "Growth, or loss", None),
        ("molarity", "mol/L", "mole per liter"),
        ("price_min", "Lowest price", None),
        ("valid_months", "How long it is valid", "month"),
        ("age", "Age, in months or years", "year"),
        ("second", "The second number", None),
        ("hours_worked", "Decimal hours", "hour"),
        ("discount", "Discount in percent", "percent"),
        ("count", "How many there are in the room", None),
        ("area", "Area in square metres", "square meter"),
        ("distance", "Distance, nautical miles", "nautical mile"),
        ("reading", "temperature in degrees Celsius", "degree Celsius"),
        ("away", "How far, light years", "light year"),
        ("speed", "in metres per second", "meter per second"),
        ("periods", "compounding periods a year", None),
    ],
)
def test_the_unit_that_a_parameter_wants(name: str, description: str, unit: str | None) -> None:
    found = unit_wanted(name, description)
    assert (found.name if found else None) == unit


@pytest.mark.parametrize(
    ("text", "parameter", "value"),
    [
        ("for two hours", Parameter(("minutes",), "int", "Length in minutes"), 120),
        ("half an hour", Parameter(("duration_min",), "int", "Duration in minutes"), 30),
        ("three quarters of a kilo", Parameter(("weight_grams",), "num"), 750),
        ("a fortnight", Parameter(("days",), "int", "in days"), None),
        ("2 fortnights", Parameter(("in_days",), "int", "Days from today"), 28),
        ("90 minutes", Parameter(("hours",), "num", "in hours"), 1.5),
        ("two years", Parameter(("term",), "int", "Term in months"), 24),
        ("half a year", Parameter(("months",), "int"), 6),
        ("9 months", Parameter(("months",), "int"), 9),
        ("90 days", Parameter(("months",), "int"), 90),  # months have no number of days
        ("10 minutes", Parameter(("hours",), "int", "in hours"), None),
        ("5 km", Parameter(("price",), "num", "in euros"), 5),
        ("1.5 miles", Parameter(("distance_km",), "num"), 2.414016),
        ("33.87 south", Parameter(("latitude",), "num", "Decimal degrees"), -33.87),
        ("151.2 East", Parameter(("lon",), "num", "Decimal degrees"), 151.2),
        ("20%", Parameter(("rate",), "num", "Interest rate as a decimal"), 0.2),
        ("20%", Parameter(("p",), "num", "Chance of success of one trial, 0 to 1."), 0.2),
        ("20%", Parameter(("purity",), "num", "How pure it is", schema={"type": "number", "maximum": 1}), 0.2),
        ("20%", Parameter(("level",), "num", "Volume from 0 to 100"), 20),
        ("a quarter of them", Parameter(("percent",), "int", "0 to 100"), 25),
        ("0.25 of them", Parameter(("percent",), "num", "0 to 100"), 0.25),
        ("10 inches", Parameter(("length",), "num", "Length in cm"), 25.4),
        ("140 pounds", Parameter(("weight",), "num", "Weight in kg, or in pounds where the system is imperial"), 140),
        ("minus 4 degrees", Parameter(("temperature",), "num", "in Celsius"), -4),
        ("500 mA", Parameter(("current_amps",), "num"), 0.5),
        ("2 amps", Parameter(("current",), "num", "Current in mA"), 2000),
        ("24 GB", Parameter(("memory",), "num", "Memory in GiB"), 24),  # what people mean
        ("512 MB", Parameter(("memory",), "num", "Memory in GB"), 0.512),
        ("0 mpg", Parameter(("consumption",), "num", "in l/100km"), 0),
        ("9" * 309 + " light years", Parameter(("distance",), "num", "in nanometers"), int("9" * 309)),
    ],
)
def test_a_number_in_the_unit_that_is_wanted(text: str, parameter: Parameter, value: float | None) -> None:
    view = view_of(text, parameter)
    values = [number_value(parameter, view, at) for at in view.numbers]
    assert values == ([value] if view.numbers else [])


@pytest.mark.parametrize(
    ("text", "parameter", "value"),
    [
        ("6 feet 2 inches", Parameter(("value",), "num", "how many of from_unit"), 6.166666666667),
        ("1 hour and 30 minutes", Parameter(("minutes",), "int", "in minutes"), 90),
        ("2 hours 15 minutes", Parameter(("duration",), "num", "in hours"), 2.25),
        ("10 lb, 3 oz", Parameter(("weight",), "num"), 10.1875),
        ("5 m, 42 cm thick", Parameter(("length",), "num", "in metres"), 5),
        ("12 t, 85 g per tonne", Parameter(("tonnes",), "num"), 12),
        ("5 foot 9 in cm", Parameter(("value",), "num"), 5.75),
        ("12 stone 4 in kg", Parameter(("value",), "num"), 12.285714285714),
        ("35 feet one way", Parameter(("length",), "num"), 35),
        ("six feet two", Parameter(("height",), "num"), 6.166666666667),
        ("12 stone 4 pounds", Parameter(("value",), "num", "in kg"), 78.017888),
        ("2 hours and rest 30 minutes", Parameter(("duration",), "num", "in hours"), 2),
        ("half an hour (30 min)", Parameter(("minutes",), "int", "in minutes"), 30),
        ("1 hour 20 min 30 sec", Parameter(("length",), "int", "in seconds"), 4830),
        ("1 week, 2 days and 12 hours", Parameter(("value",), "num"), 1.357142857143),
        ("6 feet 20 inches", Parameter(("value",), "num"), 6),
        ("6 feet 2 pounds", Parameter(("value",), "num"), 6),
        ("5 km and 3 miles", Parameter(("value",), "num"), 5),
        ("one kilo 400 of flour", Parameter(("mass",), "int", "in grams"), 1400),
        ("3 kg 200 apples", Parameter(("mass",), "int", "in grams"), 3000),
        ("3 kg 2", Parameter(("mass",), "int", "in grams"), 3000),
        ("2 metres 10 tall", Parameter(("height",), "num", "in cm"), 210),
        ("2 metres 5", Parameter(("height",), "num", "in cm"), 200),
        ("2 metres 50 planks", Parameter(("height",), "num", "in cm"), 200),
    ],
)
def test_what_is_told_in_two_units_is_one_number(text: str, parameter: Parameter, value: float) -> None:
    view = view_of(text, parameter)
    assert number_value(parameter, view, min(view.numbers)) == value


@pytest.mark.parametrize(
    ("text", "parameter", "value"),
    [
        ("i ran 5k this morning", Parameter(("km",), "num"), 5),
        ("ran 10k today", Parameter(("distance",), "num", "in miles"), 6.213711922373),
        ("a 2.5k swim", Parameter(("meters",), "int"), 2500),
        ("sold 5k this morning", Parameter(("amount",), "num", "in dollars"), 5000),
        ("450k steps", Parameter(("km",), "num"), 450_000),
        ("5k", Parameter(("minutes",), "int"), 5000),
    ],
)
def test_a_run_of_so_many_k_is_that_many_kilometres(text: str, parameter: Parameter, value: float) -> None:
    view = view_of(text, parameter)
    assert number_value(parameter, view, min(view.numbers)) == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "taken", "value"),
    [
        ("half a mile in meters", "mile", 0.5),
        ("how many feet are 2 miles", "miles", 2),
        ("a mile in meters", "mile", None),
        ("half a mile in meters", "meters", None),
    ],
)
def test_the_amount_of_a_unit_that_was_taken_is_not_left(text: str, taken: str, value: float | None) -> None:
    amount, unit = Parameter(("value",), "num"), Parameter(("from_unit",), "str")
    view = fill_view(text, "tool", "a tool", [unit, amount])
    assert unfilled_amount(view, {unit.path: taken}) == (None if value is None else (amount, value))
    assert unfilled_amount(view, {unit.path: taken, amount.path: 3}) is None


def test_an_amount_that_another_parameter_has_is_not_put_in_twice() -> None:
    unit, speed, time = Parameter(("unit",), "str"), Parameter(("speed",), "num"), Parameter(("reaction_time",), "num")
    view = fill_view("90 km/h, metres until standstill?", "tool", "a tool", [unit, speed, time])
    assert unfilled_amount(view, {unit.path: "km/h", speed.path: 90}) is None
    assert unfilled_amount(view, {unit.path: "km/h", speed.path: 30}) == (time, 90)


def test_a_part_of_a_unit_is_offered_where_it_is_whole_in_the_one_that_is_wanted() -> None:
    for text, offered in (("half an hour", True), ("half an apple", False)):
        view = view_of(text, Parameter(("minutes",), "int", "Length in minutes"))
        assert (len(candidates(view, sight(view, text), 0)) > 1) is offered


def test_a_parameter_without_a_unit_takes_no_part_of_a_measure() -> None:
    weight = Parameter(("value",), "num")
    view = fill_view("12 stone 4", "tool", "a tool", [weight, Parameter(("name",), "str")])
    assert number_value(weight, view, min(view.numbers)) == 12.285714285714


def test_two_parameters_take_a_unit_each() -> None:
    hours, minutes = Parameter(("hours",), "int"), Parameter(("minutes",), "int")
    view = fill_view("2 hours 15 minutes", "tool", "a tool", [hours, minutes])
    first, second = sorted(view.numbers)
    assert (number_value(hours, view, first), number_value(minutes, view, second)) == (2, 15)


def test_two_parameters_of_one_unit_take_a_whole_measure_each() -> None:
    both = [Parameter(("minutes_in_bed",), "int", "Minutes in bed"), Parameter(("minutes_asleep",), "int", "Minutes")]
    view = fill_view("8 hours and 20 minutes in bed, 6 hours 55 minutes asleep", "tool", "a tool", both)
    first, _, third, _ = sorted(view.numbers)
    assert [number_value(each, view, at) for each, at in zip(both, (first, third), strict=True)] == [500, 415]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("in may 2025, of may, 5 may and may 5th", "in May 2025, of May, 5 may and May 5th"),
        ("the 5 may come in may", "the 5 may come in May"),
        ("it may be 5, I may not, 5 may", "it may be 5, I may not, 5 May"),
        ("5'11\" in cm", "5 feet 11 inches in cm"),
        ("I'm 6\u20192\u201d tall", "I'm 6 feet 2 inches tall"),
        ("1,5 km and 1.234,56 kg", "1.5 km and 1234.56 kg"),
        ("5,9 % of it", "5.9 % of it"),
        ("1,000 miles, 1,2 in order or 3,5 apples", "1,000 miles, 1,2 in order or 3,5 apples"),
        ("it's 5 o'clock, say \"hi\"", "it's 5 o'clock, say \"hi\""),
        ("at 8°5'0\" south", "at 8°5'0\" south"),
        ("in an hour and a half", "in 1.5 hours"),
        ("10k run in miles", "10 km in miles"),
        ("how many miles is a 5k?", "how many miles is a 5 km?"),
        ("300 k in celsius", "300 k in celsius"),
        ("convert 10k steps to miles", "convert 10k steps to miles"),
        ("I earn $50k and live 5 miles away", "I earn $50k and live 5 miles away"),
        ("22 km in an hour and ten, easy", "22 km in 70 minutes, easy"),
        ("one hour and 30 minutes on Monday", "90 minutes on Monday"),
        ("an hour and ten people", "an hour and ten people"),
        ("tomorow, wensday or Febuary", "tomorrow, Wednesday or February"),
        ("tomorow.txt and tmr@example.org", "tomorow.txt and tmr@example.org"),
        ("march 6, march 5 km, a march", "March 6, march 5 km, a march"),
        ("2.350,40 \u20ac, 7,25 \u20ac and \u20ac3,10", "2350.40 \u20ac, 7.25 \u20ac and \u20ac3.10"),
        ("1,200 \u20ac and 3,50 apples", "1,200 \u20ac and 3,50 apples"),
        ("2.350.400 \u20ac at 10.0.1,25", "2.350.400 \u20ac at 10.0.1,25"),
        ("a pixel and a half", "1.5 pixels"),
        ("a day and a quarter, a house and a half", "1.25 days, a house and a half"),
    ],
)
def test_feet_and_inches_and_decimal_commas_are_read(text: str, words: str) -> None:
    assert lengths_in_words(text) == words


def test_numbers_speak_for_what_measures_the_same() -> None:
    volume = Parameter(("volume_ml",), "num")
    view = view_of("250 mL of 0.1 molar acid from 12", volume)
    units = [unit_behind(view.words, number.last, percent=False) for number in view.numbers.values()]
    assert [agreement(volume, unit) for unit in units] == [1, -1, 0]


def test_degrees_in_the_south_are_below_zero() -> None:
    for name, about in (("lat", ""), ("dec", "declination in degrees")):
        parameter = Parameter((name,), "num", about)
        for text, value in (("12 degrees south", -12), ("12 S", -12), ("12 degrees north", 12), ("12 degrees", 12)):
            assert number_value(parameter, view_of(text, parameter), 0) == value


@given(
    st.from_regex(r"-?[0-9]{1,320}(\.[0-9]{1,5})?", fullmatch=True),
    *2 * [st.sampled_from(["mpg", "l/100km", "light years", "nm", "K", "°F", "mA", "h", "bar", "%", "feet", "stone"])],
    st.sampled_from(["", " 2", " 2 inches", " and 30 min"]),
)
def test_any_number_has_a_value_in_any_unit(number: str, unit: str, wanted: str, rest: str) -> None:
    parameter, whole = Parameter(("x",), "num", f"in {wanted}"), Parameter(("y",), "int", f"in {wanted}")
    view = view_of(f"{number} {unit}{rest}", parameter)
    for at in view.numbers:
        assert isinstance(number_value(parameter, view, at), int | float)
        assert isinstance(number_value(whole, view, at), int | None)


@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=60))
def test_any_texts_can_be_compared(text: str, name: str, description: str) -> None:
    parameter = Parameter((name,), "num", description)
    view = view_of(f"{text} 5 {name} 2.5 {description}", parameter)
    for at in view.numbers:
        assert isinstance(number_value(parameter, view, at), int | float)
