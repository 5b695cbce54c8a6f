"""Which of several things has most or least of what a text says: "the cheapest", "the most stars", "the latest"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Any

from keyhole.models.embedded.text import name_words, stem
from keyhole.steps.results import DAY, Facts
from keyhole.steps.thing_values import CURRENCY_CODES, IDS, is_id

# ruff: noqa: SIM905  (word lists read best as words)
_CURRENCIES = " ".join(sorted(CURRENCY_CODES)).lower()
_PRICE = f"price cost amount total fee fare sum rent value night nightly rate {_CURRENCIES}"
_SIZE = "size amount total area weight quantity count number height capacity volume value length pages"
_WHEN = (
    "date day when time created added opened joined since posted merged closed updated start due sent received "
    "published departure released release year at on"
)
_LONG = "duration length runtime minutes min mins time hours hrs pages distance"
_NEAR = "distance km miles walk far"
_WARM = "temperature temp celsius degrees high"
_GOOD = "rating score stars popularity rank reviews votes"
_OF_NUMBERS = (_PRICE, _SIZE, _GOOD, "height")
"""What the only number of things may be."""
_MEANT: dict[str, tuple[int, str]] = {
    word: (sign, keys)
    for words, sign, keys in (
        ("cheapest|least expensive|lowest priced|most affordable|lowest price", -1, _PRICE),
        ("most expensive|priciest|dearest|costliest|highest price", 1, _PRICE),
        ("newest|latest|most recent|freshest", 1, _WHEN),
        ("oldest", -1, f"{_WHEN} born birthday"),
        ("youngest", 1, "born birthday birth date year"),
        ("earliest|soonest", -1, _WHEN),
        ("biggest|largest|heaviest|roomiest", 1, _SIZE),
        ("smallest|lightest|tiniest", -1, _SIZE),
        ("longest", 1, _LONG),
        ("shortest|fastest|quickest", -1, _LONG),
        ("slowest", 1, _LONG),
        ("best rated|top rated|highest rated|best-rated|top-rated|highest-rated", 1, _GOOD),
        ("best reviewed|most popular|best", 1, _GOOD),
        ("most discussed|most commented", 1, "comments replies discussion"),
        ("worst rated|lowest rated|worst", -1, _GOOD),
        ("closest|nearest", -1, _NEAR),
        ("farthest|furthest", 1, _NEAR),
        ("most urgent|highest priority|most important|most critical", 1, "priority severity urgency importance"),
        ("most severe|severest|most serious", 1, "severity priority level"),
        ("hottest|warmest", 1, _WARM),
        ("coldest|coolest", -1, _WARM),
        ("brightest", 1, "brightness level"),
        ("dimmest|darkest", -1, "brightness level"),
        ("loudest", 1, "volume loudness"),
        ("quietest", -1, "volume loudness"),
        ("tallest|highest", 1, "height"),
        ("lowest", -1, "height"),
    )
    for word in words.split("|")
}
"""Words, whether they ask for the most (1) or the least, and of which facts, by the words of their names."""
MOST = "|".join(sorted(_MEANT, key=len, reverse=True))
"""Those words, as a pattern."""
_MOST = re.compile(rf"\b(?:the |my )?(?P<most>{MOST})\b", re.IGNORECASE)
_MOST_OF = re.compile(
    r"\b(?:with )?(?:the )?(?P<way>most|least|fewest|highest|lowest|biggest|longest|shortest|best|worst) "
    r"(?P<key>[a-z]+)\b",
    re.IGNORECASE,
)
ASKS_FOR_END = re.compile(r"\b(?:[a-z]{3,}est|most|least|fewest|first|last|best|worst)\b", re.IGNORECASE)
"""Asks for the thing with the most or the least of anything, also in words that are none of these."""
_VERBS = (
    (r"pays?|paid|costs?|spen(?:ds?|t)|owes?", f"{_PRICE} balance spent paid"),
    (r"earns?|makes?|brings?|sells?|sold", "revenue salary income sales sold earnings"),
    (r"weighs?", "weight kg"),
    (r"takes?|lasts?", _LONG),
)
_DOES_MOST = tuple(
    (re.compile(rf"\b(?:{verb}) (?:[a-z]{{1,8}} )?the (?P<most>most|least|longest)\b", re.IGNORECASE), keys)
    for verb, keys in _VERBS
)
"""What is done most: "who pays the most?"."""
_FIRST = re.compile(r"\b(?P<key>[a-z]{3,}) (?P<way>first|last)\b", re.IGNORECASE)
_LEAST = frozenset(("least", "fewest", "lowest", "shortest", "first", "worst"))
_OTHER_NAMES = {
    "calories": ("kcal",),
    "power": ("watts",),
    "money": ("revenue", "amount", "paid", "spent", "total", "price", "salary"),
    "time": ("minutes", "hours", "duration"),
}
"""What may be told by its unit alone, or is called otherwise in a table."""
_AGES = frozenset(map(stem, "open age old ago since elapsed waiting running uptime".split()))
_OF_TIME = frozenset(map(stem, "seconds minutes min mins hours hrs days weeks months years age secs".split()))
_BY_AGE = {"oldest": 1, "youngest": -1, "newest": -1, "latest": -1, "most recent": -1, "earliest": 1}
"""What has been there for longest is the oldest."""
_RANKS = {
    word: float(rank)
    for rank, words in enumerate(
        ("lowest trivial minor low", "medium normal moderate", "high major", "urgent critical highest blocker")
    )
    for word in words.split()
}
_RANKED = re.compile(r"(?:p|prio|priority|sev|severity)[- ]?(\d)", re.IGNORECASE)
"""The first of these comes first: "P1", "sev1"."""
_CLOCK = re.compile(r"(\d{1,2}):(\d\d)")
_HOURS = re.compile(r"(\d+) ?h(?:ours?)?(?: ?(\d+) ?m)?", re.IGNORECASE)
_NUMBER = re.compile(r"-?\d+(?:,\d{3})*(?:\.\d+)?")


def most_of(text: str, things: Sequence[Facts]) -> tuple[Facts, re.Match[str]] | None:
    """The thing that has most or least of what a text says, and the words that say it; None where it says no such."""
    for by_key in (*_MOST_OF.finditer(text), *_FIRST.finditer(text)):
        key = by_key["key"].lower()
        names = (key, *_OTHER_NAMES.get(key, ()))
        if column := next((column for name in names if (column := _column(name, things))), None):
            sign = -1 if by_key["way"].lower() in _LEAST else 1
            return _best(things, column, sign), by_key
    for does, keys in _DOES_MOST:
        done = does.search(text)
        if done and (named := next((each for word in keys.split() if (each := _column(word, things))), None)):
            return _best(things, named, -1 if done["most"].lower() == "least" else 1), done
    if (found := _MOST.search(text)) is None:
        return None
    sign, keys = _MEANT[found["most"].lower()]
    way = _BY_AGE.get(found["most"].lower())
    columns = (column for word in keys.split() if (column := _column(word, things)))
    column = next((column for column in columns if not (way and _lasts(column))), None)
    if column is None and way:
        ages = [name for name in things[0] if _lasts(name) and type(things[0][name]) in (int, float)]
        column, sign = (ages[0], way) if len(ages) == 1 else (None, sign)
    if column is None and keys in _OF_NUMBERS:
        column = _only_number(things[0])
    return None if column is None else (_best(things, column, sign), found)


def way_of(text: str, name: str) -> int | None:
    """Whether the words of a text ask for the most (1) or the least (-1) of a fact with this name; None where they do
    not tell."""
    found = _MOST.search(text)
    sign, keys = _MEANT[found["most"].lower()] if found else (0, "")
    return sign if {stem(word) for word in name_words(name)} & {stem(key) for key in keys.split()} else None


def _best(things: Sequence[Facts], column: str, sign: int) -> Facts:
    rated = [(value, thing) for thing in things if (value := measure(thing.get(column))) is not None]
    return max(rated, key=lambda each: sign * each[0])[1]


def _column(word: str, things: Sequence[Facts]) -> str | None:
    """The fact of the things that has this word in its name and can be compared."""
    for name in dict.fromkeys(name for thing in things for name in thing):
        words = {stem(part) for part in name_words(name)}
        compares = stem(word) in words and not IDS & words - {stem(word)}
        if compares and any(measure(thing.get(name)) is not None for thing in things):
            return name
    return None


def _lasts(name: str) -> bool:
    """Whether a fact is for how long a thing has been there: "minutes_open", "age"."""
    words = {stem(word) for word in name_words(name)}
    return "age" in words or bool(words & _OF_TIME and words & _AGES)


def _only_number(thing: Facts) -> str | None:
    names = [name for name, value in thing.items() if type(value) in (int, float) and not is_id(name)]
    return names[0] if len(names) == 1 else None


def measure(value: Any) -> float | None:
    """A value as a number that orders it among its like: amounts, days, times, how long, how urgent."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    if not isinstance(value, str):
        return float(value)
    value = value[:60]
    clock = _CLOCK.search(value)
    minutes = int(clock[1]) * 60.0 + int(clock[2]) if clock else 0.0
    if day := DAY.match(value):
        try:
            return date(int(day[1]), int(day[2]), int(day[3])).toordinal() * 1440 + minutes
        except ValueError:
            return None
    if clock:
        return minutes
    if hours := _HOURS.match(value):
        return int(hours[1]) * 60.0 + int(hours[2] or 0)
    if ranked := _RANKED.fullmatch(value):
        return -float(ranked[1])
    number = _NUMBER.search(value)
    return float(number[0].replace(",", "")) if number else _RANKS.get(value.lower())
