"""The agent over WebLLM in the built site: Python in the page, the bridge, the engine on a software GPU, an answer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engine_client import PATIENCE_MS
from playwright.sync_api import Browser

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
