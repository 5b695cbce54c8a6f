# ruff: noqa: SIM905  (word lists read best as words)
"""Zero for what a request says that there is none of: "no decimals", "without retries", "nonstop", "free of charge"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import STOP, name_words, stem
from keyhole.tools.builtin.number_words import NUMBER_WORD

_READ = 2_000
"""Characters of a request that are read."""
_QUOTED = re.compile(r"\"[^\"\n]{0,400}\"|\u201c[^\u201d\n]{0,400}\u201d")
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
_NO = re.compile(
    r"\b(?:(?:no|without|w/o|zero|nothing)(?: (?:any|a|an|the|further))?|(do(?:n.?t| not)|never)) "
    r"([a-z]+(?:[ -][a-z]+){0,2})",
    re.IGNORECASE,
)
_UN = re.compile(r"\bun([a-z]{4,20}ed)\b", re.IGNORECASE)
"""What was not done, where 0 is none of it: "uncompressed"."""
_NONE = frozenset(map(stem, ("none", "no", "off", "never", "without")))
_OFF = re.compile(r"\b([a-z]{3,20})(?: (?:is|to|at|of))? (?:off|nil|none|zero)\b(?! (?:point|in|for)\b)", re.IGNORECASE)
"""What there is none of, said behind it: "temperature nil", "jitter off"."""
_SOME = re.compile(rf"\b(?:[1-9]\d{{0,5}}|(?!zero){NUMBER_WORD}) ([a-z]+)", re.IGNORECASE)
"""So many of something, of which there are some then: "2 bags, but no bags of food"."""
_MEASURES = frozenset(
    "count number num period time seconds minutes hours days ms millis rpm level size places pct percent percentage "
    "amount rate payment max min maximum minimum total allowed sec secs s n of attempts".split()
)
"""Words of a name that say how something is measured, not what."""
UNLIMITED = frozenset(
    "limit limits cap timeout timeouts deadline expiry expiration ttl quota maximum minimum max min restriction "
    "restrictions ceiling budget price age".split()
)
"""What is not 0 where there is none of it."""
_CHANGES = frozenset(map(stem, "stop stops stopovers layovers transfers changes connections interchanges".split()))
_DIRECT = re.compile(
    r"\b(?:non[- ]?stop|direct(?:ly)? (?:flights?|trains?|only|connections?|please|pls)|"
    r"(?:only|just|fly|go|going|be|is) "
    r"direct|direct(?=[,.;!?]|$)|straight through)\b|\bdirect$",
    re.IGNORECASE,
)
_COSTS = frozenset(map(stem, "cost costs price fee fees paid charge".split()))
FREE = re.compile(
    r"\b(?:(?:was|is|were|it.?s|all|totally|completely) free|for free|free of charge|for nothing|at no (?:cost|charge)|"
    r"(?:did|does)(?: not|n.?t) cost(?: (?:me|us|them|her|him|you))? (?:a (?:cent|penny|thing|dime)|anything))\b"
    r"(?! (?:to|on|for|from|until|till|at|in|of)\b)",
    re.IGNORECASE,
)
_DUE = frozenset("net term terms due".split())
_AT_ONCE = re.compile(
    r"\b(?:due|payable|paid|pay) (?:immediately|now|at once|right away|straight away|(?:up)?on (?:receipt|delivery))\b",
    re.IGNORECASE,
)
_NULL = re.compile(r"\b0 ?(?:=|means|is|:) ?((?:[a-z]+ ?){1,3})", re.IGNORECASE)
"""What a description says that 0 stands for: "0 = no spin", "0 = never"."""


def nothing_said(parameter: Parameter, others: Sequence[Parameter], query: str) -> int | None:
    """0 where a request says that there is none of what a number counts and the schema has room for it; `others`: all
    parameters, of whose names the word must not be. None where it says nothing of that."""
    if parameter.many or not _may_be_zero(parameter):
        return None
    text = _QUOTED.sub(" ", query[:_READ])
    names = _names(parameter)
    if not names:
        return None
    if names[-1] in _CHANGES and _DIRECT.search(text):
        return 0
    if not _COSTS.isdisjoint(names) and FREE.search(text):
        return 0
    if not _DUE.isdisjoint(name_words(parameter.path[-1])) and _AT_ONCE.search(text):
        return 0
    zero = _NULL.search(parameter.description[:200])
    null = {stem(word) for word in zero[1].lower().split()} if zero else set()
    measured = name_words(parameter.path[-1])[-1] in _MEASURES  # `grace_period`, `spinRpm`
    own = names if measured or null else names[-1:]
    rivals = [_names(other) for other in others if other is not parameter]
    taken = {name for rival in rivals for name in rival if names != [name] or rival == names}
    about = {stem(word) for word in _WORD.findall(parameter.about.lower())} - STOP
    if any(stem(off[1].lower()) in own and stem(off[1].lower()) not in taken for off in _OFF.finditer(text)):
        return 0
    if null & _NONE and any(stem(undone.lower()) in own for undone in _UN.findall(text)):
        return 0
    for said in _NO.finditer(text):
        words = [stem(word) for word in re.split(r"[ -]", said[2].lower())]
        if said[1] and not {words[0], "never", "off"} & null:
            continue
        first = 1 if len(words) > 1 and words[0] not in own and words[0] in about else 0  # "no decimal places"
        if words[first] in own and words[first] not in taken and UNLIMITED.isdisjoint(words):
            return None if any(stem(some[1].lower()) == words[first] for some in _SOME.finditer(text)) else 0
    return None


def _names(parameter: Parameter) -> list[str]:
    """Stems of the words of a name that say of what something is measured."""
    names = (word for word in name_words(parameter.path[-1]) if len(word) > _SHORTEST)
    return [stem(word) for word in names if word not in _MEASURES and word not in UNLIMITED]


_SHORTEST = 2


def _may_be_zero(parameter: Parameter) -> bool:
    if parameter.options:
        return any(type(option) is int and option == 0 for option in parameter.options)
    if parameter.type not in ("int", "num"):
        return False
    least = parameter.schema.get("minimum", parameter.schema.get("exclusiveMinimum", -1))
    return (
        not isinstance(least, int | float) or least < 0 or (least == 0 and "exclusiveMinimum" not in parameter.schema)
    )
