"""`keyhole bench shown`: what is asked of a result that was just shown, a line for each file, one JSON."""

from __future__ import annotations

import asyncio
import json
from datetime import datetime
from pathlib import Path

import click

from keyhole.bench.shown import App, Rated, rate, read, table
from keyhole.bench.stored_bars import hold
from keyhole.clock import on_day
from keyhole.commands import model_options, model_settings
from keyhole.config import load_settings
from keyhole.models.choose import choose_model
from keyhole.models.model import ChatModel


@click.command()
@model_options("embedded")
@click.option(
    "--data",
    type=click.Path(exists=True, path_type=Path),
    default=Path("bench/shown"),
    show_default=True,
    help="A folder of .json files or a file.",
)
@click.option(
    "--today",
    type=click.DateTime(["%Y-%m-%d"]),
    default="2025-06-02",
    show_default=True,
    help="The day that it is.",
)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write every message's outcome as JSON.")
@click.option("--bars", type=click.Path(dir_okay=False, path_type=Path), default=Path("bench/bars.json"))
def shown(
    data: Path, today: datetime, out: Path | None, bars: Path, model: str, base_url: str | None, key: str | None
) -> None:
    """Rate what an agent makes of questions about a result that it has just shown.

    Exits with 1 when a stored bar does not hold: bars of the suite `shown`, with a file's name as the strategy and a
    rating as the metric.
    """
    files = sorted(data.glob("*.json")) if data.is_dir() else [data]
    chosen = choose_model(load_settings(None, given=model_settings(model, base_url=base_url, key=key)))
    rated: dict[str, list[Rated]] = {}
    with on_day(today.date()):
        for file in files:
            click.echo(f"{file.stem} ...", err=True)
            rated[file.stem] = asyncio.run(_rated(chosen, read(file)))
    if out:
        rows = {name: [each.model_dump(mode="json") for each in told] for name, told in rated.items()}
        written = json.dumps({"model": model, "files": rows}, ensure_ascii=False, indent=1)
        out.write_text(f"{written}\n", encoding="utf-8")
    click.echo(table(rated))
    hold("shown", lambda file, tools, metric: _share(rated.get(file), metric), bars)


async def _rated(model: ChatModel, apps: tuple[App, ...]) -> list[Rated]:
    return [rated for app in apps for rated in await rate(model, app)]


def _share(rated: list[Rated] | None, rating: str) -> float | None:
    return sum(each.rating == rating for each in rated) / len(rated) if rated else None
