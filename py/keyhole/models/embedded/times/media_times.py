# ruff: noqa: SIM905  (word lists read best as words)
"""Places in a recording, "from 1:15 to 4:02", "skip to 1:47:05", for numbers of seconds or minutes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from keyhole.models.embedded.numbers.measures import unit_wanted
from keyhole.models.embedded.parameters import meets
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words

_PLACES = frozenset("start begin from at end stop to until in out position offset seek seconds timestamp time".split())
_SAID = re.compile(r"(?<![\w:.,-])(?:(\d{1,2}):)?(\d{1,2}):([0-5]\d)(?![\w:]| ?[ap]\.?m\b| o'clock)", re.IGNORECASE)
_LENGTHS = frozenset("duration length".split())
_READ = 2_000


def media_times(parameters: Sequence[Parameter], query: str) -> dict[tuple[str, ...], int | float]:
    """By path the numbers for places in a recording, where a request says as many such places as the tool takes, or
    the first of two; empty where it says others."""
    asking = {p.path: size for p in parameters if (size := _seconds_of(p)) is not None}
    said = [
        int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds)
        for hours, minutes, seconds in _SAID.findall(query[:_READ])
    ]
    if not asking or not said or len(said) > len(asking) or (len(said) < len(asking) and len(asking) != 2):
        return {}
    values: dict[tuple[str, ...], int | float] = {}
    by_path = {p.path: p for p in parameters}
    for (path, size), seconds in zip(asking.items(), said, strict=False):
        value = seconds / size
        whole = int(value) if value.is_integer() else value
        if not meets(by_path[path].schema, whole, many=False):
            return {}
        values[path] = whole
    return values


def _seconds_of(parameter: Parameter) -> float | None:
    """How many seconds one is of what a parameter for a place in a recording counts; None for other parameters."""
    if parameter.type not in ("int", "num") or parameter.many or parameter.options:
        return None
    name = name_words(parameter.path[-1])
    unit = unit_wanted(parameter.path[-1], parameter.description)
    if _PLACES.isdisjoint(name) or not _LENGTHS.isdisjoint(name) or unit is None or unit.quantity != "time":
        return None
    return float(unit.factor)
