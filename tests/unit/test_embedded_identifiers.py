"""Ids, paths, addresses of the web and statements of SQL, and which tools have a place for them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.route.identifiers import Identifier, by_prefix, identifiers, misplaced, prefix_of, takes
from keyhole.models.embedded.text import split_words
from keyhole.models.model import ToolCard


def card(name: str, **parameters: str) -> ToolCard:
    schema: dict[str, Any] = {
        "properties": {key: {"type": "string", "description": about} for key, about in parameters.items()}
    }
    return ToolCard(name, "Does it.", schema=schema)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("call off evt-6402 please", [Identifier("id", "evt-6402")]),
        ("open rec7Hf2LpZx0QmWcB", [Identifier("id", "rec7Hf2LpZx0QmWcB")]),
        ("who wrote 9fceb02d", [Identifier("id", "9fceb02d")]),
        ("show /var/log/app.log", [Identifier("path", "/var/log/app.log")]),
        (r"is C:\Users\jo\notes.txt there", [Identifier("path", r"C:\Users\jo\notes.txt")]),
        ("read https://example.com/a.html", [Identifier("url", "https://example.com/a.html")]),
        ("mail ana@kiln.example", []),
        ("two weeks and 3-bedroom flats", []),
        ("select a from b", [Identifier("sql", "select a from b")]),
    ],
)
def test_what_machines_call_things(query: str, found: list[Identifier]) -> None:
    assert identifiers(query) == found


@pytest.mark.parametrize(
    ("text", "prefix"), [("evt-6402", "evt"), ("cus_H7x2", "cus"), ("rec7Hf2", "rec"), ("9fceb02d", ""), ("4410", "")]
)
def test_the_letters_that_an_id_begins_with(text: str, prefix: str) -> None:
    assert prefix_of(text) == prefix


def test_an_id_is_surely_of_what_its_letters_shorten() -> None:
    event, message = Parameter(("eventId",), "str"), Parameter(("message_id",), "str")
    assert takes(event, Identifier("id", "evt-6402")) == 1
    assert takes(message, Identifier("id", "evt-6402")) == 0.5
    assert takes(Parameter(("id",), "str", "Id of the deal, dl_..."), Identifier("id", "dl_991")) == 1
    assert takes(Parameter(("folder",), "str"), Identifier("id", "evt-6402")) == 0


def test_a_tool_without_a_place_for_it_is_behind() -> None:
    events, mails = card("update_event", eventId="Id of the event"), card("move_mail", messageId="Id of the mail")
    chat = card("post", text="What to say")
    assert misplaced("evt-5093 is in room 4 now", [events, mails, chat]) == (0, -0.5, -1)
    assert misplaced("what is new", [events, mails]) == ()
    assert misplaced("delete /tmp/x.log", [events, mails]) == ()
    treat, snap = card("treat", tag="Ear tag of the animal"), card("snapshot", camera="Name or id of the camera")
    assert misplaced("a shot for goat G-118", [treat, snap]) == ()  # what is said to be an id nowhere may be one


def test_of_two_ids_each_goes_to_its_own() -> None:
    parameters = [Parameter(("channel_id",), "str"), Parameter(("message_id",), "str")]
    words = split_words("msg_7Qd01 there")
    assert by_prefix(parameters, 0, words) == {("w1", "w1"): -1}
    assert by_prefix(parameters, 1, words) == {("w1", "w1"): 1}


@given(st.text(max_size=300))
def test_any_text_is_read(query: str) -> None:
    cards = [card("a", id="Id of it"), card("b", path="Path of the file"), card("c", text="Words")]
    assert all(-1.5 <= each <= 0 for each in misplaced(query, cards))
    assert all(each.text in query for each in identifiers(query))
