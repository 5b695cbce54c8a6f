"""The model that the settings name, made on CPython: the embedded one or a server's. The page has engines as well."""

from __future__ import annotations

from keyhole.config import Settings
from keyhole.errors import ConfigError
from keyhole.models.model import ChatModel


def choose_model(settings: Settings) -> ChatModel:
    """Raises `ConfigError` for a tier that only a browser can run, or a server without a model's name."""
    if settings.model == "embedded":
        from keyhole.models.embedded import load

        return load()
    if settings.model == "server":
        from keyhole.models.server import HOSTED, server_model

        server = settings.server
        if not server.model:
            raise ConfigError("the server's model is not named", advice="Set server.model, or use --model openai:NAME.")
        default = type(server).model_fields["base_url"].default
        base_url = HOSTED.get(server.dialect, default) if server.base_url == default else server.base_url
        return server_model(
            base_url,
            server.model,
            key=server.key.get_secret_value() if server.key else None,
            dialect=server.dialect,
            context_window=server.context_window,
            json_schema=server.json_schema,
            thinks=server.thinks,
        )
    raise ConfigError(
        f"the tier {settings.model!r} runs on WebGPU, in a browser",
        advice="Use --model embedded, or --model openai:NAME with a server.",
    )
