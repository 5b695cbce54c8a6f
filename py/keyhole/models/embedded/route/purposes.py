# ruff: noqa: SIM905  (word lists read best as words)
"""What people ask for when they want what a tool gives, in other words than the tool's: "what do I owe them" is for an
outstanding balance, "who are they up against" for an opponent.

`purposes.txt`: a line has a thing that tools give or do, or several names of it, then a colon and what people say who
want it. Neither word vectors nor the towers know most of this: what tells siblings apart stands among the same words.
Who wrote the lines, and how they were sorted out: the model card, `bench/LOG.md` (2026-11-28).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files

from keyhole.models.embedded.text import STOP, name_words, plain_words, stem
from keyhole.models.model import ToolCard

UNSEEN_IDF = 8.0
MOST = 3.0
"""What a phrase tells at most, in words that nobody has seen."""
_LONGEST = 3
"""Words of the name of a thing."""
_DESCRIBED = 400
"""Characters of a description that are read."""
_BETWEEN = frozenset(
    "the a an of to is are was were be been am do does did will would it its i me my we us our you your he his him she "
    "her they them their this that these those s".split()
)
"""Words that may stand between the others of a phrase."""
_QUESTION = frozenset("what how which who whom whose when where why".split())
_ASKS, _JOINS = 1.5, 0.5
"""What a question word tells, and any other function word, as the weight of a stem."""
_FUNCTION = frozenset(map(stem, STOP))


@cache
def _lines() -> tuple[dict[str, list[int]], list[str]]:
    """The places of the lines by the names in them, and what each has people say."""
    names: dict[str, list[int]] = {}
    phrases: list[str] = []
    text = files("keyhole.models.embedded.route").joinpath("purposes.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            things, said = line.split(": ", 1)
            for name in things.split(", "):
                names.setdefault(name, []).append(len(phrases))
            phrases.append(said)
    return names, phrases


@lru_cache(maxsize=4_000)
def _said(line: int) -> tuple[str, ...]:
    """What people say who want the thing of a line, as stems between blanks."""
    return tuple(_stems(phrase.split()) for phrase in _lines()[1][line].split(", "))


def _stems(words: Iterable[str]) -> str:
    return f" {' '.join(stem(word) for word in words if word not in _BETWEEN)} "


@lru_cache(maxsize=500)
def _purposes(name: str, description: str) -> frozenset[int]:
    """The lines of which a tool has the thing in its name or its description."""
    names = _lines()[0]
    found: set[int] = set()
    described = tuple(word for part in description[:_DESCRIBED].split() for word in plain_words(part))
    for words in (name_words(name), described):
        for at, first in enumerate(words):
            for length in range(2 if first in STOP else 1, _LONGEST + 1):
                for thing in _singular(" ".join(words[at : at + length])):
                    found.update(names.get(thing, ()))
    return frozenset(found)


def _singular(thing: str) -> tuple[str, ...]:
    """A name as it stands, and as the table may have it."""
    if thing.endswith("ies"):
        return thing, f"{thing[:-3]}y"
    return thing, thing.removesuffix("s"), thing.removesuffix("es")


def purposes(query: str, cards: Sequence[ToolCard], idf: Mapping[str, float]) -> list[float]:
    """How much the request says of every tool that it wants what this one alone gives, 0 to `MOST`: the weight of the
    best phrase, by its words' inverse document frequencies."""
    said = _stems(word for part in query[:2000].split() for word in plain_words(part))
    wanted = [
        {line: weight for line in _purposes(card.name, card.description) if (weight := _best(line, said, idf))}
        for card in cards
    ]
    by = Counter(line for lines in wanted for line in lines)
    return [max((weight for line, weight in lines.items() if by[line] == 1), default=0.0) for lines in wanted]


def _best(line: int, said: str, idf: Mapping[str, float]) -> float:
    """What the most telling phrase of a line that a request has tells, in words that nobody has seen."""

    def weight(word: str) -> float:
        if word in _QUESTION:
            return _ASKS
        return _JOINS if word in _FUNCTION else idf.get(word, UNSEEN_IDF)

    weights = (sum(map(weight, phrase.split())) for phrase in _said(line) if phrase in said)
    return min(MOST, max(weights, default=0.0) / UNSEEN_IDF)
