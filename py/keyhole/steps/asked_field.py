"""The field of what was shown that a question may ask for in words of its own: "until when can I give it back" asks for
`return_by`. What the rules of `asked_of_result` know no words for is read by a `FieldReader`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from keyhole.models.embedded.fields.field_reader import field_reader
from keyhole.models.embedded.text import plain_words, stem
from keyhole.steps.earlier import LOOKED_BACK, Earlier
from keyhole.steps.results import Facts
from keyhole.steps.singled_out import Singled, singled_out

How = Literal["place", "named", "mentioned", "only", "beside", "all"]
"""How a question means things: by their place, by what they are called, by a word of theirs, as the only one; or it
means what stands beside the things, or all of them."""

LONGEST = 200
"""Characters of such a question, and of a value whose words count."""
LISTED = 20
"""Things of which one field is shown, at most."""
_LEAD = re.compile(
    r"\W*(?:(?:and|so|ok|okay|but|wait|hm+|oh|ah|well|right|great|thanks|cool|nice|sorry|also|then|just)\b\W*){0,4}",
    re.IGNORECASE,
)
_AUX = re.compile(
    r"(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|may|must|should|any)(?:n['\u2019]?t)?\b",
    re.IGNORECASE,
)
_IT = re.compile(r"\b(?:it|its|it's|that|this|he|she|they|them|him|her|his|hers|their|there)\b", re.IGNORECASE)
_WHICH = re.compile(r"wh?ich\b", re.IGNORECASE)
"""Begins a question for some of several things."""
_FLAGS = ("ok", "success")
"""What says of the call that it was made, and nothing of a thing."""
_PLAIN, _LEAST_PLAIN, _AHEAD = 1.0, -0.5, 1.0
"""Log-odds of a field from which it is told as what was asked for, and from which it is where it is so much likelier
than any other: three in four of such are right."""


@dataclass(frozen=True, slots=True)
class AskedField:
    """The fields of things that a question may ask for, with the log-odds of each, the likeliest first."""

    call: Earlier
    things: tuple[Facts, ...]
    how: How
    odds: tuple[tuple[str, float], ...]

    @property
    def ahead(self) -> float:
        """How much likelier the first field is than the second."""
        return self.odds[0][1] - self.odds[1][1] if len(self.odds) > 1 else 1.0

    @property
    def is_plain(self) -> bool:
        """Whether the likeliest field is likely enough to be told alone."""
        best = self.odds[0][1]
        return best > _PLAIN or (best > _LEAST_PLAIN and self.ahead > _AHEAD)


def asked_field(question: str, before: Sequence[Earlier], since: Sequence[str]) -> AskedField | None:
    """None where nothing was shown that it could be a field of. The calls are given the latest first; `since`: what was
    said after the last call, the latest first."""
    if not before or before[0].missing or len(question) > LONGEST:
        return None
    # of what was listed before the last call a thing has to be meant
    found = [
        each
        for place, call in enumerate(_shown(before))
        for each in _candidates(question, call, since)
        if place == 0 or each.how not in ("all", "beside")
    ]
    return max(found, key=lambda each: each.odds[0][1] + (each.how == "named"), default=None)


def _shown(before: Sequence[Earlier]) -> list[Earlier]:
    """The last call that brought anything, and the last one that brought several things."""
    brought = [call for call in before[:LOOKED_BACK] if call.result and (call.result.facts or call.result.things)]
    several = [call for call in brought if call.result and len(call.result.things) > 1]
    return [*brought[:1], *(call for call in several[:1] if call is not brought[0])]


def _candidates(question: str, call: Earlier, since: Sequence[str]) -> list[AskedField]:
    result = call.result
    assert result is not None
    if result.only:
        return _read(question, question, call, (result.only,), "only")
    of_them = _WHICH.match(question, begins(question)) is not None
    found = _read(question, question, call, (result.facts,), "beside") if result.facts and not of_them else []
    singled, rest = singled_out(question, result, {call.noun}), question
    if singled is not None and (singled.by == "most" or (singled.by == "place" and of_them)):
        return found + _read(question, question, call, result.things[:LISTED], "all")
    if singled is not None:
        rest = f"{question[: singled.start]} it {question[singled.end :]}"
    elif points(question):
        said = (singled_out(text, result, {call.noun}) for text in (*since, call.asked))
        singled = next((each for each in said if each is not None and len(each.things) == 1), None)
    if singled is None:
        return found + _read(question, question, call, result.things[:LISTED], "all")
    if len(singled.things) != 1:
        return found
    return found + _read(question, rest, call, singled.things, _how(singled))


def _how(singled: Singled) -> How:
    if singled.by == "place" or singled.by == "only":
        return singled.by
    return "mentioned" if singled.by == "mention" else "named"


def _read(question: str, rest: str, call: Earlier, things: Sequence[Facts], how: How) -> list[AskedField]:
    """What a question asks for of things: none of what it says itself, unless that is asked for by yes or no."""
    told, aux = {stem(word) for word in plain_words(question)}, asks_yes_or_no(question)
    fields = {name: value for thing in reversed(things) for name, value in thing.items() if name not in _FLAGS}
    if how != "all" and not aux:
        fields = {name: value for name, value in fields.items() if not _is_said(value, told)}
    if not fields:
        return []
    odds = field_reader().odds(rest, fields)
    ranked = tuple(sorted(odds.items(), key=lambda each: -each[1]))
    return [AskedField(call, tuple(things), how, ranked)]


def begins(question: str) -> int:
    """Where a question begins, behind what leads over to it."""
    lead = _LEAD.match(question)
    return lead.end() if lead else 0


def _is_said(value: Any, told: set[str]) -> bool:
    words = {stem(word) for word in plain_words(f"{value}"[:LONGEST])}
    return not isinstance(value, bool) and bool(words) and words <= told


def asks_yes_or_no(question: str) -> bool:
    """Whether a question begins as one for yes or no does."""
    return _AUX.match(question, begins(question)) is not None


def points(question: str) -> bool:
    """Whether a question has a word that stands for a thing."""
    return _IT.search(question) is not None
