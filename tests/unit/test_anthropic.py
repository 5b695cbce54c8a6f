"""The Anthropic client against a scripted transport: what is sent, and every kind of event that comes back."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from keyhole.errors import ContextOverflowError, ModelError, NetworkError, ServerError
from keyhole.models.anthropic import AnthropicModel
from keyhole.models.http import Retries
from keyhole.models.model import ChatChunk, ChatRequest, ModelProfile

ASK = ChatRequest(messages=[{"role": "system", "content": "Be brief."}, {"role": "user", "content": "hi"}])
TOOL = {"type": "function", "function": {"name": "f", "description": "d", "parameters": {"properties": {}}}}
THINKER = ModelProfile(id="m", dialect="anthropic", native_tools=True, thinks=True)


def sse(*events: dict[str, Any]) -> httpx.Response:
    body = "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)
    return httpx.Response(200, headers={"content-type": "text/event-stream"}, content=body.encode())


def model(*answers: httpx.Response | Exception, **options: Any) -> tuple[AnthropicModel, list[httpx.Request]]:
    seen: list[httpx.Request] = []
    script = iter(answers)

    def handle(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        answer = next(script)
        if isinstance(answer, Exception):
            raise answer
        return answer

    options.setdefault("retries", Retries(most=0))
    return AnthropicModel("m", key="sk-secret", transport=httpx.MockTransport(handle), **options), seen


async def chunks_of(client: AnthropicModel, request: ChatRequest = ASK) -> list[ChatChunk]:
    chunks = [chunk async for chunk in client.stream(request)]
    await client.aclose()
    return chunks


def block(index: int, kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": "content_block_start", "index": index, "content_block": {"type": kind, **fields}}


def delta(index: int, kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": "content_block_delta", "index": index, "delta": {"type": kind, **fields}}


START = {"type": "message_start", "message": {"usage": {"input_tokens": 5, "cache_read_input_tokens": 7}}}
STOP = {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 3}}
WHOLE = (
    START,
    {"type": "ping"},
    block(0, "thinking", thinking="", signature=""),
    delta(0, "thinking_delta", thinking="hm"),
    delta(0, "signature_delta", signature="seal"),
    {"type": "content_block_stop", "index": 0},
    block(1, "redacted_thinking", data="sealed"),
    block(2, "text", text=""),
    delta(2, "text_delta", text="wörld"),
    block(3, "tool_use", id="toolu_1", name="f", input={}),
    delta(3, "input_json_delta", partial_json='{"x"'),
    delta(3, "input_json_delta", partial_json=": 1}"),
    block(4, "tool_use", id="toolu_2", name="g", input={}),
    {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 3}},
    {"type": "message_stop"},
)


async def test_every_kind_of_block_arrives() -> None:
    chunks = await chunks_of(model(sse(*WHOLE))[0])
    assert "".join(chunk.text for chunk in chunks) == "wörld"
    assert "".join(chunk.thinking for chunk in chunks) == "hm"
    assert [(c.signature, c.signed_by) for c in chunks if c.signature] == [
        ("seal", "anthropic"),
        ("sealed", "anthropic-redacted"),
    ]
    calls = [call for chunk in chunks for call in chunk.tool_calls]
    assert [(call.index, call.name, call.arguments) for call in calls] == [
        (0, "f", ""),
        (0, None, '{"x"'),
        (0, None, ": 1}"),
        (1, "g", ""),
    ]
    assert chunks[-1].finish_reason == "tool_calls"
    assert chunks[-1].usage is not None
    assert (chunks[-1].usage.prompt_tokens, chunks[-1].usage.cached_tokens) == (12, 7)
    assert chunks[-1].usage.completion_tokens == 3


async def test_an_answer_that_is_broken_off_is_not_taken_for_a_whole_one() -> None:
    half = (START, block(0, "text", text=""), delta(0, "text_delta", text="Half a sent"))
    client, _ = model(sse(*half), sse(*half, {"type": "message_stop"}))
    with pytest.raises(NetworkError, match="broke off its answer"):
        await chunks_of(client)
    assert [chunk.finish_reason async for chunk in client.stream(ASK)][-1] == "stop"


async def test_what_is_sent() -> None:
    client, seen = model(sse(START, STOP), in_browser=True)
    await chunks_of(client, ChatRequest(messages=ASK.messages, tools=[TOOL], stop=("x",), call_tools=False))
    body = json.loads(seen[0].content)
    assert str(seen[0].url) == "https://api.anthropic.com/v1/messages"
    assert seen[0].headers["x-api-key"] == "sk-secret"
    assert seen[0].headers["anthropic-dangerous-direct-browser-access"] == "true"
    assert body["system"][0]["text"] == "Be brief."
    assert body["messages"] == [{"role": "user", "content": "hi"}]
    assert body["tools"] == [{"name": "f", "description": "d", "input_schema": {"type": "object", "properties": {}}}]
    assert body["tool_choice"] == {"type": "none"}
    assert body["stop_sequences"] == ["x"]


async def test_the_end_of_the_static_part_is_marked_for_the_cache_and_the_caller_s_messages_are_not() -> None:
    messages = [{"role": "user", "content": [{"type": "text", "text": "hi"}]}]
    client, seen = model(sse(START, STOP))
    await chunks_of(client, ChatRequest(messages=messages))
    assert json.loads(seen[0].content)["messages"][0]["content"][0]["cache_control"] == {"type": "ephemeral"}
    assert messages == [{"role": "user", "content": [{"type": "text", "text": "hi"}]}]


@pytest.mark.parametrize("signed", [True, False])
async def test_thinking_is_asked_for_only_where_the_open_calls_began_with_a_thought(signed: bool) -> None:
    thought = [{"type": "thinking", "thinking": "t", "signature": "s"}] if signed else []
    messages = [
        {"role": "user", "content": "q"},
        {"role": "assistant", "content": [*thought, {"type": "tool_use", "id": "a", "name": "f", "input": {}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "r"}]},
    ]
    client, seen = model(sse(START, STOP), sse(START, STOP), profile=THINKER, thinking_tokens=1024)
    [_ async for _ in client.stream(ChatRequest(messages=messages, max_tokens=100))]
    await chunks_of(client)
    first, second = (json.loads(request.content) for request in seen)
    assert ("thinking" in first) is signed
    assert first["max_tokens"] == (1124 if signed else 100)
    assert second["thinking"] == {"type": "enabled", "budget_tokens": 1024}
    assert ("temperature" in first) is not signed


async def test_a_refused_temperature_is_left_out_from_then_on() -> None:
    refused = httpx.Response(400, json={"type": "error", "error": {"message": "temperature is deprecated"}})
    client, seen = model(refused, sse(START, STOP))
    await chunks_of(client)
    assert ["temperature" in json.loads(request.content) for request in seen] == [True, False]


@pytest.mark.parametrize(
    ("given", "kind", "says"),
    [
        (httpx.ConnectError("refused"), NetworkError, "cannot reach https://api.anthropic.com"),
        (httpx.Response(401, json={"error": {"message": "bad sk-secret"}}), ServerError, r"401: bad \[key\]"),
        (
            httpx.Response(400, json={"error": {"message": "prompt is too long: 9 > 8"}}),
            ContextOverflowError,
            "too long",
        ),
        (sse({"type": "error", "error": {"type": "overloaded_error", "message": "busy"}}), ServerError, "busy"),
        (sse({"type": "error", "error": {"message": "sk-secret died"}}), ModelError, r"\[key\] died"),
        (httpx.Response(200, json={"type": "message", "content": []}), ModelError, "did not stream"),
        (sse({"type": "message_delta", "delta": {"stop_reason": "refusal"}}), ModelError, "content filter"),
    ],
)
async def test_errors_say_what_happened_and_never_the_key(given: Any, kind: type[ModelError], says: str) -> None:
    with pytest.raises(kind, match=says) as caught:
        await chunks_of(model(given)[0])
    assert caught.value.advice
    assert "sk-secret" not in str(caught.value)


def waits() -> tuple[list[float], Callable[..., Retries]]:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    return slept, lambda **options: Retries(sleep=sleep, **options)


async def test_a_busy_server_is_asked_again_after_longer_and_longer() -> None:
    slept, retries = waits()
    busy = [httpx.Response(529, text="busy"), httpx.ConnectError("gone")]
    client, seen = model(*busy, sse(START, STOP), retries=retries())
    await chunks_of(client)
    assert len(seen) == 3
    assert 0.5 <= slept[0] <= 0.625
    assert 1.0 <= slept[1] <= 1.25


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({"retry-after": "3"}, 3.0),
        ({"retry-after-ms": "1500"}, 1.5),
        ({"retry-after": "Mon, 01 Jan 2024 00:00:00 GMT"}, 0),
    ],
)
async def test_retry_after_is_obeyed(headers: dict[str, str], wait: float) -> None:
    slept, retries = waits()
    client, _ = model(httpx.Response(429, headers=headers), sse(START, STOP), retries=retries())
    await chunks_of(client)
    assert slept == [wait]


@pytest.mark.parametrize("text", ["soon", "-1", "nan", "inf", "9" * 400])
async def test_a_retry_after_that_is_none_is_not_believed(text: str) -> None:
    slept, retries = waits()
    client, _ = model(httpx.Response(429, headers={"retry-after": text}), sse(START, STOP), retries=retries())
    await chunks_of(client)
    assert len(slept) == 1
    assert slept[0] < 1


async def test_a_long_retry_after_and_a_wrong_request_are_not_waited_for() -> None:
    for answer in (httpx.Response(429, headers={"retry-after": "90"}), httpx.Response(400, text="wrong")):
        slept, retries = waits()
        client, seen = model(answer, retries=retries())
        with pytest.raises(ServerError) as caught:
            await chunks_of(client)
        assert slept == []
        assert len(seen) == 1
        assert caught.value.retry_after == (90 if caught.value.status == 429 else None)


async def test_nothing_is_tried_again_once_words_have_come() -> None:
    slept, retries = waits()
    overloaded = {"type": "error", "error": {"type": "overloaded_error", "message": "busy"}}
    client, seen = model(sse(START, delta(0, "text_delta", text="half"), overloaded), retries=retries())
    texts: list[str] = []

    async def read() -> None:
        async for chunk in client.stream(ASK):
            texts.append(chunk.text)

    with pytest.raises(ServerError):
        await read()
    assert texts == ["half"]
    assert (len(seen), slept) == (1, [])


async def test_a_history_with_calls_declares_its_tools_even_where_there_are_none_any_more() -> None:
    history = [
        {"role": "user", "content": [{"type": "text", "text": "q"}]},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "gone", "input": {}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "r"}]},
    ]
    client, seen = model(sse(*WHOLE), sse(*WHOLE))
    [_ async for _ in client.stream(ChatRequest(messages=history))]
    [_ async for _ in client.stream(ChatRequest(messages=history, tools=(TOOL,)))]
    without, with_one = (json.loads(request.content) for request in seen)
    assert [tool["name"] for tool in without["tools"]] == ["gone"]
    assert without["tool_choice"] == {"type": "none"}
    assert [tool["name"] for tool in with_one["tools"]] == ["f"]
    assert "tool_choice" not in with_one
