"""Messages that only ask, tools that change something, and what a request has of one tool's schema alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import keyhole.models.numpy_llama  # noqa: F401 - what `load` runs the weights with
from embedded_asked import only
from keyhole.models.embedded.asking import asked_of, changes, only_asks
from keyhole.models.embedded.model import load
from keyhole.models.embedded.schema_words import said_of_schemas
from keyhole.models.model import RouteTask, ToolCard


def card(name: str, description: str = "", **options: list[str]) -> ToolCard:
    properties = {each: {"type": "string", "enum": values} for each, values in options.items()}
    return ToolCard(name, description, tuple(properties), schema={"type": "object", "properties": properties})


@pytest.mark.parametrize(
    "message",
    [
        "does Nadia bring anybody?",
        "who hasn't paid yet?",
        "hey, what's the stock of bolts",
        "is the heating on?",
        "which invoices are late",
        "how many chairs are there",
    ],
)
def test_a_message_that_only_asks(message: str) -> None:
    assert only_asks(message)


@pytest.mark.parametrize(
    "message",
    [
        "could you book a table?",
        "is the gate open? close it",
        "what about Friday?",
        "how about a walk",
        "when I get home, remind me to call Ann",
        "had two eggs for breakfast",
        "do the kitchen first",
        "have Ann call me",
        "invite whoever is free",
        "why don't you add Tom, he's nice",
    ],
)
def test_a_message_that_wants_something_done(message: str) -> None:
    assert not only_asks(message)


@pytest.mark.parametrize(
    ("tool", "does"),
    [
        (card("set_price", "Sets the price of a product."), True),
        (card("product.setPrice"), True),
        (card("invite-guest", "Invite a guest"), True),
        (card("get_order_status", "Status of an order."), False),
        (card("order_status", "Where an order is"), False),
        (card("book_search", "Find books"), False),
        (card("lamp", "Sets a lamp"), False),
    ],
)
def test_a_tool_that_changes_something(tool: ToolCard, does: bool) -> None:
    assert changes(tool) is does


def test_where_nothing_is_asked_or_changed_nothing_is_known() -> None:
    assert asked_of("what is the price?", [card("set_price"), card("get_price")]) == (1.0, 0.0)
    assert asked_of("what is the price?", [card("get_price")]) == ()
    assert asked_of("change the price", [card("set_price")]) == ()


@given(st.text(max_size=200), st.text(max_size=30), st.text(max_size=60))
def test_any_message_and_any_tool_are_read(message: str, name: str, description: str) -> None:
    assert asked_of(message, [card(name, description)]) in ((), (1.0,))
    assert all(each >= 0 for each in said_of_schemas(message, [card(name, description), card("b", kind=[name])], {}))


def test_a_long_message_is_read() -> None:
    for part in ("hey, ", "what ", "is the "):
        assert not only_asks(part * 20_000)


def test_a_word_of_one_schema_alone_is_told_of() -> None:
    filters = card("filter_rows", "Filter the rows", state=["open", "cancelled", "paid"])
    themes = card("set_look", "How the page looks", look=["light", "dark", "paid"])
    first, second = said_of_schemas("the cancelled ones", [filters, themes], {})
    assert first > 0 == second
    assert said_of_schemas("the paid ones", [filters, themes], {}) == ()
    assert said_of_schemas("filter them", [filters, themes], {}) == ()


async def test_a_question_is_no_request_to_change_what_it_asks() -> None:
    model = load()
    invite = ToolCard(
        "inviteGuest",
        "Invite a guest to the party",
        ("name", "plusOnes"),
        schema={
            "type": "object",
            "properties": {"name": {"type": "string"}, "plusOnes": {"type": "integer"}},
            "required": ["name"],
        },
    )
    for message, called in (("invite Nadia with a guest", True), ("does Nadia bring a guest to the party?", False)):
        assert ((await only(model, RouteTask(message, (invite,))))["tool"] == "inviteGuest") is called
