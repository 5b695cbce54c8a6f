# ruff: noqa: SIM905  (word lists read best as words)
"""What a message frees the call before of: a filter that need not hold, "doesn't have to be folk", "any colour is
fine", "everybody's, not just hers", and a trial that shall be done in earnest, "looks good, do it for real".

What a model reads of such a message is the value that is taken away, so that it is told by the form. Filters are taken
off a search alone, and none that it needs; what else the message says is left to be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from keyhole.models.embedded.options.other_names import meant, switch_meant
from keyhole.models.embedded.text import STOP, name_words, plain_words, stem
from keyhole.steps.earlier import Earlier, words_of
from keyhole.steps.kinds_of_tool import changes
from keyhole.steps.small_talk import kind_of
from keyhole.steps.thing_values import PERSONS

_LONGEST, _MOST_WORDS = 200, 24
"""Characters and words of a message that frees the call before of anything."""
_CLAUSE = re.compile(r"\s*(?:[,;.!?:]+(?=\s|$)|\s-+\s|\b(?:but|though|tho|and then)\b)\s*", re.IGNORECASE)
_NOT = r"(?:doesn'?t|does not|don'?t|do not|needn'?t|need not|isn'?t|is not|aren'?t|are not)"
_IDLE = r"(?:(?:really|actually|necessarily|always|even|only|just) )?"
_MATTERS_NOT = re.compile(
    rf"(?P<of>\b.{{1,60}}?) (?:{_NOT} {_IDLE}"
    r"(?:matter|important|necessary|needed|required|a must|an issue|a problem)\b|"
    r"(?:is|are) (?:irrelevant|unimportant|no object|no issue|not important|up to you)\b)|"
    r"(?P<no>[a-z]+)'s (?:no object|irrelevant)\b|"
    rf"\b(?:{_NOT} {_IDLE}(?:matter|care)(?: about)?|no matter|never ?mind|regardless of|irrespective of|"
    r"whatever|whichever|ignore|forget|forget about|lift|drop)\b (?P<about>.{1,60})",
    re.IGNORECASE,
)
"""What does not matter, by its name."""
_NEED_NOT = re.compile(
    rf"\b{_NOT} {_IDLE}(?:have to|need to|need|has to|required to)"
    rf"(?: {_IDLE}(?:be|have|come from))?\b (?P<a>.{{1,40}})|"
    r"\bno need (?:to be|to have|for|of)\b (?P<b>.{1,40})|"
    r"\bnot (?:only|just|merely|necessarily)\b (?P<c>.{1,40})|"
    rf"\b{_NOT} (?:limit|restrict|stick|confine) (?:it|that|them|yourself|this) to (?P<d>.{{1,40}})|"
    r"^\W*(?:i (?:want|need) )?(?:them |it |those )?(?P<e>[^\W\d][\w -]{1,30}?) or not\b|"
    r"^(?P<f>no|nope|sorry)$",
    re.IGNORECASE,
)
"""What need not be so, by what it was."""
_ANY = re.compile(
    r"\b(?:any|all|every|each|both|across all|whole|entire|all the|all of the|whichever) "
    r"(?!other|more|else)(?:(?:kinds?|sorts?|types?|sizes?) of )?(?P<a>[^\W\d]\w{1,20}(?: [^\W\d]\w{1,20}){0,2})",
    re.IGNORECASE,
)
_ALL = re.compile(
    r"\b(?:all|any|every|everything|everybody|everyone|everywhere|anything|anyone|anywhere|wherever|whenever|both|"
    r"whole|entire|the lot|whatever|whichever|anytime)\b|^(?:please|pls|thanks|no|ok|actually|really|sorry|hm+|i mean|"
    r"i meant)*$",
    re.IGNORECASE,
)
"""Says no more than that there shall be more."""
_WHO = re.compile(
    r"\b(?:everybody|everyone|anybody|anyone)(?:'?s)?\b|\bwhose\b|\bwhoever\b|\bwho it(?: is|'s)\b",
    re.IGNORECASE,
)
_WHERE = re.compile(
    r"\b(?:everywhere|anywhere|wherever|where|(?:the )?(?:whole|entire) (?:flat|house|place|building|home))\b",
    re.IGNORECASE,
)
_WHEN = re.compile(r"\b(?:any ?time|whenever|at any (?:hour|time)|all day(?: long)?)\b", re.IGNORECASE)
_HOW = re.compile(r"\bhow [a-z]{2,12}\b|\bhowever [a-z]{2,12}\b", re.IGNORECASE)
_ASKS = re.compile(
    r"\W*(?:(?:and|so|ok|oh)\W+)*(?:(?:is|are|was|were|does|do|did|will|would|has|have|what|which|who|where|when|how)\b"
    r"(?! the same)|(?:can|could)\b(?! you\b| u\b| i\b| we\b| be\b))",
    re.IGNORECASE,
)
"""Begins a question, which takes nothing off."""
_IDLE_WORDS = frozenset(
    map(
        stem,
        "look search mean meant house flat building home stands whole entire show fine ok okay good s is "
        "everybody everyone anybody anyone everything everywhere anywhere wherever whoever whose whenever anytime "
        "day long hour time own care matter actually really sorry pls please no".split(),
    )
)
"""Words beside those that open a filter which say nothing more."""
_DO_IT = re.compile(
    r"\b(?:do|run|make|it|that|this|them|ok(?:ay)?|al(?:l )?right|fine|now|then|so|please|and|let'?s|time|yes|"
    r"really)\b",
    re.IGNORECASE,
)
_HIM = frozenset("him her his hers he she me my mine them their theirs".split())
_SOMEBODY = PERSONS | frozenset(
    "by who whose tutor teacher doctor mechanic technician artist author singer claimant".split()
)
_PLACES = frozenset(
    "place location room area city town region site store shop branch stage venue near where country zone".split()
)
_TIMES = frozenset("time after before start hour from until".split())
_CLOCK = re.compile(r"(?:\d{4}-\d\d-\d\dT)?\d\d:\d\d")
_ALIKE = {
    stem(word): frozenset(map(stem, others.split()))
    for word, others in {
        "money": "price cost budget rent fee fare amount",
        "budget": "price cost rent fee fare amount",
        "cost": "price budget rent fee fare",
        "colour": "color",
        "color": "colour",
        "age": "age years",
        "old": "age",
        "kind": "type category kind genre material",
        "sort": "type category kind genre",
        "type": "kind category",
        "expensive": "price cost budget rent fee fare",
        "cheap": "price cost budget rent fee fare",
        "state": "status",
        "status": "state",
        "long": "minutes hours duration length",
        "far": "distance radius km miles",
        "duration": "minutes hours length",
        "length": "minutes hours duration",
    }.items()
}
"""What people call a parameter of these names."""
_TRIAL = frozenset(
    "dry preview simulate simulated simulation test testing trial rehearsal sandbox mock pretend".split()
)
"""Words of the name of a switch that has nothing done but shown."""
_EARNEST = re.compile(
    r"\b(?:for real|in earnest|the real thing|go (?:live|ahead|for it)|make it real|this time really|"
    r"(?:now|then) really)\b|^(?:now )?(?:really )?(?:do it|shoot)(?: (?:now|then|please))?$",
    re.IGNORECASE,
)
_DOES_IT = re.compile(
    r"(?:(?:ok(?:ay)?|fine|good|great|yes|now|then|so|please|and|you can|you may|go and|let'?s) )*"
    r"(?P<verb>[a-z]{2,12}) (?:it|that|them|this|these|those)(?: (?:now|then|please|off|away|out))*",
    re.IGNORECASE,
)
_UNREAL = re.compile(
    r"\b(?:not|don'?t|no|never|test|testing|dry|simulat\w+|try|if|whether|what|how|would)\b", re.IGNORECASE
)
_ALSO_CALLED = {
    stem(word): frozenset(map(stem, others.split()))
    for word, others in {
        "reserve": "book",
        "book": "reserve",
        "wipe": "clear delete purge remove",
        "clear": "delete wipe purge",
        "delete": "clear purge wipe",
        "order": "buy place",
        "place": "bid order",
        "run": "execute",
        "buy": "order book",
    }.items()
}


@dataclass(frozen=True, slots=True)
class Freed:
    """The values of the call before that still hold, or are turned over, and what the message says besides."""

    args: Mapping[str, Any]
    rest: str


def freed(text: str, before: Earlier) -> Freed | None:
    """What a message frees the call before of; None where that is nothing."""
    if before.missing or len(text) > _LONGEST or len(text.split()) > _MOST_WORDS:
        return None
    clauses = [
        clause for clause in _CLAUSE.split(text.replace("\u2019", "'").strip()) if clause and not kind_of(clause)
    ]
    return _in_earnest(clauses, before) or _widened(clauses, before)


def _in_earnest(clauses: list[str], before: Earlier) -> Freed | None:
    """The same call, no trial any more."""
    trials = [name for name, value in before.args.items() if value is True and _TRIAL & set(name_words(name))]
    if len(trials) != 1 or any(_UNREAL.search(clause) for clause in clauses):
        return None
    rest = [each for clause in clauses if (each := _besides_earnest(clause, before))]
    return None if rest == clauses else Freed({**before.args, trials[0]: False}, ", ".join(rest))


def _besides_earnest(clause: str, before: Earlier) -> str:
    """What a part of a message says but for what tells that it is in earnest; all of it where it does not."""
    if _EARNEST.search(clause):
        rest = _EARNEST.sub("", clause).strip()
        return rest if any(letter.isalnum() for letter in _DO_IT.sub("", rest)) else ""
    does = _DOES_IT.fullmatch(clause)
    verb = stem(does["verb"].lower()) if does else ""
    meant_so = does and not words_of(before.tool).isdisjoint({verb} | _ALSO_CALLED.get(verb, frozenset()))
    return "" if meant_so else clause


def _widened(clauses: list[str], before: Earlier) -> Freed | None:
    """The same search, with the filters off that need not hold."""
    if changes(before.tool.card) or (clauses and _ASKS.match(clauses[0])):
        return None
    off: set[str] = set()
    rest: list[str] = []
    for clause in clauses:
        found = set(_opened(clause, before))
        off |= found
        if not found and not _ALL.search(clause):
            rest.append(clause)
    if not off or len(off) > 1 + len(clauses):
        return None
    return Freed({name: value for name, value in before.args.items() if name not in off}, ", ".join(rest))


def _opened(clause: str, before: Earlier) -> Iterator[str]:
    """The names of the filters that a part of a message takes off."""
    required = before.tool.parameters.get("required", ())
    open_ = {name: value for name, value in before.args.items() if name not in required}
    if matters := _MATTERS_NOT.search(clause):
        said = next(each for each in matters.groups() if each)
        yield from _named(said, open_, before) or _of_kind(said, open_)
        return
    if need := _NEED_NOT.search(clause):
        said = next(each for each in need.groups() if each)
        if found := _valued(said, open_) or _named(said, open_, before):
            yield from found
            return
        if need["f"] is None and (found := _only_choice(said, open_)):
            yield from found
            return
    for every in _ANY.finditer(clause):
        if found := _named(every["a"], open_, before):
            yield from found
            return
    if not any(letter.isdigit() for letter in clause):
        yield from _of_kind(clause, open_)


def _named(said: str, open_: Mapping[str, Any], before: Earlier) -> list[str]:
    """The one filter that is called so, by a word of its name that no other has."""
    words = _stems(said)
    words |= {other for word in words for other in _ALIKE.get(word, ())}
    own = {stem(word) for word in name_words(before.tool.name)}
    found = [name for name in open_ if words & {stem(word) for word in name_words(name)} - own]
    return found if len(found) == 1 else []


def _valued(said: str, open_: Mapping[str, Any]) -> list[str]:
    """The one filter with the value that is said, in its own words or in others."""
    words = _stems(said)
    plain = [word for part in said.lower().split() for word in plain_words(part)]
    found = []
    for name, value in open_.items():
        if isinstance(value, bool):
            switch = {stem(word) for word in name_words(name)} - {"only", "with", "has", "is"}
            hit = bool(words & switch) or switch_meant(name, plain) is value
        else:
            hit = bool(words & _stems(f"{value}")) or bool(isinstance(value, str) and meant([value], plain))
        found += [name] if hit else []
    if not found and set(plain) & _HIM:
        found = [name for name in open_ if _SOMEBODY & set(name_words(name))]
    return found if len(found) == 1 else []


def _only_choice(said: str, open_: Mapping[str, Any]) -> list[str]:
    """The one switch that is on, or else the one filter there is."""
    if set(said.lower().split()) & {"that", "this", "those", "these", "one", "ones", *_HIM} - {"ones"}:
        return []
    on = [name for name, value in open_.items() if value is True]
    return on if len(on) == 1 else list(open_) if len(open_) == 1 else []


def _of_kind(said: str, open_: Mapping[str, Any]) -> list[str]:
    """The one filter that is somebody, a place or a time, where these are opened: "everybody's", "anywhere"."""
    if _stems(said) - _IDLE_WORDS and not _HOW.search(said):
        return []
    kinds = ((_WHO, _SOMEBODY), (_WHERE, _PLACES), (_WHEN, _TIMES))
    for told, named in kinds:
        if told.search(said):
            found = [name for name in open_ if named & set(name_words(name))]
            found = [name for name in found if named is not _TIMES or _CLOCK.fullmatch(f"{open_[name]}")]
            return found if len(found) == 1 else []
    if _HOW.search(said):
        found = [name for name, value in open_.items() if type(value) in (int, float)]
        return found if len(found) == 1 else []
    return []


def _stems(text: str) -> set[str]:
    return {stem(word) for part in text.lower().split() for word in plain_words(part) if word not in STOP}
