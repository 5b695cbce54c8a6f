"""Which field a question asks for, as the small reader computes it; a damaged file is refused."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.fields.field_reader import FieldReader, field_reader
from keyhole.models.embedded.fields.field_words import kinds_of, read_field, read_question, shared
from keyhole.word_vectors import word_vectors

DATA = files("keyhole").joinpath("asked_fields.bin").read_bytes()


@pytest.mark.parametrize(
    ("question", "field"),
    [
        ("whose job is that", "assignee"),
        ("until when have i got", "deadline"),
        ("how bad is it?", "severity"),
        ("when did they find it", "created_at"),
    ],
)
def test_what_a_question_asks_for_is_the_likeliest(question: str, field: str) -> None:
    ticket = {
        "assignee": "Mara Lind", "deadline": "2025-07-01", "severity": "high", "created_at": "2025-06-02T08:00:00Z",
        "component": "checkout",
    }  # fmt: skip
    odds = field_reader().odds(question, ticket)
    assert max(odds, key=odds.__getitem__) == field


def test_which_end_of_a_field_is_asked_for() -> None:
    reader = field_reader()
    assert reader.most("which is the heaviest", "weight_kg", 3.5) > 0
    assert reader.most("which is the lightest", "weight_kg", 3.5) < 0
    assert reader.most("who came last", "finish_time", "03:47:55") > 0


@pytest.mark.parametrize("damage", [DATA[:10], DATA[:-1], DATA + b"x", b""])
def test_a_damaged_file_is_refused(damage: bytes) -> None:
    with pytest.raises(ValueError, match=r"towers|field reader"):
        FieldReader(damage, word_vectors())


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (True, "bool"), (3, "num"), (2.5, "num"), (["a"], "list"), ("2025-06-24", "time"), ("17:30", "time"),
        ("2025-06-24T08:00:00Z", "time"), ("https://a.example", "url"), ("a@b.example", "mail"),
        ("+49 441 2209", "phone"), ("K-230", "code"), ("Mara Lind", "name"), ("open", "word"),
        ("No food for an hour before", "prose"), ("", "word"),
    ],
)  # fmt: skip
def test_kinds_of_values(value: Any, kind: str) -> None:
    assert kinds_of(value)[0] == kind


def test_what_a_question_and_a_field_share() -> None:
    assert shared("what is the unit price", "unit_price", 3) == (1.0, 1.0, 0.0)
    assert shared("what is the price", "unit_price", 3) == (1.0, 0.5, 0.0)
    assert shared("is it open", "status", "open") == (0.0, 0.0, 1.0)


@given(st.text(max_size=300), st.dictionaries(st.text(max_size=40), st.text(max_size=300), max_size=6))
def test_any_text_is_read(question: str, fields: dict[str, str]) -> None:
    assert read_question(question)
    assert all(read_field(name, value) for name, value in fields.items())
    assert field_reader().odds(question, fields).keys() == fields.keys()
