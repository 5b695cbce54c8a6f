"""Text that is held back is not read again before that could settle something: what makes streaming cost no more."""

from __future__ import annotations

from dataclasses import dataclass

from keyhole.parsing.modes import MAX_CLOSING
from keyhole.parsing.types import Pending


@dataclass(slots=True)
class Wait:
    """For what `pending` needs, not found in the first `tried` characters."""

    pending: Pending
    tried: int

    def goes_on(self, text: str) -> bool:
        """Whether the text, longer by now, cannot be decided either."""
        needs = self.pending.needs
        if needs is None or needs.search(text, max(self.pending.at, self.tried - MAX_CLOSING)):
            return False
        if self.pending.most is not None and len(text) - self.pending.at >= self.pending.most:
            return False
        if not self.pending.patient:
            return len(text) <= self.tried * 1.25 + 64
        self.tried = len(text)
        return True

    def drop(self, count: int) -> None:
        """So many characters at the beginning are settled and gone."""
        self.pending.at -= count
        self.tried -= count
