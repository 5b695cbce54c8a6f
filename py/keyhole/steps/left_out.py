"""Left out: what a wish says that a call for it has no place for, so that it is told and not lost in silence.

A choice that is required and not among a tool's options is asked back (`embedded.choice`). One that may be left out is
no reason to do nothing: of "play jazz at high quality" jazz is played, and the quality is spoken of.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from keyhole.models.embedded.text import STOP, name_words, stem
from keyhole.steps.fill import allowed
from keyhole.steps.render import LeftOut, spoken
from keyhole.steps.several import places
from keyhole.tools.builtin.units import named_unit
from keyhole.tools.schema import declared_properties

_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")  # noqa: RUF001  (what people type)
_AND = re.compile(r"\s*,?\s+(?:and|&|plus)\s+", re.IGNORECASE)
_SIGNS = "to|in|at|on|from|for|with|by|of|about"
_SIGN = re.compile(rf"(?:{_SIGNS})\s+", re.IGNORECASE)
_PIECE_ENDS = re.compile(
    r"\s*[,;.!?](?!\d)|\s+(?:and|&|plus|or|to|in|at|on|from|for|with|by|of|about)\b|\s*$", re.IGNORECASE
)
_IS = frozenset(("to", "is", "as", "of", "at", "in", "should", "be"))
"""What may stand between the name of a parameter and its value."""
_IDLE = STOP | {"again", "now", "please", "pls", "quickly", "thanks", "too"}
_MOST_WORDS = 4


def left_out(wish: str, name: str, schema: Mapping[str, Any], args: Mapping[str, Any]) -> list[LeftOut]:
    """What of a wish is in no argument of a call of the tool `name` with this schema, as far as code can tell: choices
    that the tool does not have, and what an "and" joined to a value."""
    words = _WORD.findall(wish)
    taken = {stem(word) for value in args.values() for word in _WORD.findall(str(value).lower())}
    known = {stem(word) for word in name_words(name)}
    told = [
        LeftOut(said, f"{spoken(parameter)} can be {allowed(inner)} here")
        for parameter, inner in declared_properties(schema).items()
        if parameter not in args and allowed(inner) and (said := _choice(words, parameter, inner, taken, known))
    ]
    named = {stem(word) for parameter in declared_properties(schema) for word in name_words(parameter)}
    for joint in _AND.finditer(wish):
        if not any(end == joint.start() for value in args.values() for _, end in places(wish, value)):
            continue  # what it joins to may be no value at all: "a base of 10 units and a height"
        sign = _SIGN.match(wish, joint.end())
        start = sign.end() if sign else joint.end()
        ends = _PIECE_ENDS.search(wish, start)
        piece = wish[start : ends.start() if ends else None]
        plain = [word.lower() for word in _WORD.findall(piece)]
        spoken_of = any(stem(word) in taken | known | named or word[:1].isdigit() for word in plain)
        if not spoken_of and len(plain) <= _MOST_WORDS and not all(word in _IDLE for word in plain):
            told.append(LeftOut(piece, "nothing was done about this"))
    return told


def _choice(
    words: Sequence[str], parameter: str, schema: Mapping[str, Any], taken: Collection[str], known: Collection[str]
) -> str:
    """What is said for a parameter that has options: a word beside its name, or a unit where they are units."""
    title = name_words(parameter)
    stems = [stem(word.lower()) for word in words]
    free = [
        word.lower() not in STOP and s not in taken and s not in known for word, s in zip(words, stems, strict=True)
    ]
    head = stem(title[-1]) if title else ""
    at = stems.index(head) if head in stems and head not in taken and head not in known else -1
    if at > 0 and free[at - 1] and stems[at - 1] not in map(stem, title):
        return f"{words[at - 1]} {words[at]}"
    behind = at + 1
    while at >= 0 and behind < len(words) and words[behind].lower() in _IS:
        behind += 1
    if at >= 0 and behind < len(words) and behind - at <= 3 and free[behind]:
        return " ".join(words[at : behind + 1])
    options = schema.get("enum")
    units = [named_unit(str(option).replace("_", " ")) for option in options] if isinstance(options, list) else []
    quantities = {unit.quantity for unit in units if unit}
    if units and all(units) and len(quantities) == 1:
        for word, is_free in zip(words, free, strict=True):
            unit = named_unit(word) if is_free and len(word) > 2 else None
            if unit and unit.quantity in quantities and unit not in units:
                return word
    return ""
