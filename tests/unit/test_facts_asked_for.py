"""Questions on what was brought, or set, in other words than its facts are called by."""

from __future__ import annotations

import time
from typing import Any

import pytest

from keyhole.steps.asked_of_result import part_asked_for, set_by_call
from keyhole.steps.earlier import Earlier
from keyhole.steps.kinds_of_tool import changes, looks_up, reader_of
from keyhole.steps.of_here import is_of_here
from keyhole.steps.results import read_result
from keyhole.steps.wants_done import is_mere_remark
from keyhole.tools.tool import Tool


def made(name: str, value: Any, **args: Any) -> Earlier:
    async def run(_: dict[str, Any]) -> Any:
        return value

    schema = {"type": "object", "properties": {key: {"type": "string"} for key in args}, "required": list(args)[:1]}
    return Earlier(Tool(name, "", schema, run), args, result=read_result(name, value))


TOUR = made(
    "get_tour",
    {
        "guide": "Ines Prado",
        "deputy": "Olaf Berg",
        "departure": "2031-04-02",
        "until": "2031-04-09",
        "meeting_place": "Old harbour",
        "sum": 310.5,
        "currency": "EUR",
        "paid": False,
        "notes": "vegetarian meals",
    },
    tour="North",
)
SHOT = made("open_slide", {"title": "Dunes", "shot": "2019-07-03", "lens": "35 mm", "town": "Skagen"}, slide=4)
PING = made("ping_nurse", {"received": True, "channels": ["pager", "call"]}, nurse="Eva")
LETTER = made("get_letter", {"state": "sorted", "eta": "2030-02-11", "delivered": False}, code="L7")
JOBS = made(
    "list_jobs",
    [
        {"job": "Backup", "minutes_running": 15, "started_by": "Ann", "cost": 2.5},
        {"job": "Import", "minutes_running": 240, "started_by": "Bo", "cost": 4},
        {"job": "Mailing", "minutes_running": 60, "started_by": "Cy", "cost": 1},
    ],
)
STAFF = made("staff", [{"name": "Ada", "age": 61}, {"name": "Ben", "age": 24}])
ALARMS = made("alarms", [{"alarm": "Pump", "severity": "sev3"}, {"alarm": "Door", "severity": "sev1"}])
ROUTE = made("my_route", [{"town": "Graz", "arrival": "2031-05-09"}, {"town": "Linz", "arrival": "2031-05-02"}])
CHORES = made("chores", [{"chore": "dishes", "done": True}, {"chore": "windows", "done": False}])


@pytest.mark.parametrize(
    ("question", "call", "told"),
    [
        ("who's the backup?", TOUR, {"deputy": "Olaf Berg"}),
        ("who is the guide?", TOUR, {"guide": "Ines Prado"}),
        ("when do they leave?", TOUR, {"departure": "2031-04-02"}),
        ("when does it end?", TOUR, {"until": "2031-04-09"}),
        ("where does it start?", TOUR, None),
        ("how much do we have to pay?", TOUR, {"sum": 310.5, "currency": "EUR"}),
        ("did they pay?", TOUR, {"answer": "No", "paid": False}),
        ("are there any vegetarians among them?", TOUR, None),
        ("do they have vegetarian food?", TOUR, None),
        ("does it say anything vegetarian?", TOUR, None),
        ("where was this shot?", SHOT, {"town": "Skagen"}),
        ("when was this shot?", SHOT, {"shot": "2019-07-03"}),
        ("which lens?", SHOT, {"lens": "35 mm"}),
        ("is there another lens?", SHOT, None),
        ("which lens does the museum use?", SHOT, None),
        ("which towns are there?", SHOT, None),
        ("who are the guides?", TOUR, None),
        ("what's the sum of all tours?", TOUR, None),
        ("who guides the South tour?", TOUR, None),
        ("when does the bus leave?", TOUR, None),
        ("did she get it?", PING, {"answer": "Yes", "received": True}),
        ("did the doctor get it?", PING, None),
        ("was Olga paid?", TOUR, None),
        ("when will it get here?", LETTER, {"eta": "2030-02-11"}),
        ("has it arrived yet?", LETTER, {"answer": "No", "delivered": False}),
        ("how much is it?", LETTER, None),
        ("which one is the oldest?", JOBS, dict(JOBS.result.things[1]) if JOBS.result else None),
        ("which is the newest?", JOBS, dict(JOBS.result.things[0]) if JOBS.result else None),
        ("who is the youngest?", STAFF, {"name": "Ben", "age": 24}),
        ("which is the most severe?", ALARMS, {"alarm": "Door", "severity": "sev1"}),
        ("where do we go first?", ROUTE, {"town": "Linz", "arrival": "2031-05-02"}),
        ("which town comes last?", ROUTE, {"town": "Graz", "arrival": "2031-05-09"}),
        ("which hotel comes last?", ROUTE, None),
        ("how much is that altogether?", JOBS, {"cost": 7.5}),
        ("how many jobs are that in total?", JOBS, 3),
        ("do I still need to do the windows?", CHORES, {"answer": "Yes", "done": False, "chore": "windows"}),
        ("do I need to do the laundry?", CHORES, None),
    ],
)
def test_a_fact_is_found_by_what_a_question_wants(question: str, call: Earlier, told: Any) -> None:
    found = part_asked_for(question, [call])
    assert (found and found.value) == told


LAMP = made("set_lamp", {"ok": True}, lamp="desk", colour="red")
FAN = made("switch_fan", {"ok": True}, fan="attic", on=True)
BOOKED = made("book_court", {"ok": True, "id": 5}, court="B", day="2031-03-04", players=4)


@pytest.mark.parametrize(
    ("question", "call", "told"),
    [
        ("what colour is the desk lamp?", LAMP, {"colour": "red"}),
        ("what color is it?", LAMP, {"colour": "red"}),
        ("what colour is the floor lamp?", LAMP, None),
        ("what colour is the sky?", LAMP, None),
        ("how many players is it for?", BOOKED, {"players": 4}),
        ("which referee?", BOOKED, None),
        ("is the attic fan on?", FAN, {"answer": "Yes", "on": True}),
        ("is the fan off?", FAN, {"answer": "No", "on": True}),
        ("is the cellar fan on?", FAN, None),
        ("what day is it?", BOOKED, None),
        ("which lens?", SHOT, None),
    ],
)
def test_what_was_set_is_told_from_the_call(question: str, call: Earlier, told: Any) -> None:
    found = set_by_call(question, [call])
    assert (found and {name: value for name, value in found.value.items() if name != "note"}) == told


def test_what_was_done_is_told_though_something_was_looked_up_since() -> None:
    found = part_asked_for("what did I just book?", [SHOT, BOOKED])
    assert found is not None
    assert found.value == dict(BOOKED.args)
    assert part_asked_for("what did I just sell?", [SHOT, BOOKED]) is None


def test_what_a_tool_can_read_is_read() -> None:
    reads, other, all_of_them = (
        made("get_state", None, lamp="desk"),
        made("track_letter", None, code="L7"),
        made("list_lamps", None),
    )
    cards = [call.tool.card for call in (other, reads)]
    assert reader_of("set_lamp", LAMP.args, cards) == {"tool": "get_state", "args": {"lamp": "desk"}}
    assert reader_of("set_lamp", LAMP.args, cards[:1]) is None
    assert reader_of("set_lamp", LAMP.args, [all_of_them.tool.card]) == {"tool": "list_lamps", "args": {}}
    assert reader_of("set_light", LAMP.args, [all_of_them.tool.card]) is None


@pytest.mark.parametrize(
    ("name", "changing"),
    [("checkInPassenger", True), ("check_off_item", True), ("check_in_stock", False), ("check_weather", False)],
)
def test_who_checks_in_looks_nothing_up(name: str, changing: bool) -> None:
    assert looks_up(name) is not changing
    assert changes(made(name, None).tool.card) is changing


@pytest.mark.parametrize(
    ("question", "here"),
    [
        ("what did I just plan?", True),
        ("what's the forecast for Oslo", True),
        ("how much flour is left?", True),
        ("are you human or what?", True),
        ("does Ralf bring a salad?", True),
        ("who invented the zip?", False),
        ("should I drink more water?", False),
        ("do I need a visa for Peru?", False),
    ],
)
def test_what_no_larger_model_could_know(question: str, here: bool) -> None:
    assert is_of_here(question, {"ralf", "salad"}) is here


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        ("a bit dark", True),
        ("it's way too loud in here", True),
        ("still quite cold", True),
        ("kitchen", False),
        ("too many mails from Ann", False),
        ("set it a bit lower", False),
    ],
)
def test_how_something_is_asks_for_nothing(text: str, remark: bool) -> None:
    assert is_mere_remark(text) is remark


@pytest.mark.parametrize(
    "piece", ["a bit ", "and ", "what did i ", " ", "which first ", "how many of them ", "check in"]
)
def test_long_texts_are_read_fast(piece: str) -> None:
    text = piece * (100_000 // len(piece))
    start = time.perf_counter()
    part_asked_for(text, [JOBS, TOUR])
    set_by_call(text, [LAMP])
    is_of_here(text)
    is_mere_remark(text)
    looks_up(text[:1_000])
    assert time.perf_counter() - start < 1
