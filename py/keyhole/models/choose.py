"""The model that the settings name, made on CPython: the embedded one or a server's. The page has engines as well."""

from __future__ import annotations

from keyhole.config import Settings
from keyhole.errors import ConfigError
from keyhole.models.model import ChatModel, ModelProfile


def choose_model(settings: Settings) -> ChatModel:
    """Raises `ConfigError` for a tier that only a browser can run, or a server without a model's name."""
    if settings.model == "embedded":
        from keyhole.models.embedded import load

        return load()
    if settings.model == "server":
        from keyhole.models.openai import OpenAIModel

        server = settings.server
        if not server.model:
            raise ConfigError("the server's model is not named", advice="Set server.model, or use --model openai:NAME.")
        profile = ModelProfile(
            id=server.model,
            context_window=server.context_window,
            native_tools=True,
            constraints=("json_schema",) if server.json_schema else (),
            thinks=server.thinks,
        )
        key = server.key.get_secret_value() if server.key else None
        return OpenAIModel(server.base_url, server.model, key=key, profile=profile, json_schema=server.json_schema)
    raise ConfigError(
        f"the tier {settings.model!r} runs on WebGPU, in a browser",
        advice="Use --model embedded, or --model openai:NAME with a server.",
    )
