# ruff: noqa: SIM905  (word lists read best as words)
"""Which of two units, currencies or languages is the one to convert from, and which the one that is wanted: "98.6 F in
kelvin", "this English text to Danish". As agreement, for `agreement`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from keyhole.models.embedded.codes.known_codes import coded_as, currency_of, language_of
from keyhole.models.embedded.numbers.measures import BETWEEN, NO_UNIT_ALONE, Agreement, ends_of_rests
from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.text import Word, name_words
from keyhole.tools.builtin.currencies import CURRENCIES
from keyhole.tools.builtin.units import QUANTITIES, Unit, named_unit

_GIVEN = frozenset("from src source given input in start original base".split())
_SOUGHT = frozenset("to dst dest destination target tgt wanted output out result into quote".split())
"""Words of a name or a description that say which of two units is meant, that of the number or the other one."""
_LANGUAGE = frozenset(("language", "lang"))
_MEASURES = _LANGUAGE | frozenset("unit units currency scale".split())
_BEFORE_GIVEN = frozenset("from a an one per each".split())
_BEFORE_SOUGHT = frozenset("to into many much".split())
_BEFORE_UNIT = frozenset("in to into as many much of and for a an per by than".split())
"""What stands before a unit of one or two letters that is no other word."""
_NO_NAME = NO_UNIT_ALONE | frozenset(("all", "won", "real", "rand", "bob"))
"""Names of units and currencies that are other words more often, where no number stands before them."""
_CODES = frozenset(CURRENCIES.values())
_CODE = re.compile("[A-Z]{3}")
"""A currency's code; there are more than are known by name."""
_WORDS = 3
"""Words of the longest name of a unit or a currency."""


_PARTING = re.compile("[_-]")
Meanings = frozenset[str]
"""What a name of a unit, a currency or a language may mean: "pounds" two of them."""


def _unit(name: str) -> Unit | None:
    """The unit of a name as people and options part it: "light-years", "fl_oz"."""
    return named_unit(_PARTING.sub(" ", name))


def _meanings(name: str, *, coded: bool = False) -> Meanings:
    unit = _unit(name)
    currency = CURRENCIES.get(name.lower(), name if name in _CODES else "")
    return frozenset(filter(None, (unit.name if unit else "", currency, language_of(name, coded=coded))))


def by_code(parameter: Parameter, texts: Mapping[tuple[str, ...], str]) -> dict[tuple[str, ...], Agreement]:
    """For what wants the code of a currency or a language: -1 for all that is none, where anything is one, and for a
    currency in any case."""
    kind = coded_as(parameter.path[-1], parameter.description)
    if not kind:
        return {}
    known = {
        picks: bool(currency_of(text) if kind == "currency" else language_of(text)) for picks, text in texts.items()
    }
    if kind == "currency":
        known = {picks: right or bool(_CODE.fullmatch(texts[picks])) for picks, right in known.items()}
    elif not any(known.values()):
        return {}
    return {picks: -1 for picks, right in known.items() if not right}


def is_measure(parameter: Parameter) -> bool:
    """Whether a parameter is a unit, a currency or a language, of which a request may have one for each side."""
    return bool(_MEASURES & set(name_words(parameter.path[-1])) or re.search(r"\bcurrency\b", parameter.description))


def _side(parameter: Parameter) -> Collection[str]:
    """`_GIVEN`, `_SOUGHT` or neither: the side of a conversion that a parameter names, or else its description."""
    name = set(name_words(parameter.path[-1]))
    if name & (_GIVEN | _SOUGHT):
        return _GIVEN if name & _GIVEN else _SOUGHT
    if re.search(r"\b(?:from|source|given|original)\b", parameter.description[:80], re.IGNORECASE):
        return _GIVEN
    wanted = re.search(
        r"\b(?:to(?! convert)|into|target|wanted|you want|result|answer)\b", parameter.description[:80], re.IGNORECASE
    )
    return _SOUGHT if wanted else ()


def by_side(
    parameter: Parameter, texts: Mapping[tuple[str, ...], str], view: FillView
) -> dict[tuple[str, ...], Agreement]:
    """For a choice among units, currencies or languages: 1 for what the request has on that side, -1 for what it has on
    the other.

    "98.6 F in kelvin": F is the unit of a number, so the one to convert from; kelvin is named alone.
    """
    language = bool(_LANGUAGE & set(name_words(parameter.path[-1])))
    coded = language and bool(parameter.options)
    meant = {picks: said for picks, text in texts.items() if (said := _meanings(text, coded=coded))}
    side = _side(parameter)
    alone = not side and not parameter.options  # "Unit of length", for "a radius of 3 mm"
    if not alone and not _convertible(texts.values(), meant.values()):
        return {}
    rests = ends_of_rests(view.words, view.numbers)
    ends = {number.last for number in view.numbers.values()}
    given, sought, smaller, mentioned = _named(view.words, ends, rests)
    if side is _SOUGHT:
        right, wrong = sought, given
    elif side is _GIVEN:
        right, wrong = given, sought
    else:
        possible = _of_quantity(frozenset[str]().union(*meant.values()), parameter.description)
        among = {each & possible for each in mentioned} - {frozenset()}
        known = (sought & possible or given) if language else (given & possible or sought)
        right, wrong = known & possible or (next(iter(among)) if len(among) == 1 else frozenset()), frozenset()
    if not right:
        return {}
    wrong |= smaller
    return {picks: 1 if said & right else -1 if said & wrong else 0 for picks, said in meant.items()}


def _of_quantity(meant: Meanings, description: str) -> Meanings:
    """What is meant without the units of another quantity than a description names: "Unit of length"."""
    about = set(name_words(description[:60].replace(" ", "_")))
    units = {name: unit.quantity for name in meant if (unit := _unit(name))}
    return frozenset(n for n in meant if n not in units or units[n] in about or not about & QUANTITIES)


def _convertible(texts: Iterable[str], meant: Iterable[Meanings]) -> bool:
    """Whether one of the things named can be converted to another: C to F, but the sizes S, M and L to nothing."""
    units = {unit for text in texts if (unit := _unit(text))}
    quantities = [unit.quantity for unit in units]
    others = {said - {unit.name for unit in units} for said in meant} - {frozenset()}
    return len(set(quantities)) < len(quantities) or len(others) > 1


def _named(
    words: Sequence[Word], ends: Collection[int], rests: Collection[int]
) -> tuple[Meanings, Meanings, Meanings, list[Meanings]]:
    """The units and currencies that a request converts from, those that it converts to, none where it does not say, the
    smaller units of measures, and all that is named without a number.

    The first are those behind the numbers that end at `ends`, else those behind "from" or "a"; or, where some are
    behind "to" or "how many", the others.
    """
    measured: list[Meanings] = []
    smaller: list[Meanings] = []
    alone: list[tuple[str, Meanings]] = []
    at = 0
    while at < len(words):
        if words[at].text.lower() in _BEFORE_UNIT:  # "in a cup" would be the cup, and what stands before it lost
            at += 1
            continue
        previous = words[at - 1].text.lower() if at else ""
        behind = at - 1 in ends or (at - 2 in ends and previous in BETWEEN)
        spelled = [  # no name ends in such a word, "m in miles" has no minutes; nor "ft 2 inches" square feet
            " ".join(word.text for word in words[at : at + n])
            for n in range(_WORDS, 0, -1)
            if at + n <= len(words)
            and (n == 1 or not (at + n - 1 in rests or words[at + n - 1].text.lower() in _BEFORE_UNIT))
        ]
        name, said = next(((text, said) for text in spelled if (said := _meanings(text))), ("", frozenset[str]()))
        short = len(words[at].text) < 3 and at > 0 and previous not in _BEFORE_UNIT
        if behind and said:
            (smaller if at - 1 in rests else measured).append(said)
        elif said and not short and name.lower() not in _NO_NAME:
            alone.append((previous, said))
        else:
            name = ""
        at += len(name.split()) or 1
    given = measured or [said for previous, said in alone if previous in _BEFORE_GIVEN]
    if not given and any(previous in _BEFORE_SOUGHT for previous, _ in alone):
        given = [said for previous, said in alone if previous not in _BEFORE_SOUGHT]
    known = frozenset[str]().union(*given)
    sought = frozenset[str]().union(*(said for _, said in alone if known)) - known
    return known, sought, frozenset[str]().union(*smaller) - known - sought, [said for _, said in alone]
