"""Which of the things in a result a message points at: "the second one", "the cheapest", "the blue one", "both"."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Literal

from keyhole.models.embedded.text import STOP, plain_words, stem
from keyhole.steps.most import most_of
from keyhole.steps.results import DAY, Facts, Result
from keyhole.steps.thing_values import title_of
from keyhole.tools.builtin.number_words import MONTH_NAME, ORDINAL, place_in_a_row

_NUMBERED = ("number ", "no ", "no. ", "nr ", "nr. ", "item ", "option ", "result ", "#", "# ")
_NTH = re.compile(
    rf"\b(?:the |my |number |no\.? ?|nr\.? ?|item |option |result )?(?:#\s?)?(?P<nth>second[ -](?:to[ -])?last|"
    rf"last but one|{ORDINAL}|\d{{1,3}}(?:st|nd|rd|th)|last|bottom|top|middle|"
    rf"(?:{'|'.join(f'(?<={sign})' for sign in _NUMBERED)})\d{{1,3}})\b",
    re.IGNORECASE,
)
_IN_MONTH = re.compile(rf"\b{MONTH_NAME} (?:the )?$", re.IGNORECASE)
_ON_THE = re.compile(rf"\b(?:on|by|until|till|for|from|to|since|{MONTH_NAME}) (?:the )?$", re.IGNORECASE)
_OF_MONTH = re.compile(rf" (?:of )?{MONTH_NAME}\b", re.IGNORECASE)
_BARE = re.compile(
    r"(?<![\w.:/$\u20ac\u00a3+*=-])(?<![+*/=-] )(?P<nth>\d{1,2})"
    r"(?=\s*(?:$|[,.!?;&](?!\d)|(?:and|or|please|pls|too|then)\b))",
    re.IGNORECASE,
)
_ASKED = re.compile(r"\W*(?:what|how|when|who|why|where)\b", re.IGNORECASE)
_PARTICLES = frozenset(("off", "on", "up", "down", "out", "away", "back", "both", "too"))
_ALL = re.compile(
    r"\b(?:both(?: of (?:them|these|those))?|(?:all|each)(?: \w+)? of (?:them|these|those)|all (?:three|four|five)|"
    r"(?<!\bof )(?<!\bat )(?<!\bafter )(?<!\babove )(?<!\bthat's )(?<!\bthat is )"
    r"all(?=\s*(?:$|[.!]|,? (?:please|pls|now|again)\b))|"
    r"the (?P<end>first|last|top|bottom) (?P<few>two|three|four|2|3|4))\b",
    re.IGNORECASE,
)
_FEW = {"two": 2, "three": 3, "four": 4}
_ONE = re.compile(
    r"\s+(?:ones?|guy|person|man|woman|lady|item|result|entry|option|of (?:them|those|these)|"
    r"(?:in|on|of) (?:the|that|this) (?:list|row))\b",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\s*(?:$|[.,!?;:)]|\b(?:and|or|to|for|at|on|in|by|with|from|please|pls|instead|too|again|then|as|is|was|into|now|"
    r"off|out|up|down|back|available)\b)",
    re.IGNORECASE,
)
"""What stands behind words that point by themselves."""
_WORD_BEHIND = re.compile(r"\s+([^\W\d_]+)")
_SPOKEN = re.compile(r"(?:\bv(?=\d))?([^\W_]+(?:[.,:]\d+)*)", re.IGNORECASE)
_THE = re.compile(
    r"\b(?:the|that|this|my) "
    r"(?:(?:one|\w+)(?: \w+)? (?:in|at|on|from|by|for|with|to|about|called|named) "
    rf"(?:the |an? |{MONTH_NAME} )?)?$",
    re.IGNORECASE,
)
"""Stands before the name of a thing that is meant: "the blue one", "the one in Lyon", "that flight to Rome"."""
_THE_ONE = re.compile(
    r"\b(?:the|that|this) (?P<called>[\w'\u2019-]{2,30}(?: [\w'\u2019-]{2,30})?) ones?\b", re.IGNORECASE
)
"""A thing that is called by a word of its own: "the red one"."""
_POSSESSIVE = re.compile(r"['\u2019]s?\b")
_LONGEST = 200
"""Characters of a fact that are read for names."""


@dataclass(frozen=True, slots=True)
class Singled:
    """Things that a message points at, and where in it the words stand that do. `by`: their place in the row, what they
    have most of, a word of theirs with "the" or "one", all that they are called, the mere mention of a word of theirs,
    or that there is no other thing."""

    things: tuple[Facts, ...]
    start: int
    end: int
    by: Literal["place", "most", "name", "title", "mention", "only"]


def singled_out(text: str, result: Result, nouns: Collection[str]) -> Singled | None:
    """The things of a result that a message points at; None where it points at none. `nouns`: stems of what these
    things may be called."""
    if len(result.things) < 2:
        return None
    nouns = _nouns(result).union(nouns)
    pointed = _all(text, result) or _by_place(text, result, nouns) or _by_most(text, result, nouns)
    return pointed or _by_name(text, result)


def places_said(text: str, result: Result) -> tuple[frozenset[int], frozenset[int]]:
    """The indexes of the things of a result whose places in the row a message says, and of those that it may say, as
    the words behind may be what is third: "the third looks fun"."""
    found, count = _by_place(text, result, _nouns(result) | {result.noun}), len(result.things)
    said = frozenset(at for at, thing in enumerate(result.things) if found and any(t is thing for t in found.things))
    may_be = {_place(each["nth"].lower(), count) for each in _NTH.finditer(text) if not _is_a_day(text, each)} - {None}
    return said, frozenset(place for place in may_be if place is not None)


def asked_for_most(request: str, result: Result) -> Singled | None:
    """The thing that has most or least of what the request said that brought this result: "the best ramen place"."""
    found = most_of(request, result.things) if len(result.things) > 1 else None
    return Singled((found[0],), *found[1].span(), "most") if found else None


def words_of(thing: Facts) -> set[str]:
    """The stems of what is told of a thing, what it has at all, and how its days may be spoken of."""
    words: set[str] = set()
    for key, value in thing.items():
        if value is True:  # "the one with a pool"
            words |= {stem(word) for word in plain_words(key.replace("_", " "))}
        for each in value if isinstance(value, list) else [value]:
            said = f"{each:.15g}" if isinstance(each, float) else f"{each}"[:_LONGEST]
            spoken = [found[1].lower() for found in _SPOKEN.finditer(said)]
            words |= {stem(part) for part in plain_words(said)} | {
                *spoken,
                *(each.rpartition(".")[0] for each in spoken),
            }
            if (found := DAY.match(said)) and (day := day_in(found)):
                words |= set(day_names(day))
    return words - {""}


@lru_cache(maxsize=16)
def _words(result: Result) -> tuple[set[str], ...]:
    """What is told of each thing of a result, in words: it is asked for several times in a turn."""
    return tuple(words_of(thing) for thing in result.things)


@lru_cache(maxsize=16)
def _nouns(result: Result) -> frozenset[str]:
    """What things may be called by what is told of them."""
    return frozenset(word for words in _words(result) for word in words if len(word) > 2) - STOP - _PARTICLES


def _all(text: str, result: Result) -> Singled | None:
    if (found := _ALL.search(text)) is None:
        return None
    things = result.things
    if found["few"]:
        number = _FEW.get(found["few"].lower()) or int(found["few"])
        things = things[:number] if found["end"].lower() in ("first", "top") else things[-number:]
    elif found[0].lower().startswith("both") and len(things) != 2:
        return None
    return Singled(things, *found.span(), "place")


def _is_a_day(text: str, found: re.Match[str]) -> bool:
    """Whether an ordinal is the day of a month: "on the 3rd"."""
    return found["nth"][:1].isdigit() and (
        _ON_THE.search(text[: found.start("nth")]) is not None or _OF_MONTH.match(text, found.end()) is not None
    )


def _by_place(text: str, result: Result, nouns: Collection[str]) -> Singled | None:
    """The things whose places in the row are said; a bare number is one where nothing but what to do is said beside."""
    found = [each for each in _NTH.finditer(text) if _stands_alone(text, each.end(), nouns)]
    found = [
        each for each in found if not (_IN_MONTH.search(text[: each.start()]) or _OF_MONTH.match(text, each.end()))
    ]
    if not found and not _ASKED.match(text) and len(set(plain_words(text)) - STOP - _PARTICLES) < 2:
        found = list(_BARE.finditer(text))
    places = [_place(match["nth"].lower(), len(result.things)) for match in found]
    if not places or None in places:
        return None
    things = tuple(result.things[place] for place in dict.fromkeys(place for place in places if place is not None))
    return Singled(things, found[0].start(), _with_one(text, found[-1].end(), nouns), "place")


def _place(said: str, count: int) -> int | None:
    """The index of a place in a row of so many; None where the row is shorter."""
    if said in ("last", "bottom"):
        place = count - 1
    elif said == "middle":
        place = count // 2 if count % 2 else -1
    elif said == "top":
        place = 0
    elif "last" in said:
        place = count - 2
    else:
        digits = re.match(r"\d+", said)
        place = (int(digits[0]) if digits else place_in_a_row(said)) - 1
    return place if 0 <= place < count else None


def _by_most(text: str, result: Result, nouns: Collection[str]) -> Singled | None:
    found = most_of(text, result.things)
    if found is None or ("most" in found[1].groupdict() and not _stands_alone(text, found[1].end(), nouns)):
        return None
    thing, said = found
    return Singled((thing,), said.start(), _with_one(text, said.end(), nouns), "most")


def _by_name(text: str, result: Result) -> Singled | None:
    """The one thing that has most of the words of a message that tell the things apart."""
    told = _words(result)
    weights = [0.0] * len(told)
    places: list[list[re.Match[str]]] = [[] for _ in told]
    the = _THE_ONE.search(text)  # "bump the red one to high": the other words are not what it is called
    for found in _SPOKEN.finditer(text, *the.span("called")) if the else _SPOKEN.finditer(text):
        having = [at for at, words in enumerate(told) if stem(found[1].lower()) in words]
        if not having or len(having) == len(told) or found[1].lower() in STOP:
            continue
        for at in having:
            weights[at] += math.log((len(told) + 1) / len(having))
            places[at].append(found)
    best = max(range(len(told)), key=weights.__getitem__)
    if not weights[best] or weights.count(weights[best]) > 1:
        return None
    thing, first, end = result.things[best], places[best][0].start(), places[best][-1].end()
    definite = _THE.search(text[:first])
    start = definite.start() if definite else first
    if possessive := _POSSESSIVE.match(text, end):
        end = possessive.end()
    ends = _with_one(text, end, ())
    title = title_of(thing)
    definitely = definite is not None or ends > end
    called = title is not None and title.lower() in text.lower()
    return Singled((thing,), start, ends, "name" if definitely else "title" if called else "mention")


def day_in(found: re.Match[str]) -> date | None:
    """The day that `results.DAY` found; None where there is no such."""
    try:
        return date(int(found[1]), int(found[2]), int(found[3]))
    except ValueError:
        return None


def day_names(day: date) -> Iterator[str]:
    """How a day may be spoken of: its weekday and its month, as stems, and "3rd"."""
    for form in ("%A", "%a", "%B", "%b"):
        yield stem(day.strftime(form).lower())
    ends = {1: "st", 2: "nd", 3: "rd"}.get(day.day % 10 if day.day not in (11, 12, 13) else 0, "th")
    yield f"{day.day}{ends}"


def _stands_alone(text: str, end: int, nouns: Collection[str]) -> bool:
    """Whether no other thing is named behind: "the second one", "the second" and "the second mail" where mails are
    spoken of, but not "second class"."""
    if _ONE.match(text, end) or _AFTER.match(text, end):
        return True
    behind = _WORD_BEHIND.match(text, end)
    return behind is not None and stem(behind[1].lower()) in nouns


def _with_one(text: str, end: int, nouns: Collection[str]) -> int:
    """Where the words that point end, with the "one" behind them."""
    if one := _ONE.match(text, end):
        return one.end()
    behind = _WORD_BEHIND.match(text, end)
    return behind.end() if behind and stem(behind[1].lower()) in nouns else end
