"""What the page is asked to remember: in the store, read back from SQLite, and there after a reload."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from chat_page import ask

REQUESTS = Path(__file__).parents[1] / "data/memory_requests.jsonl"

# The database as the page stored it, and not what its Python holds.
STORED = """async () => {
  const wait = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const database = await wait(indexedDB.open("keyhole"));
  const files = await wait(database.transaction("files").objectStore("files").getAll());
  database.close();
  return files;
}"""
BYTES = f"async () => (await ({STORED})()).map((file) => Array.from(file))"
HOLDS = f"async (text) => (await ({STORED})()).some((file) => new TextDecoder('latin1').decode(file).includes(text))"
HELD = f"async (text) => {{ while (!(await ({HOLDS})(text))) await new Promise((done) => setTimeout(done, 50)); }}"


def remembered(page: Page, folder: Path) -> list[str]:
    """Every memory in the stored database, read by SQLite."""
    texts: list[str] = []
    for number, content in enumerate(page.evaluate(BYTES)):
        path = folder / f"stored-{number}.sqlite"
        path.write_bytes(bytes(content))
        with contextlib.closing(sqlite3.connect(path)) as connection:
            rows = connection.execute("SELECT text FROM memory UNION ALL SELECT text FROM core_block").fetchall()
        texts += [text for (text,) in rows]
    return texts


def choose_memory(page: Page) -> None:
    toolbox = page.get_by_role("combobox", name="Toolbox")
    expect(toolbox.locator("option[value=memory]")).to_have_count(1)
    if toolbox.input_value() != "memory":
        toolbox.select_option("memory")


def test_it_remembers_across_a_reload_and_stores_sixty_requests(
    open_page: Callable[[str], Page], built: str, tmp_path: Path
) -> None:
    page = open_page(built)
    choose_memory(page)
    ask(page, "remember that I like pizza")
    page.evaluate(HELD, "I like pizza")  # waiting for a function polls by eval, which the page forbids
    page.reload()
    expect(page.get_by_role("log", name="Conversation").get_by_role("article")).to_have_count(2)
    choose_memory(page)
    expect(ask(page, "what food do I like?")).to_contain_text("I like pizza")

    requests = [json.loads(line) for line in REQUESTS.read_text("utf-8").splitlines()]
    for request in requests:
        ask(page, request["turns"][0])
    page.evaluate(HELD, requests[-1]["store"])
    texts = remembered(page, tmp_path)
    kept = [request for request in requests if any(request["store"].casefold() in text.casefold() for text in texts)]
    assert len(requests) == 60
    assert len(kept) >= 57


def test_it_corrects_and_forgets_as_it_is_told(open_page: Callable[[str], Page], built: str, tmp_path: Path) -> None:
    page = open_page(built)
    choose_memory(page)
    for told in (
        "remember that I like pizza",
        "remember that my office is on floor 3",
        "no, I meant my office is on floor 6",
        "forget that I like pizza",
        "remember that my bike is red",
    ):
        ask(page, told)
    page.evaluate(HELD, "my bike is red")
    kept = " ".join(remembered(page, tmp_path))
    assert [words in kept for words in ("floor 6", "bike is red", "floor 3", "pizza")] == [True, True, False, False]

    page.get_by_role("button", name="Memory", exact=True).click()
    panel = page.get_by_role("dialog", name="Memory")
    expect(panel).to_contain_text("my office is on floor 6")
    expect(panel).not_to_contain_text("floor 3")
    expect(panel).not_to_contain_text("pizza")
    panel.get_by_role("button", name="Close").click()
    expect(ask(page, "where is my office?")).to_contain_text("floor 6")
