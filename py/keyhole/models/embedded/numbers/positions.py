"""Places on a map that a request gives in degrees: "46.5 N, 8.0 E", "33.87 S 151.21 E", "lat 52.1 lng 4.3".

For two numbers side by side that are called latitude and longitude, and for lists of both in the order that the
description names. Who writes a place without saying which number is which writes the latitude first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from keyhole.models.embedded.lists.pairs import cut
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words, read_digits

Path = tuple[str, ...]
Degrees = int | float
_READ, _MOST = 2_000, 20


@dataclass(frozen=True, slots=True)
class _Place:
    """A parameter for a place, or two: the paths of latitude and longitude, or of the list of both."""

    latitude: Path
    longitude: Path
    longitude_first: bool = False


@dataclass(frozen=True, slots=True)
class _Point:
    """A place that is said, and where."""

    latitude: Degrees
    longitude: Degrees
    start: int
    end: int


def positions(parameters: Sequence[Parameter], query: str) -> tuple[dict[Path, Degrees | list[Degrees]], str]:
    """By path the degrees of as many places as a request says and the tool takes, and the request without them."""
    places = sorted(_places(parameters), key=lambda place: not _ENDS.isdisjoint(name_words(".".join(place.latitude))))
    points = _points(query[:_READ]) if places else []
    if not points or len(points) != len(places):
        return {}, query
    if len(points) == 2 and _backwards(query, points):
        points = points[::-1]
    values: dict[Path, Degrees | list[Degrees]] = {}
    for place, point in zip(places, points, strict=True):
        if place.latitude == place.longitude:
            both = [point.latitude, point.longitude]
            values[place.latitude] = both[::-1] if place.longitude_first else both
        else:
            values[place.latitude], values[place.longitude] = point.latitude, point.longitude
    return values, cut(query, [(point.start, point.end) for point in points])


def _places(parameters: Sequence[Parameter]) -> Iterable[_Place]:
    """The places that a tool takes, in order."""
    numbers = [p for p in parameters if p.type == "num" and not p.options]
    for parameter in numbers:
        if parameter.many and (order := _ORDER.search(parameter.description)):
            yield _Place(parameter.path, parameter.path, (order[1].lower(),) in _LONGITUDES)
        elif not parameter.many and name_words(parameter.path[-1]) in _LATITUDES:
            beside = [
                other.path
                for other in numbers
                if other.path[:-1] == parameter.path[:-1] and name_words(other.path[-1]) in _LONGITUDES
            ]
            if len(beside) == 1:
                yield _Place(parameter.path, beside[0])


def _points(text: str) -> list[_Point]:
    """The places that a text says, in order."""
    found: list[_Point] = []
    for match in _SAID.finditer(text):
        said = {name: value for name, value in match.groupdict().items() if value is not None}
        first, second = (read_digits(said[name]) for name in said if name[0] == "n")
        if side := said.get("south", said.get("south0", "")):
            first = -first if side.lower()[0] == "s" else first
            second = -second if said.get("west", said.get("west0", "")).lower()[0] == "w" else second
        remark = _REMARK.match(text, match.end())
        bare = "n8" in said or "n10" in said
        if "n6" in said or (bare and remark and (remark[1].lower(),) in _LONGITUDES):
            first, second = second, first
        if abs(first) <= _FURTHEST_NORTH and abs(second) <= 2 * _FURTHEST_NORTH:
            found.append(_Point(first, second, match.start(), remark.end() if remark else match.end()))
    return found[:_MOST]


def _backwards(query: str, points: Sequence[_Point]) -> bool:
    """Whether the first of two places is where it ends, by what is said before each."""
    before = query[: points[0].start], query[points[0].end : points[1].start]
    return bool(_TO.search(before[0]) or _FROM.search(before[1]))


_FURTHEST_NORTH = 90
_ENDS = frozenset(("to", "destination", "dest", "end", "dropoff", "target", "arrival"))
"""Words of the names of places that are said last."""
_LATITUDES = (("lat",), ("latitude",))
_LONGITUDES = (("lon",), ("lng",), ("long",), ("longitude",))
_LON = "lon|lng|long|longitude"
_LAT = "lat|latitude"
_ORDER = re.compile(rf"\b({_LAT}|{_LON})\b ?,? ?\b(?:{_LAT}|{_LON})\b", re.IGNORECASE)
_REMARK = re.compile(rf" ?\(?({_LON}|{_LAT}) ?[,/]? ?(?:{_LAT}|{_LON})\b\)?", re.IGNORECASE)
"""What says behind two numbers which is which."""
_NUMBER = r"[-\u2212]?\d{1,3}(?:\.\d{1,12})?"
_EXACT = r"[-\u2212]?\d{1,3}\.\d{3,12}"
_IS, _THEN = r"(?: is |[ :=]{1,3})", r"[\s,;/]{1,3}(?:and )?"
_BESIDE = r"(?<![\w.,/-])"
_SAID = re.compile(
    rf"{_BESIDE}(?P<n1>{_NUMBER}) ?°? ?(?P<south>[ns]|north|south)\b[\s,;/]{{0,3}}(?:and )?"
    rf"(?P<n2>{_NUMBER}) ?°? ?(?P<west>[ew]|east|west)\b"
    rf"|(?<!\w)(?-i:(?P<south0>[NS]))°? ?(?P<n12>{_NUMBER})°?[\s,;/]{{1,3}}"
    rf"(?-i:(?P<west0>[EW]))°? ?(?P<n13>{_NUMBER})(?!\w)"
    rf"|\b(?:{_LAT}){_IS}(?P<n3>{_NUMBER})°?{_THEN}(?:{_LON}){_IS}(?P<n4>{_NUMBER})°?(?!\w)"
    rf"|\b(?:{_LON}){_IS}(?P<n6>{_NUMBER})°?{_THEN}(?:{_LAT}){_IS}(?P<n7>{_NUMBER})°?(?!\w)"
    rf"|{_BESIDE}(?P<n8>(?=[-\u2212\d]{{1,4}}\.|[^.,/\s]{{1,4}} ?[,/] ?[-\u2212]?\d{{1,3}}\.){_NUMBER})°? ?[,/] ?"
    rf"(?P<n9>{_NUMBER})(?!°? ?[,/] ?\d|\w|\.\d)"
    rf"|{_BESIDE}(?P<n10>{_EXACT}) (?P<n11>{_EXACT})(?!°? ?[,/] ?\d| \d|\w|\.\d)",
    re.IGNORECASE,
)
_TO = re.compile(
    r"\b(?:to|ends?(?: at| in)?|ending at|drop(?: off)?(?: at)?|until|destination(?: is)?:?|into)\W*$",
    re.IGNORECASE,
)
_FROM = re.compile(
    r"\b(?:from|starts?(?: at| from| in)?|starting(?: at| from)?|pick(?: up)?(?: at)?|origin(?: is)?:?)\W*$",
    re.IGNORECASE,
)
