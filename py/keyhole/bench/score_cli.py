"""`keyhole bench score`: route and fill of a model on a folder of labelled requests, a line for each file, one JSON."""

from __future__ import annotations

import asyncio
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from keyhole.bench.score import score_folder, write
from keyhole.bench.stored_bars import hold
from keyhole.clock import on_day
from keyhole.commands import model_options, model_settings
from keyhole.config import load_settings
from keyhole.models.choose import choose_model

BFCL_DAY = "2023-01-01"
"""Of a date without a year ("March 13th") its rows accept the one in 2023 alone, whenever they are asked."""
_FOLDER = click.Path(exists=True, path_type=Path)
_OUT = click.Path(dir_okay=False, path_type=Path)


@click.command()
@model_options("embedded")
@click.option("--data", multiple=True, required=True, type=_FOLDER, help="A folder of .jsonl files or a file.")
@click.option("--sample", type=click.IntRange(1), help="Only so many rows of each file.")
@click.option("--seed", type=int, default=0, show_default=True, help="Chooses the sample.")
@click.option("--half", type=click.Choice(["tune", "report"]), help="Every other row: those fitted to, or the rest.")
@click.option(
    "--today",
    type=click.DateTime(["%Y-%m-%d"]),
    default=BFCL_DAY,
    show_default=True,
    help="The day that it is: BFCL's answers take their year for granted.",
)
@click.option("--out", type=_OUT, help="Write all figures and every row's output as JSON.")
@click.option("--bars", type=_OUT, default=Path("bench/bars.json"))
def score(
    data: tuple[Path, ...],
    sample: int | None,
    seed: int,
    half: str | None,
    today: datetime,
    out: Path | None,
    bars: Path,
    model: str,
    base_url: str | None,
    key: str | None,
) -> None:
    """Score a model's route and fill steps on rows that bring their tools, by BFCL's AST rules.

    Exits with 1 when a stored bar does not hold: bars of the suite `score`, with a file's name as the strategy.
    """
    files = [file for folder in data for file in (sorted(folder.glob("*.jsonl")) if folder.is_dir() else [folder])]
    chosen = choose_model(load_settings(None, given=model_settings(model, base_url=base_url, key=key)))
    with on_day(today.date()):
        result = asyncio.run(score_folder(chosen, files, count=sample, seed=seed, half=half or ""))
    day = today.date().isoformat()
    if out:
        write({"model": model, "sample": sample, "seed": seed, "half": half, "today": day, **result}, out)
    click.echo(score_table(result["files"]))
    hold("score", lambda file, tools, metric: result["files"].get(file, {}).get(metric), bars)


_COLUMNS = ("rows", "function", "call", "fill", "no_call", "clarified", "route_strict", "valid")


def score_table(files: dict[str, dict[str, Any]]) -> str:
    """A Markdown table, a line a file: shares in percent."""
    lines = ["| file | " + " | ".join(_COLUMNS) + " |", "| --- " * (len(_COLUMNS) + 1) + "|"]
    lines += [
        f"| {name} | " + " | ".join(str(kept.get(c, "-")) for c in _COLUMNS) + " |" for name, kept in files.items()
    ]
    return "\n".join(lines)
