"""Score a model's two steps on labelled requests that bring their own tools: route over all of them, then fill.

For folders of files in the form of `keyhole.bench.suite` (BFCL's published rows included). Unlike `run` it calls no
tool and runs no turn: it measures what a model says, one row at a time.

    right function   the router chose a right tool
    call             that, and every argument by BFCL's AST rules (requests that want several calls: all of them)
    fill             arguments right when the right tool is given
    no call          the router chose none or clarify, or the fill step found a required value missing
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from keyhole.bench.metrics import match_call, match_calls
from keyhole.bench.stats import percentile
from keyhole.bench.suite import Query, ToolDeclaration, load, sample
from keyhole.errors import KeyholeError
from keyhole.models.model import ChatModel
from keyhole.parsing.lenient_json import read_json
from keyhole.steps import fill, route
from keyhole.steps.found import Found
from keyhole.steps.obtain import Refused
from keyhole.tools.loader import load_toolbox
from keyhole.tools.tool import Tool

_MOST_CALLS = 5


@dataclass
class RowScore:
    """What a model said to one row, and whether that was right. `right` is None where the row does not ask it."""

    id: str
    query: str
    expected: str
    choice: str
    tool: str | None
    confidence: float | None
    calls: list[dict[str, Any]] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    given: dict[str, Any] | None = None
    function: bool | None = None
    call: bool | None = None
    fill: bool | None = None
    no_call: bool | None = None
    clarified: bool | None = None
    valid: bool = True
    route_ms: float = 0.0
    fill_ms: float = 0.0


async def _unused(args: dict[str, Any]) -> Any:
    raise KeyholeError("a scored tool is never run")


def _tools(query: Query) -> list[Tool]:
    declared: Sequence[ToolDeclaration | Tool] = query.tools
    if query.toolbox:
        declared = list(load_toolbox(query.toolbox))
    return [
        replace(tool, run=_unused)
        if isinstance(tool, Tool)
        else Tool(tool.name, tool.description, tool.parameters, _unused)
        for tool in declared
    ]


async def _said(model: ChatModel, request: Any) -> tuple[Any, float | None, float]:
    began = time.perf_counter()
    text, confidence = "", None
    async with aclosing(model.stream(request)) as chunks:
        async for chunk in chunks:
            text += chunk.text
            confidence = chunk.confidence if chunk.confidence is not None else confidence
    return read_json(text).value, confidence, (time.perf_counter() - began) * 1000


async def score_row(model: ChatModel, query: Query, *, fills: bool = True) -> RowScore:
    """One row. Never raises for what the model says; that is a wrong answer with `valid` false."""
    tools = {tool.name: tool for tool in _tools(query)}
    cards = [tool.card for tool in tools.values()]
    expected = query.expected
    text, context = query.text, query.turns[:-1]
    score = RowScore(query.id, text, expected.tool or expected.choice, "none", None, None)
    found: list[Found] = []
    calls: list[tuple[str, Any]] = []
    names: list[str] = []
    while cards and len(found) < _MOST_CALLS:
        request = route.request(
            text,
            cards,
            found=found,
            context=context,
            may_clarify=not found,
            descriptions=route.wants_lines(model.profile),
        )
        try:
            value, confidence, ms = await _said(model, request)
            decision = route.reader(cards, may_clarify=not found)(value)
        except (Refused, ValueError):
            score.valid = False
            break
        if not found:
            score.choice, score.tool, score.confidence, score.route_ms = (
                decision["choice"],
                decision["tool"],
                confidence,
                ms,
            )
        if decision["choice"] != "call_tool":
            break
        names.append(decision["tool"])
        if not fills:
            break
        tool = tools[decision["tool"]]
        args, missing, valid, ms = await _filled(model, text, tool, found, context)
        score.fill_ms = score.fill_ms or ms
        score.valid = score.valid and valid
        if missing and not found:
            score.missing = missing
        if args is None or any(item.tool == tool.name and item.arguments == args for item in found):
            break
        calls.append((tool.name, args))
        found.append(Found(tool.name, args, "done", False))
    score.calls = [{"name": name, "arguments": args} for name, args in calls]
    right = {expected.tool, *expected.acceptable, *(call.name for call in expected.calls)}
    if expected.choice == "call_tool":
        if not expected.any_call:
            score.function = score.choice == "call_tool" and score.tool in right
            if fills and expected.calls:
                score.call = not score.missing and match_calls(calls, expected.calls)
                if len(expected.calls) == 1 and expected.tool in tools:
                    if calls and calls[0][0] == expected.tool:
                        given: Any = calls[0][1]
                    else:
                        given = (await _filled(model, text, tools[expected.tool], [], context))[0]
                    score.given = given
                    score.fill = given is not None and match_call(expected.tool, given, expected.calls[0])
        else:
            score.call = bool(names)
    else:
        score.no_call = not names or bool(score.missing)
        score.clarified = (score.choice == "clarify" or bool(score.missing)) == (expected.choice == "clarify")
    return score


async def _filled(
    model: ChatModel, text: str, tool: Tool, found: Sequence[Found], context: Sequence[str]
) -> tuple[dict[str, Any] | None, list[str], bool, float]:
    try:
        form = fill.form(tool)
        if not form.free:
            return dict(form.fixed), [], True, 0.0
        value, _, ms = await _said(model, fill.request(text, tool, found=found, context=context))
        output = fill.reader(tool)(value)
    except (Refused, ValueError, KeyholeError):
        return None, [], False, 0.0
    missing = output.get("missing") or []
    return (None if missing else output["args"]), missing, True, ms


def summary(rows: Sequence[RowScore]) -> dict[str, Any]:
    """Figures of one file: shares in percent, with how many rows each is over."""
    result: dict[str, Any] = {"rows": len(rows)}
    for name in ("function", "call", "fill", "no_call", "clarified"):
        asked = [getattr(row, name) for row in rows if getattr(row, name) is not None]
        if asked:
            result[name] = round(100 * sum(asked) / len(asked), 1)
            result[f"{name}_n"] = len(asked)
    strict = [row.function if row.function is not None else row.choice == row.expected for row in rows]
    result["route_strict"] = round(100 * sum(map(bool, strict)) / len(strict), 1)
    result["valid"] = round(100 * sum(row.valid for row in rows) / len(rows), 1)
    for name in ("route_ms", "fill_ms"):
        times = [getattr(row, name) for row in rows if getattr(row, name) > 0]
        if times:
            result[f"{name}_p50"] = round(percentile(times, 50) or 0.0, 1)
    return result


async def score_folder(
    model: ChatModel, files: Sequence[Path], *, count: int | None = None, seed: int = 0, half: str = ""
) -> dict[str, Any]:
    """All files: `{"files": {name: figures}, "rows": {name: [row, ...]}}`. `half` is `tune` or `report`: rows are
    parted by their place, odd and even, so that what is fitted on one half is reported on the other."""
    result: dict[str, Any] = {"files": {}, "rows": {}}
    for path in files:
        queries = load(path.read_text(encoding="utf-8").split("\n"), name=path.name)
        if half:
            queries = queries[0 if half == "tune" else 1 :: 2]
        rows = [await score_row(model, query) for query in sample(queries, count, seed)]
        if not rows:
            continue
        figures = summary(rows)
        result["files"][path.stem] = figures
        result["rows"][path.stem] = [asdict(row) for row in rows]
    return result


def write(result: dict[str, Any], path: Path) -> None:
    """The result as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(result, ensure_ascii=False, indent=1, default=str) + "\n", encoding="utf-8")
