"""Values completed and parted by what stands around them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.codes.completed import complete
from keyhole.models.embedded.prompt import Parameter


def text(name: str, **more: Any) -> Parameter:
    return Parameter((name,), "str", **more)


def completed(parameters: list[Parameter], query: str, **given_: Any) -> dict[str, Any]:
    values: dict[tuple[str, ...], Any] = {(name,): value for name, value in given_.items()}
    complete(parameters, query, values)
    return {path[0]: value for path, value in values.items()}


@pytest.mark.parametrize(
    ("query", "value", "whole"),
    [
        ("open near Kaiserstr. 12, Vienna?", "Kaiserstr.", "Kaiserstr. 12, Vienna"),
        ("where is 221B Baker Street, London", "221B Baker Street", "221B Baker Street, London"),
        ("find Hauptstr. 14, 69117 Heidelberg", "Hauptstr. 14", "Hauptstr. 14, 69117 Heidelberg"),
        ("to 7 Harbour Street, June 11th", "7 Harbour Street", "7 Harbour Street"),
        ("from Oslo, Bergen and Voss", "Oslo", "Oslo"),
        ("6 Mill Lane, I'm in a hurry", "6 Mill Lane", "6 Mill Lane"),
    ],
)
def test_a_street_with_its_town(query: str, value: str, whole: str) -> None:
    assert completed([text("address")], query, address=value) == {"address": whole}


def test_a_town_that_another_parameter_has_stays_there() -> None:
    given_ = {"address": "12 Mill Lane", "city": "York"}
    assert completed([text("address"), text("city")], "12 Mill Lane, York", **given_) == given_


def test_first_and_last_names() -> None:
    parameters = [text("firstName"), text("lastName")]
    assert completed(parameters, "Ana van Dijk", firstName="Ana van Dijk") == {
        "firstName": "Ana",
        "lastName": "van Dijk",
    }
    assert completed(parameters, "Ana Dijk", firstName="Ana", lastName="Dijk") == {
        "firstName": "Ana",
        "lastName": "Dijk",
    }
    named = {"firstName": "Ida", "lastName": "Berg"}
    assert completed(parameters, "Mrs Ida Berg is here", firstName="Mrs", lastName="Ida") == named
    assert completed(parameters, "Seat Ida Berg", firstName="Ida") == named
    assert completed(parameters, "Ida Berg for Tom Lind", firstName="Tom", lastName="Berg") == {
        "firstName": "Tom",
        "lastName": "Berg",
    }
    ages = [text("first_period"), text("last_period")]
    assert completed(ages, "Old Stone Age", first_period="Old Stone") == {"first_period": "Old Stone"}


@pytest.mark.parametrize(
    ("query", "labels"),
    [
        ("anything labelled regression?", ["regression"]),
        ("open one, tag it crash and android, and put Tom on it", ["crash", "android"]),
        ("label it printing and firmware", ["printing", "firmware"]),
        ("with the tags red and blue.", ["red", "blue"]),
        ("which tags are there", None),
        ("tag photo IMG_2281 with these", None),
    ],
)
def test_labels_that_something_is_given(query: str, labels: list[str] | None) -> None:
    given_ = completed([Parameter(("labels",), "str", many=True)], query)
    assert given_.get("labels") == labels


def test_who_is_written_to_gets_no_copy() -> None:
    parameters = [text("to", many=True, required=True), text("cc", many=True)]
    same = ["ann@a.example"]
    assert completed(parameters, "", to=same, cc=same) == {"to": same}
    assert completed(parameters, "", to=same, cc=["bob@b.example"]) == {"to": same, "cc": ["bob@b.example"]}


def test_one_of_several_files_is_no_folder() -> None:
    parameters = [text("files", many=True, required=True), text("folder")]
    assert completed(parameters, "", files=["a.py", "b.py"], folder="a.py") == {"files": ["a.py", "b.py"]}


def test_a_new_name_is_whole() -> None:
    parameters = [text("id", required=True), text("name")]
    query = "rename sp_4 to Grandma's new house please"
    assert completed(parameters, query, id="sp_4", name="Grandma")["name"] == "Grandma's new house"
    assert completed(parameters, "rename it to Home, and pin it", id="sp_4", name="Home")["name"] == "Home"


def test_the_currency_of_a_sign() -> None:
    currency = Parameter(("currency",), "enum", options=("usd", "gbp"))
    assert completed([currency], "a link over \u00a315") == {"currency": "gbp"}
    assert completed([currency], "over \u00a315 or $20") == {}
    assert completed([currency], "over \u20ac15") == {}


@given(st.text(max_size=200), st.text(max_size=20), st.lists(st.text(max_size=8), max_size=3))
def test_any_values_are_left_values(query: str, value: str, many: list[str]) -> None:
    parameters = [text("name"), text("address"), text("lastName"), text("labels", many=True)]
    given_ = completed(parameters, query, name=value, address=value, labels=many)
    assert {"name", "address", "labels"} >= given_.keys() - {"lastName"}


def test_the_sign_of_a_currency_beside_what_is_none() -> None:
    for given_ in ("MLA", "EUR"):
        values: dict[tuple[str, ...], Any] = {("currency",): given_}
        complete([text("currency")], "to Malta (MLA) below £50", values)
        assert values[("currency",)] == ("GBP" if given_ == "MLA" else "EUR")
