"""The built site, served as a host would, and pages in it that tell what went wrong in them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

PATIENCE = 180_000
"""Milliseconds: the machine may be busy, and no test here measures time."""

expect.set_options(timeout=PATIENCE)


@contextmanager
def served(folder: Path, **options: Any) -> Iterator[str]:
    """The address of a folder that is served while the block runs."""
    from serve import Server

    server = Server(folder, **options)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.url
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture(scope="session")
def built(dist: Path) -> Iterator[str]:
    """The address of the built site."""
    with served(dist) as url:
        yield url


@pytest.fixture
def open_page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[[str], Page]]:
    """Opens pages in one fresh profile. A script error, or a breach of the page's own rules, fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    faults: list[str] = []

    def open_(url: str) -> Page:
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if "Content Security Policy" in said.text else None)
        page.goto(url)
        return page

    yield open_
    context.close()
    if not request.node.get_closest_marker("python_ends"):
        assert faults == []
