"""Asking a server for its models before one is used: what stands in the way is said, and what to do about it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.errors import ConfigError, KeyholeError, ModelError, NetworkError, ServerError
from keyhole.models import served
from keyhole.models.anthropic import AnthropicModel
from keyhole.models.openai import OpenAIModel
from keyhole.models.server import server_model

KEY = "sk-verysecret-0123456789"
Answer = Callable[[httpx.Request], httpx.Response]


def on_server(answer: Answer, model: str = "qwen3:4b", **options: Any) -> OpenAIModel | AnthropicModel:
    return server_model("http://server.test/v1", model, key=KEY, transport=httpx.MockTransport(answer), **options)


def having(*names: str, asked: list[str] | None = None) -> Answer:
    """A server with these models, which knows `alias` too when asked for it by name."""

    def answer(request: httpx.Request) -> httpx.Response:
        if asked is not None:
            asked.append(f"{request.method} {request.url.path}")
        if request.url.path == "/v1/models":
            return httpx.Response(200, json={"object": "list", "data": [{"id": name} for name in names]})
        return httpx.Response(200, json={"id": "real"}) if request.url.path.endswith("/alias") else httpx.Response(404)

    return answer


@pytest.mark.parametrize(
    ("names", "model"),
    [
        (["llama3.2", "qwen3:4b"], "qwen3:4b"),
        (["qwen3:latest"], "qwen3"),
        (["models/gemini-2.5-flash"], "gemini-2.5-flash"),
        (["real"], "alias"),
    ],
)
async def test_a_model_that_is_there_passes(names: list[str], model: str) -> None:
    await on_server(having(*names), model).check()


async def test_one_request_is_enough_and_carries_the_key() -> None:
    seen: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return having("qwen3:4b")(request)

    await on_server(answer).check()
    await on_server(answer, dialect="anthropic").check()
    assert [f"{request.method} {request.url}" for request in seen] == ["GET http://server.test/v1/models"] * 2
    assert seen[0].headers["authorization"] == f"Bearer {KEY}"
    assert seen[1].headers["x-api-key"] == KEY


@pytest.mark.parametrize("status", [404, 405, 429, 501])
async def test_a_server_that_does_not_say_is_taken_at_its_word(status: int) -> None:
    await on_server(lambda request: httpx.Response(status, text="no")).check()


async def test_a_model_that_is_not_there_is_refused_with_those_that_are() -> None:
    names = [f"model-{number}" for number in range(12)]
    with pytest.raises(ConfigError) as caught:
        await on_server(having(*names), "org/absent").check()
    assert "http://server.test/v1 has no model 'org/absent'" in str(caught.value)
    assert "model-7 and 4 more" in str(caught.value)
    assert caught.value.choices == tuple(names)


@pytest.mark.parametrize("listed", [{"data": []}, {"object": "list", "data": None}])
async def test_a_server_without_models_says_how_to_get_one(listed: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match="has no models yet") as caught:
        await on_server(
            lambda request: httpx.Response(200 if request.url.path == "/v1/models" else 404, json=listed)
        ).check()
    assert "ollama pull qwen3:4b" in caught.value.advice


@pytest.mark.parametrize(("status", "advice"), [(401, "key"), (403, "key"), (500, ""), (503, "")])
async def test_a_refusal_says_why_and_never_the_key(status: int, advice: str) -> None:
    with pytest.raises(ServerError) as caught:
        await on_server(lambda request: httpx.Response(status, json={"error": {"message": f"not {KEY}"}})).check()
    assert caught.value.status == status
    assert f"the server answered {status}: not [key]" in str(caught.value)
    assert advice in caught.value.advice


@pytest.mark.parametrize("body", ["<!doctype html><title>Hi</title>", "[" * 300, '"yes"', '{"data": {"a": 1}}'])
async def test_another_kind_of_server_is_told_apart(body: str) -> None:
    with pytest.raises(ModelError, match="not as a model server") as caught:
        await on_server(lambda request: httpx.Response(200, text=body)).check()
    assert "/v1" in caught.value.advice


async def test_a_server_that_cannot_be_reached_or_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError(f"nothing answers there, and {KEY} stays here")

    with pytest.raises(NetworkError, match=r"cannot reach http://server.test/v1/models: nothing .* \[key\]") as caught:
        await on_server(unreachable).check()
    assert "address" in caught.value.advice
    monkeypatch.setattr(served, "SECONDS", 0.01)

    class Hanging(httpx.AsyncByteStream):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            yield b"{"
            await asyncio.Event().wait()

    with pytest.raises(NetworkError, match="did not answer in"):
        await on_server(lambda request: httpx.Response(200, stream=Hanging())).check()


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["data", "id", "x"]), inner),
    )
)
async def test_whatever_a_server_lists_it_is_refused_or_has_the_model(value: Any) -> None:
    body = json.dumps(value)
    try:
        await on_server(lambda request: httpx.Response(200, text=body)).check()
    except KeyholeError as error:
        assert all(0 < len(name) <= 200 for name in error.choices)
