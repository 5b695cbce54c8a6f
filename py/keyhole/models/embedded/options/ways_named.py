# ruff: noqa: RUF001, SIM905  (typographic dashes are what people type; word lists read best as words)
"""Both ends of a way, or what takes the place of what, that a request names with no more than a dash or an arrow
between them: "a train Leeds-York", "colour -> color, in all files"."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from typing import Any

from keyhole.models.embedded.fill.forms import clock_form, date_form
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.sight import CALENDAR_NAMES
from keyhole.models.embedded.text import name_words
from keyhole.models.embedded.times.clock import MONTHS

_FIRST = frozenset("from origin departure start".split())
_LAST = frozenset("to destination arrival end".split())
_WAY = re.compile(r"(?<![\w/.-])([A-Z][^\W\d_]{2,30}) ?(?:[-–→]|->|=>) ?([A-Z][^\W\d_]{2,30})(?![\w/-])")
_READ = 2_000


def put_ways(parameters: Sequence[Parameter], query: str, values: MutableMapping[tuple[str, ...], Any]) -> None:
    """Give, in place, the two that take the ends of a way those that a request joins, where nothing else that was
    picked for them looks like a name."""
    _put_exchange(parameters, query[:_READ], values)
    ends = [_one_of(parameters, names) for names in (_FIRST, _LAST)]
    found = list(_WAY.finditer(query[:_READ]))
    if len(found) != 1 or ends[0] is None or ends[1] is None:
        return
    names = found[0].groups()
    if any(name.lower() in CALENDAR_NAMES or name[:3].lower() in MONTHS for name in names):
        return
    given = [str(values.get(end.path, "")) for end in ends if end]
    if all(not each[:1].isupper() or each in found[0][0] for each in given) and given != list(names):
        values.update({end.path: name for end, name in zip(ends, names, strict=True) if end})


def _put_exchange(parameters: Sequence[Parameter], query: str, values: MutableMapping[tuple[str, ...], Any]) -> None:
    """Give, in place, what is put in the place of something else, and this, as the one arrow of a request says."""
    old, new = (_one_of(parameters, names) for names in (_OLD, _NEW))
    found = list(_EXCHANGE.finditer(query)) if old and new and len(_ARROW.findall(query)) == 1 else []
    if old and new and len(found) == 1:
        values.update({old.path: found[0][1], new.path: found[0][2]})


_OLD = frozenset("find search old before".split())
_NEW = frozenset("replace replacement new after".split())
_ARROW = re.compile(r"->|→|=>")
_ASKS = r"(?i:please|pls|can you|replace|change|swap|turn|substitute)\b"
_EXCHANGE = re.compile(
    rf"(?:^|[:;]\s|\b{_ASKS}\s)((?!{_ASKS})[^\s,;:'\"][^,;:\n'\"]{{0,60}}?) ?(?:->|→|=>) ?"
    r"([^\s,;'\"][^,;\n'\"]{0,80}?)"
    r"(?=[,;(]|[.!?]?$| (?:in|on|for|from|everywhere|throughout|wherever|and|but|only|just|please|pls|with|without)\b)"
)


def _one_of(parameters: Sequence[Parameter], names: frozenset[str]) -> Parameter | None:
    """The one text of these names that takes a place."""
    found = [
        p
        for p in parameters
        if p.type == "str" and not (p.many or p.options) and not names.isdisjoint(name_words(p.path[-1]))
    ]
    timed = any(date_form(p) or clock_form(p) or p.schema.get("format") for p in found)
    return found[0] if len(found) == 1 and not timed else None
