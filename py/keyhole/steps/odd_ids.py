"""Ids that can be none: where results and calls have shown what a tool's ids look like, "vanilla" and 0.9 are no
orders. A tool that changes something and is told such a one would do that to nothing, or to the wrong thing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from keyhole.steps.earlier import LOOKED_BACK, Earlier
from keyhole.steps.kinds_of_tool import looks_up
from keyhole.steps.thing_values import LIKE, is_id, value_of
from keyhole.tools.schema import declared_properties
from keyhole.tools.tool import Tool

_MOST = 50
"""Things of a result whose ids are looked at."""
_BEGINS = re.compile(r"[A-Za-z]{1,8}[-_](?=\w)")


def forms_of(code: str) -> set[str]:
    """What ids of one kind have alike: letters and figures by their kind, or what stands before a dash."""
    begins = _BEGINS.match(code)
    kinds = re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+" if begins else r"\d", "0", code))
    return {kinds, begins[0].lower() if begins else code}


def without_odd_ids(filled: Mapping[str, Any], tool: Tool, before: Sequence[Earlier]) -> dict[str, Any]:
    """The output of the fill step without ids that have letters or figures where none of those known has any, of a tool
    that does something."""
    properties = declared_properties(tool.parameters)
    odd = [
        name
        for name in filled["args"]
        if is_id(name) and not looks_up(tool.name) and _is_odd(name, filled, tool, before)
    ]
    if not odd:
        return dict(filled)
    args = {name: value for name, value in filled["args"].items() if name not in odd}
    missing = [name for name in tool.parameters.get("required", []) if name not in args and name in properties]
    kept = {key: each for key, each in filled.items() if key != "missing"}
    return {**kept, "args": args} | ({"missing": missing} if missing else {})


def _is_odd(name: str, filled: Mapping[str, Any], tool: Tool, before: Sequence[Earlier]) -> bool:
    value = f"{filled['args'][name]}"
    known = list(_known(name, tool, before))
    return bool(known) and all(_figures(value) != _figures(each) for each in known)


def _figures(code: str) -> tuple[bool, bool, bool]:
    """Whether a text has letters, figures, or a point or a space, which few ids have."""
    letters, figures = any(map(str.isalpha, code)), any(map(str.isdigit, code))
    return letters, figures, " " in code or "." in code


def _known(name: str, tool: Tool, before: Sequence[Earlier]) -> Iterator[str]:
    """The ids for a parameter that the calls before brought or were told."""
    schema = declared_properties(tool.parameters).get(name)
    for call in before[:LOOKED_BACK]:
        things = [call.about, *call.result.things[:_MOST], call.args] if call.result else [call.args]
        for thing in things:
            value = value_of(name, schema, thing, call.noun, least=LIKE) if thing else None
            if value is not None:
                yield f"{value}"
