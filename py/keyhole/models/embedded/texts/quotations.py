# ruff: noqa: SIM905  (typographic quotes are what people type; word lists read best as words)
"""The whole of a quotation for a text that was given a part of it, or nothing: 'sell "Chair, 1970s, two cushions"'."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from typing import Any

from keyhole.models.embedded.fill.forms import date_form
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words

_QUOTED = re.compile(r'(?<![\w"])"([^"\n]{2,400})"(?!\w)|(?<!\w)“([^”\n]{2,400})”(?!\w)')
_FREE = frozenset(
    "body text message content comment note notes reply answer instructions title subject summary headline label "
    "caption description question query name reason wish wishes requests remark".split()
)
"""Words in the names of texts that people write themselves."""


def put_quoted(parameters: Sequence[Parameter], query: str, values: MutableMapping[tuple[str, ...], Any]) -> None:
    """Give, in place, the one text that has the beginning or the end of a quotation all of it; and the only quotation,
    if nothing has a part of it, to the only text without a value that people write themselves."""
    said = [match[1] or match[2] for match in _QUOTED.finditer(query)]
    texts = [p for p in parameters if p.type == "str" and not (p.many or p.options or p.schema.get("format"))]
    texts = [p for p in texts if date_form(p) is None]
    parts = [part for value in values.values() for part in (value if isinstance(value, list) else [value])]
    _unbroken(texts, query, values)
    for quotation in said:
        inside = [p for p in texts if isinstance(values.get(p.path), str) and values[p.path] in quotation]
        given = str(values[inside[0].path]) if len(inside) == 1 else ""
        if given and (quotation.startswith(given) or quotation.endswith(given)):
            others = [part for part in parts if isinstance(part, str) and part != given]
            if not any(part and part in quotation for part in others):
                values[inside[0].path] = quotation
    if len(said) == 1 and not any(isinstance(part, str) and part and part in said[0] for part in parts):
        free = [p for p in texts if p.path not in values and not _FREE.isdisjoint(name_words(p.path[-1]))]
        if len(free) == 1:
            values[free[0].path] = said[0]


def _unbroken(texts: Sequence[Parameter], query: str, values: MutableMapping[tuple[str, ...], Any]) -> None:
    """Give, in place, what was given the end of a quotation and some words behind it the quotation."""
    quotations = list(_ANY_QUOTED.finditer(query[:_READ]))
    for parameter in texts if quotations else ():
        given = values.get(parameter.path)
        at = query.find(given) if isinstance(given, str) and given else -1
        for found in quotations:
            if found.start() < at < found.end() - 1 < at + len(str(given)) - 1:
                values[parameter.path] = found[0][1:-1]


_ANY_QUOTED = re.compile(r"(?<![\w'])'[^'\n]{2,400}'(?!\w)|(?<![\w\"])\"[^\"\n]{2,400}\"(?!\w)")
_READ = 2_000
