# ruff: noqa: SIM905  (word lists read best as words)
"""Texts that a request all but hands over: the one in quotation marks, a code right behind its parameter's name, the
only name of a file."""

from __future__ import annotations

import re

from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.sight import Sight
from keyhole.models.embedded.text import name_words, plain_words, stem

_FILLERS = frozenset("number no id code name is called named".split())
"""What may stand between a parameter's name and its value."""
_FILES = frozenset("file filename path pdf document image photo picture video recording attachment spreadsheet".split())
_FILE = re.compile(r"[\w/~-][\w./~-]*\.(?!(?:com|org|net)$)(?:[a-z]{2,4}|mp[34]|7z)", re.I)

Picks = tuple[str, ...]


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


def codes_behind_its_name(view: FillView, number: int, seen: Sight) -> set[Picks]:
    """The picks of quotations and single codes, words with a sign or digit inside, right behind the last word of a
    parameter's name, which no other parameter has: "namespace 'etl'", "card number 20114"."""
    name = name_words(view.parameters[number].path[-1])
    last = next((stem(word) for word in reversed(name) if word not in _FILLERS), "") if name else None
    found: set[tuple[int, int]] = set()
    for at, word in enumerate(seen.stems):
        if word != last or seen.named[at] != {number}:
            continue
        start = at + 1
        while start < len(seen.atoms) and seen.atoms[start] in _FILLERS:
            start += 1
        if start >= len(seen.atoms) or seen.before[start] not in ("", "'", '"', "`", ":", "=", "#"):
            continue
        found |= {(s, e) for s, e in seen.quoted if s == start}
        if _is_code(view, start) and not _goes_on(view, start, seen):
            found.add((start, start))
    return {(f"w{s + 1}", f"w{e + 1}") for s, e in found}


def _is_code(view: FillView, at: int) -> bool:
    word = view.words[at]
    return word.kind in ("code", "num", "email", "url") or bool(re.search(r"\w[-_./]\w", word.text))


def _goes_on(view: FillView, at: int, seen: Sight) -> bool:
    """Whether what follows is likely the same code's: the "StR" of "docket 4 StR 88/21"."""
    return (
        at + 1 < len(seen.atoms) and not seen.after[at] and (seen.capital[at + 1] or view.words[at + 1].kind != "word")
    )
