"""The agent over WebLLM in the built site: Python in the page, the bridge, the engine on a software GPU, an answer."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine_client import PATIENCE_MS
from playwright.sync_api import Browser, expect
from site_server import FAULTS

ASK = """
async (query) => {
  const { createAgent } = await import(new URL("keyhole.js", location.href));
  const agent = await createAgent({ model: "embedded-gpu", toolbox: "destiny", strategy: "routed" });
  const listed = (await agent.models()).find((model) => model.id === "embedded-gpu");
  const events = [];
  for await (const event of agent.ask(query)) events.push(event);
  const status = agent.status;
  agent.dispose();
  return { events, status, listed };
}
"""


def test_a_question_is_routed_filled_looked_up_and_answered(
    gpu_browser: Browser, dist: Path, serve_folder: Callable[[Path], str]
) -> None:
    page = gpu_browser.new_context().new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(serve_folder(dist) + "/LICENSE")  # any page of the site: the visitor's own is not needed
    answer = page.evaluate(ASK, "what perks can roll on calus mini-tool?")
    assert answer["listed"]["runnable"]
    assert "computes in software" in answer["listed"]["warning"]
    kinds = [event["type"] for event in answer["events"]]
    assert "failed" not in kinds, answer["events"][-1]
    called = [event["tool"] for event in answer["events"] if event["type"] == "tool_started"]
    assert called[-1] == "item_lookup"  # it may be sent there by another: how well it routes is measured elsewhere
    finished = [event for event in answer["events"] if event["type"] == "step_finished"]
    steps = {event["step"]: event for event in reversed(finished)}  # the first of each: later ones may need no model
    assert steps["route"]["by"] == "model"
    assert steps["route"]["usage"]["prompt_tokens"] > 20
    assert steps["fill"]["usage"]["completion_tokens"] > 1
    assert "incandescent" in answer["events"][-1]["answer"].lower()
    page.context.close()


ROUTE = """
async ({ engine, asked }) => {
  const { createAgent } = await import(new URL("keyhole.js", location.href));
  const agent = await createAgent({ toolbox: "destiny" });
  const said = [];
  agent.addEventListener("status", () => said.push(agent.status.text));
  // the embedded model loads first, and says so: what is heard below is of the engine alone
  while (agent.status.phase !== "ready") await new Promise((resolve) => setTimeout(resolve, 50));
  await agent.configure({ clarify: false }); // asking back, our weights would babble up to the longest question
  await agent.call("models.use", { id: "ours", engine });
  const turns = [];
  for (const { text, fault } of asked) {
    const from = said.length;
    let last;
    for await (last of agent.ask(text)) {
      if (last.type === "step_started" && fault) new BroadcastChannel(fault).postMessage("now");
      if (last.type === "step_finished") break; // the router's decision: leaving the loop stops the turn
    }
    turns.push({ last, said: said.slice(from) });
  }
  agent.dispose();
  return turns;
}
"""


def test_a_step_survives_a_lost_device_a_lost_worker_and_a_prompt_that_is_too_long(
    gpu_browser: Browser, dist: Path, serve_folder: Callable[[Path], str], tmp_path: Path
) -> None:
    site = shutil.copytree(dist, tmp_path / "site")
    (worker,) = site.glob("v/*/workers/engine.js")
    worker.write_text(f"{worker.read_text()}\n{FAULTS['probe']}\n{FAULTS['crash']}")
    for packed in worker.parent.glob("engine.js.*"):
        packed.unlink()
    home = serve_folder(site)
    (weights,) = site.glob("assets/webllm.*")
    (library,) = site.glob("assets/model.*.wasm")
    window = 768  # the router's own words take about 400 tokens of ours
    page = gpu_browser.new_context().new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(home + "/LICENSE")
    turns: list[dict[str, Any]] = page.evaluate(
        ROUTE,
        {
            "engine": {
                "url": f"{home}/assets/{weights.name}/",
                "library": f"{home}/assets/{library.name}",
                "contextWindow": window,
            },
            "asked": [
                {"text": "what does incandescent do?", "fault": "probe"},
                {"text": "what is iron banner?", "fault": "crash"},
                {"text": "tell me about the weather and the perks of the weapon " * 40},
            ],
        },
    )
    page.context.close()
    lost, crashed, long = turns
    for turn in turns:
        assert turn["last"]["type"] == "step_finished", turn["last"]
        assert turn["last"]["output"]["choice"] in ("call_tool", "clarify", "none")
        assert len(turn["last"]["attempts"]) == 1  # trying again is not a repair
    assert lost["said"] == [], "the engine loads again by itself what it lost before it said anything"
    assert "lost and loaded again" in crashed["said"][-1]
    assert long["last"]["usage"]["prompt_tokens"] < window


def test_the_page_measures_the_gpu_says_both_figures_and_answers_with_the_faster(
    gpu_browser: Browser, dist: Path, serve_folder: Callable[[Path], str]
) -> None:
    page = gpu_browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.set_default_timeout(PATIENCE_MS)
    home = serve_folder(dist)
    page.goto(home)
    status = page.get_by_role("status", name="Status")
    expect(status).to_contain_text("Embedded, ready", timeout=PATIENCE_MS)
    model = page.get_by_role("combobox", name="Model")
    model.select_option("embedded-gpu")
    card = page.get_by_role("dialog", name="Models").locator("[data-model=embedded-gpu]")
    expect(card).to_contain_text("Measured when it is chosen")
    assert "Measured here" not in card.inner_text()
    card.get_by_role("button", name="use if faster").click()
    expect(card).to_contain_text("Measuring Embedded (GPU) against the CPU: request 1 of 6", timeout=PATIENCE_MS)
    # a software GPU takes seconds where the CPU takes milliseconds: nothing else can come of it
    expect(status).to_contain_text("Embedded, faster here: ", timeout=PATIENCE_MS)
    said = status.inner_text().removeprefix("Embedded, faster here: ")
    assert re.fullmatch(r"a route and a fill take (over )?\d+(\.\d)? s on the GPU, [\d.]+ m?s on the CPU", said), said
    expect(card).to_contain_text(f"Measured here: {said}. Embedded is faster.")
    page.keyboard.press("Escape")
    expect(model).to_have_value("embedded")
    page.get_by_role("textbox", name="Message").fill("what perks can roll on calus mini-tool?")
    page.get_by_role("button", name="Send").click()
    reply = page.locator("article.reply")
    expect(reply).to_have_attribute("aria-busy", "false", timeout=PATIENCE_MS)
    expect(reply).to_contain_text("Incandescent")
    page.reload()
    expect(status).to_contain_text("Embedded, ready", timeout=PATIENCE_MS)
    page.get_by_role("button", name="About the models").click()
    expect(card).to_contain_text(f"Measured here: {said}.")
    page.context.close()
