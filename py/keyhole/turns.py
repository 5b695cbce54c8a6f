"""One turn at a time: for an agent, and for a conversation that several agents may share.

Who comes second waits, in the order of coming. Two cannot wait: another event loop (a thread of its own), whose tasks
asyncio's locks do not know, and what runs within the very turn that it would wait for.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from weakref import WeakValueDictionary

from keyhole.errors import BusyError

_within: ContextVar[tuple[object, ...]] = ContextVar("_within", default=())
"""The turns that the code at hand runs in, a tool of a tool's agent in several."""


class Turns:
    """Turns of `what`, for errors: "the agent"."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._guard = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lock = asyncio.Lock()
        self._here = 0
        self._now: object = None

    @asynccontextmanager
    async def one(self) -> AsyncGenerator[None]:
        """Until the turns before have ended, and then for the time of this one. Raises `BusyError`."""
        lock = self._enter(asyncio.get_running_loop())
        try:
            async with lock:
                now = self._now = object()
                before = _within.get()
                _within.set((*before, now))
                try:
                    yield
                finally:
                    self._now = None
                    _within.set(before)
        finally:
            with self._guard:
                self._here -= lock is self._lock

    def _enter(self, loop: asyncio.AbstractEventLoop) -> asyncio.Lock:
        with self._guard:
            if self._now is not None and self._now in _within.get():
                raise BusyError(
                    f"{self._what} was asked from within its own turn", advice="Ask another agent from there."
                )
            if self._loop is not loop:
                # a loop that stands still was left in the middle of a turn: nobody will end that
                if self._here and self._loop is not None and self._loop.is_running():
                    raise BusyError(f"{self._what} is in a turn of another thread")
                self._loop, self._lock, self._here, self._now = loop, asyncio.Lock(), 0, None
            self._here += 1
            return self._lock


_of_conversations: WeakValueDictionary[int, Turns] = WeakValueDictionary()


def turns_of(conversation: object) -> Turns:
    """The turns of that very conversation: the same object for as long as somebody holds it."""
    return _of_conversations.setdefault(id(conversation), Turns("the conversation"))
