"""Signs in a message that it means one of several things rather than the others: the words that a thing's facts have,
where in the message they stand, what it has most or least of, its place. `thing_meant` weighs them."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from operator import mul
from typing import Any

from keyhole.clock import now
from keyhole.models.embedded.fields.field_reader import field_reader
from keyhole.models.embedded.text import STOP, name_words, plain_words, stem
from keyhole.steps.most import ASKS_FOR_END, MOST, measure, most_of
from keyhole.steps.results import Facts, Result
from keyhole.steps.singled_out import places_said
from keyhole.steps.spoken_words import WORD, Spoken, spoken_words
from keyhole.steps.thing_values import is_id
from keyhole.steps.thing_words import Told, matches, told_of
from keyhole.tools.schema import declared_properties
from keyhole.tools.tool import Tool
from keyhole.word_vectors import word_vectors

# ruff: noqa: SIM905  (word lists read best as words)
_ENDS = [word for word in MOST.split("|") if re.fullmatch("[a-z]{3,}est", word)]
_COMPARES = re.compile(
    rf"\b((?:the|that|this|is) )({'|'.join(word[:-3] for word in _ENDS)})er\b(?= (?:ones?|of)\b|\W*$)", re.IGNORECASE
)
_COMPARED = re.compile(r"\b(more|less)(?= [a-z]{4,20} (?:ones?|of)\b)", re.IGNORECASE)
"""What is said of one of two for what is most: "the cheaper one", "the less expensive of them"."""
_MOST_UNKNOWN = 12
"""Words whose meaning is looked at."""
_SAYS_WHICH = ("one", "the", "near one")
"""What a word stands with that says which thing is meant."""
_LEAST_NEAR = 0.3
"""How near a word has to be to the name of a fact to speak of it."""


def _arguments(tool: Tool | None) -> frozenset[str]:
    """The stems of the last words of the names of a tool's parameters, but for ids, and what a thing is called by."""
    names = declared_properties(tool.parameters) if tool else ()
    return frozenset(stem(word) for n in names if not is_id(n) for word in name_words(n)[-1:]) - {"title", "name"}


_DAYS = frozenset(map(stem, "date day when on start from until deadline due checkin arrival week".split()))
_TIMES = frozenset(map(stem, "time at start end from until begin hour slot when".split()))
_MOMENTS = defaultdict(frozenset[str], {"day": _DAYS, "clock": _TIMES, "part of day": _TIMES})
"""What the names of parameters end with that take what such a word tells."""


def signs(text: str, result: Result, tool: Tool | None) -> tuple[list[dict[str, float]], dict[str, float]]:
    """The signs for each thing of a result, and those that no thing of it is meant."""
    told, things = told_of(result, now().date()), result.things
    rows: list[dict[str, float]] = [{} for _ in told]
    spoken, arguments = spoken_words(text, tool), _arguments(tool)
    unknown = list[Spoken]()
    for word in spoken:
        found = list(matches(word, told))
        _by_words(word, found, told, rows, arguments)
        if not found:
            unknown.append(word)
    _by_meaning(unknown, told, rows)
    _by_title(spoken, told, rows)
    _by_order(text, result, rows)
    _by_flags(text, things, rows)
    return rows, _none(text, result, tool, spoken, unknown)


def _by_meaning(unknown: Sequence[Spoken], told: Sequence[Told], rows: list[dict[str, float]]) -> None:
    """What words mean that no thing has: how near they come to each thing's, beyond the others."""
    vectors = word_vectors()
    for word in [each for each in unknown if each.text in vectors][:_MOST_UNKNOWN]:
        meaning = vectors.direction(word.text)
        near = [max((sum(map(mul, meaning, each)) for each in thing.meanings), default=0.0) for thing in told]
        middle = sum(near) / len(near)
        for at, each in enumerate(near):
            for sign in ("means", *(f"means, {context}" for context in word.contexts if context in _SAYS_WHICH)):
                rows[at][sign] = rows[at].get(sign, 0.0) + (each - middle)


def _by_title(spoken: Sequence[Spoken], told: Sequence[Told], rows: list[dict[str, float]]) -> None:
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
    lower = f" {' '.join(each[0].lower() for each in WORD.finditer(text))} "
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
    told = told_of(result, now().date())
    rows: list[dict[str, float]] = [{} for _ in told]
    _by_words(word, list(matches(word, told)), told, rows, _arguments(tool))
    return rows


def _by_words(
    word: Spoken,
    found: Sequence[tuple[str, list[int]]],
    told: Sequence[Told],
    rows: list[dict[str, float]],
    arguments: frozenset[str],
) -> None:
    """Which things a word speaks for, how, and where it stands: the fewer have it, the more it tells. What is told of a
    thing under the name of an argument of the tool is rather that: "give it to Ben" of those that are Ben's."""
    for kind, having in found:
        weight = 1 - math.log(len(having)) / math.log(len(rows))
        for at in having if weight else ():
            under = told[at].under.get(word.stem) or told[at].under.get(word.text) or frozenset()
            spoken = under & arguments or not _MOMENTS[kind].isdisjoint(arguments)
            contexts = (*word.contexts, "argument") if spoken else word.contexts
            for context in contexts:
                name = f"{kind}, {context}"
                rows[at][name] = rows[at].get(name, 0.0) + weight
