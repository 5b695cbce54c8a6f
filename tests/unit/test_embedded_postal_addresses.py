"""Postal addresses of a request, whole or by their parts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.texts.postal_addresses import postal_address

WHOLE = [Parameter(("recipient",), "str"), Parameter(("deliver_to",), "str", "Postal address")]
PARTS = [Parameter((name,), "str") for name in ("street_address", "city", "state", "postal_code")]


@pytest.mark.parametrize(
    ("query", "address"),
    [
        ("for Ida Berg, Gartenstr. 12b, 20359 Hamburg please", "Gartenstr. 12b, 20359 Hamburg"),
        ("to Via Roma 10, 00184 Roma by friday", "Via Roma 10, 00184 Roma"),
        ("to Prinsengracht 31, 1015 DK Amsterdam", "Prinsengracht 31, 1015 DK Amsterdam"),
        ("to 7 Orchard Close, Bath BA1 5AQ", "7 Orchard Close, Bath BA1 5AQ"),
        ("to 221B Canal Street, New Haven, CT 06511 by noon", "221B Canal Street, New Haven, CT 06511"),
        ("to 90 5th Avenue, Apt 3, New York, NY", "90 5th Avenue, Apt 3, New York, NY"),
        ("my home at 45 Pine Road, Boise, Idaho, it has a garden", "45 Pine Road, Boise, Idaho"),
        ("send it to '19 Quarry Lane, Ludlow, MA', please", "19 Quarry Lane, Ludlow, MA"),
        ("3 Large Boxes, Fragile ones", None),
        ("between Lindenweg 4, 50667 Köln and Am Markt 7, 20095 Hamburg", None),
        ("meet at Lindenweg 4", None),
    ],
)
def test_whole_addresses(query: str, address: str | None) -> None:
    values, rest = postal_address(WHOLE, query)
    assert values == ({} if address is None else {("deliver_to",): address})
    assert address is None or address not in rest


def test_parts() -> None:
    values, _ = postal_address(PARTS, "ship it to 18 Mill Lane, Springfield, OR 97403")
    assert sorted(values.values()) == ["18 Mill Lane", "97403", "OR", "Springfield"]
    values, _ = postal_address(PARTS, "ship it to Hauptstr. 5a, 10115 Berlin")
    assert sorted(values.values()) == ["10115", "Berlin", "Hauptstr. 5a"]


def test_addresses_of_other_kinds() -> None:
    query = "from Hauptstr. 5a, 10115 Berlin"
    for name in ("email_address", "ip_address", "note"):
        assert postal_address([Parameter((name,), "str")], query) == ({}, query)
    two = [Parameter(("from_address",), "str"), Parameter(("to_address",), "str")]
    assert postal_address(two, query) == ({}, query)


@given(st.text(max_size=300))
def test_any_text_is_read(query: str) -> None:
    postal_address(PARTS, f"Am {query} Markt 7, 20095 {query}")
