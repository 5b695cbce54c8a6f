"""Any OpenAI-compatible server: Ollama, llama.cpp, vLLM, LM Studio, OpenAI itself. From CPython and from the page.

Speaks `POST {base}/chat/completions` with `stream: true` (server-sent events) through httpx; under Pyodide the page
passes a transport over `fetch`. A server that does not know `response_format` or `stream_options` is asked without
them from then on.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Any, Literal
from urllib.parse import urlsplit

import httpx

from keyhole.errors import ConfigError, ContextOverflowError, ModelError, NetworkError, ServerError
from keyhole.events import Usage
from keyhole.models.model import ChatChunk, ChatRequest, ModelProfile, ToolCallDelta
from keyhole.models.thinking import ThinkingSplitter

_MOST_ERROR = 4000
_FINISHES: dict[Any, Literal["stop", "length", "tool_calls"]] = {"length": "length", "tool_calls": "tool_calls"}
_LONGEST_LINE = 4_000_000
_ADVICE = {
    401: "Check the key.",
    403: "Check the key and what it may use.",
    404: "Check the base URL (it mostly ends in /v1) and the model's name.",
    413: "Ask with less text.",
    429: "Wait a little, then ask again.",
}


class OpenAIModel:
    """A chat model behind a base URL. `key` is sent as a bearer token and kept nowhere else.

    `extra` goes into every request's body (a server's own options). `timeout` is seconds without any byte.
    Raises `ConfigError` for an address that is none.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        *,
        key: str | None = None,
        profile: ModelProfile | None = None,
        json_schema: bool = True,
        transport: httpx.AsyncBaseTransport | None = None,
        timeout: float = 120.0,
        extra: dict[str, Any] | None = None,
    ) -> None:
        self.profile = profile or ModelProfile(
            id=model, native_tools=True, constraints=("json_schema",) if json_schema else (), context_window=8192
        )
        self._url = f"{normal_base(base_url)}/chat/completions"
        self._model, self._extra = model, extra or {}
        self._unsupported: set[str] = set()
        headers = {"authorization": f"Bearer {key}"} if key else {}
        self._client = httpx.AsyncClient(
            headers=headers, transport=transport, timeout=httpx.Timeout(timeout, connect=10.0)
        )

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ChatChunk]:
        """Ask the server. Raises `NetworkError`, `ServerError`, `ContextOverflowError` or `ModelError`."""
        while True:
            body = self._body(request)
            try:
                async with self._client.stream("POST", self._url, json=body) as response:
                    if response.status_code >= 400:
                        text = (await response.aread())[:_MOST_ERROR].decode("utf-8", "replace")
                        if self._can_do_without(response.status_code, text, body):
                            continue
                        raise _server_error(response, text)
                    chunks = _chunks(response)
                    async with aclosing(chunks):
                        async for chunk in chunks:
                            yield chunk
                    return
            except httpx.TimeoutException as error:
                raise NetworkError(f"{self._url} did not answer in time") from error
            except httpx.HTTPError as error:
                raise NetworkError(f"cannot reach {self._url}: {error or type(error).__name__}") from error

    def _body(self, request: ChatRequest) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": self._model,
            "messages": list(request.messages),
            "stream": True,
            "stream_options": {"include_usage": True},
            "max_tokens": request.max_tokens,
            "temperature": request.temperature,
        }
        if request.seed is not None:
            body["seed"] = request.seed
        if request.stop:
            body["stop"] = list(request.stop)
        if request.tools:
            body["tools"] = list(request.tools)
        if request.schema is not None and "json_schema" in self.profile.constraints:
            name = "".join(char if char.isalnum() else "_" for char in request.cache_key or "output")[:64]
            body["response_format"] = {"type": "json_schema", "json_schema": {"name": name, "schema": request.schema}}
        if self.profile.thinks and not request.think:
            body["chat_template_kwargs"] = {"enable_thinking": False}
        body |= self._extra
        body |= request.extra
        for field in self._unsupported:
            body.pop(field, None)
        return body

    def _can_do_without(self, status: int, text: str, body: dict[str, Any]) -> bool:
        """Whether the server refused an option that a request can do without; it is then never sent again."""
        if status not in (400, 404, 415, 422, 501):
            return False
        for field, words in (
            ("response_format", ("response_format", "json_schema", "grammar", "guided")),
            ("stream_options", ("stream_options", "include_usage")),
            ("chat_template_kwargs", ("chat_template_kwargs",)),
            ("seed", ("seed",)),
        ):
            if field in body and any(word in text for word in words):
                self._unsupported.add(field)
                return True
        return False


def normal_base(base_url: str) -> str:
    """The base URL without a slash at its end, with `/v1` where there is no path. Raises `ConfigError`."""
    base = base_url.strip().rstrip("/")
    try:
        parts = urlsplit(base)
        valid = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        valid = False
    if not valid:
        raise ConfigError(f"{base_url!r} is no base URL", advice="Give one like http://127.0.0.1:11434/v1")
    base = base.removesuffix("/chat/completions")
    return base if urlsplit(base).path else f"{base}/v1"


async def _chunks(response: httpx.Response) -> AsyncGenerator[ChatChunk]:
    splitter = ThinkingSplitter()
    finish: Any = None
    usage: Usage | None = None
    if "text/event-stream" not in response.headers.get("content-type", "text/event-stream"):
        events = _whole(response)  # a server that does not stream
    else:
        events = _events(response)
    async for event in events:
        if error := event.get("error"):
            raise _stream_error(error)
        usage = _usage(event.get("usage")) or usage
        choices = event.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
        delta = choice.get("delta") or choice.get("message") or {}
        finish = choice.get("finish_reason") or finish
        chunk = _delta_chunk(delta, splitter)
        if chunk is not None:
            yield chunk
    text, thinking = splitter.finish()
    yield ChatChunk(text=text, thinking=thinking, finish_reason=_FINISHES.get(finish, "stop"), usage=usage)


def _delta_chunk(delta: Any, splitter: ThinkingSplitter) -> ChatChunk | None:
    if not isinstance(delta, dict):
        return None
    content = delta.get("content")
    text, inline = splitter.feed(content) if isinstance(content, str) else ("", "")
    thought = delta.get("reasoning_content") or delta.get("reasoning") or ""
    calls = []
    for position, call in enumerate(delta.get("tool_calls") or ()):
        function = call.get("function") if isinstance(call, dict) else None
        if isinstance(function, dict):
            arguments = function.get("arguments") or ""
            calls.append(
                ToolCallDelta(
                    index=call["index"] if isinstance(call.get("index"), int) else position,
                    id=call.get("id"),
                    name=function.get("name"),
                    arguments=arguments if isinstance(arguments, str) else json.dumps(arguments),
                )
            )
    thinking = (thought if isinstance(thought, str) else "") + inline
    return ChatChunk(text=text, thinking=thinking, tool_calls=tuple(calls)) if text or thinking or calls else None


async def _events(response: httpx.Response) -> AsyncIterator[dict[str, Any]]:
    """The `data:` of each server-sent event. Split at line feeds alone: U+2028 in a text is no line's end."""
    buffer = bytearray()
    async for data in response.aiter_bytes():
        buffer += data
        if len(buffer) > _LONGEST_LINE:
            raise ModelError("the server sent a line without an end")
        *lines, rest = buffer.split(b"\n")
        buffer = bytearray(rest)
        for line in lines:
            if (event := _event(line)) is not None:
                yield event
            elif line.strip() == b"data: [DONE]":
                return
    if (event := _event(buffer)) is not None:
        yield event


def _event(line: bytes | bytearray) -> dict[str, Any] | None:
    line = line.strip()
    if not line.startswith(b"data:") or line == b"data: [DONE]":
        return None
    try:
        event = json.loads(line[5:])
    except ValueError:
        raise ModelError(f"the server sent what is no JSON: {bytes(line[:200])!r}") from None
    return event if isinstance(event, dict) else None


async def _whole(response: httpx.Response) -> AsyncIterator[dict[str, Any]]:
    body = await response.aread()
    try:
        event = json.loads(body)
    except ValueError:
        raise ModelError(
            f"the server's answer is no JSON: {body[:200]!r}",
            advice="Check that the base URL is that of a model server.",
        ) from None
    if isinstance(event, dict):
        yield event


def _usage(usage: Any) -> Usage | None:
    if not isinstance(usage, dict):
        return None
    details = usage.get("prompt_tokens_details")
    cached = details.get("cached_tokens") if isinstance(details, dict) else 0
    return Usage(
        prompt_tokens=usage.get("prompt_tokens") or 0,
        completion_tokens=usage.get("completion_tokens") or 0,
        cached_tokens=cached or 0,
    )


def _server_error(response: httpx.Response, text: str) -> ModelError:
    message = _message(text)
    if _overflows(message):
        return ContextOverflowError(message)
    after = response.headers.get("retry-after", "")
    return ServerError(
        f"the server answered {response.status_code}: {message}",
        status=response.status_code,
        retry_after=float(after) if after.replace(".", "", 1).isdigit() else None,
        advice=_ADVICE.get(response.status_code),
    )


def _stream_error(error: Any) -> ModelError:
    message = error.get("message") if isinstance(error, dict) else None
    message = message if isinstance(message, str) else json.dumps(error)[:500]
    return ContextOverflowError(message) if _overflows(message) else ModelError(f"the server stopped: {message}")


def _overflows(message: str) -> bool:
    lowered = message.lower()
    return "context" in lowered and any(word in lowered for word in ("length", "size", "window", "exceed", "too long"))


def _message(text: str) -> str:
    try:
        error = json.loads(text)
    except ValueError:
        return " ".join(text.split())[:300] or "no reason given"
    if isinstance(error, dict):
        error = error.get("error", error)
    if isinstance(error, dict):
        error = error.get("message") or error.get("detail") or error
    return error[:500] if isinstance(error, str) else json.dumps(error)[:500]
