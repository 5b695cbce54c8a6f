"""The benchmark page over the real embedded model: stopped, reloaded, resumed, exported, and held against CPython."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from keyhole.bench.report import Run, figures

ROOT = Path(__file__).parents[2]


def test_a_run_stopped_reloaded_resumed_and_exported_says_what_the_command_line_says(
    open_page: Callable[[str], Page], built: str
) -> None:
    page = open_page(f"{built}bench.html?suite=everyday&strategies=routed,lexical&sample=12&seed=3")
    start = page.get_by_role("button", name="Start", exact=True)
    expect(start).to_be_enabled()
    start.press("Enter")
    status = page.get_by_label("Progress").get_by_role("status")
    expect(status).to_contain_text("of 24 queries")
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_focused()
    page.get_by_role("button", name="Stop", exact=True).press("Enter")
    expect(page.get_by_role("button", name="Resume")).to_be_focused()
    expect(status).to_contain_text("Stopped after")
    page.reload()
    page.set_viewport_size({"width": 360, "height": 740})
    expect(page.get_by_role("link", name="Chat", exact=True)).to_be_visible()  # where its word is not shown
    page.get_by_role("button", name="Resume").click()
    expect(status).to_contain_text("Done: 24 queries")
    with page.expect_download() as download:
        page.get_by_role("button", name="JSON", exact=True).click()
    run = Run.model_validate_json(Path(download.value.path()).read_bytes())
    assert len({(row.strategy, row.id) for row in run.rows}) == len(run.rows) == 24
    for shown, again in zip(run.figures, figures(run.rows), strict=True):
        assert shown.proportions == again.proportions
        assert shown.numbers == pytest.approx(again.numbers)  # Python 3.12 began to sum floats more exactly
    with ThreadPoolExecutor(1) as apart:  # Playwright's loop holds this thread
        on_cpython = apart.submit(asyncio.run, _on_cpython()).result()
    outcomes = {(row.strategy, row.id): (row.choice, row.calls) for row in run.rows}
    same = [outcomes[row.strategy, row.id] == (row.choice, row.calls) for row in on_cpython.rows]
    # the page's engine and CPython's round differently: a close call may fall to the other side
    assert sum(same) >= 23
    page.locator(".failures .chip").first.click()
    expect(page.locator(".failures [data-step=route]").first).to_be_visible()


async def _on_cpython() -> Run:
    from keyhole.bench.cli import execute

    return await execute(
        "everyday",
        ROOT / "bench/suites",
        None,
        model="embedded",
        base_url=None,
        key=None,
        strategies="routed,lexical",
        growth="0",
        sample=12,
        seed=3,
    )
