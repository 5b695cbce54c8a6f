"""Which of the things in an answer a message points at: "the second one", "the cheapest", "the blue one", "both"."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from keyhole.models.embedded.text import STOP, name_words, plain_words, stem
from keyhole.steps.answers import Answer, Facts
from keyhole.steps.thing_values import title_of
from keyhole.tools.builtin.number_words import ORDINAL, place_in_a_row

# ruff: noqa: SIM905  (word lists read best as words)
_PRICE = "price cost amount total fee fare sum rent value night nightly rate usd eur gbp jpy chf"
_SIZE = "size amount total area weight quantity count number height capacity volume value length pages"
_WHEN = "date day when time created updated start due sent received published departure released release year at on added"
_LONG = "duration length runtime minutes time hours pages distance"
_NEAR = "distance km miles walk far"
_GOOD = "rating score stars popularity rank reviews votes"
_OF_NUMBERS = (_PRICE, _SIZE, _GOOD, "height")
"""What the only number of things may be."""
_MOST: dict[str, tuple[int, str]] = {
    word: (sign, keys)
    for words, sign, keys in (
        ("cheapest|least expensive|lowest priced|most affordable|lowest price", -1, _PRICE),
        ("most expensive|priciest|dearest|costliest|highest price", 1, _PRICE),
        ("newest|latest|most recent|freshest", 1, _WHEN),
        ("oldest", -1, _WHEN),
        ("earliest|soonest", -1, _WHEN),
        ("biggest|largest|heaviest|roomiest", 1, _SIZE),
        ("smallest|lightest|tiniest", -1, _SIZE),
        ("longest", 1, _LONG),
        ("shortest|fastest|quickest", -1, _LONG),
        ("slowest", 1, _LONG),
        ("best rated|best-rated|top rated|top-rated|highest rated|highest-rated|best reviewed|most popular|best|top one", 1, _GOOD),
        ("worst rated|lowest rated|worst", -1, _GOOD),
        ("closest|nearest", -1, _NEAR),
        ("farthest|furthest", 1, _NEAR),
        ("most urgent|highest priority|most important|most critical", 1, "priority severity urgency importance"),
        ("tallest|highest", 1, "height"),
        ("lowest", -1, "height"),
    )
    for word in words.split("|")
}
_RANKS = {
    word: rank
    for rank, words in enumerate(("lowest trivial minor low", "medium normal moderate", "high major", "urgent critical highest blocker"))
    for word in words.split()
}
MOST_WORDS = "|".join(sorted(_MOST, key=len, reverse=True))
_MOST_WORDS = re.compile(rf"\b(?:the |my )?(?P<most>{MOST_WORDS})\b", re.IGNORECASE)
_MOST_OF = re.compile(r"\b(?:the |with the )?(?P<way>most|least|fewest|highest|lowest|biggest|longest|shortest) (?P<key>[a-z]+)\b", re.IGNORECASE)
_NTH = re.compile(
    rf"\b(?:the |my |number |no\.? ?|nr\.? ?|item |option |result )?(?:#\s?)?"
    rf"(?P<nth>second[ -](?:to[ -])?last|last but one|{ORDINAL}|\d{{1,3}}(?:st|nd|rd|th)|last|bottom|top|"
    rf"(?:(?<=number )|(?<=no )|(?<=no\. )|(?<=nr )|(?<=nr\. )|(?<=item )|(?<=option )|(?<=result )|(?<=#)|(?<=# ))\d{{1,3}})\b",
    re.IGNORECASE,
)
_BARE = re.compile(r"(?<![\w.,:/$\u20ac\u00a3-])(?P<nth>\d{1,2})(?![\w.:/%\u20ac$-])")
_ALL = re.compile(
    r"\b(?:both(?: of (?:them|these|those))?|all (?:of (?:them|these|those)|\w+ of (?:them|these|those)|three|four|five)|"
    r"all|them all|each(?: of (?:them|these|those))?|the (?:first|last) (?:two|three|four|2|3|4))\b",
    re.IGNORECASE,
)
_FIRST_FEW = re.compile(r"the (first|last) (two|three|four|\d)", re.IGNORECASE)
_FEW = {"two": 2, "three": 3, "four": 4}
_ONE = re.compile(r"\s+(?:ones?|thing|item|result|entry|option|of (?:them|those|these))\b", re.IGNORECASE)
_AFTER = re.compile(r"\s*(?:$|[.,!?;:)]|\b(?:and|or|to|for|at|on|in|by|with|from|please|pls|instead|too|again|then|as|is|was|into|now|off|out|up|down|back|available)\b)", re.IGNORECASE)
_ISO_DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_NUMBER = re.compile(r"-?\d+(?:,\d{3})*(?:\.\d+)?")
_CLOCK = re.compile(r"(\d{1,2}):(\d\d)")
_HOURS = re.compile(r"(\d+) ?h(?:ours?)?(?: ?(\d+) ?m)?", re.IGNORECASE)
_IDS = frozenset("id uuid key ref reference code handle hash number no".split())


@dataclass(frozen=True, slots=True)
class Singled:
    """Things that a message points at, and where in it the words stand that do. `by`: their place in the row, what they
    have most of, a name of theirs, the mere mention of it, or that there is no other thing."""

    things: tuple[Facts, ...]
    start: int
    end: int
    by: Literal["place", "most", "name", "mention", "only"]


def singled_out(text: str, answer: Answer, nouns: Collection[str]) -> Singled | None:
    """The things of an answer that a message points at; None where it points at none. `nouns`: stems of what these
    things may be called."""
    if len(answer.things) < 2:
        return None
    nouns = frozenset(nouns).union(*(words_of(thing) for thing in answer.things))
    return _all(text, answer) or _by_place(text, answer, nouns) or _by_most(text, answer, nouns) or _by_name(text, answer)


def asked_for_most(request: str, answer: Answer) -> Singled | None:
    """The thing that has most or least of what the request said that brought this answer: "the best ramen place"."""
    return _by_most(request, answer, None) if len(answer.things) > 1 else None


def _all(text: str, answer: Answer) -> Singled | None:
    found = _ALL.search(text)
    if found is None:
        return None
    things = answer.things
    if few := _FIRST_FEW.fullmatch(found[0]):
        number = _FEW.get(few[2].lower()) or int(few[2])
        things = things[:number] if few[1].lower() == "first" else things[-number:]
    elif found[0].lower().startswith("both") and len(things) != 2:
        return None
    return Singled(tuple(things), *found.span(), "place")


def _by_place(text: str, answer: Answer, nouns: Collection[str]) -> Singled | None:
    """The things whose places in the row are said; a bare number is one where nothing else is said of it."""
    found = [match for match in _NTH.finditer(text) if _stands_alone(text, match.end(), nouns)]
    if not found and set(plain_words(text)) - STOP <= _verb(text):
        found = list(_BARE.finditer(text))
    places = [_place(match["nth"], len(answer.things)) for match in found]
    if not places or None in places:
        return None
    things = tuple(answer.things[place] for place in dict.fromkeys(place for place in places if place is not None))
    return Singled(things, found[0].start(), _with_one(text, found[-1].end(), nouns), "place")


def _verb(text: str) -> set[str]:
    """The first word of a message that means something: what to do."""
    return set([word for word in plain_words(text) if word not in STOP][:1])


def _place(said: str, count: int) -> int | None:
    said = said.lower()
    if said in ("last", "bottom"):
        place = count - 1
    elif said == "top":
        place = 0
    elif "last" in said:
        place = count - 2
    elif digits := re.match(r"\d+", said):
        place = int(digits[0]) - 1
    else:
        place = place_in_a_row(said) - 1
    return place if 0 <= place < count else None


def _by_most(text: str, answer: Answer, nouns: Collection[str] | None) -> Singled | None:
    """The thing that has most or least of what is said."""
    found = _MOST_WORDS.search(text)
    if found and (by_key := _MOST_OF.match(text, found.start())) and _column(by_key["key"], answer):
        found = None
    if found is not None:
        sign, keys = _MOST[found["most"].lower()]
        columns = [column for word in keys.split() if (column := _column(word, answer))]
        columns = columns or ([column] if (column := _only_number(answer)) and keys in _OF_NUMBERS else [])
    elif found := _MOST_OF.search(text):
        sign = -1 if found["way"].lower() in ("least", "fewest", "lowest", "shortest") else 1
        columns = [column] if (column := _column(found["key"], answer)) else []
    if found is None or not columns:
        return None
    if nouns is not None and "most" in found.groupdict() and not _stands_alone(text, found.end(), nouns):
        return None
    rated = [(value, thing) for thing in answer.things if (value := _measure(thing.get(columns[0]))) is not None]
    if not rated:
        return None
    best = max(rated, key=lambda each: sign * each[0])[1]
    return Singled((best,), found.start(), _with_one(text, found.end(), nouns or ()), "most")


def _column(word: str, answer: Answer) -> str | None:
    """The fact of the things that is called so and can be compared."""
    for name in dict.fromkeys(name for thing in answer.things for name in thing):
        words = [stem(part) for part in name_words(name)]
        if stem(word) in words and not _IDS & set(words) - {word}:
            if any(_measure(thing.get(name)) is not None for thing in answer.things):
                return name
    return None


def _only_number(answer: Answer) -> str | None:
    names = [
        name
        for name, value in answer.things[0].items()
        if isinstance(value, int | float) and not isinstance(value, bool) and not _IDS & set(name_words(name))
    ]
    return names[0] if len(names) == 1 else None


def _measure(value: Any) -> float | None:
    """A value as a number that orders it among its like: amounts, days, times, how long, how urgent."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    if not isinstance(value, str):
        return float(value)
    if day := _ISO_DAY.match(value):
        clock = _CLOCK.search(value)
        try:
            days = date(int(day[1]), int(day[2]), int(day[3])).toordinal()
        except ValueError:
            return None
        return days * 1440.0 + (int(clock[1]) * 60 + int(clock[2]) if clock else 0)
    if clock := _CLOCK.search(value):
        return int(clock[1]) * 60.0 + int(clock[2])
    if hours := _HOURS.match(value):
        return int(hours[1]) * 60.0 + int(hours[2] or 0)
    if number := _NUMBER.search(value):
        return float(number[0].replace(",", ""))
    return _RANKS.get(value.lower())


def _by_name(text: str, answer: Answer) -> Singled | None:
    """The one thing that has most of the words of a message that tell the things apart."""
    told = [words_of(thing) for thing in answer.things]
    spoken = [(stem(found[0].lower()), found) for found in re.finditer(r"[^\W_]+(?:[.,:]\d+)*", text)]
    weight = [0.0] * len(told)
    places: list[list[re.Match[str]]] = [[] for _ in told]
    for word, found in spoken:
        having = [at for at, words in enumerate(told) if word in words]
        if not having or len(having) == len(told) or found[0].lower() in STOP:
            continue
        for at in having:
            weight[at] += math.log((len(told) + 1) / len(having))
            places[at].append(found)
    best = max(range(len(told)), key=lambda at: weight[at])
    if not weight[best] or sum(each == weight[best] for each in weight) > 1:
        return None
    first, last = places[best][0], places[best][-1]
    start = first.start()
    if article := re.search(r"\b(?:the|that|this|my) (?:one (?:in|at|on|from|by|for|with|to|about|called|named) (?:the |an? )?)?$", text[:start], re.IGNORECASE):
        start = article.start()
    elif one := re.search(r"\b(?:the|that|this) (?:one|\w+)(?: \w+)? (?:in|at|on|from|by|for|with|to|about|called|named) (?:the |an? )?$", text[:start], re.IGNORECASE):
        start = one.start()
    end = last.end()
    if possessive := re.compile(r"['\u2019]s?\b").match(text, end):
        end = possessive.end()
    ends = _with_one(text, end, ())
    thing = answer.things[best]
    whole = (title := title_of(thing)) is not None and title.lower() in text.lower()
    return Singled((thing,), start, ends, "name" if whole or ends > end or start < first.start() else "mention")


def words_of(thing: Facts) -> set[str]:
    """The stems of what is told of a thing, and how its days may be spoken of."""
    words: set[str] = set()
    for key, value in thing.items():
        if value is True:  # "the one with a pool"
            words |= {stem(word) for word in name_words(key)}
        for each in value if isinstance(value, list) else [value]:
            said = f"{each:g}" if isinstance(each, float) else f"{each}"
            words |= {stem(part) for part in plain_words(said)} | {part.lower() for part in re.findall(r"[^\W_]+(?:[.,:]\d+)*", said)}
            if day := _ISO_DAY.match(said):
                words |= set(_day_words(day))
    return words


def _day_words(found: re.Match[str]) -> Iterator[str]:
    try:
        day = date(int(found[1]), int(found[2]), int(found[3]))
    except ValueError:
        return
    for form in ("%A", "%a", "%B", "%b"):
        yield stem(day.strftime(form).lower())
    ends = {1: "st", 2: "nd", 3: "rd"}.get(day.day % 10 if day.day not in (11, 12, 13) else 0, "th")
    yield from (str(day.day), f"{day.day}{ends}")


def _stands_alone(text: str, end: int, nouns: Collection[str]) -> bool:
    """Whether no other thing is named behind: "the second one", "the second" and "the second mail" where mails are
    spoken of, but not "second class"."""
    if _ONE.match(text, end) or _AFTER.match(text, end):
        return True
    behind = re.compile(r"\s+([^\W\d_]+)").match(text, end)
    return behind is not None and stem(behind[1].lower()) in nouns


def _with_one(text: str, end: int, nouns: Collection[str]) -> int:
    """Where the words that point end, with the "one" behind them."""
    if one := _ONE.match(text, end):
        return one.end()
    behind = re.compile(r"\s+([^\W\d_]+)").match(text, end)
    return behind.end() if behind and stem(behind[1].lower()) in nouns else end
