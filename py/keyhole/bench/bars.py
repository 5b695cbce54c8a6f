"""Stored bars: what a figure must reach or stay under. Ratios and accuracies alone, never an absolute time."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pydantic import BaseModel, ConfigDict

Figure = Callable[[str, int, str], float | None]
"""Strategy, number of tools and metric -> the figure that was measured; None where it was not."""


class Group(BaseModel):
    """A line of a table: what was measured, and with how many tools."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    strategy: str
    tools: int = 0


class Bar(Group):
    """`suite` is a suite's name, or the command that measures it: `startup`, `overhead`, `score`, `conversations`,
    `shown`, `follow_ups` or `parsing`.

    With `against` it is the ratio to the same metric of that line that is held to it: the only way to bar a time.
    """

    suite: str
    metric: str
    against: Group | None = None
    at_least: float | None = None
    at_most: float | None = None


def broken(suite: str, figure: Figure, bars: Iterable[Bar]) -> list[str]:
    """A sentence for each bar of that suite that does not hold. What was not measured breaks none."""
    said: list[str] = []
    for bar in bars:
        value = figure(bar.strategy, bar.tools, bar.metric) if bar.suite == suite else None
        if value is None:
            continue
        name = f"{suite}, {_line(bar)}, {bar.metric}"
        if bar.against is not None:
            base = figure(bar.against.strategy, bar.against.tools, bar.metric)
            if not base:
                continue
            value, name = value / base, f"{name}, against {_line(bar.against)}"
        if bar.at_least is not None and value < bar.at_least:
            said.append(f"{name}: {value:.4g} is under the stored bar of {bar.at_least:.4g}")
        if bar.at_most is not None and value > bar.at_most:
            said.append(f"{name}: {value:.4g} is over the stored bar of {bar.at_most:.4g}")
    return said


def _line(group: Group) -> str:
    return f"{group.strategy} at {group.tools:,} tools" if group.tools else group.strategy
