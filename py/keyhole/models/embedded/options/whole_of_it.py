"""The option for all there is, where a request says that in other words: "lights out everywhere" for `all`."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from typing import Any

from keyhole.models.embedded.prompt import Parameter

_ALL = re.compile(
    r"\beverywhere\b|\beverything\b|\bevery (?:single )?(?:one|room|lamp|light|device|speaker)\b|"
    r"\b(?:them|those|these) all\b|\ball of (?:them|it|those|these)\b|\bthe whole (?:house|place|flat|home|building)\b",
    re.IGNORECASE,
)
_READ = 2_000


def put_all(parameters: Sequence[Parameter], query: str, values: MutableMapping[tuple[str, ...], Any]) -> None:
    """Give the one choice that cannot be left out and was not made, in place, its option "all"."""
    open_ = [p for p in parameters if p.required and not p.many and p.path not in values]
    found = [(p, o) for p in open_ for o in p.options if str(o).lower() in ("all", "everything", "everywhere")]
    if len(found) == 1 and _ALL.search(query[:_READ]):
        values[found[0][0].path] = found[0][1]
