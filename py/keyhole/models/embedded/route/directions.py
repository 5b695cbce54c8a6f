# ruff: noqa: SIM905  (word lists read best as words)
"""Which way a tool turns one thing into another, and which way a request wants it: "220 degrees Celsius in Fahrenheit"
is nothing for `f_to_c`, "write 'hello' in Morse code" nothing for `morse_decode`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from keyhole.models.embedded.numbers.numbers import find_numbers
from keyhole.models.embedded.text import STOP, Word, name_words, plain_words, split_words, stem
from keyhole.models.model import ToolCard
from keyhole.tools.builtin.units import named_unit

_INTO_CODE = frozenset("encode encoder encipher".split())
_OUT_OF_CODE = frozenset("decode decoder decipher".split())
_TURNS = re.compile(
    r"\b(?:convert|turn|translate|transform|change|rewrite|express|transcribe|transliterate)(?:s|es)?\s+"
    r"(?P<given>[^.;:(]{2,60}?)\s+(?:in)?to\s+(?P<sought>[^.;:(,]{2,60})",
    re.IGNORECASE,
)
_END = re.compile(
    r"\b(?:for|by|with|using|from|on|at|of|in|and|or|if|when|where|per|given|optionally)\b", re.IGNORECASE
)
_PLAIN = frozenset(
    "a an the its it one value number plain given text string form format amount measure notation".split()
)
_QUANTITIES = {
    "volume": "volume", "weight": "mass", "mass": "mass", "temperature": "temperature", "temp": "temperature",
    "length": "length", "distance": "length", "area": "area", "speed": "speed", "energy": "energy",
}  # fmt: skip
"""What names of quantities measure, as `Unit.quantity` has it."""
_SOUGHT = frozenset("in into to as".split())
_ASKED = frozenset("many much what which whats".split())
_LIGHT = frozenset("a an the is are s its degrees degree of my your his her plain standard".split())
_DESCRIBED = 200
"""Characters of a description that are read."""
_READ = 600
"""Characters of a request that are read."""
_REACH = 3
"""Words between a mark and what it marks, at most."""


@dataclass(frozen=True, slots=True)
class Ends:
    """What a tool takes and what it makes of it, as stems and names of units."""

    given: frozenset[str]
    sought: frozenset[str]


@lru_cache(maxsize=500)
def _ends(name: str, description: str, parameters: tuple[str, ...]) -> Ends | None:
    """The ends of a tool that turns one thing into another; None of any other. `parameters` are its names for them."""
    words = name_words(name)
    coded = [word for word in words if word not in _INTO_CODE | _OUT_OF_CODE]
    if len(coded) < len(words):
        things = frozenset(_things(coded))
        return Ends(frozenset(), things) if not _INTO_CODE.isdisjoint(words) else Ends(things, frozenset())
    found = _TURNS.search(description[:_DESCRIBED])
    given = _things(plain_words(_END.split(found["given"])[0])) if found else set()
    sought = _things(plain_words(_END.split(found["sought"])[0])) if found else set()
    if "to" in words[1:-1]:
        at = words.index("to", 1)
        taken = any(words[at - 1] in name_words(parameter) for parameter in parameters)
        if found or taken or (named_unit(words[at - 1]) and named_unit(words[at + 1])):
            given |= _things(words[at - 1 : at])
            sought |= _things(words[at + 1 :])
    given, sought = given - sought, sought - given
    return Ends(frozenset(given), frozenset(sought)) if given and sought else None


def _things(words: Iterable[str]) -> set[str]:
    return {thing for word in words if word not in STOP and word not in _PLAIN for thing in _thing(word)}


def _thing(word: str) -> tuple[str, ...]:
    unit = named_unit(word)
    quantity = unit.quantity if unit else _QUANTITIES.get(word)
    measured = (f"any {quantity}",) if quantity else ()
    return (f"unit {unit.name}", *measured) if unit else (stem(word), *measured) if len(word) > 1 else ()


def _said(words: list[Word]) -> list[tuple[int, str]]:
    """What is said, and where."""
    said = []
    for at, word in enumerate(words):
        for part in plain_words(word.text):
            said += [(at, thing) for thing in _thing(part)]
    return said


def direction(query: str, card: ToolCard) -> int:
    """1 where a request wants what a tool makes of what it takes, or a measure in another unit of a tool for any units;
    -1 where it wants that turned back; 0 where neither is told of all that is known of the tool's ends."""
    ends = _ends(card.name, card.description, card.parameters)
    if ends is None:
        return int(
            bool(_ANY_UNITS.search(f"{' '.join(name_words(card.name))} {card.description}")) and _converts(query)
        )
    words = [word for word in split_words(query[:_READ]) if word.kind != "mark"]
    counts = {at for number in find_numbers(words).values() for at in range(number.first, number.last + 1)}
    marked = {(thing, mark) for at, thing in _said(words) if (mark := _mark(words, at, counts))}
    given, sought = ({thing for thing, mark in marked if mark == which} for which in ("given", "sought"))
    forth = all(not end or end & marks for end, marks in ((ends.given, given), (ends.sought, sought)))
    back = all(not end or end & marks for end, marks in ((ends.given, sought), (ends.sought, given)))
    return forth - back


def _converts(query: str) -> bool:
    """Whether a request wants a measure in another unit: "5 miles in km"."""
    units = [(named_unit(found[1]), named_unit(found[2])) for found in _IN_UNIT.finditer(query[:_READ])]
    return any(one and other and one.quantity == other.quantity and one != other for one, other in units)


_ANY_UNITS = re.compile(r"\bconver\w+\b.*\b(?:units?|measures?|measurements?)\b|\bunits?\b.*\bconver", re.IGNORECASE)
_IN_UNIT = re.compile(
    r"\d\s*([^\W\d_°][^\W\d_]*|°[CF])\s+(?:in|to|into|as)\s+([^\W\d_°][^\W\d_]*|°[CF])", re.IGNORECASE
)


def _mark(words: list[Word], at: int, counts: set[int]) -> str:
    """Whether what stands at a word is sought or given; empty where neither is told."""
    for before in range(at - 1, max(-1, at - 1 - _REACH), -1):
        word = words[before].text.lower()
        if before in counts or words[before].kind in ("code", "date", "time"):
            return "given"
        if word in _SOUGHT or word in _ASKED:
            return "sought"
        if word == "from":
            return "given"
        if word not in _LIGHT:
            break
    behind = words[at + 1].text.lower() if at + 1 < len(words) else ""
    return "given" if behind in _SOUGHT else ""
