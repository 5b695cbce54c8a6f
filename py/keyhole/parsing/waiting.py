"""Text that is held back is not read again before that could settle something: what makes streaming cost no more."""

from __future__ import annotations

import re
from dataclasses import dataclass

from keyhole.parsing.types import Pending

SURE = 64
"""So many characters are read again at most for each that came, where something has come that settles most waits..."""
MAYBE = 16
"""... and where any text might settle it, but hardly does. Behind that a long text is read again after ever more."""
_BEHIND = 20
"""So far behind a value's end a reader may have to look."""
_OVERLAP = 200
"""So long at most is what a reader waits for."""


class Wait:
    """For what `pending` needs, not found in the first `tried` characters."""

    def __init__(self, pending: Pending, tried: int) -> None:
        self._pending, self._tried = pending, tried
        self._brackets = None if pending.value_at is None else Brackets(pending.value_at)

    def worth(self, text: str) -> int:
        """How many characters may have been read again for each that came, for reading this longer text now."""
        if self._brackets is not None:
            self._brackets.count(text)
            closed = self._brackets.closed
            return SURE if closed is not None and (closed > self._tried or len(text) - closed <= _BEHIND) else MAYBE
        needs, at, most = self._pending.needs, self._pending.at, self._pending.most
        if needs is None or (most is not None and len(text) - at >= most):
            return SURE
        if needs.search(text, max(at, self._tried - _OVERLAP)):
            return SURE
        self._tried = len(text)
        return 0 if self._pending.exact else MAYBE


@dataclass(slots=True)
class Brackets:
    """Counts the open brackets of a value from `pos` on, strings left out: cheaply, so it may be wrong about a value
    that is not well written."""

    pos: int
    depth: int = 0
    quote: str = ""
    closed: int | None = None
    """The position behind the last bracket, once there was one and none is open."""

    def count(self, text: str) -> None:
        """Take what of `text` has not been counted."""
        while self.closed is None:
            self.pos = _run_end(_RUNS[self.quote], text, self.pos)
            char = text[self.pos : self.pos + 1]
            if char in "\"'":
                mark = self.quote or (char * 3 if (char * 3).startswith(text[self.pos : self.pos + 3]) else char)
                if not char or not text.startswith(mark, self.pos):
                    return  # what comes next says which mark it is
                self.quote = "" if self.quote else mark
                self.pos += len(mark)
            elif self.quote:
                return  # a backslash
            else:
                self.depth += 1 if char in "([{" else -1
                self.pos += 1
                self.closed = self.pos if self.depth <= 0 else None


def _run_end(run: re.Pattern[str], text: str, pos: int) -> int:
    found = run.match(text, pos)
    return pos if found is None else found.end()


_RUNS = {
    "": re.compile(r"[^\"'\[\](){}]*"),
    '"': re.compile(r'(?:[^"\\]+|\\.)*', re.S),
    "'": re.compile(r"(?:[^'\\]+|\\.)*", re.S),
    '"""': re.compile(r'(?:[^"\\]+|\\.|"(?!""|"?\Z))*', re.S),
    "'''": re.compile(r"(?:[^'\\]+|\\.|'(?!''|'?\Z))*", re.S),
}
"""What of a value is passed over, outside its strings and inside those of each mark."""
