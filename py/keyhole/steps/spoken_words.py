"""The words of a message that may say which of several things it means, each with signs of its place in the message:
behind "the", before "one", denied, at the beginning."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from keyhole.models.embedded.options.denials import denied
from keyhole.models.embedded.text import STOP, name_words, stem
from keyhole.tools.schema import declared_properties
from keyhole.tools.tool import Tool

# ruff: noqa: SIM905  (word lists read best as words)
WORD = re.compile(r"(?=[\w-]{0,40}\d)[^\W_]+(?:[.:_-][^\W_]+)+|[^\W_]+(?:[.:'\u2019][^\W_]+)*")
"""A word, or a code: BK-204, 8:30."""
_DETERMINERS = frozenset("the that this those these my our your his her their its".split())
_PREPOSITIONS = frozenset("to for with at on in from of as by until till about called named into under over".split())
_ONES = frozenset("one ones thing guy".split())
_FILLERS = frozenset("ok okay please pls plz thanks actually again".split())
"""Words that say nothing of things."""
_CHOICES = 30
"""Choices of a parameter whose words count."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A word of a message: as it is written, its stem, where it stands, and signs of its place in the message."""

    text: str
    stem: str
    start: int
    end: int
    contexts: tuple[str, ...]


def spoken_words(text: str, tool: Tool | None) -> list[Spoken]:
    """The words of a message that may tell things apart."""
    found = list(WORD.finditer(text))
    lower = [each[0].lower().replace("\u2019", "'") for each in found]
    owned = [word.endswith("'s") for word in lower]
    plain = [word.removesuffix("'s") for word in lower]
    marks = [text[each.end() : each.end() + 1] for each in found]
    named, options = _words_of_tool(tool) if tool else (frozenset[str](), frozenset[str]())
    words = []
    for at, each in enumerate(found):
        if plain[at] in STOP or plain[at] in _FILLERS:
            continue
        contexts = ["any", *_around(plain, at)]
        if owned[at]:
            contexts.append("owned")
        if denied(lower, at, marks):
            contexts.append("denied")
        if at <= 1:
            contexts.append("begins")
        if at == len(found) - 1:
            contexts.append("ends")
        if at and each[0][:1].isupper():
            contexts.append("capital")
        if any(map(str.isdigit, each[0])):
            contexts.append("number" if each[0][:1].isdigit() else "code")
        if stem(plain[at]) in named:
            contexts.append("tool")
        if stem(plain[at]) in options:
            contexts.append("option")
        words.append(Spoken(plain[at], stem(plain[at]), each.start(), each.end(), tuple(contexts)))
    return words


def _around(words: Sequence[str], at: int) -> Iterator[str]:
    """What stands around a word that tells whether it says which thing, or something else."""
    before = words[max(0, at - 3) : at]
    if words[at + 1 : at + 2] and words[at + 1] in _ONES:
        yield "one"
    elif words[at + 2 : at + 3] and words[at + 2] in _ONES:
        yield "near one"
    for place, word in enumerate(reversed(before)):
        if word in _PREPOSITIONS:
            yield f"after {word}"
            if place and before[-1] in _DETERMINERS:
                yield "after the"
            return
        if word in _DETERMINERS:
            yield "the"
            return


def _words_of_tool(tool: Tool) -> tuple[frozenset[str], frozenset[str]]:
    """The stems of the names of a tool and its parameters, and of its choices."""
    properties = declared_properties(tool.parameters)
    named = [word for name in (tool.name, *properties) for word in name_words(name)]
    choices = [f"{o}" for s in properties.values() if isinstance(s, dict) for o in s.get("enum", ())[:_CHOICES]]
    options = [word for choice in choices for word in name_words(choice)]
    return frozenset(map(stem, named)), frozenset(map(stem, options))
