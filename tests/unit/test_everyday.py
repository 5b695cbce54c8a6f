"""The everyday tools through their public doors, with the inputs people type and those an attacker would."""

from __future__ import annotations

import math
from datetime import datetime
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.errors import ToolError
from keyhole.tools.builtin import dates, picks, units
from keyhole.tools.builtin.calculator import calculate
from keyhole.tools.builtin.everyday import toolbox
from keyhole.tools.builtin.number_words import to_digits

NOW = datetime(2026, 11, 21, 14, 30, tzinfo=ZoneInfo("Europe/Berlin"))


@pytest.mark.parametrize(
    ("asked", "result"),
    [
        ("15% of 240", 36),
        ("what is 15% of 240?", 36),
        ("15 percent of two hundred forty", 36),
        ("two plus two", 4),
        ("12 * (3+4)", 84),
        ("0.1 + 0.2", 0.3),
        ("200 + 10%", 220),
        ("80 - 25%", 60),
        ("20% off 80", 64),
        ("18% tip on 64.50", 11.61),
        ("17.5% vat on 300", 52.5),
        ("round 3.14159 to 2 decimals", 3.14),
        ("log of 100", 2),
        ("sqrt(144)", 12),
        ("\u221a81", 9),
        ("square root of 2", 1.41421356237),
        ("2^10", 1024),
        ("2 to the power of 8", 256),
        ("9\u00b2", 81),
        ("1,234,567 + 1", 1234568),
        ("7 x 8", 56),
        ("7 \u00d7 8 \u00f7 2", 28),
        ("10 % 3", 1),
        ("5!", 120),
        ("7 factorial", 5040),
        ("take 19.99 away from 50", 30.01),
        ("sum 4, 8 and 15", 27),
        ("average of 3, 5 and 10", 6),
        ("what percent of 80 is 20", 25),
        ("split 84 by 3", 28),
        ("one hundred and three plus seven", 110),
        ("$120 / 4", 30),
        ("2(3)", 6),
        ("2^60", str(2**60)),
        ("log(1000)", 3),
        ("12 squared plus 5 squared", 169),
        ("round(2.567, 1)", 2.6),
        ("-5 + 3", -2),
        ("total of 12.99, 4.50 and 7.25", 24.74),
        ("remainder of 100 divided by 7", 2),
        ("add VAT of 19% to 250", 297.5),
        ("increase 250 by 10%", 275),
        ("reduce 80 by 25 percent", 60),
        ("add 5 to 7", 12),
        ("add up 12.99, 4.50, 7.25 and 31", 55.74),
        ("avg of 7, 9, 4, 10 and 6.5", 7.3),
        ("35 out of 140 as a percentage", 25),
        ("what percent is 12 of 96", 12.5),
        ("how many times does 17 go into 391", 23),
        ("31.5 an hour for 38 hours", 1197),
        ("3 tickets at 14.50 each", 43.5),
        ("3 coffees at 3.80 and 2 muffins at 2.65", 16.7),
        ("4 pizzas at 11.90, two green salads at 7.50 and a bottle of wine for 19", 81.6),
        ("two teas at \u00a31.80 each plus a bun at \u00a32.10", 5.7),
        ("six dozen", 72),
        ("15 percent less than 240", 204),
        ("10% more than 50", 55),
        ("triple 389", 1167),
        ("9 choose 4", 126),
        ("log base 2 of 8", 3),
        ("log10(1000)", 3),
        ("sin 30 degrees", 0.5),
        ("cos(60\u00b0)", 0.5),
        ("80 at 30% discount", 56),
        ("212.40 between three of us", 70.8),
        ("percentage increase from 80 to 95", 18.75),
        ("double 387 and take away 99", 675),
    ],
)
def test_arithmetic_as_people_type_it(asked: str, result: float | str) -> None:
    assert calculate(asked)["result"] == result


@pytest.mark.parametrize(
    "asked",
    [
        "",
        "hello",
        "1/0",
        "0^-1",
        "9**9**9",
        "9^999999",
        "(-8)^0.5",
        "sqrt(-1)",
        "factorial(5000)",
        "1e400",
        "1/3" + "+1/7" * 80,
        "__import__('os').system('x')",
        "(1).__class__",
        "[1,2][0]",
        "lambda: 1",
        "open('f')",
        "True + 1",
        "'a' * 9",
        "1 if 1 else 2",
        "x := 5",
        "sqrt(1,2,3)",
        "(" * 150 + "1" + ")" * 150,
        "round(1, 9999999999)",
        "1,5 + 2",
        "20 a day for 2 weeks",
        "a call at 3 and a haircut at 5",
        "4 choose 9",
        "9000 choose 40",
    ],
)
def test_what_is_no_arithmetic_is_refused_with_advice(asked: str) -> None:
    with pytest.raises(ToolError) as caught:
        calculate(asked)
    assert caught.value.advice


@given(st.text(max_size=400))
def test_the_calculator_never_fails_otherwise(text: str) -> None:
    try:
        result = calculate(text)["result"]
    except ToolError:
        return
    assert isinstance(result, str) or math.isfinite(result)


@given(st.text(alphabet="0123456789.+-*/^%()! ,e", max_size=60))
def test_the_calculator_survives_its_own_alphabet(text: str) -> None:
    try:
        calculate(text)
    except ToolError as error:
        assert str(error)


@given(st.integers(-(10**6), 10**6), st.integers(1, 10**6), st.integers(0, 100))
def test_the_calculator_agrees_with_exact_fractions(a: int, b: int, share: int) -> None:
    expected = Fraction(a) / b + Fraction(share, 100) * a
    assert calculate(f"({a}) / {b} + {share}% * ({a})")["result"] == pytest.approx(float(expected))


@pytest.mark.parametrize(
    ("words", "digits"),
    [
        ("twenty-five", "25"),
        ("one hundred and three", "103"),
        ("two thousand and twenty six", "2026"),
        ("five and seven", "5 and 7"),
        ("three point one four", "3.14"),
        ("a million", "a 1000000"),
        ("someone tend to nines", "someone tend to nines"),
        ("one two three", "1 2 3"),
        ("nineteen ninety", "19 90"),
        ("six million four hundred thousand", "6400000"),
    ],
)
def test_number_words(words: str, digits: str) -> None:
    assert to_digits(words) == digits


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
        (5, "feet 11 inches", "cm", "5.916666667 feet = 180.34 centimeters"),
        (None, "5 feet 11 inches", "cm", "5.916666667 feet = 180.34 centimeters"),
        (5.916666667, "feet 11 inches", "cm", "5.916666667 feet = 180.34 centimeters"),
        (5.5, "feet 3 inches", "cm", "5.75 feet = 175.26 centimeters"),
        (180, "cm", "feet and inches", "180 centimeters = 5 feet 10.8661 inches"),
        (250, "minutes", "hours and minutes", "250 minutes = 4 hours 10 minutes"),
        (60, "miles per hour", "kph", "60 miles per hour = 96.56064 kilometers per hour"),
    ],
)
async def test_units_as_people_name_them(value: float | None, source: str, target: str, text: str) -> None:
    assert (await convert(source, target, value))["text"] == text


@pytest.mark.parametrize(
    ("value", "source", "target", "said"),
    [
        (1, "km", "kg", "cannot convert kilometer (length) to kilogram (mass)"),
        (5, "feet", "feet", "both units are 'feet'"),
        (1, "parrots", "km", "unknown unit 'parrots'"),
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


UNITS = sorted({unit.name for unit in units._EXACT.values()})


@given(st.sampled_from(UNITS), st.sampled_from(UNITS), st.fractions(1, 10**6))
def test_there_and_back_is_exact(one: str, other: str, value: Fraction) -> None:
    source, target = units.find_unit(one), units.find_unit(other)
    assert source.name == one
    fluid = "ounce" in (one, other) and "volume" in (source.quantity, target.quantity)  # "8 oz in ml" is understood
    if source.quantity != target.quantity and not fluid:
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


@pytest.mark.parametrize(
    ("phrase", "facts"),
    [
        ("what time is it in Tokyo?", {"time": "22:30", "zone": "Asia/Tokyo"}),
        ("tokyo", {"time": "22:30"}),
        ("time in New York", {"time": "08:30", "date": "2026-11-21"}),
        ("what's the time in london right now", {"time": "13:30"}),
        ("time in UTC-3", {"time": "10:30"}),
        ("current time in S\u00e3o Paulo", {"time": "10:30"}),
        *[
            (phrase, {"time": "14:30", "zone": "CET"})
            for phrase in (
                "what time is it",
                "current time",
                "the time",
                "what time",
                "tell me the time",
                "what is the time",
                "the current local time",
                "time now",
                "the clock, please",
            )
        ],
        *[
            (phrase, {"time": "22:30", "zone": "Asia/Tokyo"})
            for phrase in ("tokyo time", "current tokyo time", "what is tokyo time", "tokyo time rn", "tokyo clock now")
        ],
        ("new york time now", {"time": "08:30"}),
        ("utc time", {"time": "13:30", "zone": "UTC"}),
        ("what's today's date?", {"date": "2026-11-21", "weekday": "Saturday"}),
        ("in 3 weeks", {"date": "2026-12-12"}),
        ("what date is three weeks from now", {"date": "2026-12-12"}),
        ("90 days from today", {"date": "2027-02-19"}),
        ("10 days before christmas", {"date": "2026-12-15"}),
        ("day after tomorrow", {"date": "2026-11-23"}),
        ("next friday", {"date": "2026-11-27"}),
        ("last monday", {"date": "2026-11-16"}),
        ("2 hours from now", {"time": "16:30"}),
        ("a week ago", {"date": "2026-11-14"}),
        ("31 january 2027 + 1 month", {"date": "2027-02-28"}),
        ("how many days until christmas?", {"days": 34, "weeks": "4 weeks, 6 days"}),
        ("how many days between march 1 2027 and june 5 2027", {"days": 96}),
        ("days between 2024-12-25 and 2024-01-01", {"days": -359}),
        ("how old is someone born on may 5 1990", {"span": "36 years, 6 months, 16 days"}),
        ("how many days are left in the year", {"days": 40}),
        ("what day of the week was july 4 1976", {"weekday": "Sunday"}),
        ("what day is christmas this year", {"date": "2026-12-25", "weekday": "Friday"}),
        ("2024-02-29", {"weekday": "Thursday"}),
        ("5/3/2024", {"date": "2024-05-03", "read_as": "month first"}),
        ("easter 2027", {"date": "2027-03-28"}),
        ("thanksgiving", {"date": "2026-11-26"}),
        ("leap day", {"date": "2028-02-29"}),
        ("3pm in new york to tokyo", {"is": "05:00 Sunday 2026-11-22 (JST)"}),
        (
            "what time is it in new york and london",
            {"times": ["New York: 08:30 Saturday 2026-11-21 (EST)", "London: 13:30 Saturday 2026-11-21 (GMT)"]},
        ),
        ("how long until midnight", {"away": "9 h 30 min", "minutes": 570}),
        ("how many hours until 9 am please", {"at": "09:00 Sunday 2026-11-22 (CET)", "away": "18 h 30 min"}),
        ("what time is it in london when it's 3pm in new york", {"is": "20:00 Saturday 2026-11-21 (GMT)"}),
        ("if it is 9am in new york what time is it in london", {"is": "14:00 Saturday 2026-11-21 (GMT)"}),
        ("time difference between tokyo and london", {"hours": 9}),
        ("how many hours behind london is new york", {"hours": 5}),
        ("how many hours ahead is mumbai", {"hours": 4.5, "text": "Asia/Kolkata is 4.5 hours ahead of here"}),
        ("difference in time between lisbon and madrid", {"hours": -1}),
        ("days between christmas and easter", {"days": 93}),
        ("how many working days until friday", {"working_days": 5}),
        ("business days between 1 december and 24 december", {"working_days": 17}),
        ("is 2028 a leap year?", {"leap_year": True, "days": 366}),
        ("is 2100 a leap year", {"leap_year": False}),
        ("next leap year", {"next_leap_year": 2028}),
        ("which day of the year is it", {"day_of_the_year": 325, "week": 47}),
        ("how many days in february 2028", {"days": 29}),
        ("what date is three fridays from now", {"date": "2026-12-11"}),
        ("first monday of may", {"date": "2027-05-03"}),
        ("last friday of november 2026", {"date": "2026-11-27"}),
        ("days until the first monday of may", {"days": 163}),
        ("what month is it", {"month": "November"}),
        ("what's the current year?", {"year": 2026}),
        ("is it friday today", {"answer": "No", "weekday": "Saturday"}),
        ("is tomorrow sunday", {"answer": "Yes", "date": "2026-11-22"}),
        ("how many days are in a leap year", {"days": 366}),
        ("how many days does 2027 have", {"days": 365}),
        ("how long from 9:15 to 17:40", {"text": "9:15 to 17:40 is 8 h 25 min", "minutes": 505}),
        ("time between 10pm and 6:30 am", {"minutes": 510}),
        ("what's 30 minutes after 11:45pm", {"text": "00:15, 1 day later"}),
        ("3 hours 20 minutes plus 55 minutes", {"text": "4 h 15 min", "minutes": 255}),
        ("45 minutes minus 1 hour", {"text": "-15 min", "minutes": -15}),
        ("are athens and helsinki on the same time?", {"hours": 0}),
        ("CET or PST, who's ahead and by how much", {"hours": 9}),
        ("time gap between S\u00e3o Paulo and Madrid", {"hours": -4}),
        (
            "stand-up is 09:15 in Kyiv, our dev sits in Seattle. what time for her?",
            {"is": "23:15 Friday 2026-11-20 (PST)"},
        ),
    ],
)
def test_dates_and_times_as_people_say_them(phrase: str, facts: dict[str, Any]) -> None:
    found = dates.resolve(phrase, NOW)
    assert {key: found[key] for key in facts} == facts


def test_hours_are_counted_through_a_change_of_summer_time() -> None:
    before = datetime(2026, 3, 28, 12, 0, tzinfo=ZoneInfo("Europe/Berlin"))
    assert dates.resolve("in 24 hours", before)["time"] == "13:00"
    assert dates.resolve("tomorrow", before)["date"] == "2026-03-29"


@pytest.mark.parametrize(
    "phrase",
    [
        "",
        "?",
        "gibberish",
        "30 february 2024",
        "time in atlantis",
        "in 99999999 years",
        "x" * 400,
        "0000-00-00",
        "party time",
        "it's dinner time",
        "weather in london",
        "how cold does it get in oslo in january",
        "best restaurants in paris tonight",
        "fifth monday of february 2027",
        "time difference between atlantis and rome",
        "working days until atlantis",
        "what day was it",
        "which day did it fall on",
        "what time will it be",
        "when was it",
    ],
)
def test_what_is_no_date_is_refused_with_advice(phrase: str) -> None:
    with pytest.raises(ToolError) as caught:
        dates.resolve(phrase, NOW)
    assert "for example" in caught.value.advice


@given(st.text(max_size=120))
def test_any_phrase_is_read_or_refused(phrase: str) -> None:
    try:
        found = dates.resolve(phrase, NOW)
    except ToolError as error:
        assert error.advice
    else:
        assert found


JUMBLE = (
    "in on to from days weeks ago 3 12 2027 may 31 until christmas friday next time tokyo 3pm between and utc+2 - / + "
    "a working difference ahead is of leap year first how many hours"
)
WORDS = JUMBLE.split()


@given(st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join))
def test_any_jumble_of_date_words_is_read_or_refused(phrase: str) -> None:
    try:
        found = dates.resolve(phrase, NOW)
    except ToolError as error:
        assert error.advice
    else:
        assert found


@given(
    st.dates(datetime(1900, 1, 1).date(), datetime(2100, 1, 1).date()),
    st.sampled_from(["%Y-%m-%d", "%d %B %Y", "%B %d, %Y"]),
)
def test_every_absolute_date_is_read_back(day: Any, form: str) -> None:
    assert dates.resolve(f"what day of the week is {day.strftime(form)}?", NOW)["date"] == day.isoformat()


@pytest.mark.parametrize(
    ("choices", "allowed"),
    [
        ("pizza, sushi or tacos", {"pizza", "sushi", "tacos"}),
        ("pick one: red blue green", {"red", "blue", "green"}),
        ("alice, bob, carol and dave", {"alice", "bob", "carol", "dave"}),
        ("flip a coin", {"heads", "tails"}),
        ("d6", {1, 2, 3, 4, 5, 6}),
        ("between 1 and 3", {1, 2, 3}),
        ("a number between one and three", {1, 2, 3}),
        ("5-7", {5, 6, 7}),
        ("yes or no", {"yes", "no"}),
        ("tea or coffee? you choose", {"tea", "coffee"}),
        ("win, lose or draw", {"win", "lose", "draw"}),
        ("a comedy, a thriller, choose at random", {"comedy", "a thriller"}),
        ("roll a twelve sided die", set(range(1, 13))),
        ("a 4-sided die", {1, 2, 3, 4}),
        ("pick a random number", set(range(1, 101))),
        ("give me some random integers please", set(range(1, 101))),
        ("pick a or b", {"a", "b"}),
    ],
)
def test_picks_are_of_what_was_named(choices: str, allowed: set[Any]) -> None:
    seen = {picks.pick(choices, 1, seed)["picked"] for seed in range(1, 2000)}
    assert seen == allowed


def test_a_seed_repeats_a_pick_and_none_does_not() -> None:
    assert picks.pick("1-1000000", 5, 42) == picks.pick("1-1000000", 5, 42)
    assert len({picks.pick("1-1000000000")["picked"] for _ in range(5)}) > 1


def test_several_picks_differ_and_dice_add_up() -> None:
    assert sorted(picks.pick("a, b, c", 3, 1)["picked"]) == ["a", "b", "c"]
    assert len(picks.pick("flip a coin three times")["picked"]) == 3
    assert len(picks.pick("roll a die twice")["picked"]) == 2
    rolled = picks.pick("2d6", 1, 3)
    assert rolled["sum"] == sum(rolled["picked"])
    rolled = picks.pick("3d6+2", 1, 3)
    assert rolled["sum"] == sum(rolled["picked"]) + 2
    assert picks.pick("d20 - 1", 1, 3)["sum"] == picks.pick("d20 - 1", 1, 3)["picked"] - 1


@pytest.mark.parametrize(
    ("choices", "all_of"),
    [
        ("shuffle a, b, c", {"a", "b", "c"}),
        ("please shuffle anna, ben and carl", {"anna", "ben", "carl"}),
        ("shuffle the numbers from 1 to 5", {1, 2, 3, 4, 5}),
    ],
)
def test_a_shuffle_keeps_everything(choices: str, all_of: set[Any]) -> None:
    shuffled = picks.pick(choices)["picked"]
    assert len(shuffled) == len(all_of)
    assert set(shuffled) == all_of


@pytest.mark.parametrize(
    ("choices", "count"),
    [
        ("", 1),
        ("pizza", 1),
        ("a, b", 3),
        ("1-3", 4),
        ("d1", 1),
        ("a, b", 0),
        ("a, b", 101),
        ("select a student to answer, randomly", 1),
        ("which of these two, let chance decide", 1),
        ("generate a random password", 1),
    ],
)
def test_picks_that_cannot_be_made(choices: str, count: int) -> None:
    with pytest.raises(ToolError) as caught:
        picks.pick(choices, count)
    assert caught.value.advice


@given(st.text(max_size=200), st.integers(-2, 120))
def test_any_choices_are_picked_from_or_refused(choices: str, count: int) -> None:
    try:
        picked = picks.pick(choices, count, 1)
    except ToolError as error:
        assert error.advice
    else:
        assert picked["picked"] is not None


async def test_the_toolbox_runs_its_own_examples_and_is_small() -> None:
    box = toolbox()
    assert [card.name for card in box.cards] == ["calculator", "unit_convert", "date_time", "random_pick"]
    assert len(box.examples) == 6
    for tool in box:
        properties = tool.parameters["properties"]
        assert all(field.get("description") for field in properties.values()), tool.name
        assert all(field["type"] in ("string", "number", "integer") for field in properties.values()), tool.name
    assert (await box["date_time"].run({"phrase": "what time is it in Tokyo?"}))["zone"] == "Asia/Tokyo"
    assert (await box["random_pick"].run({"choices": "tea or coffee"}))["picked"] in ("tea", "coffee")
    assert (await box["calculator"].run({"expression": "what is 15% of 240?"}))["result"] == 36


@pytest.mark.parametrize(
    ("request_", "tool", "at_least"),
    [
        ("what is 15% of 240", "calculator", 0.9),
        ("pls calulate 19*21", "calculator", 0.5),
        ("was ist 15% von 240? bzw. 15% of 240", "calculator", 0.5),
        ("10 miles in km", "unit_convert", 1.0),
        ("5 in to cm", "unit_convert", 1.0),
        ("how heavy is 3 stone", "unit_convert", 0.5),
        ("how many feet are in a mile", "unit_convert", 1.0),
        ("pick a random number", "random_pick", 1.0),
        ("30 mpg to l/100km", "unit_convert", 1.0),
        ("how many weeks in a year", "unit_convert", 1.0),
        ("how many days in february 2028", "date_time", 1.0),
        ("17 days ago, which date would that be", "date_time", 1.0),
        ("two hours from now what time will it be", "date_time", 1.0),
        ("inches to cm", "unit_convert", 0.5),
        ("6 ft 2 in m", "unit_convert", 1.0),
        ("12 stone 4 in kg", "unit_convert", 1.0),
        ("10 square feet in m2", "unit_convert", 1.0),
        ("what time is it back home in Accra, I'm on a ship and lost track", "date_time", 0.8),
        ("what time is it for my mum in Manila", "date_time", 1.0),
        ("Tokyo time rn", "date_time", 1.0),
        ("kathmandu time pls, calling base camp", "date_time", 0.9),
        ("Is it morning already in Sydney? I'd like to call my daughter", "date_time", 0.9),
        ("what time is it", "date_time", 1.0),
        ("how late is it in new delhi", "date_time", 1.0),
        ("days since 3 may", "date_time", 1.0),
        ("how many days until christmas", "date_time", 1.0),
        ("hey, what's today's date", "date_time", 0.7),
        ("how many days are left until easter", "date_time", 0.5),
        ("roll two dice", "random_pick", 1.0),
        ("give me 6 numbers from 1 to 49", "random_pick", 0.5),
        ("tea or coffee? choose at random", "random_pick", 1.0),
    ],
)
def test_a_tool_knows_a_request_that_it_can_read(request_: str, tool: str, at_least: float) -> None:
    known = {each.name: each.knows(request_) for each in toolbox() if each.knows}
    assert len(known) == 4
    assert known[tool] == max(known.values()) >= at_least


@pytest.mark.parametrize(
    "text",
    [
        "",
        "how are you",
        "tell me about numbers",
        "a stone in the road",
        "in at a to",
        "it takes 10 minutes",
        "is a coin toss fair",
        "the dice were loaded",
        "the recipe needs 200 grams of flour",
        "why has a year 12 months",
        "8 metres of ribbon cut into pieces of 32 cm, how many pieces",
        "95 km/h for 2 hours and then 70 km/h, how far in km did he get",
        "time for lunch in paris",
        "today, I want to talk",
    ],
)
def test_talk_is_known_to_no_tool(text: str) -> None:
    assert [each.name for each in toolbox() if each.knows and each.knows(text) > 0.4] == []


@given(st.text(max_size=400))
def test_what_a_tool_knows_is_a_share(text: str) -> None:
    assert all(0.0 <= each.knows(text) <= 1.0 for each in toolbox() if each.knows)


@pytest.mark.parametrize(
    ("tool", "text", "does"),
    [
        ("calculator", "subtract 137 from 1000", True),
        ("calculator", "subtract 137", False),
        ("calculator", "42", False),
        ("calculator", "72, 88 and 95", False),
        ("date_time", "days until 25 December", True),
        ("date_time", "the meeting", False),
        ("random_pick", "tea or coffee", True),
        ("random_pick", "something", False),
    ],
)
def test_a_tool_says_which_text_will_do(tool: str, text: str, does: bool) -> None:
    reads = toolbox()[tool].reads
    assert reads is not None
    assert (reads(text) > 0) is does


@pytest.mark.parametrize(
    ("tool", "better", "worse"),
    [
        ("calculator", "sin 30 degrees", "sin 30"),
        ("calculator", "half of a quarter of 80", "a quarter of 80"),
        ("random_pick", "shuffle a, b and c", "a, b and c"),
    ],
)
def test_the_text_that_says_more_will_do_better(tool: str, better: str, worse: str) -> None:
    reads = toolbox()[tool].reads
    assert reads is not None
    assert reads(better) > reads(worse) > 0
