"""Which end of a range a number is: "at most 50" is for `max_price`, "5 rooms or more" for `rooms.min`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from keyhole.models.embedded.numbers.measures import Agreement
from keyhole.models.embedded.numbers.numbers import Number
from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.text import name_words

_ALARMS = {"above": -1, "below": 1}
"""What is called by the side of it on which a number is one too many: the range that is right goes the other way."""
_KEPT = re.compile(r"\b(?:stay|stays|keep|kept|remain|remains|has to be|have to be|must be|should be|supposed to be)\b")
_LEAST = frozenset(("min", "minimum", "least", "lower", "lowest", "from", "low"))
_MOST = frozenset(("max", "maximum", "most", "upper", "highest", "to", "high"))
_BEFORE = re.compile(
    r"\b(?P<no>(?:no|not|nothing|none|never|nobody|isn't|aren't|don't|without) )?(?:"
    r"(?P<more>over|above|beyond|exceeding|upwards of|(?:more|greater|higher|longer|larger|bigger|later|newer|better|"
    r"farther|further|heavier|taller|older) than)|"
    r"(?P<less>under|below|(?:less|fewer|lower|shorter|smaller|earlier|cheaper|younger|nearer|closer|lighter) than)|"
    r"(?P<least>at (?:the )?(?:very )?least|min(?:imum)?|from|since|starting(?: at)?|after|between)|"
    r"(?P<most>at (?:the )?(?:very )?most|max(?:imum)?|up to|until|till|within|before|capped at|limited to))"
    r"(?: (?:a|an|the|about|of|at))?$"
)
"""What stands before a number that is the least or the most that is wanted."""
_LEAST_BEHIND = re.compile(
    r"(?:\S+ ){0,2}?(?:(?:or|and) (?:more|over|above|higher|up|upwards?|longer|larger|bigger|newer|later|better)|plus|"
    r"upwards?|min(?:imum)?|at (?:the )?(?:very )?least|up)\b"
)
_MOST_BEHIND = re.compile(
    r"(?:\S+ ){0,2}?(?:(?:or|and) (?:less|fewer|under|below|lower|cheaper|shorter|smaller|older|earlier|down)|"
    r"max(?:imum)?|tops|at (?:the )?(?:very )?most)\b"
)
_THROUGH = frozenset(("to", "through", "thru", "until", "till", "up to", "and up to"))
_FIRST_YEAR, _LAST_YEAR = 1000, 2100
_NEAR = 4
"""Words beside a number that are read."""


def by_bound(view: FillView, parameter: Parameter) -> dict[int, Agreement]:
    """For a parameter that is one end of a range, by the places of the numbers: 1 where the request says that one is
    that end, -1 where it says that it is the other; others are left out."""
    own = end_of(parameter)
    alarm = [_ALARMS[word] for word in name_words(parameter.path[-1]) if word in _ALARMS]
    if alarm and not own:
        own = alarm[0]
        own = -own if _KEPT.search(" ".join(word.text.lower() for word in view.words)) else own
    said = {at: _said_end(view, at, number) for at, number in view.numbers.items()} if own else {}
    return {at: 1 if end == own else -1 for at, end in said.items() if end}


def end_of(parameter: Parameter) -> int:
    """-1 for a parameter that is called the least of something, 1 for the most, else 0."""
    name = name_words(parameter.path[-1])
    if name[-1:] == ("min",) and "minut" in parameter.description.lower():
        return 0
    least, most = not _LEAST.isdisjoint(name), not _MOST.isdisjoint(name)
    return most - least


def _said_end(view: FillView, at: int, number: Number) -> int:
    """-1 for a number that a request gives as the least, 1 for the most, 0 where it says neither, or both."""
    texts = [word.text.lower() for word in view.words]
    before, behind = " ".join(texts[max(0, at - _NEAR) : at]), " ".join(texts[number.last + 1 :][:_NEAR])
    said = _BEFORE.search(before)
    more, less = (said and (said["more"] or said["least"]), said and (said["less"] or said["most"]))
    if said and "older than" in said[0] and _FIRST_YEAR <= number.value <= _LAST_YEAR:
        more, less = None, said["more"]  # what is older than 1990 is of an earlier year
    if said and said["no"]:
        more, less = less, more
    least, most = bool(more or _LEAST_BEHIND.match(behind)), bool(less or _MOST_BEHIND.match(behind))
    starts = sorted(view.numbers)
    place = starts.index(at)
    if place and not least:
        most = most or _joined(texts, view.numbers[starts[place - 1]], at)
    if place + 1 < len(starts) and not most:
        least = least or _joined(texts, number, starts[place + 1])
    return most - least


def _joined(texts: Sequence[str], first: Number, second: int) -> bool:
    """Whether what stands between two numbers, or before and between them, makes a range of them: "8 to 14", "between
    8 and 14"."""
    between = " ".join(texts[first.last + 1 : second])
    return between in _THROUGH or (between == "and" and texts[max(0, first.first - 1)] == "between")
