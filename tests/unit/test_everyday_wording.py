"""Everyday requests in words that people choose themselves, asked of the shipped model: what it answers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import keyhole.models.numpy_llama  # noqa: F401 - what `load` runs the weights with
from embedded_asked import told
from keyhole.models.embedded.model import EmbeddedModel, load
from keyhole.tools.builtin.part_with_all import part_with_all


@pytest.fixture(scope="module")
def model() -> EmbeddedModel:
    return load()


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("whats 37 degrees in fahrenheit", "37 degrees Celsius = 98.6 degrees Fahrenheit"),
        ("convert 98 degrees to celsius", "98 degrees Fahrenheit = 36.66666667 degrees Celsius"),
        ("30° in f", "30 degrees Celsius = 86 degrees Fahrenheit"),
        ("45 degrees in radians", "45 degrees = 0.7853981634 radians"),
    ],
)
async def test_degrees_beside_a_scale_are_those_of_the_other(model: EmbeddedModel, question: str, answer: str) -> None:
    assert await told(model, question) == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("what's 6ft2 in metres", "6 feet 2 inches = 1.8796 meters"),
        ("how many cm is 6ft3", "6.25 feet (6 feet 3 inches) = 190.5 centimeters"),
        ("im 5ft11 whats that in cm", "5 feet 11 inches = 180.34 centimeters"),
        ("6 ft2 in m2", "6 square feet = 0.55741824 square meters"),
    ],
)
async def test_inches_behind_feet_are_no_power(model: EmbeddedModel, question: str, answer: str) -> None:
    assert await told(model, question) == answer


@pytest.mark.parametrize(
    ("questions", "result"),
    [
        (("my bill is 84 euro, 3 of us, 10% tip, how much each",), "30.8"),
        (("we are 5 people, 200 dollar bill, 18% tip, how much per person",), "47.2"),
        (("what is the vat on 450 at 19%",), "85.5"),
        (("450 plus vat at 20%",), "540"),
        (("99 bottles minus 1",), "98"),
        (("12 apples plus 5 apples minus 2",), "15"),
        (("3 hours at 20 an hour",), "60"),
        (("2/5 as a percentage",), "40"),
        (("10/3", "round it"), "3"),
        (("1/2 + 3/4 as a percentage",), "125"),
        (("21 is 35% of what number",), "60"),
        (("3 people share 100 euro equally. how much does everyone get",), "33.3333"),
        (("If dinner was $86.40 what is a 20% tip on 86.40",), "17.28"),
        (("is 17 * 19 bigger than 300?",), "323"),
        (("i have 3 kids, what is 15% of 240",), "36"),
        (("what is 100 + 50? i think it's 150",), "150"),
        (("i earn 23.50 an hour and work 38 hours a week, whats that per week",), "893"),
        (("i make 18 an hour, 40 hours a week, how much a month",), "3120"),
        (("if I have 240 bucks and spend 37.80 how much is left??", "and if i spend another 50"), "152.2"),
    ],
)
async def test_sums_as_people_tell_them(model: EmbeddedModel, questions: tuple[str, ...], result: str) -> None:
    assert (await told(model, *questions)).splitlines()[0] == result


@pytest.mark.parametrize(
    "question",
    [
        "3 of us, 10% tip, how much each",
        "5 km minus 300 m",
        "3 weeks minus 2 days",
        "how much would 3 tickets at 17.50 plus a 4 dollar fee be",
        "how much is 60 minutes at $45 an hour",
        "i bought 4 shirts for 15.99 each and got 10% off the total",
        "mortgage 250000 at 4%",
    ],
)
async def test_no_part_of_a_sum_is_worked_out_in_its_place(model: EmbeddedModel, question: str) -> None:
    assert (await told(model, question)).startswith("Cannot read")


@pytest.mark.parametrize(
    ("question", "options"),
    [
        (
            "cant decide between the beach, the mountains and staying home, help",
            "the beach, the mountains, staying home",
        ),
        ("tea or coffee? idk", "tea, coffee"),
        ("sofa or bed... dunno, help me decide", "sofa, bed"),
        ("pick one of: help desk, front desk, kitchen", "help desk, front desk, kitchen"),
        ("random color please", "any color"),
        ("choose for me: A) stay B) go", "stay, go"),
        ("draw straws between me, jack and lisa", "me, jack, lisa"),
        ("yes/no/maybe", "yes, no, maybe"),
        ("give me a number 1 to 6 but not 3", "1 to 6 without 3"),
    ],
)
async def test_what_is_said_beside_options_is_none(model: EmbeddedModel, question: str, options: str) -> None:
    assert (await told(model, question)).endswith(f"From: {options}")


@pytest.mark.parametrize(
    ("question", "drawn"),
    [("throw 2d10+3", 2), ("roll a d6 x4", 4), ("coin toss x3", 3), ("lottery numbers: 6 from 1 to 49", 6)],
)
async def test_as_many_are_drawn_as_are_asked_for(model: EmbeddedModel, question: str, drawn: int) -> None:
    assert (await told(model, question)).splitlines()[0].count(",") == drawn - 1


@pytest.mark.parametrize("message", ["sorry", "nah im good", "thank you very much, have a nice day", "u suck"])
async def test_talk_is_answered_as_talk(model: EmbeddedModel, message: str) -> None:
    assert "match that to none of my tools" not in await told(model, message)


@pytest.mark.parametrize("reply", ["my birthday on 3 april", "the 3rd of april"])
async def test_a_reply_of_many_words_ends_the_request_that_stopped_before_it(model: EmbeddedModel, reply: str) -> None:
    assert "-04-03" in await told(model, "how many days until", reply)


@given(st.text(max_size=60), st.text("0123456789 abx+.,?", max_size=60))
def test_any_part_has_all_numbers_or_is_the_request(one: str, other: str) -> None:
    request = f"{one} 12 {other} 345"
    part = part_with_all(request, lambda text: float("345" in text and text != request))
    assert part is None or part == request or ("12" in part and "345" in part)


async def test_a_misspelt_city_is_asked_about_and_not_taken_for_another(model: EmbeddedModel) -> None:
    assert "Did you mean Bangalore?" in await told(model, "time in bangalor")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("what was the date 1 friday ago", "Weekday: Friday"),
        ("whats 9:30 pm in 24 hour time", "9:30 pm is 21:30"),
        ("17:45 in 12 hour format", "17:45 is 5:45 PM"),
        ("add 90 minutes to 10:45", "12:15"),
        ("what day is 9/11 in 2027", "Cannot read"),
        ("will May 1st 2027 fall on a weekend", "Date: 2027-05-01"),
        ("i have 2 exams on 14 december, how many days left", "-12-14"),
    ],
)
async def test_no_number_of_a_time_is_left_out(model: EmbeddedModel, question: str, answer: str) -> None:
    assert answer in await told(model, question)


async def test_a_list_is_not_what_its_sum_came_to(model: EmbeddedModel) -> None:
    assert (await told(model, "average of 3, 7 and 11", "and add 15 to that list")).startswith("Could you tell me")
