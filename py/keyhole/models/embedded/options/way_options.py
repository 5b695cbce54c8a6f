# ruff: noqa: RUF001  (typographic dashes are what people type; word lists read best as words)
"""Which of two choices with the same options is where something comes from and which is where it goes: "move 5 boxes
from south to north" for `from` and `to`, or `source` and `destination`. For texts, see `ways`."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from typing import Any

from keyhole.models.embedded.options.options import option_words
from keyhole.models.embedded.options.ways import side_of
from keyhole.models.embedded.prompt import Parameter
from keyhole.tools.builtin.units import named_unit

_READ = 2_000
_THE = r"(?:(?:the|my|our|your|his|her|their) )?"
_KIND = r"(?:(?:warehouse|account|column|list|stage|status|folder|store|branch|site|room|shelf|lane|queue) )?"
_OUT_OF = rf"\b(?:from|out of|off|leaving|leaves) {_THE}{_KIND}$"
_INTO = rf"\b(?:to|into|onto|towards?) {_THE}{_KIND}$"
_ARROW = re.compile(r"^ ?(?:->|=>|→|–|—|-) ?$")
_BEFORE = 40
"""Characters before an option that are read."""
_MOST_SAID = 12
"""Options that a request names, at most: a longer list tells of no way."""


def put_way_options(parameters: Sequence[Parameter], query: str, values: MutableMapping[tuple[str, ...], Any]) -> None:
    """Give, in place, both ends of a way the options that a request puts there by the words before them. Of two options
    the one end is what the other is not, where it cannot be left out."""
    ends = _ends(parameters)
    if ends is None:
        return
    start, end = ends
    said = _said(start, query[:_READ])
    sides = _sides(said, query[:_READ])
    if not (sides[0] or sides[1]) or len(sides[0]) > 1 or len(sides[1]) > 1:
        return
    for each, own, other in ((start, sides[0], sides[1]), (end, sides[1], sides[0])):
        rest = [o for o in start.options if o in {option for _, _, option in said} - other - own]
        if own:
            values[each.path] = next(iter(own))
        elif len(rest) == 1:
            values[each.path] = rest[0]
        elif values.get(each.path) in other:
            del values[each.path]
            if each.required and len(start.options) == _TWO:
                values[each.path] = next(o for o in start.options if o not in other)


_TWO = 2


def _ends(parameters: Sequence[Parameter]) -> tuple[Parameter, Parameter] | None:
    """The choice of where from and that of where to, by their names or else what describes them; None without, or where
    these are units and the like, of which a request says the one by a number."""
    choices = [p for p in parameters if p.options and not p.many and all(isinstance(o, str) for o in p.options)]
    for about in (0, 1):
        found: dict[int, list[Parameter]] = {}
        for each in choices:
            found.setdefault(side_of(each, described=bool(about)), []).append(each)
        starts, ends = found.get(-1, []), found.get(1, [])
        if len(starts) == len(ends) == 1 and set(starts[0].options) == set(ends[0].options):
            return None if any(named_unit(o.replace("_", " ")) for o in starts[0].options) else (starts[0], ends[0])
    return None


def _said(parameter: Parameter, query: str) -> list[tuple[int, int, Any]]:
    """Where a request has the words of options, as long as can be, and which these are."""
    found: list[tuple[int, int, Any]] = []
    for option in sorted(parameter.options, key=lambda o: -len(str(o))):
        words = r"[ _-]?".join(map(re.escape, option_words(option)))
        for match in re.finditer(rf"(?<![\w-]){words}(?![\w])", query, re.IGNORECASE):
            if all(match.end() <= start or match.start() >= end for start, end, _ in found):
                found.append((*match.span(), option))
    return sorted(found) if len(found) <= _MOST_SAID else []


def _sides(said: Sequence[tuple[int, int, Any]], query: str) -> tuple[set[Any], set[Any]]:
    """The options that are where something comes from, and those where it goes."""
    starts, ends = set[Any](), set[Any]()
    for number, (start, _, option) in enumerate(said):
        before = query[max(0, start - _BEFORE) : start]
        between = query[said[number - 1][1] : start] if number else ""
        if _ARROW.match(between):
            starts.add(said[number - 1][2])
            ends.add(option)
        elif re.search(_OUT_OF, before, re.IGNORECASE):
            starts.add(option)
        elif re.search(_INTO, before, re.IGNORECASE):
            ends.add(option)
    return starts, ends
