# ruff: noqa: SIM905  (word lists read best as words)
"""Several of a list's options that a request says together: by their names in its order, all but some ("everything
that isn't cancelled"), without those that it does not want ("comedies, nothing scary"). For days of the week see
`week_days`, for steps `ladders`."""

from __future__ import annotations

from collections.abc import Container, Sequence

from keyhole.models.embedded.codes.known_codes import codes_of
from keyhole.models.embedded.options.ladders import steps_said
from keyhole.models.embedded.options.options import is_form_of, option_words
from keyhole.models.embedded.options.other_names import meant
from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.sight import CALENDAR_NAMES, Sight
from keyhole.models.embedded.text import STOP, name_words, stem

_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_ALL = frozenset("all any anything anyone anybody anywhere each every everything everyone everybody everywhere".split())
_LEFT_OUT = frozenset("except excepting excluding besides".split())
_LEFT_OUT_OF_ALL = frozenset(
    "but bar save without minus not neither isn't isnt aren't arent doesn't doesnt don't dont".split()
)
"""What leaves out what follows it where all of something is spoken of before."""
_LEFT_OUT_AFTER = {"than": "other", "from": "apart", "for": "except"}
_REACH = 6
"""Words between what says all of something and what takes some of it away, at most."""
_APART = 4
"""Words between one option that is named and the next of the same enumeration, at most."""
_KEEPS_OUT = frozenset(
    "exclude excluded excludes excluding except exceptions skip skipped ignore ignored hide hidden avoid avoided omit "
    "omitted without".split()
)
"""Words in the names of parameters that are given what is left out."""
_DENIES = frozenset(
    "no not without nothing never non nor neither hate hates avoid avoiding skip skipping exclude excluding except "
    "minus ignore ignoring hide hiding omit omitting don't dont doesn't doesnt isn't isnt aren't arent".split()
)
"""What says of an option behind it that it is not wanted."""
_MAY_STAND_BETWEEN = frozenset("a an any the too very so in from of for want need like show include with".split())
_JOINS = frozenset(("or", "nor"))
_ONLY = 5
"""Words between "only" and the option that is left alone, at most."""
_MISSPELT = 4
"""Letters of the shortest word that may be an option misspelt."""


def several_said(view: FillView, number: int, seen: Sight) -> list[str] | None:
    """The picks of a list's options that a request says together, in its order; those that are left when it leaves some
    out; None where it tells nothing."""
    parameter = view.parameters[number]
    named = _places(view, number)
    steps = steps_said([str(option) for option in parameter.options], [w.text.lower() for w in view.words], named)
    if steps:
        return [f"e{index + 1}" for index in steps]
    twins = [p for n, p in enumerate(view.parameters) if n != number and p.many and p.options == parameter.options]
    takes = [p for p in twins if keeps_out(p)]
    cut = _left_out_from(seen)
    if cut is not None:
        named = [*named, *_begun(view, number, range(cut + 1, min(cut + _APART, len(view.words))), named)]
    behind = _run([(place, index) for place, index in named if place > cut], cut) if cut is not None else []
    if cut is None or not behind:
        return _wanted(parameter, named, seen, twins)
    if keeps_out(parameter):
        return _picks(behind)
    everything = max((at for at in range(cut) if seen.atoms[at] in _ALL), default=0)
    before = _picks([pair for pair in named if everything <= pair[0] < cut])
    if not before and not takes:
        before = [f"e{n}" for n in range(1, len(parameter.options) + 1)]
    out = _picks(behind)
    return [pick for pick in before if pick not in out]


def _begun(view: FillView, number: int, behind: range, named: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Where options stand that are the beginnings of the words right behind what leaves out: `bath` of "bathroom"."""
    known = {index for _, index in named}
    return [
        (at, index)
        for index, option in enumerate(view.parameters[number].options)
        for at in behind
        if index not in known and all(is_form_of(view.words[at].text.lower(), part) for part in option_words(option))
    ]


def speaks_of_leaving_out(seen: Sight) -> bool:
    """Whether a request says of anything that it is to be left out, or left alone."""
    said = frozenset(seen.atoms)
    out = _DENIES | _LEFT_OUT | _LEFT_OUT_OF_ALL | _OUT
    return not out.isdisjoint(said) or any(word.endswith(("n't", "nt")) and word[:-2] in _MODAL for word in said)


_OUT = frozenset(
    "out off only other others free allergic allergy allergies intolerant intolerance avoids dislike dislikes dislikes "
    "ban banned block blocked rid drop forget cannot cant can't leave leaving away nix kill less removed remove "
    "clear allergen bother silence mute".split()
)
_MODAL = frozenset(word for n in ("should", "would", "could", "must", "wo", "need", "may") for word in (n, f"{n}n"))


def _wanted(
    parameter: Parameter, named: list[tuple[int, int]], seen: Sight, twins: Sequence[Parameter]
) -> list[str] | None:
    """The picks of the named options that a parameter is given by what the request denies; `twins`: the other lists of
    the same options. None where the request names none."""
    if not named:
        return None
    denied = _denied(named, seen)
    if not keeps_out(parameter):
        return _picks([pair for pair in named if pair not in denied])
    if any(not keeps_out(twin) for twin in twins):
        return _picks(denied)
    if not denied and _left_alone(named, seen):  # "only people may trigger it" ignores all others
        alone = {index for _, index in named}
        return [f"e{n + 1}" for n in range(len(parameter.options)) if n not in alone]
    return _picks(named)


def _denied(named: Sequence[tuple[int, int]], seen: Sight) -> list[tuple[int, int]]:
    """Of named options those that a request does not want: "no horror or war", "nothing scary"."""
    found: list[tuple[int, int]] = []
    for place, index in sorted(named):
        at = place - 1
        while at >= 0 and seen.atoms[at] in _MAY_STAND_BETWEEN and place - at < _APART:
            at -= 1
        joined = bool(found) and seen.atoms[place - 1] in _JOINS and place - found[-1][0] <= _APART
        parted = any(seen.after[n] for n in range(max(at, 0), place))
        if (at >= 0 and seen.atoms[at] in _DENIES and not parted) or joined:
            found.append((place, index))
    return found


def _left_alone(named: Sequence[tuple[int, int]], seen: Sight) -> bool:
    """Whether a request speaks of nothing but the options that it names, and of none that is to be kept out."""
    first = min(named)[0]
    before = seen.atoms[:first]
    return "only" in before[-_ONLY:] and _DENIES.isdisjoint(before) and not _LEFT_OUT.intersection(before)


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
            places.append((_together(view, forms) or min(first[form] for form in forms), index))
    if view.parameters[number].many:
        named = {index for _, index in places}
        others = meant(options, [word.text.lower() for word in view.words])
        begun = [at for at, word in enumerate(view.words) for _ in word.text.replace("-", " ").split()]
        places += [(begun[place], index) for index, place in others.items() if index not in named]
        places += _coded(view, options, {index for _, index in places})
        places += _misspelt(view, options, places)
    return places


def _together(view: FillView, forms: Sequence[str]) -> int:
    """Where the words of an option stand side by side, "in transit" and not an "in" before; 0 where they do not."""
    said = [(at, stem(part)) for at, word in enumerate(view.words) for part in name_words(word.text)]
    wanted = [stem(form) for form in forms]
    runs = (n for n in range(len(said)) if len(wanted) > 1 and [w for _, w in said[n : n + len(wanted)]] == wanted)
    return next((said[n][0] for n in runs), 0)


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
