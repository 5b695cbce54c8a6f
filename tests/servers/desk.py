"""What the strict servers share: what they answer, and the books they keep of what they were asked."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

Body = dict[str, Any]


class Refusal(Exception):
    """A rule is broken: the 400 and its text."""


def must(holds: object, text: str) -> None:
    if not holds:
        raise Refusal(text)


@dataclass
class Answer:
    """What a server says: words, a thought, calls; `endless` words go on until the client leaves."""

    words: str = ""
    thought: str = ""
    calls: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    endless: bool = False


@dataclass
class Books:
    """Every request by its status; `refusals` are the texts of the 400s."""

    statuses: list[int] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    left: int = 0
    """Streams whose client went away before their end."""


def answer(asked: str, results: int, tools: list[str]) -> Answer:
    """What is answered to the last words of a user: "fan 3" gets three calls first, "endless" words without end."""
    fan = re.search(r"fan (\d+)", asked)
    if fan and not results and tools:
        calls = [(tools[n % len(tools)], {"n": n}) for n in range(int(fan.group(1)))]
        return Answer("Let me see.", "They want a fan-out.", calls)
    return Answer(f"Answered after {results} results.", "Now I know.", endless="endless" in asked)


class Desk:
    """One server's endpoint: checks the request, keeps the books, streams an answer. Busy at every 13th request."""

    def __init__(
        self,
        check: Callable[[Body], None],
        read: Callable[[Body], Answer],
        write: Callable[[Answer], AsyncIterator[str]],
    ) -> None:
        self.books = Books()
        self._check, self._read, self._write = check, read, write

    async def handle(self, request: Request) -> Response:
        body = json.loads(await request.body())
        if len(self.books.statuses) % 13 == 12:
            self.books.statuses.append(429)
            return JSONResponse({"error": {"message": "busy"}}, 429, headers={"retry-after": "0"})
        try:
            self._check(body)
        except Refusal as refusal:
            self.books.statuses.append(400)
            self.books.refusals.append(str(refusal))
            return JSONResponse({"error": {"type": "invalid_request_error", "message": str(refusal)}}, 400)
        self.books.statuses.append(200)
        return StreamingResponse(self._stream(body), media_type="text/event-stream")

    async def _stream(self, body: Body) -> AsyncIterator[str]:
        ended = False
        try:
            async for event in self._write(self._read(body)):
                yield event
            ended = True
        finally:
            self.books.left += not ended


def sse(value: Any) -> str:
    return f"data: {json.dumps(value)}\n\n"


async def pieces(reply: Answer) -> AsyncIterator[str]:
    for word in reply.words.split():
        yield f"{word} "
    while reply.endless:
        await asyncio.sleep(0.005)
        yield "more "
