# ruff: noqa: SIM905  (word lists read best as words)
"""Whether a request wants a switch on or off, where its words and the description's tell: "true for direct flights",
"no noise" for "No sound and no vibration", "without X" for what is called X."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from keyhole.models.embedded.other_names import switch_meant
from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.sight import Sight, about_of, title_of
from keyhole.models.embedded.text import STOP, name_words, plain_words, stem

NEGATIONS = frozenset(
    "no not non without never don't dont doesn't isn't aren't needn't nobody none nothing exclude excluding disable "
    "off skip except drop omit minus hide suppress leave leaving avoid".split()
)
_BEFORE = 3
"""Words between a negation and what it denies, at most."""
_TRUE = re.compile(r"\btrue\b[\s=:-]*(?:for |to |if |means |when |is |only )*([^.;,()]+)", re.IGNORECASE)
_FALSE = re.compile(r"\bfalse\b[\s=:-]*(?:for |to |if |means |when |is |only )*([^.;,()]+)", re.IGNORECASE)
_THEN_TRUE = re.compile(r"([^.;,()]*)\(true\)", re.IGNORECASE)
_THEN_FALSE = re.compile(r"([^.;,()]*)\(false\)", re.IGNORECASE)
_GENERIC = frozenset(
    map(stem, "include is has have with show enable get allow return only available set make do flag whether".split())
)


def switched(view: FillView, number: int, seen: Sight) -> bool | None:
    """The truth value of a switch that a request's words speak for; None where they tell nothing, or both."""
    parameter = view.parameters[number]
    others = {
        word for n, p in enumerate(view.parameters) if n != number for word in (*title_of(p), *about_of(p))
    } | _GENERIC
    told = _by_gloss(parameter.description, seen, others)
    if told is not None:
        return told
    if not _POWER.isdisjoint(name_words(parameter.path[-1])) and not _OFF.isdisjoint(seen.atoms):
        return False
    title = [stem(word) for word in name_words(parameter.path[-1])]
    about = [stem(word) for part in parameter.description[:200].split() for word in plain_words(part)]
    weighty = set(about_of(parameter)) - others
    values = set()
    for at, said in enumerate(seen.stems):
        if not said or said in others or seen.atoms[at] in STOP:
            continue
        denied = _denied(seen.atoms, at)
        for word, asked in ((said, denied), (_opposite(seen.atoms[at]), True)):
            where = title if word in title else about if word in weighty and word in about else None
            if where is not None and not (asked and word != said and _denied(seen.atoms, at, _LEFT)):
                values.add((asked, _denied(where, where.index(word))))
    only = values.pop() if len(values) == 1 else (False, False)
    if not only[0]:  # what is said without a negation the ranker knows
        return switch_meant(parameter.path[-1], [word.text.lower() for word in view.words])
    return only[0] == only[1]


def _opposite(word: str) -> str:
    """The stem of what a word denies: "uncompressed", "private"; empty for what denies nothing."""
    return stem(_OPPOSITES.get(word) or (word[2:] if word.startswith("un") and len(word) > _SHORT else ""))


_POWER = frozenset("on power enabled enable active activated".split())
_OFF = frozenset("off disable disabled deactivate deactivated".split())
"""What says that it shall not be on: "lights off in the bedroom"."""
_OPPOSITES = {"private": "public", "public": "private", "privately": "public", "publicly": "private"}
_LEFT = frozenset(("leave", "leaving"))
"""What denies nothing where it stands before an opposite: "leave it uncompressed"."""
_SHORT = 6
"""Letters up to which a word that begins with "un" is another: "unit", "under", "until"."""


def said_of_name(parameter: Parameter, seen: Sight, others: Container[str]) -> bool | None:
    """For a choice of true, false and perhaps neither: whether a request has a word of its name, and does not deny
    it; None where it has none."""
    own = {word for word in title_of(parameter) if word not in others and word not in _GENERIC}
    at = [n for n, word in enumerate(seen.stems) if word in own and word]
    return not _denied(seen.atoms, at[0]) if at else None


def _by_gloss(description: str, seen: Sight, others: Container[str]) -> bool | None:
    """By what a description says of true and of false."""
    found = (_THEN_TRUE.search(description), _THEN_FALSE.search(description))
    if not all(found):
        found = (_TRUE.search(description), _FALSE.search(description))
    yes, no = (
        {stem(w) for part in match[1].split() for w in plain_words(part) if w not in STOP} if match else set()
        for match in found
    )
    for words, value, alone in ((yes - no, True, bool(no)), (no - yes, False, True)):
        at = [n for n, word in enumerate(seen.stems) if word in words and word not in others]
        against = any(word in (no - yes if value else yes - no) for word in seen.stems)
        if at and alone and not against:
            return value != _denied(seen.atoms, at[0])
    return None


def _denied(words: Sequence[str], at: int, but: Container[str] = ()) -> bool:
    return any(word in NEGATIONS and word not in but for word in words[max(0, at - _BEFORE) : at])
