"""A chat model that replays scripted answers: for tests, examples and the benchmark of Keyhole's own time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable

from keyhole.errors import ModelError
from keyhole.events import Usage
from keyhole.models.model import ChatChunk, ChatRequest, ModelProfile
from keyhole.tokens import estimate_tokens

Answer = str | Iterable[ChatChunk] | Exception
Script = Answer | Callable[[ChatRequest], Answer]


class ReplayModel:
    """Answers the n-th request with the n-th script; `requests` keeps what it was asked.

    A script is a text (streamed in pieces of `piece` characters), the chunks themselves, an exception to raise, or a
    function from the request to one of these. With `delay` seconds before each chunk. Raises `ModelError` when the
    scripts are used up, so that a test notices a request too many.
    """

    def __init__(
        self,
        scripts: Iterable[Script],
        *,
        profile: ModelProfile | None = None,
        delay: float = 0.0,
        piece: int = 16,
    ) -> None:
        self.profile = profile or ModelProfile(id="replay", constraints=("json_schema",))
        self.requests: list[ChatRequest] = []
        self._scripts = iter(scripts)
        self._delay, self._piece = delay, piece

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ChatChunk]:
        """The next scripted answer."""
        self.requests.append(request)
        try:
            script = next(self._scripts)
        except StopIteration:
            raise ModelError(f"the replay has no answer for request {len(self.requests)}") from None
        answer = script(request) if callable(script) else script
        if isinstance(answer, Exception):
            raise answer
        for chunk in self._chunks(answer, request) if isinstance(answer, str) else answer:
            if self._delay:
                await asyncio.sleep(self._delay)
            yield chunk

    def _chunks(self, text: str, request: ChatRequest) -> Iterable[ChatChunk]:
        for start in range(0, len(text), self._piece):
            yield ChatChunk(text[start : start + self._piece])
        prompt = sum(estimate_tokens(str(message.get("content", ""))) for message in request.messages)
        usage = Usage(prompt_tokens=prompt, completion_tokens=estimate_tokens(text))
        yield ChatChunk(finish_reason="stop", usage=usage)
