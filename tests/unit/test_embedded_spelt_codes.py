"""Versions and mail addresses that a request says in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.codes.spelt_codes import spelt_codes
from keyhole.models.embedded.prompt import Parameter

MAIL, NAME = Parameter(("email",), "str"), Parameter(("name",), "str")


@pytest.mark.parametrize(
    ("query", "written"),
    [
        ("install lark two point eleven point three", "install lark 2.11.3"),
        ("finch 2 dot 0 dot 5, please", "finch 2.0.5, please"),
        ("wren twenty-one point zero point one", "wren 21.0.1"),
        ("three point five stars", "three point five stars"),
        ("from point one to point two", "from point one to point two"),
        ("jo dot reed at mill dot example", "jo.reed@mill.example"),
        ("mail kim at north-shore dot co dot uk now", "mail kim@north-shore.co.uk now"),
        ("meet me at the mill", "meet me at the mill"),
    ],
)
def test_codes_in_words(query: str, written: str) -> None:
    assert spelt_codes([MAIL, NAME], query) == written


def test_addresses_are_written_for_who_wants_them() -> None:
    assert spelt_codes([NAME], "stare at polka dot dresses") == "stare at polka dot dresses"


@given(st.text(max_size=200))
def test_any_text_is_read(query: str) -> None:
    assert isinstance(spelt_codes([MAIL], f"one point two point {query} at a dot b"), str)


def test_long_texts_take_no_time() -> None:
    for part in ("one point ", "a dot ", "a at b dot ", "one "):
        assert spelt_codes([MAIL], part * 20_000) == part * 20_000
        assert isinstance(spelt_codes([MAIL], (part * 500)[:2_000]), str)
