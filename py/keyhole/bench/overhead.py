"""Keyhole's own time in a turn: everything but the model, whose answers are scripted.

A turn here is the common one: route, fill, tool, route, answer by code, kept in storage. `keyhole bench overhead` runs
it on CPython, `scripts/bench overhead` under Pyodide, where the aims hold: p95 of at most 15 ms with 10 tools and 25 ms
with 10,000. The first turns of a fresh Python are slower (the browser still compiles the interpreter): `WARM_UP` turns
before the others are not counted among them, and reported apart.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from keyhole.agent import Agent
from keyhole.bench.distractors import distractors, limit
from keyhole.bench.stats import percentile
from keyhole.events import TurnFinished
from keyhole.models.model import ChatRequest, ModelProfile, RouteTask
from keyhole.models.replay import ReplayModel
from keyhole.storage import Storage
from keyhole.tools.tool import Tool, tool
from keyhole.tools.toolbox import Toolbox

_PROFILE = ModelProfile(id="scripted", can_write=False, constraints=("task",))
WARM_UP = 20
_QUESTION = "please look up the item calus mini-tool: which perks can it roll?"


@dataclass(frozen=True, slots=True)
class Overhead:
    """Milliseconds of `turns` turns with so many tools; `first_ms` is the first turn, which builds the index.

    `warm_up_p95_ms` is of the `WARM_UP` turns after the first, which the other figures leave out.

    `cpu_p95_ms` counts the processor's time alone: on a machine that others use too it is what can be compared.
    """

    tools: int
    turns: int
    median_ms: float
    p95_ms: float
    cpu_p95_ms: float
    first_ms: float
    warm_up_p95_ms: float


@tool
def item_lookup(name: Annotated[str, Field(description="the item's name")]) -> dict[str, Any]:
    """Look up one item: its perks, type and source."""
    return {"name": name, "type": "Submachine Gun", "perks": [f"Perk {number}" for number in range(14)]}


async def measure(tools: int, turns: int = 60) -> Overhead:
    """Time that many turns of one conversation with that many tools. Raises `RuntimeError` when a turn goes wrong."""
    toolbox = Toolbox("overhead", [item_lookup, *_others(tools - 1)])
    times: list[float] = []
    cpu: list[float] = []
    with Storage() as storage:
        agent = Agent(ReplayModel(_answers(), profile=_PROFILE), toolbox, storage=storage)
        for _ in range(1 + WARM_UP + turns):
            started, worked = time.perf_counter(), time.process_time()
            last = None
            async for event in agent.ask(_QUESTION):
                last = event
            times.append((time.perf_counter() - started) * 1000)
            cpu.append((time.process_time() - worked) * 1000)
            if not isinstance(last, TurnFinished):
                raise RuntimeError(f"the scripted turn did not finish: {last}")
    first, warm_up, counted = times[0], times[1 : 1 + WARM_UP], times[1 + WARM_UP :]
    return Overhead(
        tools,
        turns,
        median_ms=percentile(counted, 50) or 0.0,
        p95_ms=percentile(counted, 95) or 0.0,
        cpu_p95_ms=percentile(cpu[1 + WARM_UP :], 95) or 0.0,
        first_ms=first,
        warm_up_p95_ms=percentile(warm_up, 95) or 0.0,
    )


def _answers() -> Iterator[Any]:
    """Endless turns: call the tool once, then no more."""

    def answer(request: ChatRequest) -> str:
        if isinstance(request.task, RouteTask):
            named = None if request.task.found else "item_lookup"
            return json.dumps({"choice": "call_tool" if named else "none", "tool": named, "question": None})
        return json.dumps({"tool": "item_lookup", "args": {"name": "calus mini-tool"}})

    while True:
        yield answer


def _others(count: int) -> list[Tool]:
    made = distractors(min(count, limit()))
    again = [
        Tool(f"{made[n % limit()].name}_{n}", made[n % limit()].description, made[n % limit()].parameters, made[0].run)
        for n in range(limit(), count)
    ]
    return made + again
