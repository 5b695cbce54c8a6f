"""`keyhole destiny`: build the look-up table from Bungie's manifest, and look into the one in use."""

from __future__ import annotations

from pathlib import Path

import click

from keyhole.commands import Group
from keyhole_destiny.manifest import import_manifest
from keyhole_destiny.table import KINDS, Table
from keyhole_destiny.tools import TABLE_VARIABLE, table


@click.group(cls=Group)
def destiny() -> None:
    """The demo domain's table of items, perks and activities."""


@destiny.command("import")
@click.argument("manifest", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), default=Path("destiny.sqlite"), show_default=True
)
def import_(manifest: Path, out: Path) -> None:
    """Build the table from MANIFEST, the JSON file of Bungie's published manifest."""
    counts = import_manifest(
        manifest, out, lambda name, count: click.echo(f"  {name}: {count:,} definitions", err=True)
    )
    click.echo(f"{out}: {counts['item']:,} items, {counts['perk']:,} perks, {counts['activity']:,} activities")
    click.echo(f"Use it with {TABLE_VARIABLE}={out.resolve()}")


@destiny.command()
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("name")
def show(kind: str, name: str) -> None:
    """Show what the table in use says about one NAME."""
    source: Table = table()
    match = source.find(kind, name)
    if match.entry is None:
        nearest = f" Did you mean {', '.join(match.nearest)}?" if match.nearest else ""
        raise click.ClickException(f"no such {kind}: {name!r}.{nearest}")
    click.echo(match.entry.name)
    for key, value in match.entry.facts.items():
        click.echo(f"  {key}: {', '.join(value) if isinstance(value, list) else value}")
    if source.sample:
        click.echo("  (sample data)")
