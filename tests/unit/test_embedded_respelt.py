"""Misspelt words of a message, put right by the words of the tools."""

from __future__ import annotations

import time
from typing import Any

import pytest

from keyhole.models.embedded.texts.respelt import respelt, with_values_respelt
from keyhole.models.model import ToolCard

TEXT: dict[str, Any] = {"type": "string"}


def _card(name: str, description: str, **properties: dict[str, Any]) -> ToolCard:
    return ToolCard(name, description, schema={"type": "object", "properties": properties})


CARDS = [
    _card("find_garages", "Find garages near a place", place=TEXT, covered={"type": "boolean"}),
    _card(
        "book_service",
        "Book a service for a vehicle",
        kind={**TEXT, "enum": ["inspection", "tyre_change", "oil"]},
        customer=TEXT,
        courtesy_car={"type": "boolean", "description": "Lend a replacement vehicle"},
    ),
    _card("water_plants", "Water the plants", litres={"type": "number"}),
]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("find garagse in Leeds", "find garages in Leeds"),
        ("an inspecton please", "an inspection please"),
        ("book an inspektion", "book an inspection"),
        ("for inspecttion on friday", "for inspection on friday"),
        ("with a replacment vehicle", "with a replacement vehicle"),
        ("tyrechange tomorrow", "tyre change tomorrow"),
        ("the cheepest garages", "the cheapest garages"),
        ("delet the booking", "delete the booking"),
    ],
)
def test_a_slip_of_the_hand_is_put_right(said: str, meant: str) -> None:
    assert respelt(said, CARDS) == meant


@pytest.mark.parametrize(
    "said",
    [
        "the garage of Walter Planz",
        "book it for walter",
        "the customer is called servise",
        'note: "garagse are full"',
        "mail it to garagse@example.com",
        "watering the plant",
        "file /tmp/garagse please",
        "vehicules pour demain s'il vous plait",
        "buses and planes",
    ],
)
def test_names_quotations_other_forms_and_other_languages_stay(said: str) -> None:
    assert respelt(said, CARDS) == said


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("hallf past ten", "half past ten"),
        ("qaurter past twleve", "quarter past twelve"),
        ("threee or fuor", "three or four"),
        ("augsut 4", "august 4"),
        ("Oslo and Nina", "Oslo and Nina"),
        ("march with Mary", "march with Mary"),
    ],
)
def test_what_is_told_in_numbers_is_put_right(said: str, meant: str) -> None:
    assert with_values_respelt(said) == meant


def test_a_long_message_is_left_alone_and_read_fast() -> None:
    text = "garagse " * 20_000
    start = time.monotonic()
    assert respelt(text, CARDS) == text
    assert with_values_respelt(text) == text
    assert time.monotonic() - start < 1
