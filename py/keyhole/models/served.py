"""Whether a server answers, takes the key and has the model: asked once, before the model is used.

`GET {base}/models` is what Ollama, llama.cpp, vLLM and most providers have. A server without it is taken at its word.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from keyhole.errors import ConfigError, ModelError
from keyhole.models.address import shown_url
from keyhole.models.http import Server
from keyhole.outside_json import loads

SECONDS = 6.0
_UNTOLD = frozenset({404, 405, 429, 501})
"""What a server answers that is there and does not say which models it has."""
_MOST_NAMES, _LONGEST_NAME, _SHOWN = 1000, 200, 8


async def check_served(server: Server, base: str, model: str) -> None:
    """Ask the server at the base URL for its models. Returns where nothing is known to stand in the way.

    Raises `NetworkError`, `ServerError`, `ModelError` where it is no model server, and `ConfigError` where it has other
    models: `choices` are their names.
    """
    response, body = await server.get(f"{base}/models", SECONDS)
    if response.status_code in _UNTOLD:
        return
    if not response.is_success:
        raise server.error(response, body)
    names = _names(_json(body))
    if names is None:
        raise ModelError(
            f"{shown_url(base)} answers, but not as a model server", advice="Check the address: it mostly ends in /v1."
        )
    # Ollama adds the tag itself, Google's list says where each model is, and some lists leave out aliases
    if {model, f"{model}:latest", f"models/{model}"}.isdisjoint(names) and not await _has(server, base, model):
        raise _no_such(model, names, shown_url(base))


async def _has(server: Server, base: str, model: str) -> bool:
    """Whether the server knows the model when asked for it by name."""
    response, body = await server.get(f"{base}/models/{quote(model, safe='/:@')}", SECONDS)
    found = _json(body) if response.is_success else None
    return isinstance(found, dict) and "id" in found


def _names(found: Any) -> list[str] | None:
    """The names in a list of models in OpenAI's form, or a bare one; None for anything else."""
    listed = found.get("data", found) if isinstance(found, dict) else found
    if listed is None and isinstance(found, dict):
        return []  # so does Ollama say that it has none
    if not isinstance(listed, list):
        return None
    names = (entry.get("id") for entry in listed if isinstance(entry, dict))
    return [name for name in names if isinstance(name, str) and 0 < len(name) <= _LONGEST_NAME][:_MOST_NAMES]


def _no_such(model: str, names: list[str], where: str) -> ConfigError:
    if not names:
        return ConfigError(
            f"{where} has no models yet", advice=f"Load one there first; with Ollama: ollama pull {model}"
        )
    shown = ", ".join(names[:_SHOWN]) + (f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else "")
    return ConfigError(f"{where} has no model {model!r}; it has {shown}", advice="Choose one of those.", choices=names)


def _json(body: bytes) -> Any:
    try:
        return loads(body)
    except ValueError:
        return ""
