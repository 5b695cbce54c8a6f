"""Every setting, in one model. Where they come from, later ones winning: defaults, a YAML file, the environment, and
what the caller gives (the command line, the page's settings form).

    # keyhole.yaml
    model: server
    server: {base_url: "http://127.0.0.1:11434/v1", model: qwen3:8b}
    turn: {max_steps: 3}

`KEYHOLE_TURN__MAX_STEPS=3` says the last of these in the environment; lists and objects are given there as JSON.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError

from keyhole.errors import ConfigError
from keyhole.outside_json import loads

Spoken = Literal["openai", "anthropic", "mistral", "kimi", "plain"]
SPOKEN: tuple[str, ...] = get_args(Spoken)
"""The dialects that a server may be spoken to in. Gemini is reached by its OpenAI-compatible endpoint."""

_PREFIX = "KEYHOLE_"
_OTHERS = frozenset({"KEYHOLE_FALLBACK_KEYS", "KEYHOLE_DESTINY_TABLE", "KEYHOLE_MODELS"})
"""Read elsewhere."""
_FILE = "keyhole.yaml"


class _Group(BaseModel):
    model_config = ConfigDict(extra="forbid", validate_assignment=True, validate_default=False, defer_build=True)


class TurnSettings(_Group):
    """How a turn is carried out. Strategies and steps read these; what a step does not list it does not know."""

    max_steps: int = Field(default=5, ge=1, le=20, description="Most tools called in one turn.")
    max_repairs: int = Field(default=2, ge=0, le=5, description="Most repairs of one step's output.")
    shortlist_over: int = Field(
        default=16,
        ge=1,
        description="With more tools than this the router sees a shortlist; the embedded one weighs 32.",
    )
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
    where it stands: the file and its line, or the variable.
    """
    environment = os.environ if environment is None else environment
    merged: dict[str, Any] = {}
    if path is not None or Path(_FILE).is_file():
        from keyhole.settings_file import read_file  # the page has no YAML and needs none

        file = Path(path or _FILE)
        values, place_of = read_file(file)
        _merge(merged, values)
        _checked(merged, place_of)
    _merge(merged, _from_environment(environment))
    _checked(merged, _variable, _variable)
    _merge(merged, _without_none(given or {}))
    return _checked(merged, _dotted)


def wrong_fields(error: ValidationError) -> str:
    """Which fields are wrong and why, without pydantic's own words around it; three at most."""
    return "; ".join(f"{'.'.join(map(str, item['loc']))}: {item['msg']}" for item in error.errors()[:3])


Loc = tuple[int | str, ...]
"""Where a setting stands: the names down to it."""


def _dotted(loc: Loc) -> str:
    return ".".join(map(str, loc))


def _checked(
    values: Mapping[str, Any], place_of: Callable[[Loc], str], spelled: Callable[[Loc], str] = _dotted
) -> Settings:
    """The settings. Raises `ConfigError` with the place of each wrong one; three at most."""
    try:
        return Settings.model_validate(values)
    except ValidationError as error:
        said = []
        for item in error.errors()[:3]:
            loc = item["loc"]
            if item["type"] == "extra_forbidden":
                close = difflib.get_close_matches(str(loc[-1]), _fields(loc[:-1]), n=1, cutoff=0.6)
                meant = f"; did you mean {spelled((*loc[:-1], close[0]))}?" if close else ""
                said.append(f"{place_of(loc)}: there is no such setting{meant}")
            else:
                said.append(f"{place_of(loc)}: {item['msg']}")
        raise ConfigError("; ".join(said)) from None


def _fields(loc: Loc) -> list[str]:
    """The names of the settings in a group; none where it is no group."""
    group: Any = Settings
    for part in loc:
        field = group.model_fields.get(part) if isinstance(part, str) else None
        kinds = (field.annotation, *get_args(field.annotation)) if field else ()
        group = next((kind for kind in kinds if isinstance(kind, type) and issubclass(kind, _Group)), _Group)
    return list(group.model_fields)


def _variable(loc: Loc) -> str:
    return _PREFIX + "__".join(str(part).upper() for part in loc)


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    """The settings in the environment. Raises `ConfigError` for a name that is nearly that of one.

    Other programs may own variables that begin like ours, so any other name is none of ours.
    """
    values: dict[str, Any] = {}
    for name, text in sorted(environment.items()):
        if not name.startswith(_PREFIX) or name in _OTHERS:
            continue
        path = name.removeprefix(_PREFIX).lower().split("__")
        if path[0] not in Settings.model_fields:
            if close := difflib.get_close_matches(path[0], Settings.model_fields, n=1, cutoff=0.7):
                raise ConfigError(f"{name}: there is no such setting; did you mean {_variable((close[0], *path[1:]))}?")
            continue
        inner = values
        for depth, part in enumerate(path[:-1], 1):
            inner = inner.setdefault(part, {})
            if not isinstance(inner, dict):
                raise ConfigError(f"{name}: {_variable(tuple(path[:depth]))} is given as well: give one of the two")
        inner[path[-1]] = _value(text)
    return values


def _value(text: str) -> Any:
    """A list or an object where the text is one in JSON (`KEYHOLE_FALLBACKS=["embedded"]`), else the text."""
    if not text.lstrip().startswith(("[", "{")):
        return text
    try:
        return loads(text)
    except ValueError:
        return text


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
