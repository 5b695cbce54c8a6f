"""What every model server's client shares: one streamed POST, tried again where that helps, and its errors.

httpx carries it; on CPython over sockets, in the page over the `fetch` transport that `keyhole.page` hands in. A
request is made again only while nothing of its answer has arrived: after that a second try would tell everything
twice. The key is sent and nothing else: it is struck out of whatever a server says about it.
"""

from __future__ import annotations

import asyncio
import json
import math
import random
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

import httpx

from keyhole.errors import ConfigError, ContextOverflowError, ModelError, NetworkError, ServerError
from keyhole.models.address import shown_url
from keyhole.models.server_events import LONGEST, Event, broken_off, streamed, whole
from keyhole.outside_json import loads

Refused = Callable[[int, str], bool]
"""A 4xx status and the server's words in; whether the request was changed so that it is worth making again."""

_MOST_ERROR = 4000
_RETRIED = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
_STREAM_STATUSES = {"overloaded_error": 529, "rate_limit_error": 429, "api_error": 500}
_REACH = "Start the server, or correct its address."
_ADVICE = {
    401: "Check the key.",
    403: "Check the key and what it may use.",
    404: "Check the base URL (it mostly ends in /v1) and the model's name.",
    413: "Ask with less text.",
    429: "Wait a little, then ask again.",
}


@dataclass(frozen=True, slots=True)
class Retries:
    """How often a request is made again, and after how long.

    The wait doubles from `first_wait` seconds, up to `longest_wait`, with up to a quarter more by chance so that many
    clients do not come back at once. A server's `retry-after` is obeyed instead; one longer than `longest_wait` is not
    waited for: the error says how long, and a pool goes elsewhere.
    """

    most: int = 2
    first_wait: float = 0.5
    longest_wait: float = 20.0
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    def wait(self, attempt: int, retry_after: float | None) -> float | None:
        """Seconds before try number `attempt` (from 1) is repeated; None when it should not be."""
        if attempt > self.most or (retry_after is not None and retry_after > self.longest_wait):
            return None
        if retry_after is not None:
            return retry_after
        return min(self.longest_wait, self.first_wait * 2.0 ** (attempt - 1)) * (1 + random.random() / 4)


class Server:
    """One address that answers streamed POSTs. `secrets` never come out of it again.

    Raises `ConfigError` for a header that none can be sent as, which is what a key comes to that was copied amiss.
    """

    def __init__(
        self,
        url: str,
        *,
        headers: dict[str, str],
        secrets: tuple[str, ...] = (),
        transport: httpx.AsyncBaseTransport | None = None,
        timeout: float = 120.0,
        retries: Retries | None = None,
    ) -> None:
        if not all(value.isascii() and value.isprintable() for value in headers.values()):
            raise ConfigError("the key has a character in it that no key has", advice="Copy it again.")
        self._url, self._shown = url, shown_url(url)
        self._secrets = tuple(secret for secret in secrets if secret)
        self._retries = retries or Retries()
        self._client = httpx.AsyncClient(
            headers=headers, transport=transport, timeout=httpx.Timeout(timeout, connect=10.0)
        )

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def events(self, body: Callable[[], Event], refused: Refused) -> AsyncGenerator[Event]:
        """The answer's events: the JSON of each `data:`, or the whole body of a server that does not stream.

        `body` is made anew for every try. Raises `NetworkError`, `ServerError`, `ContextOverflowError`, `ModelError`.
        """
        self._open()
        attempt = 0
        while True:
            attempt += 1
            begun = False
            try:
                async with self._client.stream("POST", self._url, json=body()) as response:
                    if response.status_code >= 400:
                        text = self._clean((await response.aread())[:_MOST_ERROR].decode("utf-8", "replace"))
                        if response.status_code not in _RETRIED and refused(response.status_code, text):
                            attempt -= 1
                            continue
                        raise _server_error(response, text)
                    streams = "text/event-stream" in response.headers.get("content-type", "text/event-stream")
                    events = streamed(response) if streams else whole(response)
                    async with aclosing(events):
                        async for event in events:
                            begun = True
                            yield event
                    return
            except httpx.TimeoutException as error:
                failure: ModelError = NetworkError(f"{self._shown} did not answer in time")
                failure.__cause__ = error
            except httpx.HTTPError as error:
                said = self._clean(str(error)) or type(error).__name__
                failure = broken_off() if begun else NetworkError(f"cannot reach {self._shown}: {said}")
                failure.__cause__ = error
            except ModelError as error:
                failure = error
                failure.args = (self._clean(str(error)),)
            wait = None if begun or not _worth_retrying(failure) else self._wait(attempt, failure)
            if wait is None:
                raise failure
            await self._retries.sleep(wait)

    async def get(self, url: str, seconds: float) -> tuple[httpx.Response, bytes]:
        """The answer to one GET, whatever its status, and its body. It is not tried again.

        Raises `NetworkError`, and `ModelError` when it was closed.
        """
        self._open()
        shown, body = shown_url(url), b""
        try:
            async with asyncio.timeout(seconds), self._client.stream("GET", url) as response:
                async for piece in response.aiter_bytes():
                    body += piece
                    if len(body) > LONGEST:
                        break
        except (httpx.TimeoutException, TimeoutError):
            raise NetworkError(f"{shown} did not answer in {seconds:.0f} s", advice=_REACH) from None
        except httpx.HTTPError as error:
            said = self._clean(str(error)) or type(error).__name__
            raise NetworkError(f"cannot reach {shown}: {said}", advice=_REACH) from error
        return response, body

    def _open(self) -> None:
        if self._client.is_closed:
            raise ModelError(f"the model at {self._shown} was closed", advice="Make it anew.")

    def error(self, response: httpx.Response, body: bytes) -> ModelError:
        """What such an answer means that is none, without the key."""
        return _server_error(response, self._clean(body[:_MOST_ERROR].decode("utf-8", "replace")))

    def stream_error(self, error: Any) -> ModelError:
        """An error that the server reports in the middle of its answer."""
        kind = error.get("type") if isinstance(error, dict) else None
        message = error.get("message") if isinstance(error, dict) else None
        message = self._clean(message if isinstance(message, str) else json.dumps(error)[:500])
        if _overflows(message):
            return ContextOverflowError(message)
        if isinstance(kind, str) and kind in _STREAM_STATUSES:
            return ServerError(f"the server stopped: {message}", status=_STREAM_STATUSES[kind])
        return ModelError(f"the server stopped: {message}")

    def _wait(self, attempt: int, failure: ModelError) -> float | None:
        return self._retries.wait(attempt, failure.retry_after if isinstance(failure, ServerError) else None)

    def _clean(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, "[key]")
        return text


def withheld() -> ModelError:
    """A filter of the server's cut the answer off, or let nothing of it through."""
    return ModelError(
        "the server's content filter stopped the answer", advice="Ask in other words, or choose another model."
    )


def count(value: Any) -> int:
    """A token count as servers give it: a number, or nothing."""
    return value if isinstance(value, int) and value > 0 else 0


def _worth_retrying(failure: ModelError) -> bool:
    return failure.status in _RETRIED if isinstance(failure, ServerError) else isinstance(failure, NetworkError)


def _server_error(response: httpx.Response, text: str) -> ModelError:
    message = _message(text)
    if _overflows(message):
        return ContextOverflowError(message)
    wait = _retry_after(response.headers)
    return ServerError(
        f"the server answered {response.status_code}: {message}",
        status=response.status_code,
        retry_after=wait,
        advice=f"Wait {math.ceil(wait)} s, then ask again." if wait else _ADVICE.get(response.status_code),
    )


def _retry_after(headers: httpx.Headers) -> float | None:
    """Seconds to wait, from `retry-after-ms` or `retry-after` (seconds, or a date). None where neither is sound."""
    for name, scale in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        text = headers.get(name, "")
        try:
            seconds = float(text) / scale
        except ValueError:
            continue
        return seconds if math.isfinite(seconds) and seconds >= 0 else None
    try:
        return max(0.0, parsedate_to_datetime(headers.get("retry-after", "")).timestamp() - time.time())
    except ValueError:
        return None


def _overflows(message: str) -> bool:
    lowered = message.lower()
    if "prompt is too long" in lowered:
        return True
    return "context" in lowered and any(word in lowered for word in ("length", "size", "window", "exceed", "too long"))


def _message(text: str) -> str:
    try:
        error = loads(text)
    except ValueError:
        return " ".join(text.split())[:300] or "no reason given"
    if isinstance(error, dict):
        error = error.get("error", error)
    if isinstance(error, dict):
        error = error.get("message") or error.get("detail") or error
    return error[:500] if isinstance(error, str) else json.dumps(error)[:500]
