# ruff: noqa: SIM905  (word lists read best as words)
"""Sentences of which only a part was picked: what stands behind "saying" where a message is wanted, "saying the laptop
arrives friday", and what is wrong with something that stands somewhere, "the projector in Amber is flickering"."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from typing import Any

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words

_BODIES = frozenset("body text message content comment note notes reply answer".split())
_FAULTS = frozenset("issue problem fault defect damage symptom malfunction".split())
_SAYING = re.compile(r"\b(?:saying|that says|to say|which says)(?: that)? (?=[^\s\"'\u201c])", re.IGNORECASE)
_IS = r"(?:is|are|isn't|aren't|was|were|does|doesn't|do|don't|keeps?|has|have|won't|can't|makes?|smells?|leaks?|looks?)"
_PLACED = re.compile(
    rf"(?:^|[,:;.] ?)(?P<what>(?:the |a |an |one of the |my |our )?[^\W\d][\w -]{{1,60}}?) (?:in|at|on|of) "
    rf"(?:(?:the|room|our) ){{0,2}}(?P<where>[^,;:.!?]{{1,40}}?) (?P<is>{_IS} [^,;:.!?]{{2,100}})",
    re.IGNORECASE,
)
_ASKED = re.compile(r",? (?:please|pls|can you|could you|and (?:please|it's)|thanks)\b.*$", re.IGNORECASE)
_READ = 2_000


def put_whole(parameters: Sequence[Parameter], query: str, values: MutableMapping[tuple[str, ...], Any]) -> None:
    """Give a message, and what is wrong with something, in place, all of its sentence."""
    query = query[:_READ]
    texts = [p for p in parameters if p.type == "str" and not (p.many or p.options or p.schema.get("format"))]
    bodies = [p for p in texts if not _BODIES.isdisjoint(name_words(p.path[-1]))]
    faults = [p for p in texts if not _FAULTS.isdisjoint(name_words(p.path[-1]))]
    if len(bodies) == 1 and (found := _SAYING.search(query)):
        value, rest = str(values.get(bodies[0].path, "")), query[found.end() :].strip().rstrip(".")
        if value and value != rest and rest.endswith(value):
            values[bodies[0].path] = rest
    if len(faults) == 1:
        _put_fault(faults[0], query, values)


def _put_fault(fault: Parameter, query: str, values: MutableMapping[tuple[str, ...], Any]) -> None:
    """Give what is wrong, in place, without the place that another parameter has."""
    value = str(values.get(fault.path, "")).lower()
    for found in _PLACED.finditer(query):
        where = found["where"].strip().lower()
        other = any(where == str(v).lower() for path, v in values.items() if path != fault.path)
        if other and value and value in found["what"].lower():
            values[fault.path] = f"{found['what']} {_ASKED.sub('', found['is'])}".strip()
            return
