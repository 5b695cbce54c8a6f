"""What a sum counts: `12 apples plus 5 apples` and `99 bottles minus 1` are sums of the numbers alone."""

from __future__ import annotations

import re

from keyhole.tools.builtin.units import named_unit

_N = r"\d{1,12}(?:\.\d{1,6})?"
_SIGN = r"(?:[-+]|plus|minus|less|take away)"
_NO_THING = r"(?!(?:plus|minus|times|less|take|dozens?|squared?|cubed?|percent)\b)"
_SUM = re.compile(
    rf"({_N}) {_NO_THING}([a-z]{{2,20}}s|people|men|women|children|sheep|fish)"
    rf"((?: {_SIGN} {_N}(?: {_NO_THING}[a-z]{{2,20}})?){{1,8}})(?=[ .?!=]*$)"
)
_BEHIND = re.compile(rf"(?<=\d) {_NO_THING}([a-z]+)")


def without_things(text: str) -> str:
    """A sum, in small letters, without what its numbers count.

    Different units do not add up by their numbers, and spans of time are a calendar's: those stay as they are.
    """
    found = _SUM.search(text)
    if found is None:
        return text
    units = [named_unit(thing) for thing in (found[2], *_BEHIND.findall(found[3]))]
    if any(unit and unit.quantity == "time" for unit in units) or (any(units) and len(set(units)) > 1):
        return text
    return f"{text[: found.start()]}{found[1]}{_BEHIND.sub('', found[3])}{text[found.end() :]}"
