"""Questions that a fact of a thing answers by yes or no: "is the desk lamp on?", "did I lose weight?" """

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from keyhole.models.embedded.text import STOP, name_words, plain_words, stem
from keyhole.steps.results import Result
from keyhole.steps.singled_out import singled_out

# ruff: noqa: SIM905  (word lists read best as words)
_IS = re.compile(
    r"\W*(?:(?:and|so|ok|but|hm+)\W+)*(?P<aux>is|are|was|were|am|did|do|does|has|have)(?P<not>n['\u2019]?t)?\b",
    re.IGNORECASE,
)
_HOW_MANY_ARE = re.compile(
    r"\W*(?:(?:and|so|ok)\W+)?how many (?:of (?:them|these|those) )?(?:are|were) (?:still |now |currently )?\w+"
    r"(?: now)?\W*$",
    re.IGNORECASE,
)
_LONGEST = 12
_OPPOSITES = {
    word: other
    for pair in (
        "on off,open closed,open shut,locked unlocked,active inactive,enabled disabled,online offline,available taken,"
        "free busy,free booked,free occupied,full empty,paid unpaid,done pending,finished pending,public private,"
        "visible hidden,read unread,muted unmuted,confirmed unconfirmed,subscribed unsubscribed"
    ).split(",")
    for word, other in (pair.split(), pair.split()[::-1])
}
_SAID_OF = {
    name: frozenset(words.split())
    for names, words in (
        ("delivered received arrived", "get got gotten receive received arrive arrived deliver reach reached come"),
        ("paid settled", "pay paid settle settled"),
        ("sent", "send sent go went gone"),
        ("bought purchased", "buy get got have purchase bought"),
        ("done finished completed", "finish finished complete completed done ready"),
        ("shipped dispatched", "ship shipped dispatched send sent leave left"),
        ("packed", "pack packed"),
        ("saved stored", "save saved store stored"),
        ("booked reserved", "book booked reserve reserved"),
        ("confirmed accepted", "confirm confirmed accept accepted"),
        ("watered fed cleaned", "water watered feed fed clean cleaned"),
        ("cancelled deleted removed", "cancel cancelled delete deleted remove removed gone"),
        ("read seen", "read see seen"),
        ("answered replied", "answer answered reply replied"),
    )
    for name in names.split()
}
"""What is true or false of a thing, and the verbs that a question asks for it with: "did he get it?"."""
_TO_BE_HAD = frozenset("bought purchased packed done finished completed paid settled".split())
"""What need not be had, or be done, any more."""
_NEEDS = frozenset("need needs needed".split())
_NOW = ("now", "still", "yet", "already", "currently")
_LESS = frozenset("lose lost drop dropped fall fell decrease decreased less lower lighter cheaper shrink down".split())
_MORE = frozenset("gain gained rise rose increase increased more higher heavier grow grew climb climbed up".split())
_CHANGE = frozenset(map(stem, "change diff difference delta trend changed".split()))


def yes_or_no(question: str, thing: Mapping[str, Any], about: Collection[str] = ()) -> dict[str, Any] | None:
    """The answer that a thing's facts give to a question, and the facts that do; None where they give none. `about`:
    stems of what the thing was found for."""
    asked = _IS.match(question[:200])
    words = plain_words(question[:200].lower()) if asked else ()
    if asked is None or not 1 < len(words) <= _LONGEST:
        return None
    found = _by_change(set(words), thing, about) if asked["aux"].lower() in ("did", "have", "has", "am", "is") else None
    found = found or _by_fact(words, thing) or _by_deed(words, thing, about)
    if found is None:
        return None
    name, holds = found
    return {"answer": "Yes" if holds else "No", name: thing[name]}


def how_many_are(question: str, things: Sequence[Mapping[str, Any]]) -> int | None:
    """Of how many things a question asks what a fact of each says: "how many of them are on?"."""
    words = plain_words(question[:200].lower())
    if len(words) < 2 or _HOW_MANY_ARE.match(question[:200]) is None:
        return None
    held = [found[1] for thing in things if (found := _by_fact(words, thing)) is not None]
    return sum(held) if len(held) == len(things) else None


def _by_change(words: set[str], thing: Mapping[str, Any], about: Collection[str]) -> tuple[str, bool] | None:
    """By how much a thing has changed: below nothing, who asks has lost."""
    way = (1 if words & _MORE else 0) - (1 if words & _LESS else 0)
    names = [name for name, value in thing.items() if type(value) in (int, float) and _CHANGE & _stems(name)]
    rest = {stem(word) for word in words - STOP - _MORE - _LESS}
    known = {each for name in thing for each in _stems(name)} | set(about)
    if not way or len(names) != 1 or not rest <= known:
        return None
    return names[0], thing[names[0]] * way > 0


def _by_fact(words: Sequence[str], thing: Mapping[str, Any]) -> tuple[str, bool] | None:
    """By a fact that is true or false, or one that says how it stands with the thing: the last word asks for it."""
    last = words[-1] if words[-1] not in _NOW else words[-2]
    other = _OPPOSITES.get(last, "")
    for name, value in thing.items():
        said = {word.lower() for word in name_words(name)} - {"is", "has"}
        if isinstance(value, bool) and said in ({last}, {other}):
            return name, value is (said == {last})
        if isinstance(value, str) and said & {"status", "state", "availability"}:
            told = set(plain_words(value.lower()))
            if told == {last} or (other and told == {other}):
                return name, told == {last}
    return None


def _by_deed(words: Sequence[str], thing: Mapping[str, Any], about: Collection[str]) -> tuple[str, bool] | None:
    """By the one fact that says whether something was done with a thing, where nothing else is asked of it."""
    flags = {name: _SAID_OF.get(name.lower().removeprefix("is_"), frozenset()) for name in thing}
    flags = {name: deeds for name, deeds in flags.items() if isinstance(thing[name], bool) and deeds}
    if len(flags) != 1:
        return None
    (name, deeds), needs = next(iter(flags.items())), not _NEEDS.isdisjoint(words)
    if (needs and name.lower() not in _TO_BE_HAD) or not (needs or deeds.intersection(words)):
        return None
    known = {stem(part) for value in thing.values() if isinstance(value, str) for part in plain_words(value)}
    known |= set(about) | {stem(word) for word in (*deeds, *_NEEDS, *_NOW)} | _stems(name)
    rest = {stem(word) for word in words if word not in STOP and len(word) > 1}
    return (name, thing[name] is not needs) if rest <= known else None


def _stems(name: str) -> set[str]:
    return {stem(word) for word in name_words(name)}


def yes_or_no_of_one(question: str, result: Result) -> dict[str, Any] | None:
    """The answer to a question about one of several things, and the thing; what is asked of it is no name of one."""
    for text in (question, question.rstrip(" ?!.").rpartition(" ")[0]):
        singled = singled_out(text, result, {result.noun})
        if singled and len(singled.things) == 1:
            told = yes_or_no(question, singled.things[0])
            return {**told, **singled.things[0]} if told else None
    return None
