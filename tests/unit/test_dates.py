"""Dates and times as people say them, at one moment of one year."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.errors import ToolError
from keyhole.tools.builtin import dates
from keyhole.tools.builtin.missing_days import NoSuchDay
from keyhole.tools.builtin.zones import NoSuchPlace

NOW = datetime(2026, 11, 21, 14, 30, tzinfo=ZoneInfo("Europe/Berlin"))


@pytest.mark.parametrize(
    ("phrase", "facts"),
    [
        ("what time is it in Tokyo?", {"time": "22:30", "zone": "Asia/Tokyo"}),
        ("tokyo", {"time": "22:30"}),
        ("time in New York", {"time": "08:30", "date": "2026-11-21"}),
        ("what's the time in london right now", {"time": "13:30"}),
        ("time in UTC-3", {"time": "10:30"}),
        ("current time in S\u00e3o Paulo", {"time": "10:30"}),
        ("last day of this month", {"date": "2026-11-30"}),
        ("first day of next month", {"date": "2026-12-01"}),
        ("the last day of february 2028", {"date": "2028-02-29"}),
        ("last day of february", {"date": "2027-02-28"}),
        ("last day of the year", {"date": "2026-12-31", "weekday": "Thursday"}),
        ("beginning of next year", {"date": "2027-01-01"}),
        ("last friday of this month", {"date": "2026-11-27"}),
        ("the monday after next", {"date": "2026-11-30"}),
        ("next friday the 13th", {"date": "2027-08-13"}),
        ("how many fridays in 2026", {"fridays": 52, "from": "2026-01-01", "to": "2026-12-31"}),
        ("how many sundays are there in march 2027", {"sundays": 4}),
        ("how many mondays until christmas", {"mondays": 5, "after": "2026-11-21"}),
        ("working days in december 2026", {"working_days": 23}),
        ("how many hours until tomorrow noon", {"at": "12:00 Sunday 2026-11-22 (CET)", "minutes": 1290}),
        ("how long until 9am tomorrow", {"away": "18 h 30 min"}),
        ("halfway between 1 january and 31 december 2027", {"date": "2027-07-02"}),
        ("2 weeks ago on monday", {"date": "2026-11-09"}),
        ("on friday in 2 weeks", {"date": "2026-12-04"}),
        ("if today is wednesday, what day is it in 100 days", {"weekday": "Friday"}),
        ("how many days has february in 2028", {"days": 29}),
        ("in two and a half hours", {"time": "17:00"}),
        *[
            (phrase, {"time": "14:30", "zone": "CET"})
            for phrase in (
                "what time is it",
                "current time",
                "the time",
                "what time",
                "tell me the time",
                "what is the time",
                "the current local time",
                "time now",
                "the clock, please",
            )
        ],
        *[
            (phrase, {"time": "22:30", "zone": "Asia/Tokyo"})
            for phrase in ("tokyo time", "current tokyo time", "what is tokyo time", "tokyo time rn", "tokyo clock now")
        ],
        ("new york time now", {"time": "08:30"}),
        *[
            (f"what time is it in {place}", {"zone": zone})
            for place, zone in (
                ("Doha", "Asia/Qatar"),
                ("Romania", "Europe/Bucharest"),
                ("C\u00f4te d'Ivoire", "Africa/Abidjan"),
                ("Canada", "America/Toronto"),
                ("Britain", "Europe/London"),
                ("south korea", "Asia/Seoul"),
                ("Cluj, Romania", "Europe/Bucharest"),
                ("Samoa", "Pacific/Apia"),
            )
        ],
        ("utc time", {"time": "13:30", "zone": "UTC"}),
        ("what's today's date?", {"date": "2026-11-21", "weekday": "Saturday"}),
        ("in 3 weeks", {"date": "2026-12-12"}),
        ("what date is three weeks from now", {"date": "2026-12-12"}),
        ("90 days from today", {"date": "2027-02-19"}),
        ("10 days before christmas", {"date": "2026-12-15"}),
        ("day after tomorrow", {"date": "2026-11-23"}),
        ("next friday", {"date": "2026-11-27"}),
        ("last monday", {"date": "2026-11-16"}),
        ("2 hours from now", {"time": "16:30"}),
        ("a week ago", {"date": "2026-11-14"}),
        ("31 january 2027 + 1 month", {"date": "2027-02-28"}),
        ("how many days until christmas?", {"days": 34, "weeks": "4 weeks, 6 days"}),
        ("how many days between march 1 2027 and june 5 2027", {"days": 96}),
        ("days between 2024-12-25 and 2024-01-01", {"days": -359}),
        ("how old is someone born on may 5 1990", {"span": "36 years, 6 months, 16 days"}),
        ("how many days are left in the year", {"days": 40}),
        ("what day of the week was july 4 1976", {"weekday": "Sunday"}),
        ("what day is christmas this year", {"date": "2026-12-25", "weekday": "Friday"}),
        ("2024-02-29", {"weekday": "Thursday"}),
        ("5/3/2024", {"date": "2024-05-03", "read_as": "month first"}),
        ("easter 2027", {"date": "2027-03-28"}),
        ("thanksgiving", {"date": "2026-11-26"}),
        ("when is black friday", {"date": "2026-11-27"}),
        ("mothers day", {"date": "2027-05-09", "weekday": "Sunday"}),
        ("days until good friday", {"days": 125}),
        ("pentecost 2026", {"date": "2026-05-24"}),
        ("what time zone is Nairobi in", {"zone": "Africa/Nairobi", "offset": "UTC+03:00", "time": "16:30"}),
        ("utc offset of Kathmandu", {"offset": "UTC+05:45"}),
        ("what time zone am i in", {"offset": "UTC+01:00"}),
        ("leap day", {"date": "2028-02-29"}),
        ("3pm in new york to tokyo", {"is": "05:00 Sunday 2026-11-22 (JST)"}),
        *[
            (f"what time is it {form}", {"time": "14:30", "date": "2026-11-21"})
            for form in ("in 24 hour format", "in 24-hour time", "in military time")
        ],
        ("what time is it in 24 hours", {"time": "14:30", "date": "2026-11-22"}),
        (
            "time in tokyo vs london",
            {"times": ["Tokyo: 22:30 Saturday 2026-11-21 (JST)", "London: 13:30 Saturday 2026-11-21 (GMT)"]},
        ),
        ("3pm gmt+2 in gmt-5", {"text": "15:00 (UTC+02:00) is 08:00 the same day (UTC-05:00)"}),
        ("9pm new york time in tokyo", {"text": "21:00 (EST) is 11:00 the next day (JST)"}),
        ("9am tokyo in la", {"text": "09:00 (JST) is 16:00 the day before (PST)"}),
        ("noon in london to paris", {"text": "12:00 (GMT) is 13:00 the same day (CET)"}),
        ("23:30 utc-12 in utc+14", {"text": "23:30 (UTC-12:00) is 01:30 2 days later (UTC+14:00)"}),
        (
            "9pm new york time in tokyo and in london",
            {"times": ["Tokyo: 11:00 Sunday 2026-11-22 (JST)", "London: 02:00 Sunday 2026-11-22 (GMT)"]},
        ),
        (
            "what time is it in tokyo? and in narnia, please?",
            {"times": ["Tokyo: 22:30 Saturday 2026-11-21 (JST)", "Narnia: no such place is known here"]},
        ),
        (
            "what time is it in new york and london",
            {"times": ["New York: 08:30 Saturday 2026-11-21 (EST)", "London: 13:30 Saturday 2026-11-21 (GMT)"]},
        ),
        ("how long until midnight", {"away": "9 h 30 min", "minutes": 570}),
        ("how many hours until 9 am please", {"at": "09:00 Sunday 2026-11-22 (CET)", "away": "18 h 30 min"}),
        ("what time is it in london when it's 3pm in new york", {"is": "20:00 Saturday 2026-11-21 (GMT)"}),
        ("if it is 9am in new york what time is it in london", {"is": "14:00 Saturday 2026-11-21 (GMT)"}),
        ("time difference between tokyo and london", {"hours": 9}),
        ("how many hours behind london is new york", {"hours": 5}),
        ("how many hours ahead is mumbai", {"hours": 4.5, "text": "Asia/Kolkata is 4.5 hours ahead of here"}),
        ("difference in time between lisbon and madrid", {"hours": -1}),
        ("days between christmas and easter", {"days": 93}),
        ("how many working days until friday", {"working_days": 5}),
        ("business days between 1 december and 24 december", {"working_days": 17}),
        ("is 2028 a leap year?", {"leap_year": True, "days": 366}),
        ("is 2100 a leap year", {"leap_year": False}),
        ("next leap year", {"next_leap_year": 2028}),
        ("which day of the year is it", {"day_of_the_year": 325, "week": 47}),
        ("how many days in february 2028", {"days": 29}),
        ("what date is three fridays from now", {"date": "2026-12-11"}),
        ("first monday of may", {"date": "2027-05-03"}),
        ("last friday of november 2026", {"date": "2026-11-27"}),
        ("days until the first monday of may", {"days": 163}),
        ("what month is it", {"month": "November"}),
        ("what's the current year?", {"year": 2026}),
        ("is it friday today", {"answer": "No", "weekday": "Saturday"}),
        ("is tomorrow sunday", {"answer": "Yes", "date": "2026-11-22"}),
        ("how many days are in a leap year", {"days": 366}),
        ("how many days does 2027 have", {"days": 365}),
        ("how long from 9:15 to 17:40", {"text": "9:15 to 17:40 is 8 h 25 min", "minutes": 505}),
        ("time between 10pm and 6:30 am", {"minutes": 510}),
        ("what's 30 minutes after 11:45pm", {"text": "00:15, 1 day later"}),
        ("3 hours 20 minutes plus 55 minutes", {"text": "4 h 15 min", "minutes": 255}),
        ("45 minutes minus 1 hour", {"text": "-15 min", "minutes": -15}),
        ("are athens and helsinki on the same time?", {"hours": 0}),
        ("CET or PST, who's ahead and by how much", {"hours": 9}),
        ("time gap between S\u00e3o Paulo and Madrid", {"hours": -4}),
        (
            "stand-up is 09:15 in Kyiv, our dev sits in Seattle. what time for her?",
            {"is": "23:15 Friday 2026-11-20 (PST)"},
        ),
    ],
)
def test_dates_and_times_as_people_say_them(phrase: str, facts: dict[str, Any]) -> None:
    found = dates.resolve(phrase, NOW)
    assert {key: found[key] for key in facts} == facts


@pytest.mark.parametrize(
    ("phrase", "facts"),
    [
        ("what day was 9/11", {"date": "2026-09-11"}),
        ("what day was 4 july", {"date": "2026-07-04", "away": "140 days ago"}),
        ("what day is 4 july", {"date": "2027-07-04"}),
        ("what day was 4 july 2030", {"date": "2030-07-04"}),
        ("on what day did christmas fall", {"date": "2025-12-25"}),
        ("when was easter", {"date": "2026-04-05"}),
        ("when is easter", {"date": "2027-03-28"}),
        ("when was the first monday of may", {"date": "2026-05-04"}),
        ("what date was friday", {"date": "2026-11-20"}),
        ("what day was 29 february", {"date": "2024-02-29"}),
        ("5 may was what day", {"date": "2026-05-05"}),
        ("what day was 2 weeks before christmas", {"date": "2025-12-11"}),
        ("4 july last year", {"date": "2025-07-04"}),
        ("what day was 10 february, 3", {"date": "2026-02-10"}),
        ("4 july next year", {"date": "2027-07-04"}),
        ("how long ago was 4 july", {"days": 140}),
        ("days between 1 january and 31 december", {"days": 364}),
        ("days between 1 january and today", {"days": 324}),
        ("how many days were there in february 2024", {"days": 29}),
        ("how old is someone born 3 may 1990", {"span": "36 years, 6 months, 18 days"}),
        ("my birthday is 3 may 1990, how old am i", {"span": "36 years, 6 months, 18 days"}),
        ("age of a child born 29 february 2020", {"span": "6 years, 8 months, 23 days"}),
        ("how old will someone born 3 may 1990 be in 10 years", {"span": "46 years, 6 months, 18 days"}),
        ("how old will someone born 3 may 1990 be on 4 may 2030", {"span": "40 years, 1 day"}),
    ],
)
def test_what_was_is_past_and_ages_are_in_years(phrase: str, facts: dict[str, Any]) -> None:
    found = dates.resolve(phrase, NOW)
    assert {key: found[key] for key in facts} == facts


@pytest.mark.parametrize(
    ("phrase", "place"),
    [
        ("what time is it in Atlantis", "Atlantis"),
        ("current time in middle earth right now", "Middle Earth"),
        ("9pm new york time in narnia", "Narnia"),
        ("what is 9pm hogwarts time in london", "Hogwarts"),
        ("9pm tokyo in oz", "Oz"),
    ],
)
def test_a_place_that_is_not_known_is_named(phrase: str, place: str) -> None:
    with pytest.raises(NoSuchPlace, match=f"no place called '{place}'"):
        dates.resolve(phrase, NOW)


def test_hours_are_counted_through_a_change_of_summer_time() -> None:
    before = datetime(2026, 3, 28, 12, 0, tzinfo=ZoneInfo("Europe/Berlin"))
    assert dates.resolve("in 24 hours", before)["time"] == "13:00"
    assert dates.resolve("tomorrow", before)["date"] == "2026-03-29"


@pytest.mark.parametrize(
    "phrase",
    [
        "",
        "?",
        "gibberish",
        "time in atlantis",
        "in 99999999 years",
        "x" * 400,
        "party time",
        "it's dinner time",
        "weather in london",
        "how cold does it get in oslo in january",
        "best restaurants in paris tonight",
        "time difference between atlantis and rome",
        "working days until atlantis",
        "what day was it",
        "which day did it fall on",
        "what time will it be",
        "when was it",
        "a few hours after noon",
    ],
)
def test_what_is_no_date_is_refused_with_advice(phrase: str) -> None:
    with pytest.raises(ToolError) as caught:
        dates.resolve(phrase, NOW)
    assert "for example" in caught.value.advice


@pytest.mark.parametrize(
    ("phrase", "why"),
    [
        ("30 february 2024", "there is no 30 February 2024: February 2024 has 29 days"),
        ("what day is february 30", "there is no 30 February: February has 28 days, or 29 in a leap year"),
        ("32 april 2026", "April 2026 has 30 days"),
        ("the 31st of november", "November has 30 days"),
        ("what weekday was 29 feb 2025", "February 2025 has 28 days"),
        ("what is 31/11/2026", "November 2026 has 30 days"),
        ("31.11.26", "November 2026 has 30 days"),
        ("2026-02-30", "February 2026 has 28 days"),
        ("13/13/2026", "there is no month 13"),
        ("0000-00-00", "there is no month 0"),
        ("0 january 2026", "there is no 0 January 2026"),
        ("fifth monday of february 2027", "February 2027 has 4 Mondays"),
        ("days until 31 june", "June has 30 days"),
        ("how many days from 31 april to 1 may", "April has 30 days"),
        ("3 weeks after 30 february", "February has"),
        ("how old is someone born 31 june 1990", "June 1990 has 30 days"),
        ("how old is someone born 3 may 2090", "still to come"),
    ],
)
def test_a_day_that_there_is_not_is_refused_and_why(phrase: str, why: str) -> None:
    with pytest.raises(NoSuchDay, match=why) as caught:
        dates.resolve(phrase, NOW)
    assert caught.value.advice


def read_or_refused(phrase: str) -> None:
    try:
        found = dates.resolve(phrase, NOW)
    except ToolError as error:
        assert error.advice
    else:
        assert found


@given(st.text(max_size=120))
def test_any_phrase_is_read_or_refused(phrase: str) -> None:
    read_or_refused(phrase)


JUMBLE = (
    "in on to from days weeks ago 3 12 2027 may 31 until christmas friday next time tokyo 3pm between and utc+2 - / + "
    "a working difference ahead is of leap year first how many hours minutes few after before plus minus noon 9:15"
)
WORDS = JUMBLE.split()


@given(st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join))
def test_any_jumble_of_date_words_is_read_or_refused(phrase: str) -> None:
    read_or_refused(phrase)


@given(
    st.dates(datetime(1900, 1, 1).date(), datetime(2100, 1, 1).date()),
    st.sampled_from(["%Y-%m-%d", "%d %B %Y", "%B %d, %Y"]),
)
def test_every_absolute_date_is_read_back(day: Any, form: str) -> None:
    assert dates.resolve(f"what day of the week is {day.strftime(form)}?", NOW)["date"] == day.isoformat()


@pytest.mark.parametrize(("named", "said"), [("UTC-0000", "UTC"), ("UTC+0530", "UTC+05:30"), ("CET", "CET")])
def test_a_zone_without_a_name_is_told_by_its_offset(named: str, said: str) -> None:
    moment = datetime(2026, 11, 21, 14, 30, tzinfo=timezone(timedelta(), named))
    assert dates.resolve("what time is it", moment)["zone"] == said
