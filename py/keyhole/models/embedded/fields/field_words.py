"""What is read of a question about a record, and of its fields: words and kinds, as text for a hashed table."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import Any

from keyhole.models.embedded.text import STOP, name_words, plain_words, stem

_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_CLOCK = re.compile(r"\d{1,2}:\d\d(?::\d\d)?")
_PHONE = re.compile(r"\+?[\d /()-]{6,}")
_AMOUNT = re.compile(r"[-+]?[\d.,]+ ?[^\d\s]{0,8}")
_BIG, _SMALL, _PROSE = 1000, 20, 5
_READ = 80
"""Characters of a value whose words count."""
_IDLE = frozenset(map(stem, STOP))
SHARED = 3
"""Numbers that tell what a question and a field have in common."""


def kinds_of(value: Any) -> tuple[str, ...]:
    """What kind of value a field has, the broadest first."""
    if isinstance(value, bool):
        return ("bool",)
    if isinstance(value, int):
        return ("num", "int", *(("big",) if abs(value) >= _BIG else ("small",) if abs(value) < _SMALL else ()))
    if isinstance(value, float):
        return ("num", "float")
    if isinstance(value, list):
        return ("list",)
    return _kinds_of_text(f"{value}"[:200])


def _kinds_of_text(text: str) -> tuple[str, ...]:
    words = text.split()
    if _DAY.match(text):
        return ("time", "date" if _DAY.fullmatch(text) else "stamp")
    for kinds, pattern in ((("time", "clock"), _CLOCK), (("phone",), _PHONE), (("num", "amount"), _AMOUNT)):
        if pattern.fullmatch(text):
            return kinds
    if text.startswith(("http://", "https://")):
        return ("url",)
    if len(words) == 1 and ("@" in text or re.search(r"\d", text)):
        return ("mail",) if "@" in text else ("code",)
    if len(words) >= _PROSE:
        return ("prose",)
    if text[:1].isupper():
        return ("name", "name2") if len(words) == 2 else ("name",)
    return ("word",)


def read_question(question: str) -> list[str]:
    """The words of a question, their pairs, how it begins and whether it ends as one."""
    words = ["^", *map(stem, plain_words(question))]
    pairs = (f"2{one} {other}" for one, other in pairwise(words))
    asks = ["?"] if question.rstrip().endswith("?") else []
    return [*(f"1{word}" for word in words[1:]), *pairs, f"3{' '.join(words[:3])}", *asks]


@lru_cache(maxsize=4_000)
def _read_name(name: str, kinds: tuple[str, ...]) -> tuple[str, ...]:
    words = [stem(word) for word in name_words(name)] or ["?"]
    pairs = (f"p{one} {other}" for one, other in pairwise(words))
    ends = f"l{words[-1]}", f"f{words[0]}", f"x{words[-1]} {kinds[0]}"
    return (*(f"k{word}" for word in words), *pairs, *ends, *(f"t{kind}" for kind in kinds))


def read_field(name: str, value: Any) -> tuple[str, ...]:
    """The words of a field's name, their pairs, its ends and what kind of value it has."""
    return _read_name(name, kinds_of(value))


def shared(question: str, name: str, value: Any) -> tuple[float, float, float]:
    """What a question and a field have in common: whether a word of its name is said, which part of its name is, and
    whether a word of its value is."""
    said = {stem(word) for word in plain_words(question)} - _IDLE
    named = {stem(word) for word in name_words(name)}
    told = {stem(word) for word in plain_words(f"{value}"[:_READ])}
    return float(bool(said & named)), len(said & named) / max(1, len(named)), float(bool(said & told))
