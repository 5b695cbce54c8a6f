"""Calls from the page and back, as JSON. The messages are those of `web/calls.js`.

A call is a task of its own. A streaming method's values are sent one by one as they come. Whatever a method raises
becomes a failure with a stable code; the bridge itself never raises.
"""

from __future__ import annotations

import asyncio
import inspect
import itertools
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import to_json

from keyhole.config import wrong_fields
from keyhole.errors import KeyholeError, from_code
from keyhole.page.methods import Method

_log = logging.getLogger(__name__)


class Bridge:
    """`send` takes JSON text to the page; `receive` is given the page's.

    `find` gives the method of a name, or None; `ready` is awaited before it is called.
    """

    def __init__(
        self,
        send: Callable[[str], None],
        find: Callable[[str], Method | None],
        ready: Callable[[str], Awaitable[object]],
    ) -> None:
        self._send, self._find, self._ready = send, find, ready
        self._calls: dict[int, asyncio.Task[None]] = {}
        self._asked: dict[int, asyncio.Future[Any]] = {}
        self._ids = itertools.count(1)

    def receive(self, text: str) -> None:
        """A message from the page. Must be called in the event loop's thread."""
        message = json.loads(text)
        kind, number = message["kind"], message["id"]
        if kind == "call":
            task = asyncio.ensure_future(self._serve(number, message["method"], message.get("params") or {}))
            self._calls[number] = task
            task.add_done_callback(lambda task: self._ended(number, task))
        elif kind == "cancel":
            running = self._calls.get(number)
            if running is not None and not running.cancelling():  # once: a second would disturb how the first is met
                running.cancel()
        elif kind == "reply":
            self._settle(number, message)

    def status(self, **fields: Any) -> None:
        """Tell the page how things stand (`Status` in web/types.js)."""
        self._post("status", value=fields)

    async def ask_page(self, method: str, params: dict[str, Any]) -> Any:
        """Ask the page for something (to run one of its tools). Raises what it answered; withdraws on cancel."""
        number = next(self._ids)
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._asked[number] = future
        self._post("ask", id=number, method=method, params=params)
        try:
            return await future
        except asyncio.CancelledError:
            self._post("withdraw", id=number)
            raise
        finally:
            del self._asked[number]

    def _settle(self, number: int, message: dict[str, Any]) -> None:
        future = self._asked.get(number)
        if future is None or future.done():
            return
        if error := message.get("error"):
            future.set_exception(from_code(str(error.get("code")), str(error.get("message"))))
        else:
            future.set_result(message.get("value"))

    async def _serve(self, number: int, name: str, params: dict[str, Any]) -> None:
        try:
            method = self._find(name)
            if method is None:
                raise KeyholeError(f"there is no method {name!r}")
            await self._ready(name)
            result = method(params)
            if inspect.isasyncgen(result):
                async with aclosing(result):
                    async for value in result:
                        self._post("item", id=number, value=value)
                result = None
            elif inspect.isawaitable(result):
                result = await result
            self._post("done", id=number, value=result)
        except KeyholeError as error:
            self._fail(number, error.code, str(error), error.advice, error.choices)
        except ValidationError as error:
            self._fail(number, "config", wrong_fields(error), "Correct the call; web/keyhole.js names its parameters.")
        except Exception as error:
            _log.exception("%s failed", name)
            self._fail(number, "internal", f"{type(error).__name__}: {error}", "This is a fault in Keyhole.")

    def _ended(self, number: int, task: asyncio.Task[None]) -> None:
        del self._calls[number]
        if task.cancelled():  # told from here, for it may have been cancelled before its first line
            self._fail(number, "aborted", "Stopped.", "Ask again when you like.")

    def _fail(self, number: int, code: str, message: str, advice: str, choices: tuple[str, ...] = ()) -> None:
        error = {"code": code, "message": message, "advice": advice, "choices": choices}
        self._post("fail", id=number, error=error)

    def _post(self, kind: str, *, value: Any = None, **fields: Any) -> None:
        text = value.model_dump_json() if isinstance(value, BaseModel) else to_json(value, inf_nan_mode="null").decode()
        head = json.dumps({"kind": kind, **fields})
        self._send(f'{head[:-1]}, "value": {text}}}')
