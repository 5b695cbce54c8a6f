"""Real engine, our model, software GPU: the unmodified npm packages in a real Chromium, on SwiftShader's WebGPU.

A browser or WebGPU that is missing fails these tests; it never skips them. One browser and one loaded model serve most
of them, because a software adapter takes its time to compile shaders.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts/webllm"), str(ROOT / "scripts/lib"), str(Path(__file__).parent)]

import provenance  # noqa: E402 - scripts are no package
import weights  # noqa: E402
from engine_client import EngineInPage, open_page  # noqa: E402
from site_server import Site  # noqa: E402

from browser import SOFTWARE_GPU  # noqa: E402


@pytest.fixture(scope="session")
def gpu_browser(launch: Callable[..., Browser]) -> Browser:
    """A Chromium whose WebGPU computes in software."""
    return launch(*SOFTWARE_GPU)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The shipped weights at `/hub/model/`, the same shapes filled with noise at `/hub/noise/`."""
    hub = tmp_path_factory.mktemp("hub")
    model = provenance.shipped_model()
    weights.convert(model, hub / "model")
    shutil.copytree(hub / "model", hub / "noise")
    weights.write_shards(hub / "noise/resolve/main", noise(model))
    site = Site({"/hub/": hub})
    yield site
    site.close()


def noise(model: Path) -> dict[str, weights.Array]:
    import numpy as np

    random = np.random.default_rng(4)
    _, tensors = weights.read_gguf(model)
    named = weights.parameters(provenance.shape_of(model), tensors)
    return {name: random.normal(0, 0.1, values.shape).astype(np.float32) for name, values in named.items()}


@pytest.fixture(scope="session")
def context(gpu_browser: Browser) -> Iterator[BrowserContext]:
    context = gpu_browser.new_context()
    yield context
    context.close()


@pytest.fixture(scope="session")
def page(context: BrowserContext, site: Site) -> Page:
    return open_page(context, site)


@pytest.fixture
def fresh_page(gpu_browser: Browser, site: Site) -> Iterator[Page]:
    """A page whose cache is empty."""
    context = gpu_browser.new_context()
    yield open_page(context, site)
    context.close()


@pytest.fixture(scope="session")
def webllm(page: Page) -> EngineInPage:
    """The shipped weights, loaded."""
    engine = EngineInPage(page, "webllm", fault="probe")
    answer = engine.load("model")
    assert answer.error is None, answer.error
    return engine


@pytest.fixture(scope="session")
def wllama(page: Page) -> EngineInPage:
    """The shipped GGUF in the engine that the page uses by default."""
    engine = EngineInPage(page, "wllama", kind="wllama")
    url = page.evaluate("location.origin") + "/web/models/" + provenance.shipped_model().name
    answer = engine.ask("load", options={"id": "embedded", "url": url, "contextWindow": 1024})
    assert answer.error is None, answer.error
    return engine
