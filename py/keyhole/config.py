"""Every setting, in one model. Where they come from, later ones winning: defaults, a YAML file, the environment, and
what the caller gives (the command line, the page's settings form).

    # keyhole.yaml
    model: server
    server: {base_url: "http://127.0.0.1:11434/v1", model: qwen3:8b}
    turn: {max_steps: 3}

`KEYHOLE_TURN__MAX_STEPS=3` says the last of these in the environment.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError

from keyhole.errors import ConfigError

Spoken = Literal["openai", "anthropic", "mistral", "kimi", "plain"]
SPOKEN: tuple[str, ...] = get_args(Spoken)
"""The dialects that a server may be spoken to in. Gemini is reached by its OpenAI-compatible endpoint."""

_PREFIX = "KEYHOLE_"
_FILE = "keyhole.yaml"


class _Group(BaseModel):
    model_config = ConfigDict(extra="forbid", validate_assignment=True, validate_default=False, defer_build=True)


class TurnSettings(_Group):
    """How a turn is carried out. Strategies and steps read these; what a step does not list it does not know."""

    max_steps: int = Field(default=5, ge=1, le=20, description="Most tools called in one turn.")
    max_repairs: int = Field(default=2, ge=0, le=5, description="Most repairs of one step's output.")
    shortlist_over: int = Field(default=16, ge=1, description="With more tools than this the router sees a shortlist.")
    shortlist_size: int = Field(default=8, ge=1, le=32, description="How many names a shortlist has.")
    router_sees: Literal["auto", "names", "lines"] = Field(
        default="auto", description="What the router sees of tools: names, or a line each; auto: lines if embedded."
    )
    request_tokens: int = Field(default=1000, ge=50, description="Longest request shown to route and fill, in tokens.")
    history_tokens: int = Field(default=2000, ge=0, description="Most tokens of earlier turns that an answer sees.")
    summaries: Literal["model", "code"] = Field(
        default="model", description="Who sums up old turns that no longer fit: the model, if it writes, or code."
    )
    answer_tokens: int = Field(default=512, ge=16, description="Longest written answer, in tokens.")
    answer_temperature: float = Field(default=0.3, ge=0, le=2, description="Temperature of written answers.")
    clarify: bool = Field(default=True, description="Ask back when what to look up is missing.")
    think: bool = Field(default=False, description="Let a thinking model think before it answers.")
    max_calls: int = Field(default=16, ge=1, le=64, description="Most tool calls run of one model message.")
    act_threshold: float = Field(default=0.75, ge=0, le=1, description="From this confidence a written call is run.")
    ask_threshold: float = Field(default=0.35, ge=0, le=1, description="From this confidence the visitor is asked.")
    modes: dict[str, Literal["routed", "native", "text", "hybrid"]] = Field(
        default_factory=dict, description="The strategy for a model or a tier, by its id, where the strategy is auto."
    )
    text_results: Literal["family", "user", "system"] = Field(
        default="family", description="Whose message brings results to a model that writes its calls."
    )
    tool_concurrency: int = Field(default=4, ge=1, le=64, description="Most tools running at once.")


class ServerSettings(_Group):
    """The model server behind "Your server"."""

    base_url: str = Field(default="http://127.0.0.1:11434/v1", description="Base URL of an OpenAI-compatible server.")
    model: str = Field(default="", description="The model's name on that server.")
    dialect: Literal[""] | Spoken = Field(default="", description="What it speaks; empty tells it by the base URL.")
    key: SecretStr | None = Field(default=None, description="Its key, where it wants one.")
    json_schema: bool = Field(default=True, description="Whether the server can hold output to a JSON Schema.")
    context_window: int = Field(default=8192, ge=512, description="The model's context window, in tokens.")
    thinks: bool = Field(default=False, description="Whether the model thinks before it answers.")


class Settings(_Group):
    """All of Keyhole's settings."""

    model: Literal["embedded", "small", "medium", "large", "server"] = Field(
        default="embedded", description="Which model answers."
    )
    fallbacks: list[Literal["embedded"] | ServerSettings] = Field(
        default_factory=list, description="Models that answer when that one fails, in this order."
    )
    take_turns: bool = Field(default=False, description="Send each request to the next of model and fallbacks.")
    writer: ServerSettings | None = Field(
        default=None, description="A second model that writes the replies (strategies hybrid and routed)."
    )
    toolbox: str = Field(default="destiny", description="Which toolbox the agent has.")
    strategy: str = Field(default="auto", description="How turns are carried out; auto: as the model's entry says.")
    data: str = Field(default="", description="The database of conversations; empty keeps them in memory alone.")
    turn: TurnSettings = Field(default_factory=TurnSettings)
    server: ServerSettings = Field(default_factory=ServerSettings)


def load_settings(
    path: str | Path | None = None,
    *,
    environment: Mapping[str, str] | None = None,
    given: Mapping[str, Any] | None = None,
) -> Settings:
    """Read the settings. `path` is a YAML file (without it `keyhole.yaml` here, when there is one).

    `given` is nested as `Settings` is; None in it means not given. Raises `ConfigError` that names the setting and
    where it came from.
    """
    environment = os.environ if environment is None else environment
    sources: list[tuple[str, dict[str, Any]]] = []
    if path is not None or Path(_FILE).is_file():
        file = Path(path or _FILE)
        sources.append((str(file), _read_file(file)))
    sources.append(("the environment", _from_environment(environment)))
    sources.append(("what was given", _without_none(given or {})))
    merged: dict[str, Any] = {}
    for source, values in sources:
        _merge(merged, values)
        try:
            settings = Settings.model_validate(merged)
        except ValidationError as error:
            raise ConfigError(f"{source}: {wrong_fields(error)}") from None
    return settings


def wrong_fields(error: ValidationError) -> str:
    """Which fields are wrong and why, without pydantic's own words around it; three at most."""
    return "; ".join(f"{'.'.join(map(str, item['loc']))}: {item['msg']}" for item in error.errors()[:3])


def _read_file(path: Path) -> dict[str, Any]:
    import yaml  # the page has no YAML and needs none

    try:
        values = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {error.strerror}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} is not valid YAML: {error}") from None
    if values is None:
        return {}
    if not isinstance(values, dict):
        raise ConfigError(f"{path}: settings are `name: value` lines")
    return values


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, text in environment.items():
        path = name.removeprefix(_PREFIX).lower().split("__")
        # other programs may own variables that begin like ours: only what names a setting is one
        if name.startswith(_PREFIX) and path[0] in Settings.model_fields:
            inner = values
            for part in path[:-1]:
                inner = inner.setdefault(part, {})
            inner[path[-1]] = text
    return values


def _without_none(values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: _without_none(value) if isinstance(value, Mapping) else value
        for name, value in values.items()
        if value is not None
    }


def _merge(into: dict[str, Any], values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        if isinstance(value, Mapping) and isinstance(into.get(name), dict):
            _merge(into[name], value)
        else:
            into[name] = dict(value) if isinstance(value, Mapping) else value
