"""Engines behind the bridge: what `web/workers/engine.js` hosts, as `CompletionEngine` and as `ChatModel`.

The messages (JSON, both ways): to the engine `{id, op, options | request | ...}` with op `load`, `complete`, `chat`,
`cached`, `remove`, and `{op: "abort", id}`; from it `{id, progress}`, `{id, chunk}`, then one of `{id, done}`,
`{id, error: {code, message}}`. The host queues requests, so they never overlap.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any

from keyhole.errors import DeviceLostError, ModelError, from_code
from keyhole.events import Usage
from keyhole.models.engine import Completion, TokenChoice
from keyhole.models.model import ChatChunk, ChatRequest, ModelProfile
from keyhole.models.thinking import ThinkingSplitter
from keyhole.outside_json import loads

Progress = Callable[[dict[str, Any]], None]


class EnginePort:
    """One engine worker's messages, as calls and streams. Raises `ModelError` and its kinds.

    `mend` is called when a stream found the device or the worker lost; the next stream waits for what it returns.
    """

    def __init__(self, send: Callable[[str], None]) -> None:
        self._send = send
        self.mend: Callable[[], asyncio.Future[None] | None] = lambda: None
        self._mending: asyncio.Future[None] | None = None
        self._ids = itertools.count(1)
        self._waiting: dict[int, asyncio.Queue[dict[str, Any]]] = {}
        self._idle = asyncio.Event()
        self._idle.set()

    @property
    def busy(self) -> bool:
        """Whether a request is under way."""
        return bool(self._waiting)

    async def idle(self) -> None:
        """Until no request is under way."""
        await self._idle.wait()

    def receive(self, text: str) -> None:
        """A message from the engine; those of requests that are over are dropped."""
        message = loads(text)
        if (queue := self._waiting.get(message["id"])) is not None:
            queue.put_nowait(message)

    def lost(self, message: str) -> None:
        """The engine's worker is gone: fail what waits for it."""
        for queue in self._waiting.values():
            queue.put_nowait({"error": {"code": "device_lost", "message": message}})

    async def request(self, op: str, on_progress: Progress | None = None, **fields: Any) -> Any:
        """One request with one answer. Cancelling it aborts it in the engine."""
        async with aclosing(self._messages(op, fields)) as messages:
            async for message in messages:
                if "progress" in message and on_progress is not None:
                    on_progress(message["progress"])
                if "done" in message:
                    return message["done"]
        raise ModelError("the engine ended without an answer")

    async def stream(self, op: str, request: dict[str, Any]) -> AsyncGenerator[dict[str, Any]]:
        """The chunks of one request (`Chunk` in web/engines/engine.js). Closing the generator aborts it."""
        if self._mending is not None:
            await asyncio.wait({self._mending})
        try:
            async with aclosing(self._messages(op, {"request": request})) as messages:
                async for message in messages:
                    if "chunk" in message:
                        yield message["chunk"]
        except DeviceLostError:
            self._mending = self.mend()
            raise

    async def _messages(self, op: str, fields: dict[str, Any]) -> AsyncGenerator[dict[str, Any]]:
        number = next(self._ids)
        queue = self._waiting[number] = asyncio.Queue()
        over = False
        self._idle.clear()
        self._send(json.dumps({"id": number, "op": op, **fields}))
        try:
            while not over:
                message = await queue.get()
                over = "done" in message or "error" in message
                if error := message.get("error"):
                    raise from_code(str(error.get("code")), str(error.get("message")))
                yield message
        finally:
            del self._waiting[number]
            if not over:
                self._send(json.dumps({"id": number, "op": "abort"}))
            if not self._waiting:
                self._idle.set()


class PortCompletionEngine:
    """`CompletionEngine` over a port, for a model that renders its own prompts."""

    def __init__(self, port: EnginePort) -> None:
        self._port = port

    async def complete(
        self, prompt: str, *, grammar: str | None = None, max_tokens: int = 64, n_probs: int = 0
    ) -> Completion:
        """Complete greedily. Raises `ModelError` and its kinds."""
        request: dict[str, Any] = {"prompt": prompt, "maxTokens": max_tokens, "nProbs": n_probs}
        if grammar is not None:
            request["grammar"] = grammar
        text, tokens, usage = "", [], Usage()
        async with aclosing(self._port.stream("complete", request)) as chunks:
            async for chunk in chunks:
                text += chunk.get("text", "")
                tokens += [TokenChoice(token["text"], token["top"]) for token in chunk.get("tokens", ())]
                if "usage" in chunk:
                    usage = Usage.model_validate(chunk["usage"])
        return Completion(text, tuple(tokens), usage.prompt_tokens, usage.completion_tokens, usage.cached_tokens)


class PortChatModel:
    """`ChatModel` over a port: an engine that applies the model's own chat template."""

    def __init__(self, port: EnginePort, profile: ModelProfile) -> None:
        self._port, self.profile = port, profile

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ChatChunk]:
        """Chunks as the engine makes them. Raises `ModelError` and its kinds."""
        asked: dict[str, Any] = {
            "messages": [{"role": m["role"], "content": m.get("content") or ""} for m in request.messages],
            "maxTokens": request.max_tokens,
            "temperature": request.temperature,
            "think": request.think or not self.profile.thinks,
        }
        if request.seed is not None:
            asked["seed"] = request.seed
        if request.stop:
            asked["stop"] = list(request.stop)
        if request.grammar is not None:
            asked["grammar"] = request.grammar
        elif request.schema is not None:
            asked["schema"] = json.dumps(request.schema)
        if request.extra:
            asked["extra"] = request.extra
        splitter = ThinkingSplitter()
        async with aclosing(self._port.stream("chat", asked)) as chunks:
            async for chunk in chunks:
                text, thinking = chunk.get("text", ""), ""
                if self.profile.thinks:
                    text, thinking = splitter.feed(text)
                finish = chunk.get("finish")
                if finish and self.profile.thinks:
                    rest, thought = splitter.finish()
                    text, thinking = text + rest, thinking + thought
                usage = Usage.model_validate(chunk["usage"]) if "usage" in chunk else None
                open_ = bool(finish) and splitter.open
                yield ChatChunk(text, thinking, finish_reason=finish, usage=usage, thinking_open=open_)
