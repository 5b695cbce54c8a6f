"""`keyhole bench conversations`: messages that lean on earlier ones, a line for each file, one JSON."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from keyhole.bench.by_file import by_file, file_options, write_rows
from keyhole.bench.conversations import Judged, judge, read, shares, table
from keyhole.bench.stored_bars import hold
from keyhole.commands import model_options, model_settings
from keyhole.models.model import ChatModel


@click.command()
@model_options("embedded")
@file_options("bench/conversations", "2023-01-01")
def conversations(
    data: Path, today: datetime, out: Path | None, bars: Path, model: str, base_url: str | None, key: str | None
) -> None:
    """Judge an agent by conversations whose later messages leave out what was said before.

    Exits with 1 when a stored bar does not hold: bars of the suite `conversations`, with a file's name as the strategy.
    """
    judged = by_file(data, today.date(), model_settings(model, base_url=base_url, key=key), _judged)
    counts = {name: shares(talks) for name, talks in judged.items()}
    if out:
        write_rows(
            out, model, {n: [[s.model_dump(mode="json") for s in t] for t in talks] for n, talks in judged.items()}
        )
    click.echo(table(counts))
    hold("conversations", lambda file, tools, metric: _share(counts.get(file, {}).get(metric)), bars)


async def _judged(model: ChatModel, file: Path) -> list[list[Judged]]:
    return await judge(model, read(file))


def _share(counted: tuple[int, int] | None) -> float | None:
    return None if counted is None else counted[0] / counted[1]
