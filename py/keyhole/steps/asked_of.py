"""Questions about what a tool brought, which nothing need be called for: "which is the cheapest?", "how many?", "when
was that?". The answer is a part of what it brought."""

from __future__ import annotations

import re
from typing import Any

from keyhole.models.embedded.text import STOP, name_words, plain_words, stem
from keyhole.steps.answers import Answer, Facts
from keyhole.steps.singled_out import asked_for_most, words_of
from keyhole.steps.thing_values import is_id
from keyhole.tools.builtin.number_words import to_digits

# ruff: noqa: SIM905  (word lists read best as words)
_MOST_WORDS = 10
_ASKS = re.compile(r"\W*(?:(?:and|ok|so|hm+|wait|but)\W+)*(?:which|who|what|when|where|why|how|is|are|was|were|do|does|did|has|have|any)\b", re.IGNORECASE)
_HOW_MANY = re.compile(r"\bhow many\b", re.IGNORECASE)
_OF_THEM = re.compile(r"\b(?:which|who|whose|any|them|these|those|ones?)\b", re.IGNORECASE)
_OF_IT = re.compile(r"\b(?:it|its|that|this|he|she|they)\b", re.IGNORECASE)
_NOTHING = frozenset(stem(word) for word in "one thing result item entry list found find total many else gave give got get".split())
_KINDS = (
    (re.compile(r"\bwhen\b|\bwhat (?:day|date|time)\b", re.IGNORECASE), "date day time when start due created updated sent departure arrival delivery eta expected"),
    (re.compile(r"\bhow much\b|\bprice\b|\bcosts?\b", re.IGNORECASE), "price cost amount total fee sum"),
    (re.compile(r"\bwhere\b", re.IGNORECASE), "place location address city room venue"),
    (re.compile(r"\bwho\b", re.IGNORECASE), "by author from sender owner assignee name user person"),
    (re.compile(r"\bhow long\b", re.IGNORECASE), "duration length minutes runtime hours"),
)


def asked_of(question: str, answer: Answer) -> Any:
    """The part of an answer that a question asks for: things, facts or how many there are; None where it asks for
    something else."""
    if len(question.split()) > _MOST_WORDS or not _ASKS.match(question):
        return None
    words = {stem(word) for word in plain_words(to_digits(question.lower())) if word not in STOP and len(word) > 1}
    words |= set(re.findall(r"\d+", to_digits(question.lower())))
    words -= {answer.noun, *_NOTHING}
    if len(answer.things) > 1:
        return _of_several(question, words, answer)
    return _of_one(question, words, answer.only) if answer.only and _OF_IT.search(question) else None


def is_question(text: str) -> bool:
    """Whether a text asks something, by how it begins."""
    return _ASKS.match(text) is not None


def _of_several(question: str, words: set[str], answer: Answer) -> Any:
    if _HOW_MANY.search(question):
        return len(answer.things) if not words else None
    if most := asked_for_most(question, answer):
        said = {stem(word) for word in plain_words(question[most.start : most.end])}
        keys = {stem(word) for key in most.things[0] for word in name_words(key)}
        return _shown(most.things[0]) if words <= said | keys else None
    if not words or not _OF_THEM.search(question):
        return None
    fitting = [thing for thing in answer.things if words <= words_of(thing)]
    return [_shown(thing) for thing in fitting] if 0 < len(fitting) < len(answer.things) else None


def _of_one(question: str, words: set[str], thing: Facts) -> Any:
    asked = {key: each for key, each in thing.items() if words and words <= {stem(w) for w in name_words(key)}}
    for asks, kinds in _KINDS:
        if not asked and not words and asks.search(question):
            asked = {key: each for key, each in thing.items() if set(name_words(key)) & set(kinds.split()) and not is_id(key)}
    return asked or None


def _shown(thing: Facts) -> dict[str, Any]:
    return dict(thing)
