"""Reasoning: what stands between `<think>` and `</think>` and the marks that other families use for it. A mark that is
only spoken of is text; an end that nothing began ends reasoning that the prompt began.
"""

from __future__ import annotations

import re

from keyhole.parsing.mentions import goes_on, in_code, is_quoted, line_before, within_sentence
from keyhole.parsing.patterns import Pattern, any_of, chars, lit, opt
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes import tag_words
from keyhole.parsing.syntaxes.base import Syntax
from keyhole.parsing.types import Found, Mode

_WORDS = f"(?:{'|'.join(tag_words.THOUGHTS)})"
_MARK = r"(?::\w{1,16})?"
"""Hunyuan 4 tells its checkpoints apart by one behind each tag's name."""
_PACE = r"(?:_[a-z]{1,10})?"
"""K2 Horizon says how hard it thinks: `<ifm|think_fast>`."""
_SO_FAR = r"[a-z]{0,12}[:|_]?[a-z]{0,9}(?:_[a-z]{0,10}|:\w{0,16})?"
_TAG = Pattern(
    rf"<(?:[a-z]{{1,12}}+[:|_])?{_WORDS}{_PACE}{_MARK}>",
    rf"<{_SO_FAR}",
    sight=tag_words.SIGHT,
)
_TOKEN = Pattern(
    rf"<\|(?!end|close|stop|content)\w{{0,20}}?{_WORDS}(?:_start|_begin)?\|>",
    r"<(?:\|\w{0,40}\|?)?",
    sight=tag_words.SIGHT,
)
_TOKEN_END = (
    rf"<\|(?:/\w{{0,20}}?{_WORDS}|(?:end|close|stop)_\w{{0,20}}?{_WORDS}|\w{{0,20}}?{_WORDS}_(?:end|close|stop))\|>"
)
_PAIRS = {
    "[THINK]": "[/THINK]",
    "[REASONING]": "[/REASONING]",
    "\u25c1think\u25b7": "\u25c1/think\u25b7",
    "<|START_THINKING|>": "<|END_THINKING|>",
    "<|inner_prefix|>": "<|inner_suffix|>",
    "[unused16]": "[unused17]",
    "<|plamo:begin_think:plamo|>": "<|plamo:end_think:plamo|>",
}
_MODES = {
    "<|open|>think<|sep|>": Mode("reasoning", r"<\|close\|>\s*think\s*<\|sep\|>|(?=<\|open\|>)"),
    "<|content_thinking|>": Mode("reasoning", r"<\|end_message\|>|(?=<\|content_invoke_tool)"),
    "<|channel|>analysis<|message|>": Mode("reasoning", r"<\|end\|>|(?=<\|start\|>)"),
    "<|im_start|>assistant/think": Mode("reasoning", r"<\|im_end\|>"),
}
_GEMMA = lit("<|channel>") + opt(lit("<|channel>")) + opt(lit("thought")) + chars(r"\n", 0, 1)
_TOLD = any_of("Here is my thought process:", "Here's my thought process:", "Here are my reasoning steps:")
_TOLD_END = r"Here(?: is|'s) my response:|\[BEGIN FINAL RESPONSE\]"
OPENING = any_of(_TAG, _TOKEN, *_PAIRS, _GEMMA, _TOLD, "<|im_start|>assistant/think")
_CLOSING_TAG = Pattern(
    rf"</(?:[a-z]{{1,12}}+[:|_])?{_WORDS}{_PACE}{_MARK}>", rf"<(?:/{_SO_FAR})?", sight=tag_words.SIGHT
)
_CLOSING_TOKEN = Pattern(_TOKEN_END, r"<(?:\|/?\w{0,40}\|?)?", sight=tag_words.SIGHT)
CLOSING = any_of(_CLOSING_TAG, _CLOSING_TOKEN, *_PAIRS.values(), "<channel|>", "[BEGIN FINAL RESPONSE]")
_TOLD_BY_PROMPT = rf"(?:\A|(?<=>)|(?<=>\n)){_TOLD.full}"
_LAST_OPEN = re.compile(
    "|".join(
        [
            *(_TAG.full, _TOKEN.full, r"<\|channel>(?:thought\n?)?", _TOLD_BY_PROMPT),
            *(re.escape(mark) for mark in (*_PAIRS, *_MODES)),
        ]
    )
)


def mode_for(mark: str) -> Mode:
    """How reasoning that `mark` opened goes on."""
    if mark in _MODES:
        return _MODES[mark]
    if mark.startswith("Here"):
        return Mode("reasoning", _TOLD_END)
    if mark.startswith("<|channel>"):
        until = re.escape("<channel|>")
    elif mark in _PAIRS:
        until = re.escape(_PAIRS[mark])
    elif mark.startswith("<|"):
        until = _TOKEN_END + r"|<\|end\|>"
    else:
        until = re.escape("</" + mark[1:])
    return Mode("reasoning", until, calls_inside=True)


def mode_after(prompt: str) -> Mode | None:
    """The mode a text starts in behind this prompt: inside reasoning if the prompt opened it and did not close it."""
    last = max(_LAST_OPEN.finditer(prompt[-2000:]), key=lambda mark: mark.start(), default=None)
    if last is None:
        return None
    mode, behind = mode_for(last[0]), prompt[-2000:][last.end() :]
    return None if CLOSING.regex.search(behind) or re.search(mode.until, behind) else mode


def read(source: Source, start: int) -> Found | None:
    closing = source.match(CLOSING, start)
    if closing is not None:
        if source.answering and not _is_mention(source, closing) and not _paired(source, start, closing.end()):
            return Found(closing.end())  # what is over is ended once more
        if source.answering or not source.family.orphan_think_end:
            return None
        if _paired(source, start, closing.end()) or _is_mention(source, closing):
            return None
        return Found(closing.end(), thought=True)
    opening = source.match(OPENING, start)
    if opening is None or (opening[0].startswith("Here") and not source.begins(start)):
        return None
    rest = source.text[opening.end() : opening.end() + len("thought")]
    cut = opening.end() + len(rest) == len(source.text) and "thought".startswith(rest)
    if source.final and opening[0] == "<|channel>" and cut:
        return Found(len(source.text))
    return None if _is_mention(source, opening) else Found(opening.end(), mode=mode_for(opening[0].strip("\n")))


def _paired(source: Source, start: int, end: int) -> bool:
    """Whether its opening mark is spoken of in the same line, which goes on behind it."""
    return OPENING.regex.search(line_before(source.text, start)) is not None and goes_on(source, end)


def _is_mention(source: Source, mark: re.Match[str]) -> bool:
    """Whether the mark is only spoken of."""
    return any(form(source, *mark.span()) for form in (in_code, is_quoted, within_sentence))


SYNTAX = Syntax("thinking", any_of(OPENING, CLOSING), read, interrupts=False)
