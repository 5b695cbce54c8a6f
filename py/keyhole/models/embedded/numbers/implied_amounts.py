# ruff: noqa: SIM905  (word lists read best as words)
"""Numbers that a request says without saying a number of its own: "just me" is one person, "shut it" is 0 where 0 means
closed, "M10" has a diameter of 10, "for a week" is 7 days."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from keyhole.models.embedded.numbers.amounts import measured_alone
from keyhole.models.embedded.numbers.bounds import end_of
from keyhole.models.embedded.numbers.counts_said import count_said
from keyhole.models.embedded.numbers.joined_numbers import year_said
from keyhole.models.embedded.numbers.measures import goes_into, in_unit, unit_behind, unit_wanted
from keyhole.models.embedded.numbers.numbers import Number
from keyhole.models.embedded.numbers.numbers_alone import number_alone
from keyhole.models.embedded.numbers.parts_of_whole import level_said, rest_said
from keyhole.models.embedded.options.other_names import meant
from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.text import name_words, stem


def implied_amount(
    parameter: Parameter, view: FillView, query: str, values: Mapping[tuple[str, ...], Any]
) -> int | float | None:
    """The value of a number that nothing was found for; `values`: what the other parameters have. None without one."""
    if parameter.type not in ("int", "num") or parameter.many or parameter.options:
        return None
    value = _marked(parameter, query)
    if value is None:
        value = level_said(parameter, view)
    if value is None:
        value = rest_said(parameter, view, query, values)
    if value is None:
        value = year_said(parameter, view) or _year_of_span(parameter, query)
    if value is None:
        value = _times_as_much(parameter, query)
    if value is None and not parameter.required:  # what is needed is asked for where it is in doubt
        value = measured_alone(parameter, view, values)
    if value is None:
        value = count_said(parameter, view, query)
    if value is None and (alone := number_alone(parameter, view, query, values)) is not None:
        value = alone
    if value is None and parameter.required:
        value = _place_on_scale(parameter, view)
    if value is None and (parameter.required or _alone(parameter, view)) and _all_taken(view, values):
        value = _one_of_a_unit(parameter, view)
    if value is None or not float(value).is_integer():
        return value if parameter.type == "num" else None
    return int(value)


_YEARS = re.compile(r"(?<![\w./-])(1\d{3}|20\d\d) ?[-\u2013] ?(1\d{3}|20\d\d)(?![\w/-])")


def _year_of_span(parameter: Parameter, query: str) -> int | None:
    """The first or the last year of "1840-1865", where a parameter is that."""
    end, spans = end_of(parameter), _YEARS.findall(query[:_READ])
    if not end or len(spans) != 1 or not re.search(r"years?\b", parameter.about.replace("_", " "), re.IGNORECASE):
        return None
    first, last = (int(year) for year in spans[0])
    return None if last < first else first if end < 0 else last


_FACTOR = re.compile(
    r"\b(?:factor|multiplier|multiple of|playback (?:rate|speed))\b|"
    r"\b1(?:\.0)? ?(?:=|is|means) ?(?:unchanged|normal|original|unscaled|as (?:is|written)|100 ?%)",
    re.IGNORECASE,
)
_SCALES = frozenset("scale factor multiplier zoom magnification".split())
_TIMES = {"doubl": 2, "double": 2, "twice": 2, "tripl": 3, "quadrupl": 4, "halve": 0.5, "halving": 0.5}
_TIMES_AS_MUCH = re.compile(
    r"\b(?:(doubl|tripl|quadrupl)(?:es?|ed|ing)?(?! (?:room|bed|click|check|espresso|bass|spac|quot|sided))|"
    r"(twice) (?:as|the|its|their)|(double)[- ]spac(?:ed|ing)|(halve|halving)d?s?)\b",
    re.IGNORECASE,
)


def _times_as_much(parameter: Parameter, query: str) -> float | None:
    """The factor that a request has a word for, where a parameter is one: 2 for "double it"."""
    said = {_TIMES[next(filter(None, found.groups())).lower()] for found in _TIMES_AS_MUCH.finditer(query[:_READ])}
    scales = parameter.schema.get("default") == 1 and not _SCALES.isdisjoint(name_words(parameter.path[-1]))
    return said.pop() if len(said) == 1 and (scales or _FACTOR.search(parameter.about[:300])) else None


_READ = 2_000
"""Characters of a request that are read for it."""
_PEOPLE = frozenset(
    map(
        stem,
        "people persons guests adults travellers travelers passengers players diners participants attendees visitors "
        "seats party pax covers persons applicants heads".split(),
    )
)
_ONE_PERSON = re.compile(
    r"\b(?:just|only) me\b|\b(?:on|by) my own\b|\bby myself\b|\bjust myself\b|"
    r"\b(?:i.?m|i am|be|go(?:ing)?|come|coming|eat(?:ing)?|travel(?:l?ing)?) alone\b",
    re.IGNORECASE,
)
_MATE = (
    "(?:wife|husband|partner|girlfriend|boyfriend|fianc[e\u00e9]e?|sister|brother|mother|mum|mom|father|dad|son|daughter|"
    "friend|colleague)"
)
_TWO_PEOPLE = re.compile(
    rf"\b(?:me and my {_MATE}|my {_MATE} and (?:me|i|myself)|(?:the|a|this) pair of us|both of us|"
    rf"with my {_MATE})\b",
    re.IGNORECASE,
)
_SOME = {"twosome": 2, "threesome": 3, "trio": 3, "foursome": 4}
_SOME_PEOPLE = re.compile(rf"\b(?:{'|'.join(_SOME)})\b", re.IGNORECASE)
_MORE = re.compile(
    r"\b(?:kids?|child(?:ren)?|bab(?:y|ies)|sons?|daughters?|parents|friends|others|dogs?|family)\b", re.IGNORECASE
)
"""Whom "my wife and me" does not count, where they come too."""


def people_said(parameter: Parameter, query: str) -> int | None:
    """How many come, where a parameter counts people and the request says whom: "just me", "my wife and me". Right for
    49 of the 50 written calls that say so, whatever other numbers they have."""
    if parameter.type not in ("int", "num") or parameter.many or parameter.options:
        return None
    if _PEOPLE.isdisjoint(stem(word) for word in name_words(parameter.path[-1])):
        return None
    if some := _SOME_PEOPLE.search(query):
        return _SOME[some[0].lower()]
    if two := _TWO_PEOPLE.search(query):
        return None if _MORE.search(query[: two.start()] + query[two.end() :]) else 2
    return 1 if _ONE_PERSON.search(query) else None


_MARKS = {
    "m": frozenset("diameter thread bolt screw nominal".split()),
    "f": frozenset("aperture fnumber f stop".split()),
    "d": frozenset("sides faces die".split()),
    "iso": frozenset(("iso",)),
    "v": frozenset(("version",)),
}
"""What the letters before a number say that it is: "M10", "f/2.8", "d20", "v7"."""
_MARKED = re.compile(r"(?<![\w.])(m|f|d|iso|v)[/ ]?(\d+(?:\.\d+)?)s?(?![\w.]*\d)\b", re.IGNORECASE)


def _marked(parameter: Parameter, query: str) -> float | None:
    """The only number of a kind that is said with its mark, where a parameter is called so."""
    own = name_words(parameter.path[-1])
    found = {float(said[2]) for said in _MARKED.finditer(query) if not _MARKS[said[1].lower()].isdisjoint(own)}
    return found.pop() if len(found) == 1 else None


_STEP = re.compile(r"(?<![\w.])(-?\d{1,4})\s*(?:=|:|is|means|for)?\s*\(?(?:fully )?([a-z]{3,})\b", re.IGNORECASE)
_NO_STEP = frozenset("and the percent per minutes hours seconds days characters items metres meters".split())


def _place_on_scale(parameter: Parameter, view: FillView) -> float | None:
    """The end of a scale that a request names, where the description does: "0 closed, 100 open"."""
    steps = {said[2].lower(): float(said[1]) for said in _STEP.finditer(parameter.description[:200])}
    if len(steps) < 2 or not _NO_STEP.isdisjoint(steps) or len(set(steps.values())) < 2:
        return None
    words = [word.text.lower() for word in view.words]
    said = {stem(word) for word in words}
    named = [name for name in steps if stem(name) in said]
    named = named or [list(steps)[at] for at in meant(list(steps), words)]
    return steps[named[0]] if len(named) == 1 else None


_ONE = frozenset("a an the next past last this coming following each whole another full".split())
_ONE_LONG = frozenset("a an past last another full".split())
"""What makes a length of a unit where none has to be said: "next week" is when, "for a week" how long."""


def _all_taken(view: FillView, values: Mapping[tuple[str, ...], Any]) -> bool:
    """Whether no number of a request is left that could be the one that is looked for."""
    taken = [value for value in values.values() if isinstance(value, int | float) and not isinstance(value, bool)]
    texts = " ".join(value for value in values.values() if isinstance(value, str))
    return all(n.value in taken or view.words[at].text in texts for at, n in view.numbers.items())


def _alone(parameter: Parameter, view: FillView) -> bool:
    """Whether no other parameter wants a number of such a unit."""
    wanted = unit_wanted(parameter.path[-1], parameter.description)
    others = (unit_wanted(other.path[-1], other.description) for other in view.parameters if other is not parameter)
    return wanted is not None and all(other is None or other.quantity != wanted.quantity for other in others)


def _one_of_a_unit(parameter: Parameter, view: FillView) -> int | float | None:
    """What the one unit that a request names without a number is in the one that is wanted: 7 days of "next week"."""
    wanted = unit_wanted(parameter.path[-1], parameter.description)
    said = {
        unit
        for at, word in enumerate(view.words)
        if word.text.lower() in (_ONE if parameter.required else _ONE_LONG)
        and (unit := unit_behind(view.words, at, percent=False))
    }
    said = {unit for unit in said if wanted and goes_into(unit, wanted)}
    return in_unit(parameter, Number(1, 0, 0), said.pop()) if len(said) == 1 else None
