"""Whether a request really says what a parameter was given: a small logit over what is known of the value.

Where a request lacks a value something in it is still the best one, and a bad value is worse than a question. The
weights come from `scripts/train/calibrate`: of requests that say what their tools need, and of others that do not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from keyhole.models.embedded.fill.ranker import Candidate
from keyhole.models.embedded.fill.settling import place
from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.text import STOP, name_words, plain_words, stem

FACTS = (
    "bias", "margin", "lead", "nothing", "nothing_of_text", "unsaid", "ask", "text", "first", "length", "ends_in_stop",
    "stops", "digits", "topic", "named", "needed", "free", "foreign", "other",
)  # fmt: skip
Row = tuple[float, ...]
_MARGIN, _LEAD, _UNSAID, _NEEDED, _LENGTH, _FREE = 25.0, 6.0, 2.0, 6, 6, 8


@dataclass(frozen=True, slots=True)
class Settled:
    """What a parameter was given: a candidate of those offered with their weights (nothing first), and the
    transformer's log-probability of nothing."""

    candidate: Candidate
    offered: Sequence[tuple[float, Candidate]]
    unsaid: float


def grounding(view: FillView, settled: Sequence[Settled], number: int, weights: Mapping[str, float]) -> float:
    """The log-odds that the request says what a parameter was given."""
    return sum(weights.get(name, 0.0) * value for name, value in zip(FACTS, facts(view, settled, number), strict=True))


def facts(view: FillView, settled: Sequence[Settled], number: int) -> Row:
    """`FACTS` of a parameter that was given a value.

    `margin`, `lead`: how far its weight is above that of nothing, and of any other value. `nothing`: what nothing
    weighs against all values. `unsaid`, `ask`: how likely the transformer thinks nothing, and how far beyond e^-2.
    `topic`: all its words are the tool's or the parameter's own. `named`: a word of the request is the parameter's.
    `needed`: how many parameters are required. `free`, `foreign`: words of the request that no parameter was given, and
    those of them that are not the tool's. `other`: another parameter was given the same.
    """
    parameter, given = view.parameters[number], settled[number]
    nothing, _ = given.offered[0]
    total = next(total for total, candidate in given.offered if candidate is given.candidate)
    own = {stem(word) for word in name_words(parameter.path[-1])}
    values = sorted((total for total, _ in given.offered[1:]), reverse=True)
    taken = {at for each in settled for at in _places(each.candidate)}
    free = [s for at in range(len(view.words)) if at not in taken for s in _content(view, at)]
    text = parameter.type == "str" and not parameter.options and not parameter.many
    places = _places(given.candidate)
    words = [view.words[at].text for at in places]
    said = [s for at in places for s in _content(view, at)]
    digits = any(character.isdigit() for word in words for character in word)
    return (
        1.0,
        max(-10.0, min(_MARGIN, total - nothing)) / 5,
        max(0.0, min(_LEAD, total - values[1])) / 3 if len(values) > 1 else _LEAD / 3,
        max(-10.0, min(10.0, nothing)) / 3,
        max(-10.0, min(10.0, nothing)) / 3 * text,
        given.unsaid / 3,
        max(0.0, given.unsaid + _UNSAID),
        float(text),
        float(bool(places) and places[0] == 0),
        min(_LENGTH, len(words)) / 3,
        float(text and bool(words) and stem(words[-1].lower()) in STOP),
        float(text and bool(words) and not said and not digits),
        float(text and digits),
        float(bool(said) and all(s in own or s in view.topic for s in said)),
        float(any(s in own for at in range(len(view.words)) for s in _content(view, at))),
        min(_NEEDED, sum(each.required for each in view.parameters)) / 3,
        min(_FREE, len(free)) / 4,
        min(_FREE, sum(s not in view.topic for s in free)) / 3,
        float(any(_same(view.parameters, settled, number, other) for other in range(len(settled)) if other != number)),
    )


def _same(parameters: Sequence[Parameter], settled: Sequence[Settled], number: int, other: int) -> bool:
    """Whether two parameters were given the same words, or the same option of the same options."""
    mine, theirs = settled[number].candidate, settled[other].candidate
    if parameters[number].options or parameters[other].options:
        return mine.picks == theirs.picks and parameters[number].options == parameters[other].options
    return not set(_places(mine)).isdisjoint(_places(theirs))


def _places(candidate: Candidate) -> range:
    """The words of a request that a candidate takes."""
    at = place(candidate)
    return range(at[0] - 1, at[1]) if at else range(0)


def _content(view: FillView, at: int) -> list[str]:
    """The stems of a word that says something."""
    return [stem(word) for word in plain_words(view.words[at].text) if len(word) > 1 and word not in STOP]
