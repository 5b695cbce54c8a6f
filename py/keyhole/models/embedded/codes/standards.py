"""What people say in words and standards write in signs: zones of the zone database, lengths of time by ISO 8601, and
what parts the fields of a table."""

from __future__ import annotations

import re

from keyhole.errors import ToolError
from keyhole.models.embedded.numbers.measures import unit_behind
from keyhole.models.embedded.numbers.numbers import find_numbers
from keyhole.models.embedded.text import split_words


def by_standard(description: str, text: str) -> str | None:
    """A text as the standard that a description speaks of writes it; None where it speaks of none, or the text is
    nothing that it has."""
    if _DURATION.search(description):
        return _iso_duration(text)
    if _ZONE.search(description):
        return _zone_of(text)
    if _ONE_SIGN.search(description) and text.lower() not in description.lower():
        return sign_called(text)
    return None


def _iso_duration(text: str) -> str | None:
    """A length of time by ISO 8601, PT1H30M; None where a text says none."""
    words = split_words(text)
    units = [(n, unit_behind(words, n.last, percent=n.percent)) for n in find_numbers(words).values()]
    parts = {unit.name: n.value for n, unit in units if unit and unit.name in _DESIGNATORS}
    if not parts or len(parts) != len(units):
        return None
    made = {name: f"{parts[name]:.15g}{sign}" for name, sign in _DESIGNATORS.items() if name in parts}
    if "week" in made and len(made) > 1:
        return None  # by ISO 8601 weeks stand alone
    clock = "".join(each for name, each in made.items() if name in _OF_A_DAY)
    return f"P{''.join(each for name, each in made.items() if name not in _OF_A_DAY)}{'T' * bool(clock)}{clock}"


_DURATION = re.compile(r"\bISO[- ]?8601 duration\b|['\"(]P(?:\d+[DW]|T\d+[HMS])")
_DESIGNATORS = {"year": "Y", "month": "M", "week": "W", "day": "D", "hour": "H", "minute": "M", "second": "S"}
_OF_A_DAY = ("hour", "minute", "second")


def _zone_of(text: str) -> str | None:
    """The zone that a place is in, as the zone database calls it."""
    from keyhole.tools.builtin.zones import find_zone  # its tables are not read before one is asked for

    try:
        zone = find_zone(text)
    except ToolError:
        return None
    return getattr(zone, "key", None)


_ZONE = re.compile(r"\bIANA\b|['\"( ](?:Africa|America|Asia|Australia|Europe|Pacific)/[A-Z][a-z_A-Z]+")
"""Says that a zone of the database is wanted, or gives one as an example."""
_ONE_SIGN = re.compile(r"\b(?:one|single) (?:character|sign|letter)\b|\bseparator\b|\bdelimiter\b", re.IGNORECASE)


def sign_called(name: str) -> str | None:
    """The sign that parts a table's fields, by its name: ";" for "semicolons"; None for other words."""
    return _SIGNS.get(name.lower().removesuffix("s"))


_SIGNS = {
    "comma": ",", "semicolon": ";", "semi-colon": ";", "colon": ":", "tab": "\t", "pipe": "|", "dash": "-",
    "hyphen": "-", "underscore": "_", "slash": "/", "dot": ".", "space": " ", "blank": " ",
}  # fmt: skip
"""What a table's fields are parted by, by its name."""
