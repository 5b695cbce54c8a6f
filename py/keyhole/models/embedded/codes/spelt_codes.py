"""Codes that a request says in words, written out: the version "two point seven point one", the address "ann at
harbour dot example"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from keyhole.models.embedded.prompt import Parameter
from keyhole.tools.builtin.number_words import NUMBER_WORD, to_digits

_READ = 2_000
"""Characters of the longest request that is read."""
_PART = rf"(?:(?:{NUMBER_WORD})(?:[ -](?:{NUMBER_WORD}))?|\d{{1,5}})"
_VERSION = re.compile(rf"(?<![\w.])v?{_PART}(?: (?:point|dot) {_PART}){{2,3}}(?![\w.]*\w)", re.IGNORECASE)
"""A decimal number has one point."""
_POINT = re.compile(r" (?:point|dot) ", re.IGNORECASE)
_MAIL = re.compile(
    r"(?<![\w@.])([\w+-]{1,40}(?:(?: dot |\.)[\w+-]{1,40}){0,3}) at ([\w-]{1,40}(?:(?: dot |\.)[\w-]{2,20}){0,3}) dot "
    r"([a-z]{2,10})(?!\w)",
    re.IGNORECASE,
)
_DOT = re.compile(r" dot ", re.IGNORECASE)
_WANTS_MAIL = re.compile(r"\be-?mails?\b", re.IGNORECASE)


def spelt_codes(parameters: Sequence[Parameter], query: str) -> str:
    """A request with its versions and, where mail addresses are wanted, these as they are written."""
    if len(query) > _READ:
        return query
    query = _VERSION.sub(lambda said: ".".join(to_digits(part.lower()) for part in _POINT.split(said[0])), query)
    if any(p.type == "str" and (_WANTS_MAIL.search(p.about) or p.schema.get("format") == "email") for p in parameters):
        query = _MAIL.sub(lambda said: f"{_DOT.sub('.', said[1])}@{_DOT.sub('.', said[2])}.{said[3]}", query)
    return query
