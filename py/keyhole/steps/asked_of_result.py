"""Questions about what a tool brought, which nothing need be called for: "which is the cheapest?", "how many?", "when
was that?". The answer is a part of what it brought."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from keyhole.models.embedded.text import STOP, name_words, plain_words, stem
from keyhole.steps.earlier import LOOKED_BACK, Earlier
from keyhole.steps.found import Found
from keyhole.steps.most import MOST, most_of
from keyhole.steps.results import Facts, Result, read_result
from keyhole.steps.singled_out import singled_out, words_of
from keyhole.steps.thing_values import is_id
from keyhole.steps.yes_or_no import how_many_are, yes_or_no
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
_ASKS_FOR_MOST = re.compile(
    rf"\W*(?:(?:and|or|ok|so)\W+)?the (?:{MOST})(?: [a-z]{{1,20}})?(?: of (?:them|these|those))?\s*\?\W*$",
    re.IGNORECASE,
)
"""A question without a word of asking: "the cheapest one?"."""
_ONE = re.compile(r"\bones?\b")
_WHICH = re.compile(r"\W*(?:and |so )?(?:which|who) (?:ones? |of (?:them|those|these) )?([a-z]+)\b", re.IGNORECASE)
"""What the one that is asked for does: "which one touches the most files?"."""
_HOW = re.compile(r"\bhow\b", re.IGNORECASE)
_HOW_MANY = re.compile(r"\bhow many\b", re.IGNORECASE)
_OF_THEM = re.compile(r"\b(?:which|who|whose|any|them|these|those|ones?)\b", re.IGNORECASE)
_OF_IT = re.compile(r"\b(?:it|its|that|this|he|she|they|there)\b", re.IGNORECASE)
_ARE_LEFT = re.compile(
    r"\W*(?:(?:and|so|ok)\W+)?how (?:many|much) (?:are|is|do we have|have we got)(?: now| left| there)*\W*",
    re.IGNORECASE,
)
_SAYS_NOTHING = frozenset(map(stem, "thing result item entry list found find total many much else gave give".split()))
_KINDS = tuple(
    (re.compile(asks, re.IGNORECASE), frozenset(names.split()))
    for asks, names in (
        (r"\bwhen\b|\bwhat (?:day|date|time)\b", "date day time when start due sent departure arrival delivery"),
        (r"\bhow much\b|\bcosts?\b", "price cost amount total fee sum"),
        (r"\bhow many\b", "quantity qty count number stock left remaining available"),
        (r"\bwhere\b", "place location address city room venue"),
        (r"\bwho\b", "by author from sender owner assignee name user person"),
        (r"\bhow long\b", "duration length minutes runtime hours"),
    )
)
"""What a question word asks for, by the words of the names of facts."""
_ASK_BY_KIND = frozenset(map(stem, "cost costs now left assigned".split()))
"""Words that say no more than those of asking do."""


def part_asked_for(question: str, before: Sequence[Earlier]) -> Found | None:
    """The part of what a call brought that a question asks for, of several things rather than one where it says so;
    None where it asks for something else. The calls are given the latest first."""
    if not before or not (is_question(question) or (_ASKS_FOR_MOST.match(question) and not before[0].missing)):
        return None
    several = next((call for call in before[:LOOKED_BACK] if call.result and len(call.result.things) > 1), None)
    same_turn = [call for call in before[1:LOOKED_BACK] if call.asked and call.asked == before[0].asked]
    for call in (several, before[0], *same_turn):
        part = _part(question, call) if call else None
        if call and part is not None:
            return Found(call.tool.name, dict(call.args), to_json(part))
    if several and (facts := _of_the_one_called_for(question, before[0], several)):
        return Found(several.tool.name, dict(several.args), to_json(facts))
    return None


def _of_the_one_called_for(question: str, last: Earlier, several: Earlier) -> dict[str, Any] | None:
    """The facts that are asked for of the thing in a result that the last call was made for, or the message for it
    spoke of: how many seats "it" has, the room that was booked."""
    if several.result is None or _OF_IT.search(question) is None:
        return None
    if several is last:
        singled = singled_out(last.asked, several.result, {last.noun})
        things = singled.things if singled else ()
    else:
        named = {value.lower() for value in last.args.values() if isinstance(value, str) and value}
        things = tuple(
            t for t in several.result.things if named & {v.lower() for v in t.values() if isinstance(v, str)}
        )
    if len(things) != 1:
        return None
    if told := yes_or_no(question, things[0]):
        return {**_named(things[0]), **told}
    found: dict[str, Any] | None = _of_one(question, _words(question), things[0])
    return found


def with_yes_or_no(question: str, found: Found) -> Found:
    """What a call has brought for a question, which is answered by yes or no where a fact of the one thing that it is
    about does; of several things that one alone is shown."""
    if found.is_error or not is_question(question):
        return found
    told: dict[str, Any] | None = None
    result = read_result(found.tool, found.value)
    if len(result.things) > 1:
        told = _yes_or_no_of_one(question, result)
    elif result.only and (told := yes_or_no(question, result.only)) and isinstance(found.value, dict):
        told = {**told, **found.value}
    return Found(found.tool, found.arguments, to_json(told)) if told else found


def _yes_or_no_of_one(question: str, result: Result) -> dict[str, Any] | None:
    """The answer to a question about one of several things, and the thing; what is asked of it is no name of one."""
    for text in (question, question.rstrip(" ?!.").rpartition(" ")[0]):
        singled = singled_out(text, result, {result.noun})
        if singled and len(singled.things) == 1:
            told = yes_or_no(question, singled.things[0])
            return {**told, **singled.things[0]} if told else None
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
    about = {stem(word) for word in name_words(call.tool.name)}
    if only and (told := yes_or_no(question, only, about)):
        return {**_named(only), **told}
    points = _OF_IT.search(question) or _ARE_LEFT.fullmatch(question)
    return _of_one(question, _words(question) - {call.noun}, only) if only and points else None


def _named(thing: Facts) -> dict[str, Any]:
    """What a thing is called."""
    return {name: value for name, value in thing.items() if name_words(name)[-1:] in (("name",), ("title",))}


def _words(question: str) -> set[str]:
    """The stems of what a question asks about, and its numbers."""
    said = to_digits(_ONE.sub("", question.lower()).replace("colour", "color"))
    words = {stem(word) for word in plain_words(said) if word not in STOP and len(word) > 1}
    return (words | set(re.findall(r"\d+", said))) - _SAYS_NOTHING


def _of_several(question: str, result: Result, noun: str) -> Any:
    words, things = _words(question) - {noun}, result.things
    fitting = [thing for thing in things if words and words <= words_of(thing)] if _OF_THEM.search(question) else []
    if (held := how_many_are(question, things)) is not None:
        return held
    if _HOW_MANY.search(question) and (fitting or not words):
        return len(fitting) or len(things)
    if found := most_of(question, things):
        thing, most = found
        known = {stem(word) for word in plain_words(most[0])} | {stem(w) for key in thing for w in name_words(key)}
        does = _WHICH.match(question)
        return thing if words - ({stem(does[1].lower())} if does else set()) <= known else None
    if 0 < len(fitting) < len(things):
        return fitting
    if told := _yes_or_no_of_one(question, result):
        return told
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
    return asked or (None if words - _ASK_BY_KIND else _asked_by_kind(question, thing)) or None
