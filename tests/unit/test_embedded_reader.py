"""What a reader finds in a text: what it computes, how it reads words, what it refuses."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keyhole.models.embedded.reader import LONGEST, WIDTHS, Reader, Table, pieces_of, read_words
from small_reader import DIMS, EACH, VECTORS, digits, found, packed, reader_weights

words = st.lists(st.sampled_from(["pick", "the", "ripest", "fruit", "42", "Zyx"]), max_size=8).map(" ".join)


def reader(raw: dict[str, Any]) -> Reader:
    rest = {name: raw[name] for name in ("meaning_step", "biases", "step")}
    return Reader(
        Table(digits(raw["table"]), DIMS),
        VECTORS,
        meaning=packed(raw["meaning"]),
        filters=packed(raw["filters"]),
        **rest,
    )


@settings(max_examples=50)
@given(st.text(max_size=60) | words, st.integers(0, 5))
def test_it_computes_what_it_says(text: str, seed: int) -> None:
    raw = reader_weights(seed)
    assert reader(raw).read(text) == pytest.approx(found(raw, text), abs=1e-9)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("What's 12x3, \nplease?", "<s> whats 00 x 0 , please ? </s>"),
        ("perks on ____", "<s> perks on ____ </s>"),
        ("item_lookup Ünïcode ٣", "<s> item _ lookup ünïcode 0 </s>"),
        ("", "<s> </s>"),
    ],
)
def test_words_and_marks_are_read(text: str, words: str) -> None:
    assert read_words(text) == words.split()


def test_of_a_long_request_the_end_is_read() -> None:
    assert read_words("first " + "and " * LONGEST) == ["<s>", *["and"] * LONGEST, "</s>"]


def test_a_word_is_itself_and_its_runs_of_letters() -> None:
    assert pieces_of("ripe") == ["wripe", "<ri", "rip", "ipe", "pe>", "<rip", "ripe", "ipe>"]
    assert len(pieces_of("a" * 100_000)) < 100


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"table": [1] * 9}, "not a power of two"),
        ({"table": []}, "not a power of two"),
        ({"meaning": [1] * 9}, "meanings of 9 numbers, where 3 rows of 64 are wanted"),
        ({"filters": [1] * 59}, "filters of 59 numbers, where 60 are wanted"),
        ({"biases": [0] * 7}, "7 biases"),
        ({"biases": [1 << 40] * 8}, "out of bounds"),
    ],
)
def test_weights_that_do_not_fit_together_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        reader({**reader_weights(), **change})


@pytest.mark.parametrize("table", ["AB-D", "A\nBC", "ÄBCD"])
def test_what_is_no_digit_of_a_table_is_refused(table: str) -> None:
    with pytest.raises(ValueError, match="no digit of base64"):
        Table(table, 1)


def test_no_weights_make_its_numbers_run_into_each_other() -> None:
    raw = {**reader_weights(), "meaning_step": 1e12, "filters": [127] * (DIMS * EACH * sum(WIDTHS))}
    assert len(reader(raw).read("pick the ripest fruit of the garden")) == EACH * len(WIDTHS)
