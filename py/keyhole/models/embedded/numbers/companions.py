"""How many people somebody brings along, said without a number: "Oskar and his wife", "with a plus one", "alone"."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from typing import Any

from keyhole.models.embedded.prompt import Parameter

_ABOUT = re.compile(
    r"\bplus[ _-]?ones?\b|\b(?:extra|additional|accompanying) (?:guests?|people|persons?)\b|\bcompanions?\b|"
    r"\b(?:bring|brings|bringing)(?: along| with)?\b",
    re.IGNORECASE,
)
"""What the name or the description of such a number says."""
_PARTNER = r"(?:wife|husband|partner|spouse|girlfriend|boyfriend|fianc\u00e9e?|fiancee?|better half|plus[ -]one|date)"
_ONE = re.compile(
    rf"\b(?:and|with|plus|brings?|bringing) (?:his|her|their|my|our) {_PARTNER}(?!\w)(?!'s)|"
    r"\b(?:with|plus|and|brings?|bringing|has) (?:a|one|his|her|their|my) (?:plus[ -]one|companion|date|\+1)(?!\w)",
    re.IGNORECASE,
)
_NONE = re.compile(
    r"\b(?:no|without (?:a|any|his|her|their)) plus[ -]ones?\b|\b(?:comes?|coming|invite \w{1,20}|add \w{1,20}) "
    r"(?:alone|solo|on (?:his|her|their|my) own|by (?:him|her|my|them)sel(?:f|ves))\b",
    re.IGNORECASE,
)
_MORE = re.compile(r"\b(?:and|with|plus) (?:\d|two|three|four|five|six)\b|\b(?:kids|children|friends|sons|daughters)\b")
"""Others who come too, and are counted otherwise."""
_READ = 2_000


def put_companions(parameters: Sequence[Parameter], query: str, values: MutableMapping[tuple[str, ...], Any]) -> None:
    """Give the one number of people who are brought along, in place, what a request says of them without a number."""
    found = [p for p in parameters if p.type in ("int", "num") and not p.many and _ABOUT.search(p.about)]
    query = query[:_READ]
    if len(found) != 1 or _MORE.search(query):
        return
    said = 1 if _ONE.search(query) else 0 if _NONE.search(query) else None
    least = found[0].schema.get("minimum", 0)
    if said is not None and isinstance(least, int | float) and said >= least:
        values[found[0].path] = said
