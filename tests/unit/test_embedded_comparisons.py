"""Comparisons that a request wants, and formats by the names of files."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.options.comparisons import comparison
from keyhole.models.embedded.options.file_formats import format_of_file
from keyhole.models.embedded.prompt import Parameter

OPERATORS = ("eq", "neq", "gt", "gte", "lt", "lte", "contains", "not_contains", "starts_with")
OPERATOR = Parameter(("op",), "enum", options=OPERATORS)
SIDE = Parameter(("when",), "enum", options=("above", "below"))
FORMAT = Parameter(("format",), "enum", options=("png", "svg", "pdf"))


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("weight over 500", "gt"),
        ("500 or more", "gte"),
        ("no less than 500", "gte"),
        ("below 20", "lt"),
        ("20 at most", "lte"),
        ("not more than 20", "lte"),
        ("the colour isn't red", "neq"),
        ("any colour other than red", "neq"),
        ("weight >= 5", "gte"),
        ("whose title contains jam", "contains"),
        ("throw out all with jam in the title", "not_contains"),
        ("titles that don't contain jam", "not_contains"),
        ("titles beginning with J", "starts_with"),
        ("over 5 but under 10", None),
        ("all of them", None),
    ],
)
def test_a_request_compares(query: str, wanted: str | None) -> None:
    assert comparison(OPERATOR, query) == wanted


def test_the_nearest_comparison_stands_for_one_that_is_no_option() -> None:
    assert comparison(SIDE, "warn me from 40 km/h up") == "above"
    assert comparison(SIDE, "warn me at 40 or less") == "below"
    assert comparison(SIDE, "exactly 40") is None


def test_options_that_compare_nothing_are_left_alone() -> None:
    assert comparison(Parameter(("side",), "enum", options=("over", "left", "right")), "over 5") is None
    assert comparison(Parameter(("op",), "enum", options=OPERATORS, many=True), "over 5") is None


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("save it as out/sales.svg", "svg"),
        ("write it to C:\\out\\sales.PNG, please", "png"),
        ("export to sales.svg as pdf", None),
        ("sales.svg is too big", None),
        ("draw it to sales.gif", None),
        ("save it as a.svg and as a.png", None),
    ],
)
def test_the_name_of_a_file_tells_its_format(query: str, wanted: str | None) -> None:
    assert format_of_file(FORMAT, query) == wanted
    assert format_of_file(Parameter(("shape",), "enum", options=FORMAT.options), query) is None


@given(st.text(max_size=80), st.lists(st.sampled_from([*OPERATORS, "=", "png", "x"]), max_size=6, unique=True))
def test_any_text_is_read(query: str, options: list[str]) -> None:
    for name, read in (("op", comparison), ("format", format_of_file)):
        found = read(Parameter((name,), "enum", options=tuple(options)), query)
        assert found is None or found in options


def test_a_long_text_is_compared() -> None:
    for part in ("drop with ", "from a b ", ": a.", "not "):
        assert comparison(OPERATOR, part * 3_000) in (None, *OPERATORS)
        assert format_of_file(FORMAT, part * 3_000) is None
