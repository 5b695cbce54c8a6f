"""Widths and heights that a request says as one: "1200x800", "a square of 600 px", "1280 wide and 720 high", "full HD",
"40 x 30 x 5 cm"; and where a corner is, "at 640,80".

For numbers side by side that are called so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from keyhole.models.embedded.lists.pairs import cut
from keyhole.models.embedded.numbers.measures import in_unit
from keyhole.models.embedded.numbers.numbers import Number
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words, read_digits
from keyhole.tools.builtin.units import named_unit

_READ = 2_000
_Found = tuple[Sequence[str], tuple[int, int]]
"""Numbers as they are written, and where they stand."""


def sizes(
    parameters: Sequence[Parameter], query: str, about: Mapping[tuple[str, ...], str]
) -> tuple[dict[tuple[str, ...], int | float], str]:
    """By path the numbers of sizes and of corners, and the request without them; `about`: the descriptions of objects
    by their paths, where their numbers have none of their own."""
    numbers = [p for p in parameters if p.type in ("int", "num") and not (p.many or p.options)]
    values: dict[tuple[str, ...], int | float] = {}
    places = []
    for at in dict.fromkeys(parameter.path[:-1] for parameter in numbers):
        beside = [p for p in numbers if p.path[:-1] == at]
        sides = [p for names in _SIDES for p in beside if name_words(p.path[-1]) in names]
        wide, high, x, y = (
            next((p for p in beside if name_words(p.path[-1]) in names), None) for names in (_WIDTH, _HEIGHT, _X, _Y)
        )
        if len(sides) == len(_DEPTH_TOO) and (found := _three(query)):
            unit = named_unit(found[0][3]) if found[0][3] else None
            for parameter, text in zip([p for p in beside if p in sides], found[0], strict=False):
                said = replace(parameter, description=parameter.description or about.get(at, ""))
                values[parameter.path] = in_unit(said, Number(read_digits(text), 0, 0), unit)
            places.append(found[1])
        elif len(sides) == 2 and wide and high and (found := _two(query, pixels=wide.type == "int")):
            values |= {wide.path: read_digits(found[0][0]), high.path: read_digits(found[0][1])}
            places.append(found[1])
        if x and y and (corner := _CORNER.search(query[:_READ])):
            first, second = (part for part in corner.groups() if part is not None)
            values |= {x.path: read_digits(first), y.path: read_digits(second)}
            places.append(corner.span())
    return values, cut(query, places) if places else query


def _three(query: str) -> _Found | None:
    """Three sides and their unit."""
    found = _THREE.search(query[:_READ])
    return ([found[1], found[2], found[3], found[4] or ""], found.span()) if found else None


def _two(query: str, *, pixels: bool) -> _Found | None:
    """Width and height; `pixels`: they may be said by the name of a screen."""
    query = query[:_READ]
    if len(found := [*_TWO.finditer(query)]) == 1:
        return [found[0][1], found[0][2]], found[0].span()
    if not found and (wide := _WIDE_HIGH.search(query) or _WIDTH_HEIGHT.search(query)):
        return [wide[1], wide[2]], wide.span()
    if not found and (square := _SQUARE.search(query)):
        return [square[1] or square[2]] * 2, square.span()
    if not found and pixels and (screen := _SCREEN.search(query)):
        return _SCREENS[re.sub(r"\W", "", screen[0].lower())], screen.span()
    return None


_WIDTH, _HEIGHT = (("width",), ("w",)), (("height",), ("h",))
_DEPTH_TOO = (_WIDTH, _HEIGHT, (("length",), ("depth",), ("l",), ("d",)))
_SIDES = _DEPTH_TOO
_X, _Y = (("x",), ("left",)), (("y",), ("top",))
_PIXELS = r"(?: ?(?:px|pixels?))?"
_BY = r" ?(?:x|\u00d7|\*|by) ?"
_NUMBER = r"\d{1,5}(?:\.\d{1,3})?"
_THREE = re.compile(
    rf"(?<![\w.])({_NUMBER}){_BY}({_NUMBER}){_BY}({_NUMBER})(?: ?([a-z]{{2,11}})\b)?(?![\w.]*\d)", re.IGNORECASE
)
_TWO = re.compile(rf"(?<![\w.])(\d{{2,5}}){_PIXELS}{_BY}(\d{{2,5}}){_PIXELS}(?![\w.]*\d)(?!{_BY}\d)", re.IGNORECASE)
_WIDE_HIGH = re.compile(
    rf"(?<![\w.])(\d{{1,5}}){_PIXELS} (?:wide|across|in width)(?:,? and|,| by)? (\d{{1,5}}){_PIXELS} "
    r"(?:high|tall|in height)\b",
    re.IGNORECASE,
)
_WIDTH_HEIGHT = re.compile(
    rf"\bwidth ?(?:of |is |[:=] ?)?(\d{{1,5}}){_PIXELS}(?:,? and |, ?| )(?:a )?"
    rf"height ?(?:of |is |[:=] ?)?(\d{{1,5}}){_PIXELS}(?![\w.]*\d)",
    re.IGNORECASE,
)
_SQUARE = re.compile(
    r"\bsquare (?:of|with|at),? (\d{2,5})(?: ?(?:px|pixels?))?\b|(?<![\w.])(\d{2,5}) ?(?:px|pixels?) square\b",
    re.IGNORECASE,
)
_SCREENS = {
    "fullhd": ["1920", "1080"], "1080p": ["1920", "1080"], "720p": ["1280", "720"], "4k": ["3840", "2160"],
    "2160p": ["3840", "2160"], "1440p": ["2560", "1440"],
}  # fmt: skip
_SCREEN = re.compile(r"\b(?:full[ -]?hd|1080p|720p|4k|2160p|1440p)\b", re.IGNORECASE)
_CORNER = re.compile(
    r"\b(?:at|from) (\d{1,5}) ?, ?(\d{1,5})(?![\w.]*\d)"
    r"|\bx ?[:=]? ?(\d{1,5}),? (?:and )?y ?[:=]? ?(\d{1,5})(?![\w.]*\d)",
    re.IGNORECASE,
)
