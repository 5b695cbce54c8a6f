"""One answer of a model that writes its calls, as it comes: visible text, thoughts, calls."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from keyhole.conversation import Block, Text, Thinking
from keyhole.models.model import ChatChunk
from keyhole.parsing import Candidate, Delta, Driver, Family, Parse, Thresholds, Tools
from keyhole.strategies.unread import unread_call


def _telemetry(call: Candidate) -> dict[str, Any]:
    return {
        "name": call.name,
        "syntax": call.syntax,
        "confidence": call.confidence,
        "action": call.action,
        "repairs": list(call.repairs),
        "problem": call.problem,
    }


@dataclass(slots=True)
class Said:
    """One model answer as it comes: visible text, thoughts, candidates."""

    tools: Tools
    thresholds: Thresholds
    family: Family
    may_call: bool
    iteration: int
    thoughts: list[str] = field(default_factory=list)
    over: bool = False
    """The model went on behind a call: nothing more is wanted of it."""
    cut: bool = False
    _raw: list[str] = field(default_factory=list)
    _read: dict[int, tuple[str, str]] = field(default_factory=dict)
    """Calls that a server has read out of the text itself, unasked: name and arguments."""
    _open: bool = False
    _driver: Driver | None = None
    _called: int = 0
    _unread: Candidate | None = None
    text: str = ""
    """What was shown, without what turned out to be no text."""

    @property
    def driver(self) -> Driver:
        if self._driver is None:
            self._driver = Driver(self.tools, family=self.family, thresholds=self.thresholds)
        return self._driver

    @property
    def raw(self) -> str:
        return "".join(self._raw)

    @property
    def parse(self) -> Parse:
        return self.driver.result()

    @property
    def thought(self) -> str:
        return "".join(self.thoughts) + self.parse.reasoning

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """What may be a call, one that nobody can read included; nothing behind what is not wanted any more, however
        much of that had come in one piece."""
        if self._unread:
            return (self._unread,)
        parse = self.parse
        last = parse.calls[self._called - 1].span[1] if self.over else None
        return tuple(call for call in parse.candidates if last is None or call.span[1] <= last)

    @property
    def calls(self) -> bool:
        """Whether there is a call in it for certain."""
        return any(call.action == "act" for call in self.candidates)

    @property
    def confidence(self) -> float | None:
        return min((call.confidence for call in self.parse.candidates), default=None)

    @property
    def parsed(self) -> dict[str, Any] | None:
        if not self.may_call and not self.candidates:
            return None
        return {"iteration": self.iteration, "calls": [_telemetry(call) for call in self.candidates]}

    def take(self, chunk: ChatChunk) -> tuple[str, int]:
        """Take more text; returns what of it can be shown, and how many characters shown before were no text."""
        self.thoughts.append(chunk.thinking)
        self._open = chunk.thinking_open
        for piece in chunk.tool_calls:
            name, arguments = self._read.get(piece.index, ("", ""))
            self._read[piece.index] = name or piece.name or "", arguments + piece.arguments
        self._raw.append(chunk.text)
        return self._shown(self.driver.feed(chunk.text))

    def finish(self) -> tuple[str, int]:
        if self.over:
            return "", 0
        written = "".join(
            f'<tool_call>{{"name": {json.dumps(name)}, "arguments": {arguments or "{}"}}}</tool_call>'
            for name, arguments in self._read.values()
        )
        if self._open and not self.cut and not self.raw.strip():
            # as where nobody has taken it apart: a call is one that stands in reasoning without an end
            written = "<think>" + "".join(self.thoughts) + written
            self.thoughts.clear()
        self._raw.append(written)
        return self._shown([*self.driver.feed(written), *self.driver.finish()], last=True)

    def _shown(self, deltas: list[Delta], *, last: bool = False) -> tuple[str, int]:
        before = self.text
        for delta in deltas:
            if delta.kind == "call" and self.may_call:
                self._called += 1
            elif delta.kind == "text":
                if self._called and delta.text.strip():
                    self.over = True
                    break
                self.text += delta.text
            elif delta.kind == "retract":
                self.text = self.text.removesuffix(delta.text)
        if last and self.tools and (unread := unread_call(self.raw, self.text, self.parse, self.tools, cut=self.cut)):
            self._unread, start = unread
            self.text = self.text[:start]
        if self.text.startswith(before):
            return self.text[len(before) :], 0
        kept = next(n for n, char in enumerate(before) if self.text[n : n + 1] != char)
        return self.text[kept:], len(before) - kept

    def end_before(self, call: Candidate) -> None:
        """A doubtful call is one after all: as before any other, what is shown ends where its text begins."""
        if call is self._unread:  # where it begins was found already
            return
        shown = 0
        for piece in self.parse.pieces:
            if piece.start <= call.span[0] < piece.end:
                if piece.kind == "text":
                    self.text = self.text[:shown]
                return
            shown += len(piece.text) if piece.kind == "text" else 0

    def blocks(self) -> list[Block]:
        """The thoughts and words, for the record."""
        thought = self.thought.strip()
        blocks: list[Block] = [Thinking(text=thought)] if thought else []
        words = self.text.strip()
        return [*blocks, Text(text=words)] if words else blocks
