"""`keyhole bench conversations`: messages that lean on earlier ones, a line for each file, one JSON."""

from __future__ import annotations

import asyncio
import json
from datetime import datetime
from pathlib import Path

import click

from keyhole.bench.conversations import judge, read, shares, table
from keyhole.bench.stored_bars import hold
from keyhole.clock import on_day
from keyhole.commands import model_options, model_settings
from keyhole.config import load_settings
from keyhole.models.choose import choose_model


@click.command()
@model_options("embedded")
@click.option(
    "--data",
    type=click.Path(exists=True, path_type=Path),
    default=Path("bench/conversations"),
    show_default=True,
    help="A folder of .json files or a file.",
)
@click.option(
    "--today",
    type=click.DateTime(["%Y-%m-%d"]),
    default="2023-01-01",
    show_default=True,
    help="The day that it is: what is said of tomorrow has one answer.",
)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write every message's outcome as JSON.")
@click.option("--bars", type=click.Path(dir_okay=False, path_type=Path), default=Path("bench/bars.json"))
def conversations(
    data: Path, today: datetime, out: Path | None, bars: Path, model: str, base_url: str | None, key: str | None
) -> None:
    """Judge an agent by conversations whose later messages leave out what was said before.

    Exits with 1 when a stored bar does not hold: bars of the suite `conversations`, with a file's name as the strategy.
    """
    files = sorted(data.glob("*.json")) if data.is_dir() else [data]
    chosen = choose_model(load_settings(None, given=model_settings(model, base_url=base_url, key=key)))
    judged = {}
    with on_day(today.date()):
        for file in files:
            click.echo(f"{file.stem} ...", err=True)
            judged[file.stem] = asyncio.run(judge(chosen, read(file)))
    counts = {name: shares(talks) for name, talks in judged.items()}
    if out:
        rows = {name: [[s.model_dump(mode="json") for s in talk] for talk in talks] for name, talks in judged.items()}
        written = json.dumps({"model": model, "files": rows}, ensure_ascii=False, indent=1)
        out.write_text(f"{written}\n", encoding="utf-8")
    click.echo(table(counts))
    hold("conversations", lambda file, tools, metric: _share(counts.get(file, {}).get(metric)), bars)


def _share(counted: tuple[int, int] | None) -> float | None:
    return None if counted is None else counted[0] / counted[1]
