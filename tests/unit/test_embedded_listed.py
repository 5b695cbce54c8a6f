"""Where a request is cut into what may be an object each, and what a piece says."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.lists.listed import (
    best_of,
    cuts,
    head_of,
    in_words,
    is_sure,
    left_of,
    listed_in,
    said_of_all,
    without,
)
from keyhole.models.embedded.lists.listed_pieces import Piece, piece_of, shared_values
from keyhole.models.embedded.prompt import Parameter, fill_view

NAME, COUNT = Parameter(("name",), "str", required=True), Parameter(("quantity",), "int", required=True)
OLD, NEW = Parameter(("oldText",), "str", required=True), Parameter(("newText",), "str", required=True)


def items(required: list[str], **properties: Any) -> dict[str, Any]:
    return {"type": "array", "items": {"type": "object", "properties": properties, "required": required}}


def schema(required: list[str], **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required}


ORDER = schema(["items"], items=items(["name"], name={"type": "string"}, count={"type": "integer"}), table={})


def test_the_list_that_a_tool_cannot_do_without() -> None:
    listed = listed_in(ORDER, ())
    assert listed is not None
    assert (listed.name, listed.required, listed.counts, listed.needs) == ("items", True, True, 1)
    assert listed_in(ORDER, {("items",): []}) is None
    assert without(ORDER, "items") == schema([], table={})
    assert without({**ORDER, "required": "items"}, "items") == schema([], table={})
    two = schema(["a", "b"], a=ORDER["properties"]["items"], b=ORDER["properties"]["items"])
    assert listed_in(two, ()) is None
    assert listed_in({"properties": 3, "required": "items"}, ()) is None


def test_a_list_that_may_be_left_out_needs_objects_that_no_single_word_is() -> None:
    text = {"type": "string"}
    assert listed_in(schema([], tags=items(["name"], name=text)), ()) is None
    columns = listed_in(schema([], columns=items(["name", "kind"], name=text, kind=text)), ())
    assert columns is not None
    assert not columns.required


def test_an_object_elsewhere_in_the_schema() -> None:
    line = {"type": "object", "properties": {"what": {"type": "string"}}, "required": ["what"]}
    lines = {"type": "array", "description": "what is charged", "items": {"$ref": "#/$defs/line"}}
    listed = listed_in({**schema(["lines"], lines=lines), "$defs": {"line": line}}, ())
    assert listed is not None
    assert (listed.description, [part.path for part in listed.parts]) == ("what is charged", [("what",)])


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("2 margheritas and a coke", ["2 margheritas", "a coke"]),
        ("logo 400, hosting 25 and then a call", ["logo 400", "hosting 25", "a call"]),
        ("1x burger 2x fries", ["1 burger", "2 fries"]),
        ("ball valve x2, ptfe tape x 1", ["ball valve 2", "ptfe tape 1"]),
        ("tea for Crumb & Co, milk for Ann", ["tea for Crumb & Co", "milk for Ann"]),
        ("roof 12 Sep / tiles 26 Sep", ["roof 12 Sep", "tiles 26 Sep"]),
        ("1. brown it, stirring 2. pour in milk", ["brown it, stirring", "pour in milk"]),
        ("tea 2 milk 3", ["tea 2", "milk 3"]),
        ("- flour\n- eggs\n2. milk", ["flour", "eggs", "milk"]),
        ("47.5 8.1\n47.6 8.2", ["47.5 8.1", "47.6 8.2"]),
        ("'salt, pepper' and “oil and vinegar”", ["'salt, pepper'", "“oil and vinegar”"]),
        ("stock photos (15, 8), copyediting (6, 45)", ["stock photos (15, 8)", "copyediting (6, 45)"]),
    ],
)
def test_a_request_is_cut_where_one_thing_ends_and_the_next_begins(text: str, pieces: list[str]) -> None:
    assert pieces in cuts(in_words(text, [NAME, COUNT]), [NAME, COUNT])


def test_sets_and_repetitions_are_put_in_words() -> None:
    parts = [NAME, Parameter(("sets",), "int"), Parameter(("reps",), "int")]
    said = in_words("squats 3x8, bench 5 x 5", parts)
    assert ["squats 3 sets of 8 reps", "bench 5 sets of 5 reps"] in cuts(said, parts)


def test_two_numbers_in_one_word_are_two_where_an_object_has_two() -> None:
    x, y = Parameter(("x",), "num"), Parameter(("y",), "num")
    assert in_words("a circle at 300,200", [x, y]) == "a circle at 300, 200"
    assert in_words("a circle at 300,200", [x]) == "a circle at 300,200"
    start, end = Parameter(("start",), "str"), Parameter(("end",), "str")
    assert in_words("tariq 17-23, 2024-02-17, 555-3310", [start, end]) == "tariq 17 - 23, 2024-02-17, 555-3310"


@pytest.mark.parametrize(
    ("text", "said", "left"),
    [
        ("croissants 250, rolls 90, all in the rotary", "all in the rotary", "croissants 250, rolls 90"),
        ("both by card: Ann 3, Ben 4", "both by card", ": Ann 3, Ben 4"),
        ("two points each. a parliament is owls", "two points each", ". a parliament is owls"),
        ("pls set a hundred each for fuel and gifts", "a hundred each", "pls set for fuel and gifts"),
        ("cloths, rollers: buy 5 of each", "buy 5 of each", "cloths, rollers:"),
        ("get all of these", "", "get all of these"),
        ("two beers and 3 crisps each", "", "two beers and 3 crisps each"),
    ],
)
def test_what_is_said_once_for_all(text: str, said: str, left: str) -> None:
    of_all, rest = said_of_all(text)
    assert (of_all, " ".join(rest.split()).rstrip(", ")) == (said, left)


def test_what_is_said_for_all_is_in_every_object() -> None:
    oven = Parameter(("oven",), "enum", options=("deck", "rotary"))
    output = {"args": {"name": "rotary", "oven": "rotary"}}
    shared = shared_values([NAME, oven], output)
    assert shared == {"oven": "rotary"}
    assert piece_of([NAME, oven], {"args": {"name": "rolls"}}, "rolls", first=False, sure=True, shared=shared).said == {
        "name": "rolls",
        "oven": "rotary",
    }
    count = piece_of(
        [NAME, COUNT],
        {"args": {"name": "rolls"}, "missing": ["quantity"]},
        "rolls",
        first=False,
        sure=True,
        shared={"quantity": 5},
    )
    assert (count.said, count.counts) == ({"name": "rolls", "quantity": 5}, True)


@pytest.mark.parametrize(
    ("query", "head"),
    [
        ("table 7: 3 espresso, 1 tiramisu", "table 7:"),
        ("Brandt Meats\nlamb 8 kg\nduck 2 kg", "Brandt Meats\n"),
        ("keep this: miso glaze (miso 3 tbsp, mirin 2 tbsp, honey)", "keep this: miso glaze ("),
        ("at 10:30 two teas", None),
        ("see https://a.example/b", None),
    ],
)
def test_what_stands_before_a_list_that_is_set_off(query: str, head: str | None) -> None:
    assert head_of(query) == head


def piece(text: str, *parts: Parameter, first: bool = False, sure: bool = True, **args: Any) -> dict[str, Any]:
    missing = [part.path[0] for part in parts if part.required and part.path[0] not in args]
    output = {"args": args} | ({"missing": missing} if missing else {})
    return dict(piece_of(parts, output, text, first=first, sure=sure).said)


def test_who_names_a_thing_without_a_number_wants_one() -> None:
    assert piece("a coke", NAME, COUNT, name="coke") == {"name": "coke", "quantity": 1}
    assert piece("coke 2", NAME, COUNT, name="coke") == {}


def test_a_list_without_numbers_is_of_bare_things() -> None:
    output = {"args": {}, "missing": ["name", "quantity"]}
    assert piece_of([NAME, COUNT], output, "the beans", first=False, sure=True, bare=True).said == {
        "name": "beans",
        "quantity": 1,
    }
    for text, bare in (("the beans", False), ("thanks to you all", True)):
        assert not piece_of([NAME, COUNT], output, text, first=False, sure=True, bare=bare).said
    assert not piece_of([NAME, COUNT], output, "beans", first=True, sure=True, bare=True).said


def test_what_another_parameter_took_is_taken_as_a_word() -> None:
    priority = Parameter(("priority",), "enum", options=("low", "high"))
    view = fill_view("2 extra pillows, low", "order", "", [priority])
    assert left_of(view, [[]], "2 extra pillows, low", {("priority",): "low"}) == "2 extra pillows,    "


def test_what_else_an_object_has_is_taken_as_a_word() -> None:
    priority = Parameter(("priority",), "enum", options=("low", "high"))
    said = piece("2 extra pillows, low", NAME, COUNT, priority, name="pillows", quantity=2, priority="low")
    assert said == {"name": "extra pillows", "quantity": 2, "priority": "low"}


@pytest.mark.parametrize(
    ("name", "value", "sure"),
    [
        ("room", 512, True),
        ("room_number", "512", True),
        ("guest", "extra pillows", False),
        ("path", "a/b.txt", True),
        ("mail", "a@b.example", True),
    ],
)
def test_what_is_no_thing_of_a_list(name: str, value: object, *, sure: bool) -> None:
    assert is_sure(name, value, "room 512 wants extra pillows, see a/b.txt") is sure


def test_the_words_of_the_tool_are_no_thing() -> None:
    output = {"args": {"name": "table"}}
    assert not piece_of([NAME], output, "an order for a table", first=True, sure=True, about={"tabl", "order"}).said
    assert piece_of([NAME], output, "a table", first=False, sure=True, about={"tabl"}).said == {"name": "table"}


def test_a_thing_has_all_its_words() -> None:
    assert piece("20 l whole milk", NAME, COUNT, name="milk", quantity=20)["name"] == "whole milk"
    assert piece("order margheritas", NAME, first=True, name="margheritas")["name"] == "margheritas"
    assert piece("write tests", NAME, name="tests")["name"] == "write tests"
    assert piece("a call with the printer.", NAME, name="call")["name"] == "call with the printer"
    kind = Parameter(("type",), "enum", options=("text", "boolean"))
    assert piece("two flexi hoses", NAME, COUNT, name="two flexi hoses", quantity=2)["name"] == "flexi hoses"
    assert piece("10 bottles tonic water", NAME, COUNT, name="water", quantity=10)["name"] == "tonic water"
    nights = Parameter(("nights",), "int")
    assert piece("2 nights porto", NAME, nights, name="nights porto", nights=2)["name"] == "porto"
    assert piece("with tag C40", Parameter(("tag",), "str"), NAME, tag="tag C40", name="x") == {
        "tag": "C40",
        "name": "x",
    }
    assert piece("paid boolean", NAME, kind, name="paid boolean", type="boolean")["name"] == "paid"


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("foo -> bar", "foo", "bar"),
        ("replace `a, b` with `c`", "a, b", "c"),
        ("'colour' for 'color'", "colour", "color"),
        ("Kind regards => Cheers, the team", "Kind regards", "Cheers, the team"),
        ("let should be const.", "let", "const"),
    ],
)
def test_what_gives_way_to_what(text: str, old: str, new: str) -> None:
    assert piece(text, OLD, NEW) == {"oldText": old, "newText": new}


def test_two_texts_are_no_object_that_needs_more() -> None:
    price, note = Parameter(("price",), "num", required=True), Parameter(("note",), "enum", options=("a", "b"))
    assert piece("foo -> bar", OLD, NEW, price) == {}
    assert piece("foo -> bar", OLD, NEW, price, price=3) == {"oldText": "foo", "newText": "bar", "price": 3}
    assert piece("foo -> bar", OLD, NEW, note, note="a") == {"oldText": "foo", "newText": "bar", "note": "a"}


@pytest.mark.parametrize(
    ("text", "one", "other"),
    [
        ("put perro = dog", "perro", "dog"),
        ("Q: what is table salt A: sodium chloride", "what is table salt", "sodium chloride"),
        ("parliament is owls", "parliament", "owls"),
        ("that cuchara means 'a spoon'", "cuchara", "a spoon"),
    ],
)
def test_what_the_one_is_by_the_other(text: str, one: str, other: str) -> None:
    word, translation = (Parameter((name,), "str", required=True) for name in ("word", "translation"))
    assert piece(text, word, translation) == {"word": one, "translation": other}
    assert piece("ann is ann@a.example", word, translation) == {}
    assert piece(text, word, Parameter(("hint",), "str")) == {}


def test_the_cut_that_makes_most_objects_is_best() -> None:
    one, other, doubtful = Piece({"n": 1}, sure=True), Piece({"n": 2}, sure=True), Piece({"n": 3})
    assert best_of([[one], [one, other], [one, Piece()]]) == [one, other]
    assert best_of([[one, doubtful]]) == [one, doubtful]
    assert best_of([[doubtful], []]) == []


@given(st.text(max_size=400))
def test_any_text_can_be_cut(text: str) -> None:
    said_of_all(text)
    for way in cuts(in_words(text, [NAME, COUNT]), [NAME, COUNT]):
        assert 0 < len(way) <= 12
        for each in way:
            piece_of([OLD, NEW], {"args": {}, "missing": ["oldText"]}, each, first=True, sure=True)
            piece_of([NAME], {"args": {"name": each[:3]}}, each, first=True, sure=False)
    head_of(text)


@pytest.mark.parametrize(
    "text",
    [
        "a, " * 700,
        "'" * 2000,
        "(" * 2000,
        "1," * 1000,
        "x " * 1000,
        " " * 2000,
        "“" * 2000,
        "a all " * 400,
        "9 each " * 300,
    ],
)
def test_long_texts_are_cut_in_no_time(text: str) -> None:
    said_of_all(text)
    for way in cuts(in_words(text, [NAME, COUNT]), [NAME, COUNT]):
        for each in way:
            piece_of([OLD, NEW], {"args": {}, "missing": ["oldText"]}, each, first=False, sure=True)
            piece_of([NAME], {"args": {"name": each[-1]}}, each, first=True, sure=False)
    head_of(text)
