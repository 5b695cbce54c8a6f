# ruff: noqa: SIM905  (word lists read best as words)
"""What a request names as machines do, by an id, a path, an address of the web or a statement of SQL, and which
parameters take such a thing: `evt-6402` goes where an event's id is wanted, and to no tool for messages.

An id often begins with letters of what it is of (`cus_H7x2`, `evt-6402`, `rec7Hf2LpZx0Q`), as Stripe, Slack and
Airtable have made usual: the word's first letters, or its first one and some of the others in order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from keyhole.models.embedded.numbers.measures import Agreement
from keyhole.models.embedded.parameters import parameters_of
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.route.lexical import plain_words_long
from keyhole.models.embedded.text import Word, name_words
from keyhole.models.embedded.texts.addressed import ADDRESSES, addressed_values
from keyhole.models.model import ToolCard


class Identifier(NamedTuple):
    """A thing that a request names so. `kind`: sql, url, path or id."""

    kind: str
    text: str


def identifiers(query: str) -> list[Identifier]:
    """What a request names by what machines call it, each once, `_MOST` at most; a statement is all that it says."""
    rest = query[:_READ]
    if _SQL.search(rest):
        return [Identifier("sql", rest)]
    found: dict[Identifier, None] = {}
    for kind, form in _FORMS:
        if kind in _TAKES or kind == "id":
            found |= dict.fromkeys(Identifier(kind, match[0]) for match in form.finditer(rest))
        rest = form.sub(" ", rest)
    return list(found)[:_MOST]


def takes(parameter: Parameter, identifier: Identifier) -> float:
    """How surely a parameter takes such a thing: 1; 0.5 an id that is not said to be of what its letters begin; 0."""
    if parameter.options or parameter.type != "str":
        return 0.0
    name, described = set(name_words(parameter.path[-1])), set(plain_words_long(parameter.description))
    if identifier.kind != "id":
        return float(not _TAKES[identifier.kind].isdisjoint(name | described))
    if _IDS.isdisjoint(name | described):
        return 0.0
    prefix = prefix_of(identifier.text)
    own = name_words(parameter.path[-1])
    told = prefix in described or any(_shortens(prefix, word) for word in own if word not in _IDS)
    return 1.0 if not prefix or (told and len(prefix) > 1) else 0.5


def prefix_of(text: str) -> str:
    """The letters that an id begins with and that say what it is of, in small ones; empty without."""
    found = _PREFIX.match(text)
    return found[0].lower() if found else ""


def by_prefix(parameters: Sequence[Parameter], number: int, words: Sequence[Word]) -> dict[tuple[str, ...], Agreement]:
    """1 for the ids among a request's words, as picks, that begin with letters of what this parameter's is of and no
    other's, -1 for those that do so of another's and not of this one's."""
    known: dict[tuple[str, ...], Agreement] = {}
    for at, word in enumerate(words, 1):
        if word.kind != "code" or not prefix_of(word.text):
            continue
        sure = [takes(parameter, Identifier("id", word.text)) == 1 for parameter in parameters]
        if any(sure) and not (sure[number] and sum(sure) > 1):
            known[(f"w{at}",) * 2] = 1 if sure[number] else -1
    return known


def misplaced(query: str, cards: Sequence[ToolCard]) -> tuple[float, ...]:
    """By tool how much of what a request names so the tool has no place for and another one has, as a number from
    -`_FAR` to 0; empty where it is the same for all. An id that is not surely of what any tool takes one of tells
    nothing: the G-118 of a goat may be a tag."""
    named = identifiers(query)
    if not named or any(card.schema is None for card in cards):
        return ()
    offered = [parameters_of(card.schema or {}) for card in cards]
    sure = [each for each in named if any(_place(parameters, each) == 1 for parameters in offered)]
    places = [_places(parameters, sure) for parameters in offered]
    best = max(places, default=0.0)
    return tuple(max(-_FAR, each - best) for each in places) if min(places, default=0.0) < best else ()


def _places(parameters: Sequence[Parameter], named: Sequence[Identifier]) -> float:
    return sum(_place(parameters, each) for each in named)


def _place(parameters: Sequence[Parameter], named: Identifier) -> float:
    """How surely any of a tool's parameters takes a thing, or what an address of the web names."""
    if named.kind == "url" and addressed_values(parameters, named.text)[0]:
        return 1.0
    return max((takes(parameter, named) for parameter in parameters), default=0.0)


def _shortens(prefix: str, word: str) -> bool:
    """Whether letters are a word's first one and some of the others in order: evt for event."""
    letters = iter(word)
    return prefix[:1] == word[:1] and all(letter in letters for letter in prefix)


_READ, _MOST, _FAR = 2_000, 6, 1.5
_SQL = re.compile(
    r"\b(?:select\b.{1,200}?\bfrom|insert into|update \w{1,60} set|delete from|create (?:table|index)|alter table|"
    r"drop table)\b",
    re.IGNORECASE | re.DOTALL,
)
_FORMS = (
    ("url", re.compile(r"(?:https?://|www\.)\S+")),
    ("mail", re.compile(r"[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+")),
    (
        "path",
        re.compile(
            r"(?<![\w/@#.])(?:[A-Za-z]:\\[^\s\"'`]+|(?:~|\.{1,2})?/[\w.@%+*-]+(?:/[\w.@%+*-]+)*|"
            r"(?:[\w.@%+*-]+/)*[\w*-]+(?:\.[\w*-]+)*\.(?!(?:com|org|net|io)\b)[A-Za-z][A-Za-z0-9]{1,4}(?![\w.(]))"
        ),
    ),
    (
        "id",
        re.compile(
            r"(?<![\w/.@#-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])(?:[A-Za-z]{1,6}[-_](?=\w*\d)\w{2,}|"
            r"(?=\w*[A-Z])(?=\w*[a-z])\w{9,}=?|[0-9a-f]{7,40}|[a-z]{2,4}(?=\w*[A-Z])\w{7,})(?![\w/.-])"
        ),
    ),
)
"""How each is written; an address of mail is none of them, but holds what would be read as a path."""
_PREFIX = re.compile(r"[A-Za-z]{1,6}(?=[-_])|[a-z]{2,4}(?=[A-Z\d])")
_IDS = frozenset(
    "id ids key keys sha hash hashes commit commits ref uuid guid code number token handle identifier "
    "identifiers".split()
)
_TAKES = {
    "sql": frozenset("sql statement statements".split()),
    "url": ADDRESSES,
    "path": frozenset(
        "path paths file files filename filepath folder folders directory dir pattern glob source destination "
        "attachment document".split()
    ),
}
"""Words of the names and descriptions of parameters that take such a thing."""
