"""What crosses between the page and its Python half: calls, streams, cancelling, what engines send."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fake_page import route_none
from keyhole.errors import DeviceLostError, OutOfMemoryError
from keyhole.models.model import ChatRequest, ModelProfile
from keyhole.page.bridge import Bridge
from keyhole.page.engines import EnginePort, PortChatModel, PortCompletionEngine
from keyhole.page.methods import method, methods_of


class Counter:
    @method("count")
    async def count(self, to: int) -> AsyncIterator[int]:
        for number in range(to):
            yield number

    @method("hang")
    async def hang(self) -> None:
        await asyncio.Event().wait()


def bridge_over(sent: list[dict[str, Any]]) -> Bridge:
    async def ready(name: str) -> None: ...

    return Bridge(lambda text: sent.append(json.loads(text)), methods_of(Counter()).get, ready)


async def test_streams_and_cancels() -> None:
    sent: list[dict[str, Any]] = []
    bridge = bridge_over(sent)
    bridge.receive('{"kind": "call", "id": 1, "method": "count", "params": {"to": 3}}')
    bridge.receive('{"kind": "call", "id": 2, "method": "hang"}')
    for _ in range(20):
        await asyncio.sleep(0)
    bridge.receive('{"kind": "cancel", "id": 2}')
    for _ in range(20):
        await asyncio.sleep(0)
    assert [m["value"] for m in sent if m["kind"] == "item"] == [0, 1, 2]
    assert [m["kind"] for m in sent if m["id"] == 1][-1] == "done"
    assert [m["error"]["code"] for m in sent if m["kind"] == "fail"] == ["aborted"]


async def test_a_call_that_is_cancelled_before_it_began_is_told_of_too() -> None:
    sent: list[dict[str, Any]] = []
    bridge = bridge_over(sent)
    bridge.receive('{"kind": "call", "id": 1, "method": "count", "params": {"to": 3}}')
    bridge.receive('{"kind": "cancel", "id": 1}')
    for _ in range(20):
        await asyncio.sleep(0)
    assert [(m["kind"], m["error"]["code"]) for m in sent] == [("fail", "aborted")]


@settings(suppress_health_check=[HealthCheck.too_slow])  # the machine may be busy
@given(st.none() | st.booleans() | st.floats() | st.text() | st.lists(st.floats() | st.text(), max_size=3))
async def test_whatever_a_method_returns_crosses_as_json(value: Any) -> None:
    sent: list[dict[str, Any]] = []

    async def ready(name: str) -> None: ...

    bridge = Bridge(lambda text: sent.append(json.loads(text)), lambda name: lambda params: value, ready)
    bridge.receive('{"kind": "call", "id": 1, "method": "any"}')
    for _ in range(5):
        await asyncio.sleep(0)
    assert sent[0]["kind"] == "done" or "surrogates" in sent[0]["error"]["message"]


async def test_engine_chunks_become_a_completion() -> None:
    port = EnginePort(lambda text: answer(json.loads(text)))

    def answer(message: dict[str, Any]) -> None:
        for part in route_none("wllama", message):
            port.receive(json.dumps({"id": message["id"], **part}))

    completion = await PortCompletionEngine(port).complete("prompt", grammar="root ::= x", n_probs=3)
    assert completion.text == "<none>"
    assert completion.tokens[0].top == {"<none>": -0.01}
    assert completion.prompt_tokens == 9


@pytest.mark.parametrize("thinks", [True, False])
async def test_only_a_thinking_model_is_told_not_to_think(thinks: bool) -> None:
    sent: list[dict[str, Any]] = []

    def answer(text: str) -> None:
        sent.append(json.loads(text))
        port.receive(json.dumps({"id": sent[-1]["id"], "done": None}))

    port = EnginePort(answer)
    model = PortChatModel(port, ModelProfile(id="m", thinks=thinks))
    for think in (True, False):
        async for _ in model.stream(ChatRequest(messages=[{"role": "user", "content": "hi"}], think=think)):
            pass
    assert [message["request"]["think"] for message in sent] == [True, not thinks]


async def test_closing_a_stream_aborts_it_and_errors_keep_their_code() -> None:
    sent: list[dict[str, Any]] = []
    port = EnginePort(lambda text: sent.append(json.loads(text)))
    lost: list[bool] = []
    port.mend = lambda: lost.append(True)
    model = PortChatModel(port, ModelProfile(id="m", thinks=True))
    request = ChatRequest(messages=[{"role": "user", "content": "hi"}], grammar="root ::= x")
    stream = model.stream(request)
    pulled = asyncio.ensure_future(anext(stream))
    await asyncio.sleep(0)
    port.receive(json.dumps({"id": 1, "chunk": {"text": "<think>hm</think>yes, certainly"}}))
    first = await pulled
    assert (first.thinking, first.text) == ("hm", "yes, certainly")
    await stream.aclose()
    assert sent[-1] == {"id": 1, "op": "abort"}
    for code, kind in (("out_of_memory", OutOfMemoryError), ("device_lost", DeviceLostError)):
        pulled = asyncio.ensure_future(anext(model.stream(request)))
        await asyncio.sleep(0)
        port.receive(json.dumps({"id": sent[-1]["id"], "error": {"code": code, "message": "gone"}}))
        with pytest.raises(kind):
            await pulled
    assert lost == [True]
