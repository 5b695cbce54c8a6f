# ruff: noqa: RUF001  (typographic quotes and dashes are what people type)
"""Lists of objects that a request says one after another: "2 margheritas and a coke", "logo 400, hosting 25 a month".

No word can be pointed at for an object. So the request is cut where one thing ends and the next begins, and every piece
is read as if it were for a small tool whose parameters are an object's parts (`listed_said`). Where to cut is tried:
best is the cut that makes the most objects with all that they need (`listed_pieces`) and leaves the fewest pieces that
say none.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from keyhole.models.embedded.fill.order import ENDS, STARTS
from keyhole.models.embedded.lists.listed_pieces import NUMBER, Piece, is_number, says_something
from keyhole.models.embedded.parameters import parameters_of, resolved
from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.route.identifiers import identifiers
from keyhole.models.embedded.text import COUNT, as_word, name_words, plain_words

MOST = 12
"""Pieces of a request, at most."""
SURE, UNSURE, NOTHING = 1.0, 0.6, -0.5
"""What a piece counts that says an object surely, or perhaps, or none."""
_READ = 2_000
_NEAR = 40
"""Characters before a value in which the last word is looked for."""
_BESIDE = 2
"""Words before and behind a number that may name it."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A parameter that is a list of objects: its name, its description, the schema of an object, and whether the tool
    cannot do without."""

    name: str
    description: str
    schema: dict[str, Any]
    required: bool

    @property
    def parameter(self) -> Parameter:
        """It, as something to ask for."""
        return Parameter((self.name,), "str", self.description, self.required, True)

    @property
    def parts(self) -> list[Parameter]:
        """What an object is made of."""
        return parameters_of(self.schema)

    @property
    def needs(self) -> int:
        """How many values an object cannot do without."""
        return sum(each.required for each in self.parts)

    @property
    def counts(self) -> bool:
        """Whether an object has a number."""
        return any(map(is_number, self.parts))


def listed_in(schema: Mapping[str, Any], known: Container[tuple[str, ...]]) -> Listed | None:
    """The list of objects that a tool takes and that is not `known`: the one that it cannot do without, or else the one
    whose objects have two values at least that they cannot do without, for a single word of any request might be an
    object. None where there is none, or several are."""
    properties, needed = schema.get("properties"), schema.get("required")
    needed = needed if isinstance(needed, list) else []
    found = []
    for name, raw in properties.items() if isinstance(properties, dict) else ():
        inner = resolved(raw, schema)
        items = resolved(inner.get("items"), schema) if inner and inner.get("type") == "array" else None
        if (name,) not in known and inner and items and isinstance(items.get("properties"), dict):
            about = inner.get("description") or items.get("description")
            shared = {key: schema[key] for key in ("$defs", "definitions") if key in schema}
            found.append(Listed(name, about if isinstance(about, str) else "", {**shared, **items}, name in needed))
    found = [each for each in found if each.required] or [each for each in found if each.needs > 1]
    return found[0] if len(found) == 1 else None


def without(schema: Mapping[str, Any], name: str) -> dict[str, Any]:
    """An object's schema without one of its properties."""
    properties = {key: inner for key, inner in schema["properties"].items() if key != name}
    needed = schema.get("required")
    needed = [key for key in needed if key != name] if isinstance(needed, list) else []
    return {**schema, "properties": properties, "required": needed}


def without_counts(view: FillView, picks: Sequence[Sequence[str]]) -> list[list[str]]:
    """The picks without those numbers that a tool may do without and that are not named beside: how many there are of a
    thing is an object's, the table of "table 4" is none."""
    kept = []
    for parameter, picked in zip(view.parameters, picks, strict=True):
        count = is_number(parameter) and not parameter.required and picked[:1] and picked[0][0] == "w"
        at = int(picked[0][1:]) - 1 if count else 0
        beside = {word.text.lower() for word in view.words[max(0, at - _BESIDE) : at + _BESIDE + 1]}
        kept.append([] if count and beside.isdisjoint(name_words(parameter.path[-1])) else list(picked))
    return kept


def left_of(
    view: FillView,
    picks: Sequence[Sequence[str]],
    query: str,
    values: Mapping[tuple[str, ...], Any],
    but: Container[tuple[str, ...]] = (),
) -> str:
    """A request with blanks in place of what its other parameters take, `but` some of them, by what was picked and by
    the values that were made of it."""
    spans = []
    for parameter, picked in zip(view.parameters, picks, strict=True):
        places = [int(pick[1:]) - 1 for pick in picked if pick[0] == "w"] if parameter.path not in but else []
        if places and max(places) < len(view.words):
            spans.append((view.words[places[0]].start, view.words[places[-1]].end))
    texts = (value for path, value in values.items() if isinstance(value, str) and len(value) > 1 and path not in but)
    spans += [found.span() for text in texts if (found := as_word(text).search(query))]
    for start, end in spans:
        query = query[:start] + " " * (end - start) + query[end:]
    return query


def is_sure(name: str, value: object, query: str) -> bool:
    """Whether a value is no thing of a list: it stands right behind a word of its parameter's name, "room 512", or is a
    path or an address."""
    if isinstance(value, str) and ("@" in value or any(each.kind != "id" for each in identifiers(value))):
        return True
    found = as_word(str(value)).search(query)
    before = plain_words(query[max(0, found.start() - _NEAR) : found.start()])[-1:] if found else ()
    return not set(before).isdisjoint(name_words(name))


def head_of(query: str) -> str | None:
    """What stands before a list that brackets, a colon or a new line begin; None where none do."""
    found = _BEFORE_BRACKETS.match(query[:_READ]) or _BEFORE_LIST.match(query[:_READ])
    return found[0] if found and says_something(found[0]) else None


def cuts(text: str, parts: Sequence[Parameter]) -> list[list[str]]:
    """The ways to cut a text into pieces that may say an object each. `parts`: what an object is made of; of those with
    one number "1x burger 2x fries" has two."""
    found = [_cut(text, separator) for separator in (_LINES, _SEMICOLONS, _SENTENCES, _JOINTS, _ANDS, _NUMBERED)]
    if sum(map(is_number, parts)) == 1:
        found.append([part for piece in found[3] for part in _by_number(piece)])
    found = [pieces for pieces in found if 1 < len(pieces) <= MOST]
    return [*found, [text.strip()]] if says_something(text) else []


def said_of_all(text: str) -> tuple[str, str]:
    """What is said once for all objects, "all in the oven", "two points each", and a text with blanks in its place."""
    said = [found for found in (_OF_ALL.search(text[:_READ]), _OF_EACH.search(text[:_READ])) if found]
    for found in said:
        text = text[: found.start("said")] + " " * len(found["said"]) + text[found.end("said") :]
    return ", ".join(found["said"] for found in said), text


def best_of(ways: Sequence[Sequence[Piece]]) -> list[Piece]:
    """Those pieces of the cut that makes the most objects, one of which is sure, that say one; `ways`: the cuts."""
    sure = [way for way in ways if any(piece.said and piece.sure for piece in way)]
    best = max(sure, key=lambda way: sum(map(_worth, way)), default=())
    return [piece for piece in best if piece.said]


def _worth(piece: Piece) -> float:
    return (SURE if piece.sure else UNSURE) if piece.said else NOTHING


def in_words(text: str, parts: Sequence[Parameter]) -> str:
    """A text with "3x8" in words where an object has sets and repetitions, and "2 x site visits", "ball valve x2"
    without the x."""
    text = _BLANKS.sub(" ", text[:_READ])
    names = {word for each in parts for word in name_words(each.path[-1])}
    text = _SETS.sub(r"\1 sets of \2 reps", text) if {"sets", "reps"} <= names else text
    if names >= {"x", "y"}:
        text = _POINT.sub(r"\1, \2", text)
    if (names & STARTS and names & ENDS) or names >= {"in", "out"}:
        text = _RANGE.sub(r"\1 - \2", text)
    return _TIMES_BEHIND.sub(r"\1", _TIMES.sub(r"\1 ", text))


def _cut(text: str, separator: re.Pattern[str]) -> list[str]:
    """The pieces between separators that stand in no quotation and no brackets."""
    pieces, begun = [], 0
    for found in separator.finditer(text):
        if found["cut"] is not None:
            pieces.append(text[begun : found.start()])
            begun = found.end()
    return [piece.strip() for piece in (*pieces, text[begun:]) if says_something(piece)]


def _by_number(piece: str) -> list[str]:
    """A piece cut before each number where what is counted stands behind it, else behind each: "tea 2 milk 3"."""
    found = list(NUMBER.finditer(piece))
    if len(found) < 2:
        return [piece]
    at = [0, *(each.start() for each in found[1:])]
    if not _WORD.search(piece, found[-1].end()):
        at = [0, *(each.end() for each in found[:-1])]
    parts = [piece[start:end].strip() for start, end in zip(at, [*at[1:], len(piece)], strict=True)]
    return parts if all(_WORD.search(part) for part in parts) else [piece]


_WHOLE = r"\"[^\"\n]*\"|“[^”\n]*”|`[^`\n]*`|(?<!\w)'[^'\n]*'(?!\w)|\([^(),\n]*(?:,[^(),\n]*){0,2}\)|\[[^\[\]\n]*\]"
"""What is not cut: quotations, and brackets that hold three values at most."""


def _separator(cut: str) -> re.Pattern[str]:
    return re.compile(rf"{_WHOLE}|(?P<cut>{cut})", re.IGNORECASE)


_LINES = _separator(r"(?:^|\n)\s*(?:(?:[-*•–]|\d{1,2}[.)])[ \t]+)?")
_SEMICOLONS = _separator(r"[;\n]\s*|\s[/|]\s")
_SENTENCES = _separator(r"[.!?;\n]\s+")
_THEN = r"(?:(?:and|or|plus|then|finally)\s+){0,2}"
_JOINT = r"\s(?:and|plus|then|\+|&(?!\s(?:co|sons?|bros|partners|daughters?)\b))\s"
_ANDS = _separator(rf"{_JOINT}{_THEN}")
_JOINTS = _separator(rf"[;\n]\s*|[.!?]\s+|,\s+{_THEN}|\sor\s{_THEN}|{_JOINT}{_THEN}")
_NUMBERED = _separator(r"(?:^|\s)\d{1,2}[.)]\s+(?=[^\W\d])")
_OF_ALL = re.compile(
    r"(?:^|[,;:.(\n]|[-–—]|->) *(?:they're )?(?P<said>(?:all|both)\s+(?!(?:of|the|these|this|i)\b)[^,;:.()\n]{2,60})",
    re.IGNORECASE,
)
_SOME = rf"(?:[€$£]?\d[\w.,%€$£-]{{0,12}}|an?|one|{COUNT})"
_OF_EACH = re.compile(
    rf"(?<![^\s,;:(])(?<!and )(?P<said>{_SOME} (?:[\w%€$£]{{1,20}} )?(?:each|apiece)(?: of)?"
    rf"|(?:(?!and\b)\w{{1,20}} )?{_SOME} (?:\w{{1,20}} )?of each)(?![^\s,;:.)])",
    re.IGNORECASE,
)
_BLANKS = re.compile(r"[ \t]+")
_WORD = re.compile(r"[^\W\d_]{2}")
_SETS = re.compile(r"(?<![\w.])(\d{1,2}) ?[x×] ?(\d{1,3})(?![\w.]*\w)")
_TIMES = re.compile(r"(?<![\w.])(\d{1,4}) ?[x×] ?(?=[^\W\d_])")
_POINT = re.compile(r"(?<![\w.,])(\d{1,5}),(\d{1,5})(?![\w,])")
_RANGE = re.compile(r"(?<![\w.:/-])(\d{1,2}(?:[:.]\d\d)?)[-–](\d{1,2}(?:[:.]\d\d)?)(?![\w:/-])")
_TIMES_BEHIND = re.compile(r"(?<=\s)[x×] ?(\d{1,4})(?![\w.]*\w)")
_BEFORE_LIST = re.compile(r"[^\n:]{1,300}?(?::(?=\s)|\n)")
_BEFORE_BRACKETS = re.compile(r"[^\n(]{1,300}\((?=[^()\n]{1,300},[^()\n]{1,300},)")
