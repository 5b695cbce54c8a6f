"""What is told of the things of a result, in words, and for which of them a word of a message speaks: by what they are
called, by their days, times and numbers, by what is so of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from itertools import islice

from keyhole.models.embedded.text import STOP, name_words, plain_words, stem
from keyhole.steps.results import DAY, Facts, Result
from keyhole.steps.singled_out import day_in, day_names
from keyhole.steps.spoken_words import WORD, Spoken
from keyhole.steps.thing_values import id_of, is_id, title_of
from keyhole.tools.builtin.number_words import to_digits
from keyhole.word_vectors import word_vectors

_CLOCK = re.compile(r"(?<!\d)(\d{1,2}):(\d\d)(?!\d)")
_SAID_CLOCK = re.compile(r"(\d{1,2})(?:[:.](\d\d))? ?(am|pm)?", re.IGNORECASE)
_LONGEST = 200
"""Characters of a fact that are read."""
_MOST_FACTS = 24
"""Facts of a thing that are read."""
_MOST_WORDS = 60
"""Words of a thing whose meaning counts."""
_PARTS = {
    "morning": (4, 12), "afternoon": (12, 18), "evening": (17, 24), "night": (18, 28), "tonight": (17, 28),
    "lunchtime": (11, 15), "lunch": (11, 15), "noon": (11, 14), "midday": (11, 14), "early": (0, 10), "late": (17, 28),
}  # fmt: skip
"""Hours of the parts of a day."""
_NEAR_DAYS = {"today": 0, "tonight": 0, "tomorrow": 1, "yesterday": -1}
_SATURDAY = 5
_LEAST_FUZZY = 4
"""Letters of a word that may be misspelt, or stand within another."""


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of a thing, by how: kinds of match and the words of each."""

    kinds: Mapping[str, frozenset[str]]
    clocks: tuple[int, ...]
    numbers: frozenset[float]
    title: frozenset[str]
    under: Mapping[str, frozenset[str]]
    """The stems of the last words of the names under which a word is told."""
    meanings: tuple[tuple[float, ...], ...]
    """Where its words point that have a vector (`keyhole.word_vectors`), each of the length 1."""


_EMPTY = frozenset[str]()


@lru_cache(maxsize=64)
def told_of(result: Result, today: date) -> tuple[Told, ...]:
    """What is told of each thing of a result, where it is that day. Kept, as a turn asks for it several times."""
    return tuple(_of_thing(thing, result.noun, today) for thing in result.things)


def _of_thing(thing: Facts, noun: str, today: date) -> Told:
    kinds: dict[str, set[str]] = {}
    under: dict[str, set[str]] = {}
    clocks, numbers = list[int](), set[float]()
    own, title = f"{id_of(thing, noun)}".lower(), title_of(thing)
    title_words = {stem(word) for word in _all_words(title or "")}
    kinds["title"] = title_words
    kinds["id"] = {own, *re.findall(r"[^\W_]+", own)}
    for key, value in islice(thing.items(), _MOST_FACTS):
        named = {stem(word) for word in name_words(key)} - STOP
        if isinstance(value, bool):
            kinds.setdefault("is so" if value else "is not so", set()).update(named)
            continue
        for each in value if isinstance(value, list) else [value]:
            said = f"{each:.15g}" if isinstance(each, float) else f"{each}"[:_LONGEST]
            for word in [said, *map(stem, _all_words(said))]:
                under.setdefault(word, set()).update(map(stem, name_words(key)[-1:]))
            if type(each) in (int, float):
                numbers.add(float(each))
                if each:
                    kinds.setdefault("has some", set()).update(named)
                continue
            if not is_id(key):
                kinds.setdefault("text", set()).update({stem(word) for word in _all_words(said)} - title_words)
            if day := DAY.match(said):
                kinds.setdefault("day", set()).update(_day_words(day, today))
            clocks += [int(c[1]) * 60 + int(c[2]) for c in _CLOCK.finditer(said[:40])]
    return Told(
        {kind: frozenset(words - {""}) for kind, words in kinds.items()}, tuple(clocks), frozenset(numbers),
        frozenset(title_words), {word: frozenset(keys) for word, keys in under.items()}, tuple(_meanings(thing)),
    )  # fmt: skip


def _meanings(thing: Facts) -> Iterator[tuple[float, ...]]:
    vectors = word_vectors()
    texts = [value[:_LONGEST] for value in islice(thing.values(), _MOST_FACTS) if isinstance(value, str)]
    words = dict.fromkeys(word for text in texts for word in plain_words(text) if word not in STOP and word in vectors)
    yield from (tuple(vectors.direction(word)) for word in islice(words, _MOST_WORDS))


def _all_words(text: str) -> list[str]:
    spoken = [found[0].lower().removesuffix("'s") for found in WORD.finditer(text)]
    return [*spoken, *plain_words(text)]


def _day_words(found: re.Match[str], today: date) -> Iterator[str]:
    """How a day may be spoken of, by its name and number, and from today."""
    if (day := day_in(found)) is None:
        return
    yield from day_names(day)
    yield f"{day.day}"
    if day.weekday() >= _SATURDAY:
        yield "weekend"
    for said, days in _NEAR_DAYS.items():
        if day == today + timedelta(days=days):
            yield stem(said)


def matches(word: Spoken, told: Sequence[Told]) -> Iterator[tuple[str, list[int]]]:
    """The things that a word speaks for, by how it does."""
    exact = False
    for kind in ("title", "id", "text", "day", "is so", "is not so", "has some"):
        having = [at for at, each in enumerate(told) if word.stem in each.kinds.get(kind, _EMPTY)
                  or word.text in each.kinds.get(kind, _EMPTY)]  # fmt: skip
        if having:
            exact = True
            yield kind, having
    if clock := _SAID_CLOCK.fullmatch(word.text):
        minutes = int(clock[1]) * 60 + int(clock[2] or 0)
        wanted = {minutes + 720} if (clock[3] or "").lower() == "pm" and minutes < 720 else {minutes}
        wanted |= set() if clock[3] else {minutes + 720}
        if having := [at for at, each in enumerate(told) if wanted & set(each.clocks)]:
            exact = True
            yield "clock", having
        if not clock[2] and not clock[3]:
            number = float(clock[1])
            if having := [at for at, each in enumerate(told) if number in each.numbers]:
                exact = True
                yield "number", having
    elif re.fullmatch(r"\d+(?:\.\d+)?", said := to_digits(word.text)) and (
        having := [at for at, each in enumerate(told) if float(said) in each.numbers]
    ):
        exact = True
        yield "number", having
    if word.text == "free" and (having := [at for at, each in enumerate(told) if 0.0 in each.numbers]):
        exact = True
        yield "costs nothing", having
    if word.text in _PARTS:
        first, last = (60 * hour for hour in _PARTS[word.text])
        if having := [at for at, each in enumerate(told) if any(first <= c < last for c in each.clocks)]:
            exact = True
            yield "part of day", having
    if not exact and len(word.text) >= _LEAST_FUZZY:
        for kind in ("title", "text"):
            near = [at for at, each in enumerate(told) if any(_is_near(word, w) for w in each.kinds.get(kind, _EMPTY))]
            if near:
                yield f"near {kind}", near
                return


def _is_near(word: Spoken, other: str) -> bool:
    """Whether a word is another misspelt, or a part of it."""
    a, b = word.stem, other
    if len(b) < _LEAST_FUZZY:
        return False
    if a in b or b in a:
        return True
    return abs(len(a) - len(b)) <= 1 and a[0] == b[0] and _one_apart(a, b)


def _one_apart(a: str, b: str) -> bool:
    """Whether two words differ by one letter that is another, lacks, or has changed places."""
    if len(a) > len(b):
        a, b = b, a
    at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), len(a))
    if len(a) == len(b):
        return a[at + 1 :] == b[at + 1 :] or (a[at + 2 :] == b[at + 2 :] and a[at : at + 2] == b[at : at + 2][::-1])
    return a[at:] == b[at + 1 :]
