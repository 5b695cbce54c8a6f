"""Whether a request really says a value: what is known of one that was settled on, and what is made of it."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import keyhole.models.numpy_llama  # noqa: F401 - what `load` runs the weights with
from embedded_asked import turn
from keyhole.models.embedded.fill.grounding import FACTS, Settled, facts, grounding
from keyhole.models.embedded.fill.ranker import Candidate
from keyhole.models.embedded.model import EmbeddedModel, load
from keyhole.models.embedded.prompt import Parameter, fill_view
from keyhole.tools.tool import Tool

NOTHING = Candidate(())


def _settled(picks: tuple[str, ...], weight: float = 0.0, rival: float = -9.0, nothing: float = -1.0) -> Settled:
    given = Candidate(picks)
    return Settled(given, [(nothing, NOTHING), (weight, given), (rival, Candidate(("w9", "w9")))], -4.0)


def _known(query: str, *picks: tuple[str, ...], number: int = 0, tool: str = "copy_file") -> dict[str, float]:
    parameters = [Parameter((name,), "str", "", True) for name in ("source", "target")[: len(picks)]]
    view = fill_view(query, tool, "Copy a file.", parameters)
    return dict(zip(FACTS, facts(view, [_settled(each) for each in picks], number), strict=True))


def test_words_that_are_the_tools_own_are_no_value() -> None:
    assert _known("copy the file", ("w3", "w3"))["topic"] == 1
    assert _known("copy notes.txt", ("w2", "w2"))["topic"] == 0


def test_words_that_two_parameters_were_given_are_seen() -> None:
    both = (("w2", "w2"), ("w2", "w2"))
    assert [_known("copy notes.txt", *both, number=n)["other"] for n in (0, 1)] == [1, 1]
    assert _known("copy a.txt b.txt", ("w2", "w2"), ("w3", "w3"))["other"] == 0


def test_words_that_nothing_was_given_are_counted() -> None:
    known = _known("copy notes.txt somewhere safe", ("w2", "w2"))
    assert known["free"] == 3 / 4  # copy, somewhere, safe
    assert known["foreign"] == 2 / 3


def test_the_odds_are_the_sum_of_what_is_known() -> None:
    view = fill_view("copy notes.txt", "copy_file", "", [Parameter(("source",), "str", "", True)])
    settled = [_settled(("w2", "w2"), weight=4.0, nothing=-1.0)]
    assert grounding(view, settled, 0, {"bias": 0.5, "margin": 2.0}) == pytest.approx(0.5 + 2 * (4 + 1) / 5)
    assert grounding(view, settled, 0, {}) == 0


@given(
    st.text(min_size=1, max_size=80),
    st.sampled_from(["str", "int", "enum", "bool"]),
    st.floats(-50, 50),
    st.floats(-50, 50),
)
def test_whatever_was_settled_on_has_finite_facts(query: str, kind: Any, weight: float, nothing: float) -> None:
    options = ("one", "two") if kind == "enum" else ()
    view = fill_view(query, "tool", "", [Parameter(("some_name",), kind, "", True, options=options)])
    if kind in ("str", "int") and not view.words:
        return
    picks = {"str": ("w1", "w1"), "int": ("w1",), "enum": ("e1",), "bool": ("true",)}[kind]
    known = facts(view, [_settled(picks, weight=weight, nothing=nothing)], 0)
    assert len(known) == len(FACTS)
    assert all(math.isfinite(value) and abs(value) < 100 for value in known)


@pytest.fixture(scope="module")
def model() -> EmbeddedModel:
    return load()


def _tool(name: str, description: str, **described: str) -> Tool:
    properties = {key: {"type": "string", "description": about} for key, about in described.items()}

    async def echo(arguments: dict[str, Any]) -> dict[str, Any]:
        return arguments

    return Tool(name, description, {"type": "object", "properties": properties, "required": list(properties)}, echo)


COPY = _tool("copy_file", "Copy a file.", source="path of the file", target="path of the copy")
LOCK = _tool("protect_pdf", "Protect a PDF with a password.", file="the PDF", password="the password to set")
LOAN = _tool("renew_loan", "Renew the loan of a library book.", barcode="barcode of the book, e.g. B-20417")
CARD = _tool("move_card", "Move a card of a board to a column.", card="number of the card", column="name of the column")


@pytest.mark.parametrize(
    ("tool", "message", "wanted"),
    [
        (COPY, "copy invoice.pdf somewhere else", "target"),
        (COPY, "make a copy of report.docx", "target"),
        (LOCK, "password-protect budget.pdf", "password"),
        (CARD, "move card 45 into another column", "name of the column"),
    ],
)
async def test_what_a_request_does_not_say_is_asked_for(
    model: EmbeddedModel, tool: Tool, message: str, wanted: str
) -> None:
    calls, answer = await turn(model, tool, message)
    assert not calls
    assert wanted in answer


async def test_what_a_request_says_is_not_asked_for(model: EmbeddedModel) -> None:
    assert (await turn(model, CARD, "move card 45 into another column"))[1].count("number of the card") == 0


@pytest.mark.parametrize(
    ("tool", "messages", "call"),
    [
        (COPY, ("copy a.txt to b.txt",), {"source": "a.txt", "target": "b.txt"}),
        (
            COPY,
            ("make a copy of report.docx", "backup/report.docx"),
            {"source": "report.docx", "target": "backup/report.docx"},
        ),
        (LOCK, ("protect budget.pdf with the password tulip9",), {"file": "budget.pdf", "password": "tulip9"}),
        (LOCK, ("password-protect budget.pdf", "tulip9"), {"file": "budget.pdf", "password": "tulip9"}),
        (LOAN, ("renew the book B-30114",), {"barcode": "B-30114"}),
        (CARD, ("move card 45 to Done",), {"card": "45", "column": "Done"}),
    ],
)
async def test_what_is_said_at_once_or_in_a_reply_is_taken(
    model: EmbeddedModel, tool: Tool, messages: tuple[str, ...], call: dict[str, str]
) -> None:
    assert (await turn(model, tool, *messages))[0] == [call]


async def test_as_many_numbers_as_are_needed_are_said(model: EmbeddedModel) -> None:
    numbers = {name: {"type": "integer", "description": "an integer"} for name in ("a", "b")}

    async def echo(arguments: dict[str, Any]) -> dict[str, Any]:
        return arguments

    schema = {"type": "object", "properties": numbers, "required": list(numbers)}
    tool = Tool("multiply_numbers", "Compute the product of two numbers.", schema, echo)
    assert (await turn(model, tool, "multiply 443 by 349"))[0] == [{"a": 443, "b": 349}]
