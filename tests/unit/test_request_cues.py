"""What a request implies about the tool that it wants."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.request_cues import is_statement, is_unfinished, parameters_implied, words_implied


@pytest.mark.parametrize(
    ("request_text", "parameters"),
    [
        ("a table for two on the 14th of March", {"date"}),
        ("remind me at 7 PM", {"time"}),
        ("is https://example.com up", {"url"}),
        ("write to ann@example.com", {"email", "url"}),
        ("send $125 to Alex", {"amount", "location", "city"}),
        ("how warm is it in Rome", {"location", "city"}),
        ("tell me a joke", set()),
    ],
)
def test_values_name_parameters(request_text: str, parameters: set[str]) -> None:
    assert set(parameters_implied(request_text)) == parameters


@pytest.mark.parametrize(
    ("request_text", "words"),
    [
        ("how much is 394 times 213?", {"price", "cost", "amount", "multiply", "product"}),
        ("when was the treaty signed", {"date"}),
        ("tell me a joke", set()),
    ],
)
def test_questions_name_subjects(request_text: str, words: set[str]) -> None:
    assert set(words_implied(request_text)) == words


@pytest.mark.parametrize(
    ("text", "states"),
    [
        ("we drove 300 km without stopping", True),
        ("I got 95% on my test", True),
        ("the score was 3 to 2", True),
        ("the recipe needs 200 grams of flour", True),
        ("i ran 5 miles, what's that in km", False),
        ("I need a table for two", False),
        ("the square root of 81", False),
        ("my train leaves at 5. when do I have to go?", False),
        ("", False),
        ("translate I love you to Spanish", False),
        ("I like tea, what about you?", True),
        ("we live in Ghent and you", True),
        ("I like tea, what about oolong?", False),
    ],
)
def test_who_tells_something_asks_for_nothing(text: str, states: bool) -> None:
    assert is_statement(text) is states


@pytest.mark.parametrize(
    ("text", "unfinished"),
    [("what perks can roll on", True), ("convert 12 to ...", True), ("where is it from", False), ("", False)],
)
def test_a_request_may_end_before_its_object(text: str, unfinished: bool) -> None:
    assert is_unfinished(text) is unfinished


@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    assert all(word.isalpha() for word in [*parameters_implied(text), *words_implied(text)])
