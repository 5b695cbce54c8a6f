"""What a request begins with, before a colon, where it is the name of a switch: "warm-up: 8 deadlifts with 60 kg" is
the deadlifts of a warm-up, and no exercise called so."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words

_LABEL = re.compile(r"\s*([^\W\d_]{3,20}(?:[ -][^\W\d_]{2,20})?)\s?:\s+(?=\S+\s+\S)")
_SAYS_NOTHING = frozenset(("is", "as", "only", "was", "mark", "set"))


def label_first(parameters: Sequence[Parameter], query: str) -> tuple[dict[tuple[str, ...], Any], str]:
    """The switch that such a label turns on, by its path, and the request behind the label; nothing and the whole
    request without."""
    found = _LABEL.match(query)
    if not found:
        return {}, query
    said = _plain(found[1])
    switches = [p for p in parameters if p.type == "bool" and not p.many and _named(p) == said]
    return ({switches[0].path: True}, query[found.end() :]) if len(switches) == 1 else ({}, query)


def _named(parameter: Parameter) -> str:
    return "".join(word for word in name_words(parameter.path[-1]) if word not in _SAYS_NOTHING)


def _plain(text: str) -> str:
    return re.sub(r"[\W_]", "", text.lower())
