"""The client for a model server, by its address or the dialect that is named: one place for CPython and the page."""

from __future__ import annotations

from urllib.parse import urlsplit

import httpx

from keyhole.config import SPOKEN
from keyhole.errors import ConfigError
from keyhole.models.address import normal_base
from keyhole.models.anthropic import AnthropicModel
from keyhole.models.http import Retries
from keyhole.models.model import ModelProfile
from keyhole.models.openai import OpenAIModel

HOSTED = {
    "anthropic": "https://api.anthropic.com/v1",
    "mistral": "https://api.mistral.ai/v1",
    "kimi": "https://api.moonshot.ai/v1",
}
"""Where a provider of that dialect is, when no base URL is given."""

_HOSTS = {"anthropic.com": "anthropic", "mistral.ai": "mistral", "moonshot.ai": "kimi", "moonshot.cn": "kimi"}


def guess_dialect(base_url: str) -> str:
    """The dialect of a provider known by its host; `openai` for any other server."""
    host = urlsplit(normal_base(base_url)).hostname or ""
    return next((name for end, name in _HOSTS.items() if host == end or host.endswith(f".{end}")), "openai")


def server_model(
    base_url: str,
    model: str,
    *,
    key: str | None = None,
    dialect: str = "",
    context_window: int = 8192,
    json_schema: bool = True,
    thinks: bool = False,
    tier: str = "server",
    in_browser: bool = False,
    transport: httpx.AsyncBaseTransport | None = None,
    retries: Retries | None = None,
) -> OpenAIModel | AnthropicModel:
    """The client for the model of that name. Raises `ConfigError` for an address or dialect that is none."""
    dialect = dialect or guess_dialect(base_url)
    if dialect not in SPOKEN:
        raise ConfigError(f"no server is spoken to in {dialect!r}", advice=f"Choose one of {', '.join(SPOKEN)}.")
    anthropic = dialect == "anthropic"
    profile = ModelProfile(
        id=model,
        tier=tier,
        context_window=context_window,
        native_tools=dialect != "plain",
        constraints=("json_schema",) if json_schema and not anthropic else (),
        dialect=dialect,
        thinks=thinks,
    )
    if anthropic:
        return AnthropicModel(
            model,
            key=key,
            base_url=base_url,
            profile=profile,
            in_browser=in_browser,
            transport=transport,
            retries=retries,
        )
    return OpenAIModel(
        base_url, model, key=key, profile=profile, json_schema=json_schema, transport=transport, retries=retries
    )
