"""The built site: from any host and any path, offline of everyone else, and what it does with bad input."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np
import pytest
from playwright.sync_api import Page, Route, expect

from keyhole.models.numpy_llama import read_gguf

ROOT = Path(__file__).resolve().parents[2]

ASK = """async ({ home, options, text }) => {
  const { createAgent } = await import(`${home}keyhole.js`);
  const agent = await createAgent(options);
  const events = [];
  for await (const event of agent.ask(text)) events.push(event);
  agent.dispose();
  return events;
}"""


def ask(page: Page, home: str, text: str, **options: Any) -> list[dict[str, Any]]:
    """The events of one turn of a fresh agent in a page without a policy of its own."""
    return page.evaluate(ASK, {"home": home, "options": {"toolbox": "everyday", **options}, "text": text})


def blank(open_page: Callable[[str], Page], home: str) -> Page:
    """A page of the site that runs nothing of ours."""
    return open_page(f"{home}THIRD-PARTY-NOTICES.txt")


@pytest.mark.parametrize(("taken", "sent"), [("gzip, br", "br"), ("gzip;q=0.5", "gzip"), ("", None)])
def test_a_file_is_sent_in_the_smallest_form_that_is_taken(
    dist: Path, serve_folder: Callable[..., str], taken: str, sent: str | None
) -> None:
    (whole,) = dist.glob("assets/wllama.*.wasm")
    request = urllib.request.Request(
        f"{serve_folder(dist)}assets/{whole.name}", method="HEAD", headers={"Accept-Encoding": taken}
    )
    with urllib.request.urlopen(request) as answer:
        assert answer.headers["Content-Encoding"] == sent
        share = int(answer.headers["Content-Length"]) / whole.stat().st_size
    assert share < {"br": 0.22, "gzip": 0.3, None: 1.01}[sent]


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_examples_run(open_page: Callable[[str], Page], built: str, number: int) -> None:
    name = next((ROOT / "examples").glob(f"{number}_*.html")).name
    page = open_page(f"{built}examples/{name}")
    if number == 3:
        expect(page.locator("li", has_text="turn_finished")).to_have_count(1)
        return
    if number == 4:
        page.get_by_role("button", name="Yes").click()
    wanted = {1: "36", 2: "7", 4: "Lisbon"}[number]
    expect(page.locator("output")).to_contain_text(wanted, ignore_case=True)


def test_any_path_of_any_host_without_headers_and_no_other_host(
    open_page: Callable[[str], Page], dist: Path, serve_folder: Callable[..., str]
) -> None:
    home = serve_folder(dist, prefix="/some/path/", isolated=False)
    hosts: set[str] = set()
    page = open_page("about:blank")
    page.context.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    page.goto(home)
    page.get_by_role("textbox", name="Message").fill("what does incandescent do?")
    page.get_by_role("button", name="Send").click()
    articles = page.get_by_role("log", name="Conversation").get_by_role("article")
    expect(articles.last).to_have_attribute("aria-busy", "false")
    expect(articles.last).to_contain_text("corch")
    assert page.evaluate("crossOriginIsolated") is False
    assert {host for host in hosts if host} == {urlsplit(home).netloc}


def test_bad_messages_are_answered_for(open_page: Callable[[str], Page], built: str) -> None:
    page = blank(open_page, built)
    script = """async ({ home, texts }) => {
      const { createAgent } = await import(`${home}keyhole.js`);
      const agent = await createAgent({ toolbox: "everyday" });
      const last = [];
      for (const text of texts) {
        let event;
        for await (event of agent.ask(text));
        last.push(event.type);
      }
      agent.dispose();
      return last;
    }"""
    texts = ["", "   ", "x " * 50_000, "👩‍🚀" * 200, "a\u0000b\u0007c", "what is 15% of 240?"]
    assert page.evaluate(script, {"home": built, "texts": texts}) == [
        "failed",
        "failed",
        *["turn_finished"] * 4,
    ]


WITHDRAW = """async (home) => {
  const { createAgent } = await import(`${home}keyhole.js`);
  const told = async (stream) => {
    let last;
    try {
      for await (const event of stream) last = event.type;
    } catch (error) {
      last = error.code;
    }
    return last;
  };
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const ends = {};
  const agent = await createAgent({ toolbox: "everyday" });
  const loading = told(agent.ask("2+2"));
  await pause(300);
  agent.cancel();
  ends.loading = await loading;
  await agent.toolboxes();
  ends.before = await told(agent.ask("2+2", { signal: AbortSignal.abort() }));
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 0);
  ends.soon = await told(agent.ask("2+2", { signal: controller.signal }));
  const same = told(agent.ask("2+2"));
  agent.cancel();
  ends.same = await same;
  const [first, second] = ["2+2", "3+3"].map((text) => told(agent.ask(text)));
  agent.cancel();
  ends.first = await first;
  ends.second = await second; // only the first was under way
  ends.next = await told(agent.ask("2+2"));
  agent.dispose();
  ends.disposed = await told(agent.ask("2+2"));
  const tool = { name: "t", description: "T.", parameters: { type: "object" }, run() {} };
  ends.tool = await agent.tool(tool).catch(({ code, message }) => `${code}: ${message}`);
  const other = await createAgent({});
  other.dispose();
  ends.never = await told(other.ask("2+2"));
  return ends;
}"""


def test_a_question_that_is_withdrawn_or_asked_of_nobody_comes_to_an_end(
    open_page: Callable[[str], Page], built: str
) -> None:
    ends = blank(open_page, built).evaluate(WITHDRAW, built)
    assert {ends.pop(name) for name in ("loading", "before", "soon", "same", "first")} <= {"aborted", "cancelled"}
    assert ends == {
        "second": "turn_finished",
        "next": "turn_finished",
        "disposed": "aborted",
        "tool": "aborted: The agent was disposed of.",
        "never": "aborted",
    }


def test_a_toolbox_that_is_not_there_is_said(open_page: Callable[[str], Page], built: str) -> None:
    page = open_page(built)  # as a visitor whose choice of another time is gone
    page.evaluate("localStorage.setItem('keyhole.toolbox', 'destny')")
    page.reload()
    expect(page.get_by_role("combobox", name="Toolbox")).to_have_value("destiny")
    expect(page.get_by_role("status", name="Status")).to_contain_text("ready")
    script = """async (home) => {
      const { createAgent } = await import(`${home}keyhole.js`);
      const agent = await createAgent({ toolbox: "destny", model: "embedded" });
      try {
        for await (const event of agent.ask("what does incandescent do?"));
      } catch ({ code, message, advice }) {
        return [code, message, advice, agent.status.phase];
      } finally {
        agent.dispose();
      }
    }"""
    code, message, advice, phase = blank(open_page, built).evaluate(script, built)
    assert (code, phase) == ("config", "error")
    assert "'destny'" in message
    assert "destiny" in advice


def test_tools_of_the_page_may_do_their_worst(open_page: Callable[[str], Page], built: str) -> None:
    page = blank(open_page, built)
    script = """async (home) => {
      const { createAgent } = await import(`${home}keyhole.js`);
      const cycle = {}; cycle.self = cycle;
      const worst = {
        throws: () => { throw new Error("the kettle is empty"); },
        cycle: () => cycle,
        numbers: () => ({ a: NaN, b: Infinity, c: 12345678901234567890n }),
        bytes: () => new Uint8Array(1000),
        large: () => ({ text: "x".repeat(10_000_000) }),
        nothing: () => undefined,
        empty: () => "",
        thrownNull: () => { throw null; },
        thrownText: () => Promise.reject("the stove is off"),
        hangs: () => new Promise(() => {}),
        promise: () => ({ later: Promise.resolve(7) }),
        response: () => fetch(home),
        returnsError: () => new Error("the tap is dry"),
        private: () => new (class Kettle { #litres = 2; })(),
        plain: () => ({ city: "Lisbon", tags: [], more: {}, bare: Object.create(null), when: new Date(0) }),
      };
      const results = {};
      for (const [name, run] of Object.entries(worst)) {
        const agent = await createAgent({ toolbox: null });
        const properties = { city: { type: "string", description: "the city" } };
        const parameters = { type: "object", properties, required: ["city"] };
        const description = "Look up the kettle of a city.";
        await agent.tool({ name: "kettle_lookup", description, parameters, run, timeout: 3 });
        let finished, last;
        for await (const event of agent.ask("look up the kettle of the city Lisbon")) {
          if (event.type === "tool_finished") finished ??= event;
          last = event;
        }
        results[name] = [finished?.is_error, finished?.condensed ?? "", last.type, last.answer];
        agent.dispose();
      }
      return results;
    }"""
    results = page.evaluate(script, built)
    errors = {name for name, (is_error, *_) in results.items() if is_error}
    empty = {"promise": "a promise that was not awaited", "response": "Response", "private": "Kettle"}
    empty["returnsError"] = "the tap is dry"  # JSON shows none of what is in them, and nothing would be told as found
    assert errors == {"throws", "thrownNull", "thrownText", "cycle", "hangs", *empty}
    assert all(kind in results[name][1] for name, kind in empty.items())
    assert json.loads(results["plain"][1])["when"] == "1970-01-01T00:00:00.000Z"
    for name, said in (("throws", "the kettle is empty"), ("thrownNull", "it threw null"), ("thrownText", "the stove")):
        result = json.loads(results[name][1])
        assert result["error"].startswith(f"kettle_lookup failed: {said}")
        assert result["advice"]
    assert results["nothing"][3] == results["empty"][3] == "Kettle lookup gave nothing back."
    assert "1000 bytes" in results["bytes"][1]
    assert len(results["large"][1]) < 5000
    assert {last for _, _, last, _ in results.values()} == {"turn_finished"}


def test_pasted_tools(open_page: Callable[[str], Page], built: str) -> None:
    page = open_page(built)  # under the page's own rules, which forbid eval
    expect(page.get_by_role("status", name="Status")).to_contain_text("ready")
    script = """async () => {
      const fails = async (text) => { try { await keyhole.pasteTool(text); } catch (error) { return error.message; } };
      const added = await keyhole.pasteTool(`({
        name: "shout", description: "Say something loudly.",
        parameters: { type: "object", properties: { text: { type: "string", description: "what to say" } } },
        run: ({ text }) => text.toUpperCase(),
      })`);
      const boxes = await keyhole.toolboxes();
      const comma = await fails('{"name": "stock", "description": "Stock.", "url": "https://example.org",}');
      return [added.name, await fails("alert("), await fails("{}"), await fails("42"), comma,
        boxes.some((box) => box.tools.some((tool) => tool.name === "shout"))];
    }"""
    name, syntax, empty, number, comma, there = page.evaluate(script)
    assert name == "shout"
    assert "not a tool" in syntax
    assert empty
    assert number
    assert "no valid JSON" in comma
    assert there is True


def test_what_a_pasted_tool_posts_by_itself_is_neither_its_declaration_nor_its_answer(
    open_page: Callable[[str], Page], built: str, dist: Path
) -> None:
    (tools,) = (path.relative_to(dist).as_posix() for path in dist.glob("v/*/tools.js"))
    script = """async (address) => {
      const { pastedTool } = await import(address);
      const { run } = await pastedTool(`(postMessage("here I am"), {
        name: "count", description: "Count.", parameters: { type: "object", properties: {} },
        run: () => { postMessage("counting"); postMessage({ id: 2, value: 3 }); postMessage(null); return 7; },
      })`);
      return run({}, { signal: new AbortController().signal });
    }"""
    assert blank(open_page, built).evaluate(script, built + tools) == 7


FETCHES = {
    "name": "stock",
    "description": "Stock.",
    "url": "https://example.org/{product}",
    "parameters": {"type": "object", "properties": {"product": {"type": "string"}}},
}


@pytest.mark.parametrize(
    ("pasted", "said"),
    [
        (FETCHES | {"url": "http://[bad"}, "cannot be fetched"),
        (FETCHES | {"url": "javascript:alert(1)"}, "cannot be fetched"),
        (FETCHES | {"url": "https://example.org/{prodct}"}, '{prodct} in its "url", and no parameter'),
        (FETCHES | {"method": "FETCH IT"}, "Give one of GET, POST"),
        (FETCHES | {"headers": {"a": "b"}}, 'has a field "headers", which no tool has'),
        (FETCHES | {"timeout": 0}, "no number of seconds above 0"),
        ("const tool = { name: 'stock' };", "Paste one object and nothing around it"),
    ],
)
def test_a_pasted_tool_that_could_never_work_is_refused(
    open_page: Callable[[str], Page], built: str, pasted: dict[str, Any] | str, said: str
) -> None:
    text = pasted if isinstance(pasted, str) else json.dumps(pasted)
    script = """async ({ home, text }) => {
      const { createAgent } = await import(`${home}keyhole.js`);
      const agent = await createAgent();
      const refused = await agent.pasteTool(text).then(() => "", (error) => error.message);
      agent.dispose();
      return refused;
    }"""
    assert said in blank(open_page, built).evaluate(script, {"home": built, "text": text})


def test_a_truncated_model_is_said(
    open_page: Callable[[str], Page], dist: Path, tmp_path: Path, serve_folder: Callable[..., str]
) -> None:
    site = tmp_path / "site"
    shutil.copytree(dist, site)
    [weights] = site.glob("assets/*.gguf")
    weights.write_bytes(weights.read_bytes()[:100_000])
    for packed in site.glob("assets/*.gguf.*"):
        packed.unlink()
    home = serve_folder(site)
    page = blank(open_page, home)
    events = ask(page, home, "what is 15% of 240?")
    assert events[-1]["type"] == "failed"
    assert events[-1]["advice"]


def test_an_engine_that_did_not_arrive_once_is_fetched_again(open_page: Callable[[str], Page], built: str) -> None:
    page = blank(open_page, built)
    asked: list[str] = []

    def once(route: Route) -> None:
        asked.append(route.request.url)
        route.abort() if len(asked) == 1 else route.continue_()

    page.context.route(lambda url: "/engines/wllama.js" in url, once)
    assert ask(page, built, "what is 15% of 240?")[-1]["type"] == "turn_finished"
    assert len(asked) > 1


@pytest.mark.python_ends
@pytest.mark.parametrize("part", ["pyodide.asm.wasm", "stdlib."])
def test_a_part_of_python_that_does_not_arrive_is_said(open_page: Callable[[str], Page], built: str, part: str) -> None:
    page = blank(open_page, built)
    page.context.route(lambda url: part in url, lambda route: route.fulfill(status=503))
    script = """async (home) => {
      const { createAgent } = await import(`${home}keyhole.js`);
      const agent = await createAgent();
      try {
        for await (const event of agent.ask("what is 15% of 240?"));
      } catch ({ code, message, advice }) {
        return [code, message, advice, agent.status.phase];
      } finally {
        agent.dispose();
      }
    }"""
    code, message, advice, phase = page.evaluate(script, built)
    assert (code, phase) == ("python", "error")
    assert message.startswith("Python could not start: ")
    assert "[object" not in message
    assert "connection" in advice


EXPAND = """async ({ module, weights, cut }) => {
  const { expanded } = await import(module);
  const file = await (await fetch(weights)).arrayBuffer();
  const whole = new Uint8Array(await expanded(file).arrayBuffer());
  const said = cut.map((at) => {
    try {
      expanded(file.slice(0, at));
      return "";
    } catch (error) {
      return error.code;
    }
  });
  const parts = [];
  for (let at = 0; at < whole.length; at += 32768) parts.push(String.fromCharCode(...whole.subarray(at, at + 32768)));
  return [btoa(parts.join("")), said];
}"""


def test_the_weights_that_run_are_those_shipped(
    open_page: Callable[[str], Page], built: str, dist: Path, tmp_path: Path
) -> None:
    """The engine runs f32 made of q8_0, the same numbers. A file cut short is said, wherever it ends."""
    [shipped] = dist.glob("assets/*.gguf")
    [module] = dist.glob("v/*/engines/gguf.js")
    given = {
        "module": f"{built}{module.relative_to(dist).as_posix()}",
        "weights": f"{built}assets/{shipped.name}",
        "cut": [5, 20, 1_000, 100_000, shipped.stat().st_size - 1],
    }
    run, said = blank(open_page, built).evaluate(EXPAND, given)
    assert said == ["integrity"] * 5
    expanded = tmp_path / "expanded.gguf"
    expanded.write_bytes(base64.b64decode(run))
    before, tensors = read_gguf(shipped)
    after, same = read_gguf(expanded)
    assert before == after
    assert list(tensors) == list(same)
    assert all(np.array_equal(tensors[name], same[name]) for name in tensors)
    assert expanded.stat().st_size > 2 * shipped.stat().st_size


def test_at_an_address_without_encryption_it_works_and_keeps_nothing(launch: Callable[..., Any], built: str) -> None:
    """What browsers keep from such a page, locks above all, it does without."""
    page = launch("--host-resolver-rules=MAP lan.example 127.0.0.1").new_page()
    page.goto(built.replace("127.0.0.1", "lan.example"))
    assert page.evaluate("isSecureContext") is False
    expect(page.get_by_role("status", name="Status")).to_contain_text("ready in")
    expect(page.get_by_role("status", name="Status")).to_contain_text("last as long as this page")
    page.get_by_role("textbox", name="Message").fill("what does incandescent do?")
    page.get_by_role("textbox", name="Message").press("Enter")
    expect(page.get_by_role("article", name="Keyhole")).to_contain_text("corch")
    page.get_by_role("button", name="Copy answer").click()
    expect(page.get_by_role("region", name="Notices")).to_contain_text("clipboard")
    page.goto(f"{page.url}bench.html?strategies=lexical&sample=20")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("region", name="Progress").get_by_role("status")).to_have_text("Done: 20 queries")
    page.context.close()


def test_two_tabs_one_writes(open_page: Callable[[str], Page], built: str) -> None:
    first, second = open_page(built), open_page(built)
    script = """async () => {
      const settled = () => window.keyhole && ["ready", "error"].includes(keyhole.status.phase);
      while (!settled()) await new Promise((resolve) => setTimeout(resolve, 50));
      return keyhole.status.storage;
    }"""
    assert {first.evaluate(script), second.evaluate(script)} == {"kept", "read-only"}


def test_the_page_forbids_what_it_does_not_need(open_page: Callable[[str], Page], built: str) -> None:
    page = open_page(built)
    policy = page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content")
    assert policy is not None
    assert "unsafe-inline" not in policy
    assert "'unsafe-eval'" not in policy
    assert "frame-src 'self'" in policy


@pytest.mark.parametrize(
    ("where", "why"),
    [
        (["--port", "TAKEN"], "Address already in use"),
        (["--port", "99999"], "0 to 65535"),
        (["--host", "nowhere.invalid"], "nowhere.invalid"),
    ],
)
def test_where_it_cannot_listen_one_line_says_what_to_do(built: str, where: list[str], why: str) -> None:
    port = str(urlsplit(built).port)
    done = subprocess.run(
        [
            sys.executable,
            ROOT / "scripts/lib/main.py",
            "run",
            "--no-open",
            *(port if w == "TAKEN" else w for w in where),
        ],
        capture_output=True,
        text=True,
        env={**os.environ},
        check=False,
    )
    assert done.returncode == 1
    assert why in done.stdout.splitlines()[-1]
    assert "Choose another with --port" in done.stdout.splitlines()[-1]
    assert "Traceback" not in done.stderr


def test_the_manifest_of_assets_names_files_that_exist(dist: Path) -> None:
    text = next(dist.glob("v/*/assets.js")).read_text()
    table = json.loads(text[text.index("{", text.index("const ASSETS")) : text.index("};") + 1])
    missing = [name for name, place in table.items() if not (dist / "assets" / place).exists()]
    assert missing == []
    assert "Apache License" in (dist / "THIRD-PARTY-NOTICES.txt").read_text()
