# ruff: noqa: RUF001  (hostile requests are data)
"""The shipped weights of the embedded model, run by the numpy engine."""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import keyhole.models.numpy_llama  # noqa: F401 - what `load` runs the weights with
from embedded_asked import CARDS, SCHEMA, only
from keyhole.agent import Agent
from keyhole.bench.distractors import distractors
from keyhole.events import ToolStarted, TurnFinished
from keyhole.memory_store import MemoryStore
from keyhole.models.embedded.model import EmbeddedModel, load
from keyhole.models.embedded.route.decision import DecisionWeights
from keyhole.models.engine import Completion, CompletionEngine
from keyhole.models.model import ChatRequest, FillTask, RouteTask, ToolCard
from keyhole.steps import fill, route
from keyhole.tools.builtin import memory
from keyhole.tools.loader import load_toolbox
from keyhole.tools.schema import compiled
from keyhole.tools.tool import Tool
from keyhole.tools.toolbox import Toolbox
from keyhole_destiny.table import Table

MODELS = Path(__file__).parents[2] / "web" / "models"


async def nothing(args: dict[str, Any]) -> Any:
    return args


@pytest.fixture(scope="module")
def shipped() -> EmbeddedModel:
    return load(MODELS)


def test_the_files_are_small_enough() -> None:
    assert sum((MODELS / f"keyhole-embedded.{kind}").stat().st_size for kind in ("gguf", "json")) <= 8_000_000


QUERIES = (
    "weather in Paris for 3 days", "", "____", "send mail to bob@example.com now", "\u0000\u202e<1><none>", "天気は？",
    "x" * 5000, "1 2 3 4 5 6 7 8 9 " * 40, "'", '"quoted" (open [bracket', "5% of 1,250.50 €", "who are you?",
    "weather in NaN for -1e309 days", "weather in Paris " + "[\"" * 2000, ". " * 3000 + "weather in Paris",
    "\n- " * 2000,
    " ".join(f"{a}{b}{c}xqjkvwzbfg" for a in "bcdfg" for b in "hjkl" for c in "mnpqr"),
)  # fmt: skip


@pytest.mark.parametrize("query", QUERIES)
async def test_every_output_is_valid(shipped: EmbeddedModel, query: str) -> None:
    tool = Tool("weather_now", "Get the weather.", SCHEMA, nothing)
    decision = await only(shipped, RouteTask(query, CARDS))
    route.reader(CARDS)(decision)
    request = fill.request(query, tool)
    assert isinstance(request.task, FillTask)
    output = await only(shipped, request.task)
    read = fill.reader(tool)(output)
    assert read.get("missing") or not compiled(SCHEMA).errors(read["args"], "args")


class Counting:
    """An engine that counts what it is asked."""

    def __init__(self, engine: CompletionEngine) -> None:
        self.engine = engine
        self.asked: list[str] = []

    async def complete(
        self, prompt: str, *, grammar: str | None = None, max_tokens: int = 64, n_probs: int = 0
    ) -> Completion:
        self.asked.append(prompt)
        return await self.engine.complete(prompt, grammar=grammar, max_tokens=max_tokens, n_probs=n_probs)


def looking(shipped: EmbeddedModel) -> tuple[EmbeddedModel, Counting]:
    """The shipped model where nothing but the fit decides."""
    weights = DecisionWeights(choose={}, call={"fit": 1.0}, clarify={"bias": -9.0})
    engine = Counting(shipped._engine)
    return EmbeddedModel(engine, replace(shipped._assets, weights=weights, known=())), engine


async def test_a_request_that_says_what_a_tool_needs_is_a_request_for_it(shipped: EmbeddedModel) -> None:
    model, engine = looking(shipped)
    card = Tool("weather_now", "Get the weather.", SCHEMA, nothing).card
    assert (await only(model, RouteTask("weather in Paris for 3 days", (card,))))["choice"] == "call_tool"
    assert len(engine.asked) == 2
    said, unsaid = [(await model.filler.look(query, card)).fit for query in ("weather in Paris", "do I need a coat?")]
    assert said > unsaid + 2


async def test_what_the_router_looked_at_is_not_asked_again(shipped: EmbeddedModel) -> None:
    model, engine = looking(shipped)
    tool = Tool("weather_now", "Get the weather.", SCHEMA, nothing)
    query = "weather in Paris for 3 days"
    routed = [chunk async for chunk in model.stream(ChatRequest(messages=[], task=RouteTask(query, (tool.card,))))]
    assert routed[0].prompt == "\n".join(engine.asked)
    task = fill.request(query, tool).task
    filled = [chunk async for chunk in model.stream(ChatRequest(messages=[], task=task))]
    assert json.loads(filled[0].text)["args"]["city"] == "Paris"
    assert len(engine.asked) == 2
    assert filled[0].usage is not None
    assert filled[0].usage.prompt_tokens == 0
    assert filled[0].prompt == engine.asked[1]
    await only(model, task)
    await only(model, task)
    assert len(engine.asked) == 4, "what a fill said is not kept: asked again, it is asked again"


@pytest.mark.parametrize(
    ("query", "choice"),
    [
        ("book a table at the Golden Lion for 4 people", "call_tool"),  # all is surely said
        ("I would like to book a table", "call_tool"),  # plainly nothing is: the fill step asks for it
        ("4 people, somewhere quiet", "call_tool"),
        ("a table in town for 4", "clarify"),
    ],
)
async def test_what_would_be_asked_back_is_asked_by_the_fill_step_where_it_plainly_lacks_something(
    shipped: EmbeddedModel, query: str, choice: str
) -> None:
    weights = DecisionWeights(choose={}, call={"bias": -9.0}, clarify={"bias": 9.0})
    model = EmbeddedModel(shipped._engine, replace(shipped._assets, weights=weights, known=()))
    properties = {"restaurant": {"type": "string"}, "people": {"type": "integer"}}
    schema = {"type": "object", "properties": properties, "required": [*properties]}
    tool = Tool("book_table", "Book a table in a restaurant.", schema, nothing)
    assert (await only(model, RouteTask(query, (tool.card,))))["choice"] == choice


async def test_names_alone_are_all_that_is_looked_at_where_no_more_is_shown(shipped: EmbeddedModel) -> None:
    model, engine = looking(shipped)
    await only(model, RouteTask("weather in Paris for 3 days", (ToolCard("weather_now"),)))
    assert len(engine.asked) == 1


@settings(max_examples=15, deadline=None)
@given(query=st.text(max_size=120), count=st.integers(1, 40))
async def test_any_request_over_any_number_of_tools(shipped: EmbeddedModel, query: str, count: int) -> None:
    cards = tuple(ToolCard(f"tool_{n}", "does things") for n in range(count))
    decision = await only(shipped, RouteTask(query, cards))
    route.reader(cards)(decision)


@pytest.mark.parametrize(
    ("toolbox", "query", "wanted"),
    [
        ("destiny", "explain voltshot and kill clip", [{"name": "Kill Clip"}, {"name": "Voltshot"}]),
        ("destiny", "what does frenzy do?", [{"name": "Frenzy"}]),
        (
            "destiny",
            "what perks can roll on austringer and funnelweb?",
            [{"name": "Austringer"}, {"name": "Funnelweb"}],
        ),
        (
            "destiny",
            "calus mini-tool, recluse and funnelweb perks",
            [{"name": "CALUS Mini-Tool"}, {"name": "Funnelweb"}, {"name": "The Recluse"}],
        ),
        ("everyday", "2+2 and 3*3", [{"expression": "2+2"}, {"expression": "3*3"}]),
    ],
)
def test_several_wishes_are_several_calls(toolbox: str, query: str, wanted: list[dict[str, Any]]) -> None:
    async def calls() -> list[dict[str, Any]]:
        agent = Agent(load(), load_toolbox(toolbox))
        events = [event async for event in agent.ask(query)]
        assert isinstance(events[-1], TurnFinished)
        return [event.arguments for event in events if isinstance(event, ToolStarted)]

    assert sorted(asyncio.run(calls()), key=str) == wanted


async def test_what_one_part_lacks_another_may_say(shipped: EmbeddedModel) -> None:
    schema = {
        "type": "object",
        "properties": {
            "ticker": {"type": "string", "description": "Ticker symbol of the company."},
            "days": {"type": "integer", "description": "Days of history."},
        },
        "required": ["ticker", "days"],
    }
    query = "what's the stock price of NVDA and how did it do over the last 30 days?"
    filled = await only(shipped, FillTask(query, "stock.history", "Price history of a stock.", schema))
    assert filled == {"tool": "stock.history", "args": {"ticker": "NVDA", "days": 30}}


@pytest.mark.parametrize(
    ("query", "rest", "args", "took_rest"),
    [
        ("How windy is it in Oslo?", "Give me knots, please.", {"place": "Oslo", "unit": "knots"}, True),
        ("How windy is it in Oslo?", "How windy is it in Bergen, in knots?", {"place": "Oslo"}, False),
        ("How windy is it in Oslo?", "Who are you?", {"place": "Oslo"}, False),
        ("How windy is it?", "Show me Oslo.", {"place": "Oslo"}, True),
    ],
)
async def test_another_part_may_say_more_of_a_call_but_not_of_one_of_its_own(
    shipped: EmbeddedModel, query: str, rest: str, args: dict[str, Any], took_rest: bool
) -> None:
    schema = {
        "type": "object",
        "properties": {
            "place": {"type": "string", "description": "Where."},
            "unit": {"type": "string", "description": "Unit of speed.", "enum": ["kmh", "knots", "mps"]},
        },
        "required": ["place"],
    }
    task = FillTask(query, "wind_now", "Wind at a place.", schema)
    assert await only(shipped, replace(task, rest=rest)) == {
        "tool": "wind_now",
        "args": args,
        **({"rest": True} if took_rest else {}),
    }
    assert await only(shipped, replace(task, query=f"{query} {rest}")) == {"tool": "wind_now", "args": args}


@pytest.mark.parametrize(
    ("toolbox", "messages", "wanted"),
    [
        ("destiny", ["what does that perk do?", "outlaw"], {"name": "Outlaw"}),
        ("destiny", ["austringer", "and its source?"], {"name": "Austringer"}),
        ("destiny", ["trials of osiris", "thanks", "how many players for it"], {"name": "Trials of Osiris"}),
        ("everyday", ["convert 5 km", "miles"], {"from_unit": "km", "to_unit": "miles", "value": 5}),
        ("everyday", ["convert miles to km", "26"], {"from_unit": "miles", "to_unit": "km", "value": 26}),
        ("everyday", ["what's 20% of it", "350"], {"expression": "20% of 350"}),
    ],
)
async def test_replies_and_follow_ups(
    shipped: EmbeddedModel, toolbox: str, messages: list[str], wanted: dict[str, Any]
) -> None:
    agent = Agent(shipped, load_toolbox(toolbox))
    for message in messages:
        made = [event.arguments async for event in agent.ask(message) if isinstance(event, ToolStarted)]
    assert made == [wanted]


async def test_what_begins_several_names_is_not_guessed(shipped: EmbeddedModel) -> None:
    *_, last = [event async for event in Agent(shipped, load_toolbox("destiny")).ask("what can ikelos roll")]
    assert isinstance(last, TurnFinished)
    assert "Did you mean" in last.answer


async def test_a_question_asks_for_what_was_not_said(shipped: EmbeddedModel) -> None:
    agent = Agent(shipped, load_toolbox("everyday"))
    *_, last = [event async for event in agent.ask("convert 5 km")]
    assert isinstance(last, TurnFinished)
    assert last.outcome == "clarify"
    assert "to convert to" in last.answer
    assert "to convert from" not in last.answer


PLAIN = {
    "calculator": (
        "what is 12 * 7",
        "15% of 240",
        "what's 144 divided by 12?",
        "sqrt(2)",
        "add 12 and 30",
        "7 squared",
    ),
    "unit_convert": (
        "10 miles in km",
        "convert 5 lbs to kg",
        "how many feet in a mile?",
        "100 f to c",
        "70kg in pounds",
    ),
    "date_time": (
        "what time is it",
        "What time is it now?",
        "what's the date",
        "what day is it today?",
        "time in Tokyo",
        "how many days until christmas?",
        "what day of the week is 4 july 2027",
    ),
    "random_pick": (
        "flip a coin",
        "roll a dice",
        "pick a random number",
        "give me a random number",
        "tea or coffee? you choose",
        "roll 2d6",
    ),
    "none": ("hello", "thanks!", "who are you?", "tell me a joke", "what is the capital of France", "write me a poem"),
}
"""What somebody asks first."""


@pytest.mark.parametrize(("wanted", "query"), [(wanted, query) for wanted, asked in PLAIN.items() for query in asked])
async def test_plain_requests_find_their_tool(shipped: EmbeddedModel, wanted: str, query: str) -> None:
    events = [event async for event in Agent(shipped, load_toolbox("everyday")).ask(query)]
    assert isinstance(events[-1], TurnFinished)
    assert events[-1].outcome == "answer"
    assert [event.tool for event in events if isinstance(event, ToolStarted)] == ([] if wanted == "none" else [wanted])


async def test_plain_requests_find_their_tool_among_others(shipped: EmbeddedModel) -> None:
    others = [tool.card for tool in (*load_toolbox("destiny"), *load_toolbox("memory"), *distractors(4))]
    cards = (*others, *load_toolbox("everyday").cards)
    asked = [(query, wanted) for wanted, queries in PLAIN.items() for query in queries]
    routes = [await only(shipped, RouteTask(query, cards)) for query, _ in asked]
    wrong = [
        (query, route["tool"])
        for (query, wanted), route in zip(asked, routes, strict=True)
        if (route["tool"] or route["choice"]) != wanted
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("query", "choice"),
    [
        ("what perks can roll on ____?", "clarify"),
        ("explain armor stats", "none"),
        ("Explain armor stats.", "none"),
        ("how do I farm X?", "none"),
        ("what does incandescent do?", "perk_lookup"),
    ],
)
async def test_what_the_router_owes_is_decided_right(shipped: EmbeddedModel, query: str, choice: str) -> None:
    route = await only(shipped, RouteTask(query, load_toolbox("destiny").cards))
    assert (route["tool"] or route["choice"]) == choice


NAMED = {
    "weapon": ("what is {}", "tell me about {}", "where do i get {}?", "how do I get {}", "what perks can roll on {}?"),
    "armor": ("what is {}", "tell me about {}", "what does {} do?", "what do {} do", "explain {}", "where do i get {}"),
    "perk": ("what is {}", "what does {} do?", "explain {}", "how does {} work", "tell me about {}"),
    "activity": ("what is {}", "tell me about {}", "how many players for {}", "what loot drops in {}?", "{} rewards"),
}
"""What somebody asks of a thing that he knows by name."""


@pytest.mark.parametrize("group", NAMED)
async def test_what_the_table_names_is_looked_up(shipped: EmbeddedModel, group: str) -> None:
    table, chance = Table.shipped(), random.Random(20261122)
    kind = {"weapon": "item", "armor": "item"}.get(group, group)
    entries = [entry for name in table.names(kind) if (entry := table.find(kind, name).entry)]
    names = [e.name for e in entries if kind != "item" or ("class" in e.facts) == (group == "armor")]
    cards = load_toolbox("destiny").cards
    asked = [template.format(name) for template in NAMED[group] for name in chance.sample(names, 12)]
    routes = [await only(shipped, RouteTask(query, cards)) for query in asked]
    missed = [query for query, route in zip(asked, routes, strict=True) if route["tool"] != f"{kind}_lookup"]
    assert len(missed) <= 0.1 * len(asked), missed


ASKED_BESIDE_A_MEMORY = (
    ("what's the weather in Lisbon", ("get_weather",), "answer"),
    ("what's the time in Tokyo", ("date_time",), "answer"),
    ("what is the square root of 144", ("calculator",), "answer"),
    ("when is my dentist appointment?", ("archival_memory_search",), "answer"),
    ("what is my cat called?", ("archival_memory_search",), "answer"),
    ("when is my train?", ("archival_memory_search",), "clarify"),  # nothing is remembered of it
    ("where is the nearest volcano", ("archival_memory_search",), "answer"),  # no other tool wants it
    ("hello", (), "answer"),
)


@pytest.mark.parametrize(("query", "called", "outcome"), ASKED_BESIDE_A_MEMORY)
async def test_a_memory_takes_no_question_from_other_tools(
    shipped: EmbeddedModel, query: str, called: tuple[str, ...], outcome: str
) -> None:
    store = MemoryStore.open()
    store.core.append("human", "my cat is called Miso")
    store.insert("dentist on Friday at 3pm")
    city = {"city": {"type": "string", "description": "city name"}}
    schema = {"type": "object", "properties": city, "required": ["city"]}
    weather = Tool("get_weather", "Current weather of a city.", schema, nothing)
    agent = Agent(shipped, Toolbox("all", [*load_toolbox("everyday"), *memory.tools(lambda: store), weather]))
    events = [event async for event in agent.ask(query)]
    assert isinstance(events[-1], TurnFinished)
    assert (tuple(e.tool for e in events if isinstance(e, ToolStarted)), events[-1].outcome) == (called, outcome)
    store.close()


@pytest.mark.parametrize("toolbox", ["everyday", "destiny", None])
async def test_the_tool_of_the_readme_is_called_beside_those_that_are_shipped(
    shipped: EmbeddedModel, toolbox: str | None
) -> None:
    async def run(arguments: dict[str, Any]) -> dict[str, Any]:
        return {**arguments, "pieces": 7}

    product = {"product": {"type": "string", "description": "the product's name"}}
    schema = {"type": "object", "properties": product, "required": ["product"]}
    stock = Tool("stock_lookup", "Look up how many pieces of a product are in stock.", schema, run)
    agent = Agent(shipped, Toolbox("shop", [*(load_toolbox(toolbox) if toolbox else ()), stock]))
    events = [event async for event in agent.ask("look up the stock of teapots")]
    assert [(e.tool, e.arguments) for e in events if isinstance(e, ToolStarted)] == [
        ("stock_lookup", {"product": "teapots"})
    ]


def searching(name: str, about: str, words: str, **others: dict[str, Any]) -> Tool:
    properties = {words: {"type": "string", "description": "Words to look for"}, **others}
    return Tool(name, about, {"type": "object", "properties": properties, "required": []}, nothing)


def numbered(name: str, about: str) -> Tool:
    properties = {"id": {"type": "string", "description": "Its number"}}
    return Tool(name, about, {"type": "object", "properties": properties, "required": ["id"]}, nothing)


@pytest.mark.parametrize(
    ("query", "calls"),
    [
        ("any rubber boots under 40?", [("search_products", {"query": "rubber boots", "max_price": 40})]),
        ("walnut bread board", [("search_products", {"query": "walnut bread board"})]),
        ("do you have something for a birthday, in red", [("search_products", {"query": "birthday", "colour": "red"})]),
        ("show me product 4471", [("open_product", {"id": "4471"})]),
        ("cancel order 4471", [("cancel_order", {"id": "4471"})]),
        ("note down: get more boxes", [("add_note", {"text": "get more boxes"})]),
        ("thanks a lot", []),
        ("why is the sky blue", []),
    ],
)
async def test_who_names_a_thing_has_it_looked_for(
    shipped: EmbeddedModel, query: str, calls: list[tuple[str, dict[str, Any]]]
) -> None:
    price = {"type": "number", "description": "Highest price"}
    colour = {"type": "string", "enum": ["red", "blue"], "description": "Colour"}
    shop = [
        searching("search_products", "Search the catalogue.", "query", max_price=price, colour=colour),
        numbered("open_product", "Open the page of one product."),
        numbered("cancel_order", "Cancel an order."),
        searching("add_note", "Add a note to the list.", "text"),
    ]
    events = [event async for event in Agent(shipped, Toolbox("shop", shop)).ask(query)]
    assert [(e.tool, e.arguments) for e in events if isinstance(e, ToolStarted)] == calls


async def test_a_remark_behind_a_call_is_not_looked_for(shipped: EmbeddedModel) -> None:
    agent = Agent(shipped, Toolbox("shop", [searching("search_products", "Search the catalogue.", "query")]))
    for query, calls in (("any rubber boots?", 1), ("haha poor them", 0), ("any walnut boards?", 1)):
        events = [event async for event in agent.ask(query)]
        assert sum(isinstance(event, ToolStarted) for event in events) == calls, query


@pytest.mark.parametrize(
    "remark",
    [
        "lol my sister has those",
        "too expensive for me",
        "my wife will love it",
        "the last pair lasted me ten years, in all that mud",
        "green, like the ones my dad had on the farm",
    ],
)
async def test_a_remark_on_what_a_call_brought_goes_on_with_none(shipped: EmbeddedModel, remark: str) -> None:
    colour = {"type": "string", "enum": ["red", "green"], "description": "Colour"}
    shop = [
        searching("search_products", "Search the catalogue.", "query", colour=colour),
        searching("add_note", "Add a note to the list.", "text"),
    ]
    agent = Agent(shipped, Toolbox("shop", shop))
    for query, calls in (("any rubber boots?", 1), (remark, 0), ("and in red?", 1)):
        events = [event async for event in agent.ask(query)]
        assert sum(isinstance(event, ToolStarted) for event in events) == calls, query
        answer = next(event.answer for event in events if isinstance(event, TurnFinished))
        assert ("nothing in that for my tools" in answer) is (calls == 0), query


async def test_a_name_is_looked_for_as_a_whole(shipped: EmbeddedModel) -> None:
    shop = [searching("search_products", "Search the catalogue.", "query"), numbered("cancel_order", "Cancel one.")]
    for name in ("oak bread board", "rain jacket", "copper garden lamp"):
        events = [event async for event in Agent(shipped, Toolbox("shop", shop)).ask(name)]
        assert [e.arguments for e in events if isinstance(e, ToolStarted)] == [{"query": name}]
