# ruff: noqa: SIM905  (word lists read best as words)
"""In which order a request wants things, among the options of a parameter: "cheapest first", "by size", "Z to A".

An option may say by what things are sorted (`size`), in which direction (`desc`), or both (`price_asc`, `-due`,
`newest`); so may a request, and an option is taken if nothing in it goes against that and it alone agrees most.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import STOP, name_words, plain_words, stem

_KEYS = (
    "price cost amount total fee rent money", "date time created modified updated changed added recent due deadline",
    "size bytes", "name title alphabet alphabetical alphabetically", "rating rated score stars reviews review",
    "distance proximity nearness near", "length duration", "popularity popular trending", "priority urgency importance",
    "weight", "speed", "height",
)  # fmt: skip
"""Words for what things may be sorted by; those of one row mean the same."""
_ADJECTIVES = {
    "newest": ("date", -1), "latest": ("date", -1), "recent": ("date", -1), "oldest": ("date", 1),
    "earliest": ("date", 1), "soonest": ("date", 1), "cheapest": ("price", 1), "priciest": ("price", -1),
    "dearest": ("price", -1), "expensive": ("price", -1), "largest": ("size", -1), "biggest": ("size", -1),
    "smallest": ("size", 1), "longest": ("length", -1), "shortest": ("length", 1), "closest": ("distance", 1),
    "nearest": ("distance", 1), "farthest": ("distance", -1), "furthest": ("distance", -1), "best": ("rating", -1),
    "worst": ("rating", 1), "popular": ("popularity", -1), "urgent": ("priority", -1), "heaviest": ("weight", -1),
    "lightest": ("weight", 1), "fastest": ("speed", -1), "slowest": ("speed", 1), "tallest": ("height", -1),
    "highest": ("", -1), "lowest": ("", 1), "most": ("", -1), "least": ("", 1),
}  # fmt: skip
"""What the first of things sorted so is called: by what they are, and 1 where it rises, -1 where it falls."""
_RISES = frozenset("asc ascending ascend az increasing".split())
_FALLS = frozenset("desc descending descend za decreasing reverse".split())
_PAIRS = (
    ("low", "high"), ("lowest", "highest"), ("cheap", "expensive"), ("cheapest", "dearest"), ("small", "big"),
    ("small", "large"), ("smallest", "largest"), ("smallest", "biggest"), ("old", "new"), ("oldest", "newest"),
    ("short", "long"), ("shortest", "longest"), ("a", "z"), ("least", "most"), ("earliest", "latest"),
    ("worst", "best"), ("near", "far"),
)  # fmt: skip
"""Where a rising order begins, and where it ends."""
_ADJECTIVE = rf"(?P<adjective>{'|'.join(_ADJECTIVES)})"
_FIRST = re.compile(
    rf"\b{_ADJECTIVE}(?P<thing>(?: [\w'-]{{1,20}}){{0,4}}?) (?:(?:comes? |go(?:es)? |being )?first|"
    r"(?:on|at the|to the) top|up (?:front|top)|(?:at|in|to) the (?:front|start|beginning)|down(?:wards?)?)\b"
)
_FIRST_TOLD = re.compile(rf"(?:,|\bwith)? ?(?:\bthe )?{_FIRST.pattern}", re.IGNORECASE)
_FROM_TO = re.compile(
    rf"(?:,? ?\bfrom)? ?\b(?:{'|'.join(f'{low} to {high}|{high} to {low}' for low, high in _PAIRS)})\b", re.IGNORECASE
)
_BY = re.compile(
    r"\b(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?|arranged?|listed)\b[^.;!?]{0,30}?\bby (?:the )?([\w -]{2,40})"
)
_BY_TOLD = re.compile(
    r"(?:,| and)? ?\b(?:sort|order|rank|arrange|list)(?:ed)?(?: (?:them|it|these|those))? by (?:the )?"
    r"(?P<thing>\w{2,20})\b",
    re.IGNORECASE,
)
_WAY = re.compile(
    r"\b(?P<rises>ascending|increasing)\b|\b(?:descending|decreasing|backwards?|revers(?:ed?|ing)|down)\b"
)
_ALPHABETICAL = re.compile(r"\balphabet(?:ical(?:ly)?|ically)?\b")
_ORDERS = frozenset("sort sorting sorted order orderby ordering direction sortby sortorder rank".split())
_MOST_OPTIONS = 20


class _Order(NamedTuple):
    """By what: the words of its row in `_KEYS` or the word itself; empty for anything. `way`: 1 rising, -1 falling,
    0 not said."""

    keys: frozenset[str]
    way: int


def sort_order(parameter: Parameter, query: str) -> str | None:
    """The option that a request wants things sorted by; None where it says no order, or none or several of the options
    agree with it, or the parameter tells none."""
    options = [option for option in parameter.options if isinstance(option, str)]
    named = not _ORDERS.isdisjoint(name_words(parameter.path[-1]))
    if not named or parameter.many or not 1 < len(options) <= _MOST_OPTIONS:
        return None
    said = _said(query.lower())
    if said is None:
        return None
    agreed = {option: _agreement(_of_option(option), said) for option in options}
    most = max(agreed.values())
    best = [option for option, each in agreed.items() if each == most]
    return best[0] if most > 0 and len(best) == 1 else None


def without_order(query: str, option: str) -> str:
    """A request without what says in which order it wants things, where the option that was taken says all of that."""
    query = _FROM_TO.sub(" ", query)
    keys = _of_option(option).keys

    def told(found: re.Match[str]) -> str:
        return " " if all(stem(word) in keys or word in STOP for word in plain_words(found["thing"])) else found[0]

    return _BY_TOLD.sub(told, _FIRST_TOLD.sub(told, query)) if keys else query


def _agreement(option: _Order, said: _Order) -> int:
    """How much of what a request says an option says too; below 0 where it says something else."""
    if (option.keys and said.keys and option.keys.isdisjoint(said.keys)) or option.way * said.way < 0:
        return -1
    if option.keys and not said.keys:
        return -1
    return 2 * bool(option.keys and said.keys) + (option.way == said.way != 0)


def _of_option(option: str) -> _Order:
    """What an option says: of `price_asc`, `-due`, `newest`."""
    words = [*name_words(option)] or [option.lower()]
    way = -1 if option[:1] == "-" else 1 if option[:1] == "+" else _way_of(words)
    keys = [word for word in words if word not in _RISES | _FALLS and word not in STOP and len(word) > 1]
    if adjective := next((word for word in words if word in _ADJECTIVES), None):
        key, way = _ADJECTIVES[adjective]
        keys = [each for each in keys if each != adjective and each != "first"] or [key]
    ends = {word for pair in _PAIRS for word in pair}
    keys = [word for word in keys if word not in ends and word not in ("to", "first", "date_time")]
    return _Order(_row(keys), way)


def _way_of(words: list[str]) -> int:
    joined = " ".join(words)
    for low, high in _PAIRS:
        if f"{low} to {high}" in joined or f"{low} {high}" == joined:
            return 1
        if f"{high} to {low}" in joined or f"{high} {low}" == joined:
            return -1
    return (not _RISES.isdisjoint(words)) - (not _FALLS.isdisjoint(words))


def _said(query: str) -> _Order | None:
    """The order that a request, in small letters, wants; None where it wants none."""
    by = _BY.search(query)
    keys = _row(word for word in plain_words(by[1])[:3] if word not in STOP) if by else frozenset[str]()
    way = next(
        (
            sign
            for low, high in _PAIRS
            for first, last, sign in ((low, high, 1), (high, low, -1))
            if re.search(rf"\b(?:from )?{first} to {last}\b", query)
        ),
        0,
    )
    if found := _FIRST.search(query):
        noun = [word for word in plain_words(found["thing"]) if word not in STOP]
        key, way = _ADJECTIVES[found["adjective"]]
        if not key and (kind := next((word for word in noun if word in _ADJECTIVES), None)):
            noun.remove(kind)  # "most popular", "least expensive"
            key, way = _ADJECTIVES[kind][0], -way * _ADJECTIVES[kind][1]
        keys = _row(noun) | (_row([key]) if key else frozenset())
        return _Order(keys, way)
    if _ALPHABETICAL.search(query):
        keys = keys or _row(["name"])
        way = way or 1
    if turned := _WAY.search(query):
        way = 1 if turned["rises"] else -1 if by or keys else way
    if way and not keys and re.search(r"\b[az] to [az]\b", query):
        keys = _row(["name"])
    return _Order(keys, way) if keys or way else None


def _row(words: Iterable[str]) -> frozenset[str]:
    """Words, as stems, and all that mean the same."""
    own = {stem(word) for word in words}
    rows = [frozenset(map(stem, row.split())) for row in _KEYS]
    return frozenset(own.union(*(row for row in rows if not row.isdisjoint(own))))
