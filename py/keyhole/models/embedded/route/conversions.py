"""The conversions that one clause lists: "5 km to miles and 10 kg to pounds", "100 km/h in mph and m/s", "5 and 10 km
in miles". Each becomes a clause of its own with one amount and one unit to convert to."""

from __future__ import annotations

import re

from keyhole.tools.builtin.units import Unit, divides, named_unit

_UNIT = r"[^\W\d_°][\w/°²³]*|°[cf]"
_NUMBER = r"\d[\d.,/]*"
_ONE_MORE = re.compile(
    rf"(?<=\s)(?:in|to|into)\s+((?:{_UNIT})(?: (?:{_UNIT}))?)(\s*(?:[,;&]|\band\b)(?:\s*\b(?:and|also|then))*\s+)"
    rf"(?=\d[\d.,/]*\s?((?:{_UNIT})(?: (?:{_UNIT}))?)\s+(?:in|to|into)\s)",
    re.IGNORECASE,
)
"""What joins two conversions that are told in full."""
_TO = re.compile(r"\s(?:in|to|into)\s+", re.IGNORECASE)
_ANOTHER = re.compile(
    r"(?P<sign>\s*[,&]\s*)?(?:\s*\b(?:and|also|then)\b\s*)*(?P<to>\b(?:in|to|into)\s+)?(?<=[\s,&])", re.IGNORECASE
)
_JOINED = re.compile(r"\s*(?:,|&|\band\b)\s*(?:\band\b\s*)?", re.IGNORECASE)
_ASKED = re.compile(r"\W*how (?:many|much)\s+(.+?)\s+((?:(?:are|is)\s+)?(?:there\s+)?in\s+.+)", re.IGNORECASE)
_ASKED_TOO = re.compile(
    rf"\s*(?:,|\band\b)(?:\s*\b(?:and|also))*\s+(?:how (?:many|much)\s+)?(?=({_UNIT})\s+(?:are\s+)?(?:there\s+)?in\s+"
    rf"(?:an?|one|the|{_NUMBER})\s?({_UNIT})(?:[\s?.!]|$))",
    re.IGNORECASE,
)
"""What joins "grams in an ounce" to "how many ounces in a pound"."""
_PARTING = re.compile(r"[\s,]*(?:please|pls|thanks|thx)?[\s?.!]*$", re.IGNORECASE)
_AMOUNT = re.compile(rf"({_NUMBER})\s?((?:{_UNIT})(?: (?:{_UNIT}))?)?", re.IGNORECASE)
_LISTED = re.compile(r"(?:.*?\s)??(\d.*)", re.DOTALL)
_LONGEST = 200


def conversions(clause: str) -> list[str]:
    """The conversions of a clause, in order; the clause itself where it lists none."""
    parts, start = [], 0
    for joint in _ONE_MORE.finditer(clause):
        if _names_unit(joint[1]) and _names_unit(joint[3]):
            parts.append(clause[start : joint.start(2)])
            start = joint.end(2)
    return [one for part in (*parts, clause[start:]) for asked in _asked(part) for one in _each(asked)]


def _asked(clause: str) -> list[str]:
    """How many of a unit are in another, each of these questions with its "how many"."""
    joints = [j for j in _ASKED_TOO.finditer(clause) if named_unit(j[1]) and named_unit(j[2])]
    head = clause[: joints[0].start()] if joints else ""
    if len(clause) > _LONGEST or not _ASKED.fullmatch(head):
        return [clause]
    starts, ends = [j.end() for j in joints], [*(j.start() for j in joints[1:]), len(clause)]
    return [head, *(f"how many {clause[start:end]}" for start, end in zip(starts, ends, strict=True))]


def _names_unit(words: str) -> bool:
    """Whether the words, or the first of them, are a unit."""
    return named_unit(words) is not None or named_unit(words.split()[0]) is not None


def _each(clause: str) -> list[str]:
    """One clause for every amount and every unit that it is wanted in."""
    if len(clause) > _LONGEST:
        return [clause]
    plain = _PARTING.sub("", clause)
    if asked := _ASKED.fullmatch(plain):
        units = _units(asked[1])
        return [f"how many {unit} {asked[2]}" for unit in units] if units else [clause]
    for to in _TO.finditer(plain):
        targets = _units(plain[to.end() :]) or ([plain[to.end() :]] if named_unit(plain[to.end() :]) else [])
        if targets:
            amounts = _amounts(plain[: to.start()])
            if len(amounts) * len(targets) == 1 or not _measures(plain[: to.start()]):
                return [clause]
            return [f"{a}{to[0]}{t}" for a, one in amounts for t in targets if _alike(one, named_unit(t))] or [clause]
    return [clause]


def _measures(text: str) -> bool:
    """Whether a text says what is converted: a unit behind its number, or at its end ("a marathon")."""
    listed = _LISTED.fullmatch(text)
    words = re.findall(_UNIT, listed[1]) if listed else text.split()[-1:]
    return any(named_unit(word) for word in words)


def _alike(one: Unit | None, other: Unit | None) -> bool:
    return one is None or other is None or one.quantity == other.quantity


def _units(text: str) -> list[str]:
    """The units that a text lists; none where it is no such list, or its two tell one measure: "feet and inches"."""
    found, apart, at = [], False, 0
    for joint in _ANOTHER.finditer(text):
        if joint.end() > joint.start():
            apart = apart or bool(joint["to"])
            found.append(text[at : joint.start()])
            at = joint.end()
    found.append(text[at:])
    units = [named_unit(name) for name in found]
    if len(found) < 2 or None in units:
        return []
    larger, smaller = units[:2]
    if len(found) == 2 and not apart and larger and smaller and divides(smaller, larger):
        return []
    return found


def _amounts(text: str) -> list[tuple[str, Unit | None]]:
    """The amounts that a text ends with, each with its unit; the text itself where it is one measure or none."""
    listed = _LISTED.fullmatch(text)
    parts = [_AMOUNT.fullmatch(part) for part in _JOINED.split(listed[1])] if listed else []
    named = [part[2] or "" for part in parts if part]
    if len(parts) < 2 or len(named) < len(parts) or not named[-1]:
        return [(text, named_unit(named[0]) if named else None)]
    units = [named_unit(name) if name else None for name in named]
    if any(name and not unit for name, unit in zip(named, units, strict=True)):
        return [(text, None)]
    found: list[tuple[str, Unit | None]] = []
    name, unit = named[-1], units[-1]
    for part, own, one in reversed(list(zip(parts, named, units, strict=True))):
        if one and unit and one != unit and divides(unit, one):
            return [(text, one)]  # "5 km and 300 m" is one length
        name, unit = (own, one) if own else (name, unit)
        found.append((f"{part[1] if part else ''} {name}", unit))
    return found[::-1]
