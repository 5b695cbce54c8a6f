"""What runs weights: the one small interface under a `ChatModel` that renders its own prompts.

In the page an engine is wllama or WebLLM behind the bridge (`keyhole.page`); on CPython it is
`keyhole.models.numpy_llama`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class TokenChoice:
    """One generated token and the likeliest alternatives at its place: text -> log-probability, before any grammar."""

    text: str
    top: dict[str, float]


@dataclass(frozen=True, slots=True)
class Completion:
    """A finished completion. `tokens` is empty unless `n_probs` was asked for."""

    text: str
    tokens: tuple[TokenChoice, ...] = ()
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0


class CompletionEngine(Protocol):
    """Greedy completion of a raw prompt held to a GBNF grammar. One request at a time: implementations queue."""

    async def complete(
        self, prompt: str, *, grammar: str | None = None, max_tokens: int = 64, n_probs: int = 0
    ) -> Completion: ...
