"""The interface alone, against a test double of the agent (fake_agent.js) that replays recorded events.

What the real agent does in the page is tested elsewhere; here: what is shown, what hostile text can do (nothing), what
keys, focus and narrow pages do. The modules are served as they are written, from web/.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60_000
"""Milliseconds: the machine may be busy, and no test here measures time."""

expect.set_options(timeout=PATIENCE)


class _Handler(SimpleHTTPRequestHandler):
    def translate_path(self, path: str) -> str:
        place = path.split("?")[0]
        if place == "/keyhole.js":
            return str(ROOT / "tests/browser/fake_agent.js")
        if place.startswith("/bench/"):
            return str(ROOT / place[1:])
        return super().translate_path(path)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the test's own output is what counts."""


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    if not (ROOT / "web/vendor/lit.js").exists():
        pytest.fail("web/vendor is not built: run scripts/build first")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(ROOT / "web")))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, permissions=["clipboard-write"])
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


def ask(page: Page, text: str) -> None:
    page.get_by_role("textbox", name="Message").fill(text)
    page.get_by_role("button", name="Send").click()


def settled(page: Page, count: int = 1) -> None:
    """Wait until that many replies have come to their end."""
    expect(page.locator("article.reply[aria-busy=false]")).to_have_count(count)


def test_first_visit_says_what_this_is_and_a_question_can_be_clicked(page: Page, site: str) -> None:
    page.goto(site)
    questions = page.get_by_role("list", name="Questions to try")
    expect(questions.get_by_role("button")).to_have_count(6)
    expect(page.get_by_text("nothing leaves it")).to_be_visible()
    questions.get_by_role("button", name="what does incandescent do?").click()
    settled(page)
    log = page.get_by_role("log", name="Conversation")
    expect(log.get_by_role("article")).to_have_count(2)
    expect(log.get_by_role("article").last).to_contain_text("Threat Detector")
    expect(page.get_by_role("textbox", name="Message")).to_be_focused()


def test_the_trace_shows_each_step_and_opens_to_what_was_seen_and_said(page: Page, site: str) -> None:
    page.goto(site)
    ask(page, "please repair this")
    settled(page)
    trace = page.get_by_role("region", name="Trace")
    kinds = [step.get_attribute("data-step") for step in trace.locator("[data-step]").all()]
    assert kinds == ["route", "fill", "tool", "answer"]
    fill = trace.locator("[data-step=fill][data-tool=item_lookup]")
    expect(fill).to_contain_text("1 repair")
    fill.get_by_role("button").first.click()
    expect(fill.get_by_text("'name' is a required property")).to_be_visible()
    expect(fill.get_by_text("valid against the tool's schema")).to_be_visible()
    tool = trace.locator("[data-step=tool]")
    tool.get_by_role("button").first.click()
    tool.get_by_role("button", name="Show all of it").click()
    expect(tool.get_by_text('"everything"')).to_be_visible()
    expect(trace.get_by_text("310 read, 24 written")).to_be_visible()


def test_what_was_opened_of_one_answers_steps_is_not_shown_of_anothers(page: Page, site: str) -> None:
    page.goto(site)
    for number, question in enumerate(("first", "second"), 1):
        ask(page, question)
        settled(page, number)
    trace = page.get_by_role("region", name="Trace")
    tool = trace.locator("[data-step=tool]")
    tool.get_by_role("button").first.click()
    tool.get_by_role("button", name="Show all of it").click()
    expect(tool.get_by_text('"everything"')).to_be_visible()
    page.get_by_title("Show the steps of this answer").first.click()
    expect(trace.locator(".trace-of")).to_have_text("first")
    tool.get_by_role("button").first.click()
    expect(tool.get_by_role("button", name="Show all of it")).to_be_visible()
    expect(tool.get_by_text('"everything"')).to_have_count(0)


def test_hostile_text_stays_text(page: Page, site: str) -> None:
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    page.goto(site)
    ask(page, "hostile")
    settled(page)
    page.get_by_role("region", name="Trace").locator("[data-step=tool] .chip").click()
    reply = page.locator("article.reply")
    expect(reply).to_contain_text('<img src="https://evil.example/x.png"')
    expect(reply).to_contain_text("picture, not loaded: beacon")
    expect(reply.locator("strong")).to_have_text("bold")
    expect(reply.get_by_role("table")).to_be_visible()
    assert reply.locator("img, script, iframe, svg[onload]").count() == 0
    assert [link.get_attribute("href") for link in reply.get_by_role("link").all()] == ["https://example.org/"]
    assert reply.get_by_role("link").get_attribute("rel") == "noopener noreferrer nofollow"
    assert page.evaluate("() => window.hacked") is None
    assert not [url for url in requested if not url.startswith(site)]


def test_an_answer_is_shown_where_its_formatting_cannot_be_fetched(page: Page, site: str) -> None:
    page.route("**/app/markdown.js", lambda route: route.abort())
    page.goto(site)
    ask(page, "hostile")
    settled(page)
    expect(page.locator("article.reply")).to_contain_text("**bold** <b>not bold</b>")
    assert page.evaluate("() => window.hacked") is None


def test_a_failed_turn_says_what_to_do_and_the_next_one_works(page: Page, site: str) -> None:
    page.goto(site)
    ask(page, "fail")
    settled(page)
    alert = page.get_by_role("alert").filter(has_text="could not be answered")
    expect(alert).to_contain_text("choose a larger model")
    expect(page.locator("article.reply kh-markdown")).to_have_text("Half a sentence")
    alert.get_by_text("What the model said").click()
    expect(alert.get_by_text("<svg onload=alert(1)>")).to_be_visible()
    ask(page, "and now")
    settled(page, 2)
    expect(page.locator("article.reply").last).to_have_attribute("data-state", "answer")


def test_stop_ends_an_answer_and_keeps_what_was_said(page: Page, site: str) -> None:
    page.goto(site)
    ask(page, "slow")
    expect(page.locator("article.reply")).to_contain_text("word3")
    page.get_by_role("button", name="Stop").click()
    settled(page)
    reply = page.locator("article.reply")
    expect(reply).to_have_attribute("data-state", "cancelled")
    expect(reply).to_contain_text("Stopped")
    expect(reply).to_contain_text("word3")
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)


def test_escape_stops_and_a_waiting_question_can_be_taken_back(page: Page, site: str) -> None:
    page.goto(site)
    ask(page, "slow")
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    ask(page, "second")
    expect(page.get_by_text("Waiting for its turn")).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_text("Waiting for its turn")).to_have_count(0)
    page.keyboard.press("Escape")
    settled(page)


def test_a_question_asked_while_loading_waits_and_is_answered(page: Page, site: str) -> None:
    page.goto(f"{site}/?hold")
    ask(page, "early bird")
    expect(page.get_by_text("Waiting for its turn")).to_be_visible()
    expect(page.get_by_role("status", name="Status")).to_contain_text("Your question waits")
    page.evaluate("() => window.dispatchEvent(new Event('release'))")
    settled(page)
    expect(page.locator("article.reply")).to_have_attribute("data-state", "answer")


def test_escape_takes_a_question_back_that_waits_for_the_agent(page: Page, site: str) -> None:
    page.goto(f"{site}/?hold")
    for text in ("first", "second"):
        ask(page, text)
    expect(page.get_by_text("Waiting for its turn")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.get_by_text("Waiting for its turn")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.get_by_role("log", name="Conversation").get_by_role("article")).to_have_count(0)
    page.evaluate("() => window.dispatchEvent(new Event('release'))")
    ask(page, "third")
    settled(page)
    expect(page.get_by_role("log", name="Conversation").get_by_role("article").first).to_contain_text("third")


def test_an_agent_that_cannot_start_says_why_and_what_to_do(page: Page, site: str) -> None:
    page.goto(f"{site}/?broken&hold")
    ask(page, "hello")
    page.evaluate("() => window.dispatchEvent(new Event('release'))")
    expect(page.get_by_role("status", name="Status")).to_contain_text("the model file is truncated")
    alerts = page.get_by_role("alert").filter(has_text="could not be answered")
    expect(alerts).to_contain_text("Reload the page")
    ask(page, "hello again")
    expect(alerts).to_have_count(2)
    expect(alerts.last).to_contain_text("the model file is truncated")


def test_confirmation_is_asked_and_both_answers_work(page: Page, site: str) -> None:
    page.goto(site)
    ask(page, "confirm this, another beside it")
    expect(page.locator("li[data-tool=perk_lookup][data-state=done]")).to_be_attached()
    group = page.get_by_role("group", name="Run item_lookup?")
    expect(group).to_contain_text("Calus Mini-Tool")
    group.get_by_role("button", name="Yes, run it").click()
    settled(page)
    expect(page.locator("article.reply")).to_contain_text("can roll")
    ask(page, "confirm that")
    group.get_by_role("button", name="No").click()
    settled(page, 2)
    expect(page.locator("article.reply").last).to_contain_text("It was not run")


@pytest.mark.parametrize("leave", ["New chat", "Chats"])
def test_what_waits_goes_with_the_chat_that_is_left(page: Page, site: str, leave: str) -> None:
    page.goto(site)
    ask(page, "before")
    settled(page)
    page.get_by_role("button", name="New chat").click()
    ask(page, "slow")
    expect(page.locator("article.reply")).to_contain_text("word3")
    ask(page, "waits in vain")
    page.evaluate("""() => {
      for (const name of ["newConversation", "open"]) {
        const answer = keyhole[name];
        keyhole[name] = async (...given) => {
          await new Promise((done) => setTimeout(done, 300));  // the turn under way has to end first
          return answer.apply(keyhole, given);
        };
      }
    }""")
    page.get_by_role("button", name=leave).first.click()
    if leave == "Chats":
        page.get_by_role("button", name="before").first.click()
        expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.get_by_text("waits in vain")).to_have_count(0)
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)
    ask(page, "after")  # the new chat may only be on its way
    expect(page.get_by_role("article", name="You")).to_have_text(["before", "after"] if leave == "Chats" else ["after"])
    settled(page, 2 if leave == "Chats" else 1)
    chats = page.evaluate("() => keyhole.stored.map(({ turns }) => turns.map(([{ text }]) => text))")
    assert chats == ([["slow"], ["before", "after"]] if leave == "Chats" else [["after"], ["slow"], ["before"]])


def test_what_cannot_be_copied_is_said(page: Page, site: str) -> None:
    page.goto(site)
    ask(page, "anything")
    settled(page)
    page.evaluate("() => { navigator.clipboard.writeText = async () => { throw new Error('no clipboard here'); }; }")
    for button in ("Copy answer", "Copy trace as JSON"):
        page.get_by_role("button", name=button).click()
        expect(page.get_by_role("region", name="Notices")).to_contain_text("no clipboard here")
        page.get_by_role("button", name="Dismiss").click()


def test_empty_and_very_long_messages(page: Page, site: str) -> None:
    page.goto(site)
    page.get_by_role("textbox", name="Message").fill("  \n ")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("Write a question first.")).to_be_visible()
    assert page.get_by_role("article").count() == 0
    long = "emoji \U0001f9ea\u202e control \u0007 " * 4000
    page.get_by_role("textbox", name="Message").fill(long)
    expect(page.get_by_text("may not be able to read all of it")).to_be_visible()
    page.get_by_role("button", name="Send").click()
    settled(page)
    page.get_by_role("button", name="Show all").click()
    expect(page.get_by_role("button", name="Show less")).to_be_visible()


def test_what_was_unfolded_in_one_chat_is_folded_in_another(page: Page, site: str) -> None:
    page.goto(site)
    for word in ("first", "second"):
        page.get_by_role("button", name="New chat").click()
        ask(page, f"{word} " * 700)
        settled(page)
    page.get_by_role("button", name="Show all").click()
    expect(page.get_by_role("button", name="Show less")).to_be_visible()
    page.get_by_role("button", name="Chats").click()
    page.locator(".open-chat").last.click()
    expect(page.get_by_role("article", name="You")).to_contain_text("first")
    expect(page.get_by_role("button", name="Show all")).to_be_visible()


def test_history_survives_a_reload_and_deleting_can_be_undone(page: Page, site: str) -> None:
    page.goto(site)
    ask(page, "remember me")
    settled(page)
    page.get_by_role("textbox", name="Message").fill("half a ques")
    page.reload()
    settled(page)
    expect(page.get_by_role("textbox", name="Message")).to_have_value("half a ques")
    expect(page.get_by_role("article", name="You")).to_contain_text("remember me")
    page.get_by_role("button", name="Chats").click()
    page.get_by_role("button", name="Delete remember me").click()
    expect(page.get_by_role("list", name="Questions to try")).to_be_attached()
    expect(page.get_by_role("button", name="Delete remember me")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("article", name="You")).to_contain_text("remember me")  # it was open before
    expect(page.get_by_role("button", name="remember me").first).to_be_focused()
    page.get_by_role("button", name="remember me").first.click()
    expect(page.get_by_role("dialog")).to_be_hidden()


@pytest.mark.parametrize("width", [360, 1280])
def test_a_chat_in_the_list_is_one_line_beside_its_bin(page: Page, site: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(site)
    titles = ["short", "a title that has very many words, more of them than any list has room for in a line", "x" * 90]
    chats = [{"id": f"c{at}", "title": title, "updated": 1.7e9, "turns": []} for at, title in enumerate(titles)]
    page.evaluate("chats => localStorage.setItem('fake.conversations', JSON.stringify(chats))", chats)
    page.reload()
    page.get_by_role("button", name="Chats").click()
    rows = page.get_by_role("dialog").get_by_role("listitem")
    expect(rows).to_have_count(3)
    edges, heights = set(), set()
    for row in rows.all():
        title, when, bin_ = (
            row.locator(part).bounding_box() for part in (".chat-title", ".figures", "[aria-label^=Delete]")
        )
        assert title
        assert when
        assert bin_
        edges.add(title["x"])
        heights.add(when["height"])
        assert title["x"] + title["width"] <= when["x"]
        assert when["x"] + when["width"] <= bin_["x"]
        assert when["y"] < title["y"] + title["height"] / 2 < when["y"] + when["height"]
    assert len(edges) == len(heights) == 1


def test_a_model_is_fetched_with_progress_cancelled_and_deleted(page: Page, site: str) -> None:
    page.goto(site)
    page.get_by_role("list", name="Questions to try").wait_for()
    page.get_by_role("combobox", name="Model").select_option("medium")
    dialog = page.get_by_role("dialog", name="Models")
    expect(dialog.locator("[data-model=large]")).to_contain_text("Cannot run here: this GPU allows 1 GB")
    medium = dialog.locator("[data-model=medium]")
    expect(medium).to_contain_text("It takes 3,400 MB and this device has about 4,096 MB in all")
    medium.get_by_role("button", name="Fetch about 2.3 GB and use").click()
    expect(medium).to_contain_text("of 2,280 MB")
    expect(medium).to_contain_text("left")
    medium.get_by_role("button", name="Cancel").click()
    expect(medium.get_by_role("button", name="Fetch about 2.3 GB and use")).to_be_visible()
    expect(page.get_by_role("combobox", name="Model")).to_have_value("embedded")
    dialog.locator("[data-model=small]").get_by_role("button", name="Fetch about 412 MB and use").click()
    expect(page.get_by_role("combobox", name="Model")).to_have_value("small")
    expect(dialog).to_be_hidden()
    page.get_by_role("button", name="About the models").click()
    small = dialog.locator("[data-model=small]")
    small.get_by_role("button", name="Delete from cache").click()
    small.get_by_role("button", name="Delete", exact=True).click()
    expect(small.get_by_role("button", name="Delete from cache")).to_have_count(0)


def test_measuring_the_gpu_can_be_cancelled_and_what_was_measured_is_remembered(page: Page, site: str) -> None:
    page.goto(site)
    page.get_by_role("list", name="Questions to try").wait_for()
    page.evaluate("() => keyhole.cached.add('embedded-gpu')")  # fetching is another test's
    model = page.get_by_role("combobox", name="Model")
    model.select_option("embedded-gpu")
    dialog = page.get_by_role("dialog", name="Models")
    card = dialog.locator("[data-model=embedded-gpu]")
    card.get_by_role("button", name="Fetch about 15 MB and use if faster").click()
    expect(card).to_contain_text("Measuring Embedded (GPU) against the CPU: request")
    assert card.get_by_label("Progress").get_attribute("value") is None
    card.get_by_role("button", name="Cancel").click()
    again = card.get_by_role("button", name="Measure and use if faster")
    expect(again).to_be_focused()
    expect(dialog.get_by_role("alert")).to_have_count(0)
    expect(card).not_to_contain_text("Measured here")
    again.click()
    figures = "a route and a fill take 6.1 s on the GPU, 134 ms on the CPU"
    expect(card).to_contain_text(f"Measured here: {figures}. Embedded is faster.")
    expect(page.get_by_role("status", name="Status")).to_have_text(f"Embedded, faster here: {figures}")
    page.keyboard.press("Escape")
    expect(model).to_have_value("embedded")
    page.reload()
    page.get_by_role("button", name="About the models").click()
    expect(card).to_contain_text(f"Measured here: {figures}.")


def test_the_model_that_took_anothers_place_is_the_one_in_use(page: Page, site: str) -> None:
    page.goto(site)
    page.get_by_role("list", name="Questions to try").wait_for()
    page.evaluate("keyhole.cached.add('small')")
    page.evaluate("document.querySelector('kh-app').session.choices.setModel('small')")
    model = page.get_by_role("combobox", name="Model")
    expect(model).to_have_value("small")
    page.evaluate(
        "keyhole.say({ phase: 'ready', model: 'embedded', text: 'Embedded, in place of Small, which was lost' })"
    )
    expect(model).to_have_value("embedded")


def test_your_server_keeps_its_key_only_when_asked(page: Page, site: str) -> None:
    page.goto(site)
    page.get_by_role("list", name="Questions to try").wait_for()
    page.get_by_role("combobox", name="Model").select_option("server")
    dialog = page.get_by_role("dialog", name="Models")
    dialog.get_by_label("Address").fill("http://localhost:11434/v1")
    dialog.get_by_label("Model", exact=True).fill("qwen3:4b")
    dialog.get_by_label("Key, if it wants one").fill("sk-secret")
    dialog.get_by_role("button", name="Connect").click()
    expect(page.get_by_role("combobox", name="Model")).to_have_value("server")
    assert "sk-secret" not in page.evaluate("() => JSON.stringify({...localStorage, ...sessionStorage})")
    page.get_by_role("button", name="About the models").click()
    dialog.get_by_label("Key, if it wants one").fill("sk-secret")
    dialog.get_by_label("Keep the key in this browser").check()
    dialog.get_by_role("button", name="Connect again").click()
    expect(dialog).to_be_hidden()
    assert page.evaluate("() => localStorage['keyhole.server.key']") == "sk-secret"


def test_servers_stand_in_for_a_model_that_fails_and_their_keys_stay_in_memory(page: Page, site: str) -> None:
    page.goto(site)
    page.get_by_role("list", name="Questions to try").wait_for()
    page.get_by_role("button", name="About the models").click()
    card = page.get_by_role("dialog", name="Models").get_by_role("region", name="When it fails")
    expect(card.get_by_label("Take turns")).to_be_disabled()
    card.get_by_role("button", name="Add a server").click()
    card.get_by_label("Address").fill("http://localhost:11434/v1?x")
    card.get_by_label("Model", exact=True).fill("qwen3:4b")
    card.get_by_label("Key, if it wants one").fill("sk-secret")
    card.get_by_role("button", name="Add", exact=True).click()
    expect(card.get_by_role("alert")).to_contain_text("Leave it out")
    card.get_by_label("Address").fill("http://localhost:11434/v1")
    card.get_by_role("button", name="Add", exact=True).click()
    expect(card.get_by_role("listitem")).to_contain_text("qwen3:4b at localhost:11434")
    card.get_by_label("Embedded, last of all").check()
    card.get_by_label("Take turns").check()
    expect(card.get_by_label("Take turns")).to_be_checked()
    assert "sk-secret" not in page.evaluate("() => JSON.stringify({...localStorage, ...sessionStorage})")
    card.get_by_role("button", name="Remove qwen3:4b").click()
    expect(card.get_by_role("listitem")).to_have_count(0)
    page.evaluate("""() => {
      const { setStandIns } = keyhole;
      keyhole.setStandIns = async () => { keyhole.setStandIns = setStandIns; throw new Error("it has ended"); };
    }""")
    card.get_by_label("Embedded, last of all").click()
    expect(card.get_by_role("alert")).to_contain_text("it has ended")
    expect(card.get_by_label("Embedded, last of all")).to_be_checked()  # as it is, not as it was wanted
    card.get_by_label("Embedded, last of all").uncheck()
    expect(card.get_by_label("Take turns")).not_to_be_checked()


def test_an_answer_that_was_cut_off_says_so_with_what_to_do(page: Page, site: str) -> None:
    page.goto(site)
    page.get_by_role("list", name="Questions to try").wait_for()
    for question, told in (("what perks, in short?", 0), ("what perks? be cut off", 1)):
        page.get_by_role("textbox", name="Message").fill(question)
        page.keyboard.press("Enter")
        reply = page.get_by_role("article", name="Keyhole").last
        expect(reply).to_have_attribute("data-state", "answer")
        expect(reply.get_by_text("Cut off: ")).to_have_count(told)
    expect(page.get_by_role("region", name="Trace").get_by_text("cut off", exact=True)).to_be_visible()


def test_a_mode_that_is_chosen_before_the_settings_come_stands(page: Page, site: str) -> None:
    page.goto(site)
    page.get_by_role("list", name="Questions to try").wait_for()
    page.evaluate("""() => {
        const settings = keyhole.settings.bind(keyhole);
        const held = new Promise((done) => window.addEventListener("release", done, { once: true }));
        keyhole.settings = async () => { await held; window.came = true; return settings(); };
    }""")
    page.get_by_role("button", name="About the models").click()
    card = page.get_by_role("dialog", name="Models").get_by_role("region", name="How it uses tools")
    card.get_by_role("combobox", name="Embedded").select_option("Hybrid")
    card.get_by_label("Address").fill("http://127.0.0.1:1/v1")
    page.evaluate("() => window.dispatchEvent(new Event('release'))")
    page.wait_for_function("() => window.came")
    page.evaluate("() => new Promise((done) => setTimeout(done, 200))")  # what came has been drawn by then
    expect(card.get_by_role("combobox", name="Embedded")).to_have_value("hybrid")
    expect(card.get_by_label("Address")).to_have_value("http://127.0.0.1:1/v1")


def test_the_model_in_use_is_told_how_to_use_tools_and_who_writes_beside_it(page: Page, site: str) -> None:
    page.goto(site)
    page.get_by_role("list", name="Questions to try").wait_for()
    page.get_by_role("button", name="About the models").click()
    card = page.get_by_role("dialog", name="Models").get_by_role("region", name="How it uses tools")
    mode = card.get_by_role("combobox", name="Embedded")
    expect(mode).to_have_value("")
    expect(mode.get_by_role("option", name="Written calls")).to_be_disabled()  # it cannot write
    mode.select_option("Routed")
    page.reload()
    page.get_by_role("list", name="Questions to try").wait_for()
    page.get_by_role("button", name="About the models").click()
    expect(mode).to_have_value("routed")
    page.evaluate("() => { keyhole.configure = async () => { throw new Error('it has ended'); }; }")
    mode.select_option("As suits the model")
    expect(card.get_by_role("alert")).to_contain_text("it has ended")
    expect(mode).to_have_value("routed")
    page.evaluate("() => { delete keyhole.configure; }")
    mode.select_option("Hybrid")
    kept = "async () => (await (await window.keyhole).settings()).values.modes"
    expect(card).to_contain_text("Until a model is chosen that writes, it answers as suits it.")
    assert page.evaluate(kept) == {}
    form = card.get_by_role("form", name="The model that writes")
    form.get_by_label("Address").fill("http://localhost:11434/v1?x")
    form.get_by_label("Model").fill("qwen3:8b")
    form.get_by_label("Key, if it wants one").fill("sk-secret")
    form.get_by_role("button", name="Let it write").click()
    expect(card.get_by_role("alert")).to_contain_text("Leave it out")
    form.get_by_label("Address").fill("http://localhost:11434/v1")
    form.get_by_role("button", name="Let it write").click()
    expect(card).to_contain_text("qwen3:8b writes the replies")
    assert page.evaluate(kept) == {"embedded": "hybrid"}
    assert "sk-secret" not in page.evaluate("() => JSON.stringify({...localStorage, ...sessionStorage})")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="About the models").click()
    expect(mode).to_have_value("hybrid")
    expect(card).to_contain_text("qwen3:8b writes the replies")
    card.get_by_role("button", name="Choose another").click()
    expect(form).to_be_visible()
    page.reload()  # the writer's key is gone: without a writer there is no hybrid
    page.get_by_role("list", name="Questions to try").wait_for()
    page.get_by_role("button", name="About the models").click()
    expect(mode).to_have_value("")
    mode.select_option("As suits the model")
    expect(form).to_have_count(0)


def test_tools_are_listed_with_warnings_and_can_be_pasted(page: Page, site: str) -> None:
    page.goto(site)
    page.get_by_role("list", name="Questions to try").wait_for()
    page.get_by_role("button", name="About the tools").click()
    dialog = page.get_by_role("dialog", name="Tools")
    expect(dialog.locator("[data-tool=activity_lookup]")).to_contain_text("`name` has no description")
    dialog.get_by_text("Add a tool of your own").click()
    source = dialog.get_by_label("A tool, as JavaScript or as JSON")
    source.fill("not a tool")
    dialog.get_by_role("button", name="Add tool").click()
    expect(dialog.get_by_role("alert")).to_contain_text("The pasted text is not a tool")
    source.fill(
        '{"name": "hello", "description": "Say hello.", "parameters": {"type": "object"}, "url": "https://x.example"}'
    )
    dialog.get_by_role("button", name="Add tool").click()
    hello = dialog.locator("[data-tool=hello]")
    expect(dialog.get_by_role("status")).to_contain_text("Added hello")
    source.fill("the next one")  # typed as soon as the first is said to be there
    expect(hello).to_be_visible()
    expect(source).to_have_value("the next one")
    hello.get_by_role("button", name="Remove").click()
    expect(hello).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(hello).to_be_visible()
    expect(dialog.get_by_role("button", name="Remove")).to_have_count(1)  # what came with the toolbox stays in it


def test_memory_is_seen_edited_erased_undone_and_taken_away(page: Page, site: str) -> None:
    page.goto(site)
    page.get_by_role("list", name="Questions to try").wait_for()
    page.get_by_role("button", name="Memory").click()
    dialog = page.get_by_role("dialog", name="Memory")
    expect(dialog.get_by_text("likes pizza")).to_be_visible()
    expect(dialog.get_by_text("<b>born in May</b>")).to_be_visible()
    dialog.get_by_role("button", name="Edit the block human").click()
    dialog.get_by_label("Text of the block human").fill("likes sushi")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_text("likes sushi")).to_be_visible()
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Export").click()
    assert "likes sushi" in download.value.path().read_text()
    dialog.get_by_role("button", name="Erase everything").click()
    expect(dialog.get_by_text("Nothing yet.")).to_be_visible()
    page.keyboard.press("Escape")
    keep = "async () => (await window.keyhole).memory.edit('human', 'plays chess')"
    page.evaluate(keep)  # what is remembered after it stays, and the undoing adds to it
    page.get_by_role("button", name="Memory").click()
    expect(dialog.get_by_text("plays chess")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(dialog.get_by_text("likes sushi")).to_be_visible()
    expect(dialog.get_by_text("plays chess")).to_be_visible()
    dialog.get_by_role("button", name="Forget the block human").click()
    expect(dialog.get_by_text("plays chess")).to_be_hidden()
    page.get_by_role("button", name="Undo").click()
    expect(dialog.get_by_text("plays chess")).to_be_visible()
    broken = {"name": "x.json", "mimeType": "application/json", "buffer": b"{"}
    dialog.locator("input[type=file]").set_input_files([broken])
    expect(dialog.get_by_role("alert")).to_contain_text("x.json is not JSON. Choose a file that Export has made.")


def test_toolbox_choice_changes_the_questions(page: Page, site: str) -> None:
    page.goto(site)
    page.get_by_role("list", name="Questions to try").wait_for()
    page.get_by_role("combobox", name="Toolbox").select_option("everyday")
    expect(page.get_by_role("button", name="what is 17% of 230?")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="what is 17% of 230?")).to_be_visible()


def test_settings_are_made_from_their_schema(page: Page, site: str) -> None:
    page.goto(site)
    page.get_by_role("list", name="Questions to try").wait_for()
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    dialog.get_by_label("max steps").fill("3")
    dialog.get_by_label("max steps").press("Enter")
    expect(dialog.get_by_text("Saved.")).to_be_visible()
    value = "async () => (await (await window.keyhole).settings()).values.max_steps"
    assert page.evaluate(value) == 3
    for refused in ("", "21"):
        dialog.get_by_label("max steps").fill(refused)
        dialog.get_by_label("max steps").press("Tab")
        expect(dialog.get_by_role("alert")).to_contain_text("It stays 3.")
        expect(dialog.get_by_label("max steps")).to_have_value("3")
        expect(dialog.get_by_text("Saved.")).to_be_hidden()
    page.reload()
    page.get_by_role("list", name="Questions to try").wait_for()
    page.get_by_role("button", name="Settings").click()
    expect(dialog.get_by_label("max steps")).to_have_value("3")
    dialog.get_by_role("button", name="Back to the defaults").click()
    expect(dialog.get_by_label("max steps")).to_have_value("5")
    assert page.evaluate("() => localStorage.getItem('keyhole.settings')") is None


def test_kept_settings_that_do_not_hold_any_more_are_told_and_forgotten(page: Page, site: str) -> None:
    page.goto(site)
    page.evaluate("() => localStorage.setItem('keyhole.settings', JSON.stringify({gone: 1}))")
    page.reload()
    notice = page.get_by_role("region", name="Notices").get_by_text(
        "Settings of an earlier visit do not hold any more: `gone`"
    )
    expect(notice).to_contain_text("All are as they come.")
    ask(page, "hostile")
    settled(page)
    page.reload()
    page.get_by_role("list", name="Questions to try").or_(page.get_by_role("article").first).wait_for()
    expect(notice).to_have_count(0)


def test_theme_is_kept_and_set_before_the_page_is_drawn(page: Page, site: str) -> None:
    page.goto(site)
    page.get_by_role("button", name="Theme: auto").click()
    page.get_by_role("button", name="Theme: light").click()
    page.reload(wait_until="commit")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    background = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    assert background == "rgb(21, 24, 26)"


def test_narrow_page_has_no_sideways_scroll_and_the_trace_slides_up(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(site)
    ask(page, "hostile")
    settled(page)
    assert page.evaluate("() => document.documentElement.scrollWidth") == 360
    trace = page.get_by_role("region", name="Trace")
    expect(trace).to_be_hidden()
    page.get_by_role("textbox", name="Message").fill("some words")
    page.keyboard.press("ControlOrMeta+A")  # selecting text is no choice of a turn
    expect(trace).to_be_hidden()
    page.get_by_role("textbox", name="Message").fill("")
    page.get_by_role("button", name="Trace", exact=True).click()
    expect(trace).to_be_visible()
    expect(page.get_by_role("button", name="Close trace")).to_be_focused()
    for chip in trace.locator("[data-step] button").all():
        chip.click()
    trace.evaluate("(sheet) => sheet.scrollTo(0, sheet.scrollHeight)")
    expect(page.get_by_role("button", name="Close trace")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(trace).to_be_hidden()
    expect(page.get_by_role("button", name="Trace", exact=True)).to_be_focused()


def test_every_control_has_a_name_and_every_dialog_gives_the_focus_back(page: Page, site: str) -> None:
    page.goto(site)
    page.get_by_role("list", name="Questions to try").wait_for()
    for name in ("Chats", "Memory", "Settings", "About the models", "About the tools"):
        page.get_by_role("button", name=name).click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        unnamed = dialog.evaluate(
            "d => [...d.querySelectorAll('button, input, select, textarea')]"
            ".filter(e => !(e.getAttribute('aria-label') || e.textContent.trim() "
            "|| e.labels?.length)).map(e => e.outerHTML)"
        )
        assert unnamed == []
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        expect(page.get_by_role("button", name=name)).to_be_focused()


NAMELESS = """() => [...document.querySelectorAll('[tabindex="0"], :is(div, span, p, pre)[aria-label]')]
  .filter((one) => !one.role || !one.ariaLabel).map((one) => one.outerHTML.slice(0, 90))"""


def test_what_can_be_focused_has_a_role_and_a_name(page: Page, site: str) -> None:
    """Without a role nothing has a name, whatever its label says."""
    page.goto(site)
    for number, question in enumerate(("fail", "hostile"), 1):
        ask(page, question)
        settled(page, number)
    for chip in page.get_by_role("region", name="Trace").locator(".chip").all():
        chip.click()
    page.get_by_text("What the model said").click()
    page.get_by_role("button", name="About the tools").click()
    page.get_by_role("dialog").locator("summary").first.click()
    page.keyboard.press("Escape")
    ask(page, "confirm this")
    expect(page.get_by_role("group", name="Run item_lookup?").get_by_role("group", name="Arguments")).to_be_visible()
    assert page.evaluate(NAMELESS) == []
    page.goto(f"{site}/bench.html?strategies=routed&sample=20")
    for _ in range(2):
        page.get_by_role("button", name="Start").click()
        expect(page.get_by_text("Done: 20 queries")).to_be_visible()
    page.locator(".failures .chip").first.click()
    page.locator("button:enabled", has_text="Compare").click()
    expect(page.get_by_role("region", name="Comparison")).to_be_visible()
    assert page.evaluate(NAMELESS) == []


def test_benchmark_is_paused_reloaded_resumed_opened_and_exported(page: Page, site: str) -> None:
    page.goto(f"{site}/bench.html?strategies=routed,lexical&sample=20&growth=0,100")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("region", name="Figures")).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_text("Paused after")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Resume").click()
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_text("Stopped after")).to_be_visible()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Stopped after")).to_be_visible()
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_text("Done: 80 queries")).to_be_visible()
    row = page.locator("tr[data-strategy=lexical][data-tools='100']")
    expect(row.locator("td").nth(1)).to_have_text("20")
    page.locator(".failures .chip").first.click()
    expect(page.locator(".failures [data-step=route]")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV").click()
    lines = download.value.path().read_bytes().decode().split("\r\n")  # as it is, line ends too
    assert len(lines) == 80 + 2
    assert lines[0].startswith("id,strategy,tools")
    expect(page.get_by_role("img", name="Accuracy against latency")).to_be_visible()
    assert page.locator("kh-chart canvas").count() == 2


def test_benchmark_refuses_a_bad_suite_with_its_line(page: Page, site: str) -> None:
    page.goto(f"{site}/bench.html")
    picked = {"name": "mine.jsonl", "mimeType": "application/json", "buffer": b"broken"}
    page.locator("input[type=file]").set_input_files([picked])
    expect(page.get_by_role("alert")).to_contain_text("mine.jsonl, line 2")
    page.locator("input[type=file]").set_input_files([{**picked, "buffer": b"{}\n{}"}])
    expect(page.get_by_text("mine.jsonl: 2 queries")).to_be_visible()
    expect(page.get_by_role("combobox", name="Suite")).to_have_value("mine.jsonl")


def test_benchmark_takes_a_dropped_suite_and_goes_on_after_the_model_died(page: Page, site: str) -> None:
    page.goto(f"{site}/bench.html?strategies=routed&sample=20&seed=13")
    drop = """(target) => {
      const data = new DataTransfer();
      data.items.add(new File(["{}\\n{}\\n{}"], "dropped.jsonl"));
      target.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }"""
    page.locator(".drop").evaluate(drop)
    expect(page.get_by_text("dropped.jsonl: 3 queries")).to_be_visible()
    expect(page.get_by_role("combobox", name="Suite")).to_have_value("dropped.jsonl")
    page.get_by_role("button", name="Start").click()
    progress = page.get_by_role("region", name="Progress")
    expect(progress.get_by_role("alert")).to_contain_text("the GPU is gone")
    expect(progress.get_by_role("status")).to_have_text("Paused after 5 of 20 queries")
    progress.get_by_role("button", name="Resume").click()
    expect(progress.get_by_role("status")).to_have_text("Done: 20 queries")
    expect(progress.get_by_role("alert")).to_have_count(0)


def test_benchmark_runs_where_nothing_can_be_kept(page: Page, site: str) -> None:
    page.add_init_script("""
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (...given) {
        const request = put.apply(this, given);
        this.transaction.abort();
        return request;
      };
    """)
    page.goto(f"{site}/bench.html?strategies=routed&sample=20")
    page.get_by_role("button", name="Start").click()
    progress = page.get_by_role("region", name="Progress")
    expect(progress.get_by_role("status")).to_have_text("Done: 20 queries")
    expect(progress.get_by_role("alert")).to_contain_text("will not survive a reload")


def test_benchmark_needs_no_shipped_results(page: Page, site: str) -> None:
    page.route("**/bench/results/**", lambda route: route.fulfill(status=200, body="<p>not what was asked for"))
    page.goto(f"{site}/bench.html")
    expect(page.get_by_role("combobox", name="Model").get_by_role("option", name="Your server")).to_be_attached()


def test_benchmark_link_sets_the_page_up(page: Page, site: str) -> None:
    page.goto(
        f"{site}/bench.html?suite=everyday&strategies=routed%2Blines,all-schemas&sample=all&seed=7&growth=10,1000"
    )
    expect(page.get_by_role("combobox", name="Suite")).to_have_value("everyday")
    expect(page.get_by_role("combobox", name="Queries")).to_have_value("0")
    expect(page.get_by_label("Seed")).to_have_value("7")
    strategies = page.get_by_role("group", name="Strategies")
    expect(strategies.get_by_label("Routed, names and one line")).to_be_checked()
    expect(strategies.get_by_label("Routed, names only")).not_to_be_checked()
    expect(page.get_by_label("1,000, filled up with distractors")).to_be_checked()
