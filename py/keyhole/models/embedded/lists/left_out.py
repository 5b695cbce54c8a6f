"""Who or what a request leaves out of all: "everyone apart from Ann and Bob", for a list of texts that is called so."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from typing import Any

from keyhole.models.embedded.lists.lists import split_list
from keyhole.models.embedded.options.several_options import keeps_out
from keyhole.models.embedded.prompt import Parameter

_READ = 2_000
_ALL_BUT = re.compile(
    r"\b(?:all|any\w{0,8}|every\w{0,8}|each)\b[^.;:\n]{0,40}?\b(?:but|except(?: for)?|excluding|apart from|other than|"
    r"besides)\s+",
    re.IGNORECASE,
)
_WORD = r"(?!(?:and|or|for|to|on|at|in|with|until|till|from|please)\b)[\w'@.#-]{0,40}\w"
_ITEMS = re.compile(
    rf"{_WORD}(?: {_WORD}){{0,2}}(?:, {_WORD}(?: {_WORD}){{0,2}}){{0,20}}"
    rf"(?:(?:, and |, or | and | or | & ){_WORD}(?: {_WORD}){{0,2}}){{0,20}}"
)


def put_left_out(parameters: Sequence[Parameter], query: str, values: MutableMapping[tuple[str, ...], Any]) -> None:
    """Give, in place, the one list for what is left out the items that a request leaves out of all, and to no other
    list that may do without."""
    lists = [p for p in parameters if p.many and p.type == "str" and not p.options]
    asking = [p for p in lists if keeps_out(p)]
    cue = _ALL_BUT.search(query[:_READ]) if len(asking) == 1 else None
    listed = _ITEMS.match(query[:_READ], cue.end()) if cue else None
    items = split_list(listed[0]) if listed else []
    if not items:
        return
    for other in lists:
        given = values.get(other.path)
        if not other.required and isinstance(given, list) and set(given) <= set(items):
            del values[other.path]
    values[asking[0].path] = items
