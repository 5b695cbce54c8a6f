"""The dialects by name: one module a provider family."""

from __future__ import annotations

from keyhole.errors import ConfigError
from keyhole.transcript.dialects import anthropic, gemini, kimi, mistral, openai, plain
from keyhole.transcript.dialects.base import Dialect

DIALECTS: dict[str, Dialect] = {
    module.DIALECT.name: module.DIALECT for module in (openai, anthropic, mistral, kimi, gemini, plain)
}


def named(name: str) -> Dialect:
    """The dialect of that name. Raises `ConfigError`, which lists those there are."""
    try:
        return DIALECTS[name]
    except KeyError:
        raise ConfigError(
            f"there is no dialect named {name!r}", advice=f"Choose one of {', '.join(DIALECTS)}."
        ) from None
