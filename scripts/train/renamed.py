"""The same tool as somebody else would have named it."""

from __future__ import annotations

import random

from keyhole.models.embedded.text import name_words
from keyhole.models.model import ToolCard

VERBS = """
get fetch retrieve find show look_up give_me tell_me check
create add make set_up new generate build
delete remove cancel erase get_rid_of
update change edit modify set
search find look_for look_up
calculate compute work_out find determine
analyze examine assess evaluate check
send deliver write
book reserve schedule
"""
"""Those that say the same, a line each, the usual one first."""
_GROUPS = [line.split() for line in VERBS.split("\n") if line]
ALIKE = {verb: group for group in _GROUPS for verb in group}
"""By a verb, or a usual one's third person, what says the same."""
ALIKE |= {verb: group for group in _GROUPS for verb in (group[0], f"{group[0]}s")}


def renamed(r: random.Random, card: ToolCard) -> ToolCard:
    """The card under another name style, with another verb, perhaps without its description."""
    words = [w for w in name_words(card.name) if w not in ("hass", "api")][:7] or ["tool"]
    if r.random() < 0.3 and words[0] in ALIKE:
        words[0:1] = r.choice(ALIKE[words[0]]).split("_")
    if r.random() < 0.08 and len(words) > 2:
        words.pop(r.randrange(len(words)))
    description = card.description
    x = r.random()
    if x < 0.12:
        description = ""
    elif x < 0.3 and description:
        first, _, rest = description.partition(" ")
        if first.lower() in ALIKE:
            description = f"{r.choice(ALIKE[first.lower()]).replace('_', ' ').capitalize()} {rest}"
        if r.random() < 0.3:
            description = r.choice(["This tool helps to ", "Used to ", "API to ", "Function that can "]) + description
    return ToolCard("_".join(words), description, card.parameters if r.random() < 0.8 else ())
