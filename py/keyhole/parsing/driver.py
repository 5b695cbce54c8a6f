"""The incremental parser: text goes in as it comes; visible text, reasoning and calls come out once they are sure.

Parsing a whole text is feeding it in one piece, so the two cannot differ. Plain text is passed on at once; what may
still become a call is held until that is decided.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from keyhole.parsing import modes
from keyhole.parsing.families import Family, family_of
from keyhole.parsing.judge import CONTEXT, judge
from keyhole.parsing.names import Tools
from keyhole.parsing.openings import Openings, broken_off
from keyhole.parsing.pieces import Delta, GrowingParse
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes import any_mark, marks, thinking
from keyhole.parsing.types import (
    MAX_CALLS,
    Candidate,
    Draft,
    Found,
    Mode,
    Parse,
    Pending,
    PieceKind,
    Refused,
    Thresholds,
)
from keyhole.parsing.waiting import Wait

MAX_FAILURES = 1000
"""After so many openings that led nowhere the rest of the text is taken as plain."""
MAX_WASTE = 200_000
"""... and after so many characters were read for nothing."""
_KEEP = 2 * CONTEXT
_CUT_CLOSING = re.compile(r"</[\w:|]{2,40}\Z")
_BARE_AGAIN = re.compile(r"</|\n\n")


class Driver:
    """Feed it chunks, then `finish`. `tools` are `Tool`s or declarations; none given means that any name will do."""

    def __init__(
        self,
        tools: Iterable[Any] | Tools = (),
        *,
        family: str | Family | None = None,
        prompt_suffix: str | None = None,
        thresholds: Thresholds | None = None,
    ) -> None:
        known = tools if isinstance(tools, Tools) else Tools(tools)
        self._source = Source("", False, known, family if isinstance(family, Family) else family_of(family))
        self._openings = Openings(tuple(known.schemas))
        self._thresholds = thresholds or Thresholds()
        # positions in the source's text
        self._pos = 0  # what is before is settled
        self._looked = 0  # how far the end of the mode has been looked for
        self._no_bare_from: int | None = None  # behind it no bare form is tried before a new paragraph or a closing tag
        self._mode = thinking.mode_after(prompt_suffix or "")
        self._began: tuple[int, str] | None = None  # where in the whole text, and with which mark
        self._source.answering = self._mode is not None and self._mode.kind == "reasoning"
        self._after_call = False
        self._wait: Wait | None = None
        self._came = 0  # so many characters were fed
        self._read_again = 0  # so many that were held back have been read once more
        self._failures = 0
        self._waste = 0
        self._parse = GrowingParse()

    @property
    def calls(self) -> tuple[Candidate, ...]:
        return tuple(self._parse.calls)

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        return tuple(self._parse.candidates)

    @property
    def holding(self) -> str:
        """The text that is held back because it may still become a call."""
        return self._source.text[self._pos :]

    def feed(self, chunk: str) -> list[Delta]:
        """Take more text; returns what became sure."""
        if not chunk or self._source.final:
            return []
        self._source.text += chunk
        self._came += len(chunk)
        if self._wait is not None:
            if self._read_again >= self._wait.worth(self._source.text) * self._came:
                return []
            self._read_again += len(self.holding)
        self._run()
        return self._take()

    def finish(self, last: str = "") -> list[Delta]:
        """The text is over, but for its `last` chunk; returns the rest."""
        if not self._source.final:
            self._source.final = True
            self._source.text += last
            self._run()
            if self._mode is not None and self._mode.calls_inside and self._began and self._text_kind() == "text":
                self._parse.give_back(*self._began)
        return self._take()

    def result(self) -> Parse:
        """All of it so far (call after `finish`)."""
        return self._parse.so_far()

    def _take(self) -> list[Delta]:
        cut = self._pos - _KEEP
        if cut > 4096:
            self._source.drop(cut)
            self._pos -= cut
            self._looked -= cut
            if self._no_bare_from is not None:
                self._no_bare_from -= cut
            self._wait = None
        return self._parse.take()

    def _run(self) -> None:
        self._wait = None
        self._source.seen.clear()
        try:
            while self._pos < len(self._source.text) and self._step():
                pass
        except Pending as pending:
            self._wait = Wait(pending, len(self._source.text))

    def _step(self) -> bool:
        """Settle some more text. False: nothing more to be done before more text comes."""
        if self._mode is not None:
            return self._in_mode(self._mode)
        if self._after_call and self._drop_closing():
            return True
        return self._in_text()

    # Text

    def _in_text(self) -> bool:
        source, length = self._source, len(self._source.text)
        enough = len(self._parse.candidates) >= MAX_CALLS
        exhausted = enough or self._failures > MAX_FAILURES or self._waste > MAX_WASTE
        opening = None if exhausted else self._openings.next(source, self._pos)
        at = length if opening is None else opening
        if not source.final and not exhausted:
            hold = self._openings.undecided(source, self._pos, at)
            if hold < at:
                self._show(hold)
                return False
        if opening is None:
            if source.final:
                self._drop_broken_mark()
            self._show(length)
            return False
        self._show(at)
        source.reach = at
        read = self._openings.read(source, at, bare=self._bare_allowed(at))
        if isinstance(read, tuple):
            self._apply(*read, at)
        else:
            self._failures += 1
            self._waste += source.reach - at
            self._refuse(at, read)
        return True

    def _drop_broken_mark(self) -> None:
        """A mark that breaks off at the end is no text."""
        cut = broken_off(self._source, self._pos, behind_call=bool(self._parse.calls) and self._parse.end_in_call)
        if cut is not None:
            self._show(cut)
            self._parse.errors.append(self._source.problem("the text ends inside a mark", cut))
            self._hide(len(self._source.text))

    def _bare_allowed(self, at: int) -> bool:
        if self._no_bare_from is None:
            return True
        if _BARE_AGAIN.search(self._source.text, self._no_bare_from, at):
            self._no_bare_from = None
            return True
        self._no_bare_from = max(self._no_bare_from, at - 1)
        return False

    def _refuse(self, at: int, refused: Refused | None) -> None:
        if refused is None:
            self._show(at + 1)
            return
        self._parse.errors.append(refused.problem)
        if refused.hide is not None:
            start, end = refused.hide
            self._show(start)
            self._hide(end)
            self._no_bare_from = end
            return
        if self._source.text[at] != "{":
            self._no_bare_from = at
        self._show(refused.end if refused.end is not None and refused.end > at else at + 1)

    def _apply(self, found: Found, syntax: str, at: int) -> None:
        if found.problem is not None:
            self._parse.errors.append(found.problem)
            self._waste += max(0, found.problem.position - self._source.offset - found.end)
        if found.drafts:
            self._judge(found, syntax, at)
            return
        self._failures += 1
        self._opened(found.open_marks)
        if found.mode is not None:
            self._mode = found.mode
            self._source.answering |= found.mode.kind == "reasoning"
            self._began = (self._source.offset + at, self._source.text[at : found.end])
        if found.thought:
            self._source.answering = True
            if found.mode is not None:
                self._show(found.end)
            self._parse.retract("reasoning")
            self._hide(found.end)
        elif found.shown:
            self._piece("text", found.end, found.shown)
        else:
            self._hide(found.end)
        self._looked = self._pos

    def _judge(self, found: Found, syntax: str, at: int) -> None:
        source, calls, behind = self._source, self._parse.calls, self._parse.end_in_call
        drafts = found.drafts[: MAX_CALLS - len(self._parse.candidates)]
        verdict = judge(drafts, syntax, source, at, self._thresholds, calls, behind_call=behind)
        self._parse.candidates += verdict.candidates
        self._parse.errors += [source.problem(f"no tool named {name[:80]!r}", at) for name in verdict.missing]
        if verdict.outcome == "sure":
            self._call(found, verdict.candidates)
        elif verdict.outcome == "doubtful":
            self._parse.part()
            self._show(found.end)
            self._parse.part()
        elif verdict.outcome == "nothing":
            self._hide(found.end)
        elif verdict.outcome == "again":
            self._failures += 1
            self._hide(found.end)
            self._after_call = True
        else:
            self._failures += 1
            if source.family.unknown_tool == "hide" and _no_such(found.drafts[0], source.tools):
                self._hide(found.end)
                self._after_call = True
            else:
                self._show(found.end)

    def _call(self, found: Found, calls: tuple[Candidate, ...]) -> None:
        if found.take_back is not None:
            self._parse.take_back(found.take_back)
        if self._source.family.drops_text_with == calls[0].syntax:
            self._parse.retract("aside")
        if self._parse.calls:
            self._parse.close_gap()
        self._piece("call", found.end, "")
        self._parse.called(calls)
        self._opened(found.open_marks)
        self._source.answering = True
        self._after_call = True

    def _opened(self, left: tuple[str, ...]) -> None:
        self._source.open_marks = (*self._source.open_marks, *left)[-8:]

    # Around calls

    def _drop_closing(self) -> bool:
        """Behind a call: the marks that close the sections around it."""
        source = self._source
        at = source.skip_space(self._pos)
        if at < len(source.text) and source.text[at] in "<[TE":
            after = marks.closing(source, at)
            if after is None and source.open_marks:
                after = any_mark.closing_of(source, at, source.open_marks)
            if after is None and source.final and _CUT_CLOSING.match(source.text, at):
                after = len(source.text)
            if after is not None:
                self._hide(after)
                return True
        self._after_call = False
        return False

    # Reasoning and code blocks

    def _in_mode(self, mode: Mode) -> bool:
        source = self._source
        inside, end, over = modes.read(mode, source, self._pos, self._looked, self._openings, self._interrupting)
        self._emit(mode.kind, inside)
        if over and mode.kind == "text":
            self._show(end)
        else:
            self._hide(end)
        if over:
            self._mode = None
        else:
            self._looked = len(source.text)
            if end < len(source.text):
                raise Pending
        return over

    def _interrupting(self) -> int | None:
        """Where in open reasoning a call begins that cannot be mere talk, if nothing closes the reasoning later."""
        at = self._pos
        while True:
            opening = self._openings.next_interrupting(self._source, at)
            if opening is None:
                return None
            for_nothing = self._openings.interrupts(self._source, opening)
            if for_nothing is None:
                return opening
            self._failures += 1
            self._waste += for_nothing
            if self._failures > MAX_FAILURES or self._waste > MAX_WASTE:
                return None
            at = opening + 1

    # Pieces

    def _show(self, end: int) -> None:
        self._emit("text", end)

    def _hide(self, end: int) -> None:
        self._piece("markup", end, "")

    def _emit(self, kind: PieceKind, end: int) -> None:
        if end <= self._pos:
            return
        text = self._source.text[self._pos : end]
        if kind == "text":
            kind = self._text_kind()
            if kind == "text" and self._source.family.byte_level:
                text = text.replace("\u0120", " ").replace("\u010a", "\n")
        self._piece(kind, end, text)

    def _text_kind(self) -> PieceKind:
        """What text is by now: some families' servers do not show what stands beside calls."""
        calls, family = self._parse.calls, self._source.family
        drops = calls and (family.after_calls == "drop" or family.drops_text_with == calls[0].syntax)
        return "aside" if drops else "text"

    def _piece(self, kind: PieceKind, end: int, text: str) -> None:
        if end <= self._pos:
            return
        offset = self._source.offset
        self._parse.add(kind, offset + self._pos, offset + end, text)
        self._pos = end
        if kind in ("text", "reasoning") and self._after_call and text.strip():
            self._after_call = False


def _no_such(draft: Draft, tools: Tools) -> bool:
    """Whether this is a call beyond doubt, of a tool that is not there."""
    return draft.exact and tools.resolve(draft.name) not in tools
