"""What is only spoken of: how text shows that something in it is not meant as what it looks like."""

from __future__ import annotations

import re

from keyhole.parsing.source import Source
from keyhole.parsing.space import BLANKS, past
from keyhole.parsing.types import Pending

_RUN = re.compile(r"`+")
_LINE_MARK = re.compile(r"[ \t]{0,3}(>|\|(?=[ \t]))")
_WORD_BEFORE = re.compile(r"[\w,][ \t]+\Z")
_QUOTES = {'"': '"', "'": "'", "\u201c": "\u201d", "\u2018": "\u2019", "\u00ab": "\u00bb"}
LINE = 200
"""How much of a line is looked at, before and behind."""


def line_before(text: str, at: int) -> str:
    """The line as far as it stands before `at`."""
    return text[max(0, at - LINE) : at].rsplit("\n", 1)[-1]


def open_code(line: str) -> str:
    """The backticks that open inline code in this line and are not closed by as many of them; "" if there are none."""
    opened = ""
    for run in _RUN.finditer(line):
        if not opened:
            opened = run[0]
        elif run[0] == opened:
            opened = ""
    return opened


def setting(source: Source, since: int, at: int) -> str | None:
    """What a thing at `at` stands in that shows rather than does, as far as the text behind `since` tells."""
    begin = max(since, at - LINE)
    before = source.text[begin:at]
    line = before.rsplit("\n", 1)[-1]
    if open_code(line):
        return "inline code"
    if before.rfind("<!--") > before.rfind("-->"):
        return "a comment"
    mark = _LINE_MARK.match(line) if "\n" in before or begin == 0 else None
    return None if mark is None else "a quotation" if mark[1] == ">" else "a table"


def in_code(source: Source, start: int, end: int) -> bool:
    """Whether inline code begins before `start` in its line and ends behind `end`."""
    opened = open_code(line_before(source.text, start))
    if not opened:
        return False
    line, line_end, _ = source.text[end : end + LINE].partition("\n")
    over = bool(line_end) or len(line) == LINE or source.final
    if opened in _RUN.findall(line if over else line.rstrip("`")):
        return True
    if not over:
        raise Pending
    return False


def is_quoted(source: Source, start: int, end: int) -> bool:
    """Whether quotation marks touch it on both sides."""
    close = _QUOTES.get(source.text[start - 1 : start])
    return close is not None and not source.at_end(end) and source.text[end] == close


def within_sentence(source: Source, start: int, end: int) -> bool:
    """Whether a sentence goes on before and behind it, as around a word."""
    return _WORD_BEFORE.search(line_before(source.text, start)) is not None and goes_on(source, end)


def goes_on(source: Source, at: int) -> bool:
    """Whether a sentence goes on there, or ends."""
    gap = past(BLANKS, source.text, at)
    if source.at_end(gap):
        return True
    return source.text[gap].islower() if gap > at else source.text[gap] in ".,;:!?)"
