"""Numbers as people say them: decimals in words, two parts, parts of a whole, lengths in one word, and none at all."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.fill.candidates import candidates
from keyhole.models.embedded.fill.order import put_in_order
from keyhole.models.embedded.numbers.amounts import measured_alone, number_value
from keyhole.models.embedded.numbers.implied_amounts import implied_amount
from keyhole.models.embedded.numbers.joined_numbers import ends_joined
from keyhole.models.embedded.numbers.numbers import find_numbers
from keyhole.models.embedded.numbers.rates_said import interval_said
from keyhole.models.embedded.prompt import FillView, Parameter, Type, fill_view
from keyhole.models.embedded.sight import sight
from keyhole.models.embedded.text import lengths_in_words, split_words
from keyhole.models.embedded.texts.nothing_said import nothing_said


def numbers(text: str) -> list[int | float]:
    return [round(number.value, 6) for number in find_numbers(split_words(lengths_in_words(text))).values()]


def taking(name: str, description: str = "", kind: Type = "num", **schema: Any) -> Parameter:
    options = tuple(schema.get("enum", ()))
    return Parameter((name,), "enum" if options else kind, description, False, False, options, schema)


def view_of(text: str, *parameters: Parameter) -> FillView:
    return fill_view(lengths_in_words(text), "tool", "a tool", parameters)


def values(text: str, parameter: Parameter, *others: Parameter) -> list[int | float | None]:
    view = view_of(text, parameter, *others)
    rests = ends_joined(parameter, view)
    return [number_value(parameter, view, at) for at in sorted(view.numbers) if at not in rests]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("four point eight percent", [4.8]),
        ("six point two five metres", [6.25]),
        ("zero point seventy-five of it", [0.75]),
        ("three point one million", [3_100_000]),
        ("at one point four of them left", [1, 4]),
        ("the point is that five came", [5]),
        ("a dozen and a half", [18]),
        ("a million and a half", [1_500_000]),
        ("three and a half million", [3_500_000]),
        ("twenty and a half", [20.5]),
        ("one-sixty", [160]),
        ("one-oh-seven", [107]),
        ("oh-seven", []),
        ("one-oh-twenty", []),
        ("ten-fifteen people", []),
        ("fifty-fifty", [0.5]),
        ("a pair of lamps", [2]),
        ("a pair of grey trousers", []),
        ("the pair of them", []),
        ("plus minus 4", [4]),
        ("fourty seats", [40]),
        ("sixty k", [60_000]),
        ("the top hundred", [100]),
        ("a hundred of them", [100]),
    ],
)
def test_numbers_in_words(text: str, found: list[int | float]) -> None:
    assert numbers(text) == found


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("it lasts 1h45", [6300]),
        ("it lasts 3h05m", [11_100]),
        ("it lasts 1h01m01s", [3661]),
        ("it lasts 2m15s", [135]),
        ("it lasts 2h 40m", [9600, 2400]),
        ("it lasts 1h 1m 1s", [3661, 61, 1]),
        ("it lasts a minute and a quarter", [75]),
        ("each minute and a half", [90]),
        ("three hours and a half", [12_600]),
        ("hour and a half at most", [5400]),
        ("an hour and twenty max", [4800]),
    ],
)
def test_lengths_of_time(text: str, seconds: list[int]) -> None:
    assert values(text, taking("length", "in seconds", "int")) == seconds


def test_parts_behind_units() -> None:
    assert values("a litre and a half", taking("ml", "Volume in ml", "int")) == [1500]
    assert values("2 km and a half", taking("metres", "", "int")) == [2500]
    assert numbers("a pound and a half price ticket") == [0.5]


PRICE = taking("price", "What it costs")
TARGET = taking("target_temp", "Temperature", "int", maximum=300)


@pytest.mark.parametrize(
    ("text", "parameter", "found"),
    [
        ("it costs eighty-four twenty", PRICE, [84.2]),
        ("nine ninety-nine for it", PRICE, [9.99]),
        ("six oh five for it", PRICE, [6.05]),
        ("14 euro 30", PRICE, [14.3]),
        ("thirty dollars fifty", taking("sum", ""), [30.5]),
        ("14 30", PRICE, [14, 30]),
        ("set it to two twenty", TARGET, [220]),
        ("set it to two-twenty", TARGET, [220]),
        ("set it to four twenty", TARGET, [4, 20]),
        ("room three-oh-four", taking("room", "Room number", "int"), [304]),
        ("room six oh one", taking("room", "Room number", "int"), [601]),
        ("the census of eighteen fifty", taking("year", "", "int"), [1850]),
        ("eighteen fifty of them", taking("count", "", "int"), [18, 50]),
        ("at one thirty", taking("hour", "", "int"), [1, 30]),
        ("two twenty minute laps", taking("laps", "", "int"), [2, 20]),
    ],
)
def test_two_parts_are_one_number_by_what_is_wanted(
    text: str, parameter: Parameter, found: list[int | float | None]
) -> None:
    assert values(text, parameter) == found


def test_two_parts_are_two_numbers_where_two_are_wanted() -> None:
    valve, litres = taking("valve", "", "int"), taking("amount_kg", "", "int")
    assert values("valve one eighty", litres, valve) == [1, 80]


def test_the_second_part_stands_for_both() -> None:
    view = view_of("set it to two twenty", TARGET)
    assert [number_value(TARGET, view, at) for at in sorted(view.numbers)] == [220, 220]
    offered = candidates(view, sight(view, "set it to two twenty"), 0)
    assert [c.picks for c in offered[1:]] == [("w4",)]


SHARE = taking("proportion", "Expected proportion", minimum=0, maximum=1)
PERCENT = taking("fill", "0 to 100", "int", minimum=0, maximum=100)


@pytest.mark.parametrize(
    ("text", "parameter", "found"),
    [
        ("a sixth of them", SHARE, [0.1667]),
        ("a quarter of them", SHARE, [0.25]),
        ("seven in ten", SHARE, [0.7, 0.7]),
        ("7 out of 20", SHARE, [0.35, 0.35]),
        ("go for 60", SHARE, [0.6]),
        ("go for 2", SHARE, [2]),
        ("write 60 pages", SHARE, [60]),
        ("a 60/40 mix", SHARE, [0.6, 0.4]),
        ("a tenth of it", PERCENT, [10]),
        ("three quarters full", PERCENT, [75]),
        ("one in five", taking("chance", "in percent"), [20, 20]),
        ("half strength", taking("strength", "", "int", minimum=1, maximum=10), [5]),
        ("the third try", PERCENT, [3]),
        ("the first quarter of 2025", taking("limit", "", "int", minimum=1, maximum=100), [1, None]),
        ("half past six", taking("level", "", "int", minimum=0, maximum=10), [None, 6]),
        ("3 points", taking("margin", "Margin as a fraction"), [0.03]),
    ],
)
def test_parts_of_a_whole(text: str, parameter: Parameter, found: list[int | float | None]) -> None:
    assert values(text, parameter)[: len(found)] == found


@pytest.mark.parametrize(
    ("text", "parameter", "found"),
    [
        ("half a credit", taking("points", "Points (200 = 1 credit)", "int"), [100]),
        ("3 MB or more", taking("bytes", "Size in bytes (1 MB = 1000000)", "int"), [3_000_000]),
        ("3 apples", taking("points", "Points (200 = 1 credit)", "int"), [3]),
        ("half a gig", taking("memory", "Memory, MiB", "int"), [512]),
        ("three mails per second", taking("mailsPerMinute", "", "int"), [180]),
        ("600 calls per hour", taking("calls_per_minute", "", "int"), [10]),
        ("90 words per minute", taking("words_per_minute", "", "int"), [90]),
    ],
)
def test_units_that_a_description_tells(text: str, parameter: Parameter, found: list[int | float]) -> None:
    assert values(text, parameter)[:1] == found


@pytest.mark.parametrize(
    ("text", "parameter", "value"),
    [
        ("label it, no decimals please", taking("decimals", "Decimal places", "int", minimum=0), 0),
        ("no decimal places", taking("decimals", "Decimal places", "int", minimum=0), 0),
        ("without any retries", taking("retries", "", "int"), 0),
        ("no grace for it", taking("grace_seconds", "", "int"), 0),
        ("a nonstop connection to Oslo", taking("max_stops", "", "int"), 0),
        ("to Oslo, direct", taking("transfers", "", "int"), 0),
        ("the direct way of saying it", taking("transfers", "", "int"), None),
        ("no retries", taking("retries", "", "int", minimum=1), None),
        ("no retries", taking("retry_delay", "", "int"), None),
        ("no price limit", taking("max_price"), None),
        ("no more than 3 stops", taking("max_stops", "", "int"), None),
        ('say "no retries"', taking("retries", "", "int"), None),
        ("new brakes, it was free", taking("cost", "What was paid"), 0),
        ("nothing down on it", taking("down_payment", "as a fraction"), 0),
        ("don't blink", taking("blink_ms", "0 = no blink", "int"), 0),
        ("don't blink", taking("blink_ms", "", "int"), None),
        ("no gpus", taking("gpus", "", enum=[0, 1, 2]), 0),
        ("no gpus", taking("gpus", "", enum=[1, 2]), None),
        ("2 bags, no bags of food", taking("bags", "", "int"), None),
        ("no seats", taking("seats", "", "str"), None),
        ("temperature nil and the rest as it was", taking("temperature", minimum=0), 0),
        ("jitter off", taking("jitter_ms", "", "int", minimum=0), 0),
        ("jitter off", taking("jitter_ms", "", "int", minimum=1), None),
        ("payable on receipt", taking("net_days", "until it is paid", "int", minimum=0), 0),
        ("due on monday", taking("net_days", "until it is paid", "int", minimum=0), None),
        ("untouched", taking("zip", "0 = none", "int", minimum=0), None),
        ("store it uncompressed", taking("compression", "0 is none, 9 is most", "int", minimum=0), 0),
        ("store it uncompressed", taking("compression", "from 0 to 9", "int", minimum=0), None),
        ("cut the jitter of 5 off", taking("jitter_ms", "", "int", minimum=0), None),
    ],
)
def test_nothing_is_zero(text: str, parameter: Parameter, value: int | None) -> None:
    assert nothing_said(parameter, [parameter], text) == value


def test_none_of_what_a_switch_says_is_no_number() -> None:
    delay, switch = taking("delay", "", "int"), taking("delay", "", "bool")
    assert nothing_said(delay, [delay, switch], "no delay") is None


@pytest.mark.parametrize(
    ("text", "parameter", "value"),
    [
        ("sync it three times an hour", taking("interval", "in seconds", "int"), 1200),
        ("ping once a minute", taking("every", "in seconds", "int"), 60),
        ("every other hour", taking("every_minutes", "", "int"), 120),
        ("a four-hourly check", taking("interval", "in minutes", "int"), 240),
        ("log it daily", taking("interval", "hours between two entries", "int"), 24),
        ("every second day", taking("interval", "in seconds", "int"), None),
        ("once a minute or twice an hour", taking("interval", "in seconds", "int"), None),
        ("once a minute", taking("length", "in seconds", "int"), None),
        ("twice an hour", taking("interval", "in hours", "int"), None),
        ("0 times an hour", taking("interval", "in hours", "int"), None),
        ("a value per three minutes, over 2 days", taking("interval", "in seconds", "int"), 180),
        ("every 20 minutes for 5 hours", taking("interval", "in minutes", "int"), 20),
        ("every 20 minutes for 5 hours", taking("length", "in minutes", "int"), None),
        ("every 20 minutes or every 2 hours", taking("interval", "in minutes", "int"), None),
    ],
)
def test_how_often_is_a_time_between(text: str, parameter: Parameter, value: int | None) -> None:
    assert interval_said(parameter, text) == value


@pytest.mark.parametrize(
    ("text", "parameter", "value"),
    [
        ("twice as fast", taking("speed", "Speed, 1 = normal"), 2),
        ("triple the dough", taking("factor"), 3),
        ("halve the dough", taking("multiplier"), 0.5),
        ("a double room", taking("factor"), None),
        ("double-spaced, please", taking("line_height", "multiple of the type size"), 2),
        ("twice the size", taking("scale", "1 = 100 %"), 2),
        ("double it", taking("size"), None),
        ("at half brightness", taking("brightness", "0 to 100", "int", minimum=0, maximum=100), 50),
        ("half volume", taking("volume", "", "int", minimum=0, maximum=10), 5),
        ("half the volumes", taking("shelves", "", "int", minimum=0, maximum=10), None),
        ("half the night", taking("brightness", "0 to 100", "int", minimum=0, maximum=100), None),
        ("what was it in nineteen sixty", taking("year", "", "int"), 1960),
        ("it weighs 2.5 kg", taking("weight", "in grams", "int"), 2500),
        ("in 3 hours", taking("length", "in minutes", "int"), None),
        ("5 apples", taking("weight", "in grams", "int"), None),
        ("to be paid within three weeks", taking("payment_term", "in days", "int"), 21),
        ("to be done within three weeks", taking("term", "in days", "int"), None),
        ("letters of 1914-1918", taking("year_to", "", "int"), 1918),
        ("letters of 1914-1918", taking("to", "last year", "int"), 1918),
        ("letters of 1914-1918", taking("from", "first letter", "int"), None),
        ("order 1914-1899", taking("year_to", "", "int"), None),
    ],
)
def test_what_is_implied(text: str, parameter: Parameter, value: int | float | None) -> None:
    assert implied_amount(parameter, view_of(text, parameter), text, {}) == value


def test_the_rest_is_what_is_left() -> None:
    first, second = (taking(name, "", minimum=0, maximum=1) for name in ("left", "right"))
    view = view_of("seventy percent to the left, the rest to the right", first, second)
    assert implied_amount(second, view, "70 % left, the rest right", {("left",): 0.7}) == 0.3
    assert implied_amount(second, view, "70 % left", {("left",): 0.7}) is None


def test_a_measure_that_somebody_has_is_no_other_s() -> None:
    weight, label = taking("weight", "in grams", "int"), taking("label", "", "str")
    view = view_of("send 2 kg of it", weight, label)
    assert measured_alone(weight, view, {("label",): "parcel"}) == 2000
    assert measured_alone(weight, view, {("label",): "2 kg"}) is None
    assert measured_alone(weight, view_of("2 kg or 3 kg", weight), {}) is None
    reminder, length = taking("reminder_minutes", "", "int"), taking("minutes", "", "int")
    assert measured_alone(reminder, view_of("yoga for 2 hours", reminder), {}) is None
    assert measured_alone(length, view_of("yoga for 2 hours", length), {}) == 120


def test_the_order_of_numbers_is_that_of_their_measures() -> None:
    least, most = taking("min_bytes", "in bytes", "int"), taking("max_bytes", "in bytes", "int")
    picks = [["w2"], ["w5"]]
    put_in_order(view_of("between 300 kb and 2 MB", least, most), picks)
    assert picks == [["w2"], ["w5"]]


WORDS = (
    "one two nine ten twenty eighty-five hundred k point oh-six oh a and half quarter pair of dozen 1h20 9 in out no"
)
SAID = st.one_of(
    st.lists(st.sampled_from(WORDS.split()), max_size=30).map(" ".join),
    st.text(alphabet="one twhalfpinso-.,0123h%€m", max_size=300),
    st.text(max_size=200),
)


@given(SAID)
def test_hostile_text_is_read(text: str) -> None:
    parameters = [PRICE, TARGET, SHARE, PERCENT, taking("year", "", "int"), taking("interval", "in seconds", "int")]
    view = view_of(text, *parameters)
    for parameter in parameters:
        for at in view.numbers:
            number_value(parameter, view, at)
        implied_amount(parameter, view, text, {})
        nothing_said(parameter, parameters, text)
        interval_said(parameter, text)


@pytest.mark.parametrize(
    "part", ["one ", "no ", "nine in ten ", "1h20 ", "point five ", "a km and a half ", "twice an "]
)
def test_long_text_takes_no_longer_than_it_is_long(part: str) -> None:
    text = part * 2_000
    view = view_of(text, PERCENT, taking("interval", "in seconds", "int"))
    assert interval_said(view.parameters[1], text) is None
    assert nothing_said(PERCENT, view.parameters, text) is None
    for at in view.numbers:
        number_value(PERCENT, view, at)
