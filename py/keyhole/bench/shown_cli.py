"""`keyhole bench shown`: what is asked of a result that was just shown, a line for each file, one JSON."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from keyhole.bench.by_file import by_file, file_options, write_rows
from keyhole.bench.shown import Rated, rate, read, table
from keyhole.bench.stored_bars import hold
from keyhole.commands import model_options, model_settings
from keyhole.models.model import ChatModel


@click.command()
@model_options("embedded")
@file_options("bench/shown", "2025-06-02")
def shown(
    data: Path, today: datetime, out: Path | None, bars: Path, model: str, base_url: str | None, key: str | None
) -> None:
    """Rate what an agent makes of questions about a result that it has just shown.

    Exits with 1 when a stored bar does not hold: bars of the suite `shown`, with a file's name as the strategy and a
    rating as the metric.
    """
    rated = by_file(data, today.date(), model_settings(model, base_url=base_url, key=key), _rated)
    if out:
        write_rows(out, model, {name: [each.model_dump(mode="json") for each in told] for name, told in rated.items()})
    click.echo(table(rated))
    hold("shown", lambda file, tools, metric: _share(rated.get(file), metric), bars)


async def _rated(model: ChatModel, file: Path) -> list[Rated]:
    return [rated for app in read(file) for rated in await rate(model, app)]


def _share(rated: list[Rated] | None, rating: str) -> float | None:
    return sum(each.rating == rating for each in rated) / len(rated) if rated else None
