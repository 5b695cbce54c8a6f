"""Requests that look for something, and the tools that search."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.seeking import searches, seeks, sought_by, takes_search_words
from keyhole.models.embedded.values import parameters_of
from keyhole.models.model import ToolCard


@pytest.mark.parametrize(
    "request_",
    [
        "any rubber boots?",
        "do you have tea towels",
        "where did I leave the drill bits",
        "please show me wool socks under 20",
        "I'm looking for a bread knife",
        "who has the keys to the shed",
        "what have we got on badgers",
        "is there something about frost",
        "blue heron",
        "the letter from Ines, I think",
        "brass hinges, 40 mm",
        "Our toaster died. Find me a cheap one",
    ],
)
def test_requests_that_look_for_something(request_: str) -> None:
    assert seeks(request_)


@pytest.mark.parametrize(
    "request_",
    [
        "book a table for two",
        "remind me to call Ines",
        "how do I descale a kettle",
        "what time is it",
        "open ticket 4471",
        "show me order A-20418",
        "I need to move the meeting",
        "I need somebody to fix my bike",
        "do you think it will last",
        "why is the sky blue",
        "the kettle is broken",
        "we sold the boat",
        "bored. amuse me",
        "hi there",
        "thanks",
        "never mind",
        "",
        "?!",
    ],
)
def test_requests_that_want_something_else(request_: str) -> None:
    assert not seeks(request_)


def test_a_name_alone_may_say_more_of_a_call_before() -> None:
    assert seeks("blue heron")
    assert not seeks("blue heron", names=False)
    assert seeks("any blue herons?", names=False)


@given(st.text(max_size=600))
def test_any_text_is_read(text: str) -> None:
    assert isinstance(seeks(text), bool)


def card(name: str, description: str, *parameters: tuple[str, str], knows: bool = False) -> ToolCard:
    properties = {each: {"type": "string", "description": about} for each, about in parameters}
    names = tuple(properties)
    schema = {"type": "object", "properties": properties}
    return ToolCard(name, description, names, schema=schema, knows=(lambda _: 0.0) if knows else None)


@pytest.mark.parametrize(
    ("tool", "does"),
    [
        (card("searchProducts", "The catalogue."), True),
        (card("people_lookup", "Colleagues."), True),
        (card("articles", "Search the help pages.", ("q", "")), True),
        (card("listOrders", "Orders of a customer."), True),
        (card("shop.orders/list_open", "Orders that are open."), True),
        (card("add_todo", "Add an item to the to-do list.", ("text", "")), False),
        (card("shopping_list_add", "Put something on the shopping list.", ("text", "")), False),
        (card("get_order", "Opens an order.", ("text", "")), False),
        (card("conversation_search", "Search what was said.", ("query", "")), False),
        (card("sql_query", "Runs what it is given.", ("text", "")), False),
        (card("rows", "Runs an SQL query.", ("text", "")), False),
        (card("find_perk", "Perks.", ("name", ""), knows=True), False),
    ],
)
def test_tools_that_search(tool: ToolCard, does: bool) -> None:
    assert searches(tool) is does
    assert bool(sought_by("any rubber boots?", [tool], opens=True)) is does
    assert sought_by("what time is it", [tool], opens=True) == ()


def test_a_parameter_for_the_words_to_look_for() -> None:
    schema = {
        "properties": {
            "q": {"type": "string"},
            "titleContains": {"type": "string"},
            "topic": {"type": "string", "description": "What to search for"},
            "city": {"type": "string", "description": "City"},
            "query": {"type": "string", "description": "An SQL statement"},
            "keywords": {"type": "array", "items": {"type": "string"}},
            "text": {"type": "string", "enum": ["short", "long"]},
        }
    }
    takes = [parameter.path[0] for parameter in parameters_of(schema) if takes_search_words(parameter)]
    assert takes == ["q", "titleContains", "topic"]
