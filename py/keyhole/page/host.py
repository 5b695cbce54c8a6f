"""What Python asks of the worker it runs in: one protocol, implemented by `web/workers/host.js`.

Text crosses as JSON strings and bytes as buffers, so no proxy of a JavaScript object is ever held. Everything else under
`keyhole.page` is plain Python that tests drive with a fake of this protocol.
"""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, Protocol


class Host(Protocol):
    """The agent worker. Names are JavaScript's, as are the values: `to_py` and `to_bytes` bring them over."""

    def send(self, text: str) -> None:
        """A JSON message to the page."""

    def sendToEngine(self, kind: str, text: str) -> None:
        """A JSON message to the engine of that kind (`wllama`, `webllm`), whose worker is started when there is none."""

    def stopEngine(self, kind: str) -> None:
        """End the engine's worker, and with it whatever it holds."""

    def asset(self, name: str) -> str | None:
        """The absolute address of a file that the site was built with, None when it was built without."""

    def loadPack(self, name: str) -> Awaitable[None]:
        """Unpack one more archive of Python packages (`http`, `micropip`)."""

    def readDatabase(self, name: str) -> Awaitable[Any]:
        """The stored file's bytes, or undefined."""

    def writeDatabase(self, name: str, data: Any) -> Awaitable[None]:
        """Replace the stored file in one transaction."""

    def storageMode(self) -> str:
        """`kept`, `read-only` (another tab writes) or `memory` (the browser denies storage)."""
