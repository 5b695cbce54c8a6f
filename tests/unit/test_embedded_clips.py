"""Where a piece of a recording begins and ends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.times.clips import clip_said

SECONDS = [Parameter(("start",), "num", "in seconds"), Parameter(("end",), "num", "in seconds")]
MINUTES = [Parameter(("begin_minutes",), "int"), Parameter(("end_minutes",), "int")]


@pytest.mark.parametrize(
    ("query", "begin", "end"),
    [
        ("keep the first ninety seconds of talk.mp3", 0, 90),
        ("only the first minute", 0, 60),
        ("first two and a half minutes please", 0, 150),
        ("15 seconds from minute two", 120, 135),
        ("half a minute starting at 1:10", 70, 100),
        ("cut demo.mov, starting at 2 minutes 10 seconds and lasting 20 seconds", 130, 150),
        ("it begins at 1:00:05 and runs for an hour", 3605, 7205),
    ],
)
def test_a_piece_has_its_beginning_and_its_length(query: str, begin: float, end: float) -> None:
    assert clip_said(SECONDS, query) == {("start",): begin, ("end",): end}


@pytest.mark.parametrize(
    "query",
    [
        "cut from 10 to 20 seconds",
        "the last ten minutes",
        "drop 5 seconds",
        "the first goal of the match",
        "the first of 3 minutes",
        "remind me 10 minutes before",
    ],
)
def test_what_says_no_length_from_a_place_on_says_nothing(query: str) -> None:
    assert clip_said(SECONDS, query) == {}


def test_a_piece_is_in_the_unit_that_is_wanted() -> None:
    assert clip_said(MINUTES, "the first 1.5 hours") == {("begin_minutes",): 0, ("end_minutes",): 90}
    assert clip_said(SECONDS[:1], "the first 10 seconds") == {}
    assert clip_said([Parameter(("start",), "num"), Parameter(("end",), "num")], "the first 10 seconds") == {}


@given(st.text(alphabet="first begin 0123:. minute second half a lasting", max_size=120))
def test_any_text_is_read(query: str) -> None:
    assert len(clip_said(SECONDS, query)) in (0, 2)


def test_long_texts_take_no_time() -> None:
    for part in ("first ", "1 minute ", "from 1 ", "1:1", "starting at 3 minutes, "):
        assert len(clip_said(SECONDS, part * 10_000)) in (0, 2)
