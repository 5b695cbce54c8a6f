"""Numbers that people say by name and standards have: HTTP's status codes, the weights of fonts, the points of the
compass, parts of a turn."""

from __future__ import annotations

import re
from collections.abc import Iterable
from http import HTTPStatus

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words

_READ = 2_000
"""Characters of a request that are read."""
_QUOTED = re.compile(r"\"[^\"\n]{0,400}\"|\u201c[^\u201d\n]{0,400}\u201d")
_HTTP = re.compile(r"\bhttp\b|\bstatus[ _-]?code\b", re.IGNORECASE)
_STATUS = {each.phrase.lower(): each.value for each in HTTPStatus if " " in each.phrase} | {
    "forbidden": 403, "unauthorized": 401, "unauthorised": 401, "unprocessable": 422, "teapot": 418,
    "unavailable": 503, "server error": 500,
}  # fmt: skip
_A_CODE = re.compile(r"(?<![\w.])[1-5]\d\d(?![\w.]*\d)")
_OF_FONT = re.compile(r"\bfont[ _-]?weight\b|\bweight of the (?:font|type|text)\b", re.IGNORECASE)
_FONT = re.compile(r"\b(?:(semi|demi|extra|ultra)[- ]?)?(thin|light|bold)\b")
_WEIGHTS = {"thin": (100, 100), "light": (300, 200), "bold": (700, 800)}
"""By CSS and OpenType, and with "extra"; between normal and bold is 600."""
_BEARING = frozenset(("bearing", "heading", "azimuth"))
_FROM_NORTH = re.compile(r"\b0 ?(?:=|is|:|means|\()? ?(?:true |due )?north\b|\bfrom (?:true )?north\b", re.IGNORECASE)
_POINT = re.compile(
    r"\b(?:(north|south)[- ]?)?(east|west)(?:wards?)?\b(?! of\b)|"
    r"\b(north|south)(?:wards?)?\b(?![- ]?(?:east|west)|(?: of\b))"
)
_COMPASS = {"north": 0, "east": 90, "south": 180, "west": 270}
_HALFWAY = {"northeast": 45, "southeast": 135, "southwest": 225, "northwest": 315}
_TURN = frozenset(("rotate", "rotation", "turn", "angle", "orientation"))
_AGAINST = re.compile(r"\b(?:anti|counter)[- ]?clockwise\b")
_DEGREES = re.compile(r"(?<![\w.-])(\d{1,3}) ?(?:\u00b0|deg(?:rees?)?\b)")
_TURNED = re.compile(
    r"\b(?:upside[- ]down|(?:a )?half[- ](?:a )?turn)\b|\b(?P<quarter>(?:a )?quarter[- ](?:of a )?turn)\b"
)


def standard_number(parameter: Parameter, query: str) -> int | None:
    """The number of a standard that a request says by its name, where a parameter is of that standard; None where it
    says none, or several."""
    if parameter.many or parameter.type not in ("int", "num", "enum"):
        return None
    if not all(type(option) is int for option in parameter.options):
        return None
    name, text = set(name_words(parameter.path[-1])), _QUOTED.sub(" ", query[:_READ])
    if "status" in name and _HTTP.search(parameter.about):
        return (
            None if _A_CODE.search(text) else _only(_STATUS[s] for s in _STATUS if re.search(rf"\b{s}\b", text.lower()))
        )
    if _OF_FONT.search(parameter.about):
        return _only(_weight(*said.groups()) for said in _FONT.finditer(text.lower()))
    if not _BEARING.isdisjoint(name) and _FROM_NORTH.search(parameter.description):
        return None if _DEGREES.search(text) else _only(_degrees(*said.groups()) for said in _POINT.finditer(text))
    if not _TURN.isdisjoint(name) and not _AGAINST.search(parameter.description.lower()):
        return _turned(parameter, text.lower())
    return None


def _only(values: Iterable[int]) -> int | None:
    found = set(values)
    return found.pop() if len(found) == 1 else None


def _weight(degree: str | None, weight: str) -> int:
    """The weight of a font by its name: 600 for semi-bold."""
    if degree in ("semi", "demi") and weight == "bold":
        return 600
    return _WEIGHTS[weight][degree in ("extra", "ultra")]


def _degrees(half: str | None, side: str | None, pole: str | None) -> int:
    """The degrees of a point of the compass, clockwise from north."""
    return _HALFWAY[half + side] if half and side else _COMPASS[side or pole or "north"]


def _turned(parameter: Parameter, text: str) -> int | None:
    """The degrees clockwise of a turn in words, or of one against the clock where these may not be below zero."""
    least = min(parameter.options, default=parameter.schema.get("minimum"))
    against, said, number = _AGAINST.search(text), _TURNED.search(text), _DEGREES.search(text)
    if said:
        degrees = 90 if said["quarter"] else 180
    elif number and against and isinstance(least, int | float) and least >= 0:
        degrees = int(number[1])
    else:
        return None
    if not against or degrees == 180:
        return degrees
    return 360 - degrees if isinstance(least, int | float) and least >= 0 else -degrees
