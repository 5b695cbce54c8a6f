"""`keyhole bench follow-ups`: what is said right after a call, a line for each file, one JSON."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from keyhole.bench.by_file import by_file, file_options, write_rows
from keyhole.bench.follow_ups import Judged, judge, read, table
from keyhole.bench.stored_bars import hold
from keyhole.commands import model_options, model_settings
from keyhole.models.model import ChatModel


@click.command("follow-ups")
@model_options("embedded")
@file_options("bench/follow_ups", "2025-06-02")
def follow_ups(
    data: Path, today: datetime, out: Path | None, bars: Path, model: str, base_url: str | None, key: str | None
) -> None:
    """Judge what an agent makes of messages that are said right after a call.

    Exits with 1 when a stored bar does not hold: bars of the suite `follow_ups`, with a file's name as the strategy and
    `tool` or `right` as the metric.
    """
    judged = by_file(data, today.date(), model_settings(model, base_url=base_url, key=key), _judged)
    if out:
        write_rows(out, model, {name: [each.model_dump(mode="json") for each in told] for name, told in judged.items()})
    click.echo(table(judged))
    hold("follow_ups", lambda file, tools, metric: _share(judged.get(file), metric), bars)


async def _judged(model: ChatModel, file: Path) -> list[Judged]:
    return [judged for app in read(file) for judged in await judge(model, app)]


def _share(judged: list[Judged] | None, metric: str) -> float | None:
    right = [each.tool_right if metric == "tool" else each.right for each in judged or ()]
    return sum(right) / len(right) if right else None
