"""Maps of texts, of numbers and of switches that a request says in words."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.fill.values import asked_of
from keyhole.models.embedded.numbers.numbers_by_name import known_names


def tool(name: str, about: str, each: Any, *, needed: bool = False, **more: Any) -> dict[str, Any]:
    described = {"type": "object", "description": about, "additionalProperties": each}
    return {"type": "object", "properties": {name: described, **more}, "required": [name] if needed else []}


TEXTS: dict[str, Any] = {"type": "string"}
COUNTS: dict[str, Any] = {"type": "integer", "minimum": 0}
ENV = tool("env", "Environment variables", TEXTS, id=TEXTS)
TAGS = tool("tags", "Free tags", TEXTS, id=TEXTS)
HEADERS = tool("headers", "Headers of the request", TEXTS, url=TEXTS)
NAMES = tool("mapping", "old column -> new column", TEXTS)
ORDER = tool("items", "article -> pieces", COUNTS, needed=True, note=TEXTS)
MARKS = tool("marks", "aspect -> mark", {"type": "integer", "minimum": 1, "maximum": 10}, needed=True)
SEATS = tool("seats", "Seat -> level, keys: left, right", {"type": "integer", "enum": [0, 1, 2, 3]})
VISIT = tool("visitors", "how many of each of the types: adult, child, senior", {"type": "integer"})
SHARES = tool("weights", "share of each fund", {"type": "number", "minimum": 0, "maximum": 1}, needed=True)


def said(schema: dict[str, Any], query: str) -> Any:
    _, values, _ = asked_of(schema, query)
    return values.get((next(iter(schema["properties"])),))


@pytest.mark.parametrize(
    ("schema", "query", "value"),
    [
        (ENV, "start web-2 with MODE=fast and QUEUE=mail", {"MODE": "fast", "QUEUE": "mail"}),
        (ENV, "start web-2, env HOST=0.0.0.0, DB=pg://u@h/x?ssl=1", {"HOST": "0.0.0.0", "DB": "pg://u@h/x?ssl=1"}),
        (ENV, "set CACHE to off and WORKERS to 4 in the env of web-2", {"CACHE": "off", "WORKERS": "4"}),
        (ENV, "give web-2 the env var SEED with value 77", None),
        (TAGS, "tag disk-4 with row: 7, rack: b", {"row": "7", "rack": "b"}),
        (TAGS, "set the tags of disk-4 to row: 7, rack: b", {"row": "7", "rack": "b"}),
        (TAGS, "label it shift=late site=north, then go", {"shift": "late", "site": "north"}),
        (TAGS, "tags for disk-4 are row:7 and rack:b", {"row": "7", "rack": "b"}),
        (TAGS, "disk-4, hat size = 12, coat size = 40", {"hat size": "12", "coat size": "40"}),
        (TAGS, "tell her: come at once", None),
        (TAGS, "the area = pi r^2", None),
        (TAGS, "open https://a.example/x?page=3&size=2", None),
        (HEADERS, "get https://a.example with header X-Trail: k-9", {"X-Trail": "k-9"}),
        (HEADERS, "get https://a.example, accept application/json please", {"Accept": "application/json"}),
        (HEADERS, "get https://a.example with content type text/csv", {"Content-Type": "text/csv"}),
        (HEADERS, "call https://a.example, bearer token q1w2e3", {"Authorization": "Bearer q1w2e3"}),
        (HEADERS, "we accept that, get https://a.example", None),
        (NAMES, "fname -> first_name, lname -> last_name", {"fname": "first_name", "lname": "last_name"}),
        (NAMES, "'zip' becomes 'post code' and tel becomes phone", {"zip": "post code", "tel": "phone"}),
        (NAMES, "rename a1 to start and b1 to end, thanks", {"a1": "start", "b1": "end"}),
        (NAMES, "swap the names of width and height", {"width": "height", "height": "width"}),
        (NAMES, 'use "Total, gross" instead of sum_2', {"sum_2": "Total, gross"}),
        (NAMES, "show me the columns", None),
        (ORDER, "three tins of paint, a dozen brushes and no tape", {"tins of paint": 3, "brushes": 12, "tape": 0}),
        (ORDER, "send 2 lamps + a pair of gloves to room 14 by 5 pm", {"lamps": 2, "gloves": 2}),
        (ORDER, "order two dozen pens, not over 30 in all", {"pens": 24}),
        (ORDER, "bolts: 40, nuts: 50", {"bolts": 40, "nuts": 50}),
        (ORDER, "a spade and a rake", {"spade": 1, "rake": 1}),
        (ORDER, "leave it at the door at 7", None),
        (ORDER, "wait 20 minutes", None),
        (MARKS, "staff nine, rooms seven, view 10. do it today", {"staff": 9, "rooms": 7, "view": 10}),
        (MARKS, "a solid eight on staff and six for the rooms", {"staff": 8, "rooms": 6}),
        (MARKS, "rooms 6/10, view 8 out of 10", {"rooms": 6, "view": 8}),
        (MARKS, "rooms 60, view 80", None),
        (MARKS, "the staff gets 5 and the view was a 3", {"staff": 5, "view": 3}),
        (MARKS, "4 of 10 for the view", {"view": 4}),
        (ORDER, "bolts x40, nuts (12)", {"bolts": 40, "nuts": 12}),
        (ORDER, "- 2 mops\n- 3 pails", {"mops": 2, "pails": 3}),
        (ORDER, "get me 2 at 5pm", None),
        (ENV, "env: PORT should be 80", {"PORT": "80"}),
        (SEATS, "left seat on the highest step and right none", {"left": 3, "right": 0}),
        (SEATS, "right 2", {"right": 2}),
        (VISIT, "two grown-ups and three kids on 6 june", {"adult": 2, "child": 3}),
        (VISIT, "tickets for a dozen pensioners at 4", {"senior": 12}),
        (SHARES, "60% north and 40% south", {"north": 0.6, "south": 0.4}),
    ],
)
def test_a_map_that_is_said(schema: dict[str, Any], query: str, value: Any) -> None:
    assert said(schema, query) == value


def test_of_two_maps_each_has_its_own() -> None:
    schema = tool("headers", "Headers", TEXTS, query={"type": "object", "additionalProperties": TEXTS}, url=TEXTS)
    _, values, rest = asked_of(schema, "get https://a.example/x with page=3 and size=20 and header X-Key: u7")
    assert values == {("headers",): {"X-Key": "u7"}, ("query",): {"page": "3", "size": "20"}}
    assert not {"3", "20", "u7"} & {*rest.split()}


def test_a_number_of_another_parameter_is_none_of_a_map() -> None:
    schema = tool("extras", "extra -> pieces", COUNTS, guests={"type": "integer"}, rooms={"type": "integer"})
    assert said(schema, "2 rooms and 3 guests") is None
    assert said(schema, "3 guests, 2 cots and a crib") == {"cots": 2, "crib": 1}


def test_what_was_read_is_no_value_of_another() -> None:
    schema = tool("env", "Environment", TEXTS, workers={"type": "integer"})
    _, values, rest = asked_of(schema, "build with THREADS=8 and LEVEL=warn")
    assert values == {("env",): {"THREADS": "8", "LEVEL": "warn"}}
    assert "8" not in rest


def test_a_value_for_another_parameter_is_none_of_a_map() -> None:
    schema = tool("tags", "Tags", TEXTS, region=TEXTS)
    assert said(schema, "with region=eu and team=blue as tags") == {"team": "blue"}


def test_switches_by_name() -> None:
    schema = tool("flags", "Flags by name", {"type": "boolean"}, needed=True)
    assert said(schema, "set beta to on and dark to off") == {"beta": True, "dark": False}


def test_the_names_that_a_map_takes() -> None:
    assert known_names({"description": "Seat -> level, keys: left, right"}) == ["left", "right"]
    assert known_names({"propertyNames": {"enum": ["a", "b"]}}) == ["a", "b"]
    assert known_names({"description": "types: cat, dog etc."}) == []
    assert known_names({"description": 'aspect -> score, e.g. {"food": 8}'}) == []


def test_references_within_a_part_of_a_schema_lead_somewhere() -> None:
    row = {"type": "object", "properties": {"name": {"type": "string"}, "value": {"$ref": "#/$defs/Value"}}}
    schema = {"properties": {"rows": {"type": "array", "items": row}}, "$defs": {"Value": {"type": "string"}}}
    assert said(schema, "A=1\nB=2") == [{"name": "A", "value": "1"}, {"name": "B", "value": "2"}]


@pytest.mark.parametrize("piece", ["a=", "x: ", "a -> ", "set a to b and ", "'", '"', "1 a ", "a 1 ", "a,", "10 on a "])
def test_long_texts_are_read_soon(piece: str) -> None:
    for schema in (ENV, HEADERS, NAMES, ORDER, MARKS, SEATS):
        begun = time.monotonic()
        asked_of(schema, piece * (4_000 // len(piece)))
        assert time.monotonic() - begun < 5


@given(st.text(max_size=200) | st.text(alphabet="ab1=:->'\" ,.&x", max_size=200))
def test_any_text_is_read(query: str) -> None:
    for schema in (ENV, HEADERS, NAMES, ORDER, MARKS, SEATS, VISIT):
        assert said(schema, query) is None or len(said(schema, query)) > 0


GRAMS = tool("contents", "What is in it, name to grams", {"type": "number"}, needed=True)
FARES = tool("seats", "Seats per fare: adult, child, senior", {"type": "integer", "minimum": 1}, needed=True)


@pytest.mark.parametrize(
    ("schema", "query", "value"),
    [
        (GRAMS, "log rye flour 250 g, sea salt 8 g, took an hour", {"rye flour": 250, "sea salt": 8}),
        (GRAMS, "mix 2 g of salt with 500 mg soda at ten degrees", {"salt": 2, "soda": 0.5}),
        (GRAMS, "100 g butter, 2 eggs and half a kilo of flour", {"butter": 100, "flour": 500}),
        (GRAMS, "7g tin plus 1.5g lead heated for 2 hrs", {"tin": 7, "lead": 1.5}),
        (FARES, "three grown-ups and a kid please", {"adult": 3, "child": 1}),
        (FARES, "two pensioners", {"senior": 2}),
    ],
)
def test_amounts_in_a_unit_and_names_that_a_description_ends_with(
    schema: dict[str, Any], query: str, value: dict[str, Any]
) -> None:
    assert said(schema, query) == value
