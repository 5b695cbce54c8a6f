"""What a text has been taken apart into so far, and what of that is news."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from keyhole.parsing.types import Candidate, Parse, Piece, PieceKind, Problem


@dataclass(frozen=True, slots=True)
class Delta:
    """What became sure. `retract`: this much text, passed on before as visible, was none; it is `becomes` now."""

    kind: Literal["text", "reasoning", "call", "retract"]
    text: str = ""
    call: Candidate | None = None
    becomes: PieceKind = "aside"


@dataclass(slots=True)
class _Stretch:
    """A `Piece` in the making."""

    kind: PieceKind
    start: int
    end: int
    parts: list[str]


class GrowingParse:
    """A `Parse` in the making. It grows at its end; what was shown as text may turn out to have been none."""

    def __init__(self) -> None:
        self.calls: list[Candidate] = []
        self.candidates: list[Candidate] = []
        self.errors: list[Problem] = []
        self._stretches: list[_Stretch] = []
        self._deltas: list[Delta] = []
        self._apart = False

    def add(self, kind: PieceKind, start: int, end: int, text: str) -> None:
        """The next stretch of the text, of which a reader is shown `text`."""
        last = self._stretches[-1] if self._stretches else None
        if last is None or last.kind != kind or kind == "call" or self._apart:
            last = _Stretch(kind, start, end, [])
            self._stretches.append(last)
            self._apart = False
        last.end = end
        if text:
            last.parts.append(text)
        if kind in ("text", "reasoning") and text:
            self._deltas.append(Delta("text" if kind == "text" else "reasoning", text))

    def part(self) -> None:
        """What comes next is a piece of its own, of whatever kind what is before it was."""
        self._apart = True

    def called(self, calls: Sequence[Candidate]) -> None:
        """Calls became sure."""
        self.calls += calls
        self._deltas += [Delta("call", call=call) for call in calls]

    def take(self) -> list[Delta]:
        """The news since the last time."""
        deltas, self._deltas = self._deltas, []
        return deltas

    def so_far(self) -> Parse:
        pieces = tuple(Piece(one.kind, one.start, one.end, "".join(one.parts)) for one in self._stretches)
        return Parse(
            content="".join(piece.text for piece in pieces if piece.kind == "text"),
            reasoning="".join(piece.text for piece in pieces if piece.kind == "reasoning"),
            calls=tuple(self.calls),
            errors=tuple(self.errors),
            candidates=tuple(self.candidates),
            pieces=pieces,
        )

    @property
    def end_in_call(self) -> bool:
        """Whether its last piece is a call or the marks behind it."""
        return bool(self._stretches) and self._stretches[-1].kind in ("call", "markup")

    def take_back(self, word: str) -> None:
        """The word just before a call was the call's name, not text."""
        last = self._stretches[-1] if self._stretches else None
        if last is not None and last.kind == "text" and "".join(last.parts) == word:
            self._to_markup(last)

    def close_gap(self) -> None:
        """White space between two calls separates them; nobody reads it."""
        last = self._stretches[-1] if self._stretches else None
        if last is not None and last.kind == "text" and len(self._stretches) > 1:
            between = self._stretches[-2].kind in ("call", "markup")
            if between and not "".join(last.parts).strip():
                self._to_markup(last)

    def retract(self, becomes: PieceKind) -> None:
        """All text so far was none."""
        shown = [piece for piece in self._stretches if piece.kind == "text"]
        text = "".join(part for piece in shown for part in piece.parts)
        if text:
            self._deltas.append(Delta("retract", text, becomes=becomes))
        for piece in shown:
            piece.kind = becomes

    def give_back(self, start: int, mark: str) -> None:
        """The reasoning at the end, which `mark` began at `start`, was text if other text was shown before it: its end
        never came."""
        thought = self._stretches[-1]
        spoken = any(part.strip() for piece in self._stretches if piece.kind == "text" for part in piece.parts)
        if thought.kind != "reasoning" or not spoken:
            return
        held = self._stretches[-2]
        del self._stretches[-2 if held.start == start else -1 :]
        held.end = start
        self.add("text", start, thought.end, mark + "".join(thought.parts))

    def _to_markup(self, piece: _Stretch) -> None:
        text = "".join(piece.parts)
        piece.kind, piece.parts = "markup", []
        self._deltas.append(Delta("retract", text, becomes="markup"))
