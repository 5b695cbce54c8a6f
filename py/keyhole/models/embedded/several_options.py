# ruff: noqa: SIM905  (word lists read best as words)
"""Several of a list's options that a request says together: by their names in its order, or all but some ("everything
that isn't cancelled"). For days of the week see `week_days`."""

from __future__ import annotations

from collections.abc import Container, Sequence

from keyhole.models.embedded.known_codes import codes_of
from keyhole.models.embedded.options import is_form_of, option_words
from keyhole.models.embedded.other_names import meant
from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.sight import CALENDAR_NAMES, Sight
from keyhole.models.embedded.text import STOP, name_words, stem

_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_ALL = frozenset("all any anything anyone anybody anywhere each every everything everyone everybody everywhere".split())
_LEFT_OUT = frozenset("except excepting excluding besides".split())
_LEFT_OUT_OF_ALL = frozenset("but bar save without minus not isn't isnt aren't arent doesn't doesnt don't dont".split())
"""What leaves out what follows it where all of something is spoken of before."""
_LEFT_OUT_AFTER = {"than": "other", "from": "apart", "for": "except"}
_REACH = 6
"""Words between what says all of something and what takes some of it away, at most."""
_APART = 4
"""Words between one option that is named and the next of the same enumeration, at most."""
_KEEPS_OUT = frozenset(
    "exclude excluded excludes excluding except exceptions skip skipped ignore ignored hide hidden".split()
)
"""Words in the names of parameters that are given what is left out."""
_MISSPELT = 4
"""Letters of the shortest word that may be an option misspelt."""


def several_said(view: FillView, number: int, seen: Sight) -> list[str] | None:
    """The picks of a list's options that a request says together, in its order; those that are left when it leaves some
    out; None where it tells nothing."""
    parameter = view.parameters[number]
    named = _places(view, number)
    if (cut := _left_out_from(seen)) is None:
        return _picks(named) or None
    behind = _run([(place, index) for place, index in named if place > cut], cut)
    if not behind:
        return _picks(named) or None
    if keeps_out(parameter):
        return _picks(behind)
    before = _picks([pair for pair in named if pair[0] < cut])
    takes = [
        p for n, p in enumerate(view.parameters) if n != number and keeps_out(p) and p.options == parameter.options
    ]
    everything = [] if takes else [f"e{n}" for n in range(1, len(parameter.options) + 1)]
    out = _picks(behind)
    return [pick for pick in before or everything if pick not in out]


def named_options(view: FillView, number: int) -> list[str]:
    """The picks of the options that the request names, in its order: all their words, a letter as it stands, "mon" for
    "Mondays"; of a list's also those that it says in other words, or misspelt beside others."""
    return _picks(_places(view, number))


def keeps_out(parameter: Parameter) -> bool:
    """Whether a parameter is given what is left out."""
    return not _KEEPS_OUT.isdisjoint(name_words(parameter.path[-1]))


def _picks(places: Sequence[tuple[int, int]]) -> list[str]:
    return [f"e{index + 1}" for _, index in sorted(places)]


def _left_out_from(seen: Sight) -> int | None:
    """The place of the word from which on a request names what is left out; None where it leaves out nothing."""
    words = seen.atoms
    for at, word in enumerate(words):
        before = words[max(0, at - _REACH) : at]
        if word in _LEFT_OUT or (before and _LEFT_OUT_AFTER.get(word) == before[-1]):
            return at
        if word in _LEFT_OUT_OF_ALL and not _ALL.isdisjoint(before):
            return at
    return None


def _run(places: Sequence[tuple[int, int]], cut: int) -> list[tuple[int, int]]:
    """Of named options those of the enumeration that begins right behind a word."""
    found: list[tuple[int, int]] = []
    last = cut
    for place, index in sorted(places):
        if place - last > _APART:
            break
        found.append((place, index))
        last = place
    return found


def _places(view: FillView, number: int) -> list[tuple[int, int]]:
    """Where each option that the request names begins, and its number."""
    first: dict[str, int] = {}
    for at, word in enumerate(view.words):
        parts = name_words(word.text)
        days = [part[:3] for part in parts if part.removesuffix("s") in CALENDAR_NAMES]
        for form in (word.text, *map(stem, parts), *days, *(day[:2] for day in days)):
            first.setdefault(form, at)
    places: list[tuple[int, int]] = []
    options = [str(option) for option in view.parameters[number].options]
    of_days = _of_days(options)
    for index, option in enumerate(options):
        words = [option.lower()] if of_days else name_words(option)
        forms = [option] if len(option) == 1 else [w if w in first else stem(w) for w in words]
        if forms and all(form in first for form in forms):
            places.append((min(first[form] for form in forms), index))
    if view.parameters[number].many:
        named = {index for _, index in places}
        others = meant(options, [word.text.lower() for word in view.words])
        places += [(place, index) for index, place in others.items() if index not in named]
        places += _coded(view, options, {index for _, index in places})
        places += _misspelt(view, options, places)
    return places


def _of_days(options: Sequence[str]) -> bool:
    """Whether options are the days of the week by two letters, "MO" and "TU"."""
    return {option.lower() for option in options} == {day[:2] for day in _DAYS}


def _coded(view: FillView, options: Sequence[str], named: Container[int]) -> list[tuple[int, int]]:
    """Where options stand that are codes of what a request names: PT of "portugal"."""
    at = {code.lower(): place for place, word in reversed([*enumerate(view.words)]) for code in codes_of(word.text)}
    return [
        (at[option.lower()], index)
        for index, option in enumerate(options)
        if index not in named and option.lower() in at
    ]


def _misspelt(view: FillView, options: Sequence[str], places: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Where options stand misspelt, or are the beginning of a word, near others that a request names."""
    named, taken = {index for _, index in places}, {place for place, _ in places}
    words = [
        (at, word.text.lower())
        for at, word in enumerate(view.words)
        if at not in taken and word.kind == "word" and len(word.text) >= _MISSPELT and word.text.lower() not in STOP
    ]
    near = [(at, word) for at, word in words if any(abs(at - place) <= _APART for place in taken)]
    found: dict[int, int] = {}
    for index, option in enumerate(options):
        for at, word in near if index not in named else ():
            if all(is_form_of(word, part) for part in option_words(option)):
                found.setdefault(index, at)
    return [(at, index) for index, at in found.items()]
