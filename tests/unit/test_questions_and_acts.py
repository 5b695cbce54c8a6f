"""Questions on what was brought, calls that no question makes, two acts in one message, and changes of nothing."""

from __future__ import annotations

from typing import Any

import pytest

from keyhole.models.model import ToolCard
from keyhole.steps.answered_first import with_yes_or_no
from keyhole.steps.asked_of_result import part_asked_for
from keyhole.steps.earlier import Earlier
from keyhole.steps.found import Found
from keyhole.steps.kinds_of_tool import changes, makes_new
from keyhole.steps.results import read_result
from keyhole.steps.several import several
from keyhole.steps.unsaid_change import unsaid_change
from keyhole.steps.wants_done import cannot_delete, cannot_end, only_asks, wants_it_gone
from keyhole.steps.wishes import two_acts
from keyhole.tools.condense import to_json
from keyhole.tools.tool import Tool


def made(name: str, value: Any, asked: str = "", **args: Any) -> Earlier:
    async def run(_: dict[str, Any]) -> Any:
        return value

    schema = {"type": "object", "properties": {key: {"type": "string"} for key in args}}
    return Earlier(Tool(name, name, schema, run), args, result=read_result(name, value), asked=asked)


ORDER = made("create_order", {"order": 7, "item": "chair", "total": 129.5})
STOCK = made("adjust_stock", {"ok": True, "sku": "T9", "qty": 31})
SAVINGS = made("log_savings", {"euros": 900, "change": -50})
TABLES = made("find_tables", [{"name": "Oak", "places": 4, "free": True}, {"name": "Elm", "places": 8, "free": False}])
BOOKED = made("book_table", {"table": "Elm", "at": "19:00"}, table="Elm")


@pytest.mark.parametrize(
    ("question", "before", "part"),
    [
        ("what does it cost?", [ORDER], {"total": 129.5}),
        ("how many are left now?", [STOCK], {"qty": 31}),
        ("did my savings drop?", [SAVINGS], {"answer": "Yes", "change": -50}),
        ("have my savings gone up?", [ORDER], None),
        ("the biggest one?", [TABLES], {"name": "Elm", "places": 8, "free": False}),
        ("the biggest hotel in Rome?", [TABLES], None),
        ("how many places does it have?", [BOOKED, TABLES], {"places": 8}),
        ("how many of them are free?", [TABLES], 1),
        ("is Elm free?", [TABLES], {"answer": "No", "free": False, "name": "Elm", "places": 8}),
        ("what does a taxi cost?", [ORDER], None),
    ],
)
def test_what_was_brought_answers_a_question(question: str, before: list[Earlier], part: Any) -> None:
    found = part_asked_for(question, before)
    assert (found and found.value) == part


def test_a_new_call_for_a_question_of_yes_or_no_is_answered_so() -> None:
    told = with_yes_or_no(
        "is Oak still free?", Found("find_tables", {}, to_json([dict(t) for t in TABLES.result.things]))
    )
    assert told.value == {"answer": "Yes", "free": True, "name": "Oak", "places": 4}
    other = Found("get_door", {}, to_json({"status": "open", "floor": 2}))
    assert with_yes_or_no("is the door closed?", other).value["answer"] == "No"
    assert with_yes_or_no("is it raining?", other) == other
    assert with_yes_or_no("open the door", other) == other


@pytest.mark.parametrize(
    ("message", "asks"),
    [
        ("does Tom have a key?", True),
        ("what colour is it?", True),
        ("how many chairs do we have", True),
        ("who is coming?", True),
        ("how about blue?", False),
        ("do the same for 12", False),
        ("is it possible to move it to friday?", False),
        ("have Tom do it", False),
        ("what if we meet at 5", False),
        ("can you make it blue?", False),
        ("hey, what's the stock of bolts", True),
        ("which invoices are late", True),
        ("is the gate open? close it", False),
        ("when I get home, remind me to call Ann", False),
        ("had two eggs for breakfast", False),
        ("invite whoever is free", False),
        ("why don't you add Tom, he's nice", False),
    ],
)
def test_a_question_about_how_things_are(message: str, asks: bool) -> None:
    assert only_asks(message) is asks
    assert only_asks("is " * 50_000) is False


@pytest.mark.parametrize(
    ("name", "does"),
    [
        ("set_price", True),
        ("queue.add", True),
        ("inviteGuest: Invite a guest", True),
        ("set_lamp: Controls a lamp", True),
        ("order_status: Status of an order", False),
        ("order.track: Where an order is", False),
        ("git.log: Lists commits", False),
        ("get_set", False),
        ("add_numbers", False),
        ("addToDate: Adds days to a date", False),
        ("weather", False),
    ],
)
def test_which_tools_change_something(name: str, does: bool) -> None:
    assert changes(ToolCard(*name.split(": "))) is does


@pytest.mark.parametrize(
    ("message", "tool", "cannot"),
    [
        ("undo that", "swap_shift: Swap two people's shifts", True),
        ("please undo it", "add_stop", True),
        ("undo that", "rollback_release: Returns to the version before", False),
        ("undo the last two moves", "add_stop", False),
        ("delete 12", "update_ticket: Change a ticket", True),
        ("delete 12", "remove_ticket", False),
    ],
)
def test_what_no_tool_takes_back(message: str, tool: str, cannot: bool) -> None:
    name, _, description = tool.partition(": ")
    assert cannot_delete(message, name, description) is cannot


@pytest.mark.parametrize(
    ("name", "description", "acts"),
    [
        ("noteSale", "Note a sale", True),
        ("water_bed", "Water a bed of flowers", True),
        ("waterWeek", "Water used in a week", False),
        ("schedule", "Schedule of the trains", False),
        ("page", "Page of a book", False),
        ("way", "Turn-by-turn directions", False),
        ("porter", "Send a porter to a room", True),
    ],
)
def test_what_changes_something_is_told_by_name_and_description(name: str, description: str, acts: bool) -> None:
    assert changes(ToolCard(name, description)) is acts


def test_what_is_to_be_gone_is_not_made_once_more() -> None:
    assert wants_it_gone("actually scrap Granada")
    assert wants_it_gone("ok, kick Tom out")
    assert not wants_it_gone("add Granada")
    assert makes_new("addStop")
    assert makes_new("queue.add")
    assert not makes_new("removeStop")


@pytest.mark.parametrize(
    ("wish", "args", "halves"),
    [
        ("close 12, then assign it to Ann", {"id": 12}, ["close 12", "assign it to Ann"]),
        ("open the gate and email the guard", {"gate": "gate"}, ["open the gate", "email the guard"]),
        ("invite Ann and remove Tom", {"name": "Ann and remove Tom"}, ["invite Ann", "remove Tom"]),
        ("text Ann: lock up and turn off the light", {"text": "lock up and turn off the light"}, []),
        ("pause violin and chess", {"hobbies": ["violin", "chess"]}, []),
        ("order salt and pepper", {"dish": "salt and pepper"}, []),
    ],
)
def test_two_acts(wish: str, args: dict[str, Any], halves: list[str]) -> None:
    assert two_acts(wish, args) == halves


BRING = {"type": "object", "properties": {"who": {"type": "string"}, "dish": {"type": "string"}}}


@pytest.mark.parametrize(
    ("wish", "args", "parts"),
    [
        ("Rosa brings soup and Tim brings bread", {"who": "Rosa", "dish": "soup"}, 2),
        ("Rosa brings soup, Tim brings bread and Ida brings tea", {"who": "Rosa", "dish": "tea"}, 3),
        ("Rosa brings soup with salt", {"who": "Rosa", "dish": "soup"}, 0),
    ],
)
def test_the_same_told_of_several(wish: str, args: dict[str, Any], parts: int) -> None:
    assert len(several(wish, BRING, args)) == parts


def test_a_list_of_things_with_numbers_is_one_wish() -> None:
    args = {"client": "Lund & Co", "items": [{"hours": 3, "rate": 70}, {"hours": 1, "rate": 90}]}
    assert several("bill Lund & Co: 3 hours cleaning at 70, 1 hour repair at 90", {"type": "object"}, args) == []


def _tool(name: str, required: list[str], **properties: str) -> Tool:
    async def run(_: dict[str, Any]) -> Any:
        return {}

    declared = {key: {"type": kind} for key, kind in properties.items()}
    return Tool(name, name, {"type": "object", "properties": declared, "required": required}, run)


def test_a_change_of_nothing() -> None:
    update = _tool("update_event", ["event_id"], event_id="integer", title="string", day="string")
    assert unsaid_change(update, {"event_id": 4}) == ("title", "day")
    assert unsaid_change(update, {"event_id": 4, "day": "friday"}) == ()
    assert unsaid_change(_tool("set_shuffle", [], shuffle="boolean", repeat="string"), {}) == ("shuffle", "repeat")
    assert unsaid_change(_tool("set_volume", ["percent"], percent="integer", room="string"), {"percent": 4}) == ()
    assert unsaid_change(_tool("update_app", ["app_id"], app_id="integer", force="boolean"), {"app_id": 4}) == ()
    assert unsaid_change(_tool("get_event", ["event_id"], event_id="integer", day="string"), {"event_id": 4}) == ()


def test_to_close_a_thing_is_not_to_delete_it() -> None:
    assert cannot_delete("please delete event 4", "update_event", "Change an event")
    assert not cannot_delete("please delete event 4", "cancel_event", "Call an event off")
    assert not cannot_delete("update event 4", "update_event", "Change an event")


@pytest.mark.parametrize(
    ("message", "name", "description", "properties", "cannot"),
    [
        (
            "cancel the flowers",
            "order_flowers",
            "Send flowers to a room",
            {"kind": ["roses"], "number": "integer"},
            True,
        ),
        ("please cancel dinner with Bo", "create_event", "Put an event in the calendar", {"title": "string"}, True),
        ("close case 12", "flag_case", "Flag a case", {"case_id": "integer", "why": "string"}, False),
        ("close CASE-12", "confirm", "Confirm a case", {"case_id": "string"}, True),
        ("stop reading", "start_reading", "Read aloud", {"voice": "string"}, True),
        ("stop the lift", "call_lift", "Call the lift", {"floor": "string"}, True),
        ("revoke it", "issue_key", "Give somebody a key", {"name": "string"}, True),
        ("cancel the flowers", "cancel_delivery", "", {"room": "string"}, False),
        ("cancel my order", "update_order", "Change an order", {"order": "string"}, False),
        ("cancel the alarm", "set_alarm", "Alarm", {"time": "string", "active": "boolean"}, False),
        ("cancel the order", "move_order", "Put an order in another state", {"to": ["paid", "cancelled"]}, False),
        ("close the blinds", "blinds", "Move the blinds", {"percent": "integer"}, False),
        ("stop the music", "playback", "Pause or play", {"room": "string"}, False),
        ("end the call", "hang_up", "Hang up", {"line": "string"}, False),
        ("end date friday", "plan_trip", "Plan a trip", {"until": "string"}, False),
        ("stop at Porto for 2 nights", "plan_trip", "Plan a trip", {"town": "string"}, False),
        ("end Friday", "plan_trip", "Plan a trip", {"until": "string"}, False),
        ("close to the station", "plan_trip", "Plan a trip", {"town": "string"}, False),
        ("cancel the towels", "list_orders", "Show orders", {"item": "string"}, False),
    ],
)
def test_what_no_tool_can_end_is_not_done_once_more(
    message: str, name: str, description: str, properties: dict[str, Any], cannot: bool
) -> None:
    declared = {key: {"enum": each} if isinstance(each, list) else {"type": each} for key, each in properties.items()}
    assert cannot_end(message, {"type": "object", "properties": declared}, name, description) is cannot


@pytest.mark.parametrize("name", ["renew_loan", "extendStay", "restore_backup", "invite.accept", "hire_driver"])
def test_what_renews_or_restores_changes_something(name: str) -> None:
    assert changes(ToolCard(name, ""))


def test_a_merge_makes_something_new() -> None:
    assert not changes(ToolCard("merge_pdfs", "Merge files into one."))
