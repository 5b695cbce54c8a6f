"""The plain values that parsing gives back."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Literal

MAX_CALLS = 500
"""Of one text; what follows them is taken as plain."""
MAX_VALUES = 5_000
"""Of one call whose values are read one by one in Python: so many take a twentieth of a second."""
Action = Literal["act", "ask", "ignore"]
PieceKind = Literal["text", "reasoning", "call", "markup", "aside"]


@dataclass(frozen=True, slots=True)
class Thresholds:
    """From which confidence a candidate is run (`act`), or put to the visitor as a question (`ask`)."""

    act: float = 0.75
    ask: float = 0.35

    def action(self, confidence: float) -> Action:
        return "act" if confidence >= self.act else "ask" if confidence >= self.ask else "ignore"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A tool call found in text. `arguments` is None when they could not be read or are not all there yet;
    `raw_arguments` then holds what was written. `problem` says what the model should be told."""

    name: str
    arguments: dict[str, Any] | None
    span: tuple[int, int]
    syntax: str
    confidence: float
    reasons: tuple[str, ...] = ()
    action: Action = "act"
    raw_arguments: str | None = None
    repairs: tuple[str, ...] = ()
    problem: str | None = None

    @property
    def complete(self) -> bool:
        return self.arguments is not None


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the text: what it is and, for text and reasoning, what a reader is shown of it. Pieces tile the
    text. `aside` is text that the family's own servers do not show. A doubtful call is a piece of its own."""

    kind: PieceKind
    start: int
    end: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """What could not be read, and where."""

    position: int
    message: str


@dataclass(frozen=True, slots=True)
class Parse:
    """A whole text, taken apart. `calls` are to be run; `candidates` holds those that need a question first, too."""

    content: str
    reasoning: str
    calls: tuple[Candidate, ...]
    errors: tuple[Problem, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    pieces: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """A call as a syntax reads it, before anybody judges it. `exact` says that nothing but a call is written so;
    `marked` that it stands between marks of its own, which might be anybody's; `said` that it is told in words;
    `ends_line` that nothing follows it."""

    name: str
    arguments: Any
    span: tuple[int, int]
    exact: bool = True
    marked: bool = False
    said: bool = False
    ends_line: bool = False
    raw: str | None = None
    repairs: tuple[str, ...] = ()
    syntax: str = ""


@dataclass(frozen=True, slots=True)
class Mode:
    """How the text goes on: as reasoning or as text without calls (a code block), until `until` is found."""

    kind: Literal["reasoning", "text"]
    until: str
    calls_inside: bool = False
    """Whether a call may cut it short when its end never comes."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a syntax read: drafts and the position after them; no drafts: only markup, or a change of `mode`.
    `shown` is the text to show in place of all of it. `take_back` says that the text just before, if it is this
    word, was part of the call's markup; `thought`, that all text before it was reasoning, which ends here or goes on
    in a `mode`."""

    end: int
    drafts: tuple[Draft, ...] = ()
    mode: Mode | None = None
    shown: str = ""
    take_back: str | None = None
    thought: bool = False
    problem: Problem | None = None
    open_marks: tuple[str, ...] = ()
    """Marks before the call that its own end did not close."""


@dataclass(slots=True)
class Refused(Exception):
    """A syntax saw its marks but no call inside. The text up to `end` (if given) holds none either."""

    problem: Problem
    end: int | None = None
    hide: tuple[int, int] | None = None
    args: tuple[Any, ...] = field(default=(), repr=False)


class Pending(Exception):
    """Nothing can be decided before more of the text is there: before `needs` is found in it, from `at` on, or `most`
    characters stand there, if they are given. Where a value in brackets begins at `value_at`, its end decides; that
    there is no call may turn out earlier, as it may where `needs` is not `exact`."""

    def __init__(
        self,
        needs: re.Pattern[str] | None = None,
        at: int = 0,
        *,
        most: int | None = None,
        value_at: int | None = None,
        exact: bool = True,
    ) -> None:
        self.needs, self.at, self.most, self.value_at, self.exact = needs, at, most, value_at, exact
