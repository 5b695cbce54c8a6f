"""Numbers that have words of their own: hexadecimal is base 16, compounded quarterly four times a year; "v7" is
version 7."""

from __future__ import annotations

import re
from itertools import pairwise

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words

_BASES = {"binary": 2, "octal": 8, "decimal": 10, "hexadecimal": 16, "hex": 16}
_USUAL = 10
"""The base that is the other one where a tool takes a single base."""
_TIMES_A_YEAR = {
    "annually": 1, "yearly": 1, "semiannually": 2, "semi-annually": 2, "half-yearly": 2, "quarterly": 4, "monthly": 12,
    "weekly": 52, "daily": 365,
}  # fmt: skip
_A_YEAR = re.compile(
    r"\b(?:times|periods|often|compounds|payments)\b.*\b(?:per|a|each|every) (?:year|annum)\b|"
    r"\bcompound\w* (?:frequency|periods per)\b|\b(?:how often|frequency)\b.*\bcompound",
    re.IGNORECASE,
)
_IN_BASE = re.compile(r"\b(to|in|into|as|from) base[ -]?(\d\d?)\b(?!\.\d)", re.IGNORECASE)
_VERSION, _READ = re.compile(r"(?<![\w.])[vV](\d{1,3})(?![\w.])"), 2_000
_BASE = frozenset(("base", "radix"))
_WORDS = re.compile(r"[a-z]+(?:-[a-z]+)?")
_BEFORE_WANTED = frozenset(("to", "in", "into", "as"))
_WANTED = frozenset(("to", "target", "into", "output", "new"))
_GIVEN = frozenset(("from", "source", "input", "original"))


def number_by_name(parameter: Parameter, query: str) -> int | None:
    """The number that a request names for what a parameter counts; None where it names none, or several."""
    title = name_words(parameter.path[-1])
    words = ["", *_WORDS.findall(query.lower())]
    if parameter.type not in ("int", "num") or parameter.many:
        return None
    if not _BASE.isdisjoint(title):
        named = [(before in _BEFORE_WANTED, _BASES[word]) for before, word in pairwise(words) if word in _BASES]
        wanted = True if _WANTED & {*title} else False if _GIVEN & {*title} else None
        named += [(sought, base) for sought, base in _bases_in_figures(query) if wanted is not None]
        values = {value for sought, value in named if (value != _USUAL if wanted is None else sought == wanted)}
    elif _A_YEAR.search(parameter.about):
        values = {_TIMES_A_YEAR[word] for word in words if word in _TIMES_A_YEAR}
    else:
        return None
    return values.pop() if len(values) == 1 else None


def version_said(parameter: Parameter, query: str) -> int | None:
    """The one version that a request says with a v, for what is a version and a whole number, or a choice of such."""
    if (
        parameter.many
        or "version" not in name_words(parameter.path[-1])
        or parameter.type not in ("int", "num", "enum")
    ):
        return None
    found = {int(digits) for digits in _VERSION.findall(query[:_READ])}
    return found.pop() if len(found) == 1 else None


def is_base(parameter: Parameter) -> bool:
    """Whether a parameter is the base that a number is written in: who names it writes no number for it."""
    title = name_words(parameter.path[-1])
    return parameter.type == "int" and not _BASE.isdisjoint(title) and not (_WANTED | _GIVEN).isdisjoint(title)


def is_other_base(parameter: Parameter, query: str, value: int | float) -> bool:
    """Whether a number is the base on the other side: of "755 in base 8" the 8 is none that 755 is written in."""
    sought = not _WANTED.isdisjoint(name_words(parameter.path[-1]))
    said = _bases_in_figures(query)
    return (not sought, value) in said and (sought, value) not in said


def _bases_in_figures(query: str) -> list[tuple[bool, int]]:
    """The bases that a request says in figures, each with whether it is wanted or given: "from base 2 to base 8"."""
    return [(said[1].lower() in _BEFORE_WANTED, int(said[2])) for said in _IN_BASE.finditer(query)]
