"""The bars that a command holds its figures to, from a file. For the command line alone: a page has no click."""

from __future__ import annotations

from pathlib import Path

import click
from pydantic import TypeAdapter, ValidationError

from keyhole.bench.bars import Bar

_bars: TypeAdapter[list[Bar]] = TypeAdapter(list[Bar])


def read_bars(path: Path) -> list[Bar]:
    """The bars of a file; none where there is no file. Raises `click.ClickException` that says what is wrong."""
    try:
        return _bars.validate_json(path.read_bytes()) if path.exists() else []
    except ValidationError as error:
        first = error.errors()[0]
        where = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in first["loc"])
        raise click.ClickException(f"{path}{where} cannot be read as a list of bars: {first['msg']}") from None
