"""Values that a request takes back: of "offset 2, no, 2.5" the 2 does not count."""

from __future__ import annotations

import re

from keyhole.models.embedded.numbers.numbers import find_numbers
from keyhole.models.embedded.text import split_words

_TAKEN_BACK = re.compile(
    r"\s*(?:,|\.\.\.|\u2026|;|[-\u2013\u2014])\s*"
    r"(?:(?:no(?=\s*[,:.]|\s+(?:wait|sorry|make|of)\b)|sorry|scratch that|or rather|correction|i mean)\b[\s,:.]*)+"
    r"(?:(?:(?:wait|sorry|no|make (?:that|it)|the other one|of|it's|that's)\b|\w+ =)[\s,:]*)*",
    re.IGNORECASE,
)
_MOST, _LONGEST = 8, 2_000
"""Values that a request takes back, and its characters, at most."""
_NEAR = 60
"""Characters before the correction in which the value stands that it takes back."""

Span = tuple[int, int, str]


def corrected(query: str) -> str:
    """A request without the numbers and codes that it takes back, each for one of its kind right behind the words that
    do, which takes its place."""
    for _ in range(_MOST):
        found = _first_correction(query) if len(query) <= _LONGEST else None
        if found is None:
            break
        (start, end, _), words, new = found
        before, between = query[:start], query[end : words.start()]
        if re.match(r"\s*(?:[.,;!?]|$)", query[new:]):  # no unit of its own
            query = f"{before}{query[words.end() : new]}{between}{query[new:]}"
        else:
            query = f"{before}{between.lstrip()} {query[words.end() :]}"
    return query


def _first_correction(query: str) -> tuple[Span, re.Match[str], int] | None:
    """What is taken back, the words that do, and where the value behind these ends."""
    values = None
    for words in _TAKEN_BACK.finditer(query):
        values = _values(query) if values is None else values
        new = next((value for value in values if value[0] == words.end()), None)
        old = [v for v in values if new and v[2] == new[2] and words.start() - _NEAR < v[1] <= words.start()]
        if new is None or not old:
            continue
        last = old[-1]
        if len(old) > 1 and query[old[-2][0] : old[-2][1]] == query[new[0] : new[1]]:
            last = (old[-2][0], last[1], last[2])  # "1 through 9, sorry, 1 through 19"
        return last, words, new[1]
    return None


def _values(query: str) -> list[Span]:
    """The numbers and codes of a text: where each begins and ends, and how it is written."""
    words = split_words(query)
    numbers = find_numbers(words)
    found = [(words[n.first].start, words[n.last].end, "9") for n in numbers.values()]
    inside = {at for n in numbers.values() for at in range(n.first, n.last + 1)}
    codes = (word for at, word in enumerate(words) if at not in inside and re.search(r"\d", word.text))
    found += [(w.start, w.end, re.sub(r"\d+", "9", re.sub(r"[^\W\d_]+", "a", w.text))) for w in codes]
    return sorted(found)
