"""The bars in a file, and commands that end with 1 where one does not hold. A page has no click, and no such file."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click
from pydantic import TypeAdapter, ValidationError

from keyhole.bench.bars import Bar, Figure, broken

_bars: TypeAdapter[list[Bar]] = TypeAdapter(list[Bar])


def read_bars(path: Path) -> list[Bar]:
    """The bars of a file; none where there is no file. Raises `click.ClickException` that says what is wrong."""
    try:
        return _bars.validate_json(path.read_bytes()) if path.exists() else []
    except ValidationError as error:
        first = error.errors()[0]
        where = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in first["loc"])
        raise click.ClickException(f"{path}{where} cannot be read as a list of bars: {first['msg']}") from None


def hold(suite: str, figure: Figure, bars: Path) -> None:
    """Hold a suite's figures against its bars in a file; see `fail`."""
    fail(broken(suite, figure, read_bars(bars)))


def fail(lines: Sequence[str]) -> None:
    """Say which bars do not hold, and exit with 1 where there are any."""
    for line in lines:
        click.echo(line, err=True)
    if lines:
        sys.exit(1)
