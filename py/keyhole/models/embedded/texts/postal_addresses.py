# ruff: noqa: RUF001, SIM905  (typographic quotes are what people type; word lists read best as words)
"""Postal addresses, whole or by their parts: "Lindenweg 4, 50667 Köln", "18 Mill Lane, Leeds LS1 4AP"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from keyhole.models.embedded.codes.known_codes import STATES
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words

_READ = 2_000
_NAME = r"[A-ZÀ-ÖØ-Þ][\w.'’-]{0,30}"
_SMALL = r"(?:de|la|le|les|du|des|der|den|het|van|von|di|del|della|da|dos|das|am|an|im|zum|zur|of|the)"
_STREET = rf"{_NAME}(?: (?:{_SMALL} ){{0,2}}{_NAME}){{0,4}}"
_TOWN = r"[A-ZÀ-ÖØ-Þ][^\W\d_]{1,30}(?:['’-][^\W\d_]{1,30}){0,4}"
_CITY = rf"(?P<city>(?:St\. )?{_TOWN}(?: (?:{_SMALL} )?{_TOWN}){{0,2}})"
_KIND = (
    r"(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Court|Ct|Boulevard|Blvd|Way|Place|Pl|Square|Sq|Terrace|Close|"
    r"Crescent|Row|Broadway|Highway|Hwy|Parkway|Pkwy|Circle|Trail|Gardens|Grove|Hill|Mews|Walk|Quay)\b\.?"
)
_NUMBER_BEHIND = re.compile(
    rf"(?<![\w'’-])(?P<street>{_STREET},? \d{{1,4}}(?: ?[a-zA-Z]\b)?), ?"
    rf"(?P<zip>(?:[A-Z]{{1,2}}-)?\d{{4,5}}(?: [A-Z]{{2}}\b)?),? {_CITY}"
)
"""As on most of the European continent: the number behind the street, the code before the city."""
_NUMBER_BEFORE = re.compile(
    rf"(?<![\w.,$€£-])(?P<street>\d{{1,5}}[a-zA-Z]? (?:\d{{1,3}}(?:st|nd|rd|th) )?(?:{_NAME} ){{0,4}}{_KIND})"
    rf"(?:,? (?:Apt|Unit|Suite|#)\.? ?\w{{1,6}})?, {_CITY}"
    rf"(?:,? (?P<state>[A-Z]{{2}}|{'|'.join(STATES).title()})(?= \d{{5}}|[\s.,;!?)'\"]|$))?"
    r"(?:,? (?P<zip>\d{5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}))?(?!\w)"
)
"""As where English is spoken."""
_WORDS = {
    "street": frozenset("street address line line1 address1 street1".split()),
    "zip": frozenset("zip zipcode postcode postal plz".split()),
    "city": frozenset("city town".split()),
    "state": frozenset(("state",)),
}
"""Words of the names of parameters that take a part."""
_WHOLE = re.compile(r"\baddress\b(?!es)|\bstreet\b", re.IGNORECASE)
_OTHER = re.compile(
    r"\b(?:e-?mail|mail address|ip|mac|web|url|wallet|host|network|server|line 2|sender|billing)\b", re.I
)


def postal_address(parameters: Sequence[Parameter], query: str) -> tuple[dict[tuple[str, ...], Any], str]:
    """By path the one postal address of a request, whole or by its parts as parameters take it, and the request that is
    left; nothing without one, or where several parameters take one."""
    found = [each for form in (_NUMBER_BEHIND, _NUMBER_BEFORE) for each in form.finditer(query[:_READ])]
    if len(found) != 1:
        return {}, query
    parts = {name: text for name, text in found[0].groupdict().items() if text}
    texts = [each for each in parameters if each.type == "str" and not (each.many or each.options)]
    takers = {name: [each for each in texts if _takes(each, words)] for name, words in _WORDS.items()}
    values: dict[tuple[str, ...], Any] = {}
    if takers["zip"] or takers["city"]:
        if all(len(each) < 2 for each in takers.values()):
            values = {takers[name][0].path: text for name, text in parts.items() if takers[name]}
    else:
        whole = [each for each in texts if _WHOLE.search(each.about) and not _OTHER.search(each.about)]
        values = {whole[0].path: found[0][0].rstrip(".")} if len(whole) == 1 else {}
    return values, f"{query[: found[0].start()]} {query[found[0].end() :]}" if values else query


def _takes(parameter: Parameter, words: frozenset[str]) -> bool:
    """Whether a parameter takes a part of an address by its name."""
    return not words.isdisjoint(name_words(parameter.path[-1])) and not _OTHER.search(parameter.about)
