"""The host that JavaScript gives us: the one place where its values become Python's, and its errors ours."""

from __future__ import annotations

import json
from collections.abc import Awaitable
from typing import Any

from pyodide.ffi import JsException, to_js

from keyhole.errors import KeyholeError, ModelError, from_code


class JsHost:
    """`Host` over the object that `web/workers/host.js` makes."""

    def __init__(self, js: Any) -> None:
        self._js = js

    def send(self, text: str) -> None:
        self._js.send(text)

    def send_to_engine(self, kind: str, text: str) -> None:
        self._js.sendToEngine(kind, text)

    def stop_engine(self, kind: str) -> None:
        self._js.stopEngine(kind)

    def asset(self, name: str) -> str | None:
        address: str = self._js.asset(name)
        return address or None

    async def read_asset(self, name: str) -> str:
        text: str = await _ours(self._js.readAsset(name))
        return text

    async def load_pack(self, name: str) -> None:
        await _ours(self._js.loadPack(name))

    def begin_blocking(self, seconds: float) -> None:
        self._js.beginBlocking(seconds)

    def end_blocking(self, interrupted: bool) -> None:
        self._js.endBlocking(interrupted)

    async def gpu(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(await _ours(self._js.gpu()))
        return found

    async def open_database(self, name: str) -> tuple[str, bytes | None]:
        mode: str = await _ours(self._js.openDatabase(name))
        data = await _ours(self._js.readDatabase(name))
        if not data:
            return mode, None
        content: bytes = data.to_bytes()  # a typed array's proxy goes with its last reference; it has no destroy()
        return mode, content

    async def write_database(self, name: str, data: bytes) -> None:
        await _ours(self._js.writeDatabase(name, to_js(data)))


async def _ours(promise: Awaitable[Any]) -> Any:
    """What the promise brings; its rejection as the error whose code it carries."""
    try:
        return await promise
    except JsException as error:
        raise _error(error) from None


def _error(error: JsException) -> KeyholeError:
    message = str(getattr(error, "message", None) or error)
    code = getattr(error, "code", None)
    return from_code(code, message) if isinstance(code, str) else ModelError(message)
