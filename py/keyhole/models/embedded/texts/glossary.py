"""What words of other languages are in English, as `glossary.txt` has it.

The table has a part for each language, begun with its code in brackets, and there for each English word or phrase the
forms that mean it, in small letters without accents. Who wrote it: the model card.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

_BEGINNING, _ENDING = 5, 2
"""Letters that a word has in common with a form of the glossary, and the most that it may differ by at its end."""
_LONGEST = 40
"""Letters of the longest form."""
_DOTS = "\u0308"
_SPELT = str.maketrans({"\u2019": "'", "ß": "ss", "\u0451": "\u0435"})
_WITH_PARTICLES = frozenset(("ko",))
"""Languages that write particles behind a noun of two letters or more as a part of it."""


def in_glossary(said: str, language: str) -> str | None:
    """What a word or phrase is in English; None where the glossary does not have it."""
    form = folded(said)
    return forms(language).get(form) or (_inflected(form, language) if form.isalpha() else None)


@cache
def forms(language: str) -> Mapping[str, str]:
    """What the forms of a language are in English; empty for one that is not known."""
    made: dict[str, str] = {}
    for line in _parts().get(language, "").splitlines():
        english, _, said = line.partition(": ")
        for form in said.split("; "):
            made.setdefault(form, english)
    return made


def folded(text: str) -> str:
    """A form as the glossary has it: small letters without accents, but for the two dots that make another letter."""
    parted = unicodedata.normalize("NFD", text.lower().translate(_SPELT))
    return unicodedata.normalize("NFC", "".join(c for c in parted if c == _DOTS or not "\u0300" <= c <= "\u036f"))


def _inflected(word: str, language: str) -> str | None:
    """What a word is that differs from a form of the glossary at its end alone."""
    if language in _WITH_PARTICLES:
        known = forms(language)
        return next(
            (known[word[:end]] for end in range(min(len(word) - 1, _LONGEST), 1, -1) if word[:end] in known), None
        )
    best = None
    for form, english in _beginnings(language).get(word[:_BEGINNING], ()) if len(word) > _BEGINNING else ():
        far = max(len(word), len(form)) - _shared(word, form)
        if far <= _ENDING and (best is None or far < best[0]):
            best = far, english
    return best[1] if best else None


def _shared(one: str, other: str) -> int:
    """How many letters two words have in common from their beginnings."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


@cache
def _parts() -> Mapping[str, str]:
    """The glossary's parts by their languages."""
    text = files("keyhole.models.embedded.texts").joinpath("glossary.txt").read_text(encoding="utf-8")
    return {part[:2]: part[4:] for part in re.split(r"^\[(?=\w\w\]$)", text, flags=re.MULTILINE)[1:]}


@cache
def _beginnings(language: str) -> Mapping[str, Sequence[tuple[str, str]]]:
    """The forms of one word by their first letters."""
    made: dict[str, list[tuple[str, str]]] = {}
    for form, english in forms(language).items():
        if len(form) >= _BEGINNING and " " not in form:
            made.setdefault(form[:_BEGINNING], []).append((form, english))
    return made
