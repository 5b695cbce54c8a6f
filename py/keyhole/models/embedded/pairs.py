# ruff: noqa: SIM905  (word lists read best as words)
"""Objects and lists of objects that a request says in words: "Vendor = Staples, Category = Office",
"Status to Shipped", "qa@fennel.io into #email", points on a map, addresses of mail.

For parameters whose parts no word can be pointed at for: objects without properties of their own, and lists of objects
of a name and a value, of latitude and longitude, or of which an address is all that is needed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from keyhole.models.embedded.text import name_words

_NAMES = frozenset("name key field column header selector variable attribute property label parameter option".split())
_VALUES = frozenset("value text content val".split())
_READ, _MOST = 2_000, 20


def records(schema: Mapping[str, Any], items: Mapping[str, Any], query: str) -> Any:
    """The value of a structured parameter that a request says; None where it says none. `items`: the schema of a list's
    items."""
    text = query[:_READ]
    if schema.get("type") != "array":
        pairs = _pairs(text)
        return dict(pairs) if pairs else None
    properties = items.get("properties")
    properties = properties if isinstance(properties, dict) else {}
    if (latitude := _called(properties, _LATITUDE)) and (longitude := _called(properties, _LONGITUDE)):
        points = [(float(a), float(b)) for a, b in _POINT.findall(text)][:_MOST]
        return [{latitude: a, longitude: b} for a, b in points] or None
    if (name := _called(properties, _NAMES)) and (value := _called(properties, _VALUES - {name})):
        return [{name: a, value: b} for a, b in _pairs(text) or _put(text)] or None
    if (mail := _called(properties, _MAILS)) and items.get("required", [mail]) == [mail]:
        return [{mail: address} for address in dict.fromkeys(_MAIL.findall(text))][:_MOST] or None
    return None


def _called(properties: Mapping[str, Any], words: frozenset[str]) -> str | None:
    """The one property that is called so."""
    found = [name for name in properties if not words.isdisjoint(name_words(name))]
    return found[0] if len(found) == 1 else None


def _pairs(text: str) -> list[tuple[str, str]]:
    """Names and values with an equals sign between them; else with a colon, several of them; else the one thing that is
    to be another: "Status to Shipped", "Phone should be +44 20 7946 0018"."""
    if equal := _clean(_EQUAL.findall(text)):
        return equal
    colons = _clean(_COLON.findall(text))
    if len(colons) > 1 or any(_HEADER.fullmatch(name) for name, _ in colons):
        return colons
    return _clean(_SAID.findall(text)) or _clean(_MADE.findall(text))


def _put(text: str) -> list[tuple[str, str]]:
    """Values that are put into places of a page: "hunter22 into #password"."""
    return [(place, value.strip("'\"`")) for value, place in _PUT.findall(text)][:_MOST]


def _clean(found: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    pairs = [(name.strip(" '\"`"), value.strip().rstrip(",;").rstrip(".").strip("'\"`")) for name, value in found]
    return [(name, value) for name, value in pairs if name and value][:_MOST]


_NAME = r"[A-Za-z_][\w-]*(?: [A-Za-z_][\w-]*){0,2}"
_LABEL = r"[A-Z][\w-]*(?: [A-Za-z][\w-]*){0,2}"
_NEXT_NAME = r"(?:[A-Z]\w*(?: \w+){0,2} (?:is|=|to)\b|[\w-]+ ?=)"
_END = rf"(?=\s*(?:$|\n|;|,\s|\.\s|\.$)|,? and {_NEXT_NAME}| (?:on|for|in|of) \S*\d)"
_EQUAL = re.compile(
    rf"(?:(?<=[\s,;:(])|^)(?:(?:with|and|set|put|where) )?({_NAME}(?= =)|[A-Za-z_][\w-]*) ?= ?"
    rf"('[^'\n]*'|\"[^\"\n]*\"|[^\n,;=]+?)(?:{_END}|(?= and [\w-]+ ?=)|(?= on \w))"
)
_COLON = re.compile(rf"(?:(?<=[\s,;])|^)({_NAME}): (?!/)([^\n,;]+?){_END}")
_SAID = re.compile(rf"(?:(?<=[\s,;.])|^)({_LABEL}) is (?!there\b|it\b)([A-Z0-9'\"][^\n,;]*?){_END}")
_MADE = re.compile(
    rf"(?:(?<=[\s,;.])|^)(?:[Ss]et |[Cc]hange |[Uu]pdate |[Mm]ake |the )?({_LABEL}) "
    rf"(?:to|should be|must be|as) ([A-Z0-9+'\"][^\n,;]*?){_END}"
)
_HEADER = re.compile(r"[A-Z]\w*(?:-[A-Z]\w*)+")
"""The name of a header of HTTP."""
_PUT = re.compile(r"(\S+|'[^'\n]{1,200}'|\"[^\"\n]{1,200}\") (?:in|into) ([#.\[][\w#.\[\]=\"'-]*[\w\]])")
_POINT = re.compile(r"(?<![\w.])(-?\d{1,2}\.\d{2,}),\s*(-?\d{1,3}\.\d{2,})(?![\w.]*\d)")
_MAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+")
_LATITUDE, _LONGITUDE = frozenset(("latitude", "lat")), frozenset(("longitude", "lon", "lng", "long"))
_MAILS = frozenset(("email", "mail"))
