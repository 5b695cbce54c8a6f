"""Follow-ups that act, with tools the embedded model never met: what holds for another thing, and what is not done."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

import keyhole.models.numpy_llama  # noqa: F401 - what `load` runs the weights with
from embedded_asked import last_of
from keyhole.agent import Agent
from keyhole.clock import on_day
from keyhole.models.embedded.model import EmbeddedModel, load
from keyhole.tools.tool import Tool
from keyhole.tools.toolbox import Toolbox

TODAY = date(2023, 1, 1)
TEXT, NUMBER, SWITCH = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}


async def _done(args: dict[str, Any]) -> str:
    return "done"


def _tool(named: str, description: str, required: str, **properties: dict[str, Any]) -> Tool:
    return Tool(named, description, {"type": "object", "properties": properties, "required": required.split()}, _done)


TOOLS = [
    _tool("order_food", "Order a dish for a table", "table dish", table=NUMBER, portions=NUMBER, spicy=SWITCH,
          dish={**TEXT, "enum": ["soup", "steak", "salad"]}),
    _tool("log_dose", "Write down that somebody took a medicine", "person medicine", person=TEXT, medicine=TEXT,
          dose_mg=NUMBER, date={**TEXT, "description": "YYYY-MM-DD, today by default"}),
    _tool("find_books", "Search books", "query", query=TEXT, language={**TEXT, "enum": ["en", "de"]}),
    _tool("sort_books", "Sort the shelf", "by", by={**TEXT, "enum": ["title", "author", "year"]}),
    _tool("open_page", "Open a page of the book", "page", page=NUMBER),
    _tool("start_reading", "Start reading aloud", "", speed={"type": "number"}, voice=TEXT),
    _tool("update_profile", "Change my profile", "", weight={"type": "number"}, height=NUMBER, city=TEXT),
]  # fmt: skip


@pytest.fixture(scope="module")
def model() -> EmbeddedModel:
    return load()


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        (
            ("two spicy soups for table 4", "and a salad for table 7"),
            ("order_food", {"table": 7, "dish": "salad"}),
        ),
        (
            ("a salad for table 7", "and steak for 7 too"),
            ("order_food", {"table": 7, "dish": "steak"}),
        ),
        (("a salad for table 7", "cancel the salad"), "answer"),
        (
            ("Ben took 400 mg ibuprofen yesterday", "and Mia 200 mg paracetamol today"),
            ("log_dose", {"person": "Mia", "medicine": "paracetamol", "dose_mg": 200, "date": "2023-01-01"}),
        ),
        (
            ("find books about whales in german", "sort by year", "now dolphins"),
            ("find_books", {"query": "dolphins", "language": "de"}),
        ),
        (("open page 12", "start reading at speed 2", "next page"), ("open_page", {"page": 13})),
        (("open page 12", "start reading at speed 2", "stop reading"), "answer"),
        (("update my weight to 80", "and my height to 181"), ("update_profile", {"height": 181})),
        (("open page 12", "ok then never mind"), "answer"),
    ],
)
async def test_another_thing_has_its_own_details(
    model: EmbeddedModel, messages: tuple[str, ...], expected: Any
) -> None:
    with on_day(TODAY):
        calls, ended = await last_of(Agent(model, Toolbox("mine", TOOLS)), *messages)
    assert (calls[0] if calls else ended.outcome) == expected
