"""Conversations with tools that the embedded model never met: what a message leaves out, the call before had."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import keyhole.models.numpy_llama  # noqa: F401 - what `load` runs the weights with
from keyhole.agent import Agent
from keyhole.bench.conversations import Conversations, judge, read, shares, table
from keyhole.bench.conversations_cli import conversations
from keyhole.bench.suite import SuiteError
from keyhole.clock import on_day
from keyhole.events import StepFinished, ToolStarted, TurnFinished
from keyhole.models.embedded.model import EmbeddedModel, load
from keyhole.storage import Storage
from keyhole.tools.tool import Tool
from keyhole.tools.toolbox import Toolbox

TODAY = date(2023, 1, 1)
TEXT, NUMBER = {"type": "string"}, {"type": "integer"}


def _declared(name: str, description: str, required: str, **properties: dict[str, Any]) -> dict[str, Any]:
    typed = {"type": "object", "properties": properties, "required": required.split()}
    return {"name": name, "description": description, "parameters": typed}


TOOLS = [
    _declared(
        "get_weather",
        "Get the current weather in a city",
        "city",
        city={**TEXT, "description": "City name"},
        unit={**TEXT, "description": "Unit", "enum": ["celsius", "fahrenheit"]},
    ),
    _declared(
        "get_forecast",
        "Weather forecast for the coming days",
        "city",
        city={**TEXT, "description": "City name"},
        days={**NUMBER, "description": "Number of days"},
    ),
    _declared(
        "create_event",
        "Create a calendar event",
        "title date",
        title={**TEXT, "description": "Title of the event"},
        date={**TEXT, "description": "Date, YYYY-MM-DD"},
        time={**TEXT, "description": "Time, HH:MM"},
    ),
    _declared("list_events", "List calendar events of a day", "date", date={**TEXT, "description": "Date, YYYY-MM-DD"}),
    _declared(
        "send_email",
        "Send an email",
        "to subject body",
        to={**TEXT, "description": "Recipient address"},
        subject={**TEXT, "description": "Subject"},
        body={**TEXT, "description": "Text"},
    ),
    _declared(
        "convert_currency",
        "Convert an amount from one currency to another",
        "amount from to",
        amount={"type": "number", "description": "Amount"},
        **{"from": {**TEXT, "description": "Currency code"}, "to": {**TEXT, "description": "Currency code"}},
    ),
    _declared(
        "search_products",
        "Search the shop for products",
        "query",
        query={**TEXT, "description": "What to look for"},
        max_price={"type": "number", "description": "Highest price"},
        sort={**TEXT, "description": "Order", "enum": ["price", "rating"]},
    ),
    _declared("set_timer", "Start a timer", "minutes", minutes={**NUMBER, "description": "Minutes"}),
    _declared(
        "set_lamp",
        "Control a lamp.",
        "lamp",
        lamp={**TEXT, "description": "Which lamp"},
        brightness={**NUMBER, "minimum": 0, "maximum": 100},
        color={**TEXT, "description": "hex, e.g. #ff8800"},
    ),
]


@pytest.fixture(scope="module")
def model() -> EmbeddedModel:
    return load()


async def _done(args: dict[str, Any]) -> str:
    return "done"


def _box() -> Toolbox:
    return Toolbox("mine", [Tool(run=_done, **each) for each in TOOLS])


async def _asked(agent: Agent, *messages: str) -> list[Any]:
    """What each message came to: the calls that were made, or the outcome of a turn without one."""
    came_to: list[Any] = []
    with on_day(TODAY):
        for message in messages:
            calls, outcome = [], ""
            async for event in agent.ask(message):
                if isinstance(event, ToolStarted):
                    calls.append((event.tool, event.arguments))
                elif isinstance(event, TurnFinished):
                    outcome = event.outcome
            came_to.append(calls[0] if len(calls) == 1 else calls or outcome)
    return came_to


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        (
            ("what's the weather in London?", "and in Paris?", "in fahrenheit please"),
            ("get_weather", {"city": "Paris", "unit": "fahrenheit"}),
        ),
        (
            ("what's the weather like in Oslo", "and the forecast for the next 5 days?", "make that 3 days"),
            ("get_forecast", {"city": "Oslo", "days": 3}),
        ),
        (
            ("schedule a dentist appointment for tomorrow at 3pm", "make it 4pm", "actually make it friday"),
            ("create_event", {"title": "dentist appointment", "date": "2023-01-06", "time": "16:00"}),
        ),
        (
            ("schedule a dentist appointment for friday at 3pm", "what do I have that day?"),
            ("list_events", {"date": "2023-01-06"}),
        ),
        (("what's on my calendar today?", "and the day after"), ("list_events", {"date": "2023-01-02"})),
        (
            ("convert 100 euros to dollars", "and to yen?", "how about 250?"),
            ("convert_currency", {"amount": 250, "from": "EUR", "to": "JPY"}),
        ),
        (
            ("convert 100 euros to dollars", "the other way round"),
            ("convert_currency", {"amount": 100, "from": "USD", "to": "EUR"}),
        ),
        (("convert 20 gbp to eur", "no, 35"), ("convert_currency", {"amount": 35, "from": "GBP", "to": "EUR"})),
        (
            ("search for running shoes", "under 80", "sort by rating"),
            ("search_products", {"query": "running shoes", "max_price": 80, "sort": "rating"}),
        ),
        (
            ("what's the weather in London?", "in fahrenheit please", "and the forecast for 5 days?"),
            ("get_forecast", {"city": "London", "days": 5}),
        ),
        (("set a timer for 10 minutes", "again"), ("set_timer", {"minutes": 10})),
        (
            ("half brightness for the desk lamp", "make the desk lamp blue, as bright as it goes"),
            ("set_lamp", {"lamp": "desk lamp", "brightness": 100, "color": "#0000ff"}),
        ),
        (
            ("half brightness for the desk lamp", "as dark as possible"),
            ("set_lamp", {"lamp": "desk lamp", "brightness": 0}),
        ),
        (("set a timer for 10 minutes", "not 10, 15"), ("set_timer", {"minutes": 15})),
        (("set a timer for 10 minutes", "what's the weather in Rome"), ("get_weather", {"city": "Rome"})),
        (("what's the weather in London in fahrenheit?", "convert 5 euros to yen"),
         ("convert_currency", {"amount": 5, "from": "EUR", "to": "JPY"})),
        (
            ("convert 40 pounds to euros", "in norwegian crowns please"),
            ("convert_currency", {"amount": 40, "from": "GBP", "to": "NOK"}),
        ),
        (("what's the weather in London?", "thanks"), "answer"),
        (("what's the weather in London?", "great, nice and simple"), "answer"),
    ],
)  # fmt: skip
async def test_a_message_leans_on_the_call_before(
    model: EmbeddedModel, messages: tuple[str, ...], expected: Any
) -> None:
    assert (await _asked(Agent(model, _box()), *messages))[-1] == expected


JOIN = _declared(
    "join_images",
    "Joins images into one file, in order",
    "images",
    images={"type": "array", "items": TEXT, "description": "Image files"},
    output={**TEXT, "description": "Name of the new file"},
)


@pytest.mark.parametrize(
    ("messages", "args"),
    [
        (("call the new file all.png",), {"images": ["a.png", "b.png"], "output": "all.png"}),
        (("with c.png at the end",), {"images": ["a.png", "b.png", "c.png"]}),
        (("with c.png at the front",), {"images": ["c.png", "a.png", "b.png"]}),
    ],
)
async def test_what_is_made_gets_its_name_and_one_thing_more(
    model: EmbeddedModel, messages: tuple[str, ...], args: dict[str, Any]
) -> None:
    box = Toolbox("mine", [Tool(run=_done, **each) for each in (*TOOLS, JOIN)])
    assert (await _asked(Agent(model, box), "join a.png and b.png", *messages))[-1] == ("join_images", args)


async def test_values_are_given_one_after_the_other(model: EmbeddedModel) -> None:
    said = await _asked(
        Agent(model, _box()), "send an email", "to bob@example.com", "Lunch", "there is cake for all of us, come along"
    )
    wanted = {"to": "bob@example.com", "subject": "Lunch", "body": "there is cake for all of us, come along"}
    assert said == ["clarify", "clarify", "clarify", ("send_email", wanted)]


async def test_a_question_is_left_for_another_wish(model: EmbeddedModel) -> None:
    said = await _asked(Agent(model, _box()), "what's the weather?", "never mind", "set a timer for 5 minutes")
    assert said == ["clarify", "answer", ("set_timer", {"minutes": 5})]


async def test_a_reply_is_understood_after_a_reload(model: EmbeddedModel) -> None:
    with Storage() as storage:
        await _asked(Agent(model, _box(), storage=storage), "send an email to bob@example.com", "Lunch")
        (summary,) = storage.conversations()
        kept = storage.open(summary.id)
    assert kept.open_call is not None
    assert kept.open_call.missing == ("body",)
    agent = Agent(model, _box())
    await agent.resume(kept.id, kept.conversation, kept.clarifies, kept.open_call)
    (call,) = await _asked(agent, "see you at noon")
    assert call == ("send_email", {"to": "bob@example.com", "subject": "Lunch", "body": "see you at noon"})


async def test_the_trace_shows_what_was_read_and_what_was_put_together(model: EmbeddedModel) -> None:
    agent = Agent(model, _box())
    await _asked(agent, "what's the weather in London?")
    steps = [event async for event in agent.ask("in fahrenheit please") if isinstance(event, StepFinished)]
    filled = [(step.by, step.output["args"]) for step in steps if step.step == "fill"]
    assert filled == [
        ("model", {"unit": "fahrenheit"}),
        ("code", {"city": "London", "unit": "fahrenheit"}),
    ]


TALKS = {
    "tools": TOOLS,
    "conversations": [
        [
            {
                "query": "what's the weather in Oslo",
                "kind": "first",
                "expected": {
                    "choice": "call_tool",
                    "tool": "get_weather",
                    "calls": [{"name": "get_weather", "arguments": {"city": {"accept": ["Oslo"]}}}],
                },
            },
            {"query": "thanks", "kind": "nothing", "expected": {"choice": "none"}},
            {"query": "send an email", "kind": "new", "expected": {"choice": "clarify"}},
            {
                "query": "what's the weather in Rome",
                "kind": "new",
                "expected": {
                    "choice": "call_tool",
                    "tool": "get_weather",
                    "calls": [{"name": "get_weather", "arguments": {"city": {"accept": ["Paris"]}}}],
                },
            },
        ]
    ],
}


async def test_conversations_are_judged_message_by_message(model: EmbeddedModel) -> None:
    judged = await judge(model, Conversations.model_validate(TALKS))
    assert [each.right for each in judged[0]] == [True, True, True, False]
    counts = shares(judged)
    assert counts == {"first": (1, 1), "later": (2, 3), "nothing": (1, 1), "new": (1, 2)}
    assert "| mine | 1 of 1 | 2 of 3 | 1 of 2 | 1 of 1 |" in table({"mine": counts})


def test_the_command_writes_what_came_of_every_message(tmp_path: Path) -> None:
    file, out = tmp_path / "mine.json", tmp_path / "out.json"
    file.write_text(json.dumps(TALKS))
    given = ["--data", str(file), "--out", str(out), "--bars", str(tmp_path / "none.json")]
    told = CliRunner().invoke(conversations, given)
    assert told.exit_code == 0, told.output
    assert "| mine | 1 of 1 | 2 of 3 |" in told.output
    (tmp_path / "bars.json").write_text(
        '[{"suite": "conversations", "strategy": "mine", "metric": "later", "at_least": 0.7}]'
    )
    told = CliRunner().invoke(conversations, [*given[:-1], str(tmp_path / "bars.json")])
    assert told.exit_code == 1
    assert "mine, later: 0.6667 is under the stored bar of 0.7" in told.output
    rows = json.loads(out.read_text())["files"]["mine"][0]
    assert [row["outcome"] for row in rows] == ["answer", "answer", "clarify", "answer"]


def test_a_file_of_conversations_says_what_is_wrong_with_it(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text('{"tools": [{"name": "x"}], "conversations": [[{"query": "hi"}]]}')
    with pytest.raises(SuiteError, match=r"mine\.json: conversations\.0\.0\.kind"):
        read(file)
