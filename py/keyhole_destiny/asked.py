"""Requests that name one thing and ask for what is known of it: `who is the drifter`, `4th times the charm`.

Such a one is no question of what is likely: the name stands in the table, letter by letter, and nothing else is said.
"""

from __future__ import annotations

import re

from keyhole_destiny import names
from keyhole_destiny.table import KINDS, Table

_LEAD = r"(?:(?:hey|hi|yo|ok|so|and|please|pls|can you|could you|do you know)[,!]? )*"
_FRAMES = tuple(
    re.compile(rf"\W*{_LEAD}{frame}(?:,? (?:please|pls|plz|thanks|again|lol|exactly))*[\s?.!]*", re.IGNORECASE)
    for frame in (
        r"(?:what|wat|who|where)(?:'?s|\u2019s| is| are| r) (?P<name>.+)",
        r"(?:what|wat|how) (?:does|do|did) (?P<name>.+?) (?:do|work|mean)",
        r"(?:tell me (?:all )?about|explain|describe|define|look up|show me) (?P<name>.+?)(?: to me| for me)?",
        r"where (?:do|can|could|would) (?:i|you|u|we|one) (?:get|farm|find|buy) (?P<name>.+)",
        r"when(?:'?s|\u2019s| is| are| does| do| will) (?P<name>.+?)"
        r"(?: (?:be |come |go )?(?:here|back|in|on|open|active|available|start|end|arrive|leave|live))*",
        r"(?:is|are|was) (?P<name>.+?) (?:still |currently )?"
        r"(?:gone|vaulted|in the game|available|back|over|open|on|up|active|live|here)",
        r"(?P<name>.+)",
    )
)
_SHORTEST = 5
"""Letters of a name that may stand alone: "too" and "gg" are said for other reasons as well."""


def thing_asked_for(table: Table, kind: str, request: str) -> str | None:
    """The name of the one entry that a request is about, where it is of this kind; None where something else is said,
    and for a name that entries of several kinds have."""
    for frame in _FRAMES:
        if (found := frame.fullmatch(request)) is None:
            continue
        asked = found["name"].strip(" \t\"'\u201c\u201d()")
        entries = [entry for each in KINDS if (entry := table.named(each, asked))]
        if len(entries) == 1:
            alone = frame is _FRAMES[-1] and len(names.key(asked)) < _SHORTEST
            return entries[0].name if entries[0].kind == kind and not alone else None
    return None
