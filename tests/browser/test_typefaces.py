"""The first paint has every typeface of an answer: each new one is a question to the browser process, which a layout
waits for (on Linux), for long while Python and the model load."""

from __future__ import annotations

from playwright.sync_api import Browser

from chat_page import ask

TYPEFACES = """
() => {
  const found = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || !element.getClientRects().length) continue;
    const { fontFamily, fontSize, fontWeight, fontStyle } = getComputedStyle(element);
    found.add([fontSize, fontWeight, fontStyle, fontFamily].join(" "));
  }
  return [...found].sort();
}
"""


def test_an_answer_is_set_in_what_the_first_paint_had(browser: Browser, built: str) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(180_000)
    page = context.new_page()
    page.goto(built)
    page.get_by_role("textbox", name="Message").wait_for()
    at_first = page.evaluate(TYPEFACES)
    ask(page, "what does incandescent do?")
    answered = page.evaluate(TYPEFACES)
    context.close()
    assert len(answered) > 4
    assert set(answered) <= set(at_first)
