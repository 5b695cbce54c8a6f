"""What Python asks of the worker it runs in.

One protocol; `js_host.JsHost` implements it over `web/workers/host.js`, tests over a fake. Text crosses as JSON strings
and bytes as buffers, so no proxy of a JavaScript object outlives a call.
"""

from __future__ import annotations

from typing import Any, Protocol


class Host(Protocol):
    """The agent worker, seen from Python."""

    def send(self, text: str) -> None:
        """A JSON message to the page."""

    def send_to_engine(self, kind: str, text: str) -> None:
        """A JSON message to the engine of that kind (`wllama`, `webllm`); its worker is started when there is none."""

    def stop_engine(self, kind: str) -> None:
        """End the engine's worker, and with it whatever it holds."""

    def asset(self, name: str) -> str | None:
        """The absolute address of a file that the site was built with, None when it was built without."""

    async def read_asset(self, name: str) -> str:
        """The text of such a file. Raises `NetworkError`."""

    async def load_pack(self, name: str) -> None:
        """Unpack one more archive of Python packages (`http`, `micropip`). Raises `NetworkError`."""

    def begin_blocking(self, seconds: float) -> None:
        """Something begins that holds Python's thread: where the page can, it interrupts it after that time."""

    def end_blocking(self, interrupted: bool) -> None:
        """It is over, by itself or by the interrupt."""

    async def gpu(self) -> dict[str, Any]:
        """What the GPU can do: `{available, reason, f16, maxBufferSize, cachedModels}`."""

    async def open_database(self, name: str) -> tuple[str, bytes | None]:
        """The file, and its mode: `kept`, `read-only` (another tab writes) or `memory` (storage is denied)."""

    async def write_database(self, name: str, data: bytes) -> None:
        """Replace the stored file in one transaction. Raises `QuotaError`, and leaves the old one, without room."""
