"""The text behind a colon."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.texts.after_colon import put_text

PARAMETERS = [
    Parameter(("number",), "int", "Which one", required=True),
    Parameter(("body",), "str", "What to say", required=True),
    Parameter(("pinned",), "bool", "Keep it on top"),
]


@pytest.mark.parametrize(
    ("query", "given_", "body"),
    [
        ("answer 12 with: can't do it, send a log?", {"body": "can't do it"}, "can't do it, send a log?"),
        ("note on 12: paint is red. Pin it.", {"body": "paint is red"}, "paint is red."),
        ("note on 12: paint is red, keep it on top", {"body": "paint is red", "pinned": True}, "paint is red"),
        ("note on 12: paint is red, pin it", {"body": "paint is red", "pinned": False}, "paint is red, pin it"),
        ("12: red. Note: first Ann, then Bob", {"body": "first Ann"}, "first Ann, then Bob"),
        ("12 labelled: milk, bread and tea", {"body": "milk"}, "milk, bread and tea"),
        ("pin 12, note: paint is red, ask Ann", {"body": "paint is red", "pinned": True}, "paint is red, ask Ann"),
        ('note on 12: he said "no, not now" twice', {"body": "he said"}, "he said"),
        ("12: red, label: big and small", {"body": "red and blue"}, "red and blue"),
        ("note on 12: code aGVsbG8=, read it to me", {"body": "aGVsbG8="}, "aGVsbG8="),
    ],
)
def test_the_whole_sentence_behind_it(query: str, given_: dict[str, Any], body: str) -> None:
    values: dict[tuple[str, ...], Any] = {("number",): 12} | {(name,): value for name, value in given_.items()}
    put_text(PARAMETERS, query, values)
    assert values[("body",)] == body


def test_what_is_left_for_others_is_before_it() -> None:
    values: dict[tuple[str, ...], Any] = {("number",): 12, ("body",): "back on"}
    assert put_text(PARAMETERS, "tell 12: back on friday, sorry", values) == "tell 12"
    assert put_text(PARAMETERS, "tell 12 that I am back", values) == "tell 12 that I am back"


@given(st.text(max_size=200), st.text(max_size=20))
def test_any_text_is_read(query: str, body: str) -> None:
    values: dict[tuple[str, ...], Any] = {("number",): 12, ("body",): body}
    rest = put_text(PARAMETERS, query, values)
    assert query.startswith(rest)
    assert values[("body",)] in (
        body,
        *[query[at:end] for at in range(len(query)) for end in range(at, len(query) + 1)],
    )


@pytest.mark.parametrize(
    ("query", "given_", "reason"),
    [
        ("mute joe for two hours, reason: insults, third offence", {"minutes": 120}, "insults, third offence"),
        ("mute joe, reason: insults, two hours", {"minutes": 120}, "insults"),
        ("mute joe for a while, reason: insults, until Friday", {"until": "2027-01-01"}, "insults"),
        ("mute joe, reason: insults, tag it rude", {"tags": ["rude"]}, "insults"),
        ("mute joe, reason: insults, once", {}, "insults"),
        ("mute joe, reason: insults, once more", {}, "insults, once more"),
    ],
)
def test_what_was_given_another_form_may_be_said_before(query: str, given_: dict[str, Any], reason: str) -> None:
    parameters = [Parameter(("user",), "str"), Parameter(("reason",), "str")]
    values: dict[tuple[str, ...], Any] = {("user",): "joe", ("reason",): "insults"}
    values |= {(name,): value for name, value in given_.items()}
    put_text(parameters, query, values)
    assert values[("reason",)] == reason


def test_a_title_has_no_full_stop() -> None:
    title: dict[tuple[str, ...], Any] = {("title",): "buy milk"}
    put_text([Parameter(("title",), "str")], "add: buy milk, bread and tea. It is urgent", title)
    assert title[("title",)] == "buy milk, bread and tea"


def test_a_title_is_not_cut_into_a_title_and_a_text() -> None:
    parameters = [Parameter(("title",), "str", "", True), Parameter(("body",), "str")]
    query = "report a fault: the lift stops on floor two"
    values: dict[tuple[str, ...], Any] = {("title",): "the lift", ("body",): "stops on floor two"}
    put_text(parameters, query, values)
    assert values == {("title",): "the lift stops on floor two"}
    told: dict[tuple[str, ...], Any] = {("title",): "fault", ("body",): "the lift stops"}
    put_text(parameters, query, told)
    assert told[("title",)] == "fault"
