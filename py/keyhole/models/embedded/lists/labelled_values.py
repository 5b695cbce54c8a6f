# ruff: noqa: SIM905  (word lists read best as words)
"""Two lists that go together, of names and of numbers: the labels and the values of "pears 12, plums 21 and figs 4"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from keyhole.models.embedded.numbers.numbers import find_numbers
from keyhole.models.embedded.numbers.numbers_by_name import numbers_by_name
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words, split_words

_LABELS = frozenset("categories category keys label labels names segments slices ticks x xs".split())
_FEWEST, _READ = 2, 2_000
_CODED = re.compile(
    r"\b([A-Za-z]{1,12}\d{1,4}|(?:19|20)\d\d)(?: ?[:=] ?| )([-+]?\d[\d,]{0,15}(?:\.\d{1,6})?[kKmM%]?)(?=,? |[,;.!?]|$)"
)
"""A quarter, a week or a year, and its number: "Q1 120k", "2024: 18"."""
_BETWEEN = re.compile(r"\s*[,;]?\s*(?:and|&)?\s*")


def labelled_values(parameters: Sequence[Parameter], query: str) -> tuple[dict[tuple[str, ...], Any], str]:
    """By path both lists, where a tool has one list of texts that are labels and one of numbers, and a request gives
    several names their numbers; and the request that is left."""
    labels = [p for p in parameters if p.many and p.type == "str" and not _LABELS.isdisjoint(name_words(p.path[-1]))]
    values = [p for p in parameters if p.many and p.type in ("int", "num")]
    if len(labels) != 1 or len(values) != 1:
        return {}, query
    others = [p.path[-1] for p in parameters if p not in (labels[0], values[0])]
    said, rest = numbers_by_name(values[0].path[-1], {"type": "object"}, {"type": "number"}, query, others, asked=True)
    if len(said) < _FEWEST:
        said, rest = _by_codes(query)
    if len(said) < _FEWEST:
        return {}, query
    return {labels[0].path: list(said), values[0].path: list(said.values())}, rest


def _by_codes(query: str) -> tuple[dict[str, int | float], str]:
    """The numbers of codes that stand in one row, and the request that is left."""
    found = list(_CODED.finditer(query[:_READ]))
    between = [query[one.end() : other.start()] for one, other in pairwise(found)]
    if len(found) < _FEWEST or not all(map(_BETWEEN.fullmatch, between)):
        return {}, query
    numbers = [next(iter(find_numbers(split_words(each[2])).values()), None) for each in found]
    said = {each[1]: number.value for each, number in zip(found, numbers, strict=True) if number}
    return said, f"{query[: found[0].start()]} {query[found[-1].end() :]}"
