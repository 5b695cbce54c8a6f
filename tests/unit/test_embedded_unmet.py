"""Arguments of tools that the embedded model never met: what a request says is taken, what it does not is asked."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

import keyhole.models.numpy_llama  # noqa: F401 - what `load` runs the weights with
from embedded_asked import turn
from keyhole.agent import Agent
from keyhole.events import ToolStarted
from keyhole.models.embedded.model import EmbeddedModel, load
from keyhole.models.model import ChatRequest, FillTask, RouteTask
from keyhole.tools.tool import Tool
from keyhole.tools.toolbox import Toolbox


@pytest.fixture(scope="module")
def model() -> EmbeddedModel:
    return load()


async def _echo(arguments: dict[str, Any]) -> dict[str, Any]:
    return arguments


def _tool(name: str, description: str, **properties: dict[str, Any]) -> Tool:
    needed = [key for key, inner in properties.items() if "default" not in inner]
    return Tool(name, description, {"type": "object", "properties": properties, "required": needed}, _echo)


HEATING = _tool(
    "set_temperature",
    "Set the temperature of a room.",
    room={"type": "string", "enum": ["kitchen", "bath"], "description": "the room"},
    degrees={"type": "number", "description": "the temperature in degrees"},
)
TRANSLATE = _tool(
    "translate",
    "Translate a word into another language.",
    word={"type": "string", "description": "the word to translate"},
    language={"type": "string", "enum": ["de", "fr", "es"], "description": "the language"},
)
TABLE = _tool(
    "book_table",
    "Book a table at a restaurant.",
    restaurant={"type": "string", "description": "the restaurant's name"},
)
NAMES = _tool("find_name", "Find a baby name.", gender={"type": "string", "enum": ["male", "female"]})
SEASON = _tool(
    "season_tips",
    "Tips for gardening in a season.",
    season={"type": "string", "enum": ["spring", "summer", "fall", "winter"], "description": "season of the year"},
)
PLAYER = _tool("play_music", "Play music.", genre={"type": "string", "enum": ["rock", "jazz"]})


@pytest.mark.parametrize(
    ("tool", "message", "allowed"),
    [
        (HEATING, "set the garage to 19 degrees", "kitchen or bath"),
        (HEATING, "set the temperature in the cellar to 10", "kitchen or bath"),
        (HEATING, "set the temperature of the living room to 21 degrees", "kitchen or bath"),
        (TRANSLATE, "translate hello into japanese", "de, fr or es"),
        (PLAYER, "play music of the genre hip hop", "rock or jazz"),
        (SEASON, "gardening tips for the monsoon season", "spring, summer, fall or winter"),
    ],
)
async def test_a_choice_that_a_tool_does_not_have_is_asked_back(
    model: EmbeddedModel, tool: Tool, message: str, allowed: str
) -> None:
    calls, answer = await turn(model, tool, message)
    assert not calls
    assert allowed in answer


@pytest.mark.parametrize(
    ("tool", "message", "wanted"),
    [
        (HEATING, "set the kitchen to 19 degrees", {"room": "kitchen", "degrees": 19}),
        (HEATING, "set the bathroom to 21 degrees", {"room": "bath", "degrees": 21}),
        (HEATING, "set the kitchn to 20 degrees", {"room": "kitchen", "degrees": 20}),
        (TRANSLATE, "translate the word 'cheese' to French", {"word": "cheese", "language": "fr"}),
        (PLAYER, "play jazzy music", {"genre": "jazz"}),
        (NAMES, "find a baby name for a girl", {"gender": "female"}),
        (NAMES, "find a baby name for a boy", {"gender": "male"}),
        (SEASON, "gardening tips for autumn", {"season": "fall"}),
    ],
)
async def test_a_choice_said_in_another_form_is_taken(
    model: EmbeddedModel, tool: Tool, message: str, wanted: dict[str, Any]
) -> None:
    assert (await turn(model, tool, message))[0] == [wanted]


@pytest.mark.parametrize(
    ("message", "text", "language"),
    [
        ("Translate I love you to Spanish", "I love you", "Spanish"),
        ("translate see you tomorrow to french", "see you tomorrow", "french"),
        ("translate the cat is black into spanish", "the cat is black", "spanish"),
        ("translate i am going to the market into german", "i am going to the market", "german"),
        ("translate hello into german", "hello", "german"),
    ],
)
async def test_a_text_ends_where_what_another_takes_begins(
    model: EmbeddedModel, message: str, text: str, language: str
) -> None:
    tool = _tool(
        "translate",
        "Translate a text into another language.",
        text={"type": "string", "description": "the text"},
        language={"type": "string", "description": "the language, such as German"},
    )
    assert (await turn(model, tool, message))[0] == [{"text": text, "language": language}]


async def test_the_reply_fills_the_choice(model: EmbeddedModel) -> None:
    calls, _ = await turn(model, HEATING, "set the garage to 19 degrees", "then the kitchen")
    assert calls == [{"room": "kitchen", "degrees": 19}]


async def test_a_choice_with_a_default_is_not_asked_for(model: EmbeddedModel) -> None:
    unit = {"type": "string", "enum": ["fahrenheit", "celsius"], "default": "celsius"}
    tool = _tool("weather_now", "Get the weather in a city.", city={"type": "string"}, unit=unit)
    tool.parameters["required"].append("unit")
    assert (await turn(model, tool, "what is the weather in Paris"))[0] == [{"city": "Paris", "unit": "celsius"}]


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("book a table at Luigi's", "Luigi's"),
        ("book a table at Luigi's for tonight", "Luigi's"),
        ("book a table at Trader Joe\u2019s, please", "Trader Joe\u2019s"),
        ("book Luigi's best table", "Luigi"),
    ],
)
async def test_a_name_keeps_its_ending_where_it_owns_nothing(model: EmbeddedModel, message: str, name: str) -> None:
    assert (await turn(model, TABLE, message))[0] == [{"restaurant": name}]


TEXT: dict[str, Any] = {"type": "string"}


async def filled(model: EmbeddedModel, task: FillTask) -> dict[str, Any]:
    (chunk,) = [chunk async for chunk in model.stream(ChatRequest(messages=[], task=task))]
    return dict(json.loads(chunk.text)["args"])


@pytest.mark.parametrize(
    ("query", "description", "wanted"),
    [
        (
            "Tuesday, Ahmed, the keys to the shed",
            "Remind somebody of something.",
            {"person": "Ahmed", "about": "the keys to the shed", "day": "Tuesday"},
        ),
        (
            "Thursday, Marek, the ladder in the garage",
            "Remind somebody of something.",
            {"person": "Marek", "about": "the ladder in the garage", "day": "Thursday"},
        ),
    ],
)
async def test_values_that_the_sum_alone_gets_wrong(
    model: EmbeddedModel, query: str, description: str, wanted: dict[str, Any]
) -> None:
    needed = {"title", "person", "about"}
    schema = {"type": "object", "properties": dict.fromkeys(wanted, TEXT), "required": sorted(needed & wanted.keys())}
    task = FillTask(query, "tool", description, schema)
    assert await filled(model, task) == wanted
    known = replace(task, knows=lambda text: 0.0)  # as the shipped tools do, which the sum is for
    assert await filled(model, known) != wanted


async def test_values_need_no_words_between_them(model: EmbeddedModel) -> None:
    properties = {"station": TEXT, "kind": TEXT, "days": {"type": "integer"}}
    schema = {"type": "object", "properties": properties, "required": ["station"]}
    task = FillTask("Harbour Square, tandem, 2 days", "rent_bicycle", "Rent a bicycle.", schema)
    assert await filled(model, task) == {"station": "Harbour Square", "kind": "tandem", "days": 2}
    song = {"type": "object", "properties": {"title": TEXT, "artist": TEXT, "room": TEXT}, "required": ["title"]}
    for room in ("kitchen", "living room"):
        task = FillTask(f"{room}: So What, Miles Davis", "tool", "Play a song.", song)
        assert await filled(model, task) == {"title": "So What", "artist": "Miles Davis", "room": room}


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("I am 5 feet 9 inches tall", {"feet": 5, "inches": 9}),
        ("the film lasts 2 hours 15 minutes", {"hours": 2, "minutes": 15}),
        ("a parcel of 3 kg 200 g", {"kilograms": 3, "grams": 200}),
    ],
)
async def test_the_rest_of_a_measure_goes_where_its_unit_is_wanted(
    model: EmbeddedModel, query: str, wanted: dict[str, int]
) -> None:
    schema = {"type": "object", "properties": {name: {"type": "integer"} for name in wanted}, "required": [*wanted][:1]}
    assert await filled(model, FillTask(query, "note", "Note it.", schema)) == wanted


async def routed(model: EmbeddedModel, query: str, *tools: Tool) -> dict[str, Any]:
    task = RouteTask(query, tuple(tool.card for tool in tools))
    (chunk,) = [chunk async for chunk in model.stream(ChatRequest(messages=[], task=task))]
    said: dict[str, Any] = json.loads(chunk.text)
    return said


@pytest.mark.parametrize(
    ("query", "tools", "tool"),
    [
        (
            "Back up database 'orchard' to s3://vault-eu/orchard, compressed.",
            (
                _tool("restoreDatabase", "Restores a database from a backup.", database=TEXT, source=TEXT),
                _tool("backupDatabase", "Writes a backup of a database.", database=TEXT, destination=TEXT),
            ),
            "backupDatabase",  # two words of the request are one of the name
        ),
        (
            "Employee E1187 would like parental leave from 2025-09-01 to 2025-11-30. Please put the request in.",
            (
                _tool(
                    "hr.request_leave",
                    "Hands in a request for leave.",
                    employee_id={"type": "string", "description": "Employee id"},
                    kind={"type": "string", "enum": ["vacation", "sick", "parental", "unpaid"]},
                    from_date={"type": "string", "description": "First day, YYYY-MM-DD"},
                    to_date={"type": "string", "description": "Last day, YYYY-MM-DD"},
                ),
            ),
            "hr.request_leave",  # nothing is asked back where all is said
        ),
        (
            "Give me the determinant of [[3, 1], [2, 5]].",
            (
                _tool(
                    "linalg.det",
                    "Determinant of a square matrix.",
                    matrix={"type": "array", "items": {"type": "array", "items": {"type": "number"}}},
                ),
            ),
            "linalg.det",  # what code reads off the request is said, too
        ),
        (
            "How many grams are two and a half cups of cocoa?",
            (
                _tool("weight_to_volume", "Converts a weight into a volume.", weight_g={"type": "number"}),
                _tool("volume_to_weight", "Converts a volume into a weight.", volume_cups={"type": "number"}),
            ),
            "volume_to_weight",  # the other way round, with the same words
        ),
    ],
)
async def test_what_a_request_says_of_the_values_of_a_tool_speaks_for_it(
    model: EmbeddedModel, query: str, tools: tuple[Tool, ...], tool: str
) -> None:
    assert await routed(model, query, *tools) == {"choice": "call_tool", "tool": tool, "question": None}


async def test_a_tool_for_the_way_back_is_left_alone(model: EmbeddedModel) -> None:
    to_celsius = _tool(
        "to_c.f_to_c",
        "Converts a temperature in degrees Fahrenheit into degrees Celsius.",
        fahrenheit={"type": "number", "description": "Temperature in degrees Fahrenheit"},
    )
    there = await routed(model, "What is 375 degrees Fahrenheit in Celsius?", to_celsius)
    back = await routed(model, "What is 190 degrees Celsius in Fahrenheit?", to_celsius)
    assert (there["choice"], back["choice"]) == ("call_tool", "none")


async def test_a_tool_that_needs_nothing_asks_nothing_back(model: EmbeddedModel) -> None:
    vacuum = Tool("start_vacuum", "Starts the robot vacuum.", {"type": "object", "properties": {"room": TEXT}}, _echo)
    alarm = _tool("arm_alarm", "Arms the alarm.", mode={"type": "string", "enum": ["home", "away"]})
    for query in ("start the vacuum", "vacuum, please"):
        assert (await routed(model, query, vacuum, alarm))["choice"] == "call_tool"


async def test_a_language_is_no_pronoun(model: EmbeddedModel) -> None:
    target = {"type": "string", "enum": ["en", "de", "it", "fr"], "description": "Language to translate into"}
    translate = _tool("translate", "Translates a text.", text={"type": "string", "description": "The text"}, to=target)
    for said, wanted in (('translate it into German: "good morning"', "de"), ('"good morning" in Italian', "it")):
        task = FillTask(said, translate.name, translate.description, translate.parameters)
        assert await filled(model, task) == {"text": "good morning", "to": wanted}


async def test_a_tool_of_many_is_found_though_no_word_is_shared(model: EmbeddedModel) -> None:
    text: dict[str, Any] = {"type": "string", "description": "what it is about"}
    number: dict[str, Any] = {"type": "number", "description": "a number"}
    names = "note alarm photo song recipe ticket parcel garden ferry museum lamp blanket guitar puzzle candle".split()  # noqa: SIM905
    tools = [_tool(f"find_{name}", f"Finds a {name}.", about=text) for name in (*names, "bridge", "carpet", "teapot")]
    percent = _tool("percent_of", "Computes a percentage of a number.", percent=number, number=number)
    called = [
        event.tool
        async for event in Agent(model, Toolbox("many", [*tools, percent])).ask("20% of 85")
        if isinstance(event, ToolStarted)
    ]
    assert called == ["percent_of"]
