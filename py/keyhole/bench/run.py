"""A run: every query of a suite through every strategy, as an async stream of judged rows.

The same code runs on CPython and in the page; the caller keeps the rows, so a run can be stopped, resumed (`done`) and
written as `keyhole.bench.report.Run`.
"""

from __future__ import annotations

import dataclasses
import json
import time
from collections.abc import AsyncGenerator, Callable, Collection, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from keyhole.agent import Agent, strategy_named
from keyhole.bench.baselines import NotApplicableError, all_schemas, lexical
from keyhole.bench.distractors import distractors
from keyhole.bench.metrics import Call, RowResult, StepRecord, judge
from keyhole.bench.suite import Query
from keyhole.config import TurnSettings
from keyhole.errors import ConfigError, ContextOverflowError, KeyholeError, ModelError
from keyhole.events import (
    ConfirmationRequested,
    Event,
    Failed,
    StepFinished,
    ToolStarted,
    TurnFinished,
)
from keyhole.models.model import ChatModel
from keyhole.strategies.turn import Strategy
from keyhole.tools.tool import Tool
from keyhole.tools.toolbox import Toolbox


@dataclass(frozen=True, slots=True)
class Variant:
    """A strategy under the name the reports use. `settings` are the turn settings that differ from the defaults."""

    title: str
    strategy: Callable[[], Strategy]
    settings: Mapping[str, Any] = dataclasses.field(default_factory=dict)


VARIANTS: dict[str, Variant] = {
    "routed": Variant("Routed, names only", lambda: strategy_named("routed"), {"router_sees": "names"}),
    "routed+lines": Variant("Routed, names and one line", lambda: strategy_named("routed"), {"router_sees": "lines"}),
    "all-schemas": Variant("Every schema in one prompt", lambda: all_schemas),
    "lexical": Variant("Word overlap, no model", lambda: lexical),
}

Key = tuple[str, int, str]
"""What a row is known by: strategy, number of tools, query id."""


class RunStopped(KeyholeError):
    """The model died in mid-run. The rows so far are good; the run can be resumed."""

    code = "run_stopped"
    advice = "Reload the model and resume the run."


_FATAL = {kind.code for kind in ModelError.__subclasses__() if kind is not ContextOverflowError}


async def run_suite(
    model: ChatModel,
    queries: Sequence[Query],
    toolboxes: Mapping[str, Toolbox],
    *,
    strategies: Sequence[str] = ("routed",),
    growth: Sequence[int] = (0,),
    seed: int = 0,
    done: Collection[Key] = (),
) -> AsyncGenerator[tuple[RowResult, list[Event]]]:
    """Judge each query under each strategy with the toolbox padded to each number of tools in `growth` (0: as it is).

    Yields each row with the events of its turn. Raises `ConfigError` for an unknown strategy or toolbox and
    `RunStopped` when the model is gone.
    """
    for name in strategies:
        if name not in VARIANTS:
            raise ConfigError(f"there is no strategy {name!r}", advice=f"Choose among: {', '.join(VARIANTS)}.")
    for tools in growth:
        padded: dict[str, Toolbox] = {}
        for strategy in strategies:
            for query in queries:
                if (strategy, tools, query.id) in done:
                    continue
                toolbox = _toolbox(query, toolboxes, padded, tools, seed)
                yield await ask(model, query, toolbox, strategy=strategy, tools=tools)


async def ask(
    model: ChatModel, query: Query, toolbox: Toolbox, *, strategy: str, tools: int = 0
) -> tuple[RowResult, list[Event]]:
    """One query through one strategy in a conversation of its own. Raises `RunStopped`."""
    variant = VARIANTS[strategy]
    settings = TurnSettings(**variant.settings)
    agent = Agent(model, toolbox, strategy=variant.strategy(), settings=settings)
    events: list[Event] = []
    started = time.perf_counter()
    for turn in query.turns:
        events = []
        started = time.perf_counter()
        async with aclosing(agent.ask(turn)) as stream:
            async for event in stream:
                events.append(event)
                if isinstance(event, ConfirmationRequested):
                    agent.confirm(event.call_id, True)
    ms = (time.perf_counter() - started) * 1000
    return _row(query, strategy, tools, events, ms), events


def _row(query: Query, strategy: str, tools: int, events: Sequence[Event], ms: float) -> RowResult:
    last = events[-1]
    failed = last if isinstance(last, Failed) else None
    if failed is not None and failed.code in _FATAL:
        raise RunStopped(f"query {query.id}: {failed.reason}")
    calls = tuple(Call(name=e.tool, arguments=e.arguments) for e in events if isinstance(e, ToolStarted))
    if not calls:
        calls = _intended(events)
    if isinstance(last, TurnFinished) and last.outcome == "clarify":
        choice, calls = "clarify", ()
    else:
        choice = "call_tool" if calls else "failed" if failed else "none"
    strict, acceptable, exact = judge(query.expected, choice, calls)
    if calls and all(call.arguments is None for call in calls) and failed is None:
        exact = None  # the strategy only routes
    return RowResult(
        id=query.id,
        strategy=strategy,
        tools=tools,
        query=query.text,
        expected=query.expected,
        choice=choice,
        calls=calls,
        answer=last.answer if isinstance(last, TurnFinished) else "",
        steps=tuple(_step(event) for event in events if isinstance(event, StepFinished)),
        ms=ms,
        fits=failed is None or failed.code != ContextOverflowError.code,
        applies=failed is None or failed.code != NotApplicableError.code,
        error=f"{failed.step}: {failed.reason}" if failed else None,
        strict=strict,
        acceptable=acceptable,
        args_exact=exact,
        tags=query.tags,
    )


def _intended(events: Sequence[Event]) -> tuple[Call, ...]:
    """The tool that the router chose, where no call came of it: the strategy fills nothing, or its fill failed."""
    fills = [event for event in events if isinstance(event, StepFinished) and event.step == "fill"]
    if fills and fills[-1].output is not None:
        return ()
    for event in events:
        if isinstance(event, StepFinished) and event.step == "route" and isinstance(event.output, dict):
            return (Call(name=event.output["tool"]),) if event.output["choice"] == "call_tool" else ()
    return ()


def _step(event: StepFinished) -> StepRecord:
    first = event.attempts[0] if event.attempts else None
    return StepRecord(
        step=event.step,
        tool=event.tool,
        json_valid=first is None or _is_json(first.raw),
        attempts=max(1, len(event.attempts)),
        first_ok=first is None or first.error is None,
        ok=event.output is not None,
        by=event.by,
        prompt_tokens=event.usage.prompt_tokens,
        completion_tokens=event.usage.completion_tokens,
        ms=event.ms,
        first_token_ms=first.first_token_ms if first else None,
    )


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _toolbox(
    query: Query, toolboxes: Mapping[str, Toolbox], padded: dict[str, Toolbox], tools: int, seed: int
) -> Toolbox:
    if query.tools:
        return _padded(Toolbox(query.id, [_recorded(declared) for declared in query.tools]), tools, seed)
    name = query.toolbox or ""
    if name not in toolboxes:
        raise ConfigError(f"query {query.id}: there is no toolbox {name!r}", advice=f"Known: {', '.join(toolboxes)}.")
    if name not in padded:
        padded[name] = _padded(toolboxes[name], tools, seed)
    toolbox = padded[name]
    if query.tool_result is not None:
        toolbox = Toolbox(name, [_returning(tool, query.tool_result) for tool in toolbox], examples=toolbox.examples)
    return toolbox


def _padded(toolbox: Toolbox, tools: int, seed: int) -> Toolbox:
    missing = max(0, tools - len(toolbox))
    if not missing:
        return toolbox
    return Toolbox(toolbox.name, [*toolbox, *distractors(missing, seed)], examples=toolbox.examples)


def _recorded(declared: Any) -> Tool:
    """A tool that a suite declares without code: it runs nothing and says so."""

    async def run(arguments: dict[str, Any]) -> Any:
        return {"status": "done", "note": f"{declared.name} was called; a suite's tools have no code behind them."}

    return Tool(declared.name, declared.description, declared.parameters, run)


def _returning(tool: Tool, text: str) -> Tool:
    async def run(arguments: dict[str, Any]) -> Any:
        return text

    return dataclasses.replace(tool, run=run)
