# ruff: noqa: E501  (rows of words and phrases are data: wrapping them would hide them)
"""Requests for the toolboxes that Keyhole ships: look-ups by name, everyday tools, memory.

Those that are put together here have phrasings of ours, independent of the benchmark's suites, and names that are made
up or that the shipped table has; among them are requests written one by one (`written.py`), which name what they like.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from everyday_look_ups import everyday
from invented import Answer, Inventor
from look_up_phrases import (
    ACTIVITY,
    ACTIVITY_NAMES,
    ARMOR,
    CLARIFY,
    IDLE,
    IDLE_NAMED,
    ITEM,
    ITEM_NAMES,
    MEMORY_IDLE,
    PERK,
    PERK_NAMES,
    RECALL,
    REMEMBER,
    THING,
)
from shipped_names import Part, shipped_names
from wording import LookUp, dressed, placed
from written import Written

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.model import ToolCard
from keyhole.tools.loader import load_toolbox

WRITTEN = 0.75
"""Share of the requests written by hand, where there are any."""

REAL = 0.5
"""Share of the look-ups that name what the shipped table has."""

RENAMED = 0.4
"""Share of the requests written by hand about the game whose name, where the table has it, gives way to another."""

IDLE_ABOUT_A_NAME = 0.12
"""Share, of requests that nothing is looked up for, of those about a name that is made up."""

_MADE_UP = {0: "gear", 1: "trait", 2: "mission"}
_MADE_UP_OF = {"weapon": "gear", "armor": "gear", "perk": "trait", "activity": "mission"}
"""What the inventor calls the names that a look-up is for, by its kind and by the table's group."""

SHIPPED = (
    "item_lookup", "perk_lookup", "activity_lookup", "calculator", "unit_convert", "date_time", "random_pick",
)  # fmt: skip
"""Tools that requests are written for by name; where no other is in view the decision has its own weights."""


class LookUps:
    """Makes them, with an inventor's names and random numbers."""

    def __init__(self, inventor: Inventor, written: Sequence[Written] = (), names: Part = "learn") -> None:
        self.inv = inventor
        self.written = written
        self.names = shipped_names(names)
        self._patterns = {
            group: re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(of_group, key=len, reverse=True)))})\b", re.I)
            for group, of_group in self.names.items()
        }

    def example(self) -> LookUp:
        if self.written and self.inv.rng.random() < WRITTEN:
            return self._written()
        x = self.inv.rng.random()
        if x < 0.5:
            return self._games()
        return everyday(self.inv) if x < 0.85 else self._memory()

    def _name(self, what: str) -> str:
        r = self.inv.rng
        text = self.inv.title(what)
        if r.random() < 0.15:
            text += r.choice(["", " smg", " hand cannon", "-7", " rifle"]) if what == "gear" else ""
        return self._mistyped(text).strip() or "Verdict"

    def _mistyped(self, text: str) -> str:
        """The text, one in eight with a slip of the finger."""
        r = self.inv.rng
        if r.random() >= 0.12 or len(text) <= 6:
            return text
        i = r.randrange(1, len(text) - 2)
        slip = r.choice([text[i + 1] + text[i], text[i] * 2, ""])
        return text[:i] + slip + text[i + (1 if r.random() < 0.5 else 2) :]

    def _worded(self, kind: int) -> tuple[str, dict[str, str]]:
        """A template and the names that go into it. `kind`: 0 item, 1 perk, 2 activity, -1 nothing to look up, -2 what to
        look up is missing."""
        r = self.inv.rng
        if r.random() < REAL and kind != -2:
            group = {0: "armor" if r.random() < 0.35 else "weapon", 1: "perk", 2: "activity"}.get(kind)
            group = group or r.choice(list(self.names))
            names = r.sample(self.names[group], 2)
            own = {"weapon": ITEM, "armor": ARMOR, "perk": PERK, "activity": ACTIVITY}[group]
            template = r.choice(IDLE_NAMED if kind == -1 else THING if r.random() < 0.45 else own)
            return template, dict(zip("xy", map(self._mistyped, names), strict=True))
        idle = IDLE_NAMED if r.random() < IDLE_ABOUT_A_NAME else IDLE
        template = r.choice({0: ITEM, 1: PERK, 2: ACTIVITY, -2: CLARIFY, -1: idle}[kind])
        what = _MADE_UP.get(kind, "gear")
        return template, {"x": self._name(what), "y": self._name(what)}

    def _written(self) -> LookUp:
        """A request written by hand, as somebody else might type it and of something else. To be routed only."""
        r = self.inv.rng
        row = r.choice(self.written)
        cards = [ToolCard(card.name, card.description, card.parameters) for card in load_toolbox(row.toolbox).cards]
        r.shuffle(cards)
        text, x = self._mistyped(row.text), r.random()
        if row.toolbox == "destiny" and r.random() < RENAMED:
            text = self._of_another(text)
        if x < 0.25:
            text = text.lower()
        elif x < 0.4:
            text = text[0].upper() + text[1:]
        if r.random() < 0.25:
            text = text.rstrip("?.! ") or text
        tool = {"none": -1, "clarify": -2}.get(row.choice)
        if tool is None:
            tool = next(at for at, card in enumerate(cards) if card.name == row.choice)
        return LookUp(text, cards, tool, [], [])

    def _of_another(self, text: str) -> str:
        """The text with another name, real or made up, for the longest that it has of the shipped table."""
        found = [(match[0], group) for group, pattern in self._patterns.items() for match in pattern.finditer(text)]
        if not found:
            return text
        name, group = max(found, key=lambda pair: len(pair[0]))
        real = self.inv.rng.random() < 0.7
        another = self.inv.rng.choice(self.names[group]) if real else self._name(_MADE_UP_OF[group])
        return text.replace(name, another.lower() if name.islower() else another)

    def _games(self) -> LookUp:
        r = self.inv.rng
        shipped = r.random() < 0.6
        abouts = [card.description for card in load_toolbox("destiny").cards]
        cards = [
            ToolCard(r.choice(ITEM_NAMES) if not shipped else "item_lookup", r.choice([abouts[0], "Look up an item: perk pool, type and source.", "Find a weapon by name."]), ("name",)),
            ToolCard(r.choice(PERK_NAMES) if not shipped else "perk_lookup", r.choice([abouts[1], "Explain a perk.", "What a perk or trait does."]), ("name",)),
            ToolCard(r.choice(ACTIVITY_NAMES) if not shipped else "activity_lookup", r.choice([abouts[2], "Look up a raid, strike or event.", "Find an activity by name: what it is and what it rewards."]), ("name",)),
        ]  # fmt: skip
        x = r.random()
        kind = 0 if x < 0.28 else 1 if x < 0.5 else 2 if x < 0.72 else -2 if x < 0.84 else -1
        query, where = dressed(self.inv.rng, *placed(*self._worded(kind)))
        about = {0: "the weapon's name", 1: "the perk's name", 2: "the activity's name"}.get(kind, "the name")
        if r.random() < 0.5:
            about += f", for example {self.inv.title(_MADE_UP.get(kind, 'gear'))}"
        order = [0, 1, 2]
        if r.random() < 0.4:
            r.shuffle(order)
        answer = Answer(where.get("x", []) if kind >= 0 else [])
        return LookUp(
            query,
            [cards[i] for i in order],
            order.index(kind) if kind >= 0 else kind,
            [Parameter(("name",), "str", about, True)],
            [answer],
        )

    def _memory(self) -> LookUp:
        r = self.inv.rng
        cards = [
            ToolCard(r.choice(["core_memory_append", "remember", "save_memory", "archival_memory_insert"]), r.choice(["Remember a fact about the user.", "Store a fact for later.", "Append to what is always remembered of the user."]), ("content",)),
            ToolCard(r.choice(["archival_memory_search", "recall", "search_memory"]), r.choice(["Search what was remembered.", "Find facts stored earlier.", "Search long-term memory."]), ("query",)),
            ToolCard(r.choice(["core_memory_replace", "forget", "conversation_search"]), r.choice(["Change a remembered fact.", "Forget something.", "Search earlier conversations."]), ("old_content", "new_content")),
        ]  # fmt: skip
        kind = r.choice([0, 0, 1, 1, -1])
        if kind < 0:
            query, where = dressed(
                self.inv.rng,
                r.choice(MEMORY_IDLE),
                {},
            )
            return LookUp(query, cards, -1, [], [])
        template = r.choice(REMEMBER if kind == 0 else RECALL)
        query, where = dressed(
            self.inv.rng, *placed(template, {"f": self.inv.title("fact"), "t": self.inv.title("memtopic")})
        )
        parameter = Parameter(
            ("content",) if kind == 0 else ("query",),
            "str",
            "the fact to remember" if kind == 0 else "what to search for",
            True,
        )
        order = [0, 1, 2]
        r.shuffle(order)
        return LookUp(
            query,
            [cards[i] for i in order],
            order.index(kind),
            [parameter],
            [Answer(where.get("f") or where.get("t") or [])],
        )
