# ruff: noqa: SIM905  (word lists read best as words)
"""Texts that a request all but hands over: the one in quotation marks, a code right behind its parameter's name, a city
that is known where a place is wanted, the only name of a file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from keyhole.models.embedded.measures import Agreement
from keyhole.models.embedded.places import is_city
from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.ranker import Candidate
from keyhole.models.embedded.sight import Sight
from keyhole.models.embedded.text import STOP, name_words, plain_words, stem

_PLACE = frozenset("city town location place region where origin destination area from to".split())
_FILLERS = frozenset("number no id code name is called named".split())
"""What may stand between a parameter's name and its value."""
_FILES = frozenset("file filename path pdf document image photo picture video recording attachment spreadsheet".split())
_FILE = re.compile(r"[\w/~-][\w./~-]*\.(?!(?:com|org|net)$)(?:[a-z]{2,4}|mp[34]|7z)", re.I)
_RELATIVE = frozenset("that which who".split())

Picks = tuple[str, ...]


def handed_over(view: FillView, number: int, offered: Sequence[Candidate], seen: Sight) -> dict[Picks, Agreement]:
    """For a parameter that is a text: 1 for what is all but handed over, -1 for what begins with a verb ("that plays
    jazz"); empty where nothing is told."""
    parameter = view.parameters[number]
    spans = {c.picks: (int(c.picks[0][1:]) - 1, int(c.picks[-1][1:]) - 1) for c in offered[1:]}
    known: dict[Picks, Agreement] = {}
    behind = set(_behind_its_name(view, number, seen))
    place = not _PLACE.isdisjoint(name_words(parameter.path[-1]))
    for picks, (s, e) in spans.items():
        said = " ".join(word.text for word in view.words[s : e + 1])
        if (s, e) in behind or (place and is_city(said) and _whole_name(seen, s, e)):
            known[picks] = 1
        elif e > s and s and seen.atoms[s - 1] in _RELATIVE and _may_be_verb(view.words[s].text):
            known[picks] = -1
    return known


def only_quotation(view: FillView, number: int, seen: Sight) -> Picks | None:
    """The picks of the one quotation where a parameter is the only text that is required."""
    texts = [n for n, p in enumerate(view.parameters) if p.required and p.type == "str" and not p.many]
    if texts != [number] or len(seen.quoted) != 1:
        return None
    first, last = next(iter(seen.quoted))
    return f"w{first + 1}", f"w{last + 1}"


def only_file(view: FillView, number: int) -> Picks | None:
    """The picks of the one name of a file where a parameter is the only text that asks for a file."""
    asking = [n for n, p in enumerate(view.parameters) if p.type == "str" and not p.options and _asks_for_file(p)]
    files = [n for n, word in enumerate(view.words, 1) if _FILE.fullmatch(word.text)]
    return (f"w{files[0]}",) * 2 if asking == [number] and len(files) == 1 else None


def _asks_for_file(parameter: Parameter) -> bool:
    words = {*name_words(parameter.path[-1]), *(w for part in parameter.description.split() for w in plain_words(part))}
    return not words.isdisjoint(_FILES)


def _behind_its_name(view: FillView, number: int, seen: Sight) -> Iterator[tuple[int, int]]:
    """Quotations and single codes, words with a sign or digit inside, right behind the last word of a parameter's
    name, which no other parameter has: "namespace 'etl'", "card number 20114"."""
    name = name_words(view.parameters[number].path[-1])
    if not name:
        return
    last = next((stem(word) for word in reversed(name) if word not in _FILLERS), "")
    for at, word in enumerate(seen.stems):
        if word != last or seen.named[at] != {number}:
            continue
        start = at + 1
        while start < len(seen.atoms) and seen.atoms[start] in _FILLERS:
            start += 1
        if start >= len(seen.atoms) or seen.before[start] not in ("", "'", '"', "`", ":", "=", "#"):
            continue
        yield from ((s, e) for s, e in seen.quoted if s == start)
        if _is_code(view, start):
            yield start, start


def _whole_name(seen: Sight, first: int, last: int) -> bool:
    """Whether no word with a capital stands right beside: "Richmond", but not of "Richmond Station"."""
    before = first and seen.capital[first - 1] and not seen.before[first]
    behind = last + 1 < len(seen.atoms) and seen.capital[last + 1] and not seen.after[last]
    behind = behind and len(seen.atoms[last + 1]) > 2  # "Seattle WA"
    return not before and not behind


def _may_be_verb(word: str) -> bool:
    return word.islower() and word not in STOP


def _is_code(view: FillView, at: int) -> bool:
    word = view.words[at]
    return word.kind in ("code", "num", "email", "url") or bool(re.search(r"\w[-_./]\w", word.text))
