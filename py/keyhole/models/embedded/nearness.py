"""How near in meaning each word of a request is to what each parameter asks for, and how much nearer than to the rest.

A word that is near a parameter speaks for it only where it is not as near another one, or what the tool does anyhow:
"rent" says nothing of the highest rent where flats to rent are looked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.text import STOP, Word, name_words, plain_words
from keyhole.word_vectors import Meaning, WordVectors

_NEAR, _APART = 0.3, 0.05
"""How near a word is to a parameter that it belongs to, and by how much nearer than to the rest, at least."""
_STEPS = (0.1, 0.2, 0.3, 0.4, 0.55, 0.75)
_STEPS_APART = (-0.15, -0.05, 0.05, 0.15, 0.3)

Likeness = list[float | None]
"""Of each word of a request, from -1 to 1; None for words without a meaning."""


@dataclass(frozen=True, slots=True)
class Nearness:
    """By the numbers of parameters: how near every word is to one (`near`) and how much nearer than to any other and to
    the tool (`apart`); by words: the parameters that each belongs to (`like`)."""

    near: tuple[Likeness, ...] = ()
    apart: tuple[Likeness, ...] = ()
    like: tuple[frozenset[int], ...] = ()


def nearness(view: FillView, vectors: WordVectors) -> Nearness:
    """Of a request's words to the parameters of a tool."""
    tool = likeness(vectors.meaning(view.about), view.words, vectors)
    near = tuple(likeness(vectors.meaning(_asked_for(each)), view.words, vectors) for each in view.parameters)
    apart = []
    for number, own in enumerate(near):
        rest = [tool, *near[:number], *near[number + 1 :]]
        apart.append(
            [
                None if mine is None else mine - max((n for n in others if n is not None), default=0.0)
                for mine, *others in zip(own, *rest, strict=True)
            ]
        )
    like = [
        frozenset(
            number
            for number, (one, other) in enumerate(zip(near, apart, strict=True))
            if (mine := one[at]) is not None and mine >= _NEAR and (other[at] or 0.0) >= _APART
        )
        for at in range(len(view.words))
    ]
    return Nearness(near, tuple(apart), tuple(like))


def likeness(meaning: Meaning, words: Sequence[Word], vectors: WordVectors) -> Likeness:
    """How near each word is to a meaning."""
    found: Likeness = []
    for word in words:
        plain = plain_words(word.text)
        known = bool(meaning) and len(plain) == 1 and plain[0] not in STOP and plain[0] in vectors
        found.append(meaning.likeness({plain[0]: 1.0}) if known else None)
    return found


def told_words(text: str) -> list[str]:
    """The words of a description's beginning that carry meaning."""
    return [word for part in text[:200].split() for word in plain_words(part) if word not in STOP]


def level(likeness: float | None) -> str:
    """A likeness in steps; `u` where it is not known."""
    return "u" if likeness is None else str(sum(likeness > step for step in _STEPS))


def level_apart(difference: float | None) -> str:
    """How much nearer, in steps; `u` where it is not known."""
    return "u" if difference is None else str(sum(difference > step for step in _STEPS_APART))


def _asked_for(parameter: Parameter) -> list[str]:
    """The words of a parameter's name, description and options."""
    options = [word for option in parameter.options for word in name_words(str(option))]
    return [*name_words(parameter.path[-1]), *told_words(parameter.description), *options]
