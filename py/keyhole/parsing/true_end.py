"""Where a value between tags ends that holds tags itself (`print("</function>")`, a whole call that is quoted): at the
closing tag that is left over where they nest, else at the one that the call goes on behind, if there is one near."""

from __future__ import annotations

import re

from keyhole.parsing.source import Source
from keyhole.parsing.types import Pending

_REACH = 4000
"""So far behind the first closing tag the true one is looked for: text behind a call that was never closed is not held
for longer."""
_TAG_END = re.compile(">")


_MOST_NESTED = 8
_LONGEST_TAG = 260
_CUT_TAG = re.compile(r"<[^<>]*\Z")
_CUT_MARKUP = re.compile(r"\s*(?:<[^<>]*)?\Z")


def true_end(
    source: Source, at: int, first: re.Match[str], beyond: re.Pattern[str], tags: re.Pattern[str]
) -> re.Match[str]:
    """`first` is the first closing tag in sight of the value that begins at `at`. `beyond` finds the end of a value
    that the call goes on behind, as its group `end`; if anything else that it finds comes first (the next call), the
    first tag was the end. `tags` finds any tag of a call, its name in the group `tag`, with a group `close` if it is a
    closing one and a group `value` if such a tag ends values."""
    text, limit = source.text, first.start() + _REACH
    left = _left_over(source, at, limit, tags)
    if left is not None and beyond.match(text, left.start()):
        return left
    if left is not None and not source.final and _CUT_MARKUP.match(text, left.end()):
        raise Pending
    found = beyond.search(text, first.start(), limit)
    if found is None and not source.final and len(text) < limit:
        raise Pending(_TAG_END, len(text), most=limit - len(text))
    return first if found is None or found["end"] is None else found


def _left_over(source: Source, at: int, limit: int, tags: re.Pattern[str]) -> re.Match[str] | None:
    """The tag behind tags that were opened and closed again in their order, if it ends a value."""
    opened: list[str] = []
    nested = False
    for tag in tags.finditer(source.text, at, limit):
        if not tag["close"]:
            opened.append(tag["tag"])
            nested = True
            if len(opened) > _MOST_NESTED:
                return None
        elif not opened:
            return tag if nested and tag["value"] else None
        elif opened.pop() != tag["tag"]:
            return None
    undecided = nested or _CUT_TAG.search(source.text, max(at, len(source.text) - _LONGEST_TAG))
    if undecided and not source.final and len(source.text) < limit:
        raise Pending(_TAG_END, len(source.text), most=limit - len(source.text))
    return None
