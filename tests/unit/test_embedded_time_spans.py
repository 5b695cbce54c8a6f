"""Times of day from and until which something goes on, and who gets them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.times.clock import span_of_times
from keyhole.models.embedded.times.time_spans import length_of_span, put_times


def wanting(name: str, description: str = "HH:MM", *, required: bool = True, format_: str = "") -> Parameter:
    schema = {"format": format_} if format_ else {}
    return Parameter(tuple(name.split(".")), "str", description, required, schema=schema)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("the shop is open 8:30am-6pm", (8, 30), (18, 0)),
        ("lunch from noon to quarter past one", (12, 0), (13, 15)),
        ("between 1pm and half past three", (13, 0), (15, 30)),
        ("between noon and 2, please", (12, 0), (14, 0)),
        ("from half seven in the evening till 10 at night", (19, 30), (22, 0)),
        ("deliver between 9h and 11h45", (9, 0), (11, 45)),
        ("quiet from 22:30 to 5:15", (22, 30), (5, 15)),
        ("no calls from 10pm to half six in the morning", (22, 0), (6, 30)),
        ("from 8 to 4", (8, 0), (16, 0)),
        ("from five to nine pm", (17, 0), (21, 0)),
        ("from 7:45 to 9:15 pm", (19, 45), (21, 15)),
        ("11:30 to 12:15 pm", (11, 30), (12, 15)),
        ("10 to 6 in the morning", (22, 0), (6, 0)),
    ],
)
def test_a_span_of_times(text: str, first: tuple[int, int], last: tuple[int, int]) -> None:
    assert span_of_times(text) == (first, last)


@pytest.mark.parametrize(
    "text",
    [
        "pages 3 to 5",
        "from 2 to 4",
        "from noon to 4 people",
        "at 5 pm and then home",
        "9am to 10am or 11am to noon",
        "nothing of that kind",
    ],
)
def test_no_span_of_times(text: str) -> None:
    assert span_of_times(text) is None


@pytest.mark.parametrize(
    ("query", "names", "picked", "told"),
    [
        ("fridays 7am-3pm", ("opens", "closes"), ("7am-3pm", None), ("07:00", "15:00")),
        ("on at six pm for three hours", ("on_at", "off_at"), ("18:00", None), ("18:00", "21:00")),
        ("from 11pm, nine hours", ("blockFrom", "blockUntil"), ("23:00", None), ("23:00", "08:00")),
        ("two and a half hours long, from 7pm", ("start", "end"), ("19:00", "two"), ("19:00", "21:30")),
        ("a slot between noon and 1", ("notBefore", "notAfter"), ("12:00", "1"), ("12:00", "13:00")),
        ("on at 7:00", ("on_at", "off_at"), ("07:00", None), ("07:00", None)),
        ("at 7:00, 20 min before the bell", ("start", "end"), ("07:00", None), ("07:00", None)),
        ('write "8am to 9am" at 7:00', ("start", "end"), ("07:00", None), ("07:00", None)),
        ("7:00 every 20 minutes", ("start", "end"), ("07:00", None), ("07:00", None)),
        ("start at 7:00 for two days", ("start", "end"), ("07:00", None), ("07:00", None)),
    ],
)
def test_times_of_day(
    query: str, names: tuple[str, str], picked: tuple[str | None, ...], told: tuple[str | None, ...]
) -> None:
    values: dict[tuple[str, ...], Any] = {(n,): each for n, each in zip(names, picked, strict=True) if each}
    put_times([wanting(name) for name in names], query, values)
    assert tuple(values.get((name,)) for name in names) == told


@pytest.mark.parametrize(
    ("query", "picked", "told"),
    [
        ("3 May 2024 at 2pm for 90 minutes", "2024-05-03T14:00", ("2024-05-03T14:00", "2024-05-03T15:30")),
        ("starts 11pm on 31 May 2024, runs 3 hours", "2024-05-31T23:00", ("2024-05-31T23:00", "2024-06-01T02:00")),
        ("5/21/2024 between noon and 1:30 pm", "noon", ("2024-05-21T12:00", "2024-05-21T13:30")),
        ("3 May 2024 from 10pm to 2am", "2024-05-03T22:00", ("2024-05-03T22:00", "2024-05-04T02:00")),
        ("the hour beginning 9:15 pm, 1 May 2024", "2024-05-01T21:15", ("2024-05-01T21:15", "2024-05-01T22:15")),
        ("from 1 May 2024 8am to 3 May 2024 9am", "2024-05-01T08:00", ("2024-05-01T08:00", None)),
        ("on 3 May 2024 at 2pm", "2024-05-03T14:00", ("2024-05-03T14:00", None)),
    ],
)
def test_moments(query: str, picked: str, told: tuple[str, str | None]) -> None:
    names = ("start", "end")
    values: dict[tuple[str, ...], Any] = {("start",): picked}
    put_times([wanting(name, "YYYY-MM-DDTHH:MM") for name in names], query, values)
    assert tuple(values.get((name,)) for name in names) == told


def test_moments_are_in_the_form_that_is_wanted() -> None:
    ends = [wanting(name, "ISO 8601, UTC", format_="date-time") for name in ("since", "until")]
    values: dict[tuple[str, ...], Any] = {("since",): "2024-05-01T22:00:00Z"}
    put_times(ends, "from 2024-05-01T22:00Z, lasting 36 hours", values)
    assert values == {("since",): "2024-05-01T22:00:00Z", ("until",): "2024-05-03T10:00:00Z"}
    window = [wanting(f"window.{name}", "HH:MM:SS", required=False, format_="time") for name in ("start", "end")]
    values = {}
    put_times(window, "between 8am and half five", values)
    assert values == {("window", "start"): "08:00:00", ("window", "end"): "17:30:00"}


@pytest.mark.parametrize(
    ("query", "description", "told"),
    [
        ("at 5pm UTC", "when it closes", "2024-05-01T17:00:00Z"),
        ("at 5pm", "when it closes", "2024-05-01T17:00:00"),
        ("at 5pm utc", "local time", "2024-05-01T17:00:00"),
        ("at 5pm utc+2", "when it closes", "2024-05-01T17:00:00"),
    ],
)
def test_a_request_says_utc(query: str, description: str, told: str) -> None:
    values: dict[tuple[str, ...], Any] = {("closes",): "2024-05-01T17:00:00"}
    put_times([wanting("closes", description, format_="date-time")], query, values)
    assert values == {("closes",): told}


def test_it_is_for_one_pair() -> None:
    said = "from 2pm to 4pm"
    for names in (("start",), ("start", "end", "lunch"), ("start", "finish", "end"), ("opens", "alarm")):
        values: dict[tuple[str, ...], Any] = {}
        put_times([wanting(name) for name in names], said, values)
        assert values == {}


def test_a_length_is_given_once() -> None:
    ends = [wanting("start"), wanting("end")]
    reminders = Parameter(("reminders",), "int", "minutes before", many=True)
    duration = Parameter(("duration",), "int", "in minutes")
    values: dict[tuple[str, ...], Any] = {("start",): "09:30", ("reminders",): [45]}
    put_times([*ends, reminders], "at 9:30 for 45 minutes", values)
    assert values == {("start",): "09:30", ("end",): "10:15"}
    values = {("start",): "09:30", ("duration",): 45}
    put_times([ends[0], wanting("end", required=False), duration], "at 9:30 for 45 minutes", values)
    assert values == {("start",): "09:30", ("duration",): 45}


def test_until_when_is_no_beginning() -> None:
    ends = [wanting("starts", required=False), wanting("ends", required=False)]
    values: dict[tuple[str, ...], Any] = {("starts",): "18:15", ("ends",): "18:15"}
    put_times(ends, "away until quarter past six pm", values)
    assert values == {("ends",): "18:15"}


SAID = [
    "from",
    "to",
    "half",
    "past",
    "9",
    "12:30",
    "pm",
    "noon",
    "for",
    "3 May 2024",
    "45 minutes",
    "hour",
    "-",
    "h",
    "and",
]


@given(st.text(max_size=200) | st.lists(st.sampled_from(SAID), max_size=12).map(" ".join))
def test_any_text_leaves_times_or_nothing(text: str) -> None:
    values: dict[tuple[str, ...], Any] = {}
    put_times([wanting("start"), wanting("end")], text, values)
    assert all(len(value) == len("HH:MM") for value in values.values())
    put_times([wanting(name, "YYYY-MM-DDTHH:MM") for name in ("start", "end")], text, {})


@pytest.mark.parametrize(
    ("query", "given_", "ends"),
    [
        ("in bed on 2026-04-03 at 22:45, up at 6:10", ("2026-04-03T22:45", "2026-04-03T06:10"), "2026-04-04T06:10"),
        ("in bed on 2026-04-03 at 1:15, up at 6:10", ("2026-04-03T01:15", "2026-04-03T06:10"), "2026-04-03T06:10"),
        ("fair on 2026-04-03 at 19:00", ("2026-04-03T19:00", "2026-04-03T19:00"), None),
        ("fair on 2026-04-03 until 19:00", ("2026-04-03T19:00", "2026-04-03T19:00"), "2026-04-03T19:00"),
        ("on 2026-04-03 at half past midnight for an hour", ("2026-04-03T00:00", None), "2026-04-03T01:30"),
    ],
)
def test_ends_over_night_and_ends_that_are_none(query: str, given_: tuple[str, str | None], ends: str | None) -> None:
    pair = [wanting("bedtime", "YYYY-MM-DDTHH:MM"), wanting("wake", "YYYY-MM-DDTHH:MM", required=False)]
    values: dict[tuple[str, ...], Any] = {p.path: each for p, each in zip(pair, given_, strict=True) if each}
    put_times(pair, query, values)
    assert values.get(("wake",)) == ends


def test_a_span_has_a_length() -> None:
    minutes, hours = Parameter(("minutes",), "int", "Time spent"), Parameter(("hours_worked",), "num", "in hours")
    assert length_of_span(minutes, [minutes], "I sat there from 8:15 to 10:00") == 105
    assert length_of_span(hours, [hours], "noon to half past three") == 3.5
    assert length_of_span(hours, [hours], "10pm to 2am") == 4
    assert length_of_span(minutes, [minutes], "for 2 hours, from 8:15 to 10:00") is None
    assert length_of_span(minutes, [minutes], "at 8:15") is None
    assert length_of_span(minutes, [minutes, hours], "from 8:15 to 10:00") is None
    assert length_of_span(minutes, [minutes, wanting("start")], "from 8:15 to 10:00") is None
    reminder = Parameter(("reminder_minutes",), "int")
    assert length_of_span(reminder, [reminder], "from 8:15 to 10:00") is None
