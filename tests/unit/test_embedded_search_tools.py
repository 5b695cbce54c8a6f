"""Tools that search, and their parameters for the words to look for."""

from __future__ import annotations

import pytest

from keyhole.models.embedded.parameters import parameters_of
from keyhole.models.embedded.route.search_tools import searches, takes_search_words
from keyhole.models.embedded.route.seeking import sought_by
from keyhole.models.model import ToolCard


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
