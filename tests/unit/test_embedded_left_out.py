"""What a request leaves out of all."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.lists.left_out import put_left_out
from keyhole.models.embedded.prompt import Parameter

PEOPLE, BUT = Parameter(("people",), "str", many=True), Parameter(("everyone_except",), "str", many=True)


@pytest.mark.parametrize(
    ("query", "given_", "after"),
    [
        ("invite everyone except Ann and Bob", ["Ann", "Bob"], {"everyone_except": ["Ann", "Bob"]}),
        ("all lights but the hall", None, {"everyone_except": ["hall"]}),
        ("mail everybody apart from Ann, Bob and Eve please", None, {"everyone_except": ["Ann", "Bob", "Eve"]}),
        ("invite everyone except Ann to the fair", ["Joe"], {"people": ["Joe"], "everyone_except": ["Ann"]}),
        ("invite Ann but not Bob", ["Ann"], {"people": ["Ann"]}),
        ("invite everyone", None, {}),
    ],
)
def test_who_is_left_out(query: str, given_: list[str] | None, after: dict[str, Any]) -> None:
    values: dict[tuple[str, ...], Any] = {PEOPLE.path: given_} if given_ else {}
    put_left_out([PEOPLE, BUT], query, values)
    assert {path[0]: value for path, value in values.items()} == after


def test_no_list_asks_for_them() -> None:
    values: dict[tuple[str, ...], Any] = {}
    put_left_out([PEOPLE], "everyone except Ann", values)
    assert not values


@given(st.text(max_size=200))
def test_any_text_is_read(query: str) -> None:
    values: dict[tuple[str, ...], Any] = {}
    put_left_out([PEOPLE, BUT], f"everyone but {query}", values)
    assert set(values) <= {BUT.path}


def test_long_texts_take_no_time() -> None:
    for part in ("everyone ", "everyone but a ", "all but " + "a, " * 500, "a" * 2_000):
        values: dict[tuple[str, ...], Any] = {}
        put_left_out([PEOPLE, BUT], part * 500, values)
        assert set(values) <= {BUT.path}
