# ruff: noqa: RUF001, SIM905  (typographic quotes are what people type; word lists read best as words)
"""A message with its misspelt words as they should be: "hotles with brekfast" is "hotels with breakfast".

What is put right is a word that the language has not, one slip of the hand away from a word of the tools or from one
that wishes are made of. Names look like misspelt words ("walter" beside a tool for water), so that the less likely a
slip is the longer the word has to be, and where names stand only what a tool has people choose from is put there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from keyhole.made_once import MadeOnce
from keyhole.models.embedded.options.other_names import one_word_names
from keyhole.models.embedded.parameters import parameters_of
from keyhole.models.embedded.route.lexical import plain_words_long
from keyhole.models.embedded.text import STOP, name_words, stem
from keyhole.models.embedded.texts.languages import language_of
from keyhole.models.model import ToolCard
from keyhole.tools.builtin.number_words import NUMBER_WORD
from keyhole.word_vectors import word_vectors

_LONGEST = 500
"""Characters of a message that is read."""
_TYPED = re.compile(r"(?<![\w.@/#:'’\"“-])[A-Za-z][a-z]{3,19}(?!['’\"”]|[\w@/-]|\.\w)")
_QUOTED = re.compile(r"[\"“][^\"”]{0,200}[\"”]|(?<!\w)['‘][^'’]{0,200}['’](?!\w)")
_OF_WISHES = frozenset(
    "biggest smallest cheapest newest oldest latest earliest highest lowest longest shortest largest fastest quickest "
    "nearest closest remove delete cancel change rename update schedule remind switch every everything without please "
    "between before after minutes hours weeks months ascending descending which"
    .split()
)  # fmt: skip
_BEFORE_NAMES = frozenset(
    "to for with by from called named name mr mrs ms dr aunt uncle cousin and or tell ask call invite tag".split()
)
_BEHIND_NAMES = frozenset("is was has had said says paid can will needs wants likes brings bought and or".split())
_OF_VALUES = frozenset(
    f"{NUMBER_WORD.replace('|', ' ')} half quarter past noon midnight morning afternoon evening tonight today tomorrow "
    "monday tuesday wednesday thursday friday saturday sunday january february march april june july august september "
    "october november december every minutes hours days weeks months".split()
)
_ENDINGS = ("s", "es", "ed", "d", "ing", "er", "ers", "r", "rs", "ly", "y", "ies", "ness", "ish", "able")
_LETTERS, _VOWELS = "abcdefghijklmnopqrstuvwxyz", "aeiouy"
_SWAPPED, _LEFT_OUT, _ANY = 5, 6, 8
"""Letters of a word in which two may be swapped or one doubled; of one that a letter was left out of, or a vowel was
mistaken in; and of one in which any letter may be wrong."""
_RUN_TOGETHER = 7


class Words:
    """The words of tools that a message may have meant: all, those of options, and options of several words run
    together. A switch is an option too."""

    def __init__(self) -> None:
        self.all: set[str] = set()
        self.options: set[str] = set()
        self.together: dict[str, str] = {}

    def add(self, other: Words) -> None:
        """Have another tool's words as well."""
        self.all |= other.all
        self.options |= other.options
        self.together |= other.together


def respelt(text: str, cards: Sequence[ToolCard]) -> str:
    """A message for these tools with its misspelt words put right; as it stands where it is in another language."""
    typed = list(_TYPED.finditer(text)) if len(text) <= _LONGEST else []
    if not any(_strange(found[0].lower()) for found in typed) or language_of(text) is not None:
        return text
    words = Words()
    for card in cards:
        words.add(_words_of(card))
    quoted = [found.span() for found in _QUOTED.finditer(text)]

    def meant(found: re.Match[str]) -> str:
        said = found[0].lower()
        inside = any(start <= found.start() < end for start, end in quoted)
        name = found[0] != said and text[: found.start()].strip()
        if inside or name or not _strange(said):
            return found[0]
        if apart := words.together.get(said):
            return apart
        if said in words.all:
            return found[0]
        before, behind = text[: found.start()].split()[-1:], text[found.end() :].split()[:1]
        named = not _BEFORE_NAMES.isdisjoint(w.lower() for w in before)
        named = named or not _BEHIND_NAMES.isdisjoint(w.lower().strip(",.") for w in behind)
        return _nearest(said, words.options if named else words.all | _OF_WISHES) or found[0]

    return _TYPED.sub(meant, text)


def with_values_respelt(text: str) -> str:
    """A reply that tells a number, a day or a time with the misspelt words of these put right: "hlaf past elevn"."""

    def meant(found: re.Match[str]) -> str:
        said = found[0].lower()
        near = set(_slips_of_values(said)) & _OF_VALUES if said not in _OF_VALUES and _strange(said) else set[str]()
        return near.pop() if len(near) == 1 else found[0]

    return _TYPED.sub(meant, text) if len(text) <= _LONGEST else text


def _slips_of_values(said: str) -> Iterator[str]:
    """What may have been meant of few words: two letters swapped, one too many, or one left out."""
    for at in range(len(said)):
        yield said[:at] + said[at + 1 : at + 2] + said[at] + said[at + 2 :]
        yield said[:at] + said[at + 1 :]
        yield from (said[: at + 1] + letter + said[at + 1 :] for letter in _LETTERS)


def _strange(word: str) -> bool:
    """Whether the language has no such word, as far as it is known here."""
    known = word_vectors()
    if word in known or word in STOP or word in _OF_WISHES:
        return False
    bare = (word.removesuffix(ending) for ending in _ENDINGS if word.endswith(ending))
    roots = (
        form
        for root in bare
        if len(root) > 2
        for form in (root, f"{root}e", root[:-1] if root[-2:-1] == root[-1:] else root)
    )
    return not any(root in known for root in roots)


def _nearest(said: str, words: Iterable[str]) -> str | None:
    """The one word that a slip made this of; None where there is none, or another word is as near."""
    offered = words if isinstance(words, set | frozenset) else set(words)
    for slips in _slips(said):
        near = set(slips)
        found = {word for word in near & offered if word != said}
        if any(word.removeprefix(said) in _ENDINGS and not word.endswith("ss") for word in found):
            return None  # another form of it
        if len({stem(word) for word in found}) == 1:
            return max(found, key=len)
        if found or any(word in word_vectors() for word in near):
            return None
    return None


def _slips(said: str) -> Iterator[Iterator[str]]:
    """What may have been meant, the likeliest slips first: letters swapped or one doubled or not; a letter left out or
    a vowel mistaken; any letter mistaken or too many."""
    size = len(said)
    places = range(1, size)
    if size >= _SWAPPED:
        swapped = (said[:at] + said[at + 1] + said[at] + said[at + 2 :] for at in range(size - 1))
        single = (said[:at] + said[at + 1 :] for at in places if said[at] == said[at - 1])
        double = (said[:at] + said[at - 1] + said[at:] for at in range(1, size + 1))
        yield (word for words in (swapped, single, double) for word in words if len(word) >= _SWAPPED)
        left_out = (said[:at] + letter + said[at:] for at in range(1, size + 1) for letter in _LETTERS)
        vowels = (said[:at] + v + said[at + 1 :] for at in places if said[at] in _VOWELS for v in _VOWELS)
        yield (word for words in (left_out, vowels) for word in words if len(word) >= _LEFT_OUT)
    if size >= _ANY:
        mistaken = (said[:at] + letter + said[at + 1 :] for at in places for letter in _LETTERS)
        more = (said[:at] + said[at + 1 :] for at in places)
        yield (word for words in (mistaken, more) for word in words)


def _read(card: ToolCard) -> Words:
    words = Words()
    texts = [*name_words(card.name), *plain_words_long(card.description)]
    for parameter in parameters_of(card.schema or {}):
        named = [word for part in parameter.path for word in name_words(part)]
        texts += [*named, *plain_words_long(parameter.description)]
        chosen = [name_words(option) if isinstance(option, str) else () for option in parameter.options]
        for each in (*chosen, *([named] if parameter.type == "bool" else ())):
            words.options |= {form for word in each for form in _forms(word)}
        texts += [word for option in parameter.options for word in one_word_names(str(option))]
        apart = (each for each in chosen if len(each) > 1 and len("".join(each)) >= _RUN_TOGETHER)
        words.together |= {"".join(each): " ".join(each) for each in apart}
    words.all = words.options | {form for word in texts for form in _forms(word)}
    return words


def _forms(word: str) -> tuple[str, ...]:
    return (word, word if word.endswith("s") else f"{word}s") if len(word) >= _SWAPPED - 1 else ()


_words_of: MadeOnce[ToolCard, Words] = MadeOnce(_read)
