"""Cue: a request in a form that one tool names as its own, such as "remember that ...", read by code.

A model too small to write is also too small to tell such requests from talk; a tool may help it with `cues`, regular
expressions over the whole request whose named groups are the call's arguments, or functions that read these out of it.
Models that can write are not cued.

A form that other tools may want as well, such as a question, is a `fallback_cue`: it is read at once where the tool
itself knows the request to be for it, or every tool of the toolbox is told by forms; else where the router wants no
tool.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from keyhole.errors import ConfigError
from keyhole.tools.schema import compiled
from keyhole.tools.tool import Cue, Tool
from keyhole.tools.toolbox import Toolbox

LONGEST = 500
"""Characters: a longer request is not in one form."""


def cued(toolbox: Toolbox, query: str, *, fallback: bool = False) -> tuple[Tool, dict[str, Any]] | None:
    """The first tool with a cue that the whole request matches, and the arguments in it; None without one.

    `fallback`: the router has found no tool for it, so that fallback cues count whatever else there is.
    Arguments that do not meet the tool's schema are no match. Raises `ConfigError` for a cue that is no expression.
    """
    text = " ".join(query.split())
    if len(text) > LONGEST:
        return None
    for tool in toolbox.readers:
        if (args := _read(tool, tool.cues, text)) is not None:
            return tool, args
    for tool in toolbox.readers:
        if (args := _read(tool, tool.fallback_cues, text)) is not None:
            known = tool.knows is not None and tool.knows(text) > 0
            if fallback or known or all(other.cues or other.fallback_cues for other in toolbox):
                return tool, args
    return None


def _read(tool: Tool, cues: Iterable[Cue], text: str) -> dict[str, Any] | None:
    for each in cues:
        args = _matched(tool, each, text) if isinstance(each, str) else each(text)
        if args is not None and not compiled(tool.parameters).errors(args):
            return args
    return None


def _matched(tool: Tool, pattern: str, text: str) -> dict[str, Any] | None:
    try:
        match = re.fullmatch(pattern, text, re.IGNORECASE)
    except re.error as error:
        raise ConfigError(
            f"{tool.name}: its cue {pattern!r} is no regular expression: {error}", advice="Correct the tool."
        ) from None
    if match is None:
        return None
    return {name: value.strip() for name, value in match.groupdict().items() if value and value.strip()}
