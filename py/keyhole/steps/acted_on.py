"""The thing of a list that the last call was for, where something was done since the list was brought: a message that
points back is about it ("Hartmann will do that one then"), and one that names another wants the same for that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from keyhole.steps.earlier import Earlier
from keyhole.steps.kinds_of_tool import makes_new
from keyhole.steps.short_message import points_back
from keyhole.steps.thing_meant import thing_meant
from keyhole.steps.thing_values import is_id
from keyhole.steps.which_thing import Slot, is_known_id, listed_before, slot_for, which_things
from keyhole.tools.tool import Tool
from keyhole.tools.toolbox import Toolbox

_NAMES_ONE = 0.3
"""How likely a message means none of the things, at most, where it names another than that of the last call."""


def with_acted_on(filled: Mapping[str, Any], wish: str, tool: Tool, before: Sequence[Earlier]) -> dict[str, Any]:
    """The output of the fill step for the thing of the last call, where it lacks one, or has what is no id of any, and
    the wish points back. "Cancel chess" may well name another."""
    acted = _acted_on(before, tool)
    if acted is None:
        return dict(filled)
    _, slot, place = acted
    value = filled["args"].get(slot.name)
    if value is not None and (value in slot.values or not is_id(slot.name) or is_known_id(value, wish)):
        return dict(filled)
    if not points_back(wish):
        return dict(filled)
    return _with(filled, slot, slot.values[place])


def same_for_another(
    filled: Mapping[str, Any], wish: str, tool: Tool, before: Sequence[Earlier], toolbox: Toolbox
) -> dict[str, Any]:
    """The last call once more, as the fill step has it, for another thing of the list, where the message means one:
    "the blue one too"; without what is none of them where it may mean several."""
    acted = _acted_on(before, tool)
    if acted is None or before[0].tool is not tool:
        return dict(filled)
    listing, slot, _ = acted
    assert listing.result is not None
    names_one = thing_meant(wish, listing.result, tool).none < _NAMES_ONE
    meant = which_things(wish, before, tool, toolbox) if names_one else None
    if meant and len(meant.things) == 1:
        place = next(at for at, thing in enumerate(listing.result.things) if thing is meant.things[0])
        return _with(filled, slot, slot.values[place])
    value = filled["args"].get(slot.name)
    if value is None or value in slot.values or not is_id(slot.name) or is_known_id(value, wish):
        return dict(filled)
    args = {name: each for name, each in filled["args"].items() if name != slot.name}
    return {**filled, "args": args, "missing": [*filled.get("missing", ()), slot.name]}


def _acted_on(before: Sequence[Earlier], tool: Tool) -> tuple[Earlier, Slot, int] | None:
    """The list, the parameter of a tool that says for which of its things it is called, and the place of the one that
    the last call was for."""
    listing = listed_before(before)
    if listing is None or listing is before[0] or before[0].missing:
        return None
    slot, done = slot_for(tool, listing), slot_for(before[0].tool, listing)
    names_new = slot is not None and makes_new(tool.name) and not is_id(slot.name)
    if names_new or slot is None or done is None or (value := before[0].args.get(done.name)) not in done.values:
        return None
    return listing, slot, done.values.index(value)


def _with(filled: Mapping[str, Any], slot: Slot, value: Any) -> dict[str, Any]:
    missing = [name for name in filled.get("missing", ()) if name != slot.name]
    kept = {key: each for key, each in filled.items() if key != "missing"}
    return {**kept, "args": {**filled["args"], slot.name: value}} | ({"missing": missing} if missing else {})
