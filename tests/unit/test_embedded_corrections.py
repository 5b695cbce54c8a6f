"""Values that a request takes back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.texts.corrections import corrected


@pytest.mark.parametrize(
    ("query", "left"),
    [
        ("offset 2, no, 2.5.", "offset 2.5."),
        ("hive K3 and 8 kg, no, the other one: K5, same", "hive K5 and 8 kg, same"),
        ("ticket 4420... no, the other one: 4402", "ticket 4402"),
        ("base = 0.04, no, base = 0.06", "base = 0.06"),
        ("shade A3 - no sorry, A2", "shade A2"),
        ("half a cup, no wait, make that three quarters", "three quarters a cup"),
        ("pages 1 through 9, sorry, 1 through 19", "pages  1 through 19"),
        ("I'm 1 m... no, 176 cm", "I'm m 176 cm"),
        ("5, no, 6, no, 7", "7"),
    ],
)
def test_what_is_taken_back_is_gone(query: str, left: str) -> None:
    assert corrected(query) == left


@pytest.mark.parametrize(
    "query",
    [
        "a mole dug up number five, no one can play there",
        "under 50 euros, no rush",
        "under 50 euros, no 2 star hotels",
        "room 12, sorry for the late notice",
        "no, 12 will do",
        "from A3, no more",
        "7 nights, sorry, at hotel B7",
    ],
)
def test_what_is_not_taken_back_stays(query: str) -> None:
    assert corrected(query) == query


@given(
    st.lists(
        st.sampled_from(["1", "25", "A3", "B7", ", no, ", "... sorry, ", " - no: ", " and ", " kg", ". "]), max_size=16
    )
)
def test_any_text_grows_no_longer_and_is_corrected_in_one_go(parts: list[str]) -> None:
    query = "".join(parts)
    assert len(corrected(query)) <= len(query)
    assert corrected(corrected(query)) == corrected(query)


def test_a_long_text_is_left_as_it_is() -> None:
    query = "offset 2, no, 3" + " and so on" * 300
    assert corrected(query) == query
