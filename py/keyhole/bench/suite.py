"""Suites: labelled queries, one JSON object a line.

Three forms are read. Ours (`bench/suites`)::

    {"id": "destiny-001", "query": "...", "toolbox": "destiny", "tags": ["item"],
     "expected": {"choice": "call_tool", "tool": "item_lookup", "acceptable": ["perk_lookup"],
                  "calls": [{"name": "item_lookup", "arguments": {"name": {"accept": ["..."], "may_omit": false}}}]}}

(`turns`, a list of user messages, may stand for `query`; the last one is the one that counts); the same with its own
`tools` in JSON Schema form and `expected: {"type": "call" | "no_call" | "any_call" | "clarify"}`; and the Berkeley
Function Calling Leaderboard's published files (`question`, `function`, and `ground_truth` where the answers were joined
in), whose `dict`, `float` and `tuple` types are mapped to JSON Schema's.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from keyhole.errors import KeyholeError
from keyhole.outside_json import loads

Choice = Literal["call_tool", "clarify", "none"]


class SuiteError(KeyholeError):
    """A suite that cannot be used. The message names the line and the reason."""

    code = "suite"
    advice = "Correct the line that the message names, or leave it out."


class Row(BaseModel):
    """What is read of a file: nothing that it does not name."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ExpectedValue(Row):
    """One argument: any of `accept` is right; `may_omit` says that leaving it out is right too."""

    accept: tuple[Any, ...]
    may_omit: bool = False


class ExpectedCall(Row):
    name: str
    arguments: dict[str, ExpectedValue] = Field(default_factory=dict)


class Expected(Row):
    """What is right. `any_call` asks only that something is called (BFCL's relevance rows)."""

    choice: Choice
    tool: str | None = None
    acceptable: tuple[str, ...] = ()
    calls: tuple[ExpectedCall, ...] = ()
    any_call: bool = False

    @model_validator(mode="after")
    def _consistent(self) -> Expected:
        if self.choice == "call_tool" and not (self.tool or self.any_call):
            raise ValueError("choice is call_tool, yet no tool is expected")
        if self.choice != "call_tool" and (self.tool or self.calls):
            raise ValueError(f"choice is {self.choice}, yet a tool is expected")
        return self


class ToolDeclaration(Row):
    name: str
    description: str = ""
    parameters: dict[str, Any] = Field(default_factory=lambda: {"type": "object", "properties": {}})


class Query(Row):
    """One labelled query. `tools` is given where the row brings its own, else `toolbox` names them."""

    id: str
    turns: tuple[str, ...] = Field(min_length=1)
    expected: Expected
    toolbox: str | None = None
    tools: tuple[ToolDeclaration, ...] = ()
    tags: tuple[str, ...] = ()
    tool_result: str | None = None
    """What every tool returns in this row, where the result itself is the test (an injection in it)."""

    @property
    def text(self) -> str:
        return self.turns[-1]


def load(lines: Iterable[str], *, name: str = "suite") -> list[Query]:
    """The queries of JSONL lines, blank ones skipped. Raises `SuiteError` with the line number on anything amiss.

    Lines end in a line feed alone: `str.splitlines` would part a text with U+2028 in it.
    """
    queries: list[Query] = []
    seen: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        where = f"{name}, line {number}"
        try:
            query = read_row(loads(line))
        except json.JSONDecodeError as error:
            raise SuiteError(f"{where}: not JSON: {error.msg} at column {error.colno}") from error
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"])
            raise SuiteError(f"{where}: {place + ': ' if place else ''}{first['msg']}") from error
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise SuiteError(f"{where}: not a row of a known form: {error!r}") from error
        if query.id in seen:
            raise SuiteError(f"{where}: id {query.id!r} was used on line {seen[query.id]}")
        seen[query.id] = number
        queries.append(query)
    if not queries:
        raise SuiteError(f"{name}: no queries in it")
    return queries


def sample(queries: list[Query], count: int | None, seed: int = 0) -> list[Query]:
    """`count` of the queries chosen by `seed`, in their own order; all of them when `count` is None or too large."""
    if count is None or count >= len(queries):
        return queries
    chosen = set(random.Random(seed).sample(range(len(queries)), count))
    return [query for index, query in enumerate(queries) if index in chosen]


def read_row(row: dict[str, Any]) -> Query:
    """One row of any of the three forms. Raises `ValueError` (`ValidationError` included), `KeyError`, `TypeError`."""
    if not isinstance(row, dict):
        raise ValueError(f"a row is an object, not {type(row).__name__}")
    if "function" in row:
        return _bfcl_row(row)
    row = dict(row)
    if "type" in row.get("expected", {}):
        return _labelled_row(row)
    if "query" in row:
        row["turns"] = [row.pop("query")]
    return Query.model_validate(row)


def _labelled_row(row: dict[str, Any]) -> Query:
    expected = row["expected"]
    calls = expected.get("calls", [])
    outcome: dict[str, Any]
    match expected["type"]:
        case "call":
            outcome = {"choice": "call_tool", "tool": calls[0]["name"], "calls": calls}
        case "any_call":
            outcome = {"choice": "call_tool", "any_call": True}
        case "no_call":
            outcome = {"choice": "none"}
        case "clarify":
            outcome = {"choice": "clarify"}
        case other:
            raise ValueError(f"expected.type: {other!r} is not call, any_call, no_call or clarify")
    return Query.model_validate(
        {
            "id": row["id"],
            "turns": _user_turns(row["question"]),
            "tools": row.get("tools", []),
            "expected": outcome,
            "tags": [row["category"]] if "category" in row else [],
        }
    )


def _user_turns(question: Any) -> list[str]:
    if isinstance(question, str):
        return [question]
    turns = list(_user_messages(question))
    if not turns:
        raise ValueError("question: no user message in it")
    return turns


def _user_messages(question: Any) -> Iterator[str]:
    for message in question:
        if isinstance(message, list):
            yield from _user_messages(message)
        elif message["role"] == "user":
            yield message["content"]


_BFCL_TYPES = {
    "dict": "object",
    "float": "number",
    "double": "number",
    "tuple": "array",
    "any": None,
    "byte": "integer",
}
_BFCL_TYPES |= {"short": "integer", "long": "integer", "char": "string", "ArrayList": "array", "HashMap": "object"}
_BFCL_TYPES |= {"Array": "array", "Boolean": "boolean", "String": "string", "Bigint": "integer"}


def bfcl_schema(schema: Any) -> Any:
    """BFCL's dialect of a schema as JSON Schema: its `dict`, `float`, `tuple` and Java types mapped, the rest kept."""
    if isinstance(schema, list):
        return [bfcl_schema(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    mapped = {
        key: {name: bfcl_schema(inner) for name, inner in value.items()} if key == "properties" else bfcl_schema(value)
        for key, value in schema.items()
        if key not in ("default", "enum", "type") and not (key == "optional" and isinstance(value, bool))
    }
    mapped |= {key: schema[key] for key in ("default", "enum") if key in schema}
    kind = schema.get("type")
    if isinstance(kind, str):
        json_type = _BFCL_TYPES.get(kind, kind)
        if json_type is not None:
            mapped["type"] = json_type
    elif kind is not None:
        mapped["type"] = bfcl_schema(kind)
    return mapped


def _bfcl_row(row: dict[str, Any]) -> Query:
    tools = [
        {
            "name": function["name"],
            "description": function.get("description", ""),
            "parameters": bfcl_schema(function["parameters"]),
        }
        for function in row["function"]
    ]
    truth = row.get("ground_truth")
    outcome: dict[str, Any]
    if truth:
        calls = [{"name": name, "arguments": _bfcl_accepted(given)} for call in truth for name, given in call.items()]
        outcome = {"choice": "call_tool", "tool": calls[0]["name"], "calls": calls}
    elif "irrelevance" in str(row["id"]):
        outcome = {"choice": "none"}
    elif "relevance" in str(row["id"]):
        outcome = {"choice": "call_tool", "any_call": True}
    else:
        raise ValueError("ground_truth is missing: join BFCL's possible_answer file to its question file by id")
    return Query.model_validate(
        {"id": row["id"], "turns": _user_turns(row["question"]), "tools": tools, "expected": outcome, "tags": ["bfcl"]}
    )


def _bfcl_accepted(given: dict[str, list[Any]]) -> dict[str, Any]:
    return {
        name: {"accept": [value for value in values if value != ""] or [""], "may_omit": "" in values}
        for name, values in given.items()
    }
