"""Which part of a request a tool is to read, where words stand around it: one that leaves none of its numbers out.

Of "3 tickets at 17.50 plus a 4 dollar fee" a part could be worked out, and its result would look like the answer. So
where no part has all the numbers the request is given whole, to be refused, instead of one that is not what was meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Set

_LONGEST = 300
_NUMBER = re.compile(r"(?<![^\W\d])\d+(?:[.,]\d+)*")
_NO_NUMBER = re.compile(r"\W*\d+(?:st|nd|rd|th|[.)])\W*", re.IGNORECASE)
"""Counts a question rather than what is in it: "2nd", "1."."""
_COMPARED = ("than", "exceed", "exceeds")
"""What a result is held against is none of its numbers: "is 17 * 19 bigger than 300"."""
_ASKED = re.compile(
    r"(?:\b(?:what(?:['\u2019]?s| is| are)|how much is|calculate|compute|work out|solve)|[:#])\s+"
    r"([^?!;:]+?)\s*(?=[?!;]|$)",
    re.IGNORECASE,
)
_LEAD, _TAIL = 4, 4
"""Words before the first number and behind the last that may belong to the calculation."""


def part_with_all(request: str, reads: Callable[[str], float], *, counts: re.Pattern[str] = _NUMBER) -> str | None:
    """The part of a request that reads best and has all its numbers, or the whole of it where there is none; None where
    it can be read as it is and where fewer than two numbers say too little. `reads`: how well a text can be read, 0
    where it cannot. `counts`: what a number that matters begins, with the word behind it."""
    if reads(request):
        return None
    words = request[:_LONGEST].split()
    said = {
        at: numbers
        for at, (before, word, behind) in enumerate(zip(["", *words], words, [*words[1:], ""], strict=False))
        if (numbers := _NUMBER.findall(word))
        and counts.search(f"{word} {behind}")
        and not (counts is _NUMBER and _NO_NUMBER.fullmatch(word))
        and before.lower() not in _COMPARED
    }
    wanted = {number for numbers in said.values() for number in numbers}
    if len(wanted) < 2:
        return None
    parts = [
        " ".join(words[start:end]).strip(" ?.,;:")
        for first, last in _runs(said, wanted)
        for start in range(max(0, first - _LEAD), first + 1)
        for end in range(last + 1, min(len(words), last + _TAIL) + 1)
    ]
    best = max(parts, key=lambda part: (reads(part), -len(part)))
    return best if reads(best) else request


def asked_for(request: str, reads: Callable[[str], float]) -> str | None:
    """The question in a request, from its first word of asking to its end, where that can be read: what is told before
    and behind it, "i have 3 kids, what is 15% of 240", is no part of it."""
    return next((asked for asked in _ASKED.findall(request[:_LONGEST]) if reads(asked)), None)


def _runs(said: Mapping[int, list[str]], wanted: Set[str]) -> Iterator[tuple[int, int]]:
    """The places of the first and the last word of every shortest run of words with all numbers that are wanted."""
    places = list(said)
    for at, first in enumerate(places):
        found: set[str] = set()
        for last in places[at:]:
            found |= set(said[last])
            if found >= wanted:
                yield first, last
                break
