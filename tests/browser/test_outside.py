"""What visitors bring or meet: packages, tools of their own, a server, storage denied, a Python that ends."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from chat_page import ask
from outside import Outside, outside, wheel_name


@pytest.fixture(scope="module")
def net() -> Iterator[Outside]:
    with outside() as it:
        yield it


@pytest.fixture
def chat(open_page: Callable[[str], Page], built: str) -> Page:
    page = open_page(built)
    expect(page.get_by_role("status", name="Status")).to_contain_text("ready")
    return page


def answer(page: Page) -> Any:
    return page.get_by_role("log", name="Conversation").get_by_role("article").last


def open_tools(page: Page, part: str) -> Any:
    page.get_by_role("button", name="About the tools").click()
    dialog = page.get_by_role("dialog", name="Tools")
    dialog.get_by_text(part).click()
    return dialog


@pytest.mark.python_ends
def test_a_package_of_tools_is_added_used_held_to_its_time_and_survived(chat: Page, net: Outside) -> None:
    dialog = open_tools(chat, "Add a Python package of tools")
    expect(dialog.get_by_text("with everything the page can reach")).to_be_visible()
    package = dialog.get_by_label("Its name on PyPI")
    package.fill(f"{net.url}/no-such-1.0-py3-none-any.whl")
    dialog.get_by_role("button", name="Install").click()
    expect(dialog.get_by_role("alert")).to_contain_text("no-such-1.0")
    package.fill(f"{net.url}/{wheel_name('larder')}")
    dialog.get_by_role("button", name="Install").click()
    expect(dialog.get_by_role("alert")).to_contain_text("the larder is locked")
    cookbook = f"{net.url}/{wheel_name('cookbook')}"
    package.fill(cookbook)
    dialog.get_by_role("button", name="Install").click()
    expect(dialog.get_by_role("status")).to_contain_text("In the list of toolboxes: cookbook")
    assert chat.evaluate("address => keyhole.addPackage(address)", f"{net.url}/{wheel_name('cookbook')}") == [
        "cookbook"
    ]
    dialog.get_by_role("button", name="Close").click()
    toolboxes = chat.get_by_role("combobox", name="Toolbox").get_by_role("option")
    assert toolboxes.evaluate_all("all => all.map((one) => one.value)")[3:] == ["cookbook"]
    chat.get_by_role("combobox", name="Toolbox").select_option("cookbook")
    ask(chat, "look up the recipe of the dish ramen")
    expect(answer(chat)).to_contain_text("seven minutes")
    ask(chat, "look up the oven temperature of the dish ramen")  # it would hold Python's thread for ever
    expect(answer(chat)).to_contain_text("took longer than 1 s")
    ask(chat, "look up the disaster of the dish ramen")  # ends Python
    expect(answer(chat)).to_contain_text("Python has ended")
    expect(chat.get_by_role("status", name="Status")).to_contain_text("chats that this browser keeps are still there")
    chat.get_by_role("textbox", name="Message").fill("not sent yet")
    chat.get_by_role("button", name="Start again").click()
    expect(chat.get_by_role("log", name="Conversation").get_by_role("article")).to_have_count(6)
    expect(chat.get_by_role("textbox", name="Message")).to_have_value("not sent yet")
    chat.get_by_role("combobox", name="Toolbox").select_option("everyday")
    ask(chat, "what is 15% of 240?")
    expect(answer(chat)).to_contain_text("36")


def test_an_index_that_cannot_be_reached_is_said(launch: Callable[..., Browser], built: str) -> None:
    page = launch("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1").new_page()
    page.goto(built)
    expect(page.get_by_role("status", name="Status")).to_contain_text("ready")
    said = page.evaluate(
        "keyhole.addPackage('cookbook').catch(({ code, message, advice }) => ({ code, message, advice }))"
    )
    page.context.close()
    assert said["code"] in ("network", "config"), said
    assert "cookbook" in said["message"], said
    assert "connection" in said["advice"], said


KETTLE = """({
  name: "kettle_lookup", description: "Look up the kettle of a city.",
  parameters: { type: "object", properties: { city: { type: "string", description: "the city" } }, required: ["city"] },
  run: async ({ city }) => ({ city, kettle: "enamel, from " + city }),
})"""


def test_what_a_pasted_tool_fetches_has_its_arguments(chat: Page, net: Outside) -> None:
    properties = {"city": {"type": "string", "description": "the city"}, "size": {"type": "object"}}
    tool = {
        "name": "kettle_lookup",
        "description": "Look up the kettle of a city.",
        "method": "get",
        "url": f"{net.url}/kettle",
        "parameters": {"type": "object", "properties": properties, "required": ["city"]},
    }
    script = """async ([text, args]) => {
      const main = document.querySelector("script[src$='main.js']").src;
      const { pastedTool } = await import(main.replace("app/main.js", "tools.js"));
      const { run } = await pastedTool(text);
      return (await run(args, { signal: new AbortController().signal })).asked;
    }"""
    asked = chat.evaluate(script, [json.dumps(tool), {"city": "Lisbon", "size": {"litres": 2}}])
    assert parse_qs(urlsplit(asked).query) == {"city": ["Lisbon"], "size": ['{"litres":2}']}


@pytest.mark.parametrize("form", ["javascript", "json"])
def test_a_pasted_tool_is_run_in_a_turn(chat: Page, net: Outside, form: str) -> None:
    properties = {"city": {"type": "string", "description": "the city"}}
    parameters = {"type": "object", "properties": properties, "required": ["city"]}
    fetched = {"name": "kettle_lookup", "description": "Look up the kettle of a city.", "parameters": parameters}
    source = KETTLE if form == "javascript" else json.dumps(fetched | {"url": f"{net.url}/kettle?in={{city}}"})
    dialog = open_tools(chat, "Add a tool of your own")
    dialog.get_by_label("A tool, as JavaScript or as JSON").fill(source)
    dialog.get_by_role("button", name="Add tool").click()
    expect(dialog.get_by_role("status")).to_contain_text("Added kettle_lookup")
    dialog.get_by_role("button", name="Close").click()
    ask(chat, "look up the kettle of the city Lisbon")
    expect(answer(chat)).to_contain_text("enamel" if form == "javascript" else "copper")
    trace = chat.get_by_role("region", name="Trace")
    expect(trace.locator("[data-step=tool][data-tool=kettle_lookup]")).to_have_count(1)


def test_a_server_of_the_visitors_is_asked_streams_and_may_vanish(chat: Page, net: Outside) -> None:
    chat.get_by_role("combobox", name="Model").select_option("server")
    dialog = chat.get_by_role("dialog", name="Models")
    dialog.get_by_label("Address").fill(f"{net.url}/v1")
    dialog.get_by_label("Model", exact=True).fill("loopback")
    dialog.get_by_label("Key, if it wants one").fill("open sesame")
    dialog.get_by_role("button", name="Connect").click()
    expect(dialog).to_be_hidden()
    chat.get_by_role("textbox", name="Message").fill("hello there")
    chat.get_by_role("button", name="Send").click()
    articles = chat.get_by_role("log", name="Conversation").get_by_role("article")
    expect(articles.last).to_contain_text("Hello from")
    expect(articles.last).to_have_attribute("aria-busy", "true")  # shown before the server has said the rest
    net.go_on.set()
    expect(articles.last).to_have_attribute("aria-busy", "false")
    expect(articles.last).to_contain_text("Hello from the server.")
    assert set(net.keys) == {"Bearer open sesame"}
    assert net.asked[0]["model"] == "loopback"
    assert net.asked[0]["response_format"]["json_schema"]["schema"]
    assert chat.evaluate("Object.values(localStorage).join()").count("sesame") == 0
    net.breaks_off = True
    ask(chat, "hello once more")
    expect(answer(chat)).to_contain_text("Hello from")
    expect(answer(chat).get_by_role("alert")).to_contain_text("the server broke off its answer")
    net.gone = True
    ask(chat, "hello again")
    expect(answer(chat)).to_contain_text("CORS")


def test_where_storage_is_denied_a_chat_works_and_says_that_it_is_not_kept(
    built: str, tmp_path: Path, launch: Any
) -> None:
    settings = tmp_path / "Default" / "Preferences"
    settings.parent.mkdir()
    settings.write_text(json.dumps({"profile": {"default_content_setting_values": {"cookies": 2}}}))
    page = launch(profile=tmp_path).pages[0]
    page.set_default_timeout(180_000)
    page.goto(built)
    assert (
        page.evaluate("() => { try { return localStorage.length } catch (error) { return error.name } }")
        == "SecurityError"
    )
    expect(page.get_by_role("status", name="Status")).to_contain_text("denies storage")
    ask(page, "what does incandescent do?")
    expect(answer(page)).to_contain_text("corch")
    page.context.close()
