"""Colours by their names, for parameters that want them as CSS writes them: "navy" as #000080; and a colour without the
thing that has it, the "blue" of "a blue rectangle"."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from typing import Any

from keyhole.models.embedded.prompt import Parameter

_NAMED = (
    "000000 black,ffffff white,ff0000 red,008000 green,0000ff blue,ffff00 yellow,ffa500 orange,800080 purple,"
    "ffc0cb pink,a52a2a brown,808080 grey,808080 gray,00ffff cyan,00ffff aqua,ff00ff magenta,ff00ff fuchsia,"
    "00ff00 lime,000080 navy,008080 teal,800000 maroon,808000 olive,c0c0c0 silver,ffd700 gold,f5f5dc beige,"
    "fffff0 ivory,ff7f50 coral,fa8072 salmon,dc143c crimson,4b0082 indigo,ee82ee violet,40e0d0 turquoise,"
    "d2b48c tan,f0e68c khaki,e6e6fa lavender,dda0dd plum,da70d6 orchid,a0522d sienna,d2691e chocolate,"
    "add8e6 light blue,90ee90 light green,d3d3d3 light grey,d3d3d3 light gray,ffffe0 light yellow,ffb6c1 light pink,"
    "00008b dark blue,006400 dark green,8b0000 dark red,a9a9a9 dark grey,a9a9a9 dark gray,ff8c00 dark orange,"
    "87ceeb sky blue,4169e1 royal blue,191970 midnight blue,4682b4 steel blue,228b22 forest green,ff69b4 hot pink,"
    "ff1493 deep pink,708090 slate grey,708090 slate gray,00ff00 pure green"
)
"""Names of CSS Color Module Level 4, and what people call the green of screens."""
_CODES = {name: f"#{code}" for code, name in (pair.split(" ", 1) for pair in _NAMED.split(","))}
_NAME = re.compile(rf"\b(?:{'|'.join(sorted(_CODES, key=len, reverse=True)).replace(' ', '[ -]?')})\b", re.IGNORECASE)
_AS_HEX = re.compile(
    r"#(?:[0-9a-f]{6}|[0-9a-f]{3}|rrggbb|rgb)\b|\bhex(?:adecimal)?\b.*\bcolou?r|\bcolou?r\b.*\bhex", re.I
)
_OF_COLOUR = re.compile(r"colou?r|background|accent|tint|fill|stroke|swatch|theme|shade", re.IGNORECASE)
_ALSO_NAMES = re.compile(r"\bnames?\b|['\"`(](?:red|green|blue|black|white)\b", re.IGNORECASE)
"""Says, or shows, that a name will do."""
_ALONE_HEX = re.compile(r"\W*\bhex\b", re.IGNORECASE)


def colour_code(parameter: Parameter, text: str) -> str:
    """The code of the one colour that a text names, where a parameter wants such a code; else empty."""
    found = {_code(name[0]) for name in _NAME.finditer(text)} if _wants_code(parameter) else set()
    return found.pop() if len(found) == 1 else ""


def only_colour(parameter: Parameter, parameters: Sequence[Parameter], query: str) -> str | None:
    """The code of the one colour that a request names, for the one parameter that wants such a code."""
    wanting = [each for each in parameters if _wants_code(each)]
    return (colour_code(parameter, query) or None) if wanting == [parameter] else None


_WITH_THING = re.compile(rf"(?:an? |the )?(?P<colour>{_NAME.pattern}) (?P<thing>[a-z]{{3,20}})", re.IGNORECASE)
_OF_NAME = re.compile(r"colou?r|fill|tint", re.IGNORECASE)


def without_thing(parameters: Sequence[Parameter], query: str, values: MutableMapping[tuple[str, ...], Any]) -> None:
    """Take from a colour, in place, the one word of a thing behind it, where a choice was made of that."""
    chosen = any(p.options and isinstance(values.get(p.path), str) for p in parameters)
    for parameter in parameters if chosen else ():
        value = values.get(parameter.path)
        plain = parameter.type == "str" and not (parameter.many or parameter.options)
        if plain and isinstance(value, str) and _OF_NAME.search(parameter.path[-1]):
            found = _WITH_THING.fullmatch(value)
            if found and not _NAME.fullmatch(found["thing"]) and f'"{value}"' not in query:
                values[parameter.path] = found["colour"]


def _code(name: str) -> str:
    plain = re.sub(r"[ -]", "", name.lower())
    return next(code for known, code in _CODES.items() if known.replace(" ", "") == plain)


def _wants_code(parameter: Parameter) -> bool:
    if parameter.type != "str" or parameter.many or parameter.options or _ALSO_NAMES.search(parameter.description):
        return False
    shaped = str(parameter.schema.get("pattern", "")).startswith("^#")
    named = _OF_COLOUR.search(parameter.path[-1]) and _ALONE_HEX.search(parameter.description)
    return shaped or bool(named or _AS_HEX.search(parameter.about))
