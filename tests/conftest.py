"""Order and browsers for all tests: asynchronous unit tests first, then those that hold a browser.

Playwright's synchronous interface keeps an event loop in the main thread for as long as it runs, and no test of
asyncio can run beside that.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "scripts/lib"))

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# No test measures time: the machine may be busy. The same examples every time, so that a build's outcome hangs on its
# source alone; new ones are looked for with scripts/test --hypothesis-profile=explore tests/unit
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("explore", max_examples=3000, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile("same")
settings.register_profile(
    "page", max_examples=20, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)

WITH_BROWSER = ("tests/browser", "tests/engines", "tests/pyodide")

Launch = Callable[..., "Browser"]


def pytest_report_header() -> str:
    return "tests/engines: real engine, our model, software GPU"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: any(part in item.path.as_posix() for part in WITH_BROWSER))


@pytest.fixture(scope="session")
def launch() -> Iterator[Launch]:
    """Starts a Chromium with further flags, or on a profile's folder; all of them end with the tests."""
    from playwright.sync_api import sync_playwright

    import browser as browsers

    with sync_playwright() as playwright:
        started = []

        def start(*flags: str, profile: Path | None = None) -> Any:
            options = {"executable_path": browsers.installed(), "args": [*browsers.FLAGS, *flags]}
            chromium = playwright.chromium
            browser = chromium.launch_persistent_context(profile, **options) if profile else chromium.launch(**options)
            started.append(browser)
            return browser

        yield start
        for each in started:
            each.close()


@pytest.fixture(scope="session")
def browser(launch: Launch) -> Any:
    """One browser for all tests that need no special flags."""
    return launch()


@pytest.fixture
def serve_folder() -> Iterator[Callable[[Path], str]]:
    """Serves a folder until the test ends; gives its address."""
    from serve import Server

    servers = []

    def serve(folder: Path, **options: Any) -> str:
        server = Server(folder, **options)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return server.url

    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="session")
def dist() -> Path:
    """The built site."""
    from build import build
    from setup import node

    return build(node())
