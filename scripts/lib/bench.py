"""`scripts/bench`: `keyhole bench` with the browser added.

`run` and `growth` drive the benchmark page itself for the models that live in it, `startup` and `overhead` measure the
chat page; whatever else there is runs on CPython as it does in `keyhole bench`.
"""

from __future__ import annotations

import json
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import click
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from serve import Server
from stages import ROOT

import browser as browsers
from keyhole.bench import cli
from keyhole.bench.overhead import Overhead
from keyhole.bench.overhead_cli import finish_overhead, overhead_options
from keyhole.bench.report import Run
from keyhole.bench.stats import percentile
from keyhole.bench.stored_bars import hold
from keyhole.commands import server_settings

bench = cli.bench
_MINUTES = 60_000


def main() -> None:
    bench(prog_name="scripts/bench")


@bench.command("run")
@cli.run_options
@click.pass_context
def run(context: click.Context, /, **options: Any) -> None:
    """Run suites in the benchmark page and print their figures; a server's model runs on CPython.

    Exits with 1 when a stored bar does not hold.
    """
    _run(context, options)


@bench.command("growth")
@cli.run_options
@click.pass_context
def growth(context: click.Context, /, **options: Any) -> None:
    """Run suites with toolboxes padded to 10, 100, 1,000 and 10,000 tools."""
    _run(context, options | cli.growth_defaults(options))


_SHOWN = ("destiny", "everyday")
"""The suites that the page offers; any other is given to it as a file."""


def _run(context: click.Context, options: dict[str, Any]) -> None:
    if server_settings(options["model"]):
        context.invoke(cli.run, **options)
        return
    if options.pop("resume"):
        raise click.ClickException("a run in the page is resumed in the page: open bench.html")
    out, bars, names = options.pop("out"), options.pop("bars"), options["suites"].split(",")
    with _site() as server, _browser() as browser:
        page = browser.new_context(accept_downloads=True).new_page()
        runs = [_suite(page, server.url, name, **options) for name in names]
    info = runs[0].info.model_copy(update={"suite": options["suites"]})
    rows = [row for each in runs for row in each.rows]
    peak = max((each.peak_memory_bytes or 0 for each in runs), default=0) or None
    result = Run.of(info, rows, peak) if len(runs) > 1 else runs[0]
    cli.finish(result, out, bars)


def _suite(page: Page, site: str, name: str, *, suites_dir: Path, **options: Any) -> Run:
    """Run one suite in the page, as a visitor does, and take the file that it exports."""
    path = None
    if name not in _SHOWN:
        path = Path(name) if Path(name).suffix else suites_dir / f"{name}.jsonl"
        if not path.exists():
            raise click.ClickException(f"the suite {name} cannot be read: there is no such file")
    plan = {
        "model": options["model"],
        "suite": path.name if path else name,
        "strategies": options["strategies"],
        "sample": options["sample"] or "all",
        "seed": options["seed"],
        "growth": options["growth"],
    }
    page.goto(f"{site}bench.html?{urlencode(plan)}")
    if path:
        page.locator('input[type="file"]').set_input_files(path)
        alert = page.get_by_role("alert")
        page.get_by_text(f"{path.name}: ").or_(alert).first.wait_for()  # read by then, or refused
        if alert.count():
            raise click.ClickException(f"the suite {name} cannot be read: {alert.first.text_content()}")
    page.get_by_role("button", name="Start", exact=True).click()
    status = page.get_by_label("Progress").get_by_role("status")
    shown = ""
    while True:
        said = status.text_content(timeout=5 * _MINUTES) or ""
        if said != shown:
            shown = said
            click.echo(f"\r{name}: {said:<60}", nl=False, err=True)
        if said.startswith("Done"):
            break
        if said.startswith(("Paused", "Stopped")):
            problem = page.get_by_role("alert").first.text_content(timeout=_MINUTES)
            raise click.ClickException(f"the run ended early: {problem}")
        page.wait_for_timeout(300)
    click.echo(err=True)
    with page.expect_download() as download:
        page.get_by_role("button", name="JSON", exact=True).click()
    return cli.read(Path(download.value.path()))


@bench.command()
@click.option("--times", type=click.IntRange(1), default=5, show_default=True)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the figures as JSON.")
@click.option("--bars", type=click.Path(dir_okay=False, path_type=Path), default=Path("bench/bars.json"))
def startup(times: int, out: Path | None, bars: Path) -> None:
    """From navigation to the first routed answer of the embedded model: cold and warm profile, medians.

    Exits with 1 when a stored bar does not hold.
    """
    cold, warm = [], []
    with _site() as server, sync_playwright() as playwright:
        for _ in range(times):
            with tempfile.TemporaryDirectory(prefix="keyhole-profile-") as profile:
                cold.append(_first_answer(playwright, server, profile))
                warm.append(_first_answer(playwright, server, profile))
    lines = ["| profile | n | answer s p50 | s min | s max | MB over the wire | longest main-thread block ms |"]
    lines.append("| --- " * 7 + "|")
    for name, seen in (("cold", cold), ("warm", warm)):
        seconds = [each["seconds"] for each in seen]
        size = percentile([each["bytes"] / 1e6 for each in seen], 50)
        block = max(each["block"] for each in seen)
        p50 = percentile(seconds, 50)
        lines.append(
            f"| {name} | {times} | {p50:.2f} | {min(seconds):.2f} | {max(seconds):.2f} | {size:.2f} | {block:.0f} |"
        )
    click.echo("\n".join(lines))
    if out:
        out.write_text(json.dumps({"cold": cold, "warm": warm}, indent=1) + "\n", "utf-8")
    runs = {"cold": cold, "warm": warm}

    def figure(strategy: str, tools: int, metric: str) -> float | None:
        return percentile([each[metric] for each in runs.get(strategy, ()) if metric in each], 50)

    hold("startup", figure, bars)


_WATCH_BLOCKS = """
  globalThis.__block = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) globalThis.__block = Math.max(globalThis.__block, entry.duration);
  }).observe({ type: "longtask", buffered: true });
"""

# Looked for in every frame and timed by the page: a locator looks every half second, no more.
_ANSWERED = "() => document.querySelector('[data-step=answer]') && (performance.timeOrigin + performance.now()) / 1000"
# A page whose model is still being loaded has no processor left on a small machine, and a turn would wait for it.
_READY = "() => globalThis.keyhole?.status?.phase === 'ready'"
_SETTLED = 1.0  # seconds: a browser that has just been launched is busy with itself


def _first_answer(playwright: Any, server: Server, profile: str) -> dict[str, float]:
    context: BrowserContext = playwright.chromium.launch_persistent_context(
        profile, executable_path=browsers.installed(), args=list(browsers.FLAGS)
    )
    try:
        page = context.pages[0]
        page.add_init_script(_WATCH_BLOCKS)
        time.sleep(_SETTLED)
        sent = server.bytes_sent  # counted where they are sent: most go to workers, which the page's tools do not see
        started = time.time()
        page.goto(server.url, wait_until="commit")
        page.get_by_role("textbox", name="Message").fill("what does incandescent do?")
        page.get_by_role("textbox", name="Message").press("Enter")
        answered = page.wait_for_function(_ANSWERED, timeout=2 * _MINUTES).json_value()
        return {
            "seconds": answered - started,
            "bytes": server.bytes_sent - sent,
            "block": page.evaluate("globalThis.__block"),
        }
    finally:
        context.close()


@bench.command("overhead")
@overhead_options
def overhead(tools: str, turns: int, out: Path | None, bars: Path) -> None:
    """Keyhole's own time per turn in the page, without a model. Exits with 1 when a stored bar does not hold."""
    with _site() as server, _browser() as browser:
        page = browser.new_page()
        page.goto(server.url)
        page.wait_for_function(_READY, timeout=2 * _MINUTES)
        measured = [
            Overhead(**page.evaluate("(params) => globalThis.keyhole.call('bench.overhead', params)", params))
            for params in ({"tools": int(count), "turns": turns} for count in tools.split(","))
        ]
    finish_overhead(measured, out, bars)


@contextmanager
def _site() -> Iterator[Server]:
    """The built site, served on this machine for as long as it is needed."""
    server = Server(ROOT / "dist")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def _browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browsers.installed(), args=list(browsers.FLAGS))
        yield browser
        browser.close()


if __name__ == "__main__":
    main()
