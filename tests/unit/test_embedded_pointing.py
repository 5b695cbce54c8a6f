"""Conversations whose messages point at what the tools brought, with tools that the embedded model never met."""

from __future__ import annotations

from typing import Any

import pytest

import keyhole.models.numpy_llama  # noqa: F401 - what `load` runs the weights with
from embedded_asked import last_of
from keyhole.agent import Agent
from keyhole.bench.conversations import Conversations, judge
from keyhole.conversation import Conversation
from keyhole.events import StepStarted
from keyhole.models.embedded.model import EmbeddedModel, load
from keyhole.tools.tool import Tool
from keyhole.tools.toolbox import Toolbox

TEXT, NUMBER = {"type": "string"}, {"type": "integer"}
JACKETS = {
    "currency": "EUR",
    "results": [
        {"id": 40112, "title": "Nordvik rain jacket, blue", "price": 79.9, "rating": 4.4},
        {"id": 40388, "title": "Tarn light shell, yellow", "price": 54.0, "rating": 3.9},
        {"id": 41007, "title": "Harbour parka, green", "price": 98.5, "rating": 4.7},
    ],
}
ANSWERS: dict[str, Any] = {
    "search_products": JACKETS,
    "get_product": {"id": 40388, "title": "Tarn light shell, yellow", "price": 54.0, "currency": "EUR", "stock": 3},
    "place_order": {"order": "ord_8123", "total": 54.0, "currency": "EUR", "arrives": "2024-05-09"},
    "list_reviews": [{"id": 7, "by": "Rolf", "text": "Rusts quickly."}, {"id": 9, "by": "Ana", "text": "Warm."}],
}


def _declared(name: str, description: str, required: str, **properties: dict[str, Any]) -> dict[str, Any]:
    typed = {"type": "object", "properties": properties, "required": required.split()}
    return {"name": name, "description": description, "parameters": typed}


TOOLS = [
    _declared(
        "search_products", "Search the shop for products", "query", query={**TEXT, "description": "What to find"}
    ),
    _declared("get_product", "Details of a product", "product_id", product_id={**NUMBER, "description": "Number"}),
    _declared("list_reviews", "Reviews of a product", "product_id", product_id={**NUMBER, "description": "Number"}),
    _declared(
        "place_order",
        "Order a product",
        "product_id",
        product_id={**NUMBER, "description": "Number of the product"},
        quantity={**NUMBER, "description": "How many", "default": 1},
    ),
    _declared("cancel_order", "Cancel an order", "order_id", order_id={**TEXT, "description": "e.g. ord_1024"}),
    _declared(
        "convert_currency",
        "Convert an amount from one currency to another",
        "amount from to",
        amount={"type": "number", "description": "Amount"},
        **{"from": {**TEXT, "description": "Currency code"}, "to": {**TEXT, "description": "Currency code"}},
    ),
    _declared("get_weather", "Current weather in a city", "city", city={**TEXT, "description": "City name"}),
    _declared("add_note", "Write a note", "text", text={**TEXT, "description": "Text of the note"}),
]


@pytest.fixture(scope="module")
def model() -> EmbeddedModel:
    return load()


def _answering(name: str) -> Any:
    async def answer(args: dict[str, Any]) -> Any:
        return ANSWERS.get(name, "done")

    return answer


def _agent(model: EmbeddedModel, conversation: Conversation | None = None) -> Agent:
    box = Toolbox("shop", [Tool(run=_answering(each["name"]), **each) for each in TOOLS])
    return Agent(model, box, conversation=conversation)


async def _last(agent: Agent, *messages: str) -> tuple[list[Any], str]:
    """The calls that the last message came to, and the answer to it."""
    calls, ended = await last_of(agent, *messages)
    return calls, ended.answer


@pytest.mark.parametrize(
    ("messages", "calls"),
    [
        (("search for rain jackets", "open the second one"), [("get_product", {"product_id": 40388})]),
        (("search for rain jackets", "reviews of the cheapest please"), [("list_reviews", {"product_id": 40388})]),
        (("search for rain jackets", "order the green one"), [("place_order", {"product_id": 41007})]),
        (
            ("search for rain jackets", "how much is the first one in dollars?"),
            [("convert_currency", {"amount": 79.9, "from": "EUR", "to": "USD"})],
        ),
        (
            ("search for rain jackets", "reviews of 1 and 3"),
            [("list_reviews", {"product_id": 40112}), ("list_reviews", {"product_id": 41007})],
        ),
        (
            ("search for rain jackets", "open the second one", "order it"),
            [("place_order", {"product_id": 40388})],
        ),
        (
            ("search for rain jackets", "order the cheapest", "cancel it again"),
            [("cancel_order", {"order_id": "ord_8123"})],
        ),
        (("search for rain jackets", "what's the weather in Oslo?"), [("get_weather", {"city": "Oslo"})]),
        (
            ("search for rain jackets", "note: ask about the first one"),
            [("add_note", {"text": "ask about the first one"})],
        ),
        (("search for rain jackets", "search for tents"), [("search_products", {"query": "tents"})]),
        (("search for rain jackets", "tell me a joke"), []),
        (("search for rain jackets", "first of all thanks for all of that"), []),
        (("search for rain jackets", "thanks!"), []),
    ],
)
async def test_a_message_points_at_what_was_brought(
    model: EmbeddedModel, messages: tuple[str, ...], calls: list[Any]
) -> None:
    assert (await _last(_agent(model), *messages))[0] == calls


async def test_one_message_may_do_something_with_what_it_brings_itself(model: EmbeddedModel) -> None:
    calls, _ = await _last(_agent(model), "search for the cheapest rain jacket and order it")
    assert [tool for tool, _ in calls] == ["search_products", "place_order"]
    assert calls[1][1]["product_id"] == 40388


@pytest.mark.parametrize(
    ("messages", "said"),
    [
        (("search for rain jackets", "which is the cheapest?"), "Tarn light shell"),
        (("search for rain jackets", "how many are there?"), "3"),
        (("reviews of product 40388", "what did Rolf complain about?"), "Rusts quickly"),
    ],
)
async def test_a_question_about_it_is_answered_from_it(
    model: EmbeddedModel, messages: tuple[str, ...], said: str
) -> None:
    calls, answer = await _last(_agent(model), *messages)
    assert calls == []
    assert said in answer
    assert "Harbour parka" not in answer


async def test_the_raw_result_is_gone_after_a_reload_and_what_was_shown_is_enough(model: EmbeddedModel) -> None:
    agent = _agent(model)
    await _last(agent, "search for rain jackets")
    kept = Conversation.model_validate_json(agent.conversation.model_dump_json())
    assert (await _last(_agent(model, kept), "order the last one"))[0] == [("place_order", {"product_id": 41007})]


async def test_the_trace_shows_the_request_in_full(model: EmbeddedModel) -> None:
    agent = _agent(model)
    await _last(agent, "search for rain jackets")
    seen = [event.prompt async for event in agent.ask("open the second one") if isinstance(event, StepStarted)]
    assert any("product 40388" in prompt for prompt in seen)


async def test_conversations_are_judged_by_what_the_tools_answer(model: EmbeddedModel) -> None:
    call = {"choice": "call_tool", "tool": "get_product"}
    opened = {"name": "get_product", "arguments": {"product_id": {"accept": [40388]}}}
    found = {"choice": "call_tool", "tool": "search_products"}
    talk = [
        {
            "query": "search for rain jackets",
            "kind": "first",
            "expected": found,
            "answers": {"search_products": JACKETS},
        },
        {"query": "open the second one", "kind": "nth", "expected": {**call, "calls": [opened]}},
    ]
    which = {"query": "which is the cheapest?", "kind": "question", "expected": {"choice": "none"}}
    talks = [[*talk], [talk[0], {**which, "says": ["Tarn"]}], [talk[0], {**which, "says": ["Harbour"]}]]
    judged = await judge(model, Conversations.model_validate({"tools": TOOLS, "conversations": talks}))
    assert [[said.right for said in talk[1:]] for talk in judged] == [[True], [True], [False]]
