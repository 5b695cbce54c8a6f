# ruff: noqa: SIM905  (word lists read best as words)
"""Whether a request wants a switch on or off, where its words and the description's tell: "true for direct flights",
"no noise" for "No sound and no vibration", "without X" for what is called X."""

from __future__ import annotations

import re
from collections.abc import Container

from keyhole.models.embedded.options.denials import denied
from keyhole.models.embedded.options.other_names import switch_meant
from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.sight import Sight, about_of, title_of
from keyhole.models.embedded.text import STOP, name_words, plain_words, stem

_TRUE = re.compile(r"\btrue\b[\s=:-]*(?:for |to |if |means |when |is |only )*([^.;,()]+)", re.IGNORECASE)
_FALSE = re.compile(r"\bfalse\b[\s=:-]*(?:for |to |if |means |when |is |only )*([^.;,()]+)", re.IGNORECASE)
_THEN_TRUE = re.compile(r"([^.;,()]*)\(true\)", re.IGNORECASE)
_THEN_FALSE = re.compile(r"([^.;,()]*)\(false\)", re.IGNORECASE)
_WORD = re.compile(r"([^\W\d_]+(?:['\u2019/][^\W\d_]+)*) ?([.,;:!?()]?)")
GENERIC = frozenset(
    map(
        stem,
        "include is has have with show enable get allow return only available set make do flag whether first last "
        "next".split(),
    )
)
"""Stems of what the names of switches have and what says nothing of the one."""


def switched(view: FillView, number: int, seen: Sight) -> bool | None:
    """The truth value of a switch that a request's words speak for; None where they tell nothing, or both."""
    parameter = view.parameters[number]
    others = {
        word for n, p in enumerate(view.parameters) if n != number for word in (*title_of(p), *about_of(p))
    } | GENERIC
    told = _by_gloss(parameter.description, seen, others)
    if told is not None:
        return told
    if not _POWER.isdisjoint(name_words(parameter.path[-1])) and not _OFF.isdisjoint(seen.atoms):
        return False
    title: tuple[list[str], list[str]] = (list(name_words(parameter.path[-1])), [])
    about = _written(parameter.description[:200])
    weighty = set(about_of(parameter)) - others
    if _leaves_open(parameter) and _OPEN_YET.search(" ".join(seen.atoms)):
        return True
    values = set()
    for at, said in enumerate(seen.stems):
        if not said or said in others or seen.atoms[at] in STOP:
            continue
        no = denied(seen.atoms, at, seen.after)
        for word, asked in ((said, no), (_opposite(seen.atoms[at]), not no)):
            where, marks = next((text for text in (title, about) if word in map(stem, text[0])), ([], []))
            if where and (where is title[0] or word in weighty):
                own = denied(where, [stem(each) for each in where].index(word), marks, len(where))
                if asked or not own or word not in view.topic:
                    values.add((asked, own))
    only = values.pop() if len(values) == 1 else (False, False)
    if not any(only):  # what is said without a negation the ranker knows
        return switch_meant(parameter.path[-1], [word.text.lower() for word in view.words])
    return only[0] == only[1]


_OPEN_NAMES = frozenset("open pending unfinished undone todo outstanding remaining incomplete".split())
_WITHOUT_DONE = re.compile(
    r"\b(?:(?:leav|hid|skip|exclud|omit|ignor)\w* |without |not )[^.;]{0,30}?\b"
    r"(?:already|done|bought|completed?|finished|paid|packed|checked)\b",
    re.IGNORECASE,
)
_OPEN_YET = re.compile(
    r"\b(?:left to \w+|still (?:need|have to|has to|to|open|missing|left)\b|(?:what|which|who)(?: \w+)? "
    r"(?:is |are |s )?(?:still )?(?:left|missing|remaining|outstanding)$|yet to \w+|not yet\b)"
)


def _leaves_open(parameter: Parameter) -> bool:
    """Whether a switch leaves only what is not done yet."""
    named = not _OPEN_NAMES.isdisjoint(name_words(parameter.path[-1]))
    return (named and "only" in name_words(parameter.path[-1])) or bool(
        _WITHOUT_DONE.search(parameter.description[:200])
    )


def _written(text: str) -> tuple[list[str], list[str]]:
    """The words of a description, and the mark right behind each."""
    found = [(match[1].lower(), match[2]) for match in _WORD.finditer(text)]
    return [word for word, _ in found], [mark for _, mark in found]


def _opposite(word: str) -> str:
    """The stem of what a word denies: "uncompressed", "private"; empty for what denies nothing."""
    return stem(_OPPOSITES.get(word) or (word[2:] if word.startswith("un") and len(word) > _SHORT else ""))


_POWER = frozenset("on power enabled enable active activated visible".split())
_OFF = frozenset("off disable disabled deactivate deactivated".split())
"""What says that it shall not be on: "lights off in the bedroom"."""
_OPPOSITES = {"private": "public", "public": "private", "privately": "public", "publicly": "private"}
_SHORT = 6
"""Letters up to which a word that begins with "un" is another: "unit", "under", "until"."""


def said_of_name(parameter: Parameter, seen: Sight, others: Container[str]) -> bool | None:
    """For a choice of true, false and perhaps neither: whether a request has a word of its name, and does not deny
    it; None where it has none."""
    own = {word for word in title_of(parameter) if word not in others and word not in GENERIC}
    at = [n for n, word in enumerate(seen.stems) if word in own and word]
    return not denied(seen.atoms, at[0], seen.after) if at else None


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
            return value != denied(seen.atoms, at[0], seen.after)
    return None
