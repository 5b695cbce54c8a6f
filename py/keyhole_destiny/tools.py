"""The three look-ups as tools, and the toolbox that holds them."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from typing import Annotated, Any

from pydantic import Field

from keyhole.errors import ToolError
from keyhole.tools.tool import tool
from keyhole.tools.toolbox import Toolbox
from keyhole_destiny.asked import thing_asked_for
from keyhole_destiny.table import KINDS, Table

TABLE_VARIABLE = "KEYHOLE_DESTINY_TABLE"
"""Environment variable: the path of a table that `keyhole destiny import` wrote, in place of the sample data."""

EXAMPLES = (
    "what perks can roll on calus mini-tool?",
    "what does incandescent do?",
    "what is iron banner and what's the loot?",
    "where do I get an ikelos smg?",
    "how many players for vault of glass?",
    "what is iron banner and what does voltshot do?",
)

_NOTE = "sample data; a game update may have changed it"


@cache
def table() -> Table:
    """The table in use, opened at the first look-up."""
    path = os.environ.get(TABLE_VARIABLE)
    return Table.open(path) if path else Table.shipped()


def _look_up(kind: str, name: str) -> dict[str, Any]:
    if not name.strip():
        raise ToolError(f"no {kind} was named", advice=f"Say which {kind} you mean.")
    source = table()
    match = source.find(kind, name)
    if match.entry is None:
        shown = name if len(name) <= 60 else name[:57] + "..."
        for other in KINDS:
            # a word that is no more than part of a longer name ("stasis") does not name that
            if other != kind and source.mentioned(other, name) and (elsewhere := source.name_in(other, name)):
                raise ToolError(
                    f"no such {kind}: {shown!r}",
                    advice=f"{elsewhere} is of another kind: use {other}_lookup.",
                    instead=(f"{other}_lookup", {"name": elsewhere}),
                )
        names = match.nearest if source.mentioned(kind, name) else source.holding(name) or match.nearest
        nearest = f"Did you mean {_choice(names)}?" if names else f"Check the {kind}'s name."
        raise ToolError(f"no such {kind}: {shown!r}", advice=nearest)
    found = {"name": match.entry.name, **match.entry.facts}
    return {**found, "note": _NOTE} if source.sample else found


def _choice(nearest: tuple[str, ...]) -> str:
    return " or ".join((", ".join(nearest[:-1]), nearest[-1])) if len(nearest) > 1 else nearest[0]


def _cue(kind: str) -> Callable[[str], dict[str, Any] | None]:
    def name_of(request: str) -> dict[str, Any] | None:
        name = thing_asked_for(table(), kind, request)
        return None if name is None else {"name": name}

    return name_of


@tool(
    cues=(_cue("item"),),
    knows=lambda request: table().mentioned("item", request),
    names=lambda request: table().name_in("item", request),
)
def item_lookup(
    name: Annotated[str, Field(description="the weapon's name, for example Calus Mini-Tool")],
) -> dict[str, Any]:
    """Look up one weapon or exotic: perks that can roll on it, type, frame, element, where it drops."""
    return _look_up("item", name)


@tool(
    cues=(_cue("perk"),),
    knows=lambda request: table().mentioned("perk", request),
    names=lambda request: table().name_in("perk", request),
)
def perk_lookup(
    name: Annotated[str, Field(description="the perk's name, for example Incandescent")],
) -> dict[str, Any]:
    """Look up one perk, trait, mod, keyword, aspect or fragment: what it does."""
    return _look_up("perk", name)


@tool(
    cues=(_cue("activity"),),
    knows=lambda request: table().mentioned("activity", request),
    names=lambda request: table().name_in("activity", request),
)
def activity_lookup(
    name: Annotated[str, Field(description="the activity's name, for example Iron Banner")],
) -> dict[str, Any]:
    """Look up one activity (raid, dungeon, strike, mission, mode, event): what it is, party size, loot, when open."""
    return _look_up("activity", name)


def toolbox() -> Toolbox:
    """The destiny toolbox, with six questions to begin with."""
    return Toolbox("destiny", (item_lookup, perk_lookup, activity_lookup), examples=EXAMPLES)
