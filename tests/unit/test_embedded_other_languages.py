# ruff: noqa: RUF001  (marks of other scripts are what people type)
"""Whole answers of the embedded model to requests in other languages than English, for tools that it never met."""

from __future__ import annotations

import json
from typing import Any

import pytest

import keyhole.models.numpy_llama  # noqa: F401 - what `load` runs the weights with
from keyhole.models.embedded.model import EmbeddedModel, load
from keyhole.models.model import ChatRequest, FillTask, RouteTask
from keyhole.tools.tool import Tool


@pytest.fixture(scope="module")
def model() -> EmbeddedModel:
    return load()


async def _echo(arguments: dict[str, Any]) -> dict[str, Any]:
    return arguments


def _text(description: str) -> dict[str, Any]:
    return {"type": "string", "description": description}


def _tool(name: str, description: str, **properties: dict[str, Any]) -> Tool:
    return Tool(name, description, {"type": "object", "properties": properties, "required": sorted(properties)}, _echo)


LIBRARY = (
    _tool("loan_renew", "Renews the loan of a book.", number=_text("Number of the book")),
    _tool("book_search", "Searches the catalogue for books.", title=_text("Title or subject")),
    _tool("fees_list", "Lists the unpaid fees of a reader.", card=_text("Number of the library card")),
)
TRIP = (
    _tool("get_weather", "Weather forecast for a city.", city=_text("City")),
    _tool(
        "book_hotel",
        "Books a hotel room.",
        city=_text("City"),
        arrival=_text("Day of arrival, YYYY-MM-DD"),
        nights={"type": "integer", "description": "Number of nights"},
    ),
    _tool("cancel_booking", "Cancels a booking.", booking=_text("Booking code")),
)
HOME = (
    _tool(
        "light_switch",
        "Switches the light in a room on or off.",
        room=_text("Room"),
        state={"type": "string", "enum": ["on", "off"]},
    ),
    _tool("send_message", "Sends a message to a contact.", to=_text("Name of the contact"), text=_text("The message")),
    _tool("set_alarm", "Sets an alarm.", time=_text("Time, HH:MM")),
)


async def said(model: EmbeddedModel, task: RouteTask | FillTask) -> dict[str, Any]:
    (chunk,) = [chunk async for chunk in model.stream(ChatRequest(messages=[], task=task))]
    answer: dict[str, Any] = json.loads(chunk.text)
    return answer


@pytest.mark.parametrize(
    ("tools", "query", "name", "args"),
    [
        (LIBRARY, "Bitte verlängere das Buch mit der Nummer 4471-B", "loan_renew", {"number": "4471-B"}),
        (LIBRARY, "¿Cuánto debo todavía? Mi carné es el C-2201", "fees_list", {"card": "C-2201"}),
        (
            TRIP,
            "Réserve un hôtel à Lyon pour trois nuits à partir du 12 mai 2026",
            "book_hotel",
            {"city": "Lyon", "arrival": "2026-05-12", "nights": 3},
        ),
        (
            TRIP,
            "Ich brauche ein Hotelzimmer in München vom 3. Juni 2026, zwei Nächte",
            "book_hotel",
            {"city": "Munich", "arrival": "2026-06-03", "nights": 2},
        ),
        (TRIP, "取消预订 KX-5520", "cancel_booking", {"booking": "KX-5520"}),
        (TRIP, "明天柏林的天气怎么样？", "get_weather", {"city": "Berlin"}),
        (TRIP, "Какая погода в Казани?", "get_weather", {"city": "Kazan"}),
        (TRIP, "Cancela a reserva RT-8812, por favor", "cancel_booking", {"booking": "RT-8812"}),
        (HOME, "Schalte das Licht in der Küche aus", "light_switch", {"room": "Küche", "state": "off"}),
        (HOME, "台所の電気を消して", "light_switch", {"room": "台所", "state": "off"}),
        (HOME, "Spegni la luce in cucina", "light_switch", {"room": "cucina", "state": "off"}),
        (TRIP, "Wat voor weer wordt het in Utrecht?", "get_weather", {"city": "Utrecht"}),
        (TRIP, "내일 서울 날씨 알려줘", "get_weather", {"city": "Seoul"}),
        (HOME, "Mets un réveil à 6h45", "set_alarm", {"time": "06:45"}),
        (
            HOME,
            "Écris à Paul que la réunion est annulée",
            "send_message",
            {"to": "Paul", "text": "la réunion est annulée"},
        ),
    ],
)
async def test_a_request_in_another_language_is_called_with_its_values(
    model: EmbeddedModel, tools: tuple[Tool, ...], query: str, name: str, args: dict[str, Any]
) -> None:
    route = await said(model, RouteTask(query, tuple(tool.card for tool in tools)))
    assert (route["choice"], route["tool"]) == ("call_tool", name)
    tool = next(tool for tool in tools if tool.name == name)
    assert (await said(model, FillTask(query, tool.name, tool.description, tool.parameters)))["args"] == args


@pytest.mark.parametrize(
    ("tools", "query"),
    [
        (TRIP, "Wie hoch ist der Eiffelturm?"),
        (HOME, "¿Cuál es la capital de Australia?"),
        (LIBRARY, "Wie geht es dir heute?"),
    ],
)
async def test_what_no_tool_is_for_is_left_alone_in_any_language(
    model: EmbeddedModel, tools: tuple[Tool, ...], query: str
) -> None:
    assert (await said(model, RouteTask(query, tuple(tool.card for tool in tools))))["choice"] == "none"
