"""What an address of the web names for the parameters of a tool."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.route.identifiers import misplaced
from keyhole.models.embedded.texts.addressed import addressed_values
from keyhole.models.model import ToolCard


def parameter(name: str, kind: str = "str", *, required: bool = True) -> Parameter:
    return Parameter((name,), "int" if kind == "int" else "str", required=required)


PULL = (parameter("owner"), parameter("repo"), parameter("pull_number", "int"))


def read(query: str, *parameters: Parameter) -> dict[str, Any]:
    return {path[0]: value for path, value in addressed_values(parameters, query)[0].items()}


@pytest.mark.parametrize(
    ("query", "values"),
    [
        (
            "merge https://git.example/acme/rocket/pull/412, please",
            {"owner": "acme", "repo": "rocket", "pull_number": 412},
        ),
        ("land acme/rocket#412", {"owner": "acme", "repo": "rocket", "pull_number": 412}),
        ("https://git.example/acme/rocket.git", {"owner": "acme", "repo": "rocket"}),
        ("https://git.example/acme/rocket/-/merge_requests/7", {"owner": "acme", "repo": "rocket", "pull_number": 7}),
        ("merge 412", {}),
    ],
)
def test_a_path_of_a_code_host(query: str, values: dict[str, Any]) -> None:
    assert read(query, *PULL) == values


@pytest.mark.parametrize(
    ("query", "name", "value"),
    [
        ("close https://desk.example/tickets/4471", "ticket_id", "4471"),
        ("read https://desk.example/ticket/T-12?tab=notes", "ticketId", "T-12"),
        ("who owns www.app.example/customers/cus_9f2/orders/ord-88", "order_id", "ord-88"),
        ("https://docs.example/document/d/1AbC9xYz/edit", "doc_id", "1AbC9xYz"),
        ("https://board.example/browse/WEB-52", "issue_key", "WEB-52"),
        ("https://desk.example/show?ticket_id=81", "ticket_id", "81"),
        ("https://git.example/acme/rocket/tree/main%2Fnext", "branch", "main/next"),
        ("see (https://desk.example/tickets/9).", "id", "9"),
    ],
)
def test_what_stands_behind_a_word_of_the_name(query: str, name: str, value: str) -> None:
    assert read(query, parameter(name)) == {name: value}


def test_the_rest_of_the_request_is_left() -> None:
    _, rest = addressed_values([parameter("doc_id")], "share https://docs.example/documents/7 with ann@x.example")
    assert rest.split() == ["share", "with", "ann@x.example"]


@pytest.mark.parametrize(
    "query", ["https://[broken", "https://desk.example", "https://desk.example/about/us", "no address", "a/b#1x"]
)
def test_an_address_that_names_nothing(query: str) -> None:
    assert addressed_values([parameter("ticket_id")], query) == ({}, query)


def test_who_takes_addresses_takes_it_whole() -> None:
    query = "save https://desk.example/tickets/4471"
    assert addressed_values([parameter("ticket_id"), parameter("url")], query) == ({}, query)


def test_a_number_is_made_of_digits_alone() -> None:
    assert read("https://desk.example/tickets/new", parameter("ticket_number", "int")) == {}


def test_who_takes_what_an_address_names_has_a_place_for_it() -> None:
    def card(name: str, *names: str) -> ToolCard:
        schema = {"type": "object", "properties": {each: {"type": "string"} for each in names}, "required": list(names)}
        return ToolCard(name, "", names, schema=schema)

    cards = [card("close_ticket", "ticket_id"), card("fetch_page", "url"), card("send_mail", "subject")]
    odds = misplaced("close https://desk.example/tickets/4471", cards)
    assert odds[0] == odds[1] == 0 > odds[2]


@given(st.text(max_size=300), st.sampled_from(["https://", "www.", "a/b#", ""]))
def test_any_text_is_read(text: str, begins: str) -> None:
    values, rest = addressed_values([*PULL, parameter("id"), parameter("issue_key")], begins + text)
    assert values or rest == begins + text
    assert all(isinstance(value, str | int) for value in values.values())


@pytest.mark.parametrize(
    "text", ["https://" * 300, "https://a/" + "/b" * 900, "a/" * 1000, "https://a?" + "&x=1" * 400]
)
def test_long_addresses_are_read(text: str) -> None:
    addressed_values([*PULL, parameter("id")], text)
