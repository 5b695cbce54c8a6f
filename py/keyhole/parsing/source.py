"""What a syntax reads from: the text so far, whether more may come, the tools, and what is known of the family."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from keyhole.parsing.families import Family
from keyhole.parsing.lenient_json import JsonError, Read, UnfinishedJson, may_be_strict, read_json
from keyhole.parsing.names import Tools
from keyhole.parsing.patterns import Pattern
from keyhole.parsing.space import BLANKS, SPACE, past
from keyhole.parsing.types import Pending, Problem, Refused

_TAG_END = re.compile(">")
_BLANK_BEFORE = 400


@dataclass(slots=True)
class Source:
    """Every method decides from what is there only if no further text could change the decision; otherwise it raises
    `Pending`. That is what makes streaming equal to parsing the whole. `offset` is the text's place in the whole: its
    beginning is let go of once it is settled."""

    text: str
    final: bool
    tools: Tools
    family: Family
    offset: int = 0
    seen: dict[str, tuple[int, re.Match[str] | None]] = field(default_factory=dict)
    """Where each pattern was last looked for and found: nothing is searched for twice over the same stretch."""
    open_marks: tuple[str, ...] = ()
    """Marks that stood before and were not closed yet."""
    reach: int = 0
    """How far any method was asked to look."""
    answering: bool = False
    """Whether reasoning or a call came before: then this is no reasoning that nothing began."""

    def drop(self, count: int) -> None:
        """Let go of so many characters at the beginning; positions are counted from behind them."""
        self.text = self.text[count:]
        self.offset += count
        self.reach -= count

    def match(self, pattern: Pattern, at: int) -> re.Match[str] | None:
        if not self.final and len(self.text) - at < 400 and pattern.beginning.match(self.text, at):
            raise Pending
        return pattern.regex.match(self.text, at)

    def find(self, pattern: re.Pattern[str], at: int) -> re.Match[str] | None:
        """The next match. None only when the text is over."""
        found = self._next(pattern, at)
        if found is None and not self.final:
            raise Pending(pattern, at)
        self.reach = max(self.reach, at if found is None else found.end())
        return found

    def stands_before(self, pattern: re.Pattern[str], at: int, end: int) -> bool:
        """Whether it is found from `at` on and ends before `end`, in text that is there."""
        found = self._next(pattern, at)
        return found is not None and found.end() <= end

    def _next(self, pattern: re.Pattern[str], at: int) -> re.Match[str] | None:
        start, found = self.seen.get(pattern.pattern, (len(self.text) + 1, None))
        if at < start or (found is not None and found.start() < at):
            found = pattern.search(self.text, at)
            self.seen[pattern.pattern] = (at, found)
        return found

    def await_end_of_tag(self, at: int, longest: int) -> None:
        """Nothing is decided while the tag that begins at `at` is still being written."""
        if not self.final and len(self.text) - at < longest and self.text.find(">", at) < 0:
            raise Pending(_TAG_END, at, most=longest)

    def skip_space(self, at: int) -> int:
        end = past(SPACE, self.text, at)
        if end == len(self.text) and not self.final:
            raise Pending
        return end

    def skip_escaped_space(self, at: int) -> int:
        """Past white space, a line break that was escaped once too often included, and a tokenizer's signs for it."""
        at = self.skip_space(at)
        while self.family.byte_level and self.text.startswith(("\u0120", "\u010a"), at):
            at = self.skip_space(at + 1)
        while self.text.startswith("\\n", at) and self.text[at + 2 : at + 3] in ("<", "\\", ""):
            if self.at_end(at + 2):
                return at
            at = self.skip_space(at + 2)
        if not self.final and at == len(self.text) - 1 and self.text[at] == "\\":
            raise Pending
        return at

    def begins(self, at: int) -> bool:
        """Whether the whole text begins at `at`, but for white space."""
        return not self.offset and at < _BLANK_BEFORE and past(SPACE, self.text, 0) >= at

    def is_over(self, at: int) -> bool:
        """Whether nothing but white space stands behind `at`, in text that is there."""
        return past(SPACE, self.text, at) == len(self.text)

    def line_is_over(self, at: int) -> bool:
        """Whether nothing but blanks stands between `at` and the line's end."""
        end = past(BLANKS, self.text, at)
        return self.at_end(end) or self.text[end] == "\n"

    def at_end(self, at: int) -> bool:
        if at >= len(self.text) and not self.final:
            raise Pending
        return at >= len(self.text)

    def json(self, at: int, *, sealed_at: int | None = None) -> Read:
        """One JSON value. Raises `UnfinishedJson` only when the text is over, `JsonError` when it is not JSON."""
        if sealed_at is not None:
            return read_json(self.text[:sealed_at], at, sealed=True)
        if not self.final and may_be_strict(self.text, at):
            raise Pending(value_at=at)
        try:
            read = read_json(self.text, at)
        except UnfinishedJson:
            if self.final:
                raise
            raise Pending(value_at=at) from None
        except JsonError as error:
            self.reach = max(self.reach, error.position)
            raise
        self.reach = max(self.reach, read.end)
        return read

    def refuse(self, message: str, at: int, *, end: int | None = None, hide: tuple[int, int] | None = None) -> Refused:
        self.reach = max(self.reach, at)
        return Refused(self.problem(message, at), end, hide)

    def problem(self, message: str, at: int) -> Problem:
        return Problem(self.offset + at, message)


__all__ = ["JsonError", "Source", "UnfinishedJson"]
