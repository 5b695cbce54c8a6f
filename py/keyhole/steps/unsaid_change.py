"""A call that would change nothing: a thing to change, and nothing of what it is to become; or no more than what was
done a moment ago."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from keyhole.models.model import helps
from keyhole.steps.fill import wanted
from keyhole.steps.found import Found
from keyhole.steps.kinds_of_tool import changes_a_thing, looks_up
from keyhole.steps.render import spoken
from keyhole.steps.thing_values import is_id
from keyhole.steps.wants_done import kind_of_message
from keyhole.tools.schema import declared_properties
from keyhole.tools.tool import Tool

_MOST = 6
"""Things to choose from that are named."""
_ANEW = re.compile(r"\b(?:another|again|more|second|once|twice|same|too|also|each|extra|new|one)\b", re.IGNORECASE)


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


def says_no_more(wish: str, tool: Tool, args: Mapping[str, Any], found: Iterable[Found]) -> bool:
    """Whether a call says nothing that an earlier call of the turn did not: "it arrived smashed, refund it" wants the
    money back once, and the "good until 2025-05-31" of a coupon no date worked out. What is wanted anew is wanted
    twice."""
    if helps(tool):
        said = [value for value in args.values() if isinstance(value, str)]
        told = kind_of_message(wish) == "tell" and len(said) == len(args)
        return told and any(day in text for text in said for item in found for day in _days(item.arguments.values()))
    if not args or looks_up(tool.name) or _ANEW.search(wish):
        return False
    return any(
        item.tool == tool.name and not item.is_error and all(item.arguments.get(k) == v for k, v in args.items())
        for item in found
    )


def _days(values: Iterable[Any]) -> list[str]:
    return [value for value in values if isinstance(value, str) and _DAY.fullmatch(value)]


_DAY = re.compile(r"\d{4}-\d\d-\d\d")
