"""A call that would change nothing: a thing to change, and nothing of what it is to become."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from keyhole.steps.fill import wanted
from keyhole.steps.kinds_of_tool import changes_a_thing
from keyhole.steps.render import spoken
from keyhole.steps.thing_values import is_id
from keyhole.tools.schema import declared_properties
from keyhole.tools.tool import Tool

_MOST = 6
"""Things to choose from that are named."""


def unsaid_change(tool: Tool, args: Mapping[str, Any]) -> tuple[str, ...]:
    """What a call may change and was not told to, where it was told of no change at all; else nothing. A tool that can
    do without any of it, but for a yes or no, may have been meant as it is: `update_app(id, force)`."""
    if not changes_a_thing(tool.name):
        return ()
    properties, required = declared_properties(tool.parameters), tool.parameters.get("required", ())
    optional = tuple(name for name in properties if name not in required)
    if any(not is_id(name) for name in (*required, *args)):
        return ()
    boolean = all((properties[name] or {}).get("type") == "boolean" for name in optional)
    return () if boolean and required else optional


def question_about_change(tool: Tool, names: tuple[str, ...]) -> str:
    """The question for what is to be changed."""
    properties = declared_properties(tool.parameters)
    listed = "\n".join(f"- {wanted(name, properties.get(name))}" for name in names[:_MOST])
    return f"What should be changed? With {spoken(tool.name)} that can be:\n\n{listed}"
