# ruff: noqa: SIM905  (word lists read best as words)
"""Both ends of the decade that a request speaks of, for a span of years: "soul of the sixties", "films of the 90s"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words

_FIRST, _LAST = (
    frozenset("from min start since after first earliest".split()),
    frozenset("to max end until last latest".split()),
)
_WORDS = {"thirties": 30, "forties": 40, "fifties": 50, "sixties": 60, "seventies": 70, "eighties": 80, "nineties": 90}
_DECADE = rf"(?:(?P<full>1[5-9]\d0|20\d0)'?s|['\u2019]?(?P<short>[3-9]0)'?s|(?P<word>{'|'.join(_WORDS)}))"
_SAID = re.compile(rf"(?<![\w.-])(?P<before>(?:\w+ )?(?:(?:the|in|of) )?){_DECADE}(?![\w%])", re.IGNORECASE)
_NO_DECADE = re.compile(r"\b(?:his|her|my|their|your|our|low|high|early|mid|late|upper|lower)\b", re.IGNORECASE)
"""What makes an age or a part of it."""
_SINCE = re.compile(r"\b(?:since|after|onwards?)\b", re.IGNORECASE)
_UNTIL = re.compile(r"\b(?:before|until|till|to|pre)\b", re.IGNORECASE)
_READ = 2_000


def decade_said(parameters: Sequence[Parameter], query: str) -> dict[tuple[str, ...], int]:
    """The first and the last year, by path, of the one decade or of several that a request speaks of."""
    ends = [(p, _end(p)) for p in parameters if p.type == "int" and not (p.many or p.options) and _of_years(p)]
    first, last = ([p for p, end in ends if end == each] for each in (-1, 1))
    if len(first) != 1 or len(last) != 1 or first[0].path[:-1] != last[0].path[:-1]:
        return {}
    found = list(_SAID.finditer(query[:_READ]))
    if not found or any(_NO_DECADE.search(each["before"]) for each in found):
        return {}
    years = sorted(map(_year, found))
    values = {first[0].path: years[0], last[0].path: years[-1] + 9}
    if len(found) == 1 and _SINCE.search(found[0]["before"]):
        del values[last[0].path]
    elif len(found) == 1 and _UNTIL.search(found[0]["before"]):
        return {last[0].path: years[0] - 1}
    return values


def _year(found: re.Match[str]) -> int:
    if found["full"]:
        return int(found["full"])
    return 1900 + (int(found["short"]) if found["short"] else _WORDS[found["word"].lower()])


def _of_years(parameter: Parameter) -> bool:
    """Whether a number is a year, by what it is called or what it is a part of."""
    words = {word for part in parameter.path for word in name_words(part)}
    return not words.isdisjoint(("year", "years", "released"))


def _end(parameter: Parameter) -> int:
    """-1 for the first year of a span, 1 for the last, 0 for neither."""
    words = set(name_words(parameter.path[-1]))
    return bool(words & _LAST) - bool(words & _FIRST)
