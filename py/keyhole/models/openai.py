"""Any server that speaks OpenAI's chat completions: OpenAI, Kimi, Mistral, Ollama, vLLM, llama.cpp, LM Studio.

Speaks `POST {base}/chat/completions` with `stream: true`. An option that a server refuses by name (`response_format`,
`stream_options`, ...) is left out from then on.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, Literal

import httpx

from keyhole.events import Usage
from keyhole.models.address import normal_base
from keyhole.models.http import Retries, Server, count, withheld
from keyhole.models.model import ChatChunk, ChatRequest, ModelProfile, ToolCallDelta
from keyhole.models.served import check_served
from keyhole.models.server_events import DONE, Event, broken_off
from keyhole.models.thinking import ThinkingSplitter

_FINISHES: dict[Any, Literal["stop", "length", "tool_calls"]] = {"length": "length", "tool_calls": "tool_calls"}
_WITHHELD = frozenset({"content_filter", "sensitive", "safety"})
_BROKEN_OFF = frozenset({"error", "abort", "network_error", "insufficient_system_resource"})
_OPTIONAL = {
    "response_format": ("response_format", "json_schema", "grammar", "guided"),
    "stream_options": ("stream_options", "include_usage"),
    "chat_template_kwargs": ("chat_template_kwargs",),
    "thinking": ("thinking",),
    "seed": ("seed",),
    "temperature": ("'temperature'", '"temperature"'),
}
"""What a request can do without, and the words in a refusal that say so."""


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
        retries: Retries | None = None,
        extra: dict[str, Any] | None = None,
    ) -> None:
        self.profile = profile or ModelProfile(
            id=model, native_tools=True, constraints=("json_schema",) if json_schema else (), context_window=8192
        )
        self._model, self._extra = model, extra or {}
        self._unsupported: set[str] = set()
        self._base = normal_base(base_url)
        self._server = Server(
            f"{self._base}/chat/completions",
            headers={"authorization": f"Bearer {key}"} if key else {},
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
        sent: Event = {}

        def body() -> Event:
            sent.clear()
            sent.update(self._body(request))
            return sent

        events = self._server.events(body, lambda status, text: self._can_do_without(status, text, sent))
        splitter, calls = ThinkingSplitter(), _Calls()
        finish = ""
        usage: Usage | None = None
        answered = called = False
        other: Event = {}
        async with aclosing(events):
            async for event in events:
                if error := event.get("error"):
                    raise self._server.stream_error(error)
                usage = _usage(event.get("usage")) or usage
                choices = event.get("choices")
                answered = answered or isinstance(choices, list)
                other = other or event
                choice = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
                given = choice.get("finish_reason")
                finish = given if isinstance(given, str) else finish
                chunk = _delta_chunk(choice.get("delta") or choice.get("message") or {}, splitter, calls)
                if chunk is not None:
                    called = called or bool(chunk.tool_calls)
                    yield chunk
                if event is DONE:
                    finish = finish or "stop"
        if other and not answered:  # no answer but what is wrong, in a form of the server's own
            raise self._server.stream_error(other)
        text, thinking = splitter.finish()
        # some servers end a turn with calls on "stop"
        reason = _FINISHES.get(finish, "tool_calls" if called else "stop")
        whole = bool(finish) and finish.lower() not in _WITHHELD | _BROKEN_OFF
        if whole or text or thinking:  # of an answer that never began another model may be asked
            given = reason if whole else None
            yield ChatChunk(text, thinking, finish_reason=given, usage=usage, thinking_open=splitter.open)
        if finish.lower() in _WITHHELD:
            raise withheld()
        if not whole:
            raise broken_off()

    def _body(self, request: ChatRequest) -> Event:
        body: Event = {
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
            if not request.call_tools:
                body["tool_choice"] = "none"
        if request.schema is not None and "json_schema" in self.profile.constraints:
            name = "".join(char if char.isalnum() else "_" for char in request.cache_key or "output")[:64]
            body["response_format"] = {"type": "json_schema", "json_schema": {"name": name, "schema": request.schema}}
        if self.profile.thinks and not request.think:
            if self.profile.dialect == "kimi":
                body["thinking"] = {"type": "disabled"}
            else:
                body["chat_template_kwargs"] = {"enable_thinking": False}
        body |= self._extra
        body |= request.extra
        for field in self._unsupported:
            value = body.pop(field, None)
            if field == "max_tokens" and value is not None:
                body["max_completion_tokens"] = value
        return body

    def _can_do_without(self, status: int, text: str, body: Event) -> bool:
        """Whether the server refused an option that a request can do without; it is then never sent again."""
        if status not in (400, 404, 415, 422, 501):
            return False
        if "max_tokens" in body and "max_completion_tokens" in text:  # OpenAI's reasoning models
            self._unsupported.add("max_tokens")
            return True
        for field, words in _OPTIONAL.items():
            if field in body and any(word in text for word in words):
                self._unsupported.add(field)
                return True
        return False


class _Calls:
    """Which call of an answer a piece belongs to.

    By its `index`, as OpenAI has it; but some servers (Ollama, bridges to other APIs) give every call the index 0, or
    none: there another id beside a name begins another call. Others give each piece of one call a new id, and no name.
    """

    def __init__(self) -> None:
        self._places: dict[int, tuple[int, str | None]] = {}
        self._count = 0

    def place(self, index: int, id_: str | None, name: str | None) -> int:
        """The call's number among those of the answer, from 0."""
        place, known = self._places.get(index, (-1, None))
        if place < 0 or (name and id_ and known and id_ != known):
            place, self._count = self._count, self._count + 1
            self._places[index] = place, id_
        return place


def _delta_chunk(delta: Any, splitter: ThinkingSplitter, asked: _Calls) -> ChatChunk | None:
    if not isinstance(delta, dict):
        return None
    words, thoughts = _words(delta.get("content") or delta.get("refusal"))
    text, inline = splitter.feed(words) if words else ("", "")
    thought = delta.get("reasoning_content") or delta.get("reasoning") or ""
    calls = []
    given = delta.get("tool_calls")
    for position, call in enumerate(given if isinstance(given, list) else ()):
        function = call.get("function") if isinstance(call, dict) else None
        if isinstance(function, dict):
            given_arguments = function.get("arguments") or ""
            arguments = given_arguments if isinstance(given_arguments, str) else json.dumps(given_arguments)
            id_, name = (value if isinstance(value, str) else None for value in (call.get("id"), function.get("name")))
            index = call["index"] if isinstance(call.get("index"), int) else position
            calls.append(ToolCallDelta(asked.place(index, id_, name), id_, name, arguments))
    thinking = (thought if isinstance(thought, str) else "") + thoughts + inline
    return ChatChunk(text=text, thinking=thinking, tool_calls=tuple(calls)) if text or thinking or calls else None


def _words(content: Any) -> tuple[str, str]:
    """Text and thoughts of a content that is a text, or a list of parts, as Mistral's thinking models give it."""
    if isinstance(content, str):
        return content, ""
    text = thoughts = ""
    for part in content if isinstance(content, list) else ():
        if isinstance(part, dict) and part.get("type") == "thinking":
            thoughts += "".join(_words(part.get("thinking")))
        elif isinstance(part, dict) and isinstance(part.get("text"), str):
            text += part["text"]
    return text, thoughts


def _usage(usage: Any) -> Usage | None:
    if not isinstance(usage, dict):
        return None
    details = usage.get("prompt_tokens_details")
    return Usage(
        prompt_tokens=count(usage.get("prompt_tokens")),
        completion_tokens=count(usage.get("completion_tokens")),
        cached_tokens=count(details.get("cached_tokens")) if isinstance(details, dict) else 0,
    )
