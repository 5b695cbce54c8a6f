# ruff: noqa: SIM905  (word lists read best as words)
"""Other names of what a tool has people choose from: who says "by text" means "sms", who says "it's a present" wants
`gift_wrap` on.

`other_names.txt`: a line has options, or names of a switch with "= on" or "= off" behind the last, then a colon and
what people say instead of them; it holds wherever such a choice is offered. Word vectors cannot tell: to these "autumn"
is nearest to "winter", "hot" to "cold" and "woman" hardly nearer to "female" than to "male", for opposites stand among
the same words.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files

from keyhole.models.embedded.text import name_words, stem

_ABOUT_ALL = frozenset(
    map(
        stem,
        "is are has have with show want wants wanted need needs needed use enable enabled allow allowed only should do "
        "does send required requested add make set get be include included including".split(),
    )
)
"""Words in the names of switches that say nothing of what is switched."""


@cache
def _table() -> dict[str, list[str]]:
    """By the stems of an option or a switch the phrases of all lines that have it, as they stand there."""
    found: dict[str, list[str]] = {}
    text = files("keyhole.models.embedded").joinpath("other_names.txt").read_text(encoding="utf-8")
    for line in filter(None, text.splitlines()):
        names, phrases = line.split(": ", 1)
        names, _, state = names.partition(" = ")
        for name in names.split(", "):
            found.setdefault(_switch(name.split(), state) if state else _stems(name.split()), []).append(phrases)
    return found


@lru_cache(maxsize=2_000)
def _said_for(key: str) -> frozenset[str]:
    return frozenset(_stems(phrase.split()) for line in _table().get(key, ()) for phrase in line.split(", "))


def _stems(words: Sequence[str]) -> str:
    """Stems between blanks."""
    return f" {' '.join(stem(part) for word in words for part in word.replace('-', ' ').split())} "


def _switch(words: Sequence[str], state: str) -> str:
    core = [each for word in words if (each := stem(word)) not in _ABOUT_ALL]
    return f" {' '.join(core or map(stem, words))} = {state}"


def meant(options: Sequence[str], words: Sequence[str]) -> list[int]:
    """The places of the options that other words for them say; `words` are a request's, in small letters."""
    return _said([_stems(name_words(option) or [option]) for option in options], words)


def switch_meant(name: str, words: Sequence[str]) -> bool | None:
    """Whether a request means a switch of this name to be on, or off; None where it says nothing of it, or both."""
    parts = name_words(name)
    states = _said([_switch(parts, "off"), _switch(parts, "on")], words)
    return bool(states[0]) if len(states) == 1 else None


def _said(keys: Sequence[str], words: Sequence[str]) -> list[int]:
    """The places of the keys of which something is said; of "urgent" and "not urgent" the longer counts."""
    said = _stems(words)
    found = {n: [each for each in _said_for(key) if each in said] for n, key in enumerate(keys)}
    longest = {n: max(phrases, key=len) for n, phrases in found.items() if phrases}
    return [n for n, own in longest.items() if not any(own in each and own != each for each in longest.values())]
