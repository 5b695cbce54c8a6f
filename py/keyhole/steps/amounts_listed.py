"""Things that a wish lists each with its amount, for a tool that takes one thing: "2 kg of plums and a bag of rice"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from keyhole.models.embedded.text import STOP, as_word, name_words, stem
from keyhole.tools.builtin.number_words import NUMBER_WORD, to_digits
from keyhole.tools.builtin.units import named_unit
from keyhole.tools.schema import declared_properties

_LONGEST = 300
_JOINT = re.compile(r"\s*,\s+(?:and\s+)?|\s+(?:and|&|plus)\s+(?:also\s+)?", re.IGNORECASE)
_AMOUNT = re.compile(
    rf"(?<![\w.,-])(?:(?P<number>\d{{1,6}}(?:[.,]\d{{1,3}})?|(?:{NUMBER_WORD})\b|half an?\b|an?\b)\s?(?:x\b\s?)?"
    r"(?P<dozen>dozen\b\s?)?)(?=(?P<thing>[^\W\d_].*)?)",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"\s+(?:(?:to|into|in|at|on|onto|from|for|with|by|about|off|as|under|over|until|till|before|after|please|pls|"
    r"thanks|today|tomorrow|yesterday|each|too|now)\b.*)$",
    re.IGNORECASE,
)
_OF = re.compile(r"(?P<unit>[^\W\d_]{1,12})\s+(?:of\s+)?(?=\S)", re.IGNORECASE)
_ONE = re.compile(r"^an? (?=\S)", re.IGNORECASE)
_MOST_WORDS = 5


def amounts_listed(wish: str, schema: Mapping[str, Any], args: Mapping[str, Any]) -> list[str]:
    """The wish once for each thing that it lists with an amount, where a call for all of it got one thing of them and
    one amount; none where it is no such list. What a parameter is called is no thing: of "a suite, 3 nights" the nights
    are the tool's own."""
    said = wish.strip().rstrip("?!. ")
    numbers = {
        float(value) for value in args.values() if isinstance(value, int | float) and not isinstance(value, bool)
    }
    texts = [as_word(value, re.IGNORECASE) for value in args.values() if isinstance(value, str) and value.strip()]
    if len(said) > _LONGEST or not numbers or any(isinstance(value, list | dict) for value in args.values()):
        return []
    pieces = _JOINT.split(said)
    first = list(_AMOUNT.finditer(pieces[0]))[
        -1:
    ]  # what stands before it may have a number too: "room 12 needs 2 pillows"
    if len(pieces) < 2 or not first:
        return []
    lead, tail = pieces[0][: first[0].start()], ""
    labels = {stem(word) for name in declared_properties(schema) for word in name_words(name)}
    things: list[str] = []
    counted: set[float] = set()
    for piece in (pieces[0][first[0].start() :], *pieces[1:]):
        found = _AMOUNT.match(piece)
        if found is None and len(things) > 1:
            tail += f", {piece}"  # ", express"
            continue
        if found is None or not found["thing"]:
            return []
        ends = _TAIL.search(piece)
        own, tail = (piece[: ends.start()], ends[0]) if ends else (piece, tail)
        if any(letter.isdigit() for letter in tail) and piece != pieces[-1]:
            return []
        if not _is_thing(thing := own[found.start("thing") :]) or stem(thing.lower().split()[-1]) in labels:
            return []
        counted.add(_counted(found))
        things.append(_ONE.sub("1 ", own))
    named = any(text.search(thing) for text in texts for thing in things)
    if not named or not counted & numbers:
        return []
    return [f"{lead}{thing}{tail}" for thing in things]


def _is_thing(text: str) -> bool:
    """Whether there is a thing behind an amount, and not its unit alone."""
    unit = _OF.match(text)
    thing = text[unit.end() :] if unit and named_unit(unit["unit"].lower()) else text
    words = thing.lower().split()
    if not 0 < len(words) <= _MOST_WORDS or any(letter.isdigit() for letter in thing):
        return False
    return not (named_unit(thing.lower()) and len(words) == 1) and not STOP.issuperset(words)


def _counted(amount: re.Match[str]) -> float:
    """How many an amount says; "a" and "half a" in figures too."""
    plain = to_digits(amount["number"].lower()).replace(",", ".")
    many = float(plain) if plain.replace(".", "", 1).isdigit() else 1.0 if plain in ("a", "an") else 0.5
    return many * 12 if amount["dozen"] else many
