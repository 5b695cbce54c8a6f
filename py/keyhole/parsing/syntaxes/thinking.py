"""Reasoning: what stands between `<think>` and `</think>` and the marks that other families use for it."""

from __future__ import annotations

import re

from keyhole.parsing.patterns import Pattern, any_of, chars, lit, opt
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes.base import Syntax
from keyhole.parsing.types import Found, Mode

_WORDS = r"(?:think|thinking|thought|reasoning)"
_TAG = Pattern(rf"<(?:[a-z]{{1,8}}[:|])?{_WORDS}>", r"<[a-z]{0,10}[:|]?[a-z]{0,9}")
_PAIRS = {
    "[THINK]": "[/THINK]",
    "<|START_THINKING|>": "<|END_THINKING|>",
    "<|plamo:begin_think:plamo|>": "<|plamo:end_think:plamo|>",
    "<|begin_of_thought|>": "<|end_of_thought|>",
    "<|open|>think<|sep|>": "<|close|>think<|sep|>",
    "<|content_thinking|>": "<|end_message|>",
    "<|channel|>analysis<|message|>": "<|end|>",
}
_GEMMA = lit("<|channel>") + opt(lit("thought")) + chars(r"\n", 0, 1)
OPENING = any_of(_TAG, "[THINK]", "<|START_THINKING|>", "<|plamo:begin_think:plamo|>", "<|begin_of_thought|>", _GEMMA)
_CLOSING_TAG = Pattern(rf"</(?:[a-z]{{1,8}}[:|])?{_WORDS}>", r"<(?:/[a-z]{0,10}[:|]?[a-z]{0,9})?")
CLOSING = any_of(
    _CLOSING_TAG, "[/THINK]", "<|END_THINKING|>", "<|plamo:end_think:plamo|>", "<|end_of_thought|>", "<channel|>"
)
_LAST_OPEN = re.compile(
    rf"(?P<tag><(?:[a-z]{{1,8}}[:|])?{_WORDS}>)|"
    + "|".join(re.escape(mark) for mark in _PAIRS)
    + r"|<\|channel>(?:thought\n?)?"
)


def mode_for(mark: str) -> Mode:
    """How reasoning that `mark` opened goes on."""
    if mark.startswith("<|channel>"):
        return Mode("reasoning", re.escape("<channel|>"), calls_inside=True)
    if mark == "<|channel|>analysis<|message|>":
        return Mode("reasoning", r"<\|end\|>|(?=<\|start\|>)")
    if mark == "<|open|>think<|sep|>":
        return Mode("reasoning", r"<\|close\|>\s*think\s*<\|sep\|>|(?=<\|open\|>)")
    if mark in _PAIRS:
        return Mode("reasoning", re.escape(_PAIRS[mark]), calls_inside=True)
    return Mode("reasoning", re.escape("</" + mark[1:]), calls_inside=True)


def mode_after(prompt: str) -> Mode | None:
    """The mode a text starts in behind this prompt: inside reasoning if the prompt opened it and did not close it."""
    last = max(_LAST_OPEN.finditer(prompt[-2000:]), key=lambda mark: mark.start(), default=None)
    if last is None or CLOSING.regex.search(prompt[-2000:], last.end()):
        return None
    return mode_for(last[0])


def read(source: Source, start: int) -> Found | None:
    opening = source.match(OPENING, start)
    return (
        Found(opening.end(), mode=mode_for(opening[0].strip("\n") if "channel" in opening[0] else opening[0]))
        if opening
        else None
    )


SYNTAX = Syntax("thinking", OPENING, read, interrupts=False)
