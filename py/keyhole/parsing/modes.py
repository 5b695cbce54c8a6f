"""Stretches in which no call is looked for, or hardly any: reasoning and code blocks, up to the mark that ends them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from keyhole.parsing.patterns import finder
from keyhole.parsing.syntaxes import thinking
from keyhole.parsing.types import Mode

MAX_CLOSING = 40
"""So long at most is what ends a mode."""
_ORPHAN = finder(thinking.CLOSING, {"<": r"(?=[/|c])"})
_ORPHAN_BEGINNING = re.compile(rf"(?!\Z)(?:{thinking.CLOSING.part})\Z")
_MAY_END = re.compile(r"[<\[\n`H\u25c1]|a(?=ssistant|(?:s(?:s(?:i(?:s(?:t(?:an?)?)?)?)?)?)?\Z)")
_CUT_CLOSING = re.compile(r"</\w{1,12}\Z")


class Stretch(NamedTuple):
    """What is sure of a mode: up to `inside` it goes on, from there to `end` stands its mark (or nothing)."""

    inside: int
    end: int
    over: bool


def read(
    mode: Mode,
    text: str,
    pos: int,
    looked: int,
    final: bool,
    interrupting: Callable[[], int | None],
    undecided: Callable[[], int | None],
) -> Stretch:
    """How far the mode that holds at `pos` goes; `looked`: up to there its end is known not to stand.

    `interrupting` says where a call begins that may cut it short, `undecided` where something does that may become one.
    """
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
        begun = undecided() if mode.calls_inside else None
        hold = hold if begun is None else min(hold, begun)
    elif mode.kind == "reasoning":
        cut = _CUT_CLOSING.search(text, max(pos, len(text) - 16))
        hold = cut.start() if cut else hold
    return Stretch(hold, len(text) if final else hold, False)


def orphan_end(text: str, pos: int, before: int) -> tuple[int, int] | None:
    """Where reasoning ends that nothing began: the first such mark, if it stands before `before`."""
    end = _ORPHAN.search(text, pos, before + MAX_CLOSING)
    return None if end is None or end.start() > before else end.span()


def orphan_undecided(text: str, near: int) -> int | None:
    """Where behind `near` the text may end in the middle of such a mark."""
    tail = _ORPHAN_BEGINNING.search(text, max(near, len(text) - MAX_CLOSING))
    return tail.start() if tail else None


@cache
def _until(expression: str) -> re.Pattern[str]:
    return re.compile(expression, re.S)
