"""A tool that is a plain function holds the thread while it runs, and no time limit of asyncio's reaches it.

In a page that thread is Python's only one, and the page is what can interrupt it: it sets `interrupter`. Elsewhere
there is none, and such a tool takes as long as it takes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from keyhole.errors import ToolTimeoutError


class Interrupter(Protocol):
    """Raises `KeyboardInterrupt` in Python's thread when a call takes too long."""

    def begin_blocking(self, seconds: float) -> None:
        """A call begins that may take so long."""

    def end_blocking(self, interrupted: bool) -> None:
        """It is over, by itself or by the interrupt."""


interrupter: Interrupter | None = None


@contextmanager
def blocking(name: str, seconds: float) -> Iterator[None]:
    """Around the call of the plain function of that tool. Raises `ToolTimeoutError` where it was interrupted."""
    if interrupter is None:
        yield
        return
    interrupted = False
    interrupter.begin_blocking(seconds)
    try:
        yield
    except KeyboardInterrupt:
        interrupted = True
        raise ToolTimeoutError(f"{name} was interrupted: it took longer than {seconds:g} s, or was stopped") from None
    finally:
        interrupter.end_blocking(interrupted)
