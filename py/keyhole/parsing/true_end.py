"""Where a value between tags ends that holds closing tags itself (`print("</function>")`): at the closing tag that
the call goes on behind, if there is one near."""

from __future__ import annotations

import re

from keyhole.parsing.source import Source
from keyhole.parsing.types import Pending

_REACH = 4000
"""So far behind the first closing tag the true one is looked for: text behind a call that was never closed is not held
for longer."""
_TAG_END = re.compile(">")


def true_end(source: Source, first: re.Match[str], beyond: re.Pattern[str]) -> re.Match[str]:
    """`first` is the first closing tag in sight. `beyond` finds the end of a value that the call goes on behind, as
    its group `end`; if anything else that it finds comes first (the next call), the first tag was the end."""
    text, limit = source.text, first.start() + _REACH
    found = beyond.search(text, first.start(), limit)
    if found is None and not source.final and len(text) < limit:
        raise Pending(_TAG_END, len(text), most=limit - len(text))
    return first if found is None or found["end"] is None else found
