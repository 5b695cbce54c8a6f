"""Anthropic's messages API.

Requests may come in the `anthropic` dialect or as plain role and content messages (the steps' own): a system message
among them becomes the `system` parameter. The static part is marked for Anthropic's prompt cache. Thinking is asked for
only where the last run of tool calls began with a signed thought, as the API insists.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Any, Literal

import httpx

from keyhole.errors import ModelError
from keyhole.events import Usage
from keyhole.models.address import normal_base
from keyhole.models.http import Retries, Server, count, withheld
from keyhole.models.model import ChatChunk, ChatRequest, ModelProfile, ToolCallDelta
from keyhole.models.served import check_served
from keyhole.models.server_events import Event, broken_off

BASE_URL = "https://api.anthropic.com/v1"
_VERSION = "2023-06-01"
_CACHED = {"type": "ephemeral"}
_FINISHES: dict[Any, Literal["stop", "length", "tool_calls"]] = {
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "tool_use": "tool_calls",
}


class AnthropicModel:
    """A Claude model. `key` is sent as `x-api-key` and kept nowhere else.

    `thinking_tokens` is the budget for a model that thinks. With `in_browser` the header goes along by which Anthropic
    lets pages call it: the key is then in the hands of whoever can run script in that page.
    Raises `ConfigError` for an address that is none.
    """

    def __init__(
        self,
        model: str,
        *,
        key: str | None = None,
        base_url: str = BASE_URL,
        profile: ModelProfile | None = None,
        thinking_tokens: int = 2048,
        in_browser: bool = False,
        transport: httpx.AsyncBaseTransport | None = None,
        timeout: float = 120.0,
        retries: Retries | None = None,
        extra: dict[str, Any] | None = None,
    ) -> None:
        self.profile = profile or ModelProfile(id=model, native_tools=True, context_window=200_000, dialect="anthropic")
        self._model, self._extra, self._thinking_tokens = model, extra or {}, thinking_tokens
        self._no_temperature = False
        headers = {"anthropic-version": _VERSION}
        if key:
            headers["x-api-key"] = key
        if in_browser:
            headers["anthropic-dangerous-direct-browser-access"] = "true"
        self._base = normal_base(base_url)
        self._server = Server(
            f"{self._base}/messages",
            headers=headers,
            secrets=(key or "",),
            transport=transport,
            timeout=timeout,
            retries=retries,
        )

    async def aclose(self) -> None:
        """Close the connections."""
        await self._server.aclose()

    async def check(self) -> None:
        """Ask the server whether it has the model; see `check_served` for what is raised."""
        await check_served(self._server, self._base, self._model)

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ChatChunk]:
        """Ask the server. Raises `NetworkError`, `ServerError`, `ContextOverflowError` or `ModelError`."""
        events = self._server.events(lambda: self._body(request), self._can_do_without)
        reading = _Reading()
        async with aclosing(events):
            async for event in events:
                if event.get("type") == "error":
                    raise self._server.stream_error(event.get("error"))
                chunk = reading.read(event)
                if chunk is not None:
                    yield chunk
        if not reading.stop_reason:
            raise broken_off()
        if reading.stop_reason == "refusal":
            raise withheld()
        yield ChatChunk(finish_reason=_FINISHES.get(reading.stop_reason, "stop"), usage=reading.usage)

    def _body(self, request: ChatRequest) -> Event:
        system = "\n\n".join(str(message["content"]) for message in request.messages if message.get("role") == "system")
        messages = [message for message in request.messages if message.get("role") != "system"]
        body: Event = {
            "model": self._model,
            "max_tokens": request.max_tokens,
            "messages": _marked(messages),
            "stream": True,
        }
        if system:
            body["system"] = [{"type": "text", "text": system, "cache_control": _CACHED}]
        # a history with calls is refused where no tools are declared, even if there are none any more
        if tools := [_tool(tool) for tool in request.tools] or _called(messages):
            body["tools"] = tools
            if not request.tools or not request.call_tools:
                body["tool_choice"] = {"type": "none"}
        if request.stop:
            body["stop_sequences"] = list(request.stop)
        if self.profile.thinks and request.think and _may_think(messages):
            body["thinking"] = {"type": "enabled", "budget_tokens": self._thinking_tokens}
            body["max_tokens"] = request.max_tokens + self._thinking_tokens
        elif not self._no_temperature:
            body["temperature"] = min(1.0, request.temperature)
        return body | self._extra | request.extra

    def _can_do_without(self, status: int, text: str) -> bool:
        """Newer models refuse a temperature; it is then never sent again."""
        if status == 400 and "temperature" in text and not self._no_temperature:
            self._no_temperature = True
            return True
        return False


class _Reading:
    """The state of one streamed answer."""

    def __init__(self) -> None:
        self.stop_reason = ""
        self._input: Event = {}
        self._output = 0
        self._calls: dict[int, int] = {}

    @property
    def usage(self) -> Usage:
        cached = count(self._input.get("cache_read_input_tokens"))
        written = count(self._input.get("cache_creation_input_tokens"))
        prompt = count(self._input.get("input_tokens")) + cached + written
        return Usage(prompt_tokens=prompt, completion_tokens=self._output, cached_tokens=cached)

    def read(self, event: Event) -> ChatChunk | None:
        kind, index = event.get("type"), event.get("index")
        if kind == "message_start":
            self._count(_object(event.get("message")).get("usage"))
        elif kind == "message_delta":
            self.stop_reason = _text(_object(event.get("delta")), "stop_reason") or self.stop_reason
            self._count(event.get("usage"))
        elif kind == "message_stop":
            self.stop_reason = self.stop_reason or "end_turn"
        elif kind == "content_block_start":
            return self._start(index if isinstance(index, int) else -1, _object(event.get("content_block")))
        elif kind == "content_block_delta":
            return self._delta(index if isinstance(index, int) else -1, _object(event.get("delta")))
        elif kind == "message":
            raise ModelError("the server did not stream its answer", advice="Check that the base URL is Anthropic's.")
        return None

    def _count(self, usage: Any) -> None:
        usage = _object(usage)
        self._output = count(usage.get("output_tokens")) or self._output
        self._input |= {name: value for name, value in usage.items() if name.endswith("input_tokens") and value}

    def _start(self, index: int, block: Event) -> ChatChunk | None:
        kind = block.get("type")
        if kind == "tool_use":
            position = self._calls[index] = len(self._calls)
            given = block.get("input")
            arguments = json.dumps(given) if given else ""
            return ChatChunk(tool_calls=(ToolCallDelta(position, _text(block, "id"), _text(block, "name"), arguments),))
        if kind == "redacted_thinking":
            return ChatChunk(signature=_text(block, "data"), signed_by="anthropic-redacted")
        return self._delta(index, block) if kind in ("text", "thinking") else None

    def _delta(self, index: int, delta: Event) -> ChatChunk | None:
        if text := _text(delta, "text"):
            return ChatChunk(text)
        if thinking := _text(delta, "thinking"):
            return ChatChunk(thinking=thinking)
        if signature := _text(delta, "signature"):
            return ChatChunk(signature=signature, signed_by="anthropic")
        if (piece := _text(delta, "partial_json")) and index in self._calls:
            return ChatChunk(tool_calls=(ToolCallDelta(self._calls[index], arguments=piece),))
        return None


def _object(value: Any) -> Event:
    return value if isinstance(value, dict) else {}


def _text(value: Event, name: str) -> str | None:
    text = value.get(name)
    return text if isinstance(text, str) else None


def _tool(tool: Event) -> Event:
    function = tool["function"]
    return {
        "name": function["name"],
        "description": function.get("description", ""),
        "input_schema": {"type": "object", **function.get("parameters", {})},
    }


def _called(messages: Sequence[Event]) -> list[Event]:
    """A declaration for each tool that the messages call."""
    contents = (message.get("content") for message in messages)
    blocks = (block for content in contents if isinstance(content, list) for block in content)
    names = {block["name"]: None for block in blocks if block.get("type") == "tool_use"}
    return [{"name": name, "input_schema": {"type": "object"}} for name in names]


def _marked(messages: Sequence[Event]) -> list[Event]:
    """The messages, the last block marked so that all before it is cached for the next request."""
    marked = list(messages)
    if marked and isinstance(content := marked[-1].get("content"), list) and content:
        marked[-1] = {**marked[-1], "content": [*content[:-1], {**content[-1], "cache_control": _CACHED}]}
    return marked


def _may_think(messages: Sequence[Event]) -> bool:
    """Whether the run of calls that is still open, if any, began with a thought."""
    for message in reversed(messages):
        content = message.get("content")
        blocks = content if isinstance(content, list) else []
        kinds = {block.get("type") for block in blocks if isinstance(block, dict)}
        if message.get("role") == "user" and "tool_result" not in kinds:
            return True
        if message.get("role") == "assistant" and "tool_use" in kinds:
            return blocks[0].get("type") in ("thinking", "redacted_thinking")
    return True
