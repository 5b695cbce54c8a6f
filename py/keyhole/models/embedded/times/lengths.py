"""Lengths of time that a request says of what it begins: "for an hour and ten minutes", "two and a half hours long",
"three nights"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta

from keyhole.tools.builtin.number_words import to_digits

_MINUTES = {"m": 1, "h": 60, "d": 24 * 60, "n": 24 * 60, "w": 7 * 24 * 60}
"""Of a unit, by its first letter."""
_PARTS = {"half": 0.5, "1/2": 0.5, "quarter": 0.25, "1/4": 0.25, "3 quarters": 0.75, "3/4": 0.75}
_UNIT = r"(days?|nights?|weeks?|hours?|hrs?|h|minutes?|mins?)"
_LENGTH = re.compile(
    r"(?<![\w.,:/-])(?:(?P<part>half|1/2|(?:an? )?quarter|1/4|(?:3|the) quarters|3/4)(?: of)?(?: an?)?|"
    r"(?P<number>\d{1,4}(?:\.\d{1,3})?)|an?|the|(?<=next )(?=\w)) ?-?"
    rf"(?P<unit>{_UNIT})(?:(?P<glued>[0-5]\d)|\b)(?: and an? (?P<more>half|quarter)\b)?"
    r"(?:,? (?:and )?(?P<smaller>\d{1,2}) ?(?:minutes?|mins?|m)\b)?"
)
_IN_FRONT = re.compile(
    r"\b(?:for|lasting|lasts?|takes?|taking|runs?|running|goes on|next|over|during)"
    r"(?: (?:about|around|exactly|another|the|the next|all of))? $"
)
_BEHIND = re.compile(
    r"(?: |-)(?:long|windows?|slot|block|session|only|in length)\b|,? (?:starting|beginning|from|as of)\b"
)
_BY_ITSELF = re.compile(r"[,;:(\u2013-] ?$")
_STOP = re.compile(r"\s*(?:[,.;!?)](?!\d)|$)")
_READ = 2_000


@dataclass(frozen=True, slots=True)
class Length:
    """A length of time: how long it is, whether it counts days, and the number that it is said with, if any."""

    long: timedelta
    days: bool
    number: float | None


def length_said(text: str) -> Length | None:
    """The one length of time that a text says of something that it begins; None without one, or with several."""
    plain = to_digits(text[:_READ].lower())
    found = [length for match in _LENGTH.finditer(plain) if _begun(plain, match) and (length := _read(match))]
    return found[0] if len(found) == 1 else None


def _begun(plain: str, match: re.Match[str]) -> bool:
    """Whether a length is how long something goes on: not how often it comes, or how long before."""
    front = plain[max(0, match.start() - 24) : match.start()]
    if match["unit"].startswith("night"):
        return not front.endswith(("every ", "per ", "the "))
    alone = bool(_BY_ITSELF.search(front)) and bool(_STOP.match(plain, match.end()))
    return alone or bool(_IN_FRONT.search(front)) or bool(_BEHIND.match(plain, match.end()))


def _read(match: re.Match[str]) -> Length | None:
    """The length of a match of `_LENGTH`."""
    number = float(match["number"]) if match["number"] else None
    part = match["part"] and match["part"].removeprefix("a ").removeprefix("an ").replace("the", "3")
    count = _PARTS[part] if part else 1 if number is None else number
    unit = _MINUTES[match["unit"][0]]
    minutes = (count + _PARTS.get(match["more"] or "", 0)) * unit + int(match["smaller"] or match["glued"] or 0)
    return Length(timedelta(minutes=minutes), unit > _MINUTES["h"], number) if minutes else None
