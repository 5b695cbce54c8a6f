"""Questions about what a tool brought, which nothing need be called for: "which is the cheapest?", "how many?", "when
was that?". The answer is a part of what it brought."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from keyhole.models.embedded.text import STOP, name_words, plain_words, stem
from keyhole.steps.earlier import LOOKED_BACK, Earlier
from keyhole.steps.found import Found
from keyhole.steps.most import most_of
from keyhole.steps.results import Facts, Result
from keyhole.steps.singled_out import singled_out, words_of
from keyhole.steps.thing_values import is_id
from keyhole.tools.builtin.number_words import to_digits
from keyhole.tools.condense import to_json

# ruff: noqa: SIM905  (word lists read best as words)
_LONGEST, _MOST_CHARACTERS = 10, 300
"""Words and characters of such a question."""
_ASKS = re.compile(
    r"\W*(?:(?:and|ok|so|hm+|wait|but)\W+)*(?:which|who|what|when|where|why|how|is|are|was|were|do|does|did|has|have|"
    r"any)\b",
    re.IGNORECASE,
)
_ONE = re.compile(r"\bones?\b")
_WHICH = re.compile(r"\W*(?:and |so )?(?:which|who) (?:ones? |of (?:them|those|these) )?([a-z]+)\b", re.IGNORECASE)
"""What the one that is asked for does: "which one touches the most files?"."""
_HOW = re.compile(r"\bhow\b", re.IGNORECASE)
_HOW_MANY = re.compile(r"\bhow many\b", re.IGNORECASE)
_OF_THEM = re.compile(r"\b(?:which|who|whose|any|them|these|those|ones?)\b", re.IGNORECASE)
_OF_IT = re.compile(r"\b(?:it|its|that|this|he|she|they)\b", re.IGNORECASE)
_SAYS_NOTHING = frozenset(map(stem, "thing result item entry list found find total many much else gave give".split()))
_KINDS = tuple(
    (re.compile(asks, re.IGNORECASE), frozenset(names.split()))
    for asks, names in (
        (r"\bwhen\b|\bwhat (?:day|date|time)\b", "date day time when start due sent departure arrival delivery"),
        (r"\bhow much\b", "price cost amount total fee sum"),
        (r"\bwhere\b", "place location address city room venue"),
        (r"\bwho\b", "by author from sender owner assignee name user person"),
        (r"\bhow long\b", "duration length minutes runtime hours"),
    )
)
"""What a question word asks for, by the words of the names of facts."""


def part_asked_for(question: str, before: Sequence[Earlier]) -> Found | None:
    """The part of what a call brought that a question asks for, of several things rather than one where it says so;
    None where it asks for something else. The calls are given the latest first."""
    if not before or not is_question(question):
        return None
    several = next((call for call in before[:LOOKED_BACK] if call.result and len(call.result.things) > 1), None)
    for call in (several, before[0]):
        part = _part(question, call) if call else None
        if call and part is not None:
            return Found(call.tool.name, dict(call.args), to_json(part))
    return None


def shown_again(things: Sequence[Facts], call: Earlier) -> Found:
    """Things of what a call brought, as what is found for a question about them."""
    return Found(call.tool.name, dict(call.args), to_json(things[0] if len(things) == 1 else list(things)))


def is_question(text: str) -> bool:
    """Whether a text is a short question, by how it begins."""
    return len(text) <= _MOST_CHARACTERS and len(text.split()) <= _LONGEST and _ASKS.match(text) is not None


def _part(question: str, call: Earlier) -> Any:
    """Things, facts, or how many there are."""
    if call.result and len(call.result.things) > 1:
        return _of_several(question, call.result, call.noun)
    only = call.result.only if call.result else None
    return _of_one(question, _words(question) - {call.noun}, only) if only and _OF_IT.search(question) else None


def _words(question: str) -> set[str]:
    """The stems of what a question asks about, and its numbers."""
    said = to_digits(_ONE.sub("", question.lower()))
    words = {stem(word) for word in plain_words(said) if word not in STOP and len(word) > 1}
    return (words | set(re.findall(r"\d+", said))) - _SAYS_NOTHING


def _of_several(question: str, result: Result, noun: str) -> Any:
    words, things = _words(question) - {noun}, result.things
    fitting = [thing for thing in things if words and words <= words_of(thing)] if _OF_THEM.search(question) else []
    if _HOW_MANY.search(question) and (fitting or not words):
        return len(fitting) or len(things)
    if found := most_of(question, things):
        thing, most = found
        known = {stem(word) for word in plain_words(most[0])} | {stem(w) for key in thing for w in name_words(key)}
        does = _WHICH.match(question)
        return thing if words - ({stem(does[1].lower())} if does else set()) <= known else None
    if 0 < len(fitting) < len(things):
        return fitting
    singled = singled_out(question, result, {noun})
    if singled is None or len(singled.things) > 1:
        return None
    thing, rest = singled.things[0], f"{question[: singled.start]} {question[singled.end :]}"
    named = {stem(word) for key in thing if not is_id(key) for word in name_words(key)}
    few = len(_words(rest)) <= (0 if _HOW.search(question) else 1)
    return thing if named & _words(rest) or (few and _asked_by_kind(question, thing)) else None


def _asked_by_kind(question: str, thing: Facts) -> dict[str, Any]:
    """The facts that are of the kind that a question word asks for."""
    return {
        key: each
        for asks, names in _KINDS
        if asks.search(question)
        for key, each in thing.items()
        if names & set(name_words(key)) and not is_id(key)
    }


def _of_one(question: str, words: set[str], thing: Facts) -> Any:
    asked = {key: each for key, each in thing.items() if words and words <= {stem(w) for w in name_words(key)}}
    return asked or (None if words else _asked_by_kind(question, thing)) or None
