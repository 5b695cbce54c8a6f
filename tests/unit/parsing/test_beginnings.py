"""Texts that begin where the prompt has left off: inside reasoning, or behind half a header."""

from __future__ import annotations

import pytest

from keyhole.parsing import Driver, parse

TOOLS = [{"name": "search", "parameters": {"properties": {"query": {"type": "string"}}, "required": ["query"]}}]


@pytest.mark.parametrize(
    ("prompt", "text"),
    [
        ("<|begin_assistant|>\nHere are my reasoning steps:\n", "Hm.\n[BEGIN FINAL RESPONSE]\nHello"),
        ("Here are my reasoning steps:\n", "Hm.\n[BEGIN FINAL RESPONSE]\nHello"),
        ("<|im_start|>assistant\n<think>\n", "Hm.</think>Hello"),
        (
            "<|start|>assistant<|channel|>analysis<|message|>",
            "Hm.<|end|><|start|>assistant<|channel|>final<|message|>Hello",
        ),
    ],
)
def test_reasoning_that_the_prompt_began_is_none_of_the_answer(prompt: str, text: str) -> None:
    found = parse(text, TOOLS, prompt_suffix=prompt)
    assert (found.reasoning.strip(), found.content.strip()) == ("Hm.", "Hello")


@pytest.mark.parametrize(
    "prompt",
    [
        "<think>\n\n</think>\n\n",
        "Here are my reasoning steps:\nnone\n[BEGIN FINAL RESPONSE]\n",
        "Say what follows: Here are my reasoning steps: none.",
        "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant",
    ],
)
def test_reasoning_that_the_prompt_ended_or_only_names_is_over(prompt: str) -> None:
    found = parse("Hello", TOOLS, prompt_suffix=prompt)
    assert (found.reasoning, found.content) == ("", "Hello")


def test_reasoning_without_a_beginning_ends_where_the_answer_is_announced() -> None:
    found = parse("Hm.\n[BEGIN FINAL RESPONSE]\nHello\n[END FINAL RESPONSE]", TOOLS)
    assert (found.reasoning.strip(), found.content.strip()) == ("Hm.", "Hello")


def test_whom_functionary_answers_is_no_part_of_the_answer_whatever_tools_there_are() -> None:
    text = "all\nHello to\nall\nof you."
    assert parse(text).content == text
    for tools in ([], TOOLS):
        driver = Driver(tools, family="functionary")
        for char in text:
            driver.feed(char)
        driver.finish()
        assert driver.result().content == parse(text, tools, "functionary").content == "Hello to\nall\nof you."


def test_the_blank_that_llm_jp_writes_behind_its_tokens_is_none_of_the_text() -> None:
    assert parse("<|channel|> final<|message|> Hello", TOOLS).content == "Hello"
    assert parse("<|channel|>final<|message|> Hello", TOOLS).content == " Hello"
