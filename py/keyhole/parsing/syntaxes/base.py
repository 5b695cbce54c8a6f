"""What a syntax is: a pattern that opens it, and a function that reads on from there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from keyhole.parsing.patterns import Pattern
from keyhole.parsing.source import Source
from keyhole.parsing.types import Found


@dataclass(frozen=True, slots=True)
class Syntax:
    """`read(source, start)` returns what it found at `start`, or None when its marks do not stand there; it raises
    `Refused` when they do but hold no call, and `Pending` when more text is needed.

    `interrupts`: whether such a call may end reasoning that was never closed.
    """

    name: str
    opener: Pattern
    read: Callable[[Source, int], Found | None]
    interrupts: bool = True
