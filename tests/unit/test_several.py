"""Several calls of one tool, or of tools that the embedded model never met, in one message."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import keyhole.models.numpy_llama  # noqa: F401 - what `load` runs the weights with
from keyhole.agent import Agent
from keyhole.events import ToolStarted, TurnFinished
from keyhole.models.embedded.model import EmbeddedModel, load
from keyhole.steps.several import several
from keyhole.tools.tool import Tool
from keyhole.tools.toolbox import Toolbox

TEXT: dict[str, Any] = {"type": "string"}
NUMBER: dict[str, Any] = {"type": "number"}
ROOMS: dict[str, Any] = {"type": "string", "enum": ["kitchen", "garage", "living room"]}


def _schema(**properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


@pytest.fixture(scope="module")
def model() -> EmbeddedModel:
    return load()


async def _calls(model: EmbeddedModel, message: str, *, room: dict[str, Any] = TEXT) -> tuple[list[list[Any]], str]:
    async def done(arguments: dict[str, Any]) -> str:
        return f"{arguments} is done"

    def made(name: str, description: str, **properties: dict[str, Any]) -> Tool:
        return Tool(name, description, _schema(**properties), done)

    tools = [
        made("set_temperature", "Set the temperature of a room.", room=room, degrees=NUMBER),
        made("play_music", "Play music of a genre.", genre=TEXT),
        made("weather", "Get the weather of a city.", city=TEXT),
    ]
    calls: list[list[Any]] = []
    answer = ""
    async for event in Agent(model, Toolbox("home", tools)).ask(message):
        if isinstance(event, ToolStarted):
            calls.append(list(event.arguments.values()))
        elif isinstance(event, TurnFinished):
            answer = event.answer
    return calls, answer


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("set the kitchen to 19 and the garage to 12", [["kitchen", 19], ["garage", 12]]),
        ("set the kitchen to 19, the garage to 12 and the hall to 15", [["kitchen", 19], ["garage", 12], ["hall", 15]]),
        ("set the kitchen and the garage to 19", [["kitchen", 19], ["garage", 19]]),
        ("set the bedroom to 20 and play jazz", [["bedroom", 20], ["jazz"]]),
        ("weather in rome and berlin and play jazz", [["rome"], ["berlin"], ["jazz"]]),
        ("what is the weather in Rome, Paris and Oslo", [["Rome"], ["Paris"], ["Oslo"]]),
        ("play jazz and rock", [["jazz"], ["rock"]]),
        ("kitchen 19, garage 12 and living room 20", [["kitchen", 19], ["garage", 12], ["living room", 20]]),
    ],
)
async def test_all_that_is_asked_is_done(model: EmbeddedModel, message: str, wanted: list[list[Any]]) -> None:
    assert (await _calls(model, message))[0] == wanted


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("set the kitchen to 19 and the garage to 12", [["kitchen", 19], ["garage", 12]]),
        ("set the living room and the garage to 19", [["living room", 19], ["garage", 19]]),
    ],
)
async def test_choices_of_one_message_are_not_mixed_up(
    model: EmbeddedModel, message: str, wanted: list[list[Any]]
) -> None:
    assert (await _calls(model, message, room=ROOMS))[0] == wanted


async def test_more_than_is_done_for_one_message_is_said(model: EmbeddedModel) -> None:
    calls, answer = await _calls(model, "play jazz and rock and pop and blues and funk and soul")
    assert len(calls) == 5
    assert "play soul: that is more than" in answer


@pytest.mark.parametrize(
    ("wish", "args", "parts"),
    [
        ("send 5 dollars to bob and 10 to anna", {"a": 5, "to": "bob"}, ["send 5 dollars to bob", "send 10 to anna"]),
        ("i want to pay 5 to bob and 6 to ann", {"a": 5}, ["i want to pay 5 to bob", "i want to pay 6 to ann"]),
        (
            "remind me to call mom at 5 and buy milk at 6",
            {"text": "call mom"},
            ["remind me to call mom at 5", "remind me to buy milk at 6"],
        ),
        (
            "what's the weather in rome on monday and paris on tuesday",
            {"city": "rome", "day": "monday"},
            ["what's the weather in rome on monday", "what's the weather in paris on tuesday"],
        ),
        (
            "turn the kitchen light on and the hall light off",
            {"room": "kitchen"},
            ["turn the kitchen light on", "turn the hall light off"],
        ),
        ("translate hello into german and french", {"text": "hello", "language": "german"}, 2),
        ("roll dice with 6 and 20 sides", {"sides": 6}, ["roll dice with 6 sides", "roll dice with 20 sides"]),
        ("look up the stock of teapots, cups and plates", {"product": "teapots"}, 3),
        ("set the kitchen 19 and the hall 12", {"room": "kitchen"}, ["set the kitchen 19", "set the hall 12"]),
        (
            "set kitchen 19, living room 12 degrees",
            {"room": "kitchen"},
            ["set kitchen 19", "set living room 12 degrees"],
        ),
        ("garage 12 and living room 20", {"room": "garage", "degrees": 20}, ["garage 12", "living room 20"]),
        ("price of iphone 14 and galaxy 23", {"item": "iphone 14"}, ["price of iphone 14", "price of galaxy 23"]),
    ],
)
def test_parts_take_from_the_wish_what_they_leave_out(wish: str, args: dict[str, Any], parts: list[str] | int) -> None:
    made = several(wish, _schema(**dict.fromkeys(args, TEXT)), args)
    assert (len(made) if isinstance(parts, int) else made) == parts


@pytest.mark.parametrize(
    ("wish", "args"),
    [
        ("translate hello and goodbye into german", {"text": "hello and goodbye", "language": "german"}),
        ("tell bob to come and play chess", {"who": "bob", "text": "come and play chess"}),
        ("find and play some jazz", {"genre": "jazz"}),
        ("play jazz and relax", {"genre": "jazz"}),
        ("distance between rome and milan", {"from": "rome", "to": "milan"}),
        ("distance from rome to milan and the way to get there", {"from": "rome", "to": "milan"}),
        ("fly from paris to rome on monday and back on friday", {"from": "paris", "to": "rome"}),
        ("a room for 2 adults and 3 kids", {"adults": 2, "children": 3}),
        ("weather in rome, italy", {"city": "rome"}),
        ("weather in bosnia and herzegovina", {"country": "bosnia"}),
        ("send an email to bob about bed and breakfast", {"to": "bob", "subject": "bed"}),
        ("compare iphone 14 and galaxy 23", {"a": "iphone 14", "b": "galaxy 23"}),
        ("flight 12, seat 4", {"flight": "12"}),
        ("gate 12 and locker 20", {"from": 12, "to": 20}),
        ("play fifa 22 and relax", {"game": "fifa 22"}),
    ],
)
def test_one_wish_stays_one(wish: str, args: dict[str, Any]) -> None:
    assert not several(wish, _schema(**dict.fromkeys(args, TEXT)), args)


@given(st.text(alphabet="ab 15,&and?to ", max_size=60), st.text(alphabet="ab 15and", max_size=5))
def test_any_wish_has_parts_or_none(wish: str, value: str) -> None:
    parts = several(wish, _schema(x=TEXT), {"x": value})
    assert len(parts) != 1


def test_what_asks_for_the_rest_is_no_wish_of_its_own() -> None:
    schema = {"type": "object", "properties": dict.fromkeys(("voltage", "current", "resistance"), NUMBER)}
    assert several("12 volts, 4 ohms, what current?", schema, {"voltage": 12, "resistance": 4}) == []
