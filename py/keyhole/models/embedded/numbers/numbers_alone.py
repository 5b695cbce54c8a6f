# ruff: noqa: SIM905  (word lists read best as words)
"""Numbers of a request that only one parameter can want and no other has: the only percentage, the only number that is
said to be the least, one by whose side the parameter's name stands, seven of "seven out of ten"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from keyhole.models.embedded.fill.claims import by_most, by_noun
from keyhole.models.embedded.numbers.amounts import number_value, rests_of_measures, wants_share
from keyhole.models.embedded.numbers.bounds import by_bound, end_of
from keyhole.models.embedded.numbers.counts_said import counts_things
from keyhole.models.embedded.numbers.measures import agreement, unit_behind, unit_wanted, wants_percent
from keyhole.models.embedded.numbers.said_amounts import as_counted
from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.text import STOP, name_words, stem
from keyhole.tools.builtin.number_words import MONTH_NAME

Values = Mapping[tuple[str, ...], Any]


def number_alone(parameter: Parameter, view: FillView, query: str, values: Values) -> int | float | None:
    """The value of an amount that nothing was found for; `values`: what the other parameters have. None without one."""
    open_ = [at for at in view.numbers if not (_says_when(view, at) or _is_taken(view, at, values))]
    open_ = [at for at in open_ if at not in rests_of_measures(parameter, view)] if open_ else []
    for way in (_of_most, _percent, _bound, _named, _below_zero, _quantity):
        at = way(parameter, view, values, open_) if open_ else None
        if at is not None:
            value, end = number_value(parameter, view, at), view.words[view.numbers[at].last].end
            return None if value is None else as_counted(parameter, value, query[: view.words[at].start], query[end:])
    return None


def _says_when(view: FillView, at: int) -> bool:
    """Whether a number is of a day or a time of day: the 3 and the 7 of "3 to 7 may", the eight of "at eight"."""
    texts = [word.text.lower() for word in view.words]
    last, end = view.numbers[at].last, view.numbers[at].last + 1
    while end < min(len(texts), last + 1 + _NEAR_A_MONTH) and not _parted(view, end):
        end += 1
    before, behind = texts[max(0, at - 2) : at], texts[last + 1 : end]
    hour = before[-1:] == ["at"] and not view.numbers[at].percent and 0 <= view.numbers[at].value <= _HOURS
    if hour or any(_MONTH.fullmatch(text) for text in (*before, *behind)):
        return True
    return not _TIMES.isdisjoint(behind[:2]) or bool(_PART_OF_DAY.match(" ".join(behind)))


_NEAR_A_MONTH, _HOURS = 6, 24
_MONTH = re.compile(rf"{MONTH_NAME}|mar")
_TIMES = frozenset("am pm o'clock oclock utc gmt".split())
_PART_OF_DAY = re.compile(r"(?:in the|at) (?:morning|afternoon|evening|night)\b|st\b|nd\b|rd\b|th\b")


def _parted(view: FillView, at: int) -> bool:
    """Whether a mark stands before a word."""
    return view.words[at].start - view.words[at - 1].end > 1


def _is_taken(view: FillView, at: int, values: Values) -> bool:
    """Whether another parameter has a number, or a text in which it stands."""
    amounts = [p for p in view.parameters if p.type in ("int", "num") and p.path in values]
    own = {number_value(p, view, at) for p in amounts if not p.many and values[p.path] is not None}
    if any(not p.many and abs(values[p.path]) in {abs(v) for v in own if v is not None} for p in amounts):
        return True
    text = view.words[at].text
    said = re.compile(rf"(?<!\w){re.escape(text)}(?!\w)", re.IGNORECASE)
    moments = {p.path for p in view.parameters if p.schema.get("format") in ("date", "date-time", "time")}
    others = (v for path, v in values.items() if isinstance(v, str | list | dict) and path not in moments)
    return any(said.search(str(v)) for v in others) or any(v == view.numbers[at].value for v in values.values())


def _free(parameter: Parameter, view: FillView, values: Values) -> list[Parameter]:
    """The other amounts that have no value."""
    return [
        p
        for p in view.parameters
        if p is not parameter and p.path not in values and p.type in ("int", "num") and not p.many
    ]


def _of_most(parameter: Parameter, view: FillView, values: Values, open_: list[int]) -> int | None:
    """The number that is said to be so much out of the most that the parameter may be, or so much of what it counts."""
    said = by_noun(view, parameter) | by_most(view, parameter)
    found = [at for at in open_ if said.get(at) == 1]
    return found[0] if len(found) == 1 else None


def _percent(parameter: Parameter, view: FillView, values: Values, open_: list[int]) -> int | None:
    """The only percentage, for the only parameter that is one, or a share."""
    if not _is_share(parameter) or any(_is_share(p) for p in _free(parameter, view, values)):
        return None
    found = [at for at in open_ if view.numbers[at].percent]
    return found[0] if len(found) == 1 else None


def _is_share(parameter: Parameter) -> bool:
    least, most = parameter.schema.get("minimum"), parameter.schema.get("maximum")
    unmeasured = unit_wanted(parameter.path[-1], parameter.description) is None
    whole = most == 100 and least in (0, 1) and unmeasured and _COUNTS.isdisjoint(name_words(parameter.path[-1]))
    return wants_percent(parameter) or bool(whole) or (parameter.type == "num" and wants_share(parameter))


_COUNTS = frozenset("limit count size page pages results number top hour hours minute minutes month day".split())


def _bound(parameter: Parameter, view: FillView, values: Values, open_: list[int]) -> int | None:
    """The only number that is said to be the end of a range that the parameter is, if no other parameter is such an
    end, or by its unit no other."""
    if not end_of(parameter):
        return None
    ends = by_bound(view, parameter)
    found = [at for at in open_ if ends.get(at) == 1 and _fits(parameter, view, at) >= 0]
    rivals = [p for p in _free(parameter, view, values) if end_of(p) == end_of(parameter)]
    if len(found) != 1 or (rivals and _fits(parameter, view, found[0]) < 1):
        return None
    return None if any(_fits(p, view, found[0]) == 1 for p in rivals) else found[0]


def _fits(parameter: Parameter, view: FillView, at: int) -> int:
    """1 where the unit of a number is of what a parameter wants, -1 where it is of something else."""
    number = view.numbers[at]
    unit = unit_behind(view.words, number.last, percent=number.percent)
    if unit is not None and unit_wanted(parameter.path[-1], parameter.description) is None:
        return -1
    return agreement(parameter, unit)


def _below_zero(parameter: Parameter, view: FillView, values: Values, open_: list[int]) -> int | None:
    """The only number of degrees below zero, for the only temperature."""
    wanted = [unit_wanted(p.path[-1], p.description) for p in (parameter, *_free(parameter, view, values))]
    if [unit is not None and unit.quantity == "temperature" for unit in wanted] != [True, *[False] * (len(wanted) - 1)]:
        return None
    found = [
        at for at in open_ if view.words[view.numbers[at].last].text.lower() == "zero" and view.numbers[at].value < 0
    ]
    return found[0] if len(found) == 1 else None


def _quantity(parameter: Parameter, view: FillView, values: Values, open_: list[int]) -> int | None:
    """The only number in words that counts something, for the only parameter that says how many."""
    if [p for p in view.parameters if counts_things(p)] != [parameter]:
        return None
    found = [at for at in open_ if view.words[at].kind == "word" and _counts(view, at)]
    return found[0] if len(found) == 1 and len(open_) == 1 else None


def _counts(view: FillView, at: int) -> bool:
    """Whether a whole number has what it counts behind it, which is no unit."""
    number = view.numbers[at]
    behind = view.words[number.last + 1 : number.last + 2]
    if not isinstance(number.value, int) or view.words[at].text.lower() in _ORDINAL or number.percent or not behind:
        return False
    noun = (
        not _parted(view, number.last + 1)
        and behind[0].kind in ("word", "code")
        and behind[0].text.lower() not in STOP | _PERIODS
    )
    return noun and unit_behind(view.words, number.last, percent=False) is None


_PERIODS = frozenset(("night", "nights", "times", "years", "decades"))
_ORDINAL = frozenset("first second third fourth fifth sixth seventh eighth ninth tenth zero".split())


def _named(parameter: Parameter, view: FillView, values: Values, open_: list[int]) -> int | None:
    """The only number that has a word of the parameter's name right before or behind it, which no other name has."""
    taken = {stem(word) for p in view.parameters if p is not parameter for word in name_words(p.path[-1])}
    own = {stem(w) for w in name_words(parameter.path[-1]) if len(w) > 3 and w not in _ANYTHING} - taken
    found = [at for at in open_ if own and _fits(parameter, view, at) >= 0 and not own.isdisjoint(_beside(view, at))]
    return found[0] if len(found) == 1 else None


_ANYTHING = frozenset(
    "number count total amount value size time level limit maximum minimum type name date days hours minutes seconds "
    "percent from page index code year month start".split()
)
"""Words of names that stand beside numbers of other things."""


def _beside(view: FillView, at: int) -> set[str]:
    """The stems of the two words before a number, and of the two behind, as far as there is no mark between."""
    found, last = set[str](), view.numbers[at].last
    for step, start in ((-1, at), (1, last)):
        place = start + step
        while 0 <= place < len(view.words) and abs(place - start) <= _NEAR and place not in view.numbers:
            word = view.words[place]
            if word.kind != "word" or word.text.lower() in STOP or _parted(view, place + (step < 0)):
                break
            found.add(stem(word.text.lower()))
            place += step
    return found


_NEAR = 2
