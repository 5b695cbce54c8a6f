# ruff: noqa: SIM905  (word lists read best as words)
"""Other names of what a tool has people choose from: who says "by text" means "sms", who says "it's a present" wants
`gift_wrap` on.

`other_names.txt`: a line has options, or names of a switch with "= on" or "= off" behind the last, then a colon and
what people say instead of them; it holds wherever such a choice is offered. Names that stand side by side are other
names for each other: those of several words but for the ones on the lines with a "!" at their head, those of one word
that stand on the lines with a "+". Word vectors cannot tell: to these "autumn" is nearest to "winter", "hot" to "cold"
and "woman" hardly nearer to "female" than to "male", for opposites stand among the same words. Who wrote the lines, and
how they were sorted out: the model card, `bench/LOG.md` (2026-11-28 and 2026-11-30).
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import cache, lru_cache
from importlib.resources import files

from keyhole.models.embedded.text import name_words, stem

_ABOUT_ALL = frozenset(
    "is are has have with show want wants wanted need needs needed use enable enabled allow allowed only should do "
    "does send required requested add make set get be include included including".split()
)
"""Words in the names of switches that say nothing of what is switched."""


@cache
def _table() -> dict[str, list[str]]:
    """By the words of an option or a switch the phrases of all lines that have it, as they stand there, and the other
    names there of an option."""
    found: dict[str, list[str]] = {}
    others: set[str] = set()
    none: set[str] = set()
    text = files("keyhole.models.embedded.options").joinpath("other_names.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if not line or line[0] in "#+!":
            said = others if line[:2] == "+ " else none
            said.update(line[2:].split(", ") if line[:1] in ("+", "!") else ())
            continue
        names, phrases = line.split(": ", 1)
        names, _, state = names.partition(" = ")
        each = names.split(", ")
        alike = [] if state else [name for name in each if (name not in none if " " in name else name in others)]
        for name in each:
            own = ", ".join([phrases, *(other for other in alike if other != name)])
            found.setdefault(f"{name} = {state}" if state else name, []).append(own)
    return found


@lru_cache(maxsize=2_000)
def _said_for(*keys: str) -> frozenset[str]:
    return frozenset(
        _stems(phrase.split()) for key in keys for line in _table().get(key, ()) for phrase in line.split(", ")
    )


def _stems(words: Sequence[str]) -> str:
    """Stems between blanks."""
    return f" {' '.join(stem(part) for word in words for part in word.replace('-', ' ').split())} "


def _option(option: str) -> tuple[str, ...]:
    """An option's words as the table may have them, in the singular and the plural."""
    name = " ".join(name_words(option)) or option
    return name, f"{name}s", name.removesuffix("s"), name.removesuffix("es")


def _switch(name: str, state: str) -> tuple[str]:
    words = name_words(name)
    return (f"{' '.join([word for word in words if word not in _ABOUT_ALL] or words)} = {state}",)


def meant(options: Sequence[str], words: Sequence[str]) -> dict[int, int]:
    """The places of the options that other words for them say, and where in the request these begin; `words` are its
    own, in small letters. What another option is called is no other word for one."""
    own = {_stems(name_words(option)) for option in options}
    said = _said([_option(option) for option in options], words, own)
    return {n: len(before) for n, before in said.items() if not _denied(before)}


def one_word_names(option: str) -> set[str]:
    """What an option is called as well, in one word: "circle" for "ellipse"."""
    return {name for key in _option(option) for name in _called_alike().get(key, ())}


@cache
def _called_alike() -> dict[str, set[str]]:
    """By the names of options the other names of one word that stand beside them."""
    found: dict[str, set[str]] = {}
    text = files("keyhole.models.embedded.options").joinpath("other_names.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        names = line.split(": ", 1)[0].split(", ") if line and line[0] not in "#+!" and " = " not in line else []
        for name in names:
            found.setdefault(name, set()).update(other for other in names if other != name and other.isalpha())
    return found


def switch_meant(name: str, words: Sequence[str]) -> bool | None:
    """Whether a request means a switch of this name to be on, or off; None where it says nothing of it, or both."""
    said = _said([_switch(name, "off"), _switch(name, "on")], words)
    states = {bool(state) is not _denied(before) for state, before in said.items()}
    return states.pop() if len(states) == 1 else None


def _said(keys: Sequence[tuple[str, ...]], words: Sequence[str], but: Container[str] = ()) -> dict[int, list[str]]:
    """The places of the keys of which something is said, and the stems before it; of "urgent" and "not urgent" the
    longer counts."""
    said = _stems(words)
    found = {n: [each for each in _said_for(*key) if each in said and each not in but] for n, key in enumerate(keys)}
    longest = {n: max(phrases, key=len) for n, phrases in found.items() if phrases}
    return {
        n: said[: said.index(own)].split()
        for n, own in longest.items()
        if not any(own in each and own != each for each in longest.values())
    }


_NOT_RIGHT_BEFORE = frozenset(("no", "without", "non"))
_NOT_BEFORE = frozenset(map(stem, "not never don't dont doesn't isn't aren't needn't didn't".split()))


def _denied(before: Sequence[str]) -> bool:
    """Whether the words before a phrase deny it: nearer ones than for a switch that is named (`switches`), as no marks
    are seen here; of "no sugar, extra hot" the heat is not denied."""
    return bool(before) and (before[-1] in _NOT_RIGHT_BEFORE or not _NOT_BEFORE.isdisjoint(before[-2:]))
