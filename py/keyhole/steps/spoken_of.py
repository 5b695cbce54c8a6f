"""A message that asks for a fact of the thing spoken of and leaves out its name: "how many players", "and the loot?".

What facts there are the last result tells: a word of the message that is the name of one of them asks for it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection

from keyhole.models.embedded.route.replies import BLANK
from keyhole.models.embedded.text import STOP, name_words, stem
from keyhole.request_cues import is_unfinished

_MOST = 8
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)?")
_SMALL = STOP | frozenset("what's whats many much again exactly pls thanks hey".split())  # noqa: SIM905


def with_thing(text: str, thing: str, facts: Collection[str]) -> str:
    """The message with the thing's name behind it, where it asks for a fact of it and says nothing else."""
    words = _WORD.findall(text.lower())
    if not words or len(words) > _MOST or BLANK.search(text) or is_unfinished(text):
        return text
    names = {word for fact in facts for word in name_words(fact) if word not in STOP}
    asked = {stem(name) for name in names}
    told = [word for word in words if stem(word) in asked]
    if not told or any(word not in _SMALL and word not in told for word in words):
        return text
    return f"{text.rstrip(' ?.!')} for {thing}"


def facts_of(result: str) -> frozenset[str]:
    """The names of the facts that a tool's result holds."""
    try:
        told = json.loads(result)
    except ValueError:
        return frozenset()
    return frozenset(told) if isinstance(told, dict) else frozenset()
