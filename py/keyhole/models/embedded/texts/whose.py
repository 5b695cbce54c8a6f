# ruff: noqa: RUF001, SIM905  (typographic quotes are what people type; word lists read best as words)
"""Whose thing a request speaks of: the owner of "Tomasz's slides", who is asked about in "what did Marek write"."""

from __future__ import annotations

import re

from keyhole.models.embedded.prompt import FillView
from keyhole.models.embedded.sight import CALENDAR_NAMES
from keyhole.models.embedded.text import name_words
from keyhole.models.embedded.texts.untaken import Picks, Run, picks_with, taken


def with_person(view: FillView, picks: Picks) -> Picks:
    """The picks, with the one person that a request speaks of where the only text that is for a person has none."""
    texts = [n for n, p in enumerate(view.parameters) if p.type == "str" and not (p.many or p.options)]
    people = [n for n in texts if not _PEOPLE.isdisjoint(name_words(view.parameters[n].path[-1]))]
    if len(people) != 1 or picks[people[0]]:
        return picks
    named = _named(view, taken(view, picks, people[0]))
    return picks_with(picks, people[0], named[0]) if len(named) == 1 else picks


def _named(view: FillView, places: set[int]) -> list[Run]:
    """The names, not at these places, that something belongs to, or that are asked about."""
    words = [word.text for word in view.words]
    runs: list[Run] = []
    for at, word in enumerate(words):
        if at in places or not _NAME.fullmatch(word):
            continue
        owner = _OWNS.search(word) and word[:-2].lower() not in _NOBODY
        first = at - 1 if at and at - 1 not in places and _NAME.fullmatch(words[at - 1]) else at
        asked = first > 0 and words[first - 1].lower() in _ASKED_BY
        ends = at + 1 == len(words) or not _NAME.fullmatch(words[at + 1])
        if owner or (asked and ends):
            runs.append((first, at))
    return runs


_PEOPLE = frozenset(
    "author assignee owner from sender requester reporter host performer artist director person creator seller lead "
    "writer speaker teacher customer member".split()
)
"""Words of the names of parameters that are persons."""
_ASKED_BY = frozenset(("did", "does", "has", "have"))
_NAME = re.compile(r"(?!I(?:['’]|$))[A-Z][^\W\d_]+(?:['’]s)?")
_OWNS = re.compile(r"['’]s$")
_NOBODY = CALENDAR_NAMES | frozenset(
    "what who where when how why that there here it he she let today tomorrow yesterday tonight men women kids "
    "children ladies boys girls people everyone everybody someone somebody anyone anybody".split()
)
"""What an apostrophe stands behind and is no name: "what's new", "Monday's mails", "Women's jackets"."""
