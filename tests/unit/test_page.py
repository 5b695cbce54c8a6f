"""The page's Python half over a fake of the worker it runs in: turns, history, tools, memories."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from fake_page import FakeHost, route_none, started
from keyhole.errors import ModelError, ToolError, ToolTimeoutError
from keyhole.page.service import Service
from keyhole.storage import Storage
from keyhole.tools import blocking
from keyhole.tools.tool import tool


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


@pytest.mark.parametrize("moments", range(0, 60, 3))
async def test_a_question_may_be_withdrawn_at_any_moment(moments: int) -> None:
    """Also while another is being answered: the call always ends, as stopped, and the next question is answered."""
    async with started(FakeHost(route_none), storage="chats", toolbox="everyday") as host:
        assert host.service is not None
        for number in (1, 2):
            host.call(number, "ask", text="hello there")
        for _ in range(moments):
            await asyncio.sleep(0)
        for number in (2, 1):
            host.service.bridge.receive(json.dumps({"kind": "cancel", "id": number}))
        for number in (1, 2):
            end = await host.until(lambda m, n=number: m["kind"] in ("done", "fail") and m["id"] == n)
            if end["kind"] == "fail":
                assert end["error"]["code"] == "aborted", end
            else:
                assert host.items(number)[-1]["type"] in ("cancelled", "turn_finished")
        await host.answer(3, "ask", text="hello again")
        assert host.items(3)[-1]["type"] == "turn_finished"


async def test_a_turn_has_ended_only_when_it_is_kept() -> None:
    class Watching(FakeHost):
        last_kept = ""

        async def write_database(self, name: str, data: bytes) -> None:
            await asyncio.sleep(0.02)  # a browser's storage takes longer than the end of a turn
            await super().write_database(name, data)

        def send(self, text: str) -> None:
            if '"turn_finished"' in text:
                kept = Storage(content=self.files["chats"])
                (listed,) = kept.conversations()
                self.last_kept = kept.open(listed.id).turns[0][-1].type
            super().send(text)

    async with started(Watching(route_none), storage="chats", toolbox="everyday") as host:
        await host.answer(1, "ask", text="hello there")
        assert isinstance(host, Watching)
        assert host.last_kept == "turn_finished"


async def test_who_stops_a_turn_that_is_being_kept_is_told_its_answer() -> None:
    class Slow(FakeHost):
        def __init__(self) -> None:
            super().__init__(route_none)
            self.writes, self.kept, self.last_write = 0, 0, asyncio.Event()

        async def write_database(self, name: str, data: bytes) -> None:
            self.writes += 1
            if self.writes == 2:  # the first is of a turn that begins
                self.last_write.set()
            await asyncio.sleep(0.02)
            await super().write_database(name, data)
            self.kept = self.writes

    host = Slow()
    async with started(host, storage="chats", toolbox="everyday"):
        host.call(1, "ask", text="hello there")
        await asyncio.wait_for(host.last_write.wait(), 10)
        assert host.service is not None
        host.service.bridge.receive(json.dumps({"kind": "cancel", "id": 1}))
        await host.until(lambda m: m.get("value", {}).get("type") == "turn_finished")
        assert host.kept >= 2  # told when it is stored
        end = await host.until(lambda m: m["kind"] in ("done", "fail") and m["id"] == 1)
        assert end["kind"] == "done"


async def test_toolboxes_are_looked_over_when_nobody_waits_for_an_answer() -> None:
    async with started(FakeHost(route_none), toolbox="destiny") as host:
        host.call(1, "ask", text="hello there")
        host.call(2, "toolboxes.list")
        listed = await host.until(lambda m: m["kind"] == "done" and m["id"] == 2)
        assert {"destiny", "everyday", "memory"} <= {info["name"] for info in listed["value"]}
        assert [m["id"] for m in host.sent if m["kind"] == "done"] == [1, 2]
        host.call(3, "ask", text="hello again")
        host.call(4, "toolboxes.list")  # known by now: not held up
        await host.until(lambda m: m["kind"] == "done" and m["id"] == 3)
        assert [m["id"] for m in host.sent if m["kind"] == "done"] == [1, 2, 4, 3]


async def test_toolboxes_are_not_looked_over_beside_measured_turns() -> None:
    async with started(FakeHost(route_none), toolbox="destiny") as host:
        host.call(1, "bench.overhead", tools=3, turns=2)
        host.call(2, "toolboxes.list")
        await host.until(lambda m: m["kind"] == "done" and m["id"] == 2)
        assert [m["id"] for m in host.sent if m["kind"] == "done"] == [1, 2]


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


@pytest.mark.parametrize("code", ["network", "device_lost"])
async def test_asking_loads_a_model_that_a_connection_kept_away(code: str) -> None:
    away = True

    def engine(kind: str, message: dict[str, Any]) -> list[dict[str, Any]]:
        return [{"error": {"code": code, "message": "it is away"}}] if away else route_none(kind, message)

    async with started(FakeHost(engine), toolbox="everyday") as host:
        await host.answer(1, "ask", text="hello")
        assert "it is away" in host.items(1)[-1]["reason"]
        away = False
        await host.answer(2, "ask", text="hello")
        assert host.items(2)[-1]["type"] == "turn_finished"
        assert host.service is not None
        assert host.service.models.current == "embedded"


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
        throwing = asyncio.create_task(tool.run({"n": 6}))
        asked = await host.until(lambda m: m["kind"] == "ask" and m["params"]["args"] == {"n": 6})
        error = {"code": "tool", "message": "shop is shut"}
        host.service.bridge.receive(json.dumps({"kind": "reply", "id": asked["id"], "error": error}))
        with pytest.raises(ToolError, match="double failed: shop is shut") as thrown:
            await throwing
        assert thrown.value.advice
        hanging = asyncio.create_task(tool.run({"n": 5}))
        asked = await host.until(lambda m: m["kind"] == "ask" and m["params"]["args"] == {"n": 5})
        hanging.cancel()
        withdrawn = await host.until(lambda m: m["kind"] == "withdraw")
        assert withdrawn["id"] == asked["id"]
        again = await host.answer(2, "tools.add", name="double", description="", parameters={})
        assert again["error"]["code"] == "config"
        broken = {"type": "object", "properties": 5}
        refused = await host.answer(4, "tools.add", name="broken", description="Does a thing.", parameters=broken)
        assert "broken: invalid JSON Schema" in refused["error"]["message"]
        assert "broken" not in host.service.agent.toolbox
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


async def test_a_storage_that_cannot_be_asked_costs_nothing_but_the_history() -> None:
    class Broken(FakeHost):
        async def open_database(self, name: str) -> tuple[str, bytes | None]:
            raise ModelError("the database is gone")

    async with started(Broken(route_none), storage="chats", toolbox="everyday") as host:
        assert host.service is not None
        assert host.service.agent.toolbox.name == "everyday"
        await host.answer(1, "ask", text="hello there")
        assert host.items(1)[-1]["type"] == "turn_finished"
        assert len((await host.answer(2, "conversations.list"))["value"]) == 1
        assert host.files == {}
        statuses = [m["value"] for m in host.sent if m["kind"] == "status"]
        assert {status["phase"] for status in statuses} <= {"model", "ready"}
        assert statuses[-1]["storage"] == "memory"


async def test_a_damaged_history_that_cannot_be_put_aside_is_not_overwritten() -> None:
    host = FakeHost(route_none)
    host.files["chats"] = damaged = b"SQLite format 3\x00 but not really" * 40
    host.quota = True
    async with started(host, storage="chats", toolbox="everyday"):
        host.quota = False
        await host.answer(1, "ask", text="hello there")
        assert host.items(1)[-1]["type"] == "turn_finished"
        assert host.files == {"chats": damaged}


async def test_another_tab_may_read_but_not_write() -> None:
    host = FakeHost(route_none)
    host.mode = "read-only"
    async with started(host, storage="chats", toolbox="everyday"):
        await host.answer(1, "ask", text="hello there")
        assert host.files == {}
        status = [m["value"] for m in host.sent if m["kind"] == "status"][-1]
        assert status["storage"] == "read-only"
        (chat,) = (await host.answer(2, "conversations.list"))["value"]
        refused = await host.answer(3, "conversations.delete", id=chat["id"])  # it would be back with the next page
        assert "that tab" in refused["error"]["advice"]
        assert (await host.answer(4, "conversations.list"))["value"] == [chat]


async def test_a_toolbox_that_is_not_there_is_said_until_another_is_chosen() -> None:
    async with started(FakeHost(route_none), toolbox="destny") as host:
        last = [m["value"] for m in host.sent if m["kind"] == "status"][-1]
        assert (last["phase"], last["error"]["code"]) == ("error", "config")
        assert "destny" in last["text"]
        assert "destiny, everyday" in last["error"]["advice"]
        failed = (await host.answer(1, "ask", text="what does incandescent do?"))["error"]
        assert "'destny'" in failed["message"]
        assert "destiny, everyday" in failed["advice"]
        assert (await host.answer(2, "toolboxes.use", name="everyday"))["kind"] == "done"
        last = [m["value"] for m in host.sent if m["kind"] == "status"][-1]
        assert last["phase"] == "ready"
        assert "error" not in last
        await host.answer(3, "ask", text="what is 15% of 240?")
        assert host.items(3)[-1]["type"] == "turn_finished"


async def test_a_request_for_another_toolbox_is_told_which() -> None:
    async with started(FakeHost(route_none), toolbox="destiny") as host:
        await host.answer(1, "toolboxes.list")
        await host.answer(2, "ask", text="remember that I like pizza")
        assert "the toolbox **Memory** has one" in host.items(2)[-1]["answer"]
        await host.answer(3, "ask", text="how do I join a clan")
        assert "What I can do here" in host.items(3)[-1]["answer"]


async def test_settings_that_are_none_are_named_without_pydantics_own_words() -> None:
    async with started(FakeHost(route_none), settings={"max_steps": "many", "nonsense": 1}) as host:
        (text,) = [m["value"]["text"] for m in host.sent if m["kind"] == "status" and m["value"]["phase"] == "error"]
        assert "max_steps: Input should be a valid integer" in text
        assert "nonsense: " in text
        assert "pydantic" not in text


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
