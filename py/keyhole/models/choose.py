"""The model that the settings name, made on CPython: the embedded one or a server's. The page has engines as well."""

from __future__ import annotations

from keyhole.config import ServerSettings, Settings
from keyhole.errors import ConfigError
from keyhole.models.model import ChatModel


def choose_model(settings: Settings) -> ChatModel:
    """The model, in a pool with its fallbacks where it has any.

    Raises `ConfigError` for a tier that only a browser can run, or a server without a model's name.
    """
    if settings.model == "embedded":
        model = _embedded()
    elif settings.model == "server":
        model = _on_server(settings.server)
    else:
        raise ConfigError(
            f"the tier {settings.model!r} runs on WebGPU, in a browser",
            advice="Use --model embedded, or --model openai:NAME with a server.",
        )
    if not settings.fallbacks:
        return model
    from keyhole.models.pool import ModelPool, by_id

    others = (_embedded() if other == "embedded" else _on_server(other) for other in settings.fallbacks)
    return ModelPool(by_id([model, *others]), policy="round_robin" if settings.take_turns else "manual")


def choose_writer(settings: Settings) -> ChatModel | None:
    """The second model, which writes the replies; None where the settings name none. Raises `ConfigError`."""
    return _on_server(settings.writer) if settings.writer and settings.writer.model else None


def _embedded() -> ChatModel:
    from keyhole.models.embedded.model import load

    return load()


def _on_server(server: ServerSettings) -> ChatModel:
    from keyhole.models.server import HOSTED, server_model

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
