"""Values of a request in the form that a parameter's description wants them in."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.clock import on_day
from keyhole.models.embedded.codes.known_codes import as_code
from keyhole.models.embedded.codes.places import asks_for_region, with_region
from keyhole.models.embedded.fill.forms import drop_unread, in_form, read_time
from keyhole.models.embedded.fill.values import value_of
from keyhole.models.embedded.parameters import parameters_of
from keyhole.models.embedded.prompt import Parameter, fill_view
from keyhole.models.embedded.times.days_said import read_date


def parameter(description: str) -> Parameter:
    return Parameter(("value",), "str", description, True)


def filled(query: str, said: str, description: str) -> object:
    """What becomes of a stretch of the request, pointed at word by word."""
    schema = {"type": "object", "properties": {"value": {"type": "string", "description": description}}}
    view = fill_view(query, "tool", "", parameters_of(schema))
    start = query.index(said)
    inside = [n for n, word in enumerate(view.words, 1) if start <= word.start < start + len(said)]
    return value_of(view, 0, [f"w{inside[0]}", f"w{inside[-1]}"], query)


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("March 5th, 2022", "2022-03-05"),
        ("5 Mar 2022", "2022-03-05"),
        ("2022 March 5th", "2022-03-05"),
        ("03/05/2022", "2022-03-05"),
        ("25/12/2022", "2022-12-25"),
        ("Friday 2024-12-01", "2024-12-01"),
        ("2023.3.1", "2023-03-01"),
        ("3.4.2022", "2022-04-03"),
        ("March 2022", None),
        ("31 February 2022", None),
    ],
)
def test_dates(text: str, iso: str | None) -> None:
    found = read_date(text)
    assert (found.isoformat() if found else None) == iso


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("7 PM", "19:00"),
        ("12 am", "00:00"),
        ("12:30 p.m.", "12:30"),
        ("around 9 am", "09:00"),
        ("9:05", "09:05"),
        ("noon", "12:00"),
        ("13 pm", None),
        ("25:00", None),
        ("half past six pm", "18:30"),
        ("a quarter to seven", "06:45"),
        ("20 past 8 in the morning", "08:20"),
        ("quarter to one in the afternoon", "12:45"),
        ("2:30 in the afternoon", "14:30"),
        ("six in the evening", "18:00"),
        ("2 at night", "02:00"),
        ("11 at night", "23:00"),
        ("half past 13 pm", None),
        ("5", None),
        ("tomorrow", None),
    ],
)
def test_times_of_day(text: str, clock: str | None) -> None:
    assert read_time(text) == clock


@pytest.mark.parametrize(
    ("description", "asks"),
    [
        ("The location, in the format of 'City, State (abbr)', such as 'San Francisco, CA'", True),
        ("The city and state, e.g. New York, NY", True),
        ("where to go, such as 'Paris, France'", True),
        ("The name of the city", False),
        ("City, country etc.", False),
        ("The title, no more than 20 letters", False),
    ],
)
def test_who_wants_a_region(description: str, asks: bool) -> None:
    assert asks_for_region(description) is asks


@pytest.mark.parametrize(
    ("city", "whole"),
    [
        ("Boston", "Boston, MA"),
        ("boston", "Boston, MA"),
        ("LA", "Los Angeles, CA"),
        ("Kuala Lumpur", "Kuala Lumpur, Malaysia"),
        ("Cape Town", "Cape Town, South Africa"),
        ("boise idaho", "Boise, ID"),
        ("st. paul, mn", "St. Paul, MN"),
        ("go boise idaho", "go boise idaho"),
        ("Springfield", "Springfield"),  # there are too many
        ("my place", "my place"),
    ],
)
def test_cities_get_their_region(city: str, whole: str) -> None:
    assert with_region(city) == whole


DAYS = "next last march 3rd 31 february monday 99999 in weeks ago today at noon 25:61 pm 2023 2023-02-30"
CITY = "The city, in the format 'City, State'"


@pytest.mark.parametrize(
    ("query", "said", "description", "value"),
    [
        ("weather in Boston", "Boston", CITY, "Boston, MA"),
        ("weather in Springfield, IL today", "Springfield", CITY, "Springfield, IL"),
        ("weather in Rome, Italy", "Rome, Italy", CITY, "Rome, Italy"),
        ("weather in Boston", "Boston", "Name of the city", "Boston"),
        ("weather in Rome, Italy", "Rome, Italy", "Name of the city", "Rome"),
        ("say it in Danish", "Danish", "The language code, such as 'en'", "da"),
        ("say it in Danish", "Danish", "The language", "Danish"),
        ("wake me at 7 pm", "7 pm", "The time in 24-hour format", "19:00"),
        ("wake me at 7 pm", "7 pm", "The time", "7 pm"),
        ("leave on 5 March 2022", "5 March 2022", "The day, DD-MM-YYYY", "05-03-2022"),
        ("on 5 March 2022 at 1 p.m.", "5 March 2022", "The day, YYYY-MM-DD HH:mm:ss", "2022-03-05 13:00:00"),
        ("on 5 March 2022, from 9:30", "5 March 2022", "Format 'YYYY-MM-DDTHH:MM:SSZ'", "2022-03-05T09:30:00Z"),
        ("on 5 March 2022 with Ann", "5 March 2022", "The day, YYYY-MM-DD HH:mm", "2022-03-05 00:00"),
        ("on 5 March 2022", "5 March 2022", "The day, DD.MM.YYYY", "05.03.2022"),
        ("on 5 March 2022", "5 March 2022", "as YYYYMMDD", "20220305"),
        ("on 5 March 2022 at 9:30", "5 March 2022", "DD/MM/YYYY HH:MM", "05/03/2022 09:30"),
        ("5 March 2022, 6.30pm to 8pm", "5 March 2022", "YYYY-MM-DD HH:MM", "2022-03-05 18:30"),
        ("Today is 2025-10-03. Busy tomorrow around 5 pm?", "5 pm", "YYYY-MM-DDTHH:MM", "2025-10-04T17:00"),
        ("Today is 2025-10-03. Busy around 5 pm?", "5 pm", "YYYY-MM-DDTHH:MM", "2025-10-03T17:00"),
        ("on 5 March 2022", "5 March 2022", "MM/DD/YYYY", "03/05/2022"),
        ("leave sometime", "sometime", "The day, YYYY-MM-DD HH:mm", "sometime"),
        ("at 3pm: review, 2025-02-07", "3pm", "RFC 3339, e.g. 2024-05-17T14:30:00", "2025-02-07T15:00:00"),
        ("3pm on 7 Feb 2025 for 45 min", "7 Feb 2025", "such as 2024-05-17T14:30Z", "2025-02-07T15:00Z"),
        ("3pm or 4pm on 7 Feb 2025", "7 Feb 2025", "such as 2024-05-17T14:30Z", "2025-02-07T00:00Z"),
        ("3pm, 7 Feb 2025 or 8 Feb 2025", "3pm", "such as 2024-05-17T14:30Z", "3pm"),
        ("from 7 Feb 2025 on", "7 Feb 2025", "First day, ISO date", "2025-02-07"),
        ("from 7 Feb 2025 on", "7 Feb 2025", "Date in ISO 8601", "2025-02-07"),
        ("leave in March", "March", "The day, DD-MM-YYYY", "March"),
        ("on 5 March 2022, 9:30 PM", "9:30 PM", "Format: %Y-%m-%d %H:%M:%S", "2022-03-05 21:30:00"),
        ("on 5 March 2022", "5 March 2022", "Format: %d/%m/%Y", "05/03/2022"),
        ("flight number 5", "number 5", "The flight", "5"),
        ("song number nine", "number nine", "The title", "number nine"),
        ("from May 3 to May 9, 2022", "May 3", "First day, YYYY-MM-DD", "2022-05-03"),
        ("the forecast for today April 25th 2023", "today April 25th", "The day, YYYY-MM-DD", "2023-04-25"),
        ("a bus tomorrow 2023-10-01", "tomorrow 2023-10-01", "The day, YYYY-MM-DD", "2023-10-01"),
        ("tomorrow (today is 2022.3.1)", "tomorrow", "The day, YYYY-MM-DD", "2022-03-02"),
        ("on May 3. Today's date is June 2, 2022.", "May 3", "YYYY-MM-DD", "2023-05-03"),
        ("on Sunday, 2022-03-06, please", "Sunday", "YYYY-MM-DD", "2022-03-06"),
        ("am 30.8.2025 um 9", "30.8.2025", "YYYY-MM-DD", "2025-08-30"),
        ("on 2025.8.30", "2025.8.30", "DD/MM/YYYY", "30/08/2025"),
        ("on 5/3/2022", "5/3/2022", "DD/MM/YYYY", "05/03/2022"),
        ("on 5/3/2022", "5/3/2022", "YYYY-MM-DD", "2022-05-03"),
        ("at 2025-09-02T09:15:00", "2025-09-02T09:15:00", "YYYY-MM-DDTHH:MM:SS", "2025-09-02T09:15:00"),
        ("call +44 7700 900123 now", "44 7700 900123", "The number", "+44 7700 900123"),
        (
            "run SELECT x FROM t WHERE d = '2024-02-01'",
            "SELECT x FROM t WHERE d = '2024-02-01",
            "The query",
            "SELECT x FROM t WHERE d = '2024-02-01'",
        ),
        ("simplify (x**2-9)/(x-3)", "x**2-9)/(x-3", "Expression", "(x**2-9)/(x-3)"),
        ("see (above) and (below)", "above) and (below", "The text", "(above) and (below)"),
        ("integrate -x^2 + 4", "x^2 + 4", "The function to integrate", "-x^2 + 4"),
        ("say 'it's fine' to her", "it's fine", "The text", "it's fine"),
        ("copy ~/thesis to /mnt/usb", "thesis", "The path", "~/thesis"),
        ("open ./run.sh now", "run.sh", "The path", "./run.sh"),
        ("cut anthem.mp3 please", "anthem", "The file", "anthem.mp3"),
        ("use mix/nb09.wav.", "mix/nb", "The file", "mix/nb09.wav"),
        ("translate contracts/lease_2023.pdf please", "_2023", "The path", "contracts/lease_2023.pdf"),
        ("leave at half past eight in the morning", "eight in the morning", "When, HH:MM", "08:30"),
        ("open from five to nine", "five", "When it opens", "five"),
        ("a desk until half six pm", "six pm", "When, HH:MM", "18:30"),
        ("come at half a dozen places", "half", "When, HH:MM", "half"),
        ("a table at quarter past seven tonight", "seven tonight", "e.g. '6:30 PM'", "7:15 PM"),
        ("a table whenever", "whenever", "e.g. '6:30 PM'", "whenever"),
        ("fetch /drafts/v7.docx", "7", "The key", "/drafts/v7.docx"),
        ("weigh 10kg of it", "kg", "The unit", "kg"),
        ("where are my *.psd files", "psd", "The pattern", "*.psd"),
        ("text +44 7700 900123 now", "44 7700", "The number, E.164", "+447700900123"),
        ("call 0161 555 0182", "0161 555 0182", "Digits only", "01615550182"),
        ("call Ann", "Ann", "Digits only", "Ann"),
        ("jobs in Denver, Colorado", "Denver, Colorado", "City, State, e.g. Austin, TX", "Denver, CO"),
        ("jobs in Denver, Colorado", "Denver, Colorado", "City and state", "Denver, Colorado"),
        ("a car in Madrid", "Madrid", "City and country code, e.g. 'Lyon, FR'", "Madrid, ES"),
        ("articles from March 2024", "March 2024", "Oldest article, YYYY-MM-DD", "2024-03-01"),
        ("articles to February 2024", "February 2024", "Latest day, YYYY-MM-DD", "2024-02-29"),
        ("articles of March 2024", "March 2024", "The day, YYYY-MM-DD", "March 2024"),
        ("back on Jan 2nd 2026", "Jan 2nd 2026", "Date of the flight back, ISO 8601", "2026-01-02"),
        ("how many yen is it", "yen", "Three-letter codes to convert into", "JPY"),
        ("run redis:7.2-alpine there", "redis", "The image", "redis:7.2-alpine"),
        ("unlock lock:report now", "report", "The key", "lock:report"),
        ("city:Paris today", "Paris", "Where to look", "Paris"),
        ("value:Hello there", "Hello", "The text", "Hello"),
        ("call +4915112345678 now", "4915112345678", "The number", "+4915112345678"),
        ("what is 2+3456789", "3456789", "The number", "3456789"),
        ("paint it #778899, please", "778899", "The colour", "#778899"),
        ("It went off. Try again", "off", "The text", "off"),
        ("list /etc/hosts please", "etc/hosts", "The path", "/etc/hosts"),
        ("write 'Well done!' on it", "Well done", "The text", "Well done!"),
        ("cut '#\\d+' out", "d", "The pattern", "#\\d+"),
        ('trim " a b " please', "a b", "The text", " a b "),
        ("tell Ann: are you coming?", "are you coming", "The text", "are you coming?"),
        ("is it for Ann?", "Ann", "Who", "Ann"),
        ("say it in #release", "release", "The channel, for example #general", "#release"),
        ("say it in #release", "release", "The channel", "release"),
        ("fly in September 2026", "September 2026", "The month, YYYY-MM", "2026-09"),
        ("fly in May", "May", "The month, YYYY-MM", "May"),
        ("holidays in Germany", "Germany", "Two-letter country code", "DE"),
        ("holidays in the UK", "the UK", "ISO 3166 alpha-3 code of the country", "GBR"),
        ("holidays in Germany", "Germany", "The country", "Germany"),
        ("courts of Nevada", "Nevada", "The state as a two-letter code", "NV"),
        ("courts of Nevada", "Nevada", "The state", "Nevada"),
        ("250 bucks in euros", "bucks", "Three-letter code", "USD"),
        ("250 bucks in euros", "euros", "Currency code, ISO 4217", "EUR"),
        ("250 usd in eur", "eur", "Currency code, ISO 4217", "EUR"),
        ("12 inches to cm pls", "cm pls", "The unit", "cm"),
        ("tell Ann we all said thanks", "we all said thanks", "The text", "we all said thanks"),
        ("6!", "6", "The calculation", "6!"),
        ("6!", "6", "The text", "6"),
        ("write 'Well done' on it!", "Well done", "The text", "Well done"),
        ("what time is it in Lima", "Lima", "IANA name of the zone", "America/Lima"),
        ("what time is it in Osaka", "Osaka", "Time zone, e.g. 'Europe/Oslo'", "Asia/Tokyo"),
        ("what time is it in Osaka", "Osaka", "Where to look", "Osaka"),
        ("what time is it in Nowhereville", "Nowhereville", "IANA name of the zone", "Nowhereville"),
        ("on Friday, 2025-06-06, 8 pm, outside", "Friday, 2025-06-06, 8", "24-hour HH:MM", "20:00"),
        ("a table tonight at half past eight", "half past eight", "24-hour HH:MM", "20:30"),
        ("a table for four tonight at half past eight", "half past eight", "24-hour HH:MM", "20:30"),
        ("a table tonight at 8", "8", "24-hour HH:MM", "20:00"),
        ("a table tonight from 7 to 9:30 pm", "9:30 pm", "24-hour HH:MM", "21:30"),
        ("tonight, set it for 08:30", "08:30", "24-hour HH:MM", "08:30"),
        ("a table at 8", "8", "24-hour HH:MM", "08:00"),
        ("around 3:30 in the afternoon is fine", "3:30", "24h format HH:MM", "15:30"),
        ("10 x 45 / 3 + 18^2", "10 x 45 / 3 + 18^2", "Expression in Python notation", "10 * 45 / 3 + 18**2"),
        ("10 x 45", "10 x 45", "The calculation", "10 x 45"),
        ("1 July 2027 - 4 July 2027", "4 July 2027", "YYYY-MM-DD", "2027-07-04"),
        ("mute it for eight hours", "eight hours", "ISO 8601 duration", "PT8H"),
        ("mute it for 2 days and 3 hours", "2 days and 3 hours", "How long, e.g. 'PT45M'", "P2DT3H"),
        ("mute it for two weeks", "two weeks", "ISO 8601 duration", "P2W"),
        ("mute it for good", "good", "ISO 8601 duration", "good"),
        ("mute it for eight hours", "eight hours", "How long", "eight hours"),
        ("a table parted by semicolons", "semicolons", "Separator, one character", ";"),
        ("a table parted by tabs", "tabs", "Delimiter of the fields", "\t"),
        ("a table parted by tabs", "tabs", "Delimiter: commas or tabs", "tabs"),
        ("move to flat 6B please", "B", "The flat", "6B"),
    ],
)
def test_values_take_the_form_that_is_wanted(query: str, said: str, description: str, value: str) -> None:
    assert filled(query, said, description) == value


@pytest.mark.parametrize(
    ("name", "description", "said", "value"),
    [
        ("countryCode", "Where to look", "France", "FR"),
        ("country_code", "The country, 3 letters", "France", "FRA"),
        ("country_code", "Dialling prefix of the phone", "France", "France"),
        ("country", "2-character code of the country", "France", "FR"),
        ("country", "Country whose law it is", "German", "Germany"),
        ("country", "The country of the visitor", "Japan", "Japan"),
        ("nationality", "Citizens of the country", "German", "German"),
        ("cuisine", "Country or people", "Thai", "Thai"),
        ("language_code", "What to say it in", "Danish", "da"),
        ("language", "What to say it in", "Danish", "Danish"),
        ("locale", "Locale code, two letters such as 'fr'", "Italian", "it"),
        ("symbol", "IUPAC symbol, e.g. 'Au'", "tungsten", "W"),
        ("symbol", "Chemical symbol of the element", "Iron", "Fe"),
        ("element", "Name or symbol of the element", "iron", "iron"),
        ("symbol", "Symbol of the shop", "iron", "iron"),
    ],
)
def test_who_wants_a_code(name: str, description: str, said: str, value: str) -> None:
    assert as_code(name, description, said) == value


@pytest.mark.parametrize(
    ("said", "month"), [("last month", "2022-12"), ("this month", "2023-01"), ("next month", "2023-02")]
)
def test_months_are_told_by_the_clock(said: str, month: str) -> None:
    with on_day(date(2023, 1, 5)):
        assert filled(f"what I spent {said}", said, "The month, YYYY-MM") == month


@pytest.mark.parametrize(
    ("query", "said", "description", "value"),
    [
        ("since yesterday 8 am, please", "yesterday 8", "Start time, ISO 8601", "2023-01-04T08:00:00"),
        ("a meeting tomorrow at 3pm for an hour", "tomorrow", "ISO 8601 date-time", "2023-01-06T15:00:00"),
        ("lunch on Friday at noon", "Friday", "Start (ISO 8601 timestamp)", "2023-01-06T12:00:00"),
        ("a table for 4 tomorrow at 7 pm", "4 tomorrow", "YYYY-MM-DD", "2023-01-06"),
        ("call mum tomorrow at 6 pm", "6 pm", "Date and time, YYYY-MM-DD HH:MM", "2023-01-06 18:00"),
        ("on 2027-03-01 at 9 about the form", "2027-03-01", "YYYY-MM-DD HH:MM", "2027-03-01 09:00"),
        ("on 2027-03-01 at 12 Rue Cler", "2027-03-01", "YYYY-MM-DD HH:MM", "2027-03-01 00:00"),
        ("days until christmas", "christmas", "YYYY-MM-DD", "2023-12-25"),
        ("filed since the 3rd of May", "3rd of May", "YYYY-MM-DD", "2022-05-03"),
        ("filed since May 3", "May 3", "YYYY-MM-DD", "2022-05-03"),
        ("filed since January 2", "January 2", "YYYY-MM-DD", "2023-01-02"),
        ("filed by May 3", "May 3", "YYYY-MM-DD", "2023-05-03"),
        ("closed on New Year's Eve", "New Year's Eve", "YYYY-MM-DD", "2023-12-31"),
        ("room Mars tomorrow from 2 to 3 pm", "2", "Start, YYYY-MM-DD HH:MM", "2023-01-06 14:00"),
        ("room Mars 2", "2", "Start, YYYY-MM-DD HH:MM", "2"),
        ("by the end of next month", "next month", "YYYY-MM-DD", "2023-02-28"),
        ("by the end of the month", "month", "YYYY-MM-DD", "2023-01-31"),
        ("it lasts two hours", "two hours", "Length of time, ISO 8601 duration", "PT2H"),
    ],
)
def test_moments_are_told_by_the_clock(query: str, said: str, description: str, value: str) -> None:
    with on_day(date(2023, 1, 5)):
        assert filled(query, said, description) == value


def test_days_are_told_by_the_clock() -> None:
    today = datetime.now().astimezone().date()
    tomorrow = (today + timedelta(days=1)).isoformat()
    assert in_form(parameter("YYYY-MM-DD"), "tomorrow", "") == tomorrow
    assert in_form(parameter("YYYY-MM-DD HH:mm"), "tomorrow", " at noon") == f"{tomorrow} 12:00"
    assert in_form(parameter("YYYY-MM-DD"), "in 3 weeks", "") == (today + timedelta(weeks=3)).isoformat()
    coming = in_form(parameter("YYYY-MM-DD"), "March 3rd", "")
    assert coming.endswith("-03-03")
    assert coming >= today.isoformat()
    assert in_form(parameter("The day"), "tomorrow", "") == "tomorrow"
    assert in_form(parameter("YYYY-MM-DD"), "March 3rd", "", "a loan of 2000 on March 3rd") == coming
    assert in_form(parameter("YYYY-MM-DD"), "Paris", "") == "Paris"


@given(
    st.text(max_size=60) | st.lists(st.sampled_from(DAYS.split()), max_size=5).map(" ".join),
    st.text(max_size=30),
    st.sampled_from(["HH:MM", "City, State", "YYYY-MM-DD", "YYYY-MM-DD HH:mm", "any", ""]),
)
def test_any_text_has_a_form(text: str, rest: str, description: str) -> None:
    assert isinstance(in_form(parameter(description), text, rest), str)


@pytest.mark.parametrize(
    ("text", "rest", "day"),
    [
        ("4/12/2025", " (day first)", "2025-12-04"),
        ("4/12/2025", " on (4 december)", "2025-12-04"),
        ("4/12/2025", " (april 12)", "2025-04-12"),
        ("4/12/2025", " (two people)", "2025-04-12"),
        ("xmas eve 2025", "", "2025-12-24"),
        ("new year's day 2024", "", "2024-01-01"),
        ("last day of february 2024", "", "2024-02-29"),
    ],
)
def test_what_stands_beside_a_date_says_how_it_is_read(text: str, rest: str, day: str) -> None:
    assert in_form(Parameter(("on",), "str", "", schema={"format": "date"}), text, rest, text + rest) == day


def test_the_form_may_be_said_of_the_whole_object() -> None:
    part = Parameter(("edited", "since"), "str", around="dates, YYYY-MM-DD")
    assert in_form(part, "5 June 2024", "") == "2024-06-05"
    quiet = Parameter(("quiet", "start"), "str", around="no calls then, HH:MM")
    assert in_form(quiet, "11 pm", "") == "23:00"
    seconds = Parameter(("window", "start"), "str", schema={"format": "time"}, around="HH:MM:SS")
    assert in_form(seconds, "8am", "") == "08:00:00"
    utc = Parameter(("at",), "str", "ISO 8601, UTC", schema={"format": "date-time"})
    assert in_form(utc, "2024-06-05 8am", "") == "2024-06-05T08:00:00Z"


def test_what_has_no_figure_is_no_date() -> None:
    parameters = [Parameter((name,), "str", "YYYY-MM-DD", name == "day") for name in ("day", "until", "since")]
    values = {("day",): "someday", ("until",): "retrying", ("since",): "2024-06-05"}
    drop_unread(parameters, values)
    assert values == {("day",): "someday", ("since",): "2024-06-05"}
