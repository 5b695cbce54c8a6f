"""Names that the shipped sample table has, by what they are asked for: weapon, armor, perk or activity.

One in four is kept for the decision, which must not be fitted to names that network and ranker have learned.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from keyhole_destiny.table import Table

Part = Literal["learn", "decide"]
KEPT = 4


@cache
def shipped_names(part: Part) -> dict[str, tuple[str, ...]]:
    """`weapon`, `armor`, `perk` and `activity` -> the names of that part."""
    table = Table.shipped()
    found: dict[str, list[str]] = {"weapon": [], "armor": [], "perk": [], "activity": []}
    for kind in ("item", "perk", "activity"):
        for at, name in enumerate(sorted(table.names(kind))):
            entry = table.find(kind, name).entry
            if entry is None or (at % KEPT == 0) != (part == "decide"):
                continue
            found[("armor" if "class" in entry.facts else "weapon") if kind == "item" else kind].append(name)
    return {group: tuple(names) for group, names in found.items()}
