"""Codes that a description explains, said by their names."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.options.described_codes import explained, spoken_codes
from keyhole.models.embedded.prompt import Parameter

PROVINCE = Parameter(("province_id",), "int", "Province, such as 1 for Bangkok, 2 for Chiang Mai, etc.", True)


@pytest.mark.parametrize(
    ("description", "names"),
    [
        (PROVINCE.description, {"1": "Bangkok", "2": "Chiang Mai"}),
        ("Mode (0 = off, 1 = on)", {"0": "off", "1": "on"}),
        ("'A' for admin, 'B' for basic user and 'C' for guest.", {"A": "admin", "B": "basic user", "C": "guest"}),
        ("0: none; 1: low; 2: high", {"0": "none", "1": "low", "2": "high"}),
        (
            "For example, '1' represents a wash, '2' represents the full service, and '3' corresponds to waxing.",
            {"1": "wash", "2": "full service", "3": "waxing"},
        ),
        ("'1' corresponds to Oslo, '2' to Bergen, and '3' to Molde.", {"1": "Oslo", "2": "Bergen", "3": "Molde"}),
        ("Priority from 1 to 5", {}),
        ("Steps, from '1' to ten", {}),
        ("Only 1 for yes", {}),
        ("", {}),
    ],
)
def test_descriptions_explain_codes(description: str, names: dict[str, str]) -> None:
    assert explained(description) == names


@pytest.mark.parametrize(
    ("query", "options"),
    [
        ("find a maid in chiang mai", (1, 2)),
        ("find a maid in Bangkok please", (1, 2)),
        ("find a maid in province 7", ()),
        ("find a maid", ()),
    ],
)
def test_a_name_that_is_said_makes_a_choice_of_codes(query: str, options: tuple[Any, ...]) -> None:
    assert spoken_codes([PROVINCE], query)[0].options == options


def test_what_all_names_share_is_no_name() -> None:
    service = replace(PROVINCE, description="1 for cleaning service, 2 for ironing service")
    assert spoken_codes([service], "which service is free")[0] is service
    assert spoken_codes([service], "somebody for ironing")[0].type == "enum"


def test_enums_and_other_types_stay_as_they_are() -> None:
    chosen = replace(PROVINCE, type="enum", options=("x", "y"))
    amount = replace(PROVINCE, type="num")
    assert spoken_codes([chosen, amount], "bangkok") == [chosen, amount]


@given(st.text(max_size=300), st.text(max_size=100))
def test_any_description_is_read(description: str, query: str) -> None:
    made = spoken_codes([replace(PROVINCE, description=description)], query)[0]
    assert made.type in ("int", "enum")
    assert all(isinstance(option, int) for option in made.options)
