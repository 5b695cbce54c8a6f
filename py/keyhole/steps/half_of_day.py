"""Which half of the day an hour is in that a message says without it: by the hours of the call before, "half past two"
is in the afternoon where that was "after one" at 13:00."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from keyhole.steps.earlier import Earlier

_TIME = re.compile(r"(?P<day>\d{4}-\d\d-\d\dT)?(?P<hour>[01]\d|2[0-3]):(?P<minute>\d\d)(?P<rest>(?::\d\d)?)")
_TOLD = re.compile(
    r"\b(?:\d{1,2} ?[ap]\.?m|[ap]\.m|am|pm|morning|noon|midnight|midday|o'?clock (?:am|pm))\b|\b0\d(?:[:.]\d\d)?\b|"
    r"\b(?:1[3-9]|2[0-3])(?:[:.]\d\d|h)\b",
    re.IGNORECASE,
)
"""Tells the half of the day."""
_LATE = re.compile(r"\b(?:afternoon|evening|tonight)\b", re.IGNORECASE)
_NOON = 12 * 60


def in_that_half(text: str, before: Earlier, said: Mapping[str, Any]) -> dict[str, Any]:
    """The times that a message says, each in the half of the day that is nearer to the time of the call before, or to
    the first that was shown."""
    times = {name: found for name, value in said.items() if (found := _TIME.fullmatch(f"{value}"))}
    early = {name: found for name, found in times.items() if 0 < int(found["hour"]) < 12}
    if not early or _TOLD.search(text):
        return dict(said)
    late = _LATE.search(text) is not None
    known = [minutes for value in (*before.args.values(), *_shown(before)) if (minutes := _minutes(value)) is not None]
    moved: dict[str, Any] = {}
    for name, found in early.items():
        minutes = int(found["hour"]) * 60 + int(found["minute"])
        own = _minutes(before.args.get(name))
        other = own if own is not None else known[0] if known else minutes
        if late or abs(minutes + _NOON - other) < abs(minutes - other):
            moved[name] = f"{found['day'] or ''}{int(found['hour']) + 12}:{found['minute']}{found['rest']}"
    return {**said, **moved}


def _shown(before: Earlier) -> Iterator[Any]:
    for thing in [before.result.facts, *before.result.things[:5]] if before.result else []:
        yield from thing.values()


def _minutes(value: Any) -> int | None:
    found = _TIME.fullmatch(value) if isinstance(value, str) else None
    return int(found["hour"]) * 60 + int(found["minute"]) if found else None
