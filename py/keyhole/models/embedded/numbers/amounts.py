# ruff: noqa: SIM905  (word lists read best as words)
"""Numbers of a request as a parameter wants them: in its unit, whole, as a share, in a list; and what is left over."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from keyhole.models.embedded.numbers.joined_numbers import ends_joined, joined
from keyhole.models.embedded.numbers.measures import (
    BETWEEN,
    goes_into,
    in_unit,
    unit_behind,
    unit_wanted,
    whole_measure,
)
from keyhole.models.embedded.numbers.numbers import Number
from keyhole.models.embedded.numbers.parts_of_whole import in_hundreds, part_said
from keyhole.models.embedded.numbers.said_amounts import counts_in_cents
from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.text import STOP, name_words, stem
from keyhole.tools.builtin.units import named_unit


def number_value(parameter: Parameter, view: FillView, at: int) -> int | float | None:
    """The number that begins at a word as the parameter wants it: in its unit, a share for a rate given in percent,
    below zero for a latitude in the south, whole for an integer, unless that counts cents. None where it cannot be."""
    number = view.numbers[at]
    part = part_said(view, at)
    if part is not None and (value := _of_whole(parameter, part)) is not None:
        return value
    if (
        parameter.type == "num"
        and wants_share(parameter)
        and (number.percent or _is_hundredths(parameter, view, number))
    ):
        return round(number.value / 100, 10)
    number = joined(parameter, view, at) or number
    unit = unit_behind(view.words, number.last, percent=number.percent)
    if unit is None and _is_run(parameter, view, number):
        number, unit = replace(number, value=number.value / _THOUSAND), _KILOMETRE
    whole = whole_measure(view.words, view.numbers, number)
    if whole is not number and not _wanted_elsewhere(parameter, view, whole.last):
        number = whole
    times = _times_told(parameter, view, number)
    if times is None and unit is None:
        times = _times_as_often(parameter, view, number)
    value = in_unit(parameter, number, unit) if times is None else round(number.value * times, 6)
    in_sky = "declination" in parameter.about.lower()
    if (in_sky or _PLACE_ON_EARTH.search(parameter.path[-1])) and _SOUTH_OR_WEST.fullmatch(_side_behind(view, number)):
        value = -abs(value)
    if parameter.type == "int" and not float(value).is_integer():
        return value if counts_in_cents(parameter) else None
    if parameter.type == "num" and (not float(value).is_integer() or abs(value) >= _WHOLE):
        return value
    return int(value)


def _of_whole(parameter: Parameter, part: float) -> int | float | None:
    """A part of one as a share or in percent, where the parameter wants either."""
    if parameter.type == "num" and wants_share(parameter):
        return round(part, 4)
    return in_hundreds(parameter, part)


def _is_hundredths(parameter: Parameter, view: FillView, number: Number) -> bool:
    """Whether a number without a percent sign can be no other: "a margin of 5 points", or 15 where 1 is the most."""
    most = parameter.schema.get("maximum")
    if _word_behind(view, number).lower() in _POINTS and number.value >= 1:
        return True
    if not isinstance(most, int | float) or most > 1 or not _LEAST_PERCENT <= number.value <= _PERCENT:
        return False
    before, behind = view.words[: number.first][-1:], view.words[number.last + 1 : number.last + 2]
    divided = bool(before) and before[0].kind == "num" and view.words[number.first].start - before[0].end == 1
    apart = divided or not behind or behind[0].kind == "num" or behind[0].start - view.words[number.last].end > 1
    said = stem(_word_behind(view, number).lower())
    return apart or said in STOP or said in map(stem, name_words(parameter.path[-1]))  # not "50 words"


_POINTS = frozenset(("point", "points", "pts"))
_LEAST_PERCENT, _PERCENT = 10, 100
_TOLD = re.compile(r"\b(?:(\d[\d,_]{0,12})\s*=\s*1\s+([^\W\d_]+)|1\s+([^\W\d_]+)\s*=\s*(\d[\d,_]{0,12})(?![\w.]))")
"""What a description says of a unit that it does not want: "1 MB = 1000000", "1000 = 1 core"."""
_CORES = frozenset(("core", "cores", "cpu", "cpus", "vcpu", "vcpus"))


def measured_alone(parameter: Parameter, view: FillView, values: Mapping[tuple[str, ...], Any]) -> int | float | None:
    """The one number of a request that has a unit of what a parameter wants, where no other number wants such a one or
    has it, and no text has its words: the 1.5 of "within 1.5 km" in metres. Not a time that says when: "in 2 days"."""
    wanted, found = unit_wanted(parameter.path[-1], parameter.description), set[int]()
    for at, number in view.numbers.items():
        unit = unit_behind(view.words, number.last, percent=number.percent)
        told = _times_told(parameter, view, number) is not None
        if told or (unit and wanted and unit.quantity != "percent" and goes_into(unit, wanted)):
            timed = unit is not None and unit.quantity == "time" and not _is_term(parameter)
            found |= set() if timed and (_says_when(view, at, number) or not _lasts(parameter)) else {at}
    rivals = (unit_wanted(p.path[-1], p.description) for p in view.parameters if p is not parameter)
    found -= rests_of_measures(parameter, view)
    if len(found) != 1 or (wanted and any(rival and rival.quantity == wanted.quantity for rival in rivals)):
        return None
    at = found.pop()
    amounts = [p for p in view.parameters if p.type in ("int", "num") and not p.many and p.path in values]
    taken = any(values[p.path] == number_value(p, view, at) for p in amounts)
    texts = (str(value) for value in values.values() if isinstance(value, str | list))
    said = re.compile(rf"(?<!\w){re.escape(view.words[at].text)}(?!\w)")
    return None if taken or any(said.search(text) for text in texts) else number_value(parameter, view, at)


def _is_term(parameter: Parameter) -> bool:
    """Whether a time says until when something is to be paid: "within four weeks"."""
    return not _TERM.isdisjoint(name_words(parameter.path[-1])) and bool(_PAID.search(parameter.about))


_TERM = frozenset("net term terms due payment".split())
_PAID = re.compile(r"\b(?:pay(?:ment|able)?|invoice|due)\b", re.IGNORECASE)
_LONG = frozenset("duration length age lifetime ttl runtime hold time long".split())


def _lasts(parameter: Parameter) -> bool:
    """Whether a name says no more than how long something is: not `reminder_minutes`."""
    words = [word for word in name_words(parameter.path[-1]) if word not in ("max", "min", "in", "for")]
    return all(word in _LONG or named_unit(word) for word in words)


_BEFORE_WHEN = frozenset(
    "in within after before every each last past next previous first by at since until till".split()
)
_BEHIND_WHEN = frozenset("ago before after earlier later old from".split())


def _says_when(view: FillView, at: int, number: Number) -> bool:
    """Whether a time says when something is, or how often: in 2 days, 3 hours ago, every 5 minutes."""
    before = {word.text.lower() for word in view.words[max(0, at - 2) : at]}
    behind = {word.text.lower() for word in view.words[number.last + 1 : number.last + 4]}
    return not (_BEFORE_WHEN.isdisjoint(before) and _BEHIND_WHEN.isdisjoint(behind))


def _times_told(parameter: Parameter, view: FillView, number: Number) -> float | None:
    """How many of its own a parameter's description says that the unit behind a number is."""
    told = _TOLD.search(parameter.description[:200])
    at = number.last + 1
    while at < min(len(view.words), number.last + 3) and view.words[at].text.lower() in BETWEEN:
        at += 1
    if told is None or at >= len(view.words):
        return None
    said, unit = view.words[at].text, told[2] or told[3]
    alike = said.lower() in _CORES if unit.lower() in _CORES else stem(said.lower()) == stem(unit.lower())
    if not alike and (named_unit(said) is None or named_unit(said) != named_unit(unit)):
        return None
    return int(re.sub(r"[,_]", "", told[1] or told[4]))


_OFTEN = frozenset(("per", "a", "an", "each", "every", "/"))


def _times_as_often(parameter: Parameter, view: FillView, number: Number) -> float | None:
    """What makes a number of things in one time, "ten calls a second", one in the time that a parameter is per: 60 for
    `calls_per_minute`."""
    name = name_words(parameter.path[-1])
    wanted = named_unit(name[name.index("per") + 1]) if "per" in name[:-1] else None
    words = [word.text.lower() for word in view.words[number.last + 1 : number.last + 5]]
    said = next((named_unit(word) for before, word in pairwise(words) if before in _OFTEN), None)
    if wanted is None or said is None or not wanted.quantity == said.quantity == "time" or said == wanted:
        return None
    return float(wanted.factor / said.factor)


_KILOMETRE = named_unit("km")
"""What k means behind the length of a run."""
_THOUSAND, _LONGEST_RUN = 1000, 200
"""What k means else, and the kilometres of the longest run."""


def _is_run(parameter: Parameter, view: FillView, number: Number) -> bool:
    """Whether a number is thousands by its k, and the parameter wants a length: who ran 5k ran 5 km."""
    wanted = unit_wanted(parameter.path[-1], parameter.description)
    lengthy = wanted is not None and wanted.quantity == "length"
    return lengthy and view.words[number.last].text == "k" and number.value <= _LONGEST_RUN * _THOUSAND


_WHOLE = 1e15
"""Below it a number without a fraction is written without a point."""


def _wanted_elsewhere(parameter: Parameter, view: FillView, last: int) -> bool:
    """Whether another parameter wants what is told in the unit behind a word, and this one does not: `minutes` beside
    `hours`."""
    unit = unit_behind(view.words, last, percent=False)
    if unit is not None and unit == unit_wanted(parameter.path[-1], parameter.description):
        return False
    others = [(other.path[-1], other.description) for other in view.parameters if other is not parameter]
    return unit is not None and any(unit in (unit_wanted(name, about), named_unit(name)) for name, about in others)


def rests_of_measures(parameter: Parameter, view: FillView) -> set[int]:
    """Where the numbers begin that only end a measure for a parameter: the 6 of "5 feet 6 inches"."""
    found = ends_joined(parameter, view)
    for number in view.numbers.values():
        whole = whole_measure(view.words, view.numbers, number)
        rests = {at: n.last for at, n in view.numbers.items() if number.last < n.last <= whole.last}
        # hours and minutes are two parameters' at times
        if not any(_wanted_elsewhere(parameter, view, end) for end in (number.last, *rests.values())):
            found |= rests.keys()
    return found


def unfilled_amount(view: FillView, values: Mapping[tuple[str, ...], Any]) -> tuple[Parameter, int | float] | None:
    """An amount for the one number that is still open: that of a unit which was taken by its name, as of "half a mile"
    in meters `from_unit` is no more than mile, unless another parameter has it."""
    amounts = [p for p in view.parameters if p.type in ("int", "num") and not (p.many or p.options)]
    free = [p for p in amounts if p.path not in values]
    if len(free) != 1:
        return None
    taken = {named_unit(value) for value in values.values() if isinstance(value, str)} - {None}
    for at, number in sorted(view.numbers.items()):
        if not taken or unit_behind(view.words, number.last, percent=number.percent) not in taken:
            continue
        if not any(p.path in values and values[p.path] == number_value(p, view, at) for p in amounts):
            value = number_value(free[0], view, at)
            return None if value is None else (free[0], value)
    return None


_PLACE_ON_EARTH = re.compile(r"(?:^|_|\b)(?:lat|lon|lng|long|latitude|longitude)\d?(?:$|_|\b)", re.IGNORECASE)
_SOUTH_OR_WEST = re.compile(r"s|w|south|west", re.IGNORECASE)


def _word_behind(view: FillView, number: Number) -> str:
    return view.words[number.last + 1].text if number.last + 1 < len(view.words) else ""


def _side_behind(view: FillView, number: Number) -> str:
    """The word behind a number, or behind its degrees: "12 degrees south"."""
    said = _word_behind(view, number)
    if said.lower() not in ("degrees", "degree", "deg") or number.last + 2 >= len(view.words):
        return said
    return view.words[number.last + 2].text


def wants_share(parameter: Parameter) -> bool:
    """Whether a parameter wants a part of one where a request may speak of percent."""
    about = parameter.about.lower()
    most = parameter.schema.get("maximum")
    if (isinstance(most, int | float) and most <= 1) or _TO_ONE.search(about):
        return True
    if re.search(r"percent|\bpct\b|%|out of 100", about):
        return bool(re.search(r"decimal|fraction|between 0 and 1|0\.\d", about))
    return bool(
        re.search(r"rate|ratio|probab|share|fraction|decimal|yield|growth|confidence|discount|interest|return", about)
    )


def across(name: str, value: int | float, before: str, behind: str) -> int | float:
    """A diameter as the radius that a parameter is called, and the other way round: "with a diameter of 10"."""
    for own, other, times in (("radius", "diameter", 0.5), ("diameter", "radius", 2)):
        said = re.search(rf"\b{other}\b(?: of| is| =|:)?[^\w]*$", before) or re.match(
            rf"[\s-]*(?:\w+ )?(?:in )?{other}\b", behind
        )
        if own in name_words(name) and said:
            return int(value * times) if float(value * times).is_integer() else value * times
    return value


_TO_ONE = re.compile(r"\b0(?:\.0+)? ?(?:to|and|-|\u2013|\.\.) ?1(?:\.0+)?(?![\d.]*\d)")


def number_list(parameter: Parameter, view: FillView, first: int, query: str) -> list[int | float | None]:
    """The enumeration of numbers that begins at a word: "3, 5, 7 and 9"; a closed bracket ends it. What has no unit has
    that of the last: "5, 10 and 20 minutes"."""
    values, places = [number_value(parameter, view, first)], [first]
    last = view.numbers[first].last
    at = last + 1
    while at in view.numbers or (at + 1 in view.numbers and view.words[at].text.lower() in _JOINS):
        at += at not in view.numbers
        between = query[view.words[last].end : view.words[at].start]
        apart = not between.strip() and view.words[at].kind != view.words[last].kind  # "3 thru 6 seven hundred ml"
        if re.search(r"[)\]}]", between) or apart:
            break
        value = number_value(parameter, view, at)
        through = _THROUGH if _TWO_ENDS.search(parameter.about) else _TO
        if through.fullmatch(between) and isinstance(values[-1], int) and isinstance(value, int):
            values += range(values[-1] + 1, min(value, values[-1] + _MOST))
        values.append(value)
        places.append(at)
        last = view.numbers[at].last
        at = last + 1
    unit = unit_behind(view.words, last, percent=False)
    if unit and len(places) == len(values):
        bare = [unit_behind(view.words, view.numbers[at].last, percent=False) is None for at in places]
        whole = (in_unit(parameter, view.numbers[at], unit) for at in places)
        values = [said if alone else value for value, said, alone in zip(values, whole, bare, strict=True)]
    return values


_JOINS = frozenset(("and", "or", "to", "through", "thru"))
_THROUGH = re.compile(r" thr(?:ough|u) ")
_TO = re.compile(r" (?:thr(?:ough|u)|to|until|till?) ?| ?[-\u2013] ?")
_TWO_ENDS = re.compile(
    r"\b(?:range|zone|between|bounds|limits|low|min|from|pair|start|position|interval)\b|\[", re.IGNORECASE
)
"""What says that a list is of two ends, not of all between."""
_MOST = 100
"""Numbers that "3 through 12" stands for, at most."""


def of_one_unit(view: FillView, first: int) -> list[int]:
    """Where the numbers begin, from a word on, that have the unit of the one there, or none and are written as it is:
    not the last of "3 ohms and 5 ohms, one after the other"."""
    units = {
        at: unit_behind(view.words, number.last, percent=number.percent) for at, number in sorted(view.numbers.items())
    }
    kind = view.words[first].kind
    return [
        at
        for at, unit in units.items()
        if at >= first and (unit == units[first] or (unit is None and view.words[at].kind == kind))
    ]
