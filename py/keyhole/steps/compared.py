"""Questions that two numbers answer: "is that below the minimum?", "how many points between first and second?"."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from keyhole.models.embedded.text import STOP, name_words, plain_words, stem
from keyhole.steps.results import Facts, Result
from keyhole.steps.singled_out import singled_out
from keyhole.steps.thing_values import is_id

# ruff: noqa: SIM905  (word lists read best as words)
_LESS = r"below|under|beneath|less than|lower than|fewer than|smaller than|short of"
_MORE = r"above|over|beyond|more than|higher than|greater than|bigger than|past"
_THAN = re.compile(
    r"\W*(?:(?:and|so|ok|but|hm+)\W+)*(?:is|are) (?:that|it|this|we|they|those) (?:still |now |already |not )?"
    rf"(?P<way>{_LESS}|{_MORE}) (?P<what>[^,.;?!]{{1,60}}?)(?: now| yet| already| there)?\s*\?*\s*",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[^\w\d]?(\d{1,9}(?:\.\d{1,6})?)(?: ?(?:[^\W\d]{1,12}|%))?")
_AMOUNTS = frozenset(map(stem, "quantity qty stock hand count amount level total value balance available left".split()))
"""Words of the names of what there is of a thing."""
_LIMITS = frozenset(
    map(stem, "reorder minimum min maximum max limit threshold target budget goal quota cap allowance capacity".split())
)
"""Words of the names of what that is held against."""
_BETWEEN = re.compile(
    r"\W*(?:(?:and|so|ok)\W+)?(?:how (?:many|much) (?P<what>[a-z]{2,20})?\s?(?:are |is |lie |lies )?(?:there )?between|"
    r"what(?:'s| is) the (?P<gap>[a-z]{2,20} )?(?:difference|gap) (?:in (?P<in>[a-z]{2,20}) )?between) "
    r"(?P<one>[^,.;?!]{1,40}?) and (?P<other>[^,.;?!]{1,40})\W*",
    re.IGNORECASE,
)


def held_against(question: str, thing: Mapping[str, Any]) -> dict[str, Any] | None:
    """Whether what there is of a thing is below or above a number, or another fact of it; None where the question asks
    for no such, or it is not plain which numbers it means."""
    asked = _THAN.fullmatch(question)
    numbers = {name: value for name, value in thing.items() if type(value) in (int, float) and not is_id(name)}
    if asked is None or not numbers:
        return None
    said = _NUMBER.fullmatch(asked["what"])
    limit = None if said else _named(asked["what"], numbers)
    if said is None and limit is None:
        return None
    rest = [name for name in numbers if name != limit and not _LIMITS & _stems(name)]
    amounts = [name for name in rest if _AMOUNTS & _stems(name)]
    one = amounts if len(amounts) == 1 else rest
    if len(one) != 1:
        return None
    bound = numbers[limit] if limit else float(said[1]) if said else 0.0
    way = re.fullmatch(_LESS, asked["way"], re.IGNORECASE) is not None
    holds = numbers[one[0]] < bound if way else numbers[one[0]] > bound
    return {"answer": "Yes" if holds else "No", one[0]: numbers[one[0]], **({limit: bound} if limit else {})}


def _named(what: str, numbers: Collection[str]) -> str | None:
    """The one number that the words name, at least one of them that says of what it is."""
    words = {stem(word) for word in plain_words(what.lower()) if word not in STOP}
    of = {name: words & _stems(name) for name in numbers}
    like = [name for name, said in of.items() if said - _AMOUNTS and (words & _LIMITS or words <= said)]
    return like[0] if len(like) == 1 else None


def difference(question: str, result: Result, noun: str) -> dict[str, Any] | None:
    """By how much two things of a result are apart in what a question says; None where it asks for no such."""
    asked = _BETWEEN.fullmatch(question) if len(result.things) > 1 else None
    if asked is None:
        return None
    two = [_one(asked[side], result, noun) for side in ("one", "other")]
    word = (asked["what"] or asked["in"] or asked["gap"] or "").strip().lower()
    if None in two or two[0] is two[1] or not word:
        return None
    name = _fact_called(stem(word), result.things)
    numbers = [float(value) for thing in two if type(value := (thing or {}).get(name)) in (int, float) and value]
    if len(numbers) < len(two):
        return None
    apart = round(abs(numbers[0] - numbers[1]), 6)
    return {"difference": _plain(apart), name: f"{_plain(numbers[0])} and {_plain(numbers[1])}"}


def _plain(number: float) -> float:
    return int(number) if number.is_integer() else number


def _one(said: str, result: Result, noun: str) -> Facts | None:
    """The one thing that words mean, also by its mere place: "first"."""
    for text in (said, f"the {said}", f"the {said} one"):
        singled = singled_out(text, result, {noun})
        if singled and len(singled.things) == 1:
            return singled.things[0]
    return None


def _fact_called(word: str, things: Sequence[Facts]) -> str:
    return next((name for name in things[0] if word in _stems(name) and not is_id(name)), "")


def _stems(name: str) -> set[str]:
    return {stem(word) for word in name_words(name)}
