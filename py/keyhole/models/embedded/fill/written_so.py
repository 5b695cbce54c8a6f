"""What in a request is written as a parameter's description wants it: like its examples, as a path, a phone number,
with its sign."""

from __future__ import annotations

import re
from collections.abc import Sequence

from keyhole.models.embedded.fill.ranker import Candidate
from keyhole.models.embedded.numbers.measures import Agreement
from keyhole.models.embedded.prompt import FillView
from keyhole.models.embedded.sight import Sight, examples_of
from keyhole.models.embedded.text import Word, split_words, stem
from keyhole.models.embedded.texts.told import asks_for_address, is_address

MOST_SHOWN = 20
"""Examples of a description that are looked for, at most."""
_JOINS = frozenset(("and", "or"))


def by_form(view: FillView, number: int, offered: Sequence[Candidate], seen: Sight) -> dict[tuple[str, ...], Agreement]:
    """1 for words that are written as the description wants it and are not behind another parameter's name; -1 for
    spans without one, where there is any."""
    parameter = view.parameters[number]
    if parameter.type != "str" or parameter.many:
        return {}
    addresses = {at for at, word in enumerate(view.words) if is_address(word)} if asks_for_address(parameter) else set()
    right = addresses or _written_so(parameter.description, seen, view.words)
    right = {at for at in right if (owners := _named_before(seen, at)) is None or number in owners}
    if not right:
        return {}
    spans = {c.picks: (int(c.picks[0][1:]) - 1, int(c.picks[-1][1:]) - 1) for c in offered[1:]}
    return {
        picks: 1 if s == e and s in right else -1
        for picks, (s, e) in spans.items()
        if s == e or not right.intersection(range(s, e + 1))
    }


def _named_before(seen: Sight, at: int) -> frozenset[int] | None:
    """The parameters that the nearest of the three words before a word names, with no mark between but a colon:
    "ticket number is IND4567"."""
    for place in range(at - 1, max(-1, at - 4), -1):
        if seen.before[place + 1] not in ("", ":", "="):
            break
        if seen.named[place]:
            return seen.named[place]
    return None


def _written_so(description: str, seen: Sight, words: Sequence[Word]) -> set[int]:
    """The words that are colours or numbers of phones where a description asks for those, or have the sign that it
    speaks of, "@handle"; and those like an example
    that it gives, "cus_Qx81" like "cus_9s6XKz", where the example is more than letters or digits."""
    if "#RRGGBB" in description.upper():
        return {at for at, mark in enumerate(seen.before) if mark == "#"}
    if _PHONE.search(description) and not re.search(r"\bor\b", description):
        return {at for at, word in enumerate(words) if _MANY_DIGITS.fullmatch(word.text) and word.kind == "num"}
    for sign in "@#":
        if sign in description and (marked := {at for at, mark in enumerate(seen.before) if mark == sign}):
            return marked
    if _PATH.search(description) and (paths := {at for at, word in enumerate(words) if is_path(word, seen, at)}):
        return paths
    shapes = {_outline(example) for example in examples_of(description)} - _PLAIN
    return {at for at, word in enumerate(words) if shapes and _outline(word.text) in shapes}


def examples_said(view: FillView, number: int, offered: Sequence[Candidate]) -> set[tuple[str, ...]]:
    """The spans that are, word for word, examples of the parameter's description; not one of several, "tokyo" of "tokyo
    and narnia"."""
    examples = examples_of(view.parameters[number].description, MOST_SHOWN)
    shown = {tuple(map(_form, split_words(example))) for example in examples}
    said = [_form(word) for word in view.words]
    spans = {c.picks: (int(c.picks[0][1:]) - 1, int(c.picks[-1][1:])) for c in offered[1:] if shown}
    return {
        picks
        for picks, (first, end) in spans.items()
        if tuple(said[first:end]) in shown
        and _JOINS.isdisjoint((*said[max(0, first - 1) : first], *said[end : end + 1] * (len(said) == end + 2)))
    }


def _form(word: Word) -> str:
    """A word as it is compared with another: capitals and endings do not count."""
    return stem(word.text.lower()) if word.kind == "word" else word.text.lower()


def is_path(word: Word, seen: Sight, at: int) -> bool:
    """Whether a word is, or ends, a path or a file's name: "/home/lou/thesis", "notes.md"."""
    return seen.before[at] in ("/", "\\", "~") or bool(_FILE.fullmatch(word.text))


_PATH = re.compile(r"\b(?:path|folder|directory|file ?name)\b", re.IGNORECASE)
_FILE = re.compile(r"[\w-]+\.[a-zA-Z][a-zA-Z0-9]{1,4}|\w+/\w[\w/.-]*")
_PHONE = re.compile(r"\bE\.164\b|\bphone number\b", re.IGNORECASE)
_MANY_DIGITS = re.compile(r"\d{7,15}")
_PLAIN = frozenset(("", "A", "a", "Aa", "9"))


def _outline(text: str) -> str:
    """How a text is written: a letter for every run of capitals or small letters, a digit for one of digits."""
    return re.sub(r"\d+", "9", re.sub(r"[a-z]+", "a", re.sub(r"[A-Z]+", "A", text))) if " " not in text else ""
