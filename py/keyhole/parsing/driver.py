"""The incremental parser: text goes in as it comes; visible text, reasoning and calls come out once they are sure.

Parsing a whole text is feeding it in one piece, so the two cannot differ. Plain text is passed on at once; what may
still become a call is held until that is decided.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from keyhole.parsing import modes
from keyhole.parsing.families import ANY, Family, family_by_mark, family_of
from keyhole.parsing.judge import CONTEXT, judge
from keyhole.parsing.names import Tools
from keyhole.parsing.openings import TAIL, Openings, may_become, opens
from keyhole.parsing.pieces import Delta, Pieces
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes import any_mark, marks, thinking
from keyhole.parsing.types import (
    MAX_CALLS,
    Candidate,
    Found,
    Mode,
    Parse,
    Pending,
    PieceKind,
    Problem,
    Refused,
    Thresholds,
)

MAX_FAILURES = 1000
"""After so many openings that led nowhere the rest of the text is taken as plain."""
MAX_WASTE = 100_000
"""... and after so many characters were read for nothing."""
_NO_CALL = ("directly_answer", "directly-answer")
"""What Command "calls" when it calls nothing."""
_KEEP = 2 * CONTEXT
_BARE = ("bare_json", "pythonic", "line_call")
_BARE_AGAIN = re.compile(r"</|\n\n")
_CUT_MARK = re.compile(
    r"(?:<(?:tool|func|seed:|minimax:)[\w:.|\u2581-]{0,40}|<[|\uff5c][\w:.|\u2581-]{0,40}|\]<(?:\](?:m(?:i(?:n(?:i(?:m(?:a(?:x(?:\[(?:>(?:\[)?)?)?)?)?)?)?)?)?)?)?)\Z"
)
_HALF_BRACKET = re.compile(r"\[\s*\Z")


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
        self._tools = tools if isinstance(tools, Tools) else Tools(tools)
        self._family = family if isinstance(family, Family) else family_of(family)
        self._thresholds = thresholds or Thresholds()
        self._openings = Openings(tuple(self._tools.schemas))
        self._mode: Mode | None = thinking.mode_after(prompt_suffix or "")
        self._text = ""
        self._base = 0  # where self._text begins in the whole
        self._pos = 0  # what is before is settled
        self._looked = 0  # how far the end of the mode has been looked for
        self._pieces = Pieces()
        self._candidates: list[Candidate] = []
        self._calls: list[Candidate] = []
        self._errors: list[Problem] = []
        self._failures = 0
        self._waste = 0
        self._seen: dict[str, Any] = {}
        self._reasoned = self._mode is not None and self._mode.kind == "reasoning"
        self._after_call = False
        self._open_marks: tuple[str, ...] = ()
        self._no_bare_from: int | None = None
        self._finished = False
        self._waits_for: Pending | None = None
        self._tried = 0

    @property
    def calls(self) -> tuple[Candidate, ...]:
        return tuple(self._calls)

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        return tuple(self._candidates)

    @property
    def holding(self) -> str:
        """The text that is held back because it may still become a call."""
        return self._text[self._pos :]

    def feed(self, chunk: str) -> list[Delta]:
        """Take more text; returns what became sure."""
        if not chunk or self._finished:
            return []
        self._text += chunk
        if self._still_waits():
            return []
        self._run(final=False)
        return self._take()

    def finish(self, last: str = "") -> list[Delta]:
        """The text is over, but for its `last` chunk; returns the rest."""
        if not self._finished:
            self._finished = True
            self._text += last
            self._run(final=True)
        return self._take()

    def result(self) -> Parse:
        """All of it so far (call after `finish`)."""
        pieces = self._pieces.all()
        return Parse(
            content="".join(piece.text for piece in pieces if piece.kind == "text"),
            reasoning="".join(piece.text for piece in pieces if piece.kind == "reasoning"),
            calls=tuple(self._calls),
            errors=tuple(self._errors),
            candidates=tuple(self._candidates),
            pieces=pieces,
        )

    def _take(self) -> list[Delta]:
        if self._pos > _KEEP + 4096:
            cut = self._pos - _KEEP
            self._text = self._text[cut:]
            self._base += cut
            self._pos -= cut
            self._looked = max(0, self._looked - cut)
            if self._no_bare_from is not None:
                self._no_bare_from = max(0, self._no_bare_from - cut)
        return self._pieces.take()

    def _still_waits(self) -> bool:
        """Whether what is held back cannot be decided by the new text either: then it need not be read again."""
        pending = self._waits_for
        if pending is None or pending.needs is None:
            return False
        if pending.needs.search(self._text, max(pending.at, self._tried - modes.MAX_CLOSING)):
            return False
        if not pending.patient and len(self._text) > self._tried * 1.25 + 64:
            return False
        if pending.patient:
            self._tried = len(self._text)
        return True

    def _run(self, *, final: bool) -> None:
        self._waits_for = None
        self._seen = {}
        self._tried = len(self._text)
        try:
            while self._pos < len(self._text) and self._step(final):
                pass
        except Pending as pending:
            self._waits_for = pending

    def _step(self, final: bool) -> bool:
        """Settle some more text. False: nothing more to be done before more text comes."""
        if self._mode is not None:
            return self._in_mode(self._mode, final)
        if self._after_call and self._drop_closing(final):
            return True
        return self._in_text(final)

    # Text

    def _in_text(self, final: bool) -> bool:
        text = self._text
        exhausted = self._failures > MAX_FAILURES or self._waste > MAX_WASTE or len(self._calls) >= MAX_CALLS
        opening = None if exhausted else self._openings.next(text, self._pos, self._base)
        at = len(text) if opening is None else opening
        if not exhausted and self._orphan_end(at):
            return True
        if not final and not exhausted:
            hold = self._undecided_from(at)
            if hold < at:
                self._show(hold)
                return False
        if opening is None:
            if final:
                self._end(len(text))
            else:
                self._show(len(text))
            return False
        self._show(at)
        found, name, refused = self._read(at, final)
        if found is None:
            self._failures += 1
            self._refuse(at, refused)
            return True
        self._apply(found, name, at)
        return True

    def _undecided_from(self, at: int) -> int:
        """Where before `at` something begins that may still become a mark, else `at`."""
        near = max(self._pos, len(self._text) - TAIL)
        if near >= at:
            return at
        tail_at = self._openings.undecided(self._text, near, self._base)
        hold = at if tail_at is None else min(at, tail_at)
        if self._looks_for_orphan:
            tail_at = modes.orphan_undecided(self._text, near)
            hold = hold if tail_at is None else min(hold, tail_at)
        return hold

    def _read(self, at: int, final: bool) -> tuple[Found | None, str, Refused | None]:
        source = self._source(final)
        refused: Refused | None = None
        for syntax in self._openings.syntaxes(self._base + at):
            if syntax.name in _BARE and not self._bare_allowed(at):
                continue
            if may_become(syntax, source, at):
                raise Pending
            if not opens(syntax, source, at):
                continue
            if self._family is ANY and (family := family_by_mark(self._text, at)) is not ANY:
                self._family = source.family = family
            try:
                found = syntax.read(source, at)
            except Refused as error:
                refused = refused or error
                if syntax.name == "wrapped":
                    break
                continue
            if found is not None:
                return found, syntax.name, None
        return None, "", refused

    def _source(self, final: bool) -> Source:
        answering = self._reasoned or bool(self._calls)
        return Source(self._text, final, self._tools, self._family, self._base, self._seen, self._open_marks, answering)

    def _bare_allowed(self, at: int) -> bool:
        if self._no_bare_from is None:
            return True
        if _BARE_AGAIN.search(self._text, self._no_bare_from, at):
            self._no_bare_from = None
            return True
        self._no_bare_from = max(self._no_bare_from, at - 1)
        return False

    def _refuse(self, at: int, refused: Refused | None) -> None:
        if refused is None:
            self._show(at + 1)
            return
        self._errors.append(refused.problem)
        self._waste += max(0, refused.problem.position - self._base - at)
        if refused.hide is not None:
            start, end = refused.hide
            self._show(start)
            self._piece("markup", end, "")
            self._no_bare_from = end
            return
        if self._text[at] != "{":
            self._no_bare_from = at
        self._show(refused.end if refused.end is not None and refused.end > at else at + 1)

    def _apply(self, found: Found, syntax: str, at: int) -> None:
        if found.problem is not None:
            self._errors.append(found.problem)
        if found.drafts:
            self._judge(found, syntax, at)
            return
        self._open_marks = (*self._open_marks, *found.open_marks)[-8:]
        if found.mode is not None:
            self._mode = found.mode
            self._failures += 1
            self._reasoned = self._reasoned or found.mode.kind == "reasoning"
        if found.thought:
            self._show(found.end)
            self._pieces.retract("reasoning")
        elif found.shown:
            self._piece("text", found.end, found.shown)
        elif found.end > self._pos:
            self._piece("markup", found.end, "")
        self._looked = self._pos

    def _judge(self, found: Found, syntax: str, at: int) -> None:
        before = self._text[max(0, at - CONTEXT) : at]
        drafts = found.drafts[: MAX_CALLS - len(self._calls)]
        if all(draft.name in _NO_CALL and draft.name not in self._tools for draft in drafts):
            self._piece("markup", found.end, "")
            return
        candidates: list[Candidate] = []
        for draft in drafts:
            judged = judge(
                draft, draft.syntax or syntax, before, self._tools, self._family, self._thresholds, self._base
            )
            if judged is None:
                candidates = []
                break
            candidates.append(judged)
        if not candidates:
            self._failures += 1
            self._errors.append(Problem(self._base + at, f"no tool named {drafts[0].name[:80]!r}"))
            if self._family.unknown_tool == "hide":
                self._piece("markup", found.end, "")
            else:
                self._show(found.end)
            return
        if self._again(candidates, bare=not (drafts[0].exact or drafts[0].marked), at=at):
            self._failures += 1
            self._piece("markup", found.end, "")
            self._after_call = True
            return
        self._candidates += candidates
        if any(candidate.action != "act" for candidate in candidates if candidate.complete):
            self._show(found.end)
            return
        if found.take_back is not None:
            self._pieces.take_back(found.take_back)
        if self._family.drops_text_with == candidates[0].syntax:
            self._pieces.retract("aside")
        if self._calls:
            self._pieces.close_gap()
        self._calls += candidates
        self._open_marks = (*self._open_marks, *found.open_marks)[-8:]
        self._piece("call", found.end, "")
        self._pieces.called(candidates)
        self._after_call = True

    # Around calls

    def _drop_closing(self, final: bool) -> bool:
        """Behind a call: the marks that close the sections around it."""
        source = self._source(final)
        at = source.skip_space(self._pos)
        if at < len(self._text) and self._text[at] in "<[TE":
            after = marks.closing(source, at)
            if after is None and self._open_marks:
                after = any_mark.closing_of(source, at, self._open_marks)
            if after is not None:
                self._piece("markup", after, "")
                return True
        self._after_call = False
        return False

    def _again(self, candidates: list[Candidate], *, bare: bool, at: int) -> bool:
        """Whether these are the calls before them over again, meant once: begun twice where the end mark was missing,
        or echoed without a mark right behind the mark that ended them."""
        last = self._calls[-len(candidates) :]
        if [(call.name, call.arguments) for call in last] != [(call.name, call.arguments) for call in candidates]:
            return False
        echoed = bare and self._text[at - 1 : at] == ">" and self._pieces.end_in_call
        return echoed or (len(last) == 1 and "missing_end_mark" in last[0].repairs)

    @property
    def _looks_for_orphan(self) -> bool:
        return not self._reasoned and not self._calls and self._family.orphan_think_end

    def _orphan_end(self, before: int) -> bool:
        """`</think>` without a beginning: what came before it was reasoning."""
        if not self._looks_for_orphan:
            return False
        end = modes.orphan_end(self._text, self._pos, before)
        if end is None:
            return False
        self._show(end[0])
        self._pieces.retract("reasoning")
        self._piece("markup", end[1], "")
        self._reasoned = True
        return True

    # Reasoning and code blocks

    def _in_mode(self, mode: Mode, final: bool) -> bool:
        text, pos = self._text, self._pos
        inside, end, over = modes.read(
            mode,
            text,
            pos,
            self._looked,
            final,
            lambda: self._interrupting(final),
            lambda: self._openings.undecided_of_any(text, max(pos, len(text) - TAIL)),
        )
        self._emit(mode.kind, inside)
        if over and mode.kind == "text":
            self._emit("text", end)
        else:
            self._piece("markup", end, "")
        if over:
            self._mode = None
        else:
            self._looked = len(text)
        return over

    def _interrupting(self, final: bool) -> int | None:
        """Where in open reasoning a call begins that cannot be mere talk, if nothing closes the reasoning later."""
        at = self._pos
        while True:
            opening = self._openings.next_of_any(self._text, at)
            if opening is None or self._openings.interrupts(self._source(final), opening):
                return opening
            at = opening
            self._failures += 1
            if self._failures > MAX_FAILURES:
                return None
            at += 1

    # Pieces

    def _end(self, end: int) -> None:
        """The last text: a mark that breaks off in the middle is no text."""
        cut = _CUT_MARK.search(self._text, max(self._pos, end - 60), end)
        if cut is None and ("pythonic" in self._family.native or self._tools):
            cut = _HALF_BRACKET.search(self._text, max(self._pos, end - 10), end)
        if cut is not None:
            self._show(cut.start())
            self._errors.append(Problem(self._base + cut.start(), "the text ends inside a mark"))
            self._piece("markup", end, "")
            return
        self._show(end)

    def _show(self, end: int) -> None:
        self._emit("text", end)

    def _emit(self, kind: PieceKind, end: int) -> None:
        if end <= self._pos:
            return
        text = self._text[self._pos : end]
        if (kind == "text" and self._calls and self._family.after_calls == "drop") or (
            kind == "text" and self._calls and self._family.drops_text_with == self._calls[0].syntax
        ):
            kind = "aside"
        if self._family.byte_level and kind == "text":
            text = text.replace("\u0120", " ").replace("\u010a", "\n")
        self._piece(kind, end, text)

    def _piece(self, kind: PieceKind, end: int, text: str) -> None:
        if end <= self._pos:
            return
        self._pieces.add(kind, self._base + self._pos, self._base + end, text)
        self._pos = end
        if kind in ("text", "reasoning") and self._after_call and text.strip():
            self._after_call = False
