"""Texts that a request all but hands over, by what they look like."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.fill.candidates import candidates
from keyhole.models.embedded.parameters import parameters_of
from keyhole.models.embedded.prompt import Parameter, fill_view
from keyhole.models.embedded.sight import sight
from keyhole.models.embedded.texts.told import handed_over, mail_addresses, only_of_its_kind, part_maker, says_the_tool

MAIL = Parameter(("email",), "str", "Where it goes")
PHONE = Parameter(("phone",), "str", "E.164")
NAME = Parameter(("name",), "str", "Whose it is")


def test_the_only_mail_address_is_the_one_that_is_asked_for() -> None:
    view = fill_view("send it to lang@example.org", "tool", "", [NAME, MAIL])
    place = next(f"w{at}" for at, word in enumerate(view.words, 1) if word.kind == "email")
    assert only_of_its_kind(view, 1) == (place, place)
    assert only_of_its_kind(view, 0) is None
    two = fill_view("a@example.org or b@example.org", "tool", "", [NAME, MAIL])
    assert only_of_its_kind(two, 1) is None
    everyone = Parameter(("attendees",), "str", "Names or emails", False, True)
    assert mail_addresses(everyone, two) == ["a@example.org", "b@example.org"]
    assert mail_addresses(NAME, two) == []


@pytest.mark.parametrize(("query", "there"), [("text +4915112345678", True), ("text 4711", False)])
def test_the_only_number_of_a_phone(query: str, there: bool) -> None:
    view = fill_view(query, "tool", "", [NAME, PHONE])
    assert (only_of_its_kind(view, 1) is not None) is there
    assert only_of_its_kind(view, 0) is None


@pytest.mark.parametrize(
    ("query", "said"),
    [("any homework for 6C?", "6C"), ("the 10a timetable", "10a"), ("6A or 6B", None), ("6 C", None), ("1200w", None)],
)
def test_the_only_class_of_a_school(query: str, said: str | None) -> None:
    view = fill_view(query, "tool", "", [NAME, Parameter(("class_name",), "str", "Class")])
    picks = only_of_its_kind(view, 1)
    words = [view.words[int(pick[1:]) - 1] for pick in picks or ()]
    assert (query[words[0].start : words[1].end] if words else None) == said
    assert only_of_its_kind(view, 0) is None


@pytest.mark.parametrize(
    ("query", "value", "own"),
    [
        ("put it on the shopping list", "shopping list", True),
        ("add an item", "item", True),
        ("add oat milk to the list", "oat milk", False),
        ("add 'item' to the list", "item", False),
        ("add list.txt", "list.txt", False),
        ("add Shopping to the list", "Shopping", False),
        ("add it", "it", False),
    ],
)
def test_the_words_of_the_tool_are_no_value(query: str, value: str, own: bool) -> None:
    item = Parameter(("item",), "str", "What to buy", True)
    view = fill_view(query, "shopping_add", "Adds an item to the shopping list.", [item])
    assert says_the_tool(view, item, value, query) is own
    assert not says_the_tool(view, NAME, value, query)  # what may be left out is as it was picked


@given(st.text(max_size=40))
def test_any_value_is_the_tools_or_not(value: str) -> None:
    item = Parameter(("item",), "str", "What to buy", True)
    view = fill_view(value, "shopping_add", "Adds an item to the shopping list.", [item])
    assert isinstance(says_the_tool(view, item, value, value), bool)


@pytest.mark.parametrize(
    ("query", "title", "parted"),
    [
        ("play yesterday by the beatles", "yesterday by the beatles", ("yesterday", "the beatles")),
        ("play Stand by Me", "Stand by Me", None),
        ("play 'Death by Chocolate'", "Death by Chocolate", None),
        ("play So What", "So What", None),
    ],
)
def test_who_made_a_work_is_parted_from_it(query: str, title: str, parted: tuple[str, str] | None) -> None:
    parameters = [Parameter(("title",), "str", "Song"), Parameter(("artist",), "str", "Who plays it")]
    values: dict[tuple[str, ...], Any] = {("title",): title}
    part_maker(parameters, query, values)
    assert (values[("title",)], values.get(("artist",))) == (parted or (title, None))
    known: dict[tuple[str, ...], Any] = {("title",): title, ("artist",): "Miles Davis"}
    part_maker(parameters, query, known)
    assert known[("title",)] == title


@given(st.text(max_size=60))
def test_any_text_is_parted_or_not(title: str) -> None:
    parameters = [Parameter(("title",), "str"), Parameter(("artist",), "str")]
    values: dict[tuple[str, ...], Any] = {("title",): title}
    part_maker(parameters, f"play {title}", values)
    assert values == {("title",): title} or sum(map(len, values.values())) == len(title) - len(" by ")


def test_one_word_before_what_a_parameter_is_called() -> None:
    schema = {"properties": {"table": {"type": "string"}, "schema": {"type": "string"}}}

    def agreed(query: str) -> dict[tuple[str, ...], int]:
        view = fill_view(query, "list", "Lists them.", parameters_of(schema))
        seen = sight(view, query)
        offered = candidates(view, seen, 1)
        return {picks: told for picks, told in handed_over(view, 1, offered, seen).items() if told == 1}

    assert agreed("everything in the reporting schema") == {("w4", "w4"): 1}
    assert agreed("everything in the new schema") == {}
