"""From the embedded model to a strict server and back in one conversation: nothing lost or refused, no key left."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Locator, Page, expect
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route

from chat_page import ask
from servers import openai
from servers.desk import Answer, Body, Desk, sse
from servers.serving import serving

KEY = "sk-verysecret-0123456789"

# All that a page can leave behind, as one text.
LEFT = """async () => {
  const wait = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const text = (value) => value instanceof Uint8Array ? new TextDecoder("latin1").decode(value) : JSON.stringify(value);
  const left = [document.cookie, location.href, text({ ...localStorage }), text({ ...sessionStorage })];
  for (const { name } of await indexedDB.databases()) {
    const database = await wait(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      left.push(...(await wait(database.transaction(store).objectStore(store).getAll())).map(text));
    }
    database.close();
  }
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) left.push(request.url);
  }
  for await (const name of (await navigator.storage.getDirectory()).keys()) left.push(name);
  return left.join("\\n");
}"""


def read(body: Body) -> Answer:
    """What the server says: to route and fill what they want to hear, to a request with tools what `openai` does."""
    if body.get("tools"):
        return openai.read(body)
    system, last = body["messages"][0]["content"], body["messages"][-1]["content"]
    if system.startswith("You route"):
        tool = None if "is still open" in last else "perk_lookup"
        return Answer(json.dumps({"choice": "call_tool" if tool else "none", "tool": tool, "question": None}))
    if "Results of tools" not in last:
        return Answer(json.dumps({"missing": [], "args": {"name": "Incandescent"}}))
    return Answer("The server says that scorch spreads.")


@dataclass
class Strict:
    """The server: refuses what OpenAI would refuse, and whoever has no key."""

    desk: Desk = field(default_factory=lambda: Desk(openai.check, read, openai.write))
    seen: list[Body] = field(default_factory=list)

    async def handle(self, request: Request) -> Response:
        if request.headers.get("authorization") != f"Bearer {KEY}":
            return JSONResponse({"error": {"message": f"no such key: {request.headers.get('authorization')}"}}, 401)
        if request.method == "GET":
            return JSONResponse({"object": "list", "data": [{"id": "strict"}, {"id": "stricter"}]})
        self.seen.append(await request.json())
        return await self.desk.handle(request)


async def out_of_order(request: Request) -> Response:
    return JSONResponse({"error": {"message": "out of order"}}, 402)


@pytest.fixture
def strict() -> Iterator[tuple[str, Strict]]:
    """It is at `/v1`; at `/broken/v1` is one that answers no chat, at `/closed/v1` one that allows no page, and at
    `/site/v1` no model server at all.
    """
    server = Strict()
    routes = [Route("/v1/{rest:path}", server.handle, methods=["GET", "POST"])]
    broken = [
        Route("/v1/models", lambda request: Response(status_code=404)),
        Route("/v1/chat/completions", out_of_order, methods=["POST"]),
    ]
    site = [Route("/v1/models", lambda request: Response("<!doctype html><title>A site</title>"))]
    anyone = Middleware(CORSMiddleware, allow_origins=["*"], allow_methods=["GET", "POST"], allow_headers=["*"])
    app = Starlette(
        routes=[
            Mount("/broken", Starlette(routes=broken, middleware=[anyone])),
            Mount("/site", Starlette(routes=site, middleware=[anyone])),
            Mount("/closed", Starlette(routes=routes)),
            Mount("/", Starlette(routes=routes, middleware=[anyone])),
        ]
    )
    with serving(app) as base:
        yield f"{base}/v1", server


def connect(page: Page, base: str, *, model: str = "strict", key: str = KEY, works: bool = True) -> Locator:
    """Fill in and press Connect; the dialog, closed where that `works`."""
    dialog = page.get_by_role("dialog", name="Models")
    if not dialog.is_visible():
        page.get_by_role("combobox", name="Model").select_option("server")
    server = dialog.locator("[data-model=server]")
    server.get_by_label("Address").fill(base)
    server.get_by_label("Model", exact=True).fill(model)
    server.get_by_label("Key, if it wants one").fill(key)
    server.get_by_role("button", name="Connect").click()
    if works:
        expect(dialog).to_be_hidden()
    return dialog


def test_switching_to_your_server_and_back_loses_nothing(
    open_page: Callable[[str], Page], built: str, strict: tuple[str, Strict]
) -> None:
    base, server = strict
    page = open_page(built)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    model = page.get_by_role("combobox", name="Model")

    expect(ask(page, "what perks can roll on calus mini-tool?")).to_contain_text("Incandescent")
    assert server.seen == []

    connect(page, base)
    expect(ask(page, "what does incandescent do?")).to_contain_text("The server says that scorch spreads.")
    assert "calus mini-tool" in json.dumps(server.seen[-1]).lower()

    page.evaluate("() => keyhole.configure({ strategy: 'native' })")
    expect(ask(page, "fan 3")).to_contain_text("Answered after 3 results.")
    sent = server.seen[-1]["messages"]
    assert sum(message["role"] == "tool" for message in sent) == 5  # the embedded model's, routed's, three of this turn

    streaming = ask(page, "endless", wait=False)
    expect(streaming).to_contain_text("more more")
    model.select_option("embedded")
    expect(page.get_by_role("status", name="Status")).to_contain_text("Embedded, ready")
    so_far = len(streaming.text_content() or "")
    page.wait_for_function(
        "(size) => [...document.querySelectorAll('article.reply')].at(-1).textContent.length > size + 100", arg=so_far
    )
    page.get_by_role("button", name="Stop").click()
    expect(streaming).to_have_attribute("aria-busy", "false")
    assert server.desk.books.left == 1

    page.evaluate("() => keyhole.configure({ strategy: 'routed' })")
    requests = len(server.seen)
    expect(ask(page, "what is iron banner?")).to_contain_text("Iron Banner")
    assert len(server.seen) == requests

    connect(page, base)
    page.evaluate("() => keyhole.configure({ strategy: 'native' })")
    expect(ask(page, "fan 1")).to_contain_text("Answered after 1 results.")
    history = json.dumps(server.seen[-1])
    assert all(text in history for text in ("calus mini-tool", "scorch spreads", "fan 3", "more more", "Iron Banner"))
    assert server.desk.books.refusals == []

    (listed,) = page.evaluate("() => keyhole.conversations()")
    opened = page.evaluate("(id) => keyhole.open(id)", listed["id"])
    messages = opened["conversation"]["messages"]
    asked = [message["blocks"][0]["text"] for message in messages if message["role"] == "user"]
    assert asked[:3] == ["what perks can roll on calus mini-tool?", "what does incandescent do?", "fan 3"]
    assert asked[3:] == ["endless", "what is iron banner?", "fan 1"]
    calls = [block["id"] for message in messages for block in message["blocks"] if block["type"] == "tool_call"]
    results = [
        block["call_id"] for message in messages for block in message["blocks"] if block["type"] == "tool_result"
    ]
    assert calls == results
    assert len(calls) == 7

    left = page.evaluate(LEFT)
    assert "calus mini-tool" in left  # the history is among what was looked through
    for place in (left, json.dumps(opened), "\n".join(said), page.content()):
        assert KEY not in place
    page.reload()
    expect(page.get_by_role("log", name="Conversation").get_by_role("article")).to_have_count(12)
    assert KEY not in page.evaluate(LEFT)


def test_what_keeps_a_server_from_answering_is_said_when_connecting(
    open_page: Callable[[str], Page], built: str, strict: tuple[str, Strict]
) -> None:
    base, server = strict
    page = open_page(built)
    status = page.get_by_role("status", name="Status")
    expect(status).to_contain_text("Embedded, ready")
    nobody = "http://127.0.0.1:1024/v1"
    for address, key, said in (
        (nobody, KEY, f"cannot reach {nobody}/models: nothing answers there, or it does not allow"),
        (base.replace("/v1", "/closed/v1"), KEY, f"(CORS: allow {built.rstrip('/')}). Start the server, or correct"),
        (base, "sk-wrong", "the server answered 401: no such key: Bearer [key]. Check the key."),
        (base.replace("/v1", "/site/v1"), KEY, "not as a model server. Check the address: it mostly ends in /v1."),
    ):
        dialog = connect(page, address, key=key, works=False)
        expect(dialog.get_by_role("alert").first).to_contain_text(said)
        expect(status).to_have_text("Embedded, ready")
    field = dialog.get_by_label("Model", exact=True)
    assert field.get_attribute("list") is None
    connect(page, base, model="absent", works=False)
    expect(dialog.get_by_role("alert").first).to_contain_text("no model 'absent'; it has strict, stricter. Choose one")
    expect(field).to_be_focused()
    offered = "() => [...document.querySelector('input[name=model]').list.options].map((option) => option.value)"
    assert page.evaluate(offered) == ["strict", "stricter"]
    expect(page.get_by_label("Model", exact=True).first).to_have_value("embedded")
    assert server.seen == []
    assert dialog.get_by_label("Key, if it wants one").input_value() == KEY  # what was typed is still there
    field.fill("strict")
    dialog.get_by_role("button", name="Connect").click()
    expect(dialog).to_be_hidden()
    expect(status).to_contain_text("Your server, ready")
    expect(ask(page, "what does incandescent do?")).to_contain_text("The server says that scorch spreads.")
    assert KEY not in page.evaluate(LEFT)


def test_a_server_that_fails_is_stood_in_for(
    open_page: Callable[[str], Page], built: str, strict: tuple[str, Strict]
) -> None:
    base, server = strict
    page = open_page(built)
    expect(ask(page, "what does voltshot do?")).to_contain_text("Voltshot")
    connect(page, base.replace("/v1", "/broken/v1"))
    page.get_by_role("button", name="About the models").click()
    card = page.get_by_role("dialog", name="Models").get_by_role("region", name="When it fails")
    card.get_by_role("button", name="Add a server").click()
    card.get_by_label("Address").fill(base)
    card.get_by_label("Model", exact=True).fill("strict")
    card.get_by_label("Key, if it wants one").fill(KEY)
    card.get_by_role("button", name="Add", exact=True).click()
    expect(card.get_by_role("listitem")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(ask(page, "what does incandescent do?")).to_contain_text("The server says that scorch spreads.")
    events = page.evaluate("async () => (await keyhole.open((await keyhole.conversations())[0].id)).turns.at(-1)")
    (switch,) = [event for event in events if event["type"] == "model_switched"]
    assert (switch["from_model"], switch["to_model"]) == ("strict", "strict (2)")
    assert server.desk.books.refusals == []
    assert KEY not in page.evaluate(LEFT)
    assert KEY not in json.dumps(events)


def test_a_server_writes_what_the_embedded_model_looked_up(
    open_page: Callable[[str], Page], built: str, strict: tuple[str, Strict]
) -> None:
    base, server = strict
    page = open_page(built)
    expect(ask(page, "what does voltshot do?")).to_contain_text("Voltshot")
    page.get_by_role("button", name="About the models").click()
    card = page.get_by_role("dialog", name="Models").get_by_role("region", name="How it uses tools")
    card.get_by_role("combobox").select_option("Hybrid")
    form = card.get_by_role("form", name="The model that writes")
    for label, text in (("Address", base), ("Model", "strict"), ("Key, if it wants one", KEY)):
        form.get_by_label(label).fill(text)
    form.get_by_role("button", name="Let it write").click()
    expect(card).to_contain_text("strict writes the replies")
    page.keyboard.press("Escape")
    expect(ask(page, "what does incandescent do?")).to_contain_text("The server says that scorch spreads.")
    events = page.evaluate("async () => (await keyhole.open((await keyhole.conversations())[0].id)).turns.at(-1)")
    assert events[0]["strategy"] == "hybrid"
    assert [event["tool"] for event in events if event["type"] == "tool_finished"] == ["perk_lookup"]
    assert server.desk.books.refusals == []
    assert KEY not in page.evaluate(LEFT)


def test_the_benchmark_measures_your_server(
    open_page: Callable[[str], Page], built: str, strict: tuple[str, Strict]
) -> None:
    base, server = strict
    page = open_page(f"{built}bench.html?model=server&suite=destiny&strategies=routed&sample=3&seed=1")
    fields = page.get_by_role("group", name="Your server")
    for label, text in (("Address", base), ("Its model", "strict"), ("Key, if it wants one", KEY)):
        fields.get_by_label(label).fill(text)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_label("Progress").get_by_role("status")).to_contain_text("Done: 3 queries")
    assert len(server.seen) >= 3
    assert server.desk.books.refusals == []
    assert KEY not in page.evaluate(LEFT)


@pytest.fixture
def writing() -> Iterator[tuple[str, list[str]]]:
    """A server whose model writes its calls, and what it got to say behind the first."""
    made_up: list[str] = []

    def event(delta: dict[str, str], finish: str | None = None, **more: object) -> bytes:
        return sse({"choices": [{"index": 0, "delta": delta, "finish_reason": finish}], **more}).encode()

    async def said(body: Body) -> AsyncIterator[bytes]:
        if "<tool_response>" in str(body["messages"][-1]["content"]):
            yield event({"content": "Scorch **spreads**."})
            yield event({}, "stop", usage={"prompt_tokens": 900, "completion_tokens": 5})
        else:
            yield event({"content": '<tool_call>{"name": "perk_lookup", "arguments": {"name": "Incandescent"}}'})
            yield event({"content": "</tool_call>"})
            for count in range(1000):
                await asyncio.sleep(0.02)
                made_up.append(f"\nIt does {count} things.")
                yield event({"content": made_up[-1]})
        yield b"data: [DONE]\n\n"

    async def handle(request: Request) -> Response:
        if request.method == "GET":
            return JSONResponse({"object": "list", "data": [{"id": "writing"}]})
        return StreamingResponse(said(await request.json()), media_type="text/event-stream")

    anyone = Middleware(CORSMiddleware, allow_origins=["*"], allow_methods=["GET", "POST"], allow_headers=["*"])
    routes = [Route("/v1/{rest:path}", handle, methods=["GET", "POST"])]
    with serving(Starlette(routes=routes, middleware=[anyone])) as base:
        yield f"{base}/v1", made_up


def test_a_model_that_writes_its_calls_is_stopped_behind_them_and_its_mode_outlives_the_page(
    open_page: Callable[[str], Page], built: str, writing: tuple[str, list[str]]
) -> None:
    base, made_up = writing
    page = open_page(built)
    connect(page, base, model="writing")
    for again in (False, True):
        page.get_by_role("button", name="About the models").click()
        mode = page.get_by_role("region", name="How it uses tools").get_by_role("combobox")
        if not again:
            mode.select_option("Written calls")
        expect(mode).to_have_value("text")
        page.keyboard.press("Escape")
        expect(ask(page, "what does incandescent do?")).to_contain_text("Scorch spreads.")
        first, _tool, last = page.get_by_role("region", name="Trace").locator("[data-step]").all()
        expect(first).to_contain_text("~")  # who is stopped does not tell what was used
        expect(first).to_contain_text("call perk_lookup")
        first.get_by_role("button").click()
        expect(first).to_contain_text("perk_lookup: written as tagged json; 97% sure")
        expect(last).to_contain_text("900→5 tok")
        page.reload()
        expect(page.get_by_role("combobox", name="Model")).to_have_value("server")
    assert len(made_up) < 200
