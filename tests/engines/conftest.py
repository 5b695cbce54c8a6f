"""Real engine, our model, software GPU: the unmodified npm packages in a real Chromium, on SwiftShader's WebGPU.

A browser or WebGPU that is missing fails these tests; it never skips them. One browser and one loaded model serve most
of them, because a software adapter takes its time to compile shaders.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from keyhole.errors import from_code
from keyhole.models.engine import Completion, TokenChoice

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts/webllm"), str(Path(__file__).parent)]

import provenance  # noqa: E402 - scripts are no package
import weights  # noqa: E402
from site_server import Site  # noqa: E402

PLAIN_FLAGS = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SOFTWARE_GPU = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"]
PATIENCE_MS = 600_000
"""For one request: a software adapter on a busy machine is slow, and a test must not fail for that."""


def launch(playwright: Any, *flags: str) -> Browser:
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    return playwright.chromium.launch(executable_path=path, args=[*PLAIN_FLAGS, *flags])


@pytest.fixture(scope="session")
def playwright_() -> Iterator[Any]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright_: Any) -> Iterator[Browser]:
    browser = launch(playwright_, *SOFTWARE_GPU)
    yield browser
    browser.close()


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


@dataclass
class Answer:
    """What came back for one request; raises the typed error where there was one."""

    chunks: list[dict[str, Any]]
    progress: list[dict[str, Any]]
    done: Any = None
    error: dict[str, str] | None = None
    text: str = field(init=False)

    def __post_init__(self) -> None:
        self.text = "".join(chunk.get("text", "") for chunk in self.chunks)

    @property
    def usage(self) -> dict[str, int]:
        return next(chunk["usage"] for chunk in self.chunks if "usage" in chunk)

    @property
    def finish(self) -> str:
        return next(chunk["finish"] for chunk in self.chunks if "finish" in chunk)

    @property
    def timing(self) -> dict[str, float]:
        return next(chunk["timing"] for chunk in self.chunks if "timing" in chunk)


class EngineInPage:
    """One engine worker of a page. As a `CompletionEngine` it serves `EmbeddedModel` in a test."""

    def __init__(self, page: Page, name: str, kind: str = "webllm", fault: str = "none") -> None:
        self.page, self.name, self._kind, self._fault = page, name, kind, fault
        self.restart()

    def restart(self) -> None:
        self.page.evaluate("(a) => start(...a)", [self.name, self._kind, self._fault])

    def ask(self, op: str, after: dict[str, int] | None = None, **message: Any) -> Answer:
        """One request; the page must be alive afterwards, whatever came of it."""
        answer = Answer(**self.page.evaluate("(a) => ask(...a)", [self.name, {"op": op, **message}, after or {}]))
        assert self.page.title() == "ready"
        return answer

    def load(self, path: str, **options: Any) -> Answer:
        origin = self.page.evaluate("location.origin")
        extra = {"completes": True, **options.pop("extra", {})}
        options = {"library": f"{origin}/web/models/webllm/model.wasm", **options, "extra": extra}
        return self.ask("load", options={"id": path, "url": f"{origin}/hub/{path}", **options})

    def chat(self, *said: str, after: dict[str, int] | None = None, max_tokens: int = 32, **fields: Any) -> Answer:
        """Messages in turn: user, assistant, user, ..."""
        messages = [{"role": ("user", "assistant")[i % 2], "content": text} for i, text in enumerate(said)]
        return self.ask("chat", after, request={"messages": messages, "maxTokens": max_tokens, **fields})

    async def complete(
        self, prompt: str, *, grammar: str | None = None, max_tokens: int = 64, n_probs: int = 0
    ) -> Completion:
        request = {"prompt": prompt, "maxTokens": max_tokens, "nProbs": n_probs}
        answer = self.ask("complete", request=request | ({"grammar": grammar} if grammar else {}))
        if answer.error:
            raise from_code(answer.error["code"], answer.error["message"])
        tokens = tuple(TokenChoice(t["text"], t["top"]) for chunk in answer.chunks for t in chunk.get("tokens", ()))
        usage = answer.usage
        return Completion(
            answer.text, tokens, usage["prompt_tokens"], usage["completion_tokens"], usage["cached_tokens"]
        )


def open_page(context: BrowserContext, site: Site) -> Page:
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(f"{site.origin}/client.html")
    page.wait_for_function("document.title === 'ready'")
    return page


@pytest.fixture(scope="session")
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context()
    yield context
    context.close()


@pytest.fixture(scope="session")
def page(context: BrowserContext, site: Site) -> Page:
    return open_page(context, site)


@pytest.fixture
def fresh_page(browser: Browser, site: Site) -> Iterator[Page]:
    """A page whose cache is empty."""
    context = browser.new_context()
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
