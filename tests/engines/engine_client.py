"""Talks to an engine worker in a page the way Python does there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import BrowserContext, Page
from site_server import Site

from keyhole.errors import from_code
from keyhole.models.engine import Completion, TokenChoice

PATIENCE_MS = 600_000
"""For one request: a software adapter on a busy machine is slow, and a test must not fail for that."""


def open_page(context: BrowserContext, site: Site) -> Page:
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(f"{site.origin}/client.html")
    page.wait_for_function("document.title === 'ready'")
    return page


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

    def ask(self, op: str, after: dict[str, int | str] | None = None, **message: Any) -> Answer:
        """One request; the page must be alive afterwards, whatever came of it."""
        answer = Answer(**self.page.evaluate("(a) => ask(...a)", [self.name, {"op": op, **message}, after or {}]))
        assert self.page.title() == "ready"
        return answer

    def load(self, path: str, after: dict[str, int | str] | None = None, **options: Any) -> Answer:
        """The model below `/hub/` of that name, with our library."""
        origin = self.page.evaluate("location.origin")
        extra = {"completes": True, **options.pop("extra", {})}
        options = {"library": f"{origin}/web/models/webllm/model.wasm", **options, "extra": extra}
        return self.ask("load", after, options={"id": path, "url": f"{origin}/hub/{path}", **options})

    def chat(
        self, *said: str, after: dict[str, int | str] | None = None, max_tokens: int = 32, **fields: Any
    ) -> Answer:
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
