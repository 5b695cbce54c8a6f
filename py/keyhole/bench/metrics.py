"""What is measured, and how: each metric is defined here once, and `DEFINITIONS` says it in words for page and docs.

Argument exactness follows the rules of the Berkeley Function Calling Leaderboard's AST checker: strings are compared
lower-cased without spaces and ``,./-_*^`` and with one kind of quote; an integer is accepted where a float is expected,
not the other way round; an argument that may be left out may be left out; one that is not listed is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict

from keyhole.bench.stats import percentile, wilson
from keyhole.bench.suite import Expected, ExpectedCall

DEFINITIONS: dict[str, str] = {
    "json_validity": "Share of model outputs (route and fill) that parse as JSON as they came, before any repair.",
    "schema_first": "Share of steps whose first output met its schema.",
    "schema_final": "Share of steps whose output met its schema in the end, repairs included.",
    "strict": "Share of queries whose choice is right and, where a tool is due, whose first tool is the expected one.",
    "acceptable": "As strict, but any tool listed as acceptable counts as right.",
    "args_exact": "Among queries that expect calls: every expected call was made with right arguments, and no other.",
    "clarify_rate": "Share of queries answered by a question.",
    "clarify_precision": "Of the queries answered by a question, the share that wanted one.",
    "none_precision": "Of the queries answered without a tool, the share that wanted none.",
    "none_recall": "Of the queries that want no tool, the share answered without one.",
    "failed": "Share of queries whose turn ended in a failure.",
    "repairs_per_call": "Extra attempts, per step that ran on the model.",
    "prompt_tokens": "Prompt tokens per query, all steps together, mean.",
    "completion_tokens": "Completion tokens per query, all steps together, mean.",
    "route_ms_p50": "Router latency, milliseconds, median over steps.",
    "route_ms_p95": "Router latency, 95th percentile.",
    "fill_ms_p50": "Executor latency, milliseconds, median over steps.",
    "fill_ms_p95": "Executor latency, 95th percentile.",
    "turn_ms_p50": "Whole turn, milliseconds, median.",
    "turn_ms_p95": "Whole turn, 95th percentile.",
    "first_token_ms_p50": "From a request to its first token, milliseconds, median over steps.",
    "tokens_per_second": "Completion tokens per second of model time.",
}

_IGNORED = re.compile(r"[ ,./\-_*^]")


def normalise(text: str) -> str:
    """A string as BFCL compares it."""
    return _IGNORED.sub("", text).lower().replace("'", '"')


def same_value(value: Any, accepted: Any) -> bool:
    """Whether `value` is `accepted` by BFCL's rules. Inside objects, `accepted` holds lists of alternatives."""
    if isinstance(accepted, str):
        return isinstance(value, str) and normalise(value) == normalise(accepted)
    if isinstance(accepted, bool) or isinstance(value, bool):
        return isinstance(value, bool) and isinstance(accepted, bool) and value == accepted
    if isinstance(accepted, int):
        return isinstance(value, int) and value == accepted
    if isinstance(accepted, float):
        return isinstance(value, int | float) and value == accepted
    if isinstance(accepted, Sequence):
        return (
            isinstance(value, list | tuple)
            and len(value) == len(accepted)
            and all(same_value(mine, theirs) for mine, theirs in zip(value, accepted, strict=True))
        )
    if isinstance(accepted, Mapping):
        return isinstance(value, Mapping) and _same_object(value, accepted)
    return bool(value == accepted)


def _same_object(value: Mapping[str, Any], accepted: Mapping[str, Any]) -> bool:
    for key in value:
        if key not in accepted:
            return False
    for key, options in accepted.items():
        alternatives = options if isinstance(options, list) else [options]
        if key not in value:
            if "" not in alternatives:
                return False
        elif not any(same_value(value[key], option) for option in alternatives):
            return False
    return True


def match_call(name: str, arguments: Any, expected: ExpectedCall) -> bool:
    """Whether one call is right: its name, every argument, and nothing more."""
    if name != expected.name or not isinstance(arguments, Mapping):
        return False
    if any(key not in expected.arguments for key in arguments):
        return False
    for key, wanted in expected.arguments.items():
        if key not in arguments:
            if not wanted.may_omit:
                return False
        elif not any(same_value(arguments[key], option) for option in wanted.accept):
            return False
    return True


def match_calls(calls: Iterable[tuple[str, Any]], expected: Sequence[ExpectedCall]) -> bool:
    """Whether these calls are the expected ones, each once, in any order."""
    open_calls = list(expected)
    for name, arguments in calls:
        hit = next((index for index, wanted in enumerate(open_calls) if match_call(name, arguments, wanted)), None)
        if hit is None:
            return False
        del open_calls[hit]
    return not open_calls


class Call(BaseModel):
    model_config = ConfigDict(frozen=True)

    name: str
    arguments: Any = None


class StepRecord(BaseModel):
    """One step of one query, as the metrics need it."""

    model_config = ConfigDict(frozen=True)

    step: str
    tool: str | None = None
    json_valid: bool = True
    attempts: int = 1
    first_ok: bool = True
    ok: bool = True
    by: str = "model"
    prompt_tokens: int = 0
    completion_tokens: int = 0
    ms: float = 0.0
    first_token_ms: float | None = None


class RowResult(BaseModel):
    """What one strategy made of one query. `fits` is False where the prompt did not fit the model's context.

    `applies` is False where the strategy asks of the model what it was not made for: nothing was measured then but the
    size of the prompt.
    """

    model_config = ConfigDict(frozen=True)

    id: str
    strategy: str
    tools: int
    query: str
    expected: Expected
    choice: str
    calls: tuple[Call, ...] = ()
    answer: str = ""
    steps: tuple[StepRecord, ...] = ()
    ms: float = 0.0
    fits: bool = True
    applies: bool = True
    error: str | None = None
    strict: bool = False
    acceptable: bool = False
    args_exact: bool | None = None
    tags: tuple[str, ...] = ()


def judge(expected: Expected, choice: str, calls: Sequence[Call]) -> tuple[bool, bool, bool | None]:
    """(strict, acceptable, args_exact) of an outcome; `args_exact` is None where no particular call is expected."""
    if expected.choice != "call_tool":
        right = choice == expected.choice
        return right, right, None
    first = calls[0].name if choice == "call_tool" and calls else None
    if expected.any_call:
        return first is not None, first is not None, None
    strict = first is not None and first in {expected.tool, *(call.name for call in expected.calls)}
    acceptable = strict or first in expected.acceptable
    exact = match_calls([(call.name, call.arguments) for call in calls], expected.calls) if expected.calls else None
    return strict, acceptable, exact


class Proportion(BaseModel):
    """A share with its 95% Wilson interval."""

    model_config = ConfigDict(frozen=True)

    value: float | None
    low: float
    high: float
    hits: int
    n: int


def proportion(outcomes: Iterable[bool]) -> Proportion:
    """The share of true ones; `value` is None of nothing."""
    flags = list(outcomes)
    hits, n = sum(flags), len(flags)
    low, high = wilson(hits, n)
    return Proportion(value=hits / n if n else None, low=low, high=high, hits=hits, n=n)


class Figures(BaseModel):
    """All metrics of one strategy on one suite at one number of tools. Names as in `DEFINITIONS`."""

    model_config = ConfigDict(frozen=True)

    strategy: str
    tools: int
    n: int
    fits: bool
    applies: bool = True
    proportions: dict[str, Proportion]
    numbers: dict[str, float | None]


def summarise(rows: Sequence[RowResult]) -> Figures:
    """The figures of rows that share a strategy and a number of tools. Raises `ValueError` of nothing."""
    if not rows:
        raise ValueError("no rows to summarise")
    steps = [step for row in rows for step in row.steps]
    on_model = [step for step in steps if step.by == "model"]
    structured = [step for step in on_model if step.step in ("route", "fill")]
    # where nothing could be asked of the model nothing was got wrong; a few queries too long for it are failures
    judged = [row for row in rows if row.applies] if any(row.fits for row in rows) else []
    clarified = [row for row in judged if row.choice == "clarify"]
    unaided = [row for row in judged if row.choice == "none"]
    wants_none = [row for row in judged if row.expected.choice == "none"]
    model_ms = sum(step.ms for step in on_model)

    def times(name: str) -> list[float]:
        return [step.ms for step in on_model if step.step == name]

    def per_row(field: str) -> float:
        return float(sum(getattr(step, field) for step in steps)) / len(rows)

    first_tokens = [step.first_token_ms for step in on_model if step.first_token_ms is not None]
    return Figures(
        strategy=rows[0].strategy,
        tools=rows[0].tools,
        n=len(rows),
        fits=all(row.fits for row in rows),
        applies=all(row.applies for row in rows),
        proportions={
            "json_validity": proportion(step.json_valid for step in structured),
            "schema_first": proportion(step.first_ok for step in structured),
            "schema_final": proportion(step.ok for step in structured),
            "strict": proportion(row.strict for row in judged),
            "acceptable": proportion(row.acceptable for row in judged),
            "args_exact": proportion(row.args_exact for row in judged if row.args_exact is not None),
            "clarify_rate": proportion(row.choice == "clarify" for row in judged),
            "clarify_precision": proportion(row.expected.choice == "clarify" for row in clarified),
            "none_precision": proportion(row.expected.choice == "none" for row in unaided),
            "none_recall": proportion(row.choice == "none" for row in wants_none),
            "failed": proportion(row.error is not None for row in judged),
        },
        numbers={
            "repairs_per_call": sum(step.attempts - 1 for step in on_model) / len(on_model) if on_model else None,
            "prompt_tokens": per_row("prompt_tokens"),
            "completion_tokens": per_row("completion_tokens"),
            "route_ms_p50": percentile(times("route"), 50),
            "route_ms_p95": percentile(times("route"), 95),
            "fill_ms_p50": percentile(times("fill"), 50),
            "fill_ms_p95": percentile(times("fill"), 95),
            "turn_ms_p50": percentile([row.ms for row in judged], 50),
            "turn_ms_p95": percentile([row.ms for row in judged], 95),
            "first_token_ms_p50": percentile(first_tokens, 50),
            "tokens_per_second": sum(step.completion_tokens for step in on_model) / model_ms * 1000
            if model_ms > 0
            else None,
        },
    )
