"""The page's Python half over a fake of the worker it runs in: calls, streams, cancelling, engines, history, tools."""

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
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from keyhole.errors import DeviceLostError, OutOfMemoryError, QuotaError, ToolTimeoutError
from keyhole.models.model import ChatRequest, ModelProfile
from keyhole.models.pool import ModelPool
from keyhole.page import compare
from keyhole.page.bridge import Bridge
from keyhole.page.engines import EnginePort, PortChatModel, PortCompletionEngine
from keyhole.page.methods import method, methods_of
from keyhole.page.service import Service
from keyhole.tools import blocking
from keyhole.tools.tool import tool


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


async def test_a_turn_streams_its_events_and_is_kept() -> None:
    async with started(FakeHost(route_none), storage="chats", toolbox="everyday") as host:
        done = await host.answer(1, "ask", text="explain armor stats")
        assert done["kind"] == "done"
        types = [event["type"] for event in host.items(1)]
        assert types[0] == "turn_started"
        assert types[-1] == "turn_finished"
        listed = await host.answer(2, "conversations.list")
        assert [c["title"] for c in listed["value"]] == ["explain armor stats"]
    again = FakeHost(route_none)
    again.files = host.files
    async with started(again, storage="chats"):
        listed = await again.answer(1, "conversations.list")
        opened = await again.answer(2, "conversations.open", id=listed["value"][0]["id"])
        assert [m["role"] for m in opened["value"]["conversation"]["messages"]] == ["user", "assistant"]
        assert opened["value"]["turns"][0][0]["type"] == "turn_started"
        await again.answer(3, "conversations.delete", id=listed["value"][0]["id"])
        assert (await again.answer(4, "conversations.list"))["value"] == []


async def test_what_is_asked_before_the_model_began_to_load_waits_for_it() -> None:
    host = FakeHost(route_none)
    host.service = Service(host)
    starting = asyncio.create_task(host.service.start({"toolbox": "everyday"}))
    done = await host.answer(1, "ask", text="hello there")
    await starting
    assert done["kind"] == "done"
    assert host.items(1)[-1]["type"] == "turn_finished"


async def test_the_status_tells_how_it_goes() -> None:
    async with started(FakeHost(route_none), storage="chats") as host:
        statuses = [m["value"] for m in host.sent if m["kind"] == "status"]
        assert [s["phase"] for s in statuses] == ["model", "model", "ready"]
        assert statuses[1]["loaded"] == 1
        assert statuses[-1]["storage"] == "kept"


async def test_whoever_waits_for_a_model_leaves_its_loader_a_turn() -> None:
    """At each turn of the loop one more waits: also between the end of the load and its being taken note of."""
    host = FakeHost(route_none)
    host.service = Service(host)
    await host.service.start({})
    using = asyncio.create_task(host.service.models.use("embedded"))
    waiting = []
    while not using.done():
        waiting.append(asyncio.create_task(host.service.models.settled()))
        await asyncio.sleep(0)
    await asyncio.wait_for(asyncio.gather(*waiting), 10)
    assert (await using)["model"] == "embedded"


async def test_a_page_is_ready_only_when_it_is_known_what_becomes_of_chats() -> None:
    opening = asyncio.Event()

    class SlowHost(FakeHost):
        async def open_database(self, name: str) -> tuple[str, bytes | None]:
            await opening.wait()
            return "kept", None

    host = SlowHost(route_none)
    host.service = Service(host)
    starting = asyncio.create_task(host.service.start({"storage": "chats"}))
    await host.until(lambda message: message["kind"] == "status")
    await host.service.models.settled()
    assert host.service.models.current == "embedded"
    assert not [m for m in host.sent if m["kind"] == "status" and m["value"]["phase"] == "ready"]
    opening.set()
    await starting
    (ready,) = [m["value"] for m in host.sent if m["kind"] == "status" and m["value"]["phase"] == "ready"]
    assert ready["storage"] == "kept"


async def test_a_model_that_cannot_be_loaded_is_said_and_asking_fails_with_why() -> None:
    def broken(kind: str, message: dict[str, Any]) -> list[dict[str, Any]]:
        return [{"error": {"code": "integrity", "message": "not a GGUF file"}}]

    async with started(FakeHost(broken), toolbox="everyday") as host:
        status = next(m["value"] for m in host.sent if m["kind"] == "status" and m["value"]["phase"] == "error")
        assert status["error"]["code"] == "integrity"
        await host.answer(1, "ask", text="what is 15% of 240?")
        failed = host.items(1)[-1]
        assert failed["type"] == "failed"
        assert "GGUF" in failed["reason"]


async def test_a_model_that_fails_leaves_the_one_before() -> None:
    def engine(kind: str, message: dict[str, Any]) -> list[dict[str, Any]]:
        if kind == "webllm":
            return [{"error": {"code": "out_of_memory", "message": "no room"}}]
        return route_none(kind, message)

    async with started(FakeHost(engine), toolbox="everyday") as host:
        failed = await host.answer(1, "models.use", id="small")
        assert failed["error"]["code"] == "out_of_memory"
        assert host.service is not None
        assert host.service.agent.model.profile.id == "keyhole-embedded"
        await host.answer(2, "ask", text="hello")
        assert host.items(2)[-1]["type"] == "turn_finished"


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
        await host.answer(1, "ask", text="hello there")
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
        await host.answer(2, "ask", text="hello there")
        assert host.items(2)[-1]["type"] == "failed"
        status = [m["value"] for m in host.sent if m["kind"] == "status"][-1]
        assert "in place of Small" in status["text"]
        assert "no room any more" in status["text"]
        await host.answer(3, "ask", text="hello again")
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
        await host.answer(2, "ask", text="hello there")
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
        await host.answer(2, "ask", text="hello there")
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


async def test_a_tool_of_the_page_is_asked_and_withdrawn() -> None:
    async with started(FakeHost(route_none)) as host:
        schema = {"type": "object", "properties": {"n": {"type": "integer"}}}
        warned = await host.answer(1, "tools.add", name="double", description="Double a number.", parameters=schema)
        assert any("n" in warning for warning in warned["value"])
        assert host.service is not None
        tool = host.service.agent.toolbox["double"]
        running = asyncio.create_task(tool.run({"n": 4}))
        asked = await host.until(lambda m: m["kind"] == "ask")
        assert asked["params"] == {"name": "double", "args": {"n": 4}}
        host.service.bridge.receive(json.dumps({"kind": "reply", "id": asked["id"], "value": 8}))
        assert await running == 8
        hanging = asyncio.create_task(tool.run({"n": 5}))
        asked = await host.until(lambda m: m["kind"] == "ask" and m["params"]["args"] == {"n": 5})
        hanging.cancel()
        withdrawn = await host.until(lambda m: m["kind"] == "withdraw")
        assert withdrawn["id"] == asked["id"]
        again = await host.answer(2, "tools.add", name="double", description="", parameters={})
        assert again["error"]["code"] == "config"
        await host.answer(3, "toolboxes.use", name="everyday")
        assert "double" in host.service.agent.toolbox  # the page's own tools go along


async def test_a_plain_function_that_is_interrupted_took_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    @tool(timeout=7)
    def oven_lookup(dish: str) -> str:
        """Look up an oven."""
        if dish == "ramen":
            raise KeyboardInterrupt  # what the page's interrupt is in Python
        return "180"

    async with started(FakeHost(route_none)) as host:
        monkeypatch.setattr(blocking, "interrupter", host)
        assert await oven_lookup.run({"dish": "cake"}) == "180"
        assert (host.blocking, host.interrupted) == (7, False)
        with pytest.raises(ToolTimeoutError, match="took longer than 7 s"):
            await oven_lookup.run({"dish": "ramen"})
        assert host.interrupted


async def test_storage_that_is_full_costs_no_answer() -> None:
    host = FakeHost(route_none)
    host.quota = True
    async with started(host, storage="chats", toolbox="everyday"):
        done = await host.answer(1, "ask", text="hello there")
        assert done["kind"] == "done"
        assert host.items(1)[-1]["type"] == "turn_finished"
        assert any(m["kind"] == "status" and m["value"].get("storage") == "memory" for m in host.sent)


async def test_a_damaged_history_is_put_aside() -> None:
    host = FakeHost(route_none)
    host.files["chats"] = b"SQLite format 3\x00 but not really" * 40
    async with started(host, storage="chats"):
        assert (await host.answer(1, "conversations.list"))["value"] == []
        assert host.files["chats.damaged"].startswith(b"SQLite format 3")


async def test_another_tab_may_read_but_not_write() -> None:
    host = FakeHost(route_none)
    host.mode = "read-only"
    async with started(host, storage="chats", toolbox="everyday"):
        await host.answer(1, "ask", text="hello there")
        assert host.files == {}
        status = [m["value"] for m in host.sent if m["kind"] == "status"][-1]
        assert status["storage"] == "read-only"


async def test_bad_calls_are_refused_with_what_is_wrong() -> None:
    async with started(FakeHost(route_none)) as host:
        assert "no method" in (await host.answer(1, "nothing.such"))["error"]["message"]
        assert (await host.answer(2, "conversations.open", id=7))["error"]["code"] == "config"
        assert (await host.answer(3, "settings.set", max_steps=999))["error"]["code"] == "config"
        assert (await host.answer(4, "settings.set", max_steps=3))["value"]["values"]["max_steps"] == 3
        assert (await host.answer(5, "settings.set", strategy="guess"))["error"]["code"] == "config"
        assert (await host.answer(6, "toolboxes.use", name="nothing"))["error"]["code"] == "config"


async def test_memories_can_be_seen_and_erased() -> None:
    async with started(FakeHost(route_none), storage="chats") as host:
        await host.answer(1, "memory.edit", id="human", text="The visitor is called Ana.")
        exported = (await host.answer(2, "memory.export"))["value"]
        await host.answer(3, "memory.erase")
        assert (await host.answer(4, "memory.list"))["value"]["blocks"]["human"] == ""
        await host.answer(5, "memory.import", data=exported)
        assert "Ana" in (await host.answer(6, "memory.list"))["value"]["blocks"]["human"]


async def test_what_the_memory_tools_keep_outlives_the_page() -> None:
    async with started(FakeHost(route_none), storage="chats", toolbox="memory") as host:
        await host.answer(1, "ask", text="remember that I like pizza")
        assert [event["tool"] for event in host.items(1) if event["type"] == "tool_finished"] == ["core_memory_append"]
    again = FakeHost(route_none)
    again.files = host.files
    async with started(again, storage="chats", toolbox="memory"):
        assert (await again.answer(1, "memory.list"))["value"]["blocks"]["human"] == "I like pizza"
        await again.answer(2, "ask", text="what food do I like?")
        assert "I like pizza" in again.items(2)[-1]["answer"]
    reader = FakeHost(route_none)
    reader.files, reader.mode = host.files, "read-only"
    async with started(reader, storage="chats", toolbox="memory"):
        await reader.answer(1, "ask", text="remember that I hate rain")
        assert "read-only" in reader.items(1)[-1]["answer"]


async def test_the_benchmark_answers_too() -> None:
    async with started(FakeHost(route_none)) as host:
        assert "metrics" in (await host.answer(1, "bench.definitions"))["value"]


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
