"""Thinking that a model writes into its answer is told apart from it, wherever a piece ends."""

from __future__ import annotations

import pytest

from keyhole.models.thinking import ThinkingSplitter


@pytest.mark.parametrize("size", [1, 3, 100])
@pytest.mark.parametrize(
    ("text", "answer", "thinking"),
    [
        ("<think>hm</think>yes", "yes", "hm"),
        (" <Thought>\nhm</THOUGHT>\n\nyes", "yes", "hm"),
        ("<think>\u0130stanbul, \u0130zmir</think>Ankara", "Ankara", "\u0130stanbul, \u0130zmir"),
        ("<thinking>a </think> b</thinking>yes", "yes", "a </think> b"),
        ("about <think> tags", "about <think> tags", ""),
        ("<think>and no end", "", "and no end"),
    ],
)
def test_thinking_is_told_apart(text: str, answer: str, thinking: str, size: int) -> None:
    splitter = ThinkingSplitter()
    said = [splitter.feed(text[at : at + size]) for at in range(0, len(text), size)]
    said.append(splitter.finish())
    assert ("".join(a for a, _ in said), "".join(t for _, t in said).strip()) == (answer, thinking)
