"""Runs as files, and what is said of them: tables, comparisons, which bars do not hold.

A results file is the JSON of `Run` (format 1): what was run and on what (`info`), the figures of each strategy at each
number of tools (`figures`), and every query's row (`rows`), from which the figures can be computed again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from keyhole.bench.bars import Bar, broken
from keyhole.bench.metrics import Figures, RowResult, summarise
from keyhole.bench.stats import mcnemar


class RunInfo(BaseModel):
    """What was measured. `device` is what the machine tells: browser or Python, system, cores, adapter."""

    model_config = ConfigDict(frozen=True)

    suite: str
    model: str
    strategies: tuple[str, ...]
    sample: int | None = None
    seed: int = 0
    growth: tuple[int, ...] = ()
    date: str = ""
    version: str = ""
    device: dict[str, str] = Field(default_factory=dict)


class Run(BaseModel):
    """A whole run, finished or not."""

    format: Literal[1] = 1
    info: RunInfo
    figures: list[Figures] = Field(default_factory=list)
    rows: list[RowResult] = Field(default_factory=list)
    peak_memory_bytes: int | None = None

    @classmethod
    def of(cls, info: RunInfo, rows: Sequence[RowResult], peak_memory_bytes: int | None = None) -> Run:
        return cls(info=info, figures=figures(rows), rows=list(rows), peak_memory_bytes=peak_memory_bytes)


def figures(rows: Iterable[RowResult]) -> list[Figures]:
    """Figures of each strategy at each number of tools added, in order of appearance."""
    groups: dict[tuple[str, int], list[RowResult]] = {}
    for row in rows:
        groups.setdefault((row.strategy, row.tools), []).append(row)
    return [summarise(group) for group in groups.values()]


def percent(share: Any) -> str:
    """A proportion as a reader wants it: value, then its interval."""
    if share is None or share.value is None:
        return "-"
    return f"{100 * share.value:.1f} ({100 * share.low:.0f}-{100 * share.high:.0f})"


def number(value: float | None) -> str:
    """A plain number to three figures, or a dash."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


_COLUMNS = (
    ("strict %", "strict"),
    ("args exact %", "args_exact"),
    ("none recall %", "none_recall"),
    ("clarify precision %", "clarify_precision"),
    ("prompt tokens", "prompt_tokens"),
    ("route ms", "route_ms_p50"),
    ("fill ms", "fill_ms_p50"),
    ("turn ms", "turn_ms_p50"),
)


def table(run: Run) -> str:
    """A Markdown table, a line a strategy and number of tools; shares carry their 95% Wilson interval."""
    lines = [
        "| strategy | tools | n | " + " | ".join(title for title, _ in _COLUMNS) + " |",
        "| --- | --- | --- | " + " | ".join("---" for _ in _COLUMNS) + " |",
    ]
    for group in run.figures:
        cells = [
            percent(group.proportions[key]) if key in group.proportions else number(group.numbers.get(key))
            for _, key in _COLUMNS
        ]
        name = group.strategy
        if not group.applies:
            name += " (n/a: this model cannot take free prompts)"
        elif not group.fits:
            name += " (does not fit the context)"
        lines.append(f"| {name} | {group.tools} | {group.n} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


class Difference(BaseModel):
    """One metric of two runs over the queries that both have. `p` is McNemar's, None for a ratio of times."""

    model_config = ConfigDict(frozen=True)

    strategy: str
    tools: int
    metric: str
    n: int
    first: float
    second: float
    p: float | None = None


def compare(first: Run, second: Run) -> list[Difference]:
    """What changed from `first` to `second`, strategy by strategy, paired by query id."""
    differences: list[Difference] = []
    theirs = {(row.strategy, row.tools, row.id): row for row in second.rows}
    groups: dict[tuple[str, int], list[tuple[RowResult, RowResult]]] = {}
    for row in first.rows:
        other = theirs.get((row.strategy, row.tools, row.id))
        if other is not None and row.applies == other.applies:
            groups.setdefault((row.strategy, row.tools), []).append((row, other))
    for (strategy, tools), pairs in groups.items():
        for metric in ("strict", "acceptable", "args_exact"):
            flags = [(getattr(a, metric), getattr(b, metric)) for a, b in pairs if a.applies]
            known = [(a, b) for a, b in flags if a is not None and b is not None]
            if known:
                differences.append(
                    Difference(
                        strategy=strategy,
                        tools=tools,
                        metric=metric,
                        n=len(known),
                        first=sum(a for a, _ in known) / len(known),
                        second=sum(b for _, b in known) / len(known),
                        p=mcnemar(sum(a and not b for a, b in known), sum(b and not a for a, b in known)),
                    )
                )
        for metric in ("route_ms_p50", "turn_ms_p50", "prompt_tokens"):
            before = summarise([a for a, _ in pairs]).numbers[metric]
            after = summarise([b for _, b in pairs]).numbers[metric]
            if before and after:
                differences.append(
                    Difference(strategy=strategy, tools=tools, metric=metric, n=len(pairs), first=before, second=after)
                )
    return differences


def comparison(differences: Sequence[Difference]) -> str:
    """Differences as a Markdown table; `*` marks p < 0.05."""
    if not differences:
        return "The two runs have no query, strategy and number of tools in common."
    lines = [
        "| strategy | tools | metric | n | first | second | change | p |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for d in differences:
        if d.p is None:
            cells = (number(d.first), number(d.second), f"x{d.second / d.first:.2f}", "-")
        else:
            change = f"{100 * (d.second - d.first):+.1f} points"
            cells = (f"{100 * d.first:.1f}%", f"{100 * d.second:.1f}%", change, f"{d.p:.3f}{'*' if d.p < 0.05 else ''}")
        lines.append(f"| {d.strategy} | {d.tools} | {d.metric} | {d.n} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def regressions(run: Run, bars: Iterable[Bar]) -> list[str]:
    """A sentence for each bar of the run's suite that does not hold."""
    groups = {(group.strategy, group.tools): group for group in run.figures}

    def figure(strategy: str, tools: int, metric: str) -> float | None:
        group = groups.get((strategy, tools))
        if group is None:
            return None
        share = group.proportions.get(metric)
        return share.value if share is not None else group.numbers.get(metric)

    return broken(run.info.suite, figure, bars)
