"""Which tools may have the answer to a question that the router has found no tool for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from keyhole.models.embedded.text import plain_words
from keyhole.models.model import ToolCard, helps
from keyhole.steps import cue
from keyhole.steps.asked_of_result import is_question
from keyhole.steps.kinds_of_tool import only_looks
from keyhole.steps.short_message import points_back
from keyhole.tools.toolbox import Toolbox

IN_GENERAL = re.compile(
    r"\W*(?:(?:and|so|ok|but|hm+)\W+)*(?:what(?:'s| is| are) (?:an? )?[a-z-]{2,20}(?: [a-z-]{2,20})?\W*$|"
    r"why\b|how (?:do|can|could|should|would) (?:i|we|you|one)\b|what (?:does|do) .{1,40} mean\b|"
    r"(?:do|are|have|did|can|could|would|will|should) (?:you|u)\b|(?:should|shall|can|could|may) (?:i|we)\b|"
    r"(?:is|are) (?:it|that|this|they) (?:worth|good|bad|better|safe|ok|okay|dangerous|true|normal|possible)\b|"
    r"(?:is|will) it (?:going to |gonna )?(?:rain|snow|be (?:sunny|cold|warm|hot|windy))\b)",
    re.IGNORECASE,
)
"""Asks what things are and how they are done, for an opinion, or how the weather will be."""


_IN_UNITS = re.compile(r"\b(?:in|to|into) [a-z]{1,20}(?: [a-z]{1,20})?\W*$|\bconvert\b|\d", re.IGNORECASE)


_BEGINS = 5
"""Letters of a word that begins a choice, at least."""


def with_options_meant(question: str, args: Mapping[str, Any], properties: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments with the one choice of a parameter that a word of the question begins: "humid" is the humidity."""
    meant = dict(args)
    words = [word for word in plain_words(question.lower()) if len(word) >= _BEGINS]
    for name, schema in properties.items():
        options = schema.get("enum") if isinstance(schema, dict) else None
        texts = [each for each in options if isinstance(each, str)] if isinstance(options, list) else []
        begun = [each for each in texts if any(each.lower().startswith(word) for word in words)]
        meant |= {name: begun[0]} if len(begun) == 1 else {}
    return meant


def strangers(cards: Sequence[ToolCard], toolbox: Toolbox) -> list[ToolCard]:
    """The tools that are no shipped ones."""
    return [card for card in cards if card.name in toolbox and not helps(toolbox[card.name])]


def is_for_others(question: str, decision: Mapping[str, Any], toolbox: Toolbox, *, later: bool) -> bool:
    """Whether a question was taken for one to a shipped tool that knows nothing in it, though others are in view: "when
    does it start?" asks for no time zone. `later`: a call was made before, which "it" may be about."""
    tool = decision["tool"]
    taken = decision["choice"] == "clarify" or bool(later and tool and helps(toolbox[tool]) and points_back(question))
    if not taken or not is_question(question) or toolbox.knows(question) or _IN_UNITS.search(question):
        return False
    if cue.cued(toolbox, question, fallback=True):
        return False
    return bool(strangers(toolbox.cards, toolbox)) and len(strangers(toolbox.cards, toolbox)) < len(toolbox.cards)


def lookers(question: str, cards: Sequence[ToolCard], toolbox: Toolbox) -> list[ToolCard]:
    """Those of strangers' tools that only look things up, for a question about what they may know; none for any other
    message, and none where a tool takes what no other wants."""
    text = question.replace("\u2019", "'")
    if not is_question(text) or IN_GENERAL.match(text) or cue.cued(toolbox, question, fallback=True):
        return []
    return [card for card in strangers(cards, toolbox) if only_looks(card)]
