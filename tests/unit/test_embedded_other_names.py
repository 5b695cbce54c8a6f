"""What people say instead of an option's or a switch's name."""

from __future__ import annotations

from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.options.other_names import meant, switch_meant

TEXT = files("keyhole.models.embedded.options").joinpath("other_names.txt").read_text(encoding="utf-8")
LINES = [line for line in TEXT.splitlines() if line and line[0] not in "#+!"]


def test_every_line_has_names_and_what_is_said_for_them() -> None:
    for line in LINES:
        names, colon, phrases = line.partition(": ")
        name, equals, state = names.partition(" = ")
        assert colon, line
        assert state in (("on", "off") if equals else ("",)), line
        for part in (name.split(", "), phrases.split(", ")):
            assert all(each and each == each.strip().lower() for each in part), line
            assert len(part) == len(set(part)), line


@pytest.mark.parametrize(
    ("options", "query", "said"),
    [
        (("accepted", "declined"), "sorry, i can't make it", [1]),
        (("urgent", "low"), "there's no rush with this", [1]),
        (("pickup", "delivery"), "i'll fetch it myself", [0]),
        (("melting_point", "density"), "when does it melt", [0]),
        (("adult", "senior"), "it's for my granny", [1]),
        (("daily", "weekly"), "on mondays", []),
        (("locker", "door"), "into the parcel box", [0]),
        (("confirmed", "held"), "which bookings are there", []),
        (("daily", "weekly"), "every monday", [1]),
        (("bus", "metro"), "not the metro", []),
    ],
)
def test_options_are_meant_by_other_words(options: tuple[str, ...], query: str, said: list[int]) -> None:
    assert list(meant(options, query.split())) == said


@pytest.mark.parametrize(
    ("name", "query", "state"),
    [
        ("gift_wrap", "it's a present for her", True),
        ("is_gift", "it's a present for her", True),
        ("gift_wrap", "it's not a birthday present", False),
        ("gift_wrap", "treating myself", False),
        ("wheelchair", "give me the usual", None),
        ("frobnicate", "it's a present", None),
    ],
)
def test_switches_are_meant_by_other_words(name: str, query: str, state: bool | None) -> None:
    assert switch_meant(name, query.split()) is state


def test_what_is_denied_is_not_meant() -> None:
    assert list(meant(("email", "phone"), ["call", "me"])) == [1]
    assert list(meant(("email", "phone"), ["don't", "call", "me"])) == []


@given(st.text(), st.text(min_size=1))
def test_any_text_means_a_switch_or_not(query: str, name: str) -> None:
    assert switch_meant(name, query.lower().split()) in (True, False, None)
