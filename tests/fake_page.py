"""A fake of the worker that the page's Python half runs in, and an engine whose model always says `<none>`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from keyhole.errors import QuotaError
from keyhole.page.service import Service


class FakeHost:
    """A worker that keeps what it is sent. `engine` answers engine messages; `files` are the stored databases."""

    def __init__(self, engine: Callable[[str, dict[str, Any]], list[dict[str, Any]]] | None = None) -> None:
        self.sent: list[dict[str, Any]] = []
        self.files: dict[str, bytes] = {}
        self.mode = "kept"
        self.quota = False
        self.stopped: list[str] = []
        self.packs: list[str] = []
        self.service: Service | None = None
        self._engine = engine or (lambda kind, message: [{"done": {}}])
        self._news = asyncio.Event()

    def send(self, text: str) -> None:
        self.sent.append(json.loads(text))
        self._news.set()

    def send_to_engine(self, kind: str, text: str) -> None:
        message = json.loads(text)
        for answer in self._engine(kind, message):
            assert self.service is not None
            self.service.engines[kind].receive(json.dumps({"id": message["id"], **answer}))

    def stop_engine(self, kind: str) -> None:
        self.stopped.append(kind)

    def asset(self, name: str) -> str | None:
        return f"https://site.example/assets/{name}"

    async def read_asset(self, name: str) -> str:
        return json.dumps({"idf": {}, "weights": {}})

    async def load_pack(self, name: str) -> None:
        self.packs.append(name)

    def begin_blocking(self, seconds: float) -> None:
        self.blocking = seconds

    def end_blocking(self, interrupted: bool) -> None:
        self.interrupted = interrupted

    async def gpu(self) -> dict[str, Any]:
        return {"available": True, "reason": "", "f16": False, "cachedModels": False}

    async def open_database(self, name: str) -> tuple[str, bytes | None]:
        return self.mode, self.files.get(name)

    async def write_database(self, name: str, data: bytes) -> None:
        if self.quota:
            raise QuotaError("no room")
        self.files[name] = data

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first message, sent already or yet to come, that is wanted."""
        async with asyncio.timeout(10):
            while True:
                for message in self.sent:
                    if wanted(message):
                        return message
                self._news.clear()
                await self._news.wait()

    def call(self, number: int, name: str, /, **params: Any) -> None:
        assert self.service is not None
        self.service.bridge.receive(json.dumps({"kind": "call", "id": number, "method": name, "params": params}))

    async def answer(self, number: int, name: str, /, **params: Any) -> dict[str, Any]:
        """Call and wait for how it ends: a `done` or a `fail` message."""
        self.call(number, name, **params)
        return await self.until(lambda m: m["kind"] in ("done", "fail") and m["id"] == number)

    def items(self, number: int) -> list[Any]:
        return [m["value"] for m in self.sent if m["kind"] == "item" and m["id"] == number]


@asynccontextmanager
async def started(host: FakeHost, **options: Any) -> AsyncIterator[FakeHost]:
    host.service = Service(host)
    await host.service.start(options)
    yield host


def route_none(kind: str, message: dict[str, Any]) -> list[dict[str, Any]]:
    """An engine whose model always says `<none>`."""
    if message["op"] == "load":
        return [{"progress": {"text": "", "loaded": 1, "total": 2}}, {"done": {"contextWindow": 1024, "bytes": 2}}]
    if message["op"] == "complete":
        token = {"text": "<none>", "top": {"<none>": -0.01}}
        usage = {"prompt_tokens": 9, "completion_tokens": 1, "cached_tokens": 0}
        return [{"chunk": {"text": "<none>", "tokens": [token], "usage": usage, "finish": "stop"}}, {"done": None}]
    return [{"done": None}]
