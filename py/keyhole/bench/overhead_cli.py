"""`keyhole bench overhead`: Keyhole's own time per turn among few tools and many, as a table and a JSON file."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from keyhole.bench.overhead import WARM_UP, Overhead, measure
from keyhole.bench.report import number
from keyhole.bench.stored_bars import hold
from keyhole.commands import numbers, shared_options

overhead_options = shared_options(
    click.option(
        "--tools",
        default="10,100,1000,10000",
        show_default=True,
        callback=numbers,
        help="Numbers of tools, by commas.",
    ),
    click.option("--turns", type=click.IntRange(1), default=60, show_default=True),
    click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the figures as JSON."),
    click.option("--bars", type=click.Path(dir_okay=False, path_type=Path), default=Path("bench/bars.json")),
)
"""The options of `overhead`; shared with the command that measures in the page."""


@click.command()
@overhead_options
def overhead(tools: str, turns: int, out: Path | None, bars: Path) -> None:
    """Keyhole's own time per turn, without a model. Exits with 1 when a stored bar does not hold."""
    finish_overhead([asyncio.run(measure(int(count), turns)) for count in tools.split(",")], out, bars)


def finish_overhead(measured: Sequence[Overhead], out: Path | None, bars: Path) -> None:
    """Print what was measured, write it, and hold it against the bars that are stored."""
    click.echo(overhead_table(measured))
    if out:
        out.write_text(json.dumps([asdict(each) for each in measured], indent=1) + "\n", "utf-8")
    by_tools = {each.tools: each for each in measured}

    def figure(strategy: str, tools: int, metric: str) -> float | None:
        return getattr(by_tools.get(tools), metric, None) if strategy == "turn" else None

    hold("overhead", figure, bars)


def overhead_table(measured: Sequence[Overhead]) -> str:
    """A line for each number of tools; the last column is the ratio of the medians to the first line's."""
    lines = [
        f"| tools | turns | ms p50 | ms p95 | CPU ms p95 | first turn ms | {WARM_UP} warm-up turns p95 | p50 ratio |",
        "| --- " * 8 + "|",
    ]
    for each in measured:
        times = (each.median_ms, each.p95_ms, each.cpu_p95_ms, each.first_ms, each.warm_up_p95_ms)
        cells = " | ".join(number(value) for value in times)
        lines.append(f"| {each.tools:,} | {each.turns} | {cells} | x{each.median_ms / measured[0].median_ms:.2f} |")
    return "\n".join(lines)
