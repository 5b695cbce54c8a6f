"""`keyhole bench parsing`: hostile megabytes, turns in text against native ones, and a corpus where one is given."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import click

from keyhole.bench.parsing import Score, false_calls, read_corpus, score
from keyhole.bench.parsing_time import AROUND, KINDS, MEGABYTE, Kind, megabytes, turns
from keyhole.bench.stored_bars import hold

_FILE = click.Path(dir_okay=False, path_type=Path)
_TURNS = {"single": 1, "several": 3}


@click.command()
@click.option("--corpus", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Labelled model texts.")
@click.option("--hint/--no-hint", default=True, help="Tell the parser each row's family.")
@click.option("--show", default=0, help="Show so many wrong rows of each family, and so many slow kinds.")
@click.option(
    "--kinds", default=len(KINDS) + len(AROUND), show_default=True, help="How many kinds of megabytes (0: none)."
)
@click.option("--size", default=MEGABYTE, show_default=True, help="Their characters.")
@click.option("--times", default=9, show_default=True, help="How often a turn is run (0: none).")
@click.option("--out", type=_FILE, help="Write the figures as JSON.")
@click.option("--bars", type=_FILE, default=Path("bench/bars.json"))
def parsing(
    corpus: Path | None, hint: bool, show: int, kinds: int, size: int, times: int, out: Path | None, bars: Path
) -> None:
    """Score the parser on a corpus; time it on hostile megabytes and in turns against native calls.

    Exits with 1 when a stored bar does not hold: bars of the suite `parsing`. Milliseconds are of the processor for the
    megabytes, of the clock for turns.
    """
    figures: dict[str, dict[str, float]] = {}
    if corpus:
        figures["corpus" if hint else "corpus-no-hint"] = _corpus(read_corpus(corpus), hint, show)
    if kinds:
        figures["megabyte"] = _megabytes(megabytes((*KINDS, *AROUND)[:kinds], size=size), show)
    if times:
        for strategy in ("native", "text"):
            figures[strategy] = {
                name: asyncio.run(turns(calls, native=strategy == "native", times=times))
                for name, calls in _TURNS.items()
            }
        for name in _TURNS:
            text, native = figures["text"][name], figures["native"][name]
            click.echo(f"turn with {name:8} {text:6.0f} ms in text, {native:6.0f} natively: x{text / native:.2f}")
    if out:
        out.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    hold("parsing", lambda line, tools, metric: figures.get(line, {}).get(metric), bars)


def _corpus(rows: list[dict[str, Any]], hint: bool, show: int) -> dict[str, float]:
    scores = score(rows, hint=hint)
    for family, held in sorted(scores.items()):
        click.echo(f"{family:22} {_share(held)}")
        for fault in held.wrong[:show]:
            click.echo(f"    {fault}")
    everything = Score(sum(held.right for held in scores.values()), len(rows))
    below = sorted(family for family, held in scores.items() if held.share < 0.9)
    wrong = false_calls(rows, hint=hint)
    click.echo(f"{'all':22} {_share(everything)}")
    click.echo(f"false calls in no_call rows: {wrong}; families below 90%: {', '.join(below) or 'none'}")
    return {"right": everything.share, "families_below": len(below), "false_calls": wrong}


def _share(held: Score) -> str:
    return f"{held.right:4} of {held.rows:4}  {held.share:7.1%}"


def _megabytes(kinds: list[Kind], show: int) -> dict[str, float]:
    for kind in kinds[: max(show, 3)]:
        click.echo(f"{kind.ms:6.0f} ms  x{kind.growth:5.1f} of a tenth  x{kind.prose:5.1f} of prose  {kind.unit!r}")
    click.echo(f"{len(kinds)} kinds, the slowest first")
    return {
        "kinds": len(kinds),
        "slowest_ms": kinds[0].ms,
        "growth": max(kind.growth for kind in kinds),
        "prose": max(kind.prose for kind in kinds),
    }
