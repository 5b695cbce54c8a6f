"""Discussing is not calling: blocks, quotations, tables and sentences about calls are shown as they are written."""

from __future__ import annotations

from typing import Any

import pytest

from keyhole.parsing import Driver, Parse, parse

TOOLS = [
    {
        "name": "search",
        "parameters": {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]},
    },
    {"name": "now", "parameters": {"type": "object", "properties": {}}},
]
OBJECT = '{"name": "search", "arguments": {"query": "x"}}'
CALL = f"<tool_call>{OBJECT}</tool_call>"
CALLED = [("search", {"query": "x"})]


def read(text: str, family: str | None = None) -> Parse:
    """The parse, the same however the text is cut; what a reader has seen of it in the end is its content."""
    whole = parse(text, TOOLS, family)
    for size in (1, 2, 3, 7):
        driver, seen = Driver(TOOLS, family=family), ""
        deltas = [delta for at in range(0, len(text), size) for delta in driver.feed(text[at : at + size])]
        for delta in [*deltas, *driver.finish()]:
            if delta.kind == "text":
                seen += delta.text
            elif delta.kind == "retract":
                seen = seen.removesuffix(delta.text)
        again = driver.result()
        assert (again.content, again.reasoning, again.candidates) == (whole.content, whole.reasoning, whole.candidates)
        assert seen == whole.content
    return whole


def called(result: Parse) -> list[Any]:
    return [(call.name, call.arguments) for call in result.calls]


@pytest.mark.parametrize(
    "text",
    [
        f"~~~\n{CALL}\n~~~",
        f"````\n{CALL}\n````",
        f'```text title="a"\n{CALL}\n```',
        f"```{{.json}}\n{CALL}\n```",
        f"```text\r\n{CALL}\r\n```\r\n",
        '```python\r\nsearch(query="x")\r\n```',
        f"````markdown\n```json\n{OBJECT}\n```\n````",
        f"~~~text\n```json\n{OBJECT}\n```\n~~~",
        f"1. ```text\n   {CALL}\n   ```",
        f"```text\n  ```\n```python\n{CALL}\n```",
    ],
)
def test_a_block_that_explains_is_text_however_it_is_fenced(text: str) -> None:
    found = read(text + "\nThat is it.")
    assert (found.candidates, found.content) == ((), text + "\nThat is it.")
    assert called(read(f"{text}\n{CALL}")) == CALLED


@pytest.mark.parametrize(
    "text",
    [
        f"```json\r\n{OBJECT}\r\n```\r\n",
        '```tool_code\r\nsearch(query="x")\r\n```',
        f"~~~json\n{OBJECT}\n~~~",
        f"````tool_call\n{OBJECT}\n````",
        f"```json {{.call}}\n{OBJECT}\n```",
        f"> ```text\n> no\n> ```\n```json\n{OBJECT}\n```",
    ],
)
def test_a_block_that_holds_a_call_is_one_however_it_is_fenced(text: str) -> None:
    found = read(text)
    assert called(found) == CALLED
    assert found.content.strip() in ("", "> ```text\n> no\n> ```")


def test_a_call_on_the_line_of_its_fence_is_not_lost() -> None:
    assert [call.name for call in read(f"```json {OBJECT}\n```").candidates] == ["search"]


@pytest.mark.parametrize(
    "text",
    [
        "Put your plan in `<think>` tags; then answer. That is how R1 does it.",
        "Put it in `</think>` first.",
        "Put it in ``a ` </think>`` first.",
        "It writes `<think>...</think>` before the answer.",
        "It writes <think>...</think> before the answer.",
        "DeepSeek R1 emits a <think> block before the answer. Then it goes on.",
        'He typed "<think>" and then left.',
        "He typed \u201c</think>\u201d and then left.",
        "Set the <reasoning> tag in your prompt.",
        "A <thought> element.\nThen more.",
        "What it thinks begins with <think>",
        "What it thinks stands behind <think>.",
    ],
)
def test_a_mark_of_reasoning_that_is_spoken_of_is_text(text: str) -> None:
    found = read(text)
    assert (found.content, found.reasoning) == (text, "")
    assert called(read(f"{text}\n{CALL}")) == CALLED


@pytest.mark.parametrize(
    ("text", "content", "reasoning"),
    [
        ("<think>hm</think>ok", "ok", "hm"),
        ("hm</think>ok", "ok", "hm"),
        ("It is `x</think>ok", "ok", "It is `x"),
        ("Not `<think>`, then.</think>ok", "ok", "Not `<think>`, then."),
        ("I use no <think> here.\n</think>\nok", "ok", "I use no <think> here."),
        ("Hello. <think>hm</think>ok", "Hello. ok", "hm"),
        ("Hello,\n<think> hm</think>ok", "Hello,\nok", "hm"),
        ("Let me see <think>\nhm\n</think>\nok", "Let me see \nok", "hm"),
        ("<think>It breaks off", "", "It breaks off"),
        ("<think>one</think>\n<think>It breaks off", "", "oneIt breaks off"),
        ("Hello.\n<think>It breaks off", "Hello.\n<think>It breaks off", ""),
        ("Hello.<|im_end|><think>It breaks off", "Hello.<think>It breaks off", ""),
        (f"Hello.\n<think>So I call {CALL}", "Hello.", "So I call"),
    ],
)
def test_reasoning_is_kept_apart_and_given_back_if_it_only_looked_so(text: str, content: str, reasoning: str) -> None:
    found = read(text)
    assert (found.content.strip(), found.reasoning.strip()) == (content, reasoning)


@pytest.mark.parametrize(
    "text",
    [
        "The <search/> element.",
        "<search/>",
        "<search></search>",
        "<tools><search/></tools> are these.",
        "Use <now/> in the page.",
        "The element <now></now>, then.",
        'It says <search query="x"/> for that.',
        "It says <search>x</search> for that.",
    ],
)
def test_a_tag_named_after_a_tool_is_a_call_only_by_itself_and_with_what_is_required(text: str) -> None:
    found = read(text)
    assert (found.candidates, found.content) == ((), text)


@pytest.mark.parametrize("text", ["<now/>", "Let me look.\n<now/>", "Let me look... <now/> Done!", "I look: <now/>"])
def test_a_tag_named_after_a_tool_that_takes_nothing_is_a_call(text: str) -> None:
    assert called(read(text)) == [("now", {})]


@pytest.mark.parametrize("family", [None, "hermes"])
@pytest.mark.parametrize(
    "text",
    [
        f"Hermes form: `{CALL}` ok",
        f"Hermes form: ``{CALL}`` ok",
        f"With ``a ` in it``, and ``{CALL}`` ok",
        f"> {CALL}",
        f"As they say:\n> {CALL}\n> more\nSo it is.",
        f"| Hermes | {CALL} |",
        f"<!-- {CALL} -->",
        f"<!--\n{CALL}\n-->",
        f"> {OBJECT}",
        "In Python:\n\n>>> search(query=\"x\")\n['a']",
        'Tools:\n* now()\n* search(query="x")',
        'Tools:\n- now()\n- search(query="x")',
        '    search(query="x")\nis how you call it in Python.',
    ],
)
def test_what_is_shown_in_code_quotations_comments_tables_and_lists_is_not_called(
    text: str, family: str | None
) -> None:
    found = read(text, family)
    assert [one for one in found.candidates if one.action != "ignore"] == []
    assert found.content == text
    assert called(read(f"{text}\n{CALL}", family)) == CALLED


def test_the_arguments_of_a_call_are_no_setting_for_the_next() -> None:
    first = '<tool_call>{"name": "search", "arguments": {"query": "` <!--"}}</tool_call>'
    assert called(read(first + CALL)) == [("search", {"query": "` <!--"}), *CALLED]
    assert called(read(f"It is `x`, <!-- y --> so: {CALL}")) == CALLED


@pytest.mark.parametrize(
    "text",
    [
        f"If I wanted to search, the call would be:\n\n{OBJECT}\n\nBut I do not need it.",
        f"A tool call has a name and arguments:\n\n```json\n{OBJECT}\n```\n\nThe name is the tool.",
        f"If you had to search, this:\n{CALL}",
    ],
)
def test_a_call_behind_words_that_only_suppose_it_is_asked_about(text: str) -> None:
    found = read(text)
    assert ([one.action for one in found.candidates], found.content) == (["ask"], text)


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("Action: None\nAction Input: None\nFinal Answer: It is 4.", "It is 4."),
        ("Thought: I know.\nAction: None\nAction Input: None\nFinal Answer: It is 4.", "It is 4."),
        ("Thought: I know.\nAction: N/A\nFinal Answer: It is 4.", "It is 4."),
        ("Thought: I know.\nAction: `none`\nAction Input:\nFinal Answer: It is 4.", "It is 4."),
        ("Thought: I know.\nAction: None\nAction Input: None", ""),
        ("State: good\nAction: None\nOwner: Ann", "State: good\nAction: None\nOwner: Ann"),
        ("Action: None of these fits.", "Action: None of these fits."),
    ],
)
def test_no_action_is_no_call(text: str, content: str) -> None:
    found = read(text)
    assert (found.candidates, found.errors, found.content.strip()) == ((), (), content)


@pytest.mark.parametrize("given", ["x", '{"query": "x"}'])
def test_an_action_named_in_inline_code_is_one(given: str) -> None:
    found = read(f"Thought: I search.\nAction: `search`\nAction Input: {given}\nObservation: y")
    assert called(found) == CALLED
    assert (found.content.strip(), found.reasoning) == ("Observation: y", "I search.")
