"""Suites: the three forms they come in, and what is said of a broken one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.bench.suite import SuiteError, bfcl_schema, load, sample

OURS = {"id": "a", "query": "hi", "toolbox": "destiny", "expected": {"choice": "none"}, "tags": ["chat"]}


def line(**changes: Any) -> str:
    return json.dumps(OURS | changes)


def test_our_own_form() -> None:
    (query,) = load([line(), "", "  "])
    assert (query.id, query.text, query.expected.choice, query.tags) == ("a", "hi", "none", ("chat",))


def test_turns_stand_for_a_query() -> None:
    (query,) = load([json.dumps({"id": "a", "turns": ["first", "second"], "expected": {"choice": "clarify"}})])
    assert query.text == "second"


def test_rows_with_their_own_tools() -> None:
    row = {
        "id": "x/1",
        "category": "simple",
        "question": [{"role": "system", "content": "s"}, {"role": "user", "content": "area of 10 by 5"}],
        "tools": [{"name": "area", "description": "d", "parameters": {"type": "object", "properties": {}}}],
        "expected": {"type": "call", "order": "single", "calls": [{"name": "area", "arguments": {}}]},
        "source": "s",
        "licence": "l",
        "split": "dev",
    }
    (query,) = load([json.dumps(row)])
    assert query.turns == ("area of 10 by 5",)
    assert query.expected.tool == "area"
    assert query.tools[0].name == "area"


def test_a_published_bfcl_row() -> None:
    row = {
        "id": "simple_0",
        "question": [[{"role": "user", "content": "area?"}]],
        "function": [
            {
                "name": "area",
                "description": "d",
                "parameters": {
                    "type": "dict",
                    "properties": {"base": {"type": "float"}, "pair": {"type": "tuple", "items": {"type": "dict"}}},
                    "required": ["base"],
                },
            }
        ],
        "ground_truth": [{"area": {"base": [10.0], "pair": ["", [1, 2]]}}],
    }
    (query,) = load([json.dumps(row)])
    schema = query.tools[0].parameters
    assert schema["type"] == "object"
    assert schema["properties"] == {"base": {"type": "number"}, "pair": {"type": "array", "items": {"type": "object"}}}
    arguments = query.expected.calls[0].arguments
    assert arguments["base"].accept == (10.0,)
    assert arguments["pair"].may_omit
    assert arguments["pair"].accept == ([1, 2],)


@pytest.mark.parametrize(("kind", "choice"), [("no_call", "none"), ("clarify", "clarify"), ("any_call", "call_tool")])
def test_rows_with_tools_of_their_own_say_what_is_right(kind: str, choice: str) -> None:
    row = {"id": "a", "question": "copy it", "tools": [{"name": "copy"}], "expected": {"type": kind}}
    (query,) = load([json.dumps(row)])
    assert (query.expected.choice, query.tools[0].name, query.expected.any_call) == (choice, "copy", kind == "any_call")


def test_defaults_and_enums_are_values_not_schemas() -> None:
    assert bfcl_schema({"type": "any", "default": {"type": "dict"}, "enum": ["float"]}) == {
        "default": {"type": "dict"},
        "enum": ["float"],
    }


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["{"], "suite, line 1: not JSON"),
        ([line(), line()], "suite, line 2: id 'a' was used on line 1"),
        ([line(), "[1]"], "suite, line 2: not a row of a known form"),
        ([line(expected={"choice": "maybe"})], "suite, line 1: expected.choice"),
        ([line(expected={"choice": "call_tool"})], "choice is call_tool, yet no tool is expected"),
        ([line(surprise=1)], "suite, line 1: surprise"),
        ([json.dumps({"id": "r", "question": "q", "function": []})], "ground_truth is missing"),
        ([json.dumps({"id": "r", "question": [], "expected": {"type": "no_call"}})], "no user message"),
        ([json.dumps({"id": "r", "question": "q", "expected": {"type": "perhaps"}})], "no_call or clarify"),
        ([], "no queries in it"),
    ],
)
def test_what_is_wrong_is_named(lines: list[str], message: str) -> None:
    with pytest.raises(SuiteError, match=message.replace("[", r"\[")):
        load(lines)


@given(st.lists(st.text(max_size=60) | st.from_type(dict).map(str), max_size=5))
def test_any_lines_are_read_or_refused(lines: list[str]) -> None:
    try:
        load(lines)
    except SuiteError as error:
        assert "suite" in str(error)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "query", "expected", "question", "function", "tools", "type", "x"]),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


@given(JSON)
def test_any_json_is_read_or_refused(value: Any) -> None:
    try:
        load([json.dumps(value)])
    except SuiteError as error:
        assert "line 1" in str(error)


def test_a_sample_is_the_same_for_a_seed() -> None:
    queries = load([line(id=str(n)) for n in range(50)])
    assert [q.id for q in sample(queries, 5, 1)] == [q.id for q in sample(queries, 5, 1)]
    assert [q.id for q in sample(queries, 5, 1)] != [q.id for q in sample(queries, 5, 2)]
    assert sample(queries, None) == queries


DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "eval_dev"


@pytest.mark.skipif(not DATA.is_dir(), reason="the evaluation data folder is not beside this clone")
@pytest.mark.parametrize("name", ["bfcl_v4_multiple", "bfcl_v4_live_irrelevance", "apibank_level1", "toolalpaca"])
def test_real_files_load(name: str) -> None:
    assert load((DATA / f"{name}.jsonl").read_text("utf-8").splitlines(), name=name)
