"""Questions that a fact of a thing answers by yes or no: "is the desk lamp on?", "did I lose weight?" """

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from keyhole.models.embedded.text import STOP, name_words, plain_words, stem

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
    found = found or _by_fact(words, thing)
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


def _stems(name: str) -> set[str]:
    return {stem(word) for word in name_words(name)}
