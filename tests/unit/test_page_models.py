"""Models in the page, over a fake of its worker: loading, losing, measuring and choosing them."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from fake_page import FakeHost, route_none, started
from keyhole.models.pool import ModelPool
from keyhole.page import compare


class Breaking:
    """An engine that loses its device in its first answer; the model is gone until it is loaded again."""

    def __init__(self, kind: str, *, mends: bool = True) -> None:
        self.kind, self.mends = kind, mends
        self.lost = self.loaded = False
        self.ops: list[str] = []

    def __call__(self, kind: str, message: dict[str, Any]) -> list[dict[str, Any]]:
        if kind != self.kind:
            return route_none(kind, message)
        op = message["op"]
        self.ops.append(op)
        if op == "load" and self.lost and not self.mends:
            return [{"error": {"code": "out_of_memory", "message": "no room any more"}}]
        if op == "load":
            self.loaded = True
        elif op in ("complete", "chat") and not self.lost:
            self.lost, self.loaded = True, False
            return [{"error": {"code": "device_lost", "message": "gone"}}]
        elif not self.loaded:
            return [{"error": {"code": "model", "message": "No model is loaded."}}]
        if op == "chat":
            text = '{"choice":"none","tool":null,"question":null}' if "grammar" in message["request"] else "hello"
            return [{"chunk": {"text": text, "finish": "stop"}}, {"done": None}]
        return route_none(kind, message)


@pytest.mark.parametrize(("kind", "model"), [("wllama", "embedded"), ("webllm", "small"), ("webllm", "embedded-gpu")])
async def test_what_an_engine_lost_is_loaded_again_before_the_step_is_tried_again(kind: str, model: str) -> None:
    engine = Breaking(kind)
    async with started(FakeHost(engine), toolbox="everyday", model=model) as host:
        await host.answer(1, "ask", text="will it rain tomorrow")
        assert host.items(1)[-1]["type"] == "turn_finished", host.items(1)[-1]
        assert engine.ops[:2] == ["load", "chat" if model == "small" else "complete"]
        assert engine.ops[2] == "load"
        assert host.stopped[-1] == kind
        statuses = [m["value"]["text"] for m in host.sent if m["kind"] == "status"]
        assert "lost and loaded again" in statuses[-1]


async def test_what_cannot_be_loaded_again_is_said_and_the_embedded_model_takes_its_place() -> None:
    engine = Breaking("webllm", mends=False)
    async with started(FakeHost(engine), toolbox="everyday") as host:
        await host.answer(1, "models.use", id="small")
        await host.answer(2, "ask", text="will it rain tomorrow")
        assert host.items(2)[-1]["type"] == "failed"
        status = [m["value"] for m in host.sent if m["kind"] == "status"][-1]
        assert "in place of Small" in status["text"]
        assert "no room any more" in status["text"]
        await host.answer(3, "ask", text="and on sunday")
        assert host.items(3)[-1]["type"] == "turn_finished"


async def test_loading_can_be_cancelled_and_is_aborted_in_the_engine() -> None:
    aborted: list[int] = []

    def engine(kind: str, message: dict[str, Any]) -> list[dict[str, Any]]:
        if kind == "webllm":
            if message["op"] == "abort":
                aborted.append(message["id"])
            return []
        return route_none(kind, message)

    async with started(FakeHost(engine)) as host:
        host.call(1, "models.use", id="medium")
        await host.until(lambda m: m["kind"] == "status" and m["value"]["text"] == "Loading Medium")
        assert host.service is not None
        host.service.bridge.receive(json.dumps({"kind": "cancel", "id": 1}))
        failed = await host.until(lambda m: m["kind"] == "fail" and m["id"] == 1)
        assert failed["error"]["code"] == "aborted"
        assert len(aborted) == 1


class Timed:
    """Engines that answer like `route_none`, and let so many milliseconds pass on the clock of the comparison.

    None on the GPU: it never answers.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, gpu_ms: float | None, cpu_ms: float = 30) -> None:
        self.seconds = 0.0
        self.ms: dict[str, float | None] = {"webllm": gpu_ms, "wllama": cpu_ms}
        self.prompts: dict[str, list[str]] = {"webllm": [], "wllama": []}
        self.aborted: list[str] = []
        monkeypatch.setattr(compare, "time", SimpleNamespace(perf_counter=lambda: self.seconds))

    def __call__(self, kind: str, message: dict[str, Any]) -> list[dict[str, Any]]:
        if message["op"] == "abort":
            self.aborted.append(kind)
        if message["op"] == "complete":
            self.prompts[kind].append(message["request"]["prompt"])
            if (ms := self.ms[kind]) is None:
                return []
            self.seconds += ms / 1000
        return route_none(kind, message)


@asynccontextmanager
async def idle(engine: Timed) -> AsyncIterator[FakeHost]:
    """A started service over these engines that has nothing left to do: what is stopped from here on is news."""
    async with started(FakeHost(engine), toolbox="everyday") as host:
        await asyncio.sleep(0)
        host.stopped.clear()
        yield host


def status_of(host: FakeHost) -> str:
    return str([m["value"]["text"] for m in host.sent if m["kind"] == "status"][-1])


async def test_a_gpu_that_is_not_faster_leaves_the_embedded_model(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Timed(monkeypatch, gpu_ms=2000)
    async with idle(engine) as host:
        done = await host.answer(1, "models.use", id="embedded-gpu", compare=True)
        text = "a route and a fill take 4.0 s on the GPU, 60 ms on the CPU"
        measured = {"gpuMs": 4000, "cpuMs": 60, "stopped": False, "text": text}
        assert done["value"] == {"model": "embedded", "comparison": measured}
        assert status_of(host) == f"Embedded, faster here: {text}"
        said = [m["value"]["text"] for m in host.sent if m["kind"] == "status"]
        assert "Measuring Embedded (GPU) against the CPU: request 6 of 6" in said
        assert engine.prompts["webllm"] == engine.prompts["wllama"][: len(engine.prompts["webllm"])]
        await asyncio.sleep(0)
        assert host.stopped == ["webllm"]
        before = len(engine.prompts["webllm"])
        await host.answer(2, "ask", text="will it rain tomorrow")
        assert host.items(2)[-1]["type"] == "turn_finished"
        assert len(engine.prompts["webllm"]) == before


async def test_a_gpu_that_is_faster_stays_and_says_both_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Timed(monkeypatch, gpu_ms=5)
    async with idle(engine) as host:
        done = await host.answer(1, "models.use", id="embedded-gpu", compare=True)
        assert done["value"]["model"] == "embedded-gpu"
        figures = "a route and a fill take 10 ms on the GPU, 60 ms on the CPU"
        assert status_of(host) == f"Embedded (GPU), ready: {figures}"
        asked = len(engine.prompts["webllm"])
        await host.answer(2, "ask", text="will it rain tomorrow")
        assert len(engine.prompts["webllm"]) > asked
        assert host.stopped == []


async def test_who_asks_for_the_gpu_in_code_gets_it_unmeasured(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Timed(monkeypatch, gpu_ms=2000)
    async with started(FakeHost(engine), model="embedded-gpu") as host:
        assert host.service is not None
        assert host.service.models.current == "embedded-gpu"
        done = await host.answer(1, "models.use", id="embedded-gpu")
        assert done["value"] == {"model": "embedded-gpu", "comparison": None}
        assert engine.prompts == {"webllm": [], "wllama": []}


async def test_measuring_can_be_cancelled_and_gives_the_gpu_back(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Timed(monkeypatch, gpu_ms=None)
    async with idle(engine) as host:
        host.call(1, "models.use", id="embedded-gpu", compare=True)
        await host.until(lambda m: m["kind"] == "status" and "Measuring" in m["value"]["text"])
        assert host.service is not None
        host.service.bridge.receive(json.dumps({"kind": "cancel", "id": 1}))
        failed = await host.until(lambda m: m["kind"] == "fail" and m["id"] == 1)
        assert failed["error"]["code"] == "aborted"
        await asyncio.sleep(0)
        assert (engine.aborted, host.stopped) == (["webllm"], ["webllm"])
        assert status_of(host) == "Embedded, ready"


async def test_a_measurement_holds_for_one_gpu_and_one_model() -> None:
    class Host(FakeHost):
        name = "Adapter One"

        async def gpu(self) -> dict[str, Any]:
            return {**await super().gpu(), "name": self.name}

    host = Host(route_none)
    async with started(host):
        listed = [(await host.answer(1, "models.list"))["value"]]
        host.name = "Adapter Two"
        listed.append((await host.answer(2, "models.list"))["value"])
    one, two = ({m["id"]: m["comparedFor"] for m in models if m["comparedFor"]} for models in listed)
    assert list(one) == list(two) == ["embedded-gpu"]
    assert one != two
    assert host.asset("models/webllm/") in one["embedded-gpu"]


def fetches(monkeypatch: pytest.MonkeyPatch, answer: Callable[[httpx.Request], httpx.Response]) -> None:
    """Stands in for the transport that only a page has."""
    module = SimpleNamespace(FetchTransport=lambda: httpx.MockTransport(answer))
    monkeypatch.setitem(sys.modules, "keyhole.page.fetch_transport", module)


async def test_a_server_is_asked_before_it_is_said_to_be_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    fetches(monkeypatch, lambda request: httpx.Response(200, json={"data": [{"id": "a"}, {"id": "b"}]}))
    server = {"id": "server", "baseURL": "http://127.0.0.1:9/v1"}
    async with started(FakeHost(route_none)) as host:
        failed = await host.answer(1, "models.use", **server, model="c")
        assert failed["error"]["code"] == "config"
        assert "it has a, b" in failed["error"]["message"]
        assert failed["error"]["choices"] == ["a", "b"]
        assert host.service is not None
        assert host.service.agent.model.profile.id == "keyhole-embedded"
        assert status_of(host) == "Embedded, ready"
        assert (await host.answer(2, "models.use", **server, model="b"))["kind"] == "done"
        assert host.service.agent.model.profile.id == "b"
        fetches(monkeypatch, lambda request: httpx.Response(401, json={"error": "who are you?"}))
        failed = await host.answer(3, "models.use", **server, model="a")
        assert failed["error"] == {
            "code": "server",
            "message": "the server answered 401: who are you?",
            "advice": "Check the key.",
            "choices": [],
        }
        assert host.service.agent.model.profile.id == "b"


async def test_a_choice_that_fails_costs_no_model_that_webllm_still_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    fetches(monkeypatch, lambda request: httpx.Response(401, json={"error": "who are you?"}))
    async with started(FakeHost(route_none)) as host:
        assert host.service is not None
        await host.answer(1, "models.use", id="small")
        model = host.service.agent.model
        host.stopped.clear()
        server = {"id": "server", "baseURL": "http://127.0.0.1:9/v1", "model": "a"}
        for number, wrong in enumerate(({"id": "smal"}, server, {"id": "server"}), 2):
            assert (await host.answer(number, "models.use", **wrong))["kind"] == "fail"
            assert host.service.agent.model is model
            assert host.service.models.current == "small"
            assert status_of(host) == "Small, ready"
        assert host.stopped == []


@pytest.mark.parametrize("missing", [False, True])
async def test_where_webllm_lost_its_model_to_another_embedded_answers(missing: bool) -> None:
    """Also where the page began with a larger model, and Embedded was never loaded."""

    def engine(kind: str, message: dict[str, Any]) -> list[dict[str, Any]]:
        larger = kind == "webllm" and "Qwen3-1.7B" in str(message.get("options"))
        if larger or (missing and kind == "wllama"):
            return [{"error": {"code": "out_of_memory", "message": "no room"}}]
        return route_none(kind, message)

    async with started(FakeHost(engine), toolbox="everyday", model="small") as host:
        assert host.service is not None
        assert host.service.models.current == "small"
        failed = await host.answer(1, "models.use", id="medium")
        assert failed["error"]["code"] == "out_of_memory"
        assert host.service.models.current == ("" if missing else "embedded")
        assert status_of(host) == ("no room" if missing else "Embedded, ready")
        await host.answer(2, "ask", text="hello")
        assert host.items(2)[-1]["type"] == ("failed" if missing else "turn_finished")


async def test_models_stand_in_for_the_one_in_use_whichever_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    fetches(monkeypatch, lambda request: httpx.Response(404))
    async with started(FakeHost(route_none)) as host:
        server = {"id": "server", "baseURL": "http://127.0.0.1:9/v1", "model": "m", "key": "sk-secret-1"}
        await host.answer(1, "models.stand_ins", others=[{"id": "embedded"}, server, server], take_turns=True)
        assert host.service is not None
        pool = host.service.agent.model
        assert isinstance(pool, ModelPool)
        assert (pool.ids, pool.policy) == (("keyhole-embedded", "m", "m (2)"), "round_robin")
        await host.answer(2, "models.use", id="server", baseURL="http://127.0.0.1:9/v1", model="m")
        pool = host.service.agent.model
        assert isinstance(pool, ModelPool)
        assert pool.ids == ("m", "keyhole-embedded", "m (2)", "m (3)")
        refused = await host.answer(3, "models.stand_ins", others=[{"id": "server"}])
        assert refused["error"]["code"] == "config"
        assert host.service.agent.model is pool
        await host.answer(4, "models.stand_ins", others=[])
        assert host.service.agent.model.profile.id == "m"
        assert not isinstance(host.service.agent.model, ModelPool)
        assert "sk-secret-1" not in json.dumps(host.sent)


async def test_a_second_model_writes_whichever_is_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    fetches(monkeypatch, lambda request: httpx.Response(404))
    async with started(FakeHost(route_none)) as host:
        server = {"id": "server", "baseURL": "http://127.0.0.1:9/v1", "model": "w", "key": "sk-secret-1"}
        await host.answer(1, "models.writer", server=server)
        assert host.service is not None
        agent = host.service.agent
        assert (agent.model.profile.id, agent.writer and agent.writer.profile.id) == ("keyhole-embedded", "w")
        await host.answer(2, "models.use", id="server", baseURL="http://127.0.0.1:9/v1", model="m")
        assert (agent.model.profile.id, agent.writer and agent.writer.profile.id) == ("m", "w")
        refused = await host.answer(3, "models.writer", server={"id": "server"})
        assert refused["error"]["code"] == "config"
        await host.answer(4, "models.writer", server=None)
        assert (agent.model.profile.id, agent.writer) == ("m", None)
        assert "sk-secret-1" not in json.dumps(host.sent)


async def test_what_an_engine_has_begun_it_ends_before_it_is_stopped() -> None:
    asked: list[int] = []

    def engine(kind: str, message: dict[str, Any]) -> list[dict[str, Any]]:
        if message["op"] == "chat":
            asked.append(message["id"])
            return []
        return route_none(kind, message)

    async with started(FakeHost(engine), model="small") as host:
        assert host.service is not None
        await host.answer(1, "settings.set", strategy="text")
        host.call(2, "ask", text="hello")
        await host.until(lambda m: m.get("value", {}).get("type") == "step_started")
        assert (await host.answer(3, "models.use", id="embedded"))["kind"] == "done"
        assert host.stopped == []
        port = host.service.engines["webllm"]
        for answer in ({"chunk": {"text": "Hi.", "finish": "stop"}}, {"done": None}):
            port.receive(json.dumps({"id": asked[0], **answer}))
        await host.until(lambda m: m["kind"] in ("done", "fail") and m["id"] == 2)
        assert [event["answer"] for event in host.items(2) if event["type"] == "turn_finished"] == ["Hi."]
        await asyncio.sleep(0)
        assert host.stopped == ["webllm"]


async def test_the_model_list_follows_the_gpu() -> None:
    async with started(FakeHost(route_none)) as host:
        models = {m["id"]: m for m in (await host.answer(1, "models.list"))["value"]}
        assert models["embedded"]["runnable"]
        assert models["small"]["variant"] == "f32"
        assert models["large"]["downloadBytes"] > models["small"]["downloadBytes"] > 0


@pytest.mark.parametrize(
    ("gpu", "warned"),
    [
        ({}, set()),
        ({"memory": 4096}, {"medium", "large"}),
        ({"memory": 8192}, set()),
        ({"software": True}, {"embedded-gpu", "small", "medium", "large"}),
        ({"available": False, "memory": 2048}, set()),
    ],
)
async def test_what_may_fail_is_told_before_a_model_is_fetched(gpu: dict[str, Any], warned: set[str]) -> None:
    class Host(FakeHost):
        async def gpu(self) -> dict[str, Any]:
            return {**await super().gpu(), **gpu}

    async with started(Host(route_none)) as host:
        models = (await host.answer(1, "models.list"))["value"]
        assert {model["id"] for model in models if model["warning"]} == warned
