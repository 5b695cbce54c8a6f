"""What a call for another thing takes over, by code alone: details, numbers, names; and what is no reply at all."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from keyhole.clock import on_day
from keyhole.steps.afresh import named_before, sets_none, shared
from keyhole.steps.called import called, named_anew
from keyhole.steps.carryover import bare, belongs, completed, may_belong, sought_anew
from keyhole.steps.earlier import Earlier
from keyhole.steps.kinds_of_tool import changes
from keyhole.steps.near_numbers import nearest, numbered_thing, unheard
from keyhole.steps.own_wish import is_for_another, is_of_its_own
from keyhole.steps.short_message import Message
from keyhole.tools.tool import Tool


async def _unused(args: dict[str, Any]) -> None:
    raise AssertionError(args)


def _tool(named: str, description: str, required: str = "", **properties: str | list[str]) -> Tool:
    typed = {
        key: {"type": "string", "enum": each} if isinstance(each, list) else {"type": each}
        for key, each in properties.items()
    }
    return Tool(named, description, {"type": "object", "properties": typed, "required": required.split()}, _unused)


MEALS = ["none", "vegetarian"]
ENROLL = _tool("enrollPupil", "Puts a child on the list.", "child", child="string", siblings="integer", meal=MEALS)
RUN = _tool("log_run", "Log a run.", "route laps", route="string", laps="integer", meters="number", race="boolean")
FLIGHTS = _tool("flights", "Flights between two towns.", "to", to="string", cabin=["economy", "business"])
PAY = _tool("transfer_money", "Transfer money.", "to amount", to="string", amount="number", urgent="boolean")
PAINT = _tool("paint", "Paint a wall.", "wall color", wall="string", color="string")
ORDER = _tool("update_order", "Change an order.", "order_id", order_id="integer", urgency=["low", "high"])
TABLE = _tool("book_table", "Book a table.", "place", place="string", title="string")
LETTER = _tool("send_letter", "Send a letter.", "body", body="string")
EXPORT = _tool("export_list", "Export the list.", "", filename="string")
GLOBE = _tool("fly_to", "Move the globe.", "place", place="string")
DRINK = _tool("assign_drink", "Who brings which drink.", "who drink", who="string", drink="string")
HEAT = _tool(
    "set_heating", "Set the heating of a room.", "room", room=["hall", "attic"], degrees="integer", on="boolean"
)
SERVE = _tool("bring", "Send something to a table.", "table what", table="string", what=["tea", "cake"], cups="integer")
VIEW = _tool("set_view_options", "How the page looks.", "", rows="integer", theme=["light", "dark"])
DOSE = _tool("log_dose", "Write down a dose.", "who mg", who="string", mg="integer", date="string")
WAKE = _tool("wake_up", "Wake somebody.", "room time", room="string", time="string")
SONGS = _tool("add_songs", "Add songs to a list.", "numbers list", numbers="array", list="string")
SEEK = _tool("search_maps", "Search maps.", "query", query="string", year="integer")
SORT = _tool("sort_maps", "Sort the maps.", "by", by=["year", "name"])
HALL = Earlier(HEAT, {"room": "hall", "degrees": 21})
TEA = Earlier(SERVE, {"table": "212", "what": "tea", "cups": 3})
MIA = Earlier(ENROLL, {"child": "little Mia", "siblings": 2})
LEO = Earlier(ENROLL, {"child": "Leo", "siblings": 1, "meal": "vegetarian"})
LAKE = Earlier(RUN, {"route": "lake", "laps": 6, "meters": 400, "race": True})


def _message(text: str, *, reply: bool = False) -> Message:
    message = Message.of(text, reply=reply)
    assert message is not None
    return message


@pytest.mark.parametrize(
    ("text", "before", "said", "kept"),
    [
        ("and Tim, he's vegetarian", MIA, {"child": "Tim", "meal": "vegetarian"}, {"child"}),
        ("same for Tim but vegetarian", MIA, {"child": "Tim", "meal": "vegetarian"}, {"child", "siblings"}),
        ("and Tim", MIA, {"child": "Tim"}, {"child", "siblings"}),
        ("no, Tim, vegetarian", MIA, {"child": "Tim", "meal": "vegetarian"}, {"child", "siblings"}),
        ("Mia is vegetarian", MIA, {"child": "Mia", "meal": "vegetarian"}, {"child", "siblings"}),
        ("forest 3 laps", LAKE, {"route": "forest", "laps": 3}, {"route", "laps"}),
        ("and the forest too, 3 laps", LAKE, {"route": "forest", "laps": 3}, {"route", "laps", "meters", "race"}),
        ("and back on in the attic", HALL, {"room": "attic", "on": True}, {"room"}),
        ("and the attic at 19", HALL, {"room": "attic", "degrees": 19}, {"room", "degrees"}),
        ("and the attic", HALL, {"room": "attic"}, {"room", "degrees"}),
        ("make it 19 in the attic", HALL, {"room": "attic", "degrees": 19}, {"room", "degrees"}),
        ("and a cake for 118", TEA, {"table": "118", "what": "cake"}, {"table", "what"}),
        ("and 118 as well", TEA, {"table": "118"}, {"table", "what", "cups"}),
        ("and 20 rows", Earlier(VIEW, {"theme": "dark"}), {"rows": 20}, set()),
        ("make it 20 rows", Earlier(VIEW, {"theme": "dark"}), {"rows": 20}, {"theme"}),
        ("Tim isn't coming", LEO, {"child": "Tim"}, {"child"}),
        ("and Leo isn't coming", LEO, {"child": "Leo"}, {"child", "siblings", "meal"}),
        ("and to Rome in economy", Earlier(FLIGHTS, {"to": "Oslo"}), {"to": "Rome", "cabin": "economy"}, {"to"}),
    ],
)
def test_details_of_one_thing_are_none_of_another(
    text: str, before: Earlier, said: dict[str, Any], kept: set[str]
) -> None:
    assert set(shared(_message(text), before, said)) == kept


def test_what_changes_something_is_told_by_its_first_word() -> None:
    assert [changes(tool.card) for tool in (ENROLL, RUN, PAY, ORDER, FLIGHTS)] == [True, True, True, True, False]


@pytest.mark.parametrize(
    ("text", "said", "found"),
    [
        ("make it 3 for Mia", {"child": "Mia", "siblings": 3}, MIA),
        ("no, Mia", {"child": "Mia"}, None),
        ("make it 3 for Leo", {"child": "Leo", "siblings": 3}, None),
        ("and Mia with 3", {"child": "Mia", "siblings": 3}, None),
    ],
)
def test_a_correction_is_about_the_call_that_it_names(text: str, said: dict[str, Any], found: Earlier | None) -> None:
    assert named_before(_message(text), [LEO, MIA], said) is found


@pytest.mark.parametrize(
    ("text", "said", "expected"),
    [
        ("and another one with 500", {"laps": 500}, {"meters": 500}),
        ("and another with 5", {"laps": 5}, {"laps": 5}),
        ("500 laps", {"laps": 500}, {"laps": 500}),
        ("and 5 of 500", {"laps": 500}, {"laps": 500}),
    ],
)
def test_a_number_is_the_one_that_it_is_near_to(text: str, said: dict[str, Any], expected: dict[str, Any]) -> None:
    assert nearest(_message(text), LAKE, said) == expected


@pytest.mark.parametrize(
    ("text", "said", "expected"),
    [
        ("Carl 30", {"amount": 30}, {"to": "Carl"}),
        ("Better 30", {"amount": 30}, {}),
        ("Monday 30", {"amount": 30}, {}),
        ("no, 30", {"amount": 30}, {}),
        ("Carl", {}, {}),
    ],
)
def test_a_name_before_a_number_is_somebody_else(text: str, said: dict[str, Any], expected: dict[str, Any]) -> None:
    assert named_anew(_message(text), Earlier(PAY, {"to": "Bob", "amount": 20}), said) == expected


@pytest.mark.parametrize("text", ["20%", "and 20 percent", "and 5"])
def test_a_number_is_no_color(text: str) -> None:
    assert bare(_message(text), Earlier(PAINT, {"wall": "kitchen", "color": "blue"}), []) == {}


def test_a_thing_is_exchanged_for_what_is_said_as_it_was() -> None:
    before = Earlier(PAINT, {"wall": "kitchen", "color": "blue"}, asked="paint the kitchen blue")
    assert bare(_message("and the hall"), before, []) == {"wall": "hall"}


def test_a_thing_is_called_what_is_said() -> None:
    asked = Earlier(TABLE, {}, ("place",))
    assert called(_message("call it Birthday of Ann", reply=True), asked) == {"title": "Birthday of Ann"}
    assert called(_message("call it a day, tomorrow", reply=True), asked) == {}
    assert called(_message("call it Ann", reply=True), Earlier(ORDER, {}, ("order_id",))) == {}


@pytest.mark.parametrize(
    ("text", "asked", "own"),
    [
        ("call the customer on 12", ORDER, True),
        ("what's the weather on 12", ORDER, True),
        ("delete 12 from the archive", ORDER, True),
        ("show me the photos of 2019", ORDER, True),
        ("12", ORDER, False),
        ("order number 12 please", ORDER, False),
        ("I think it was 12", ORDER, False),
        ("take the one with number 12", ORDER, False),
        ("what about 12", ORDER, False),
        ("send it to number 12", ORDER, False),
        ("call the plumber", LETTER, False),
        ("call it Ann", TABLE, False),
        ("copy of the contract", TABLE, False),
        ("Ben brings tea", ORDER, True),
        ("Ben likes tea", ORDER, False),
        ("call " * 20_000, ORDER, False),
    ],
)
def test_a_wish_of_its_own_is_no_reply(text: str, asked: Tool, own: bool) -> None:
    waits = Earlier(asked, {}, tuple(asked.parameters["required"]))
    assert is_of_its_own(text, waits, [DRINK, ORDER]) is own


def test_where_no_value_was_asked_for_a_sentence_alone_is_a_wish() -> None:
    assert is_of_its_own("Ben brings tea", None, [DRINK])
    assert not is_of_its_own("call the customer", None, [DRINK])


@pytest.mark.parametrize(
    ("text", "before", "chosen", "another"),
    [
        ("email it to ann@example.com", EXPORT, None, True),
        ("export it to ann.csv", EXPORT, None, False),
        ("send it to Bob instead", PAY, None, False),
        ("move it to friday", EXPORT, None, False),
        ("go to Osaka instead", TABLE, GLOBE, True),
        ("take me to Osaka", TABLE, GLOBE, True),
        ("go to Osaka instead", GLOBE, GLOBE, False),
        ("to Osaka instead", TABLE, GLOBE, False),
    ],
)
def test_what_another_tool_or_none_is_for_is_no_value(
    text: str, before: Tool, chosen: Tool | None, another: bool
) -> None:
    last = Earlier(before, {"filename": "a", "place": "b"})
    assert is_for_another(_message(text), last, chosen) is another
    assert not (another and may_belong(_message(text), last, chosen))


@pytest.mark.parametrize(
    ("text", "tool", "asks"),
    [
        ("what color is it?", PAINT, True),
        ("and what colour is the hall", PAINT, True),
        ("when was that paid?", PAY, True),
        ("what about the hall", PAINT, False),
        ("when do they leave for Rome?", FLIGHTS, False),
        ("what is " * 20_000, FLIGHTS, False),
    ],
)
def test_a_question_sets_nothing(text: str, tool: Tool, asks: bool) -> None:
    assert sets_none(text, tool) is asks


def test_today_is_no_older_day() -> None:
    before = Earlier(DOSE, {"who": "Ann", "mg": 400, "date": "2020-05-04"})
    with on_day(date(2020, 5, 5)):
        assert shared(_message("and 200 for Bo today"), before, {"who": "Bo", "mg": 200})["date"] == "2020-05-05"
        assert shared(_message("and 200 for Bo"), before, {"who": "Bo", "mg": 200})["date"] == "2020-05-04"


def test_a_number_alone_is_for_the_only_one_there_was() -> None:
    rows = Earlier(VIEW, {"rows": 30, "theme": "dark"})
    assert nearest(_message("and 40"), rows, {"size": 40}) == {"rows": 40}
    assert nearest(_message("and 40%"), rows, {"size": 40}) == {"size": 40}
    assert nearest(_message("and size 40"), rows, {"size": 40}) == {"size": 40}


@pytest.mark.parametrize(
    ("text", "said", "expected"),
    [
        ("also bring cake to 118", {"what": "cake", "cups": 118}, {"what": "cake", "table": "118"}),
        ("also bring cake to 212", {"what": "cake", "cups": 212}, {"what": "cake", "table": "212"}),
        ("and 118 cups of tea", {"cups": 118}, {"cups": 118}),
        ("make it 118", {"cups": 118}, {"cups": 118}),
        ("and 12 more", {"cups": 12}, {"cups": 12}),
    ],
)
def test_a_number_of_the_form_of_a_things_is_its(text: str, said: dict[str, Any], expected: dict[str, Any]) -> None:
    assert numbered_thing(_message(text), TEA, said) == expected


def test_a_number_serves_once() -> None:
    waits = Earlier(WAKE, {"time": "06:30"}, ("room",))
    assert completed(_message("make it 7", reply=True), waits, {"room": "7"}) == {"time": "07:00"}
    assert belongs(_message("make it 7", reply=True), waits, {"time": "07:00"}, WAKE)
    assert completed(_message("7", reply=True), waits, {"room": "7"}) == {"room": "7"}
    assert unheard(_message("305 at 8", reply=True), {"room": "305"})
    assert not unheard(_message("305", reply=True), {"room": "305"})


def test_another_number_is_added_to_the_list_of_the_last() -> None:
    before = Earlier(SONGS, {"numbers": [2, 5], "list": "Party"})
    assert completed(_message("and 9 as well"), before, {}) == {"numbers": [9]}
    assert completed(_message("and 9 songs of Abba"), before, {}) == {}
    assert completed(_message("no, 9"), before, {}) == {}


@pytest.mark.parametrize(
    ("text", "calls", "said"),
    [
        ("now rivers", [Earlier(SORT, {"by": "year"}), Earlier(SEEK, {"query": "lakes"})], {"query": "rivers"}),
        ("and rivers?", [Earlier(SORT, {"by": "year"}), Earlier(SEEK, {"query": "lakes"})], {"query": "rivers"}),
        ("now what", [Earlier(SORT, {"by": "year"}), Earlier(SEEK, {"query": "lakes"})], None),
        ("rivers", [Earlier(SORT, {"by": "year"}), Earlier(SEEK, {"query": "lakes"})], None),
        ("and Bo", [Earlier(SORT, {"by": "year"}), Earlier(LETTER, {"body": "hello"})], None),
        ("now rivers", [Earlier(SEEK, {"query": "lakes"})], None),
    ],
)
def test_a_search_is_done_anew_for_another_thing(text: str, calls: list[Earlier], said: dict[str, Any] | None) -> None:
    found = sought_anew(_message(text), calls)
    assert (found and found[1]) == said
