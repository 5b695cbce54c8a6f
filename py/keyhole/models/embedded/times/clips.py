"""Where a piece of a recording begins and ends, of what a request says of its beginning and its length: "the first ten
minutes", "20 seconds starting at minute 3"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from keyhole.models.embedded.numbers.measures import unit_wanted
from keyhole.models.embedded.prompt import Parameter
from keyhole.tools.builtin.number_words import to_digits

_READ = 2_000
"""Characters of a request that are read."""
_SECONDS = {"h": 3600, "m": 60, "s": 1}
"""Of a unit, by its first letter."""
_PART = r"(?:\d{1,4}(?:\.\d{1,3})?|half an?|an?) ?-?(?:hours?|hrs?|minutes?|mins?|seconds?|secs?|h|m|s)"
_LENGTH = rf"{_PART}(?:,? (?:and )?{_PART}){{0,2}}(?! before| ago| later)\b"
_PLACE = rf"(?:(?:minute|second|hour) \d{{1,4}}|(?:\d{{1,2}}:)?\d{{1,2}}:[0-5]\d|{_LENGTH})"
_BEGINS = r"(?:begin(?:s|ning)?|start(?:s|ing)?|from)(?: (?:at|from|with))?(?: the)?"
_FIRST = re.compile(rf"\b(?:the|its|only|just) first (?P<long>{_LENGTH}|minute|hour)\b|^first (?P<alone>{_LENGTH})")
_THEN = re.compile(rf"\b(?P<long>{_LENGTH}),? {_BEGINS} (?P<place>{_PLACE})")
_FROM = re.compile(
    rf"\b{_BEGINS} (?P<place>{_PLACE}),?(?: and)?(?: it)? "
    rf"(?:lasts?|lasting|for|runs|running|goes on)(?: for)? (?P<long>{_LENGTH})"
)
_EACH = re.compile(r"(half an?|\d{1,4}(?:\.\d{1,3})?|an?) ?-?([hms])")
_UNIT_FIRST = re.compile(r"(minute|second|hour) (\d{1,4})")


def clip_said(parameters: Sequence[Parameter], query: str) -> dict[tuple[str, ...], int | float]:
    """By path the numbers for where a piece begins and ends, for a tool that takes both as numbers; empty where a
    request does not say its length with its beginning, or says several."""
    pairs = [
        (begin, end)
        for begin in parameters
        for end in parameters
        if begin.path[-1].lower().startswith(("start", "begin")) and end.path[-1].lower().startswith(("end", "stop"))
    ]
    if len(pairs) != 1 or any(p.type not in ("int", "num") or p.many or p.options for p in pairs[0]):
        return {}
    sizes = [unit_wanted(p.path[-1], p.description) for p in pairs[0]]
    if any(unit is None or unit.quantity != "time" for unit in sizes):
        return {}
    plain = to_digits(query[:_READ].lower())
    found = [
        *((0.0, _length(said["long"] or said["alone"])) for said in _FIRST.finditer(plain)),
        *((_place(said["place"]), _length(said["long"])) for said in (*_THEN.finditer(plain), *_FROM.finditer(plain))),
    ]
    if len(found) != 1:
        return {}
    begins, long = found[0]
    return {
        p.path: _whole(seconds / float(unit.factor))
        for p, unit, seconds in zip(pairs[0], sizes, (begins, begins + long), strict=True)
        if unit is not None
    }


def _whole(value: float) -> int | float:
    return int(value) if value.is_integer() else round(value, 3)


def _length(text: str) -> float:
    """The seconds of a length: "1 hour and 2 minutes"."""
    if text in ("minute", "hour"):
        return float(_SECONDS[text[0]])
    return sum(
        (0.5 if count.startswith("half") else 1 if count.startswith("a") else float(count)) * _SECONDS[unit]
        for count, unit in _EACH.findall(text)
    )


def _place(text: str) -> float:
    """The seconds from the beginning to a place: "minute 3", "1:02:30", "one hour and two minutes"."""
    if said := _UNIT_FIRST.fullmatch(text):
        return float(said[2]) * _SECONDS[said[1][0]]
    if ":" in text:
        return float(sum(int(part) * 60**n for n, part in enumerate(reversed(text.split(":")))))
    return _length(text)
