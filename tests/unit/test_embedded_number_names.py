"""Numbers that have words of their own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.numbers.number_names import is_base, is_other_base, number_by_name, version_said
from keyhole.models.embedded.prompt import Parameter


@pytest.mark.parametrize(
    ("query", "name", "description", "number"),
    [
        ("255 in hexadecimal", "base", "Base to write it in", 16),
        ("hex number 7F3A in decimal", "base", "Base of the digits", 16),
        ("binary 1011 to octal", "from_base", "", 2),
        ("binary 1011 to octal", "to_base", "", 8),
        ("hex 7F to decimal", "toBase", "", 10),
        ("binary or octal", "base", "", None),
        ("255 in base 7", "base", "", None),
        ("755 in base 8", "to_base", "", 8),
        ("755 in base 8", "from_base", "", None),
        ("1011 from base 2 to base 10", "from_base", "", 2),
        ("area 0.6, base 1.5", "to_base", "", None),
        ("1000 at 4%, compounded monthly", "n", "Compounding periods per year", 12),
        ("1000 at 4%, compounded semi-annually", "frequency", "How often it is compounded", 2),
        ("a monthly or a weekly one", "times", "Times a year", None),
        ("a monthly report", "count", "How many", None),
        ("grow 5% compounded monthly", "principal", "Amount that is compounded each year", None),
        ("grow 5% compounded monthly", "periods", "Number of periods", None),
        ("grow 5% compounded monthly", "compounding_frequency", "", 12),
        ("database binary", "database", "", None),
    ],
)
def test_a_number_by_its_name(query: str, name: str, description: str, number: int | None) -> None:
    assert number_by_name(Parameter((name,), "int", description, True), query) == number


def test_the_base_that_is_wanted_is_not_the_one_that_is_given() -> None:
    given_, wanted = (Parameter((name,), "int", "", True) for name in ("from_base", "to_base"))
    assert is_other_base(given_, "755 in base 8", 8)
    assert not is_other_base(wanted, "755 in base 8", 8)
    assert not is_other_base(given_, "755 from base 8 to base 8", 8)
    assert is_base(given_)
    assert is_base(wanted)
    assert not is_base(Parameter(("base",), "num", "of the triangle", True))


def test_only_numbers_have_one() -> None:
    assert number_by_name(Parameter(("base",), "str", "", True), "in binary") is None
    assert number_by_name(Parameter(("base",), "int", "", True, True), "in binary") is None


@given(st.text(alphabet="binaryoctlhexdmw -", max_size=40))
def test_any_text_has_a_number_or_none(query: str) -> None:
    assert number_by_name(Parameter(("base",), "int", "", True), query) in (None, 2, 8, 16)


def test_versions_with_a_v() -> None:
    assert version_said(Parameter(("version",), "enum", "", options=(1, 4, 7)), "a V4 id please") == 4
    assert version_said(Parameter(("api_version",), "int"), "v2 and v3") is None
    assert version_said(Parameter(("count",), "int"), "v2") is None
