"""Stretches in which no call is looked for, or hardly any: reasoning and code blocks, up to the mark that ends them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from keyhole.parsing.openings import Openings
from keyhole.parsing.patterns import lit
from keyhole.parsing.source import Source
from keyhole.parsing.types import Mode

MAX_CLOSING = 40
"""So long at most is what ends a mode."""
_MAY_END = re.compile(
    r"(?:\n(?:[ \t>]{0,12}[`~]{0,16}[ \t]{0,8}\r?|[AF][A-Za-z]{0,7}(?: [A-Za-z0-9]{0,7})?:?)"
    r"|<[^\s<>]{0,38}(?:>\s*(?:[a-z]{0,5}\s*(?:<[^\s<>]{0,10}>?)?)?)?"
    r"|\[[^\s\[\]]{0,38}(?: [A-Z]{0,8}){0,2}\]?"
    r"|H(?:e(?:r(?:e[a-z' ]{0,20}:?)?)?)?|\u25c1/?[a-z]{0,8}\u25b7?"
    r"|a(?=ssistant|(?:s(?:s(?:i(?:s(?:t(?:an?)?)?)?)?)?)?\Z)[a-z ]{0,30}(?:to=?)?)\Z"
)
"""What ends a mode as it begins at the end of the text: a fence, a label on its line, a tag, a mark in brackets."""
_CUT_CLOSING = re.compile(
    rf"(?:(?<![ \t])<|</(?:\w{{1,8}}:)?\w{{0,12}}|<\|close\|>[a-z]{{0,8}}(?:<[|a-z]{{0,5}})?|<[|/][\w|:]{{0,40}}"
    rf"|<{lit('channel|>').part}|<t{lit('ool_call>').part}|\[{lit('/THINK]').part}"
    r"|<(?:\w{1,12}:)?tool_calls?>\s*(?:<[^<>\s]{0,60})?|(?:<\|tool_call\w{0,20}\|>){1,2}(?:[\w.:]{1,80})?(?:<\|?\w{0,30}\|?)?)\Z"
)
"""What reasoning's end, or a call that ends it, begins with where the text breaks off."""


class Stretch(NamedTuple):
    """What is sure of a mode: up to `inside` it goes on, from there to `end` stands its mark (or nothing)."""

    inside: int
    end: int
    over: bool


def read(
    mode: Mode,
    source: Source,
    pos: int,
    looked: int,
    openings: Openings,
    interrupting: Callable[[], int | None],
) -> Stretch:
    """How far the mode that holds at `pos` goes; `looked`: up to there its end is known not to stand.

    `interrupting` says where a call begins that may cut it short.
    """
    text, final = source.text, source.final
    end = _until(mode.until).search(text, max(pos, looked - MAX_CLOSING))
    if end is not None and not final and end.end() == len(text) and mode.kind == "text":
        end = None  # a code block's end must be followed by a line's end
    if end is not None:
        return Stretch(end.start(), end.end(), True)
    interrupt = interrupting() if mode.calls_inside else None
    if interrupt is not None:
        return Stretch(interrupt, interrupt, final)
    hold = len(text)
    if not final:
        near = _MAY_END.search(text, max(pos, len(text) - MAX_CLOSING))
        hold = near.start() if near else hold
        if mode.calls_inside:
            hold = openings.undecided_interrupting(source, pos, hold)
    elif mode.kind == "reasoning" or "<" in mode.until:
        cut = _CUT_CLOSING.search(text, max(pos, len(text) - 4 * MAX_CLOSING))
        hold = cut.start() if cut else hold
    return Stretch(hold, len(text) if final else hold, False)


@cache
def _until(expression: str) -> re.Pattern[str]:
    return re.compile(expression, re.S)
