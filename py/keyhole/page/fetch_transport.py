"""httpx over the page's `fetch`: how a model server is reached from the browser, streamed and cancellable.

A browser tells a script neither why a request failed nor whether the other side forbade it (CORS): both are one
`TypeError`, passed on as `httpx.ConnectError` with what a visitor can check.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import httpx
import js
from pyodide.ffi import JsException, to_js

_HERE = ("localhost", "127.0.0.1", "::1")
"""What a page on https may ask without encryption."""
# The browser sets these itself, and refuses to have them set.
_FORBIDDEN = {"host", "connection", "content-length", "accept-encoding", "user-agent", "transfer-encoding"}


class FetchTransport(httpx.AsyncBaseTransport):
    """One `fetch` a request. Closing the response, or cancelling the task that reads it, aborts it.

    It waits for an answer's beginning as long as a visitor does: a model on a slow machine reads for minutes. Of the
    client's time limits one is kept, `read`, between the pieces of an answer that has begun.
    """

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        controller = js.AbortController.new()
        body = await request.aread()
        headers = {name: value for name, value in request.headers.items() if name not in _FORBIDDEN}
        options = {"method": request.method, "headers": headers, "signal": controller.signal, "credentials": "omit"}
        if body:
            options["body"] = to_js(body)
        try:
            response = await js.fetch(str(request.url), to_js(options, dict_converter=js.Object.fromEntries))
        except JsException as error:
            raise httpx.ConnectError(_why(request.url), request=request) from error
        except BaseException:
            controller.abort()
            raise
        return httpx.Response(
            response.status,
            headers=[(pair[0], pair[1]) for pair in response.headers if pair[0] != "content-encoding"],
            stream=_Body(response, controller, request),
            request=request,
        )


def _why(url: httpx.URL) -> str:
    """What may have gone wrong, as far as a script may know."""
    if js.location.protocol == "https:" and url.scheme == "http" and url.host not in _HERE:
        return "a page on https can ask servers on https alone, and those on this machine"
    return f"nothing answers there, or it does not allow requests from this page (CORS: allow {js.location.origin})"


class _Body(httpx.AsyncByteStream):
    def __init__(self, response: js.Response, controller: js.AbortController, request: httpx.Request) -> None:
        self._response, self._controller, self._request = response, controller, request

    async def __aiter__(self) -> AsyncIterator[bytes]:
        if self._response.body is None:
            return
        reader = self._response.body.getReader()
        limit = None
        while True:
            try:
                async with asyncio.timeout(limit):
                    piece = await reader.read()
            except JsException as error:
                raise httpx.ReadError(str(error.message)) from None
            except TimeoutError:
                raise httpx.ReadTimeout("the answer stopped coming", request=self._request) from None
            if piece.done:
                return
            limit = self._request.extensions.get("timeout", {}).get("read")
            yield piece.value.to_bytes()

    async def aclose(self) -> None:
        self._controller.abort()
