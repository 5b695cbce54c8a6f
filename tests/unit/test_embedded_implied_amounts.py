"""Numbers that a request says without a number of its own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.fill.values import asked_of
from keyhole.models.embedded.numbers.implied_amounts import implied_amount, people_said
from keyhole.models.embedded.prompt import Parameter, Type, fill_view


def implied(query: str, parameter: Parameter, values: dict[tuple[str, ...], object] | None = None) -> object:
    return implied_amount(parameter, fill_view(query, "tool", "a tool", [parameter]), query, values or {})


def needed(name: str, description: str = "", kind: Type = "int") -> Parameter:
    return Parameter((name,), kind, description, required=True)


@pytest.mark.parametrize(
    ("query", "parameter", "value"),
    [
        ("the forecast for next week", needed("days", "Number of days"), 7),
        ("a year of care", needed("months"), 12),
        ("a week of care", needed("months"), None),
        ("it needs another week", needed("days", "Number of days"), 7),
        ("a fortnight more", needed("weeks", "How many weeks", "num"), 2),
        ("it takes an hour", needed("length", "in minutes"), 60),
        ("it takes an hour or a day", needed("length", "in minutes"), None),
        ("next month", needed("days", "Number of days"), None),
        ("next week", Parameter(("days",), "int", "Number of days"), None),
        ("hold it for a fortnight", Parameter(("days",), "int", "Number of days"), 14),
        ("a mile away", needed("days", "Number of days"), None),
        ("once a week for 3 days", needed("days", "Number of days"), None),
    ],
)
def test_one_of_a_unit_is_an_amount_where_no_number_is_left(query: str, parameter: Parameter, value: object) -> None:
    assert implied(query, parameter) == value


def test_numbers_that_others_took_are_not_left() -> None:
    query, seconds = "what goes through 100 megabit in a minute", needed("seconds", "Time available, seconds")
    assert implied(query, seconds) is None
    assert implied(query, seconds, {("mbps",): 100}) == 60
    assert implied("calibrate pump 14 for a minute", seconds, {("pump",): "pump 14"}) == 60


@pytest.mark.parametrize(
    ("query", "name", "value"),
    [
        ("a table for just me", "party_size", 1),
        ("I'm going on my own", "adults", 1),
        ("I'm travelling alone", "passengers", 1),
        ("leave me alone", "passengers", None),
        ("to Oslo for my wife and me", "adults", 2),
        ("me and my brother will play", "players", 2),
        ("the pair of us want in", "persons", 2),
        ("my wife and I with the kids", "guests", None),
        ("a court for a foursome", "players", 4),
        ("just me", "quantity", None),
    ],
)
def test_people_are_counted(query: str, name: str, value: object) -> None:
    assert people_said(Parameter((name,), "int", ""), query) == value


def test_people_who_are_said_are_no_number_of_the_request() -> None:
    schema = {"type": "object", "properties": {"time": {"type": "string"}, "people": {"type": "integer"}}}
    parameters, values, _ = asked_of(schema, "a table at half past seven, my wife and me")
    assert [parameter.path for parameter in parameters] == [("time",)]
    assert values == {("people",): 2}


@pytest.mark.parametrize(
    ("query", "name", "value"),
    [
        ("squeeze of an M10 bolt", "diameter_mm", 10),
        ("shot at f/2.8", "f_number", 2.8),
        ("roll two d20", "sides", 20),
        ("set iso 400", "iso", 400),
        ("between M10 and M12", "diameter_mm", None),
        ("an M10 bolt", "length_mm", None),
    ],
)
def test_a_number_is_told_by_its_mark(query: str, name: str, value: object) -> None:
    assert implied(query, Parameter((name,), "num", "")) == value


@pytest.mark.parametrize(
    ("query", "description", "value"),
    [
        ("close the roof", "0 closed, 100 open", 0),
        ("open it all the way", "0 closed, 100 open", 100),
        ("open it, then close it", "0 closed, 100 open", None),
        ("wash it", "0 closed, 100 open", None),
        ("make it open", "how far, 0 to 100", None),
    ],
)
def test_a_scale_has_named_ends(query: str, description: str, value: object) -> None:
    assert implied(query, needed("position", description)) == value


@given(st.text(), st.text(), st.sampled_from(["days", "people", "diameter", "percent"]))
def test_any_text_implies_a_number_or_nothing(query: str, description: str, name: str) -> None:
    assert isinstance(implied(query, needed(name, description)), int | None)
