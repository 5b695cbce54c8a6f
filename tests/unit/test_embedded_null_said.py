"""Null for what a request says that there is none of, that has no end or that nobody knows."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.parameters import parameters_of
from keyhole.models.embedded.prompt import FillView, fill_view
from keyhole.models.embedded.texts.null_said import put_nulls


def _null(kind: str, description: str = "") -> dict[str, Any]:
    return {"type": [kind, "null"], "description": description}


TASK = {
    "number": {"type": "integer"},
    "due": _null("string", "YYYY-MM-DD, null = no due date"),
    "assignee": _null("string", "Who does it, null = unassigned"),
    "note": _null("string", "Note, null removes it"),
    "remark": {"type": "string"},
}
LINK = {
    "file": {"type": "string"},
    "expires": _null("string", "Last day, null = never"),
    "password": {"anyOf": [{"type": "string"}, {"type": "null"}]},
    "max_downloads": _null("integer", "null = unlimited"),
    "retries": _null("integer"),
}
PERSON = {
    "birthday": _null("string", "YYYY-MM-DD, null if unknown"),
    "tongue": _null("string", "ISO 639-1, null to detect"),
    "fee": _null("number", "null = free"),
    "lesson": _null("string", "Who teaches, null = lessons dropped"),
    "captions_language": _null("string", "null = off"),
    "team": _null("string", "null = current team"),
}


def _view(properties: dict[str, Any], query: str) -> FillView:
    return fill_view(query, "set_thing", "", parameters_of({"type": "object", "properties": properties}))


@pytest.mark.parametrize(
    ("query", "nulls"),
    [
        ("task 14: take the note off", "note"),
        ("take 14's note away", "note"),
        ("clear the due date of task 9", "due"),
        ("task 9, drop the deadline and the note", "due note"),
        ("unassign task 3", "assignee"),
        ("nobody is doing task 3", "assignee"),
        ("task 3 is assigned to no one", "assignee"),
        ("task 12 needs no notepad", ""),
        ("no note paper on task 3", ""),
        ('rename task 3 to "no note"', ""),
        ("task 3 is due on Friday", ""),
    ],
)
def test_what_there_is_none_of(query: str, nulls: str) -> None:
    values: dict[tuple[str, ...], Any] = {}
    put_nulls(_view(TASK, query), query, values)
    assert values == {(name,): None for name in nulls.split()}


@pytest.mark.parametrize(
    ("query", "nulls"),
    [
        ("share a.txt for good", "expires"),
        ("share a.txt and never let the link run out", "expires"),
        ("share a.txt until I close it myself", "expires"),
        ("share a.txt, no password or expiry date", "expires password"),
        ("share a.txt with unlimited downloads", "max_downloads"),
        ("share a.txt, as many downloads as people want", "max_downloads"),
        ("share a.txt, no cap on downloads", "max_downloads"),
        ("share a.txt with no download limit", "max_downloads"),
        ("share a.txt with unlimited retries", ""),
        ("share a.txt with no retries", ""),
        ("share a.txt, there are no downloads yet", ""),
        ("never share a.txt", ""),
    ],
)
def test_what_has_no_end(query: str, nulls: str) -> None:
    values: dict[tuple[str, ...], Any] = {}
    put_nulls(_view(LINK, query), query, values)
    assert values == {(name,): None for name in nulls.split()}


@pytest.mark.parametrize(
    ("query", "nulls"),
    [
        ("add Tom Vane, I don't know his birthday", "birthday"),
        ("add Tom Vane, birthday unknown", "birthday"),
        ("add Tom Vane, I don't know if he likes me", ""),
        ("no idea what language this is", "tongue"),
        ("it is free of charge", "fee"),
        ("free a room", "fee"),
        ("the first hour was dropped", "lesson"),
        ("without any team", ""),
    ],
)
def test_what_nobody_knows_and_what_a_description_says(query: str, nulls: str) -> None:
    values: dict[tuple[str, ...], Any] = {}
    put_nulls(_view(PERSON, query), query, values)
    assert values == {(name,): None for name in nulls.split()}


def test_the_words_of_the_tool_say_what_is_off() -> None:
    language = parameters_of({"type": "object", "properties": {"language": _null("string", "null = off")}})
    for query in ("captions off", "turn the captions off", "get rid of the captions", "hide the captions"):
        values: dict[tuple[str, ...], Any] = {}
        put_nulls(fill_view(query, "set_captions", "", language), query, values)
        assert values == ({} if query.startswith("hide") else {("language",): None})


@pytest.mark.parametrize(
    ("query", "before", "after"),
    [
        ("remove the note of 3, due 2027-01-02", {"due": "2027-01-02"}, {"due": "2027-01-02", "note": None}),
        ("take the note away from 3", {"remark": "away"}, {"note": None}),
        ("task 3: no note", {"note": "no note"}, {"note": None}),
        ("remark: no note", {"remark": "no note"}, {"remark": "no note", "note": None}),
        ("say there is no note yet", {"remark": "there is no note yet"}, {"remark": "there is no note yet"}),
        ("no note, the note is in Danish", {"note": "in Danish"}, {"note": "in Danish"}),
        ("no note for Ann", {"remark": "no note for Ann"}, {"remark": "Ann", "note": None}),
    ],
)
def test_what_was_picked(query: str, before: dict[str, Any], after: dict[str, Any]) -> None:
    values: dict[tuple[str, ...], Any] = {(name,): value for name, value in before.items()}
    put_nulls(_view(TASK, query), query, values)
    assert {path[0]: value for path, value in values.items()} == after


def test_what_may_be_null() -> None:
    schema = {
        "type": "object",
        "$defs": {"day": {"type": ["string", "null"]}, "name": {"type": "string"}},
        "properties": {
            "types": {"type": ["string", "null"]},
            "branch": {"oneOf": [{"type": "null"}, {"type": "integer"}]},
            "choice": {"enum": ["a", "b", None]},
            "both": {"type": ["string", "null"], "enum": ["a", "b"]},
            "referred": {"$ref": "#/$defs/day"},
            "name": {"$ref": "#/$defs/name"},
            "plain": {"type": "string"},
            "list": {"type": "array", "items": {"type": ["string", "null"]}},
        },
    }
    nullable = [parameter.path[0] for parameter in parameters_of(schema) if parameter.nullable]
    assert nullable == ["types", "branch", "choice", "referred"]


@given(st.text(max_size=200), st.sampled_from(["no ", "never ", "unlimited ", "the note ", "don't know "]))
def test_any_text_is_read(query: str, front: str) -> None:
    for properties in (TASK, LINK, PERSON):
        values: dict[tuple[str, ...], Any] = {}
        put_nulls(_view(properties, front + query), front + query, values)
        assert all(value is None for value in values.values())
        assert {path[0] for path in values} <= set(properties)


def test_long_texts_take_no_time() -> None:
    for part in ("no ", "never let that ", "the note ", "no idea what ", "un", "as many as ", "no the any its "):
        put_nulls(_view(LINK, part * 20_000), part * 20_000, {})
