"""Whether the embedded model is faster on this machine's GPU than on its CPU: the same requests on both, one by one.

A request is a route and a fill, the two steps that a turn asks of it. A route alone would not tell: it reads a prompt
and writes one token, a fill writes a dozen, and engines that read equally fast differ in that. The first request warms
both up and is not counted.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass
from statistics import median
from typing import Any

from keyhole.models.model import ChatModel, ChatRequest, FillTask, RouteTask, ToolCard

LONGEST_S = 30.0
"""A request is stopped after so many seconds, and counts as so long."""
HOPELESS = 3.0
"""A GPU that is so many times slower than the CPU is asked no more."""

_CARDS = (
    ToolCard("word_meaning", "What a word means and where it comes from.", ("word",)),
    ToolCard("recipe_lookup", "Look up a recipe: what goes into it and how long it takes.", ("dish",)),
    ToolCard("weather_forecast", "The weather of the next days in a town.", ("town",)),
    ToolCard("train_times", "The next trains between two stations.", ("start", "destination")),
)
_REQUESTS = (
    ("what does serendipity mean?", 0),
    ("how do I make a mushroom risotto?", 1),
    ("will it rain in Lisbon at the weekend?", 2),
    ("when does the next train leave from Basel to Vienna?", 3),
    ("explain the word petrichor please", 0),
    ("what goes into an apple crumble and how long is it baked?", 1),
)
"""What is asked, and the place of the tool that it is for."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Milliseconds that a request takes: the median on either. `stopped`: on the GPU it takes longer than is said."""

    gpu_ms: float
    cpu_ms: float
    stopped: bool = False

    @property
    def gpu_is_faster(self) -> bool:
        return not self.stopped and self.gpu_ms < self.cpu_ms

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for the page (`Comparison` in web/types.js)."""
        ms = {"gpuMs": round(self.gpu_ms, 1), "cpuMs": round(self.cpu_ms, 1)}
        return {**ms, "stopped": self.stopped, "text": str(self)}

    def __str__(self) -> str:
        over = "over " if self.stopped else ""
        return f"a route and a fill take {over}{_spoken(self.gpu_ms)} on the GPU, {_spoken(self.cpu_ms)} on the CPU"


async def compare(
    gpu: ChatModel, cpu: ChatModel, on_progress: Callable[[int, int], None], *, longest_s: float = LONGEST_S
) -> Comparison:
    """Ask both the same; `on_progress` is told how many of how many requests are done.

    Raises what a model raises. Cancelling it stops the model at work.
    """
    gpu_ms: list[float] = []
    cpu_ms: list[float] = []
    stopped = False
    for number in range(len(_REQUESTS)):
        on_progress(number, len(_REQUESTS))
        cpu_ms.append(await _time(cpu, number, longest_s) or longest_s * 1000)
        hopeless = len(gpu_ms) > 1 and gpu_ms[1] > HOPELESS * median(cpu_ms[1:])
        if not stopped and not hopeless:
            ms = await _time(gpu, number, longest_s)
            stopped = ms is None
            gpu_ms.append(ms or longest_s * 1000)
    return Comparison(gpu_ms[-1] if stopped else median(gpu_ms[1:]), median(cpu_ms[1:]), stopped)


async def _time(model: ChatModel, number: int, longest_s: float) -> float | None:
    """Milliseconds that a request takes; None for one that was stopped."""
    query, place = _REQUESTS[number]
    card = _CARDS[place]
    properties = {name: {"type": "string", "description": f"the {name}"} for name in card.parameters}
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    started = time.perf_counter()
    try:
        async with asyncio.timeout(longest_s):
            for task in (RouteTask(query, _CARDS), FillTask(query, card.name, card.description, schema)):
                async with aclosing(model.stream(ChatRequest(messages=(), task=task))) as chunks:
                    async for _ in chunks:
                        pass
    except TimeoutError:
        return None
    return (time.perf_counter() - started) * 1000


def _spoken(ms: float) -> str:
    """`4.2 ms`, `66 ms`, `6.1 s`."""
    return f"{ms / 1000:.1f} s" if ms >= 999.5 else f"{ms:.0f} ms" if ms >= 9.95 else f"{ms:.1f} ms"
