"""The page's `fetch` as httpx's transport: what it waits for, and for how long."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

URL = "http://localhost:1/v1"
LIMIT = 0.05


class Browser:
    """`fetch` as the page has it: an answer of pieces, each after a wait in seconds; `aborted` once it is given up."""

    def __init__(self, *pieces: tuple[float, bytes]) -> None:
        self.pieces, self.aborted = iter(pieces), False

    async def fetch(self, url: str, options: Any) -> Any:
        return SimpleNamespace(status=200, headers=[], body=SimpleNamespace(getReader=lambda: self))

    async def read(self) -> Any:
        wait, piece = next(self.pieces, (0, b""))
        await asyncio.sleep(wait)
        return SimpleNamespace(done=not piece, value=SimpleNamespace(to_bytes=lambda: piece))

    def new(self) -> Any:
        return SimpleNamespace(signal=None, abort=lambda: setattr(self, "aborted", True))


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Browser], httpx.AsyncClient]]:
    """Gives a client over a browser."""
    before = sys.modules.pop("keyhole.page.fetch_transport", None)

    def client(browser: Browser) -> httpx.AsyncClient:
        js = SimpleNamespace(
            fetch=browser.fetch, AbortController=browser, Object=SimpleNamespace(fromEntries=None), location=None
        )
        ffi = SimpleNamespace(JsException=KeyError, to_js=lambda value, **_: value)
        monkeypatch.setitem(sys.modules, "js", js)  # type: ignore[arg-type]  # stands in for the module
        monkeypatch.setitem(sys.modules, "pyodide.ffi", ffi)  # type: ignore[arg-type]  # stands in for the module
        monkeypatch.setitem(sys.modules, "pyodide", SimpleNamespace(ffi=ffi))  # type: ignore[arg-type]  # so does this
        from keyhole.page.fetch_transport import FetchTransport

        return httpx.AsyncClient(transport=FetchTransport(), timeout=LIMIT)

    yield client
    del sys.modules["keyhole.page.fetch_transport"]
    if before is not None:
        sys.modules["keyhole.page.fetch_transport"] = before


async def test_an_answer_that_falls_silent_is_given_up(page: Any) -> None:
    browser = Browser((0, b"Half a "), (60, b"sentence."))
    with pytest.raises(httpx.ReadTimeout):
        await page(browser).get(URL)
    assert browser.aborted


async def test_a_model_may_read_for_as_long_as_it_takes(page: Any) -> None:
    browser = Browser((LIMIT * 4, b"At "), (0, b"last."))
    assert (await page(browser).get(URL)).text == "At last."
