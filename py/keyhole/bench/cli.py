"""`keyhole bench`: run suites, compare runs, check stored bars, render results. One output: a table, and a JSON file.

This runs on CPython. `scripts/bench` is the same command with the browser added: there `run` drives the benchmark page.
"""

from __future__ import annotations

import asyncio
import os
import platform
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from pydantic import ValidationError

from keyhole import __version__
from keyhole.bench.conversations_cli import conversations as conversations_command
from keyhole.bench.follow_ups_cli import follow_ups
from keyhole.bench.metrics import DEFINITIONS, RowResult
from keyhole.bench.overhead_cli import overhead as overhead_command
from keyhole.bench.parsing_cli import parsing as parsing_command
from keyhole.bench.report import Run, RunInfo, compare, comparison, regressions, table
from keyhole.bench.run import VARIANTS, RunStopped, run_suite
from keyhole.bench.score_cli import score as score_command
from keyhole.bench.shown_cli import shown as shown_command
from keyhole.bench.stored_bars import fail, read_bars
from keyhole.bench.suite import Query, load, sample
from keyhole.commands import Group, model_options, model_settings, numbers, read_text, shared_options
from keyhole.config import load_settings, wrong_fields
from keyhole.errors import ConfigError
from keyhole.models.choose import choose_model
from keyhole.tools.loader import load_toolbox

BEGIN, END = "<!-- results: begin -->", "<!-- results: end -->"


@click.group(cls=Group)
def bench() -> None:
    """Measure: suites of labelled queries, strategies side by side, bars that must hold."""


bench.add_command(overhead_command, "overhead")
bench.add_command(conversations_command, "conversations")
bench.add_command(shown_command, "shown")
bench.add_command(follow_ups)
bench.add_command(score_command, "score")
bench.add_command(parsing_command, "parsing")


run_options = shared_options(
    model_options("embedded"),
    click.option("--suite", "suites", default="destiny", show_default=True, help="Names or files, by commas."),
    click.option("--strategy", "strategies", default="routed", show_default=True, help="Names, by commas."),
    click.option(
        "--growth", default="0", show_default=True, callback=numbers, help="Pad toolboxes to so many tools (0: none)."
    ),
    click.option("--sample", type=click.IntRange(1), help="Only so many queries of each suite."),
    click.option("--seed", type=int, default=0, show_default=True, help="Chooses the sample and the distractors."),
    click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the run as JSON."),
    click.option("--resume", is_flag=True, help="Go on with the run that --out holds: only what it lacks is asked."),
    click.option("--suites-dir", type=click.Path(file_okay=False, path_type=Path), default=Path("bench/suites")),
    click.option("--bars", type=click.Path(dir_okay=False, path_type=Path), default=Path("bench/bars.json")),
)
"""The options that say what is run; shared with the command that drives the page."""


@bench.command()
@run_options
def run(suites: str, out: Path | None, bars: Path, suites_dir: Path, **options: Any) -> None:
    """Run suites and print their figures. Exits with 1 when a stored bar does not hold."""
    finish(asyncio.run(execute(suites, suites_dir, out, **options)), out, bars)


async def execute(
    suites: str,
    suites_dir: Path,
    out: Path | None,
    *,
    model: str,
    base_url: str | None,
    key: str | None,
    strategies: str,
    growth: str,
    sample: int | None,
    seed: int,
    resume: bool = False,
) -> Run:
    chat_model = choose_model(load_settings(None, given=model_settings(model, base_url=base_url, key=key)))
    queries = read_suites(suites, suites_dir, sample, seed)
    wanted, sizes = strategies.split(","), [int(size) for size in growth.split(",")]
    toolboxes = {query.toolbox: load_toolbox(query.toolbox) for query in queries if query.toolbox}
    info = RunInfo(
        suite=suites,
        model=model,
        strategies=tuple(wanted),
        sample=sample,
        seed=seed,
        growth=tuple(sizes),
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        version=__version__,
        device=device(),
    )
    rows = _kept(info, out) if resume else []
    done = {(row.strategy, row.tools, row.id) for row in rows}
    progress = Progress(len(queries) * len(wanted) * len(sizes))
    try:
        async for row, _ in run_suite(
            chat_model, queries, toolboxes, strategies=wanted, growth=sizes, seed=seed, done=done
        ):
            rows.append(row)
            progress.show(len(rows), sum(row.strict for row in rows))
    except RunStopped:
        if out and rows:
            write(Run.of(info, rows), out)
            click.echo(f"\n{len(rows)} rows were kept in {out}: --resume goes on from there.", err=True)
        raise
    finally:
        progress.end()
    return Run.of(info, rows)


def _kept(info: RunInfo, out: Path | None) -> list[RowResult]:
    """The rows of the run that `--out` holds. Raises `click.ClickException` where it is another run."""
    if out is None or not out.exists():
        raise click.ClickException("there is no run to resume: name its file with --out")
    kept = read(out)
    for name in ("suite", "model", "sample", "seed"):
        if getattr(kept.info, name) != getattr(info, name):
            raise click.ClickException(f"{out} holds a run with another {name}: {getattr(kept.info, name)}")
    return kept.rows


def read_suites(names: str, folder: Path, count: int | None, seed: int) -> list[Query]:
    """The queries of suites given by name or file, comma-separated. Raises `SuiteError`, `click.ClickException`."""
    queries: list[Query] = []
    for name in names.split(","):
        path = Path(name) if Path(name).suffix else folder / f"{name}.jsonl"
        try:
            text = read_text(path)
        except (OSError, ConfigError) as error:
            raise click.ClickException(f"the suite {name} cannot be read: {error}") from None
        queries += sample(load(text.split("\n"), name=path.name), count, seed)
    return queries


class Progress:
    """A line on standard error that says how far a run is and how long it will take."""

    def __init__(self, total: int) -> None:
        self._total, self._started, self._shown = total, time.monotonic(), 0.0

    def show(self, done: int, right: int) -> None:
        now = time.monotonic()
        if now - self._shown < 0.5 and done < self._total:
            return
        self._shown = now
        left = (now - self._started) / done * (self._total - done)
        click.echo(f"\r{done} of {self._total}, {right / done:.0%} right, {left:.0f} s left   ", nl=False, err=True)

    def end(self) -> None:
        click.echo(err=True)


def finish(result: Run, out: Path | None, bars: Path) -> None:
    """Print a run, write it, and hold it against the bars that are stored."""
    click.echo(table(result))
    if out:
        write(result, out)
        click.echo(f"written to {out}", err=True)
    held = read_bars(bars)
    fail([line for suite in _by_suite(result) for line in regressions(suite, held)])


def _by_suite(result: Run) -> list[Run]:
    """A run over several suites as one for each: a bar belongs to a suite."""
    names = result.info.suite.split(",")
    if len(names) == 1:
        return [result]
    parts: dict[str, list[RowResult]] = {name: [] for name in names}
    for row in result.rows:
        own = [name for name in names if row.id.startswith(Path(name).stem)]
        if own:  # of "destiny" and "destiny-heldout" the longer
            parts[max(own, key=lambda name: len(Path(name).stem))].append(row)
    return [Run.of(result.info.model_copy(update={"suite": name}), rows) for name, rows in parts.items() if rows]


def write(result: Run, path: Path) -> None:
    """Write a run, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(path.name + ".part")
    draft.write_text(result.model_dump_json(indent=1, exclude_defaults=True) + "\n", "utf-8")
    draft.replace(path)


def device() -> dict[str, str]:
    """What this machine tells of itself, without anything that names it."""
    return {
        "runtime": f"CPython {platform.python_version()}",
        "system": platform.system(),
        "machine": platform.machine(),
        "cores": str(os.cpu_count() or 0),
    }


@bench.command()
@run_options
def growth(suites: str, out: Path | None, bars: Path, suites_dir: Path, **options: Any) -> None:
    """Run suites with toolboxes padded to 10, 100, 1,000 and 10,000 tools."""
    options |= growth_defaults(options)
    finish(asyncio.run(execute(suites, suites_dir, out, **options)), out, bars)


def growth_defaults(options: dict[str, Any]) -> dict[str, Any]:
    """What `growth` runs where its options do not say: every size, both kinds of prompt, a small sample."""
    return {
        "growth": "0,10,100,1000,10000" if options["growth"] == "0" else options["growth"],
        "strategies": "routed,all-schemas,lexical" if options["strategies"] == "routed" else options["strategies"],
        "sample": options["sample"] or 20,
    }


@bench.command("compare")
@click.argument("first", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("second", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def compare_runs(first: Path, second: Path) -> None:
    """Say what differs between two runs, query by query, and whether it could be chance."""
    click.echo(comparison(compare(read(first), read(second))))


@bench.command()
@click.argument("results", type=click.Path(exists=True, dir_okay=False, path_type=Path), nargs=-1)
def show(results: tuple[Path, ...]) -> None:
    """Print the figures of runs."""
    for path in results:
        result = read(path)
        click.echo(f"{path.name}: {result.info.suite}, {result.info.model}, {result.info.date}\n{table(result)}\n")


@bench.command()
@click.argument("page", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("results", type=click.Path(exists=True, dir_okay=False, path_type=Path), nargs=-1)
@click.option("--check", is_flag=True, help="Change nothing; exit with 1 when the page is out of date.")
def docs(page: Path, results: tuple[Path, ...], check: bool) -> None:
    """Render results and the definitions of the metrics into a Markdown page, between its two marks."""
    text = read_text(page)
    head, begin, rest = text.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        raise click.ClickException(f"{page} lacks the marks {BEGIN} and {END}")
    parts = [""]
    for path in results:
        result = read(path)
        machine = ", ".join(f"{key} {value}" for key, value in result.info.device.items())
        parts += [f"### {result.info.model}, {result.info.suite}", "", f"{result.info.date}; {machine}.", ""]
        parts += [table(result), ""]
    parts += ["### Metrics", "", *(f"- **{name}**: {words}" for name, words in DEFINITIONS.items()), ""]
    parts += ["### Strategies", "", *(f"- **{name}**: {each.title}." for name, each in VARIANTS.items()), ""]
    rendered = head + BEGIN + "\n".join(parts) + END + tail
    if check and rendered != text:
        raise click.ClickException(f"{page} is out of date: run the same command without --check")
    if not check:
        page.write_text(rendered, "utf-8")


def read(path: Path) -> Run:
    """A results file. Raises `click.ClickException` that says what is wrong with it."""
    try:
        return Run.model_validate_json(path.read_bytes())
    except ValidationError as error:
        raise click.ClickException(f"{path} is not a results file: {wrong_fields(error).removeprefix(': ')}") from None
    except OSError as error:
        raise click.ClickException(f"{path} cannot be read: {error.strerror}") from None
