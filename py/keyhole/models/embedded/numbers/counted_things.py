# ruff: noqa: SIM905  (word lists read best as words)
"""What a request counts, where a tool needs to know what it is and how many: the squats of "10 squats with 20 kg"."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from typing import Any

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import STOP, name_words, stem
from keyhole.tools.builtin.units import named_unit

_COUNTED = re.compile(
    r"(?<![\w.,:/-])(\d{1,5}) ((?:[^\W\d_][\w'-]{1,30} ){0,2}?[^\W\d_][\w'-]{1,30})"
    r"(?= (?:with|at|of|for|in|on|from|to|by|today|yesterday|please|and|just|now|using)\b|[,.;!?]|$)",
    re.IGNORECASE,
)
_NO_THINGS = frozenset(
    "am pm st nd rd th people persons person guests times reps rep sets set percent pct times more less others oclock "
    "january february march april may june july august september october november december".split()
)
_OTHER_TEXTS = frozenset(
    "customer guest person user name id sku code place city location address restaurant room to from recipient message "
    "text comment note body title description reason label".split()
)
"""Words of names of texts that say nothing of what is counted."""
_READ = 2_000


def put_counted(parameters: Sequence[Parameter], query: str, values: MutableMapping[tuple[str, ...], Any]) -> None:
    """Give the one text that is needed and was not found, in place, what stands behind the number that a whole number
    of the tool was given."""
    texts = [p for p in parameters if p.required and p.type == "str" and not (p.many or p.options)]
    if len(texts) != 1 or texts[0].path in values or texts[0].schema.get("format"):
        return
    if not _OTHER_TEXTS.isdisjoint(name_words(texts[0].path[-1])):
        return
    counts = [p for p in parameters if p.type == "int" and p.required and not p.many and p.path in values]
    names = {stem(word) for p in parameters for word in name_words(p.path[-1])}
    found = []
    for number, thing in _COUNTED.findall(query[:_READ]):
        words = thing.lower().split()
        unit = named_unit(words[0]) is not None or not _NO_THINGS.isdisjoint(words) or words[0] in STOP
        if any(values[p.path] == int(number) for p in counts) and not unit and names.isdisjoint(map(stem, words)):
            found.append(thing)
    if len(found) == 1:
        values[texts[0].path] = found[0]
