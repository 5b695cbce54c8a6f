"""The README's questions, asked in the page of the embedded model, answered with the trace to prove it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, expect

PATIENCE = 180_000


@dataclass(frozen=True)
class Question:
    text: str
    toolbox: str = "destiny"
    tools: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    """What the answer contains, whatever its case."""


QUESTIONS = (
    Question(
        "what perks can roll on calus mini-tool?", tools=("item_lookup",), says=("calus mini-tool", "incandescent")
    ),
    Question("where do i get the ikelos smg", tools=("item_lookup",), says=("ikelos",)),
    Question("whats the perk pool of calus minitol", tools=("item_lookup",), says=("calus mini-tool",)),
    Question("what does incandescent do?", tools=("perk_lookup",), says=("scorch",)),
    Question("what is iron banner?", tools=("activity_lookup",), says=("iron banner",)),
    Question(
        "what is iron banner and what does incandescent do",
        tools=("activity_lookup", "perk_lookup"),
        says=("iron banner", "scorch"),
    ),
    Question("explain armor stats", says=("match that to none of my tools",)),
    Question("what perks can roll on ____?", says=("?",)),
    Question("what is 15% of 240?", "everyday", ("calculator",), ("36",)),
    Question("convert 26.2 miles to km", "everyday", ("unit_convert",), ("42.16",)),
    Question("what day of the week is 24 December 2026?", "everyday", ("date_time",), ("thursday",)),
    Question("flip a coin: heads or tails", "everyday", ("random_pick",)),
)


@pytest.fixture(scope="module")
def chat(browser: Browser, built: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(built)
    yield page
    context.close()


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.text)
def test_answered_with_the_trace_to_prove_it(chat: Page, question: Question) -> None:
    toolbox = chat.get_by_role("combobox", name="Toolbox")
    expect(toolbox.locator(f"option[value={question.toolbox}]")).to_have_count(1)
    if toolbox.input_value() != question.toolbox:
        toolbox.select_option(question.toolbox)
    articles = chat.get_by_role("log", name="Conversation").get_by_role("article")
    before = articles.count()
    chat.get_by_role("textbox", name="Message").fill(question.text)
    chat.get_by_role("button", name="Send").click()
    expect(articles).to_have_count(before + 2)
    answer = articles.last
    expect(answer).to_have_attribute("aria-busy", "false")
    said = answer.inner_text().lower()
    steps = chat.get_by_role("region", name="Trace").locator("[data-step]")
    kinds = [step.get_attribute("data-step") for step in steps.all()]
    used = tuple(step.get_attribute("data-tool") for step in steps.all() if step.get_attribute("data-step") == "tool")
    assert kinds[0] == "route"
    assert used == question.tools
    assert kinds.count("fill") == len(question.tools)
    assert [text for text in question.says if text not in said] == []


def test_history_outlives_a_reload_and_what_is_asked_at_once_goes_on_with_it(browser: Browser, built: str) -> None:
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(built)
    articles = page.get_by_role("log", name="Conversation").get_by_role("article")
    page.get_by_role("textbox", name="Message").fill("what does incandescent do?")
    page.get_by_role("button", name="Send").click()
    expect(articles.last).to_have_attribute("aria-busy", "false")
    expect(articles.last).to_contain_text("corch")
    page.reload()
    page.get_by_role("textbox", name="Message").fill("what is iron banner?")
    page.get_by_role("button", name="Send").click()  # before Python is up, let alone the history read
    expect(articles).to_have_count(4)
    expect(articles.nth(1)).to_contain_text("corch")
    expect(articles.last).to_have_attribute("aria-busy", "false")
    expect(articles.last).to_contain_text("Iron Banner")
    assert len(page.evaluate("keyhole.conversations()")) == 1
    context.close()
