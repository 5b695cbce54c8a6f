"""Where in a text some syntax may open, and which of them reads what stands there."""

from __future__ import annotations

import re

from keyhole.parsing.families import family_by_mark
from keyhole.parsing.patterns import lit
from keyhole.parsing.registry import Scanner, interrupting, scanner_for
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes.base import Syntax
from keyhole.parsing.types import Found, Pending, Refused

LOOSE_UNTIL = 100_000
"""Up to this character calls are also looked for in forms that no known family uses."""
TAIL = 512
"""So long at most is what opens a call."""
_BARE = ("bare_json", "pythonic", "line_call", "name_over_tags")
_CUT_MARKS = (
    r"<(?:tool|func|seed:|minimax:|mm:)[\w:.|=\uff5c\u2581-]{0,60}",
    r"<\uff5c[\w:.|\uff5c\u2581-]{0,60}",
    *(
        rf"<(?=\w\w){lit(word).part}"
        for word in ("tool_call", "function", "seed:", "minimax:", "mm:", "thinking>", "TOOLCALL>", "response>")
    ),
    r"<(?:function|invoke)\s+(?:n|na|nam|name(?:=(?:\"[^\"<>\n]{0,100}\"?)?)?)?",
    r"<\|[\w:.|\u2581-]{0,40}",
    r"\[T" + lit("OOL_CALLS]").part,
    r"\[T" + lit("HINK]").part,
    r"\]<" + lit("]minimax[>[<").part,
    r"(?<=</mm:think>)\]",
    "</r" + lit("esponse>").part,
)
_CUT_MARK = re.compile(rf"(?:{'|'.join(_CUT_MARKS)})\Z")
_CUT_HEADER = re.compile(r"\s?(?P<to>to=)[\w.\-]{0,60}(?:<\|?\w{0,10})?\Z")
"""Where a text begins: the prompt holds the rest of it."""
_CUT_LINE = re.compile(r"(?:(?:^|>>>)(?P<name>[\w.]{1,60})\n?|>{1,3})\Z", re.M)
"""Functionary names the tool, or everybody, at the beginning of a line."""
_CUT_TAG = re.compile(r"\s*<(?:[A-Za-z/|\uff5c][^<>\n]{0,120})?\Z")
_HALF_BRACKET = re.compile(r"\[\s*\Z")


class Openings:
    """Of the syntaxes for tools of these names."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names
        self._all = scanner_for(names)
        self._interrupting = interrupting(names)

    def next(self, source: Source, at: int) -> int | None:
        """The next place where a syntax opens."""
        text, until = source.text, LOOSE_UNTIL - source.offset
        found = self._all.opening.search(text, at, until) if at < until else None
        if found is None and len(text) > until:
            found = scanner_for(self._names, lean=True).opening.search(text, max(at, until))
        return found.start() if found else None

    def next_interrupting(self, source: Source, at: int) -> int | None:
        """The next place where a syntax opens whose calls may end reasoning, however far into the text."""
        found = self._interrupting.opening.search(source.text, at)
        return found.start() if found else None

    def undecided(self, source: Source, start: int, before: int) -> int:
        """Where between `start` and `before` something begins that may still become an opening, else `before`."""
        near = max(start, len(source.text) - TAIL)
        return _undecided(self._scanner(source, near), source, near, before)

    def undecided_interrupting(self, source: Source, start: int, before: int) -> int:
        """The same for what may end reasoning."""
        return _undecided(self._interrupting, source, max(start, len(source.text) - TAIL), before)

    def read(self, source: Source, at: int, *, bare: bool) -> tuple[Found, str] | Refused | None:
        """What stands at `at` and the name of the syntax that could read it; else the first refusal, if there was one.

        `bare`: whether forms without a mark are tried, too. A mark that only one family writes settles the family.
        """
        refused: Refused | None = None
        for syntax in self._scanner(source, at).syntaxes:
            if syntax.name in _BARE and not bare:
                continue
            if _may_become(syntax, source, at):
                raise Pending
            if not _opens(syntax, source, at):
                continue
            if not source.family.name:
                source.family = family_by_mark(source.text, at, source.family)
            try:
                found = syntax.read(source, at)
            except Refused as error:
                refused = refused or error
                if syntax.name == "wrapped":
                    break
                continue
            if found is not None:
                return found, syntax.name
        return refused

    def interrupts(self, source: Source, at: int) -> int | None:
        """None where a call begins at `at` that cannot be mere talk, even in reasoning; else how many characters were
        read to learn that none does."""
        source.reach = at
        for syntax in self._interrupting.syntaxes:
            if not _opens(syntax, source, at):
                continue
            try:
                found = syntax.read(source, at)
            except Pending:
                return None
            except Refused:
                continue
            if found is not None and found.drafts:
                return None
            source.reach = max(source.reach, at if found is None else found.end)
        return source.reach - at

    def _scanner(self, source: Source, at: int) -> Scanner:
        return self._all if source.offset + at < LOOSE_UNTIL else scanner_for(self._names, lean=True)


def _undecided(scanner: Scanner, source: Source, near: int, before: int) -> int:
    tail = scanner.beginning.search(source.text, near) if near < before else None
    return min(before, tail.start()) if tail else before


def broken_off(source: Source, start: int, *, behind_call: bool = False) -> int | None:
    """Where behind `start` a mark begins that breaks off at the end of the text. `behind_call`: a call ends at `start`,
    and another or the marks that close it may begin there."""
    text = source.text
    if behind_call and _CUT_TAG.match(text, start):
        return start
    header = None if source.offset or start > 1 else _CUT_HEADER.match(text)
    if header is not None:
        return header.start("to")
    line = _CUT_LINE.search(text, max(start, len(text) - 80)) if source.family.name == "functionary" else None
    if line is not None and any(name.startswith(line["name"] or "") for name in ("all", *source.tools.schemas)):
        return line.start()
    cut = _CUT_MARK.search(text, max(start, len(text) - 140))
    if cut is None and ("pythonic" in source.family.native or source.tools):
        cut = _HALF_BRACKET.search(text, max(start, len(text) - 10))
    return cut.start() if cut else None


def _may_become(syntax: Syntax, source: Source, at: int) -> bool:
    """Whether more text could still make an opening of what stands at `at`."""
    return (
        not source.final and len(source.text) - at < TAIL and syntax.opener.beginning.match(source.text, at) is not None
    )


def _opens(syntax: Syntax, source: Source, at: int) -> bool:
    return syntax.opener.regex.match(source.text, at) is not None
