"""Where in a text some syntax may open, and which of them reads what stands there."""

from __future__ import annotations

from keyhole.parsing.registry import Scanner, scanner_for
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes.base import Syntax
from keyhole.parsing.types import Pending, Refused

LOOSE_UNTIL = 100_000
"""Up to this character calls are also looked for in forms that no known family uses."""
TAIL = 512
"""So long at most is what opens a call."""


class Openings:
    """Of the syntaxes for tools of these names. Positions are in a window of the text that begins at `base`."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names
        self._all = scanner_for(names)

    def next(self, text: str, at: int, base: int) -> int | None:
        """The next place where a syntax opens."""
        until = LOOSE_UNTIL - base
        found = self._all.opening.search(text, at, until) if at < until else None
        if found is None and len(text) > until:
            found = scanner_for(self._names, lean=True).opening.search(text, max(at, until))
        return found.start() if found else None

    def next_of_any(self, text: str, at: int) -> int | None:
        """The same, in any form however far into the text."""
        found = self._all.opening.search(text, at)
        return found.start() if found else None

    def undecided(self, text: str, near: int, base: int) -> int | None:
        """Where behind `near` something begins that may still become an opening."""
        tail = self._scanner(near + base).beginning.search(text, near)
        return tail.start() if tail else None

    def undecided_of_any(self, text: str, near: int) -> int | None:
        """The same, in any form however far into the text."""
        tail = self._all.beginning.search(text, near)
        return tail.start() if tail else None

    def syntaxes(self, place: int) -> tuple[Syntax, ...]:
        """Those that are tried at this place of the whole text."""
        return self._scanner(place).syntaxes

    def _scanner(self, place: int) -> Scanner:
        return self._all if place < LOOSE_UNTIL else scanner_for(self._names, lean=True)

    def interrupts(self, source: Source, at: int) -> bool:
        """Whether a call begins at `at` that cannot be mere talk, even in reasoning."""
        for syntax in self._all.syntaxes:
            if not syntax.interrupts or syntax.opener.regex.match(source.text, at) is None:
                continue
            try:
                found = syntax.read(source, at)
            except Pending:
                return True
            except Refused:
                continue
            if found is not None and found.drafts:
                return True
        return False


def may_become(syntax: Syntax, source: Source, at: int) -> bool:
    """Whether more text could still make an opening of what stands at `at`."""
    return (
        not source.final and len(source.text) - at < TAIL and syntax.opener.beginning.match(source.text, at) is not None
    )


def opens(syntax: Syntax, source: Source, at: int) -> bool:
    """Whether the syntax opens at `at`."""
    return syntax.opener.regex.match(source.text, at) is not None
