"""The optional service worker: the site without a network, and isolation on a host without headers."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from chat_page import ask

CONTROLLED = """async () => {
  while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50));
}"""


def test_once_visited_it_works_offline_and_isolated(open_page: Callable[[str], Page], dist: Path) -> None:
    from serve import Server

    server = Server(dist, isolated=False)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = open_page(server.url)
    page.evaluate("navigator.serviceWorker.register('sw.js').then(() => navigator.serviceWorker.ready).then(() => 0)")
    page.evaluate(CONTROLLED)
    page.reload()
    ask(page, "what does incandescent do?")
    assert page.evaluate("crossOriginIsolated") is True
    server.shutdown()
    server.server_close()
    page.reload()
    expect(page.get_by_role("log", name="Conversation").get_by_role("article")).to_have_count(2)  # what was said before
    ask(page, "what is iron banner?")


def test_where_the_host_sends_elsewhere_the_browser_is_sent(open_page: Callable[[str], Page], dist: Path) -> None:
    from serve import Server

    class Redirecting(Server):
        """As hosts do that show no file names."""

        def resolve(self, url_path: str) -> Path | str | None:
            return {"/bench.html": "/bench", "/bench": dist / "bench.html"}.get(url_path) or super().resolve(url_path)

    server = Redirecting(dist, isolated=False)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = open_page(server.url)
    page.evaluate("navigator.serviceWorker.register('sw.js').then(() => navigator.serviceWorker.ready).then(() => 0)")
    page.evaluate(CONTROLLED)
    page.goto(f"{server.url}bench.html")
    expect(page.get_by_role("heading", name="Measure, don't guess")).to_be_visible()
    assert page.url == f"{server.url}bench"
    server.shutdown()
    server.server_close()
