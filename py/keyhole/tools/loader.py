"""Toolboxes by name: those that ship with Keyhole and those that installed packages bring.

A package brings one by an entry point in the group `keyhole.tools` that names a function without arguments:

    [project.entry-points."keyhole.tools"]
    cookbook = "my_package:toolbox"
"""

from __future__ import annotations

import importlib
from importlib.metadata import entry_points

from keyhole.errors import ConfigError
from keyhole.tools.toolbox import Toolbox

GROUP = "keyhole.tools"
SHIPPED = {
    "destiny": "keyhole_destiny:toolbox",
    "everyday": "keyhole.tools.builtin.everyday:toolbox",
    "memory": "keyhole.tools.builtin.memory:toolbox",
}
"""Found without installed metadata too: in the page Keyhole is unpacked, not installed."""


def toolbox_names() -> list[str]:
    """The names that `load_toolbox` takes; the shipped ones first."""
    return [*SHIPPED, *(name for name in _places() if name not in SHIPPED)]


def load_toolbox(name: str) -> Toolbox:
    """Make the toolbox of that name. Raises `ConfigError` when there is none, or it cannot be made."""
    places = SHIPPED if name in SHIPPED else _places()  # reading metadata takes a while in the page
    if name not in places:
        raise ConfigError(f"there is no toolbox {name!r}", advice=f"Choose one of: {', '.join(places)}.")
    module, _, attribute = places[name].partition(":")
    try:
        made = getattr(importlib.import_module(module), attribute)()
    except Exception as error:  # whatever another's package does wrong is said, with its name
        raise ConfigError(
            f"the toolbox {name!r} ({places[name]}) cannot be loaded: {type(error).__name__}: {error}",
            advice="Correct or remove the package that brings it.",
        ) from error
    if not isinstance(made, Toolbox):
        raise ConfigError(f"{places[name]} returned {type(made).__name__}, not a Toolbox")
    return made


def _places() -> dict[str, str]:
    return {entry.name: entry.value for entry in entry_points(group=GROUP)} | SHIPPED
