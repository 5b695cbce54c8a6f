"""Signs in a message that it means one of several things rather than the others: the words that a thing's facts have,
where in the message they stand, what it has most or least of, its place. `thing_meant` weighs them."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import Any

from keyhole.clock import now
from keyhole.models.embedded.fields.field_reader import field_reader
from keyhole.models.embedded.options.denials import denied
from keyhole.models.embedded.text import STOP, name_words, plain_words, stem
from keyhole.steps.most import ASKS_FOR_END, MOST, measure, most_of
from keyhole.steps.results import DAY, Facts, Result
from keyhole.steps.singled_out import places_said
from keyhole.steps.thing_values import id_of, is_id, title_of
from keyhole.tools.builtin.number_words import to_digits
from keyhole.tools.schema import declared_properties
from keyhole.tools.tool import Tool
from keyhole.word_vectors import word_vectors

# ruff: noqa: SIM905  (word lists read best as words)
_WORD = re.compile(r"(?=[\w-]{0,40}\d)[^\W_]+(?:[.:_-][^\W_]+)+|[^\W_]+(?:[.:'\u2019][^\W_]+)*")
"""A word, or a code: BK-204, 8:30."""
_CLOCK = re.compile(r"(?<!\d)(\d{1,2}):(\d\d)(?!\d)")
_SAID_CLOCK = re.compile(r"(\d{1,2})(?:[:.](\d\d))? ?(am|pm)?", re.IGNORECASE)
_LONGEST = 200
"""Characters of a fact that are read."""
_DETERMINERS = frozenset("the that this those these my our your his her their its".split())
_PREPOSITIONS = frozenset("to for with at on in from of as by until till about called named into under over".split())
_ONES = frozenset("one ones thing guy".split())
_PARTS = {
    "morning": (4, 12), "afternoon": (12, 18), "evening": (17, 24), "night": (18, 28), "tonight": (17, 28),
    "lunchtime": (11, 15), "lunch": (11, 15), "noon": (11, 14), "midday": (11, 14), "early": (0, 10), "late": (17, 28),
}  # fmt: skip
"""Hours of the parts of a day."""
_NEAR_DAYS = {"today": 0, "tonight": 0, "tomorrow": 1, "yesterday": -1}
_ENDS = [word for word in MOST.split("|") if re.fullmatch("[a-z]{3,}est", word)]
_COMPARES = re.compile(
    rf"\b((?:the|that|this|is) )({'|'.join(word[:-3] for word in _ENDS)})er\b(?= (?:ones?|of)\b|\W*$)", re.IGNORECASE
)
_COMPARED = re.compile(r"\b(more|less)(?= [a-z]{4,20} (?:ones?|of)\b)", re.IGNORECASE)
"""What is said of one of two for what is most: "the cheaper one", "the less expensive of them"."""
_LEAST_NEAR = 0.3
"""How near a word has to be to the name of a fact to speak of it."""
_LEAST_FUZZY = 4
"""Letters of a word that may be misspelt, or stand within another."""
_UNKNOWN = frozenset(plain for plain in ("ok", "okay", "please", "pls", "plz", "thanks", "actually", "again"))


@dataclass(frozen=True, slots=True)
class Spoken:
    """A word of a message: as it is written, its stem, where it stands, and signs of its place in the message."""

    text: str
    stem: str
    start: int
    end: int
    contexts: tuple[str, ...]


def spoken_words(text: str, tool: Tool | None) -> list[Spoken]:
    """The words of a message that may tell things apart."""
    found = list(_WORD.finditer(text))
    lower = [each[0].lower().replace("\u2019", "'") for each in found]
    owned = [word.endswith("'s") for word in lower]
    plain = [word.removesuffix("'s") for word in lower]
    marks = [text[each.end() : each.end() + 1] for each in found]
    named, options = _words_of_tool(tool) if tool else (frozenset[str](), frozenset[str]())
    words = []
    for at, each in enumerate(found):
        if plain[at] in STOP or plain[at] in _UNKNOWN:
            continue
        contexts = ["any", *_around(plain, at)]
        if owned[at]:
            contexts.append("owned")
        if denied(lower, at, marks):
            contexts.append("denied")
        if at <= 1:
            contexts.append("begins")
        if at == len(found) - 1:
            contexts.append("ends")
        if at and each[0][:1].isupper():
            contexts.append("capital")
        if any(map(str.isdigit, each[0])):
            contexts.append("number" if each[0][:1].isdigit() else "code")
        if stem(plain[at]) in named:
            contexts.append("tool")
        if stem(plain[at]) in options:
            contexts.append("option")
        words.append(Spoken(plain[at], stem(plain[at]), each.start(), each.end(), tuple(contexts)))
    return words


def _around(words: Sequence[str], at: int) -> Iterator[str]:
    """What stands around a word that tells whether it says which thing, or something else."""
    before = words[max(0, at - 3) : at]
    if words[at + 1 : at + 2] and words[at + 1] in _ONES:
        yield "one"
    elif words[at + 2 : at + 3] and words[at + 2] in _ONES:
        yield "near one"
    for place, word in enumerate(reversed(before)):
        if word in _PREPOSITIONS:
            yield f"after {word}"
            if place and before[-1] in _DETERMINERS:
                yield "after the"
            return
        if word in _DETERMINERS:
            yield "the"
            return


def _arguments(tool: Tool | None) -> frozenset[str]:
    """The stems of the last words of the names of a tool's parameters, but for ids, and what a thing is called by."""
    names = declared_properties(tool.parameters) if tool else ()
    return frozenset(stem(word) for n in names if not is_id(n) for word in name_words(n)[-1:]) - {"title", "name"}


def _words_of_tool(tool: Tool) -> tuple[frozenset[str], frozenset[str]]:
    """The stems of the names of a tool and its parameters, and of its choices."""
    properties = declared_properties(tool.parameters)
    named = [word for name in (tool.name, *properties) for word in name_words(name)]
    choices = [f"{o}" for s in properties.values() if isinstance(s, dict) for o in s.get("enum", ())[:30]]
    options = [word for choice in choices for word in name_words(choice)]
    return frozenset(map(stem, named)), frozenset(map(stem, options))


@dataclass(frozen=True, slots=True)
class _Told:
    """What is told of a thing, by how: kinds of match and the words of each."""

    kinds: Mapping[str, frozenset[str]]
    clocks: tuple[int, ...]
    numbers: frozenset[float]
    title: frozenset[str]
    under: Mapping[str, frozenset[str]]
    """The stems of the last words of the names under which a word is told."""


_EMPTY = frozenset[str]()
_DAYS = frozenset(map(stem, "date day when on start from until deadline due checkin arrival week".split()))
_TIMES = frozenset(map(stem, "time at start end from until begin hour slot when".split()))
_MOMENTS = defaultdict(frozenset[str], {"day": _DAYS, "clock": _TIMES, "part of day": _TIMES})
"""What the names of parameters end with that take what such a word tells."""


@lru_cache(maxsize=64)
def _told(result: Result, today: date) -> tuple[_Told, ...]:
    return tuple(_of_thing(thing, result.noun, today) for thing in result.things)


def _of_thing(thing: Facts, noun: str, today: date) -> _Told:
    kinds: dict[str, set[str]] = {}
    under: dict[str, set[str]] = {}
    clocks, numbers = list[int](), set[float]()
    own, title = f"{id_of(thing, noun)}".lower(), title_of(thing)
    title_words = {stem(word) for word in _all_words(title or "")}
    kinds["title"] = title_words
    kinds["id"] = {own, *re.findall(r"[^\W_]+", own)}
    for key, value in thing.items():
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
    return _Told(
        {kind: frozenset(words - {""}) for kind, words in kinds.items()}, tuple(clocks), frozenset(numbers),
        frozenset(title_words), {word: frozenset(keys) for word, keys in under.items()},
    )  # fmt: skip


def _all_words(text: str) -> list[str]:
    spoken = [found[0].lower().removesuffix("'s") for found in _WORD.finditer(text)]
    return [*spoken, *plain_words(text)]


def _day_words(found: re.Match[str], today: date) -> Iterator[str]:
    try:
        day = date(int(found[1]), int(found[2]), int(found[3]))
    except ValueError:
        return
    for form in ("%A", "%a", "%B", "%b"):
        yield stem(day.strftime(form).lower())
    ends = {1: "st", 2: "nd", 3: "rd"}.get(day.day % 10 if day.day not in (11, 12, 13) else 0, "th")
    yield f"{day.day}{ends}"
    yield f"{day.day}"
    if day.weekday() >= 5:
        yield "weekend"
    for said, days in _NEAR_DAYS.items():
        if day == today + timedelta(days=days):
            yield stem(said)


def signs(text: str, result: Result, tool: Tool | None) -> tuple[list[dict[str, float]], dict[str, float]]:
    """The signs for each thing of a result, and those that no thing of it is meant."""
    told, things = _told(result, now().date()), result.things
    rows: list[dict[str, float]] = [{} for _ in told]
    spoken, arguments = spoken_words(text, tool), _arguments(tool)
    unknown = list[Spoken]()
    for word in spoken:
        found = list(_matches(word, told))
        _by_words(word, found, told, rows, arguments)
        if not found:
            unknown.append(word)
    _by_meaning(unknown, told, things, rows)
    _by_title(spoken, told, rows)
    _by_order(text, result, rows)
    _by_flags(text, things, rows)
    return rows, _none(text, result, tool, spoken, unknown)


def _matches(word: Spoken, told: Sequence[_Told]) -> Iterator[tuple[str, list[int]]]:
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


def _by_meaning(
    unknown: Sequence[Spoken], told: Sequence[_Told], things: Sequence[Facts], rows: list[dict[str, float]]
) -> None:
    """What words mean that no thing has: how near they come to each thing's, beyond the others."""
    vectors = word_vectors()
    for word in unknown:
        if word.text not in vectors:
            continue
        meaning = vectors.meaning([word.text])
        near = []
        for thing in things:
            words = {w for value in thing.values() if isinstance(value, str) for w in plain_words(value[:_LONGEST])}
            words = {w for w in words if w in vectors and w not in STOP}
            near.append(max((meaning.cosine(vectors.meaning([w])) for w in words), default=0.0))
        middle = sum(near) / len(near)
        for at, each in enumerate(near):
            rows[at]["means"] = rows[at].get("means", 0.0) + (each - middle)
            for context in word.contexts:
                if context in ("one", "the", "near one"):
                    rows[at][f"means, {context}"] = rows[at].get(f"means, {context}", 0.0) + (each - middle)


def _by_title(spoken: Sequence[Spoken], told: Sequence[_Told], rows: list[dict[str, float]]) -> None:
    """How much of a thing's title is said."""
    said = {word.stem for word in spoken} | {word.text for word in spoken}
    for at, each in enumerate(told):
        own = {word for word in each.title if word not in STOP}
        if own:
            share = len(own & said) / len(own)
            rows[at]["share of title"] = share
            rows[at]["whole title"] = float(share == 1)


def _by_order(text: str, result: Result, rows: list[dict[str, float]]) -> None:
    """What has most or least of what is said, and what stands at the place that is said."""
    things = result.things
    text = _COMPARES.sub(r"\1\2est", _COMPARED.sub(_superlative, text))
    if found := most_of(text, things):
        rows[next(at for at, thing in enumerate(things) if thing is found[0])]["most"] = 1.0
    if ASKS_FOR_END.search(text):
        fields = {name: value for thing in reversed(things) for name, value in thing.items() if not is_id(name)}
        odds = sorted(field_reader().odds(text, fields).items(), key=lambda each: -each[1]) if fields else []
        for name, _ in odds:
            rated = [(value, at) for at, thing in enumerate(things) if (value := measure(thing.get(name))) is not None]
            if len({value for value, _ in rated}) < 2:
                continue
            way = field_reader().most(text, name, things[rated[0][1]][name])
            end = max(rated, key=lambda each: each[0] if way > 0 else -each[0])[1]
            rows[end]["end"] = 1.0
            break
    for sign, places in zip(("place", "ordinal"), places_said(text, result), strict=True):
        for at in places:
            rows[at][sign] = 1.0


def _superlative(found: re.Match[str]) -> str:
    return "most" if found[1].lower() == "more" else "least"


def _by_flags(text: str, things: Sequence[Facts], rows: list[dict[str, float]]) -> None:
    """What is so of a thing and not of others, where the message speaks of that: "the one that hasn't been paid"."""
    fields: dict[str, Any] = {}
    for name in dict.fromkeys(name for thing in things for name in thing):
        values = {f"{thing.get(name)}" for thing in things}
        flag = any(isinstance(thing.get(name), bool) for thing in things) or any(name not in thing for thing in things)
        if flag and len(values) > 1:
            fields[name] = next(thing[name] for thing in things if name in thing)
    if not fields:
        return
    lower = text.lower()
    negative = float(bool(re.search(r"\b(?:not|no|never|yet|still|without|nobody|none|\w+n['\u2019]?t)\b", lower)))
    vectors = word_vectors()
    said = [vectors.meaning([word]) for word in plain_words(text) if word not in STOP and word in vectors]
    for name, odds in field_reader().odds(text, fields).items():
        likely = 1 / (1 + math.exp(-odds))
        named = [vectors.meaning([word]) for word in name_words(name) if word not in STOP and word in vectors]
        near = max((each.cosine(other) for each in said for other in named), default=0.0)
        for at, thing in enumerate(things):
            so = 1.0 if thing.get(name) else -1.0
            for sign, value in (("flag", likely * so), ("flag named", max(0.0, near - _LEAST_NEAR) * so)):
                rows[at][sign] = rows[at].get(sign, 0.0) + value
                rows[at][f"{sign}, denied"] = rows[at].get(f"{sign}, denied", 0.0) + value * negative


def _none(
    text: str, result: Result, tool: Tool | None, spoken: Sequence[Spoken], unknown: Sequence[Spoken]
) -> dict[str, float]:
    """Signs that a message is about none of the things."""
    strange = [word for word in unknown if "tool" not in word.contexts and "option" not in word.contexts]
    contexts = Counter(context for word in strange for context in word.contexts)
    lower = f" {' '.join(each[0].lower() for each in _WORD.finditer(text))} "
    found = {
        "bias": 1.0,
        "strange": min(6, len(strange)) / 3,
        "strange capital": float(bool(contexts["capital"])),
        "strange number": float(bool(contexts["number"])),
        "strange code": float(bool(contexts["code"])),
        "strange the": float(bool(contexts["the"])),
        "strange one": float(bool(contexts["one"])),
        "strange begins": float(bool(contexts["begins"])),
        "words": len(spoken) / 5,
        "says one": float(re.search(r" ones? ", lower) is not None),
        "says the": float(" the " in lower),
        "says it": float(re.search(r" (?:it|that|this|them|him|her) ", lower) is not None),
        "says a": float(re.search(r" (?:an?|any|some|new|another|more) ", lower) is not None),
        "shows": float(re.match(r" (?:show|list|find|search|any|what about|how about|and in|look)", lower) is not None),
    }
    if tool is not None:
        properties = declared_properties(tool.parameters)
        ids = [name for name in properties if is_id(name)]
        found["takes id"] = float(bool(ids))
        found["needs id"] = float(bool(set(ids) & set(tool.parameters.get("required", ()))))
    return found


def word_signs(word: Spoken, result: Result, tool: Tool | None) -> list[dict[str, float]]:
    """The signs of one word for each thing of a result."""
    told = _told(result, now().date())
    rows: list[dict[str, float]] = [{} for _ in told]
    _by_words(word, list(_matches(word, told)), told, rows, _arguments(tool))
    return rows


def _by_words(
    word: Spoken,
    found: Sequence[tuple[str, list[int]]],
    told: Sequence[_Told],
    rows: list[dict[str, float]],
    arguments: frozenset[str],
) -> None:
    """Which things a word speaks for, how, and where it stands: the fewer have it, the more it tells. What is told of a
    thing under the name of an argument of the tool is rather that: "give it to Ben" of those that are Ben's."""
    for kind, having in found:
        weight = 1 - math.log(len(having)) / math.log(len(rows))
        for at in having if weight else ():
            under = told[at].under.get(word.stem) or told[at].under.get(word.text) or _EMPTY
            spoken = under & arguments or not _MOMENTS[kind].isdisjoint(arguments)
            contexts = (*word.contexts, "argument") if spoken else word.contexts
            for context in contexts:
                name = f"{kind}, {context}"
                rows[at][name] = rows[at].get(name, 0.0) + weight
