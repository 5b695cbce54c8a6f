"""Short messages: what leads over to them, what they say and how they lean on what was said before."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.steps.short_message import Message


def _message(text: str) -> Message:
    message = Message.of(text)
    assert message is not None
    return message


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("and in Paris?", "in Paris"),
        ("ok, now abba please", "abba"),
        ("what about 250", "250"),
        ("no wait, make it 4pm", "4pm"),
        ("same for Bergen", "Bergen"),
        ("sunset.png as well", "sunset.png"),
        ("thursday would be better, same time", "thursday"),
        ("with sha1 i meant", "with sha1"),
        ("another one just like that, receipts-2023", "receipts-2023"),
        ("fahrenheit", "fahrenheit"),
        ("thanks", ""),
    ],
)
def test_what_leads_over_and_what_ends_is_no_part_of_what_is_said(text: str, rest: str) -> None:
    assert _message(text).rest == rest


@pytest.mark.parametrize(
    "text", ["no, 35", "actually friday", "i meant Rome", "make it 5", "oh sorry, two", "6 rather"]
)
def test_a_correction_is_known_by_its_words(text: str) -> None:
    assert _message(text).corrects


@pytest.mark.parametrize("text", ["and Rome", "in fahrenheit please", "notes from Bob", "what is on today"])
def test_other_messages_correct_nothing(text: str) -> None:
    assert not _message(text).corrects


@pytest.mark.parametrize(
    ("text", "old", "rest"),
    [
        ("80, not 50", "50", "80"),
        ("zucchini instead of the pumpkin", "pumpkin", "zucchini"),
        ("sorry, not the 18th, the 25th", "18th", "the 25th"),
        ("Paros rather than Naxos", "Naxos", "Paros"),
    ],
)
def test_what_is_taken_back_is_told_from_what_is_meant(text: str, old: str, rest: str) -> None:
    found = _message(text).taken_back
    assert found is not None
    assert (found[0], found[1].rest) == (old, rest)


def test_a_message_that_takes_nothing_back_says_so() -> None:
    assert _message("in fahrenheit").taken_back is None
    assert _message("not that").taken_back is None


@pytest.mark.parametrize(
    ("text", "nouns"),
    [
        ("what do I have that day?", {"day", "date"}),
        ("how far is it from there", {"place"}),
        ("any photos of her", {"person"}),
        ("in the same room", {"room"}),
        ("in Rome", set()),
    ],
)
def test_what_is_pointed_at_has_a_kind(text: str, nouns: set[str]) -> None:
    assert _message(text).nouns == nouns


@pytest.mark.parametrize("text", ["again", "once more please", "ok do it again!", "one more", "same again"])
def test_the_same_once_more(text: str) -> None:
    assert _message(text).again


@pytest.mark.parametrize("text", ["again in Paris", "more", "one more for Bob", "it"])
def test_what_says_more_is_not_the_same_once_more(text: str) -> None:
    assert not _message(text).again


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("i said weeks but it's months", "months"),
        ("in months", "in months"),
        ("no raisins please", "no raisins"),
        ("no tuesday", "tuesday"),
        ("no, raisins", "raisins"),
        ("no Bergen", "Bergen"),
    ],
)
def test_what_was_said_is_not_what_is_meant(text: str, said: str) -> None:
    assert _message(text).without_what_was_said == said


def test_a_long_message_leans_on_nothing_unless_it_was_asked_for() -> None:
    text = "the skiing trip starts on monday at half past seven so please bring warm clothes"
    assert Message.of(text) is None
    assert Message.of(text, reply=True) is not None
    assert Message.of("a " * 70, reply=True) is None


@given(st.text(max_size=80))
def test_any_message_is_parted_without_a_loss(text: str) -> None:
    message = Message.of(text)
    if message is not None:
        assert message.lead + message.rest + message.tail == text
        assert isinstance(message.corrects or message.goes_on or message.again or message.turned, bool)
        assert message.taken_back is None or message.taken_back[0]


@pytest.mark.parametrize(
    "part", ["and ", "please, ", "not x, ", "same same ", "make it ", "said but ", "no,", "x\u00a0"]
)
def test_a_message_of_any_length_takes_time_in_proportion(part: str) -> None:
    began = time.perf_counter()
    for length in (100, 50_000):
        message = Message.of(part * length)
        assert message is None or message.taken_back is None or message.taken_back[0]
    assert Message.of(part.strip() * 100_000) is None
    assert time.perf_counter() - began < 1


@pytest.mark.parametrize(
    ("text", "afterthought"),
    [
        ("in norwegian crowns please", True),
        ("due next friday", True),
        ("with a lid", True),
        ("for Ida, order a cake", False),
        ("in which room is he", False),
        ("a lid", False),
    ],
)
def test_the_end_of_a_sentence_is_an_afterthought(text: str, afterthought: bool) -> None:
    assert _message(text).is_afterthought is afterthought


@pytest.mark.parametrize(
    ("text", "adds", "in_front"),
    [
        ("with plan.pdf at the end", True, False),
        ("oh I forgot the 9", True, False),
        ("cover.pdf at the beginning", True, True),
        ("the 9", False, False),
        ("with leek instead", False, False),
    ],
)
def test_what_belongs_beside_what_was_said(text: str, adds: bool, in_front: bool) -> None:
    message = _message(text)
    assert (message.adds, message.adds_in_front) == (adds, in_front)
