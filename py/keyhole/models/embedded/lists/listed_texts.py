# ruff: noqa: SIM905  (word lists read best as words)
"""What a piece of a list calls its thing: the words around what was picked that nothing else of the object takes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from keyhole.models.embedded.numbers.measures import NO_UNIT_ALONE
from keyhole.models.embedded.numbers.numbers import find_numbers
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import STOP, Word, as_word, name_words, plain_words, split_words, stem
from keyhole.tools.builtin.units import named_unit

_PACKED = frozenset("pcs piece pieces pack packs box boxes bag bags bottle bottles can cans x".split())
_BEFORE = frozenset("x qty quantity count".split())
"""Words before a number that say it is one."""
_LEADS = frozenset("a an the of and or some also then for with in on at to by from x my our your plus".split())
_LEADS |= frozenset("is are was gets as both each all".split())


def whole_text(text: str, said: str, others: Mapping[str, Any], parts: Sequence[Parameter], *, first: bool) -> str:
    """All words of a thing of which some were picked, `said`; `others`: what else the piece gives its object;
    `first`: how it is asked stands in the piece, too."""
    words = split_words(text)
    inside = _places(words, text, said)
    if not inside:
        return said
    taken = _taken(words, text, others, parts)
    start, end = inside[0], inside[-1]
    while start < end and start in taken:
        start += 1
    while end > start and end in taken:
        end -= 1
    begun = start
    while _goes_on(words, start - 1, start, taken, STOP if first else _LEADS):
        start -= 1
    if first and start == 0:  # how it is asked has no end
        start = begun
    if (start, end) == (inside[0], inside[-1]):
        return said
    return text[words[start].start : words[end].end]


def without_own_name(said: str, own: str) -> str:
    """A text without the name of what it is for, in small letters before it: "C" for a `row` that is "row C"."""
    begun, _, rest = said.partition(" ")
    is_name = begun.islower() and stem(begun) in {stem(word) for word in name_words(own)}
    return rest if is_name and rest else said


def _places(words: Sequence[Word], text: str, value: str) -> list[int]:
    """The places of the words of a text that are a value's; none where it does not stand there."""
    found = as_word(value, re.IGNORECASE).search(text)
    return [at for at, word in enumerate(words) if found and word.start < found.end() and word.end > found.start()]


def _goes_on(words: Sequence[Word], at: int, beside: int, taken: set[int], small: frozenset[str]) -> bool:
    """Whether the word at `at` belongs to the one `beside`: with nothing but a blank between, free and not small."""
    if not 0 <= at < len(words) or at in taken or words[at].kind == "mark":
        return False
    low, high = sorted((at, beside))
    return words[high].start - words[low].end <= 1 and words[at].text.lower() not in small


def _taken(words: Sequence[Word], text: str, others: Mapping[str, Any], parts: Sequence[Parameter]) -> set[int]:
    """The places of words that say what else an object has: numbers with their units, choices, other texts."""
    taken: set[int] = set()
    counts = {value for value in others.values() if isinstance(value, int | float) and not isinstance(value, bool)}
    names = {stem(word) for part in parts for word in name_words(part.path[-1])}
    for number in find_numbers(words).values():
        if number.value in counts:
            taken.update(range(number.first, number.last + 1))
            behind = number.last + 1
            if behind < len(words) and _counted(words[behind].text, names):
                taken.add(behind)
            if number.first and words[number.first - 1].text.lower() in _BEFORE:
                taken.add(number.first - 1)
    for value in others.values():
        if not isinstance(value, str):
            continue
        if places := _places(words, text, value):
            taken.update(places)
        else:
            chosen = {stem(word) for word in plain_words(value.replace("_", " "))}
            taken.update(n for n, word in enumerate(words) if stem(word.text.lower()) in chosen)
    return taken


def _counted(word: str, names: set[str]) -> bool:
    low = word.lower()
    return low in _PACKED or stem(low) in names or (low not in NO_UNIT_ALONE and named_unit(low) is not None)
