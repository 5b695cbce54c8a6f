"""What the commands share that judge an agent by files of messages: their options, a file after the other, one JSON."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

import click

from keyhole.clock import on_day
from keyhole.config import load_settings
from keyhole.models.choose import choose_model
from keyhole.models.model import ChatModel

Command = Callable[..., Any]
Judged = TypeVar("Judged")


def file_options(data: str, today: str) -> Callable[[Command], Command]:
    """The options `--data`, `--today`, `--out` and `--bars`, with what the first two are where they are not given."""
    options = [
        click.option(
            "--data",
            type=click.Path(exists=True, path_type=Path),
            default=Path(data),
            show_default=True,
            help="A folder of .json files or a file.",
        ),
        click.option(
            "--today",
            type=click.DateTime(["%Y-%m-%d"]),
            default=today,
            show_default=True,
            help="The day that it is: what is said of tomorrow has one answer.",
        ),
        click.option(
            "--out",
            type=click.Path(dir_okay=False, path_type=Path),
            help="Write every message's outcome as JSON.",
        ),
        click.option("--bars", type=click.Path(dir_okay=False, path_type=Path), default=Path("bench/bars.json")),
    ]

    def given(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return given


def by_file(
    data: Path, today: date, settings: dict[str, Any], judge: Callable[[ChatModel, Path], Coroutine[Any, Any, Judged]]
) -> dict[str, Judged]:
    """What `judge` makes of each file of a folder, or of one file, with the model that the settings name, by the files'
    names. Says which it is at."""
    files = sorted(data.glob("*.json")) if data.is_dir() else [data]
    chosen = choose_model(load_settings(None, given=settings))
    judged = {}
    with on_day(today):
        for file in files:
            click.echo(f"{file.stem} ...", err=True)
            judged[file.stem] = asyncio.run(judge(chosen, file))
    return judged


def write_rows(out: Path, model: str, rows: dict[str, Any]) -> None:
    """Write what came of every message, by file, as JSON."""
    written = json.dumps({"model": model, "files": rows}, ensure_ascii=False, indent=1)
    out.write_text(f"{written}\n", encoding="utf-8")
