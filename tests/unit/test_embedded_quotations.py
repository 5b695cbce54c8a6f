"""Quotations that a text was given a part of."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.texts.quotations import put_quoted

PARAMETERS = [
    Parameter(("title",), "str", "Title", required=True),
    Parameter(("owner",), "str", "Who has it"),
    Parameter(("due",), "str", "YYYY-MM-DD"),
]


@pytest.mark.parametrize(
    ("query", "values", "after"),
    [
        ('sell "Chair, oak, 1970s"', {"title": "Chair"}, {"title": "Chair, oak, 1970s"}),
        ('sell "Chair, oak, 1970s"', {"title": "1970s"}, {"title": "Chair, oak, 1970s"}),
        ("sell “Chair, oak”", {"title": "Chair"}, {"title": "Chair, oak"}),
        ('note: "call Ann, then Bob"', {"owner": "Bob"}, {"owner": "call Ann, then Bob"}),
        ('add "call Ann, then Bob"', {"title": "call Ann", "owner": "Bob"}, {"title": "call Ann", "owner": "Bob"}),
        ('add "call Ann, then Bob" for Eve', {"owner": "Eve"}, {"owner": "Eve", "title": "call Ann, then Bob"}),
        ('add "Ann" and "Bob"', {"owner": "Ann"}, {"owner": "Ann"}),
        ('due "2027-01-02, noon"', {"due": "2027-01-02", "title": "x"}, {"due": "2027-01-02", "title": "x"}),
        ("sell Chair, oak", {"title": "Chair"}, {"title": "Chair"}),
    ],
)
def test_a_quotation_is_whole(query: str, values: dict[str, Any], after: dict[str, Any]) -> None:
    found: dict[tuple[str, ...], Any] = {(name,): value for name, value in values.items()}
    put_quoted(PARAMETERS, query, found)
    assert {path[0]: value for path, value in found.items()} == after


@given(st.text(max_size=200), st.text(max_size=20))
def test_any_text_is_read(query: str, title: str) -> None:
    values: dict[tuple[str, ...], Any] = {("title",): title}
    put_quoted(PARAMETERS, query, values)
    assert values[("title",)] == title or values[("title",)] in query


@pytest.mark.parametrize(
    ("query", "given_", "after"),
    [
        ("'malen' means 'to paint, to draw', tag it", "draw', tag", "to paint, to draw"),
        ("'malen' means 'to paint, to draw', tag it", "tag", "tag"),
        ("it's Ann's, don't ask", "s, don't", "s, don't"),
    ],
)
def test_a_quotation_ends_where_it_is_closed(query: str, given_: str, after: str) -> None:
    values: dict[tuple[str, ...], Any] = {("owner",): given_}
    put_quoted(PARAMETERS, query, values)
    assert values[("owner",)] == after
