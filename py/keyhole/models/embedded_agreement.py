# ruff: noqa: SIM905  (word lists read best as words)
"""What agrees with a parameter by rule, where nothing needs to be learned: the unit of a number, a year, which of two
units is the one to convert from, which of two dates comes first. As log-odds, beside the ranker's and the network's."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from keyhole.models.embedded_measures import BETWEEN, NO_UNIT_ALONE, Agreement, agreement, ends_of_rests, unit_behind
from keyhole.models.embedded_prompt import FillView, Parameter
from keyhole.models.embedded_ranker import Candidate
from keyhole.models.embedded_sight import Sight, Wanted, likeness
from keyhole.models.embedded_text import Word, name_words
from keyhole.tools.builtin.currencies import CURRENCIES
from keyhole.tools.builtin.units import named_unit

UNITS = 3.0
"""What it weighs that a number has a unit of what the parameter wants, or of something else."""
SIDES = 6.0
"""That a unit is the one on the parameter's side of a conversion, or the one on the other."""
ORDER = 3.0
"""That a date is the first of two where the parameter begins a span of time, or the last where it ends one."""
SIGNS = 4.0
"""That a text is the last of a request, behind a word such as "into", and of the sort that the parameter wants; or that
it is what stands before that, or runs on into what another parameter wants."""
_LIKE = 0.3
"""How near in meaning the name or the description of a parameter is to such a text at least."""
_BEHIND = 3
"""Words of such a text."""
_SIGNS = frozenset("to into in on at for from".split())
_BEFORE_A_VERB = frozenset("please pls can could would will you hey hi ok i want need like to".split())
_CALENDAR_YEAR = re.compile(r"1[0-9]\d\d|20\d\d")
_GIVEN = frozenset("from src source given input in start original base".split())
_SOUGHT = frozenset("to dst dest destination target wanted output out result into".split())
"""Words of a name or a description that say which of two units is meant, that of the number or the other one."""
_MEASURES = frozenset("unit units currency scale".split())
_STARTS = frozenset("start starts begin begins beginning from in since departure depart pickup outbound first".split())
_ENDS = frozenset("end ends until till to out return dropoff through finish last inbound expiry".split())
"""Words of a name that say which end of a span of time is meant."""
_BEFORE_A_START = frozenset("from since after starting beginning".split())
_BEFORE_GIVEN = frozenset("from a an one per each".split())
_BEFORE_SOUGHT = frozenset("to into many much".split())
_BEFORE_UNIT = frozenset("in to into as many much of and for a an per by than".split())
"""What stands before a unit of one or two letters that is no other word."""
_NO_NAME = NO_UNIT_ALONE | frozenset(("all", "won", "real", "rand", "bob"))
"""Names of units and currencies that are other words more often, where no number stands before them."""
_CODES = frozenset(CURRENCIES.values())
_WORDS = 3
"""Words of the longest name of a unit or a currency."""


def agreements(view: FillView, number: int, offered: Sequence[Candidate], seen: Sight) -> list[float]:
    """Log-odds for every candidate of one parameter, 0 where nothing is known."""
    parameter = view.parameters[number]
    if parameter.options:
        known = _by_side(
            parameter, {c.picks: str(parameter.options[int(c.picks[0][1:]) - 1]) for c in offered[1:]}, view
        )
        weight = SIDES
    elif parameter.type in ("int", "num"):
        known, weight = _of_number(parameter, view), UNITS
    elif parameter.type == "str" and not parameter.many and _MEASURES & set(name_words(parameter.path[-1])):
        texts = {c.picks: _text(view.words, c.picks) for c in offered[1:]}
        known, weight = _by_side(parameter, texts, view), SIDES
    elif parameter.type == "str" and not parameter.many:
        known, weight = _by_order(view, number, seen) or _parts_of_quotations(offered, seen), ORDER
        if not known and (known := _by_sign(view, number, offered, seen)):
            weight = SIGNS
    else:
        return [0.0] * len(offered)
    return [weight * known.get(candidate.picks, 0) for candidate in offered]


def _text(words: Sequence[Word], picks: Sequence[str]) -> str:
    return " ".join(word.text for word in words[int(picks[0][1:]) - 1 : int(picks[-1][1:])])


def _of_number(parameter: Parameter, view: FillView) -> dict[tuple[str, ...], Agreement]:
    """By its unit, or for a parameter that is called a year, 1 for numbers that look like one and -1 for others, where
    any does."""
    if name_words(parameter.path[-1])[-1:] == ("year",):
        years: dict[tuple[str, ...], Agreement] = {
            (f"w{at + 1}",): 1 if _CALENDAR_YEAR.fullmatch(view.words[at].text) else -1 for at in view.numbers
        }
        if 1 in years.values():
            return years
    units = {at: unit_behind(view.words, n.last, percent=n.percent) for at, n in view.numbers.items()}
    return {(f"w{at + 1}",): agreement(parameter, unit) for at, unit in units.items()}


Meanings = frozenset[str]
"""What a name of a unit or a currency may mean: "pounds" both."""


def _meanings(name: str) -> Meanings:
    unit = named_unit(name.replace("_", " "))
    currency = CURRENCIES.get(name.lower(), name if name in _CODES else "")
    return frozenset(filter(None, (unit.name if unit else "", currency)))


def _side(parameter: Parameter) -> Collection[str]:
    """`_GIVEN`, `_SOUGHT` or neither: the side of a conversion that a parameter names, or else its description."""
    name = set(name_words(parameter.path[-1]))
    if name & (_GIVEN | _SOUGHT):
        return _GIVEN if name & _GIVEN else _SOUGHT
    if re.search(r"\b(?:from|source|given|original)\b", parameter.description[:80], re.IGNORECASE):
        return _GIVEN
    wanted = re.search(
        r"\b(?:to(?! convert)|into|target|wanted|result|answer)\b", parameter.description[:80], re.IGNORECASE
    )
    return _SOUGHT if wanted else ()


def _by_side(
    parameter: Parameter, texts: Mapping[tuple[str, ...], str], view: FillView
) -> dict[tuple[str, ...], Agreement]:
    """For a choice among units or currencies: 1 for what the request has on that side, -1 for what it has on the other.

    "98.6 F in kelvin": F is the unit of a number, so the one to convert from; kelvin is named alone.
    """
    if not _convertible(texts.values()):
        return {}
    meant = {picks: said for picks, text in texts.items() if (said := _meanings(text))}
    rests = ends_of_rests(view.words, view.numbers)
    given, sought, smaller = _named(view.words, {number.last for number in view.numbers.values()}, rests)
    side = _side(parameter)
    if side is _SOUGHT:
        right, wrong = sought, given
    elif side is _GIVEN:
        right, wrong = given, sought
    else:
        right, wrong = given or sought, frozenset()
    if not right:
        return {}
    wrong |= smaller
    return {picks: 1 if said & right else -1 if said & wrong else 0 for picks, said in meant.items()}


def _convertible(texts: Iterable[str]) -> bool:
    """Whether one of the things named can be converted to another: C to F, but the sizes S, M and L to nothing."""
    units = {unit for text in texts if (unit := named_unit(text.replace("_", " ")))}
    quantities = [unit.quantity for unit in units]
    return len(set(quantities)) < len(quantities) or sum(bool(_meanings(text) & _CODES) for text in texts) > 1


def _named(words: Sequence[Word], ends: Collection[int], rests: Collection[int]) -> tuple[Meanings, Meanings, Meanings]:
    """The units and currencies that a request converts from, and those that it converts to; none where it does not say.

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
        spelled = [
            " ".join(word.text for word in words[at : at + n]) for n in range(_WORDS, 0, -1) if at + n <= len(words)
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
    return known, sought, frozenset[str]().union(*smaller) - known - sought


def _by_order(view: FillView, number: int, seen: Sight) -> dict[tuple[str, ...], Agreement]:
    """For one of two parameters that are the ends of a span of time: the first and the last of two dates."""
    ends = [_end(parameter) for parameter in view.parameters]
    dates = sorted(seen.dates)
    if not ends[number] or ends.count(-1) != 1 or ends.count(1) != 1 or len(dates) != 2:
        return {}
    before = view.words[dates[1][0] - 1].text.lower()
    if before in _BEFORE_A_START:
        return {}
    return {
        (f"w{s + 1}", f"w{e + 1}"): 1 if place == ends[number] else -1
        for place, (s, e) in zip((-1, 1), dates, strict=True)
    }


def _parts_of_quotations(offered: Sequence[Candidate], seen: Sight) -> dict[tuple[str, ...], Agreement]:
    """-1 for what is cut out of a quotation."""
    spans = [(c.picks, int(c.picks[0][1:]) - 1, int(c.picks[-1][1:]) - 1) for c in offered[1:]]
    return {picks: -1 for picks, s, e in spans if any(a <= s and e <= b and (a, b) != (s, e) for a, b in seen.quoted)}


def _by_sign(
    view: FillView, number: int, offered: Sequence[Candidate], seen: Sight
) -> dict[tuple[str, ...], Agreement]:
    """Where a request ends in "into German" and one of the two texts that it has to give is a language: 1 for "German"
    as that, and as the other for all between the verb and the "into"; -1 for what runs on behind it."""
    needed = [n for n, p in enumerate(view.parameters) if p.required and p.type == "str" and not p.many]
    sign = max((at for at, atom in enumerate(seen.atoms) if atom in _SIGNS), default=0)
    last = len(seen.atoms) - 1
    if number not in needed or len(needed) != 2 or not 1 < sign < last or last - sign > _BEHIND:
        return {}
    mine, other = (
        max(
            (near for near in likeness(Wanted.of(view.parameters[n]).by_name, view.words[sign + 1 :]) if near),
            default=0,
        )
        for n in sorted(needed, key=lambda n: n != number)
    )
    if mine > max(other, _LIKE):
        return {(f"w{sign + 2}", f"w{last + 1}"): 1}
    if other < max(mine, _LIKE):
        return {}
    verb = next((at for at, atom in enumerate(seen.atoms) if atom not in _BEFORE_A_VERB), 0)
    spans = [(c.picks, int(c.picks[0][1:]) - 1, int(c.picks[-1][1:]) - 1) for c in offered[1:]]
    known: dict[tuple[str, ...], Agreement] = {picks: -1 for picks, s, e in spans if s <= sign < e}
    if not any(number in named for named in seen.named[verb + 1 : sign]):  # "the word cheese" is no word
        known |= {picks: 1 for picks, s, e in spans if (s, e) == (verb + 1, sign - 1)}
    return known


def _end(parameter: Parameter) -> Agreement:
    """-1 for the beginning of a span of time, 1 for its end, 0 for what is neither."""
    words = set(name_words(parameter.path[-1]))
    if parameter.type != "str" or parameter.options or parameter.many:
        return 0
    if not words & {"date", "day", "time"} and not re.search(
        r"\bdates?\b|\bday\b|YYYY|ISO 8601", parameter.description
    ):
        return 0
    starts, ends = bool(words & _STARTS), bool(words & _ENDS)
    return 0 if starts == ends else -1 if starts else 1
