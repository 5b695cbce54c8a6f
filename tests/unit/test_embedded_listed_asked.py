"""Lists of objects and addresses of the web, asked of the embedded model with its shipped weights."""

from __future__ import annotations

from typing import Any

import pytest

import keyhole.models.numpy_llama  # noqa: F401 - what `load` runs the weights with
from embedded_asked import only
from keyhole.agent import Agent
from keyhole.events import ToolStarted, TurnFinished
from keyhole.models.embedded.model import EmbeddedModel, load
from keyhole.models.model import FillTask
from keyhole.tools.schema import compiled
from keyhole.tools.tool import Tool
from keyhole.tools.toolbox import Toolbox

Calls = list[tuple[str, dict[str, Any]]]
TEXT, NUMBER, WHOLE = {"type": "string"}, {"type": "number"}, {"type": "integer"}


async def done(args: dict[str, Any]) -> Any:
    return {"id": "ord-41"}


def tool(name: str, about: str, required: list[str], **properties: dict[str, Any]) -> Tool:
    return Tool(name, about, {"type": "object", "properties": properties, "required": required}, done)


def objects(about: str, required: list[str], **properties: dict[str, Any]) -> dict[str, Any]:
    items = {"type": "object", "properties": properties, "required": required}
    return {"type": "array", "description": about, "items": items}


ITEMS = objects("Ordered items", ["name", "quantity"], name=TEXT, quantity=WHOLE)
LINES = objects(
    "Lines of the invoice", ["description", "unit_price"], description=TEXT, quantity=NUMBER, unit_price=NUMBER
)
EDITS = objects("Replacements", ["oldText", "newText"], oldText=TEXT, newText=TEXT)
TASKS = objects("Subtasks", ["title"], title=TEXT, hours=NUMBER)
DESK = [
    tool(
        "create_order", "Place an order for a table.", ["items"], items=ITEMS, table={**WHOLE, "description": "Table"}
    ),
    tool("cancel_order", "Cancel an order.", ["order_id"], order_id=TEXT),
    tool("create_invoice", "Write an invoice to a customer.", ["customer", "lines"], customer=TEXT, lines=LINES),
    tool("edit_file", "Replace texts in a file.", ["path", "edits"], path=TEXT, edits=EDITS),
    tool("split_task", "Break a task into subtasks.", ["task_id", "subtasks"], task_id=TEXT, subtasks=TASKS),
]
HOST = [
    tool("merge_pull_request", "Merge one.", ["owner", "repo", "number"], owner=TEXT, repo=TEXT, number=WHOLE),
    tool("close_ticket", "Close a ticket.", ["ticket_id"], ticket_id=TEXT),
    tool("fetch_page", "Fetch a web page.", ["url"], url=TEXT),
]


@pytest.fixture(scope="module")
def shipped() -> EmbeddedModel:
    return load()


async def called(model: EmbeddedModel, tools: list[Tool], *messages: str) -> tuple[Calls, str]:
    """The calls of the last message of a conversation, and its answer."""
    agent, calls, answer = Agent(model, Toolbox("own", tools)), [], ""
    for message in messages:
        events = [event async for event in agent.ask(message)]
        calls = [(e.tool, e.arguments) for e in events if isinstance(e, ToolStarted)]
        answer = next(event.answer for event in events if isinstance(event, TurnFinished))
    return calls, answer


def counted(**things: int) -> list[dict[str, Any]]:
    return [{"name": name, "quantity": count} for name, count in things.items()]


@pytest.mark.parametrize(
    ("message", "name", "arguments"),
    [
        (
            "2 margheritas and a coke for table 4",
            "create_order",
            {"table": 4, "items": counted(margheritas=2, coke=1)},
        ),
        ("table 7: 3 espresso, 1 tiramisu", "create_order", {"table": 7, "items": counted(espresso=3, tiramisu=1)}),
        (
            "2 large teas, three scones and a pot of jam",
            "create_order",
            {"items": [*counted(**{"large teas": 2, "scones": 3, "pot of jam": 1})]},
        ),
        ("order two beers", "create_order", {"items": counted(beers=2)}),
        (
            "invoice Bergmann for 3 hours of consulting at 90 and 1 site visit at 120",
            "create_invoice",
            {
                "customer": "Bergmann",
                "lines": [
                    {"description": "consulting", "quantity": 3, "unit_price": 90},
                    {"description": "site visit", "quantity": 1, "unit_price": 120},
                ],
            },
        ),
        (
            "in src/app.py replace foo with bar",
            "edit_file",
            {"path": "src/app.py", "edits": [{"oldText": "foo", "newText": "bar"}]},
        ),
        (
            "split WEB-52 into subtasks:\nDNS cutover\nsmoke test\nannounce in #general",
            "split_task",
            {
                "task_id": "WEB-52",
                "subtasks": [{"title": "DNS cutover"}, {"title": "smoke test"}, {"title": "announce in #general"}],
            },
        ),
        ("cancel order ord-22", "cancel_order", {"order_id": "ord-22"}),
    ],
)
async def test_what_a_request_enumerates(
    shipped: EmbeddedModel, message: str, name: str, arguments: dict[str, Any]
) -> None:
    assert (await called(shipped, DESK, message))[0] == [(name, arguments)]


BOXES = [
    tool(
        "pack_box",
        "Put produce into a subscriber's box.",
        ["subscriber", "contents"],
        subscriber={**TEXT, "description": "Who gets the box"},
        contents=objects("What goes in", ["produce", "count"], produce=TEXT, count=WHOLE),
    ),
    tool(
        "plan_bakes",
        "Plan the batches of a day.",
        ["batches"],
        day={**TEXT, "description": "Day of the plan"},
        batches=objects(
            "Batches", ["product", "pieces"], product=TEXT, pieces=WHOLE, oven={**TEXT, "enum": ["deck", "rotary"]}
        ),
    ),
]


def packed(**things: int) -> list[dict[str, Any]]:
    return [{"produce": name, "count": count} for name, count in things.items()]


@pytest.mark.parametrize(
    ("message", "name", "arguments"),
    [
        (
            "leek, beans and corn, that's for Mrs Holt",
            "pack_box",
            {"subscriber": "Mrs Holt", "contents": packed(leek=1, beans=1, corn=1)},
        ),
        (
            "kohlrabi, beet and fennel - two of each for Mrs Tamboer",
            "pack_box",
            {"subscriber": "Mrs Tamboer", "contents": packed(kohlrabi=2, beet=2, fennel=2)},
        ),
        (
            "bake 250 croissants and 90 rolls on friday, all in the rotary",
            "plan_bakes",
            {
                "day": "friday",
                "batches": [
                    {"product": "croissants", "pieces": 250, "oven": "rotary"},
                    {"product": "rolls", "pieces": 90, "oven": "rotary"},
                ],
            },
        ),
    ],
)
async def test_what_is_said_for_all_and_beside(
    shipped: EmbeddedModel, message: str, name: str, arguments: dict[str, Any]
) -> None:
    assert (await called(shipped, BOXES, message))[0] == [(name, arguments)]


async def test_an_order_goes_on(shipped: EmbeddedModel) -> None:
    first = "2 margheritas and a coke for table 4"
    more, _ = await called(shipped, DESK[:2], first, "and a tiramisu")
    assert more == [("create_order", {"table": 4, "items": counted(tiramisu=1)})]


async def test_another_order_is_not_for_the_same_things(shipped: EmbeddedModel) -> None:
    first = "2 margheritas and a coke for table 4"
    calls, answer = await called(shipped, DESK[:2], first, "place an order for table 9")
    assert calls == []
    assert "items" in answer
    calls, _ = await called(shipped, DESK[:2], first, "the same for table 9")
    assert calls == [("create_order", {"table": 9, "items": counted(margheritas=2, coke=1)})]


async def test_the_things_of_a_list_are_given_as_they_were_said(shipped: EmbeddedModel) -> None:
    calls, _ = await called(shipped, DESK[:2], "Bitte bestelle 2 Brote und 3 Äpfel für Tisch 4")
    assert calls == [("create_order", {"table": 4, "items": counted(Brote=2, Äpfel=3)})]


async def test_a_list_that_nothing_is_said_of_is_asked_for(shipped: EmbeddedModel) -> None:
    calls, answer = await called(shipped, DESK[:2], "place an order for table 4")
    assert calls == []
    assert "items" in answer
    calls, _ = await called(shipped, DESK[:2], "place an order for table 4", "two beers and a lemonade")
    assert calls == [("create_order", {"table": 4, "items": counted(beers=2, lemonade=1)})]


@pytest.mark.parametrize(
    ("message", "name", "arguments"),
    [
        (
            "merge https://git.example/acme/rocket/pull/412",
            "merge_pull_request",
            {"owner": "acme", "repo": "rocket", "number": 412},
        ),
        ("merge acme/rocket#412", "merge_pull_request", {"owner": "acme", "repo": "rocket", "number": 412}),
        ("close https://desk.example/tickets/4471", "close_ticket", {"ticket_id": "4471"}),
        ("fetch https://acme.example/docs", "fetch_page", {"url": "https://acme.example/docs"}),
    ],
)
async def test_what_an_address_names(
    shipped: EmbeddedModel, message: str, name: str, arguments: dict[str, Any]
) -> None:
    assert (await called(shipped, HOST, message))[0] == [(name, arguments)]


HARD: dict[str, Any] = {
    "bounded": objects("At most two", ["name"], name={"type": "string", "maxLength": 6}) | {"maxItems": 2},
    "deep": objects("Nested", ["name", "more"], name=TEXT, more=objects("Inner", ["x"], x=TEXT)),
    "around": {"type": "array", "items": {"$ref": "#"}},
    "mixed": objects("Mixed", ["kind", "when"], kind={"enum": ["a", "b"]}, when={"type": "string", "format": "date"}),
}


@pytest.mark.parametrize("name", HARD)
@pytest.mark.parametrize(
    "message", ["2 margheritas and a coke", "a: x, y; z\n- b\n- c", "kind a on 2 May, kind b tomorrow", "(a, b, c, d)"]
)
async def test_no_schema_is_given_what_it_refuses(shipped: EmbeddedModel, name: str, message: str) -> None:
    schema = {"type": "object", "properties": {name: HARD[name], "note": TEXT}, "required": [name]}
    output = await only(shipped, FillTask(message, "put_all", "Put all of it.", schema))
    assert "missing" in output or not compiled(schema).errors(output["args"], "args")
