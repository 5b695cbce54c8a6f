"""What a request has below its first line, and lists of names with their numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.lists.labelled_values import labelled_values
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.texts.pasted_blocks import pasted_block, with_block_begun

CODE = Parameter(("code",), "str", "Source code", True)
GUESTS = Parameter(("guests",), "str", "Who comes", True, many=True)


@pytest.mark.parametrize(
    ("query", "block", "rest"),
    [
        ("Run this:\nx = 2\nprint(x)", "x = 2\nprint(x)", "Run this."),
        ("what does ```py\nprint(1)\n``` print?", "print(1)", "what does   print?"),
        (
            "Lint it for me:\n\na = 1\nb = 2\n\nthanks in advance",
            "a = 1\nb = 2",
            "Lint it for me.\n\nthanks in advance",
        ),
        ("Run this:\n  if x:\n    y()", "if x:\n  y()", "Run this."),
    ],
)
def test_blocks(query: str, block: str, rest: str) -> None:
    assert pasted_block([CODE, GUESTS], query) == ({("code",): block}, rest)


def test_what_stands_below_an_empty_line_or_behind_a_colon() -> None:
    content = Parameter(("content",), "str", "", True)
    assert pasted_block([content], "keep this as a.txt\n\nonly a line")[0] == {("content",): "only a line"}
    assert pasted_block([CODE], "try this: f(2)[0]") == ({("code",): "f(2)[0]"}, "try this")
    assert pasted_block([CODE], "try this: the second one")[0] == {}


@pytest.mark.parametrize("query", ["run print(1)", "Hi\nthere\nyou", "Run this:\nprint(1)"])
def test_what_is_no_block(query: str) -> None:
    assert pasted_block([CODE], query) == ({}, query)


def test_the_beginning_of_a_block_is_enough_to_tell_what_it_is() -> None:
    lines = [f"row {n}" for n in range(9)]
    assert with_block_begun("Tidy up:\n" + "\n".join(lines)) == "Tidy up:\nrow 0\nrow 1\nrow 2"
    assert with_block_begun("tidy ```\n" + "\n".join(lines) + "\n``` up") == "tidy ```\nrow 0\nrow 1\nrow 2\n``` up"
    assert with_block_begun("one line") == "one line"


def test_a_block_says_what_it_is_written_in() -> None:
    language = Parameter(("language",), "str")
    query = "keep this:\n```ruby\nputs 1\n```"
    assert pasted_block([CODE, language], query)[0] == {("code",): "puts 1", ("language",): "ruby"}
    assert pasted_block([CODE, language], query.replace("ruby", ""))[0] == {("code",): "puts 1"}


def test_json_in_one_line() -> None:
    text = Parameter(("text",), "str", "What to import", True)
    query = 'read [{"name": "Ida", "age": 7}] in as json'
    assert pasted_block([text], query) == ({("text",): '[{"name": "Ida", "age": 7}]'}, "read   in as json")
    assert pasted_block([text], "read [it] in") == ({}, "read [it] in")


def test_marked_items_are_a_list() -> None:
    query = "Invite them to the picnic:\n- Ida\n- Tom Berg\n- Li"
    assert pasted_block([GUESTS], query) == ({("guests",): ["Ida", "Tom Berg", "Li"]}, "Invite them to the picnic.")
    assert pasted_block([Parameter(("title",), "str")], query) == ({}, query)


LABELS = Parameter(("labels",), "str", "One per bar", True, many=True)
VALUES = Parameter(("values",), "num", "Height of each bar", True, many=True)


@pytest.mark.parametrize(
    ("query", "labels", "values"),
    [
        ("a chart of figs 4, plums 21 and pears 12", ["figs", "plums", "pears"], [4, 21, 12]),
        ("chart it: Q1 1.5k, Q2 900, Q3 2k", ["Q1", "Q2", "Q3"], [1500, 900, 2000]),
        ("bars 2022: 40, 2023: 55", ["2022", "2023"], [40, 55]),
    ],
)
def test_names_and_their_numbers(query: str, labels: list[str], values: list[float]) -> None:
    assert labelled_values([LABELS, VALUES], query)[0] == {("labels",): labels, ("values",): values}


def test_one_number_makes_no_lists() -> None:
    assert labelled_values([LABELS, VALUES], "a chart with 4 bars") == ({}, "a chart with 4 bars")


@given(st.text(max_size=300))
def test_any_text_is_read(query: str) -> None:
    with_block_begun(f"run:\n{query}\n```\n{query}```")
    pasted_block([CODE, GUESTS], f"run:\n{query}\n```\n{query}```")
    labelled_values([LABELS, VALUES], f"Q1 3, Q2 {query}, figs 3, {query} 4")
