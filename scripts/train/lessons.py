"""What is learned of requests for the shipped toolboxes, by the network `familiar` and by its teacher (`teach`)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from written import Written, written
from written_sets import TO_CLARIFY, written_sets

from keyhole.models.embedded.route.clauses import split_clauses
from keyhole.models.embedded.text import lengths_in_words
from keyhole.tools.loader import load_toolbox

TOOLBOXES = ("destiny", "everyday")
ELSEWHERE = 0.125
"""Share of what is asked of other tools that a toolbox learns to leave alone: "what time is it"."""
IDLE = 0.25
"""Share of what wants no tool of another toolbox that a toolbox learns to leave alone, too."""
APART = ("destiny",)
"""Toolboxes that can do nothing of what the written sets of tools are asked; everyday's can do some of it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the router sees of a request, and how sure each tool of the toolbox is of it."""

    query: str
    knows: tuple[float, ...]


def answers_of(toolbox: str) -> list[str]:
    """All that may be answered: none, each tool, clarify."""
    return ["none", *(card.name for card in load_toolbox(toolbox).cards), "clarify"]


def asked(toolbox: str, texts: Sequence[str]) -> list[Asked]:
    """The requests as the router sees them."""
    cards = load_toolbox(toolbox).cards
    made = []
    for text in texts:
        query = split_clauses(lengths_in_words(text))[0]
        gap = "__" in query
        made.append(Asked(query, tuple(card.knows(query) if card.knows and not gap else 0.0 for card in cards)))
    return made


def lessons(name: str, seed: int) -> list[Written]:
    """A toolbox's requests to learn from, and some of others, which none of its tools can do."""
    rows = written("learn")
    rng = random.Random(seed)
    shares = {row.choice: ELSEWHERE for row in rows} | {"none": IDLE, "clarify": 0.0}
    strange = [row.text for row in rows if row.toolbox != name and rng.random() < shares[row.choice]]
    if name in APART:
        wanted = [request for each in written_sets("learn") for request in each.requests if request.tool != TO_CLARIFY]
        strange += [request.text for request in wanted if rng.random() < ELSEWHERE]
    return [row for row in rows if row.toolbox == name] + [Written(name, text, "none") for text in strange]
