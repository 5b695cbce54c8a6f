"""What a visitor does in the chat page, by the names that assistive technology reads."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect


def ask(page: Page, text: str, *, wait: bool = True) -> Locator:
    """Say it; the answer's article, by default once it has come to its end."""
    articles = page.get_by_role("log", name="Conversation").get_by_role("article")
    before = articles.count()
    page.get_by_role("textbox", name="Message").fill(text)
    page.get_by_role("button", name="Send").click()
    expect(articles).to_have_count(before + 2)
    if wait:
        expect(articles.last).to_have_attribute("aria-busy", "false")
    return articles.last
