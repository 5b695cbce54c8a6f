"""What a message says of the call before, and what a tool takes over from earlier calls, by code alone."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.conversation import Conversation, ToolCall, ToolResult
from keyhole.open_call import OpenCall
from keyhole.steps.carryover import (
    bare,
    belongs,
    completed,
    may_belong,
    prose_asked_for,
    rambles,
)
from keyhole.steps.earlier import Earlier, calls_before, eased
from keyhole.steps.pointed_at import with_pointed_at
from keyhole.steps.short_message import Message
from keyhole.steps.taken_back import exchanged, in_its_place, put_in, taken_back
from keyhole.tools.loader import load_toolbox
from keyhole.tools.tool import Tool
from keyhole.tools.toolbox import Toolbox


def value_of(result: ToolResult) -> str:
    return result.content


async def _unused(args: dict[str, Any]) -> None:
    raise AssertionError(args)


def _tool(called: str, description: str, required: str = "", **properties: str | dict[str, Any]) -> Tool:
    typed = {
        key: each if isinstance(each, dict) else {"type": each, "description": key.replace("_", " ")}
        for key, each in properties.items()
    }
    return Tool(called, description, {"type": "object", "properties": typed, "required": required.split()}, _unused)


WEATHER = _tool(
    "get_weather", "Weather of a city.", "city", city="string", unit={"type": "string", "enum": ["celsius", "kelvin"]}
)
EVENT = _tool("create_event", "Create an event.", "title date", title="string", date="string", minutes="integer")
ROUTE = _tool("find_route", "Find a way.", "origin destination", origin="string", destination="string", mode="string")
ALARM = _tool("set_alarm", "Set an alarm clock.", "time", time="string")
OSLO = Earlier(WEATHER, {"city": "Oslo"})
LUNCH = Earlier(EVENT, {"title": "Lunch", "date": "2023-01-06", "minutes": 30})


def _message(text: str, *, reply: bool = False) -> Message:
    message = Message.of(text, reply=reply)
    assert message is not None
    return message


@pytest.mark.parametrize(
    ("text", "said", "chosen"),
    [
        ("in kelvin please", {"unit": "kelvin"}, None),
        ("and in Paris?", {"city": "Paris"}, WEATHER),
        ("no, Rome", {"city": "Rome"}, ALARM),
        ("Rome", {"city": "Rome"}, ALARM),
    ],
)
def test_what_says_a_value_of_the_call_before_belongs_to_it(
    text: str, said: dict[str, Any], chosen: Tool | None
) -> None:
    message = _message(text)
    assert may_belong(message, OSLO, chosen)
    assert belongs(message, OSLO, said, chosen)


@pytest.mark.parametrize(
    ("text", "said", "chosen"),
    [
        ("that reminds me of an old song about rain", {"city": "rain"}, None),
        ("set the alarm clock to Rome", {"city": "Rome"}, ALARM),
        ("alarm clock in Rome", {"city": "Rome"}, ALARM),
        ("200 dollars in zloty", {"city": "zloty"}, None),
        ("no more for today, bye", {"city": "today"}, None),
        ("in kelvin", {}, None),
    ],
)
def test_what_says_other_things_does_not(text: str, said: dict[str, Any], chosen: Tool | None) -> None:
    assert not belongs(_message(text), OSLO, said, chosen)


def test_a_wish_of_its_own_is_not_even_read_for_it() -> None:
    assert not may_belong(_message("what is the time in Rome"), OSLO, ALARM)


@pytest.mark.parametrize(
    ("text", "chosen", "belonging"),
    [
        ("tea or coffee?", "random_pick", False),
        ("12.5 kg in pounds", "unit_convert", False),
        ("or tea or coffee", "random_pick", True),
        ("no, tea or coffee", "random_pick", True),
        ("Rome", "random_pick", True),
        ("tomorrow?", "date_time", True),
        ("3 pm", "date_time", True),
    ],
)
def test_what_another_tool_knows_for_certain_is_no_value_unless_it_is_a_day_or_a_time(
    text: str, chosen: str, belonging: bool
) -> None:
    assert may_belong(_message(text), OSLO, load_toolbox("everyday")[chosen]) is belonging


@pytest.mark.parametrize(
    ("text", "said", "expected"),
    [
        ("the day after", {}, {"date": "2023-01-07"}),
        ("45 rather", {}, {"minutes": 45}),
        ("that day", {"date": "that day"}, {}),
        ("lunch with Bob", {"title": "lunch with Bob"}, {"title": "lunch with Bob"}),
    ],
)
def test_what_is_said_is_completed_by_the_values_before(
    text: str, said: dict[str, Any], expected: dict[str, Any]
) -> None:
    assert completed(_message(text), LUNCH, said) == expected


def test_a_thing_and_its_number_are_both_meant() -> None:
    cart = Earlier(
        _tool("add", "Add to the cart.", "item", item="string", quantity="integer"), {"item": "tea", "quantity": 5}
    )
    assert completed(_message("2 jumpers as well"), cart, {"quantity": 2}) == {"quantity": 2, "item": "jumpers"}


def test_a_short_reply_is_taken_whole() -> None:
    asked = Earlier(_tool("reserve", "Reserve a book.", "title", title="string"), {}, ("title",))
    message = _message("The Name of the Rose", reply=True)
    assert completed(message, asked, {"title": "Name of the Rose"}) == {"title": "The Name of the Rose"}


@pytest.mark.parametrize("text", ["the other way round", "and the way back?", "vice versa"])
def test_a_way_is_turned_round(text: str) -> None:
    way = Earlier(ROUTE, {"origin": "Rome", "destination": "Oslo", "mode": "bus"})
    assert completed(_message(text), way, {}) == {"origin": "Oslo", "destination": "Rome"}


@pytest.mark.parametrize(
    ("text", "city"),
    [("now Rome", "Rome"), ("Rome too", "Rome"), ("Rome?", "Rome"), ("and in Rome", "Rome")],
)
def test_a_message_may_be_one_value(text: str, city: str) -> None:
    assert bare(_message(text), OSLO, []) == {"city": city}


@pytest.mark.parametrize(
    "text", ["nice", "great, nice and simple", "and tomorrow?", "and it?", "now find me a hotel", "too"]
)
def test_a_remark_is_no_value(text: str) -> None:
    assert bare(_message(text), OSLO, []) == {}


def test_of_two_texts_the_one_is_meant_that_changed_last() -> None:
    post = _tool("post", "Post a message.", "channel text", channel="string", text="string")
    before = [
        Earlier(post, {"channel": "sales", "text": "all done"}),
        Earlier(post, {"channel": "team", "text": "all done"}),
    ]
    assert bare(_message("and general"), before[0], before[1:]) == {"channel": "general"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Lunch", {"title": "Lunch"}),
        ("dunno", {}),
        ("no", {}),
        ("thanks, back to bed", {}),
        ("sorry, I don't know", {}),
    ],
)
def test_a_reply_is_a_value_unless_it_says_that_there_is_none(text: str, expected: dict[str, Any]) -> None:
    assert bare(_message(text), Earlier(EVENT, {}, ("title", "date")), []) == expected


def test_what_somebody_says_is_taken_as_it_was_said() -> None:
    letter = Earlier(_tool("send", "Send a letter.", "body", body="string"), {}, ("body",))
    said = "The trip starts on Monday at 7:30, please bring warm clothes."
    assert prose_asked_for(_message(said, reply=True), letter) == {"body": said}
    assert prose_asked_for(_message("the body is: see you on Monday at noon", reply=True), letter) == {}


def test_what_is_taken_back_names_its_parameter() -> None:
    found = taken_back(_message("dinner, not lunch"), LUNCH)
    assert found is not None
    assert (found[0], found[1], found[2].rest) == ("title", "lunch", "dinner")
    assert taken_back(_message("dinner, not breakfast"), LUNCH) is None
    day = taken_back(_message("not the 6th, the 9th"), LUNCH)
    assert day is not None
    assert day[0] == "date"


def test_words_are_exchanged_in_texts_and_lists() -> None:
    assert exchanged("move to thursday", "thursday", "friday") == "move to friday"
    assert exchanged(["pumpkin", "chickpeas"], "pumpkin", "zucchini") == ["zucchini", "chickpeas"]
    assert exchanged(5, "5", "6") == 5


def test_what_is_taken_back_is_exchanged_in_its_place() -> None:
    assert in_its_place(5, "5", "6") == 6
    assert in_its_place(5, "5", "2.5") == 2.5
    assert in_its_place("5 apples", "5", "6") == "6 apples"
    assert put_in("See you on Monday at noon", "Monday", "Friday") == "See you on Friday at noon"
    assert put_in("Monday", "Monday", "Friday") == "Friday"
    assert put_in(4, "4", 5) == 5


@pytest.mark.parametrize(
    ("text", "filled", "args"),
    [
        ("what do I have that day", {"args": {}, "missing": ["date"]}, {"date": "2023-01-06"}),
        ("what do I have then", {"args": {"date": "then"}}, {"date": "2023-01-06"}),
        ("what do I have tomorrow", {"args": {"date": "2023-01-02"}}, {"date": "2023-01-02"}),
    ],
)
def test_what_is_pointed_at_is_taken_from_the_call_before(
    text: str, filled: dict[str, Any], args: dict[str, Any]
) -> None:
    listing = _tool("list_events", "List the events of a day.", "date", date="string")
    told = with_pointed_at({"tool": "list_events", **filled}, listing, [LUNCH], _message(text))
    assert told == {"tool": "list_events", "args": args}


def test_a_value_that_does_not_fit_is_not_taken_over() -> None:
    listing = _tool("list", "List.", "date", date={"type": "string", "pattern": "^[A-Z]+$"})
    told = with_pointed_at({"tool": "list", "args": {}, "missing": ["date"]}, listing, [LUNCH], _message("that day"))
    assert told["missing"] == ["date"]


def test_a_person_goes_by_other_names_elsewhere() -> None:
    found = Earlier(_tool("find_contact", "Find a contact.", "name", name="string"), {"name": "Julia"})
    photos = _tool("find_photos", "Find photos.", "", person="string", place="string")
    told = with_pointed_at({"tool": "find_photos", "args": {}}, photos, [found], _message("any photos of her"))
    assert told["args"] == {"person": "Julia"}
    told = with_pointed_at({"tool": "find_photos", "args": {}}, photos, [found], _message("any photos of dogs"))
    assert told["args"] == {}


def test_the_calls_before_are_those_of_strangers_tools() -> None:
    everyday = next(iter(load_toolbox("everyday")))
    box = Toolbox("mixed", [WEATHER, EVENT, everyday])
    said = Conversation()
    said.append("assistant", ToolCall(id="1", name="get_weather", arguments={"city": "Oslo"}))
    said.append("assistant", ToolCall(id="2", name="gone", arguments={}))
    said.append("assistant", ToolCall(id="3", name="get_weather", arguments="nonsense"))
    assert [call.args for call in calls_before(said, box, None, value_of)] == [{"city": "Oslo"}]
    waits = OpenCall("create_event", {"title": "Lunch"}, ("date",))
    assert [call.missing for call in calls_before(said, box, waits, value_of)] == [("date",), ()]
    said.append("user", "and what else?")
    said.append("assistant", ToolCall(id="4", name=everyday.name, arguments={}))
    assert [call.args for call in calls_before(said, box, None, value_of)] == [{"city": "Oslo"}]
    said.append("user", "thanks")
    assert calls_before(said, box, None, value_of) == []


def test_an_eased_tool_needs_no_more_than_is_asked() -> None:
    assert eased(EVENT, (), ()).parameters["required"] == []
    left = eased(EVENT, ("date", "minutes"), ("title", "date")).parameters
    assert (list(left["properties"]), left["required"]) == (["date", "minutes"], ["date"])


@given(st.text(max_size=60), st.dictionaries(st.sampled_from(["title", "date", "minutes"]), st.text() | st.integers()))
def test_any_message_may_be_read_beside_any_call(text: str, args: dict[str, Any]) -> None:
    for before in (LUNCH, Earlier(EVENT, args), Earlier(EVENT, args, ("title", "date"))):
        message = Message.of(text)
        if message is not None:
            said = completed(message, before, args) | bare(message, before, [LUNCH])
            assert said.keys() <= EVENT.parameters["properties"].keys()
            assert isinstance(belongs(message, before, said, WEATHER), bool)
            assert with_pointed_at({"args": dict(args)}, EVENT, [before], message)["args"].keys() <= {
                "title",
                "date",
                "minutes",
            }


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("green, like the ones my dad had on the farm", True),
        ("green ones", False),
        ("and green, like the ones my dad had on the farm", False),
    ],
)
def test_a_remark_says_far_more_than_a_value(text: str, told: bool) -> None:
    schema = {"type": "object", "properties": {"colour": {"enum": ["red", "green"]}, "query": {"type": "string"}}}
    before = Earlier(Tool("search_products", "Search the catalogue.", schema, _unused), {"query": "boots"})
    message = Message.of(text, reply=True)
    assert message is not None
    assert rambles(message, before, {"colour": "green"}) is told
