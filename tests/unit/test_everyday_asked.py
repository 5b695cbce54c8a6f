"""Everyday questions as people type them, asked of the shipped model: what is called, and what it answers."""

from __future__ import annotations

import pytest

import keyhole.models.numpy_llama  # noqa: F401 - what `load` runs the weights with
from embedded_asked import told
from keyhole.models.embedded.model import EmbeddedModel, load


@pytest.fixture(scope="module")
def model() -> EmbeddedModel:
    return load()


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("5 feet 3 inches in cm", "5.25 feet (5 feet 3 inches) = 160.02 centimeters"),
        ("2 hours 15 minutes in seconds", "2.25 hours (2 hours 15 minutes) = 8100 seconds"),
        ("3 pounds 4 ounces to kg", "3.25 pounds (3 pounds 4 ounces) = 1.474175202 kilograms"),
        ("6'2\" in cm", "6 feet 2 inches = 187.96 centimeters"),
        ("1 hour 20 min 30 sec in seconds", "1 hour 20 minutes 30 seconds = 4830 seconds"),
        ("1 week 3 days in hours", "1 week 3 days = 240 hours"),
        ("5 km 300 m in miles", "5.3 kilometers = 3.293267319 miles"),
        ("3 and three quarter inches in mm", "3.75 inches = 95.25 millimeters"),
        ("6 ft 2 inches to metres", "6 feet 2 inches = 1.8796 meters"),
        ("6 ft 2 in metres", "6 feet 2 inches = 1.8796 meters"),
        ("50 m 2 in acres", "50 square meters = 0.01235526907 acres"),
    ],
)
async def test_measures_in_several_units_are_converted_whole(model: EmbeddedModel, question: str, answer: str) -> None:
    assert await told(model, question) == answer


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("convert 5 km to miles and 10 kg to pounds", ("5 kilometers = 3.106855961", "10 kilograms = 22.04622622")),
        ("what's 15*3, and flip a coin", ("45", "heads or tails")),
        ("what is 12% of 80, what day is christmas", ("9.6", "-12-25")),
        ("whats 7*8 and flip a coin", ("56", "heads or tails")),
        ("convert 3 lb to kg, 10 oz to g and 5 in to cm", ("1.36077711 kilo", "283.4952313 grams", "5 inches = 12.7")),
        ("100 km/h to mph and to m/s", ("62.13711922 miles per hour", "27.77777778 meters per second")),
        ("10 kg in stone and pounds", ("1 stone 8.0462 pounds",)),
        ("2 liters in cups, pints and gallons", ("8.453505675 cups", "4.226752838 pints", "0.5283441047 gallons")),
        ("a marathon in miles and km", ("26.21875746 miles", "42.195 kilometers")),
        ("5 and 10 km in miles", ("5 kilometers = 3.106855961", "10 kilometers = 6.213711922")),
        ("convert 5 km and 10 kg to miles and pounds", ("3.106855961 miles", "22.04622622 pounds")),
        ("how many ounces and grams in a pound", ("16 ounces", "453.59237 grams")),
        ("what is 20% of 50 and 3 cups in ml", ("10\n", "709.7647095 milliliters")),
        ("what is 5+5, 6+6 and 7+7", ("10\n", "12\n", "14\n")),
        ("15% of 80 and 90", ("12\n", "13.5\n")),
        ("whats 15% of 60 plus 8 and also the time in paris pls", ("17\n", "Europe/Paris")),
        ("whats the time in nyc rn and in berlin", ("Nyc: ", "Berlin: ")),
        ("what day is it tmrw", ("in 1 day",)),
        ("number 1-10 and a letter a-f", ("1 to 10; A to F",)),
        ("10% and 20% of 50", ("5\n", "10\n")),
        ("days until christmas and easter", ("-12-25", "Sunday")),
        ("time in tokyo, 5+5 and flip a coin", ("Asia/Tokyo", "10\n", "heads or tails")),
        ("time in tokyo and days until christmas", ("Asia/Tokyo", "-12-25")),
        ("time in Tokyo and Berlin", ("Tokyo: ", "Berlin: ")),
        ("flip a coin, also how far is the moon", ("heads or tails", "Not answered\n\n- how far is the moon: no tool")),
        ("who won the world cup and what is 5*5", ("25\n", "Not answered\n\n- who won the world cup: no tool")),
        ("explain frenzy, 5+5 and flip a coin", ("10\n", "heads or tails", "Not answered\n\n- explain frenzy: ")),
        ("what is 1+1, 2+2, 3+3, 4+4, 5+5 and 6+6", ("2\n", "10\n", "Not answered\n\n- 6+6: that is more than")),
    ],
)
async def test_several_wishes_of_one_message_are_each_answered(
    model: EmbeddedModel, question: str, answers: tuple[str, ...]
) -> None:
    answer = await told(model, question)
    assert all(part in answer for part in answers)


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("what is 8am PST in IST", "08:00 (PST) is 2"),
        ("what time is it in Narnia", "No place called 'Narnia' is known here."),
        ("current time in Hogwarts", "No place called 'Hogwarts' is known here."),
        ("time in tokyo and narnia", "Narnia: no such place"),
        ("what time zone is Nairobi in", "Zone: Africa/Nairobi"),
        ("what's the utc offset of Kathmandu", "Offset: UTC+05:45"),
    ],
)
async def test_the_time_of_the_place_that_is_asked_for_is_told_or_refused(
    model: EmbeddedModel, question: str, part: str
) -> None:
    assert part in await told(model, question)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("sum of numbers from 1 to 100", "5050"),
        ("how much is 3 dozen eggs at 25 cents each", "9"),
        ("from 80 to 100 is what percentage increase", "25"),
        ("convert 255 to hexadecimal", "0xff"),
        ("20% tip on $45.50 split between 4", "13.65"),
        ("two thirds of 90", "60"),
        ("i bought 4 notebooks at 3.75 each and a pen for 1.20, how much altogether?", "16.2"),
        ("a jacket costs $120 and it's reduced by 35%, what do i pay?", "78"),
    ],
)
async def test_sums_in_words_are_worked_out_whole(model: EmbeddedModel, question: str, answer: str) -> None:
    assert (await told(model, question)).split("\n")[0] == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("1.234,56 euro plus 20 %", "1481.47"),
        ("3 million times 2", "6,000,000"),
        ("a quarter of a million times 4", "1,000,000"),
        ("double 48 and add 5", "101"),
    ],
)
async def test_no_number_of_a_sum_is_cut_off(model: EmbeddedModel, question: str, answer: str) -> None:
    assert (await told(model, question)).split("\n")[0] == answer


@pytest.mark.parametrize("asked", ["nineteen ninety-nine plus one", "what is 3 + 4) times 2"])
async def test_a_sum_that_cannot_be_read_is_refused_and_not_worked_out_in_part(
    model: EmbeddedModel, asked: str
) -> None:
    assert (await told(model, asked)).startswith("Cannot read")


async def test_a_story_that_was_read_whole_is_answered_once(model: EmbeddedModel) -> None:
    answer = await told(model, "I had 50 euros, spent 12.30 on lunch and 8.75 on coffee, what is left")
    assert answer.split("\n")[0] == "28.95"
    assert answer.count("Expression") == 1


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("how many weekends in december", "Cannot read 'how many weekends in december'"),
        ("how many working days in december 2026", "Working days: 23"),
        ("what is the first monday of september 2027", "Date: 2027-09-06"),
        ("in how many days is easter 2027", "Date: 2027-03-28"),
        ("what weekday was i born, 14 july 1989", "Weekday: Friday"),
    ],
)
async def test_a_day_that_is_a_part_of_what_is_asked_for_is_no_answer(
    model: EmbeddedModel, question: str, part: str
) -> None:
    assert part in await told(model, question)


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("pick a number between 1 and 10 but not 7", "From: 1 to 10 without 7"),
        ("roll a d20 with +5", "From: 1 x d20 + 5"),
        ("random even number from 1 to 100", "From: 2 to 100, even"),
        ("pick someone at random but not ben: anna, ben, carl", "From: anna, carl"),
    ],
)
async def test_what_a_pick_must_be_is_heeded(model: EmbeddedModel, question: str, part: str) -> None:
    assert part in await told(model, question)


@pytest.mark.parametrize(
    ("question", "options"),
    [
        ("choose between a burger and a pizza", "From: burger, pizza"),
        ("choose a letter from a, b, c", "From: a, b, c"),
        ("choose an apple, a pear or an orange", "From: apple, pear, orange"),
        ("pizza or pasta?", "From: pizza, pasta"),
        ("should we go hiking or swimming?", "From: hiking, swimming"),
    ],
)
async def test_only_what_is_named_is_picked_from(model: EmbeddedModel, question: str, options: str) -> None:
    assert (await told(model, question)).endswith(options)


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("split Amy, Bob, Cid, Dan into two teams", "Team 2"),
        ("draw a card", "From: any card"),
        ("choose a random weekday", "From: any weekday"),
    ],
)
async def test_lots_are_drawn_of_what_need_not_be_named(model: EmbeddedModel, question: str, part: str) -> None:
    assert part in await told(model, question)


@pytest.mark.parametrize(
    ("questions", "answer"),
    [
        (("5k in miles",), "5 kilometers = 3.106855961 miles"),
        (("10k run in miles",), "10 kilometers = 6.213711922 miles"),
        (("a 5k run, how many miles is that",), "5 kilometers = 3.106855961 miles"),
        (("how many seconds are there in a leap year",), "1 leap year = 31622400 seconds"),
        (("how many km is a half marathon",), "1 half marathon = 21.0975 kilometers"),
        (("convert 5 to miles", "km"), "5 kilometers = 3.106855961 miles"),
        (("convert 20 celsius to", "farenheit"), "20 degrees Celsius = 68 degrees Fahrenheit"),
    ],
)
async def test_units_are_understood_as_people_say_them(
    model: EmbeddedModel, questions: tuple[str, ...], answer: str
) -> None:
    assert await told(model, *questions) == answer


@pytest.mark.parametrize(
    ("questions", "part"),
    [
        (("how far is 42 km in miles", "and in meters?"), "42 kilometers = 42000 meters"),
        (("how far is 42 km in miles", "and 50 km?", "what's that in feet"), "31.06855961 miles = 164041.99"),
        (("what's 20% of 350", "and 25%?", "thanks", "now add 10 to that"), "97.5"),
        (("what time is it in Lisbon", "what about Seoul"), "Zone: Asia/Seoul"),
        (("roll a d20", "again"), "From: 1 x d20"),
        (("100 pounds in kg", "i meant euros", "no, 200 pounds"), "200 pounds = 90.718474 kilograms"),
    ],
)
async def test_what_a_message_leaves_out_is_in_the_one_before(
    model: EmbeddedModel, questions: tuple[str, ...], part: str
) -> None:
    assert part in await told(model, *questions)


@pytest.mark.parametrize(
    ("questions", "parts"),
    [
        (("2 weeks ago on monday",), ("Weekday: Monday", "days ago")),
        (("in 2 weeks on friday",), ("Weekday: Friday", "Away: in 1")),
        (("if today is wednesday what day is it in 100 days",), ("Weekday: Friday",)),
        (("if it's tuesday today, what day will it be in 10 days",), ("Weekday: Friday",)),
        (("if tomorrow is friday what day is it in 3 days",), ("Weekday: Sunday",)),
        (("how many days has april",), ("Days: 30",)),
        (("is 2028 a leap year", "how many days has february then"), ("February 2028", "Days: 29")),
        (("a decade in days",), ("1 decade = 3652.425 days",)),
        (("how many years in a decade",), ("1 decade = 10 years",)),
        (("3/4 of a tank of 60 litres",), ("45",)),
        (("half a tank of 60 litres",), ("30",)),
        (("flip a coin and a die",), ("heads or tails; 1 x d6",)),
        (("pick a number 1-10 and a letter a-f",), ("1 to 10; A to F",)),
        (("pick a card and a letter",), ("any card; any letter",)),
        (("roll a d1000", "double it"), ("double ",)),
        (
            ("how many ounces in a pound and grams in an ounce",),
            ("1 pound = 16 ounces", "1 ounce = 28.34952313 grams"),
        ),
        (("grams in an ounce",), ("1 ounce = 28.34952313 grams",)),
    ],
)
async def test_all_of_what_is_asked_is_answered_as_it_is_meant(
    model: EmbeddedModel, questions: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    answer = await told(model, *questions)
    assert all(part in answer for part in parts)


async def test_teams_that_were_drawn_are_nothing_to_calculate_with(model: EmbeddedModel) -> None:
    answer = await told(model, "split amy, bob, cid, dan into 2 teams", "double it")
    assert "amy" not in answer
    assert "Could you tell me the calculation" in answer
