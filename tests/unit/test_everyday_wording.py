"""Everyday requests in words that people choose themselves, asked of the shipped model: what it answers."""

from __future__ import annotations

import pytest

import keyhole.models.numpy_llama  # noqa: F401 - what `load` runs the weights with
from keyhole.agent import Agent
from keyhole.events import TurnFinished
from keyhole.models.embedded import EmbeddedModel, load
from keyhole.tools.loader import load_toolbox


@pytest.fixture(scope="module")
def model() -> EmbeddedModel:
    return load()


async def told(model: EmbeddedModel, *questions: str) -> str:
    """The answer to the last of the questions of one conversation, without the marks of Markdown."""
    agent = Agent(model, load_toolbox("everyday"))
    answer = ""
    for question in questions:
        async for event in agent.ask(question):
            if isinstance(event, TurnFinished):
                answer = event.answer
    return answer.replace("*", "").replace("\\", "")


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
        (("i earn 23.50 an hour and work 38 hours a week, whats that per week",), "893"),
        (("i make 18 an hour, 40 hours a week, how much a month",), "3120"),
        (("if I have 240 bucks and spend 37.80 how much is left??", "and if i spend another 50"), "152.2"),
    ],
)
async def test_sums_as_people_tell_them(model: EmbeddedModel, questions: tuple[str, ...], result: str) -> None:
    assert (await told(model, *questions)).splitlines()[0] == result


@pytest.mark.parametrize("question", ["3 of us, 10% tip, how much each", "5 km minus 300 m", "3 weeks minus 2 days"])
async def test_what_is_no_sum_of_its_numbers_is_not_added_up(model: EmbeddedModel, question: str) -> None:
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
    ],
)
async def test_what_is_said_beside_options_is_none(model: EmbeddedModel, question: str, options: str) -> None:
    assert (await told(model, question)).endswith(f"From: {options}")


@pytest.mark.parametrize("reply", ["my birthday on 3 april", "the 3rd of april"])
async def test_a_reply_of_many_words_ends_the_request_that_stopped_before_it(model: EmbeddedModel, reply: str) -> None:
    assert "-04-03" in await told(model, "how many days until", reply)
