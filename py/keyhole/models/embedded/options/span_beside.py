"""The span of time beside this one, among options that are such spans: "the month before this one" is `last_month`."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from typing import Any

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words

_BESIDE = re.compile(
    r"\b(?P<unit>week|weekend|month|quarter|year) (?P<way>before|after) this(?! \w+day\b)(?=\W|$)", re.IGNORECASE
)
_CALLED = {"before": ("last", "previous"), "after": ("next", "following")}
_READ = 2_000


def put_span_beside(parameters: Sequence[Parameter], query: str, values: MutableMapping[tuple[str, ...], Any]) -> None:
    """Give a choice of spans, in place, the one before or after this one, where it was given this one."""
    found = _BESIDE.search(query[:_READ])
    for parameter in parameters if found else ():
        value = values.get(parameter.path)
        if found is None or not parameter.options or not isinstance(value, str):
            continue
        unit = found["unit"].lower()
        names = {(called, unit) for called in _CALLED[found["way"].lower()]}
        beside = [option for option in parameter.options if tuple(name_words(str(option))) in names]
        if len(beside) == 1 and tuple(name_words(value)) in (("this", unit), ("current", unit)):
            values[parameter.path] = beside[0]
