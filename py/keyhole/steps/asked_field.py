"""The field of what was shown that a question asks for in words of its own: "until when can I give it back" asks for
`return_by`. What the rules of `asked_of_result` know no words for is read by a `FieldReader`, and a small linear model
says whether that is what is wanted, or a call, or nothing that is there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from keyhole.models.embedded.fields.field_reader import field_reader
from keyhole.models.embedded.text import STOP, name_words, plain_words, stem
from keyhole.models.model import ToolCard
from keyhole.steps.earlier import LOOKED_BACK, Earlier
from keyhole.steps.fact_asked_for import with_currency
from keyhole.steps.found import Found
from keyhole.steps.kinds_of_tool import changes
from keyhole.steps.lookers import IN_GENERAL
from keyhole.steps.most import measure, way_of
from keyhole.steps.of_here import asks_of_shown, is_of_here
from keyhole.steps.results import Facts
from keyhole.steps.singled_out import Singled, singled_out, words_of
from keyhole.steps.summed import asks_for_sum
from keyhole.steps.thing_values import is_id, title_of
from keyhole.steps.wants_done import kind_of_message
from keyhole.tools.condense import to_json
from keyhole.tools.schema import declared_properties

_LONGEST = 200
"""Characters of such a question, and of a value whose words count."""
_LEAD = re.compile(
    r"\W*(?:(?:and|so|ok|okay|but|wait|hm+|oh|ah|well|right|great|thanks|cool|nice|sorry|also|then|just)\b\W*){0,4}",
    re.IGNORECASE,
)
_WH = re.compile(
    r"(?:(?:by|since|until|till|from|at|for|to|on|in|with|under) )?"
    r"(?:what|which|who|whom|whose|when|where|why|how)(?:s|re|d|ll)?\b",
    re.IGNORECASE,
)
_AUX = re.compile(
    r"(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|may|must|should|any)(?:n['\u2019]?t)?\b",
    re.IGNORECASE,
)
_IT = re.compile(r"\b(?:it|its|it's|that|this|he|she|they|them|him|her|his|hers|their|there)\b", re.IGNORECASE)
_OF_THEM = re.compile(
    r"\b(?:which|who|whose|whos|any|any\w+|ones?|them|these|those|all|each|every\w*)\b", re.IGNORECASE
)
_PROPER = re.compile(r"(?<=[\w,] )[A-Z][a-z]{2,}\b|\b[A-Z]*\d[\w-]{0,20}")
"""Names and numbers in a question."""
_ABOUT = re.compile(r"\b(?:(?:what|how) about|same (?:for|with)|instead)\b|\A\W*(?:only|just)\b", re.IGNORECASE)
"""Asks for the same with another value, or for fewer of it."""
_WHICH = re.compile(r"wh?ich\b", re.IGNORECASE)
"""Begins a question for some of several things."""
_END = re.compile(r"\b(?:[a-z]{3,}est|most|least|fewest|first|last|best|worst)\b", re.IGNORECASE)
"""Asks for the thing with the most or the least of something."""
_HOW_MANY = re.compile(r"\bhow many\b", re.IGNORECASE)
_TOGETHER = re.compile(r"\b(?:all? ?together|in total|all in all|in all|in sum)\b", re.IGNORECASE)
"""Asks for what things come to."""
_MOST = 6.0
_SHOWN, _CLOSE = 2, 0.5
"""Fields that are shown, at most, and how far behind the likeliest the second may be, in log-odds."""
_LONGEST_NAME = 60
_FLAGS = ("ok", "success")
"""What says of the call that it was made, and nothing of a thing."""
_LISTED = 20
"""Things of which one field is shown, at most."""
_HOW = ("place", "named", "mentioned", "only", "beside", "all")
WEIGHTS: Mapping[str, float] = {
    "bias": -1.6, "best": 0.45, "ahead": -0.07, "place": 0.08, "named": 0.39, "mentioned": 0.51, "only": -0.44,
    "beside": -0.02, "all": -0.63, "wh": 2.26, "aux": 2.15, "do": -0.61, "tells": 0.15, "mark": 0.37, "about": -2.61,
    "general": -1.04, "here": 0.3, "shown": -0.17, "it": 0.41, "them": 0.73, "end": 0.43, "words": 0.32,
    "fields": 0.3, "strange": -0.76, "share": -1.52, "other": -2.39, "said": -0.47, "none": 0.75, "clarify": -0.5,
    "looks": -0.07, "changes": -0.29, "same": 1.42, "tool_said": -1.44,
}  # fmt: skip
"""What each sign weighs in the log-odds of a message being about what was shown, fitted to the four files of
`bench/shown` that may be read, to as many messages that are about something else, and to those of `bench/answers` and
`bench/conversations` that have a result before them."""
LIKELY = 0.0
"""Log-odds from which a question is taken for one about what was shown."""
_PLAIN, _LEAST_PLAIN, _AHEAD = 1.0, -0.5, 1.0
"""Log-odds of a field from which it is told as what was asked for, and from which it is where it is so much likelier
than any other: three in four of such are right."""
_NEAREST = 4
HEDGE = "What was shown does not say that in so many words. The nearest of it:"


@dataclass(frozen=True, slots=True)
class AskedField:
    """The fields of things that a question may ask for, the likeliest first, and what tells whether it does."""

    call: Earlier
    things: tuple[Facts, ...]
    odds: tuple[tuple[str, float], ...]
    signs: Mapping[str, float]
    strange: frozenset[str]
    """Stems of what the question says that is nothing of the things, their fields or the call."""

    @property
    def is_plain(self) -> bool:
        """Whether the likeliest field is likely enough to be told alone."""
        best = self.odds[0][1]
        return best > _PLAIN or (best > _LEAST_PLAIN and self.signs["ahead"] > _AHEAD)


def asked_field(question: str, before: Sequence[Earlier], since: Sequence[str]) -> AskedField | None:
    """None where nothing was shown that it could be a field of. The calls are given the latest first; `since`: what was
    said after the last call, the latest first."""
    if not before or before[0].missing or len(question) > _LONGEST:
        return None
    # of what was listed before the last call a thing has to be meant
    found = [
        each
        for place, call in enumerate(_shown(before))
        for each in _candidates(question, call, since)
        if place == 0 or not (each.signs["all"] or each.signs["beside"])
    ]
    return max(found, key=lambda each: each.odds[0][1] + each.signs["named"], default=None)


def _shown(before: Sequence[Earlier]) -> list[Earlier]:
    """The last call that brought anything, and the last one that brought several things."""
    brought = [call for call in before[:LOOKED_BACK] if call.result and (call.result.facts or call.result.things)]
    several = [call for call in brought if call.result and len(call.result.things) > 1]
    return [*brought[:1], *(call for call in several[:1] if call is not brought[0])]


def _candidates(question: str, call: Earlier, since: Sequence[str]) -> list[AskedField]:
    result = call.result
    assert result is not None
    if result.only:
        return _read(question, question, call, (result.only,), "only")
    of_them = _WHICH.match(question, _begins(question)) is not None
    found = _read(question, question, call, (result.facts,), "beside") if result.facts and not of_them else []
    singled, rest = singled_out(question, result, {call.noun}), question
    if singled is not None and (singled.by == "most" or (singled.by == "place" and of_them)):
        return found + _read(question, question, call, result.things[:_LISTED], "all")
    if singled is not None:
        rest = f"{question[: singled.start]} it {question[singled.end :]}"
    elif _IT.search(question):
        said = (singled_out(text, result, {call.noun}) for text in (*since, call.asked))
        singled = next((each for each in said if each is not None and len(each.things) == 1), None)
    if singled is None:
        return found + _read(question, question, call, result.things[:_LISTED], "all")
    if len(singled.things) != 1:
        return found
    return found + _read(question, rest, call, singled.things, _how(singled))


def _how(singled: Singled) -> str:
    if singled.by in ("place", "only"):
        return singled.by
    return "mentioned" if singled.by == "mention" else "named"


def _read(question: str, rest: str, call: Earlier, things: Sequence[Facts], how: str) -> list[AskedField]:
    """What a question asks for of things: none of what it says itself, unless that is asked for by yes or no."""
    told, aux = {stem(word) for word in plain_words(question)}, _AUX.match(question, _begins(question)) is not None
    fields = {name: value for thing in reversed(things) for name, value in thing.items() if name not in _FLAGS}
    if how != "all" and not aux:
        fields = {name: value for name, value in fields.items() if not _is_said(value, told)}
    if not fields:
        return []
    odds = field_reader().odds(rest, fields)
    ranked = tuple(sorted(odds.items(), key=lambda each: -each[1]))
    words = {stem(word) for word in plain_words(question) if word not in STOP}
    known = {stem(word) for key in fields for word in name_words(key)}.union(*map(words_of, things))
    about = {stem(word) for value in call.args.values() for word in plain_words(f"{value}")} | {call.noun}
    strange = frozenset(words - known - about)
    said = not words.isdisjoint({stem(word) for word in plain_words(f"{fields[ranked[0][0]]}"[:_LONGEST])})
    proper = {stem(word.lower()) for word in _PROPER.findall(question)}
    signs = {
        **_signs(question, ranked),
        "strange": min(6, len(strange)) / 3,
        "share": len(strange) / max(1, len(words)),
        "other": float(not proper <= known | about),
        "said": float(said),
        how: 1.0,
    }
    return [AskedField(call, tuple(things), ranked, signs, strange)]


def _begins(question: str) -> int:
    lead = _LEAD.match(question)
    return lead.end() if lead else 0


def _is_said(value: Any, told: set[str]) -> bool:
    words = {stem(word) for word in plain_words(f"{value}"[:_LONGEST])}
    return not isinstance(value, bool) and bool(words) and words <= told


def _signs(question: str, ranked: Sequence[tuple[str, float]]) -> dict[str, float]:
    begins, best, kind = _begins(question), ranked[0][1], kind_of_message(question)
    return {
        "bias": 1.0,
        "best": max(-_MOST, min(_MOST, best)),
        "ahead": min(_MOST, best - ranked[1][1]) if len(ranked) > 1 else 1.0,
        **dict.fromkeys(_HOW, 0.0),
        "wh": float(_WH.match(question, begins) is not None),
        "aux": float(_AUX.match(question, begins) is not None),
        "do": float(kind == "do"),
        "tells": float(kind == "tell"),
        "mark": float("?" in question),
        "about": float(_ABOUT.search(question) is not None),
        "general": float(IN_GENERAL.match(question) is not None),
        "here": float(is_of_here(question)),
        "shown": float(asks_of_shown(question)),
        "it": float(_IT.search(question) is not None),
        "them": float(_OF_THEM.search(question) is not None),
        "end": float(_END.search(question) is not None),
        "words": len(question.split()) / 10,
        "fields": len(ranked) / 10,
    }


def _words_of(card: ToolCard) -> set[str]:
    """The stems of a tool's name, of its description, of its parameters' names and of their choices."""
    choices = (each.get("enum") for each in declared_properties(card.schema).values() if isinstance(each, dict))
    options = [f"{option}" for choice in choices if isinstance(choice, list) for option in choice[:_LISTED]]
    named = (word for name in (card.name, *card.parameters, *options) for word in name_words(name))
    return {stem(word) for word in (*named, *plain_words(card.description[:_LONGEST])) if word not in STOP}


def likely_asked(asked: AskedField, chosen: ToolCard | None, choice: str) -> float:
    """The log-odds that a message is about what was shown rather than for a call. `choice` and `chosen`: what the
    router made of it, and the tool that it chose."""
    return sum(WEIGHTS[sign] * told for sign, told in signs_with(asked, chosen, choice).items())


def signs_with(asked: AskedField, chosen: ToolCard | None, choice: str) -> dict[str, float]:
    """All that tells, by the names in `WEIGHTS`."""
    routed = {
        "none": float(choice == "none"),
        "clarify": float(choice == "clarify"),
        "looks": float(chosen is not None and not changes(chosen)),
        "changes": float(chosen is not None and changes(chosen)),
        "same": float(chosen is not None and chosen.name == asked.call.tool.name),
        "tool_said": float(chosen is not None and not asked.strange.isdisjoint(_words_of(chosen))),
    }
    return {**asked.signs, **routed}


def told(question: str, asked: AskedField) -> Found:
    """What is asked for, as what is found: the likeliest field and one that is about as likely; of several things the
    one with most or least of it where that is asked for, else the field of each."""
    shown: Any
    all_of_them = asked.call.result.things if asked.call.result else asked.things
    names = [name for name, odds in asked.odds[:_SHOWN] if odds > asked.odds[0][1] - _CLOSE]
    if len(asked.things) == 1:
        thing = asked.things[0]
        called = {} if asked.signs["only"] or asked.signs["beside"] else _called(thing, all_of_them)
        nearest = [name for name, _ in asked.odds[:_NEAREST]]
        fields = _some(thing, names if asked.is_plain else nearest)
        first = next(iter(fields.values()))
        lead: dict[str, Any] = {"count": len(first)} if _HOW_MANY.search(question) and isinstance(first, list) else {}
        lead = lead if asked.is_plain else {"answer": HEDGE}
        shown = with_currency({**lead, **called, **fields}, thing)
    elif (asks_for_sum(question) or _TOGETHER.search(question)) and (
        total := _total(asked.things, names[0])
    ) is not None:
        shown = {names[0]: total}
    elif asked.signs["end"] and (ends := _end_of(question, asked)):
        best, name = ends
        shown = with_currency({**_called(best, all_of_them), name: best[name]}, best)
    else:
        shown = [{**_called(thing, all_of_them), **_some(thing, names[:1])} for thing in asked.things]
    return Found(asked.call.tool.name, dict(asked.call.args), to_json(shown))


def _some(thing: Facts, names: Sequence[str]) -> dict[str, Any]:
    return {name: thing[name] for name in names if name in thing}


def _end_of(question: str, asked: AskedField) -> tuple[Facts, str] | None:
    """The thing with the most of a field, or the least, whichever a question asks for, and that field: the likeliest
    that orders things."""
    for name in (name for name, _ in asked.odds if not is_id(name)):
        rated = [(value, thing) for thing in asked.things if (value := measure(thing.get(name))) is not None]
        if len(rated) > 1 and len({value for value, _ in rated}) > 1:
            way = way_of(question, name) or field_reader().most(question, name, rated[0][1][name])
            return max(rated, key=lambda each: each[0] if way > 0 else -each[0])[1], name
    return None


def _total(things: Sequence[Facts], name: str) -> float | None:
    """The sum of a field, where it is a number of each thing that has it."""
    values = [thing[name] for thing in things if name in thing]
    numbers = [value for value in values if type(value) in (int, float)]
    return round(sum(numbers), 10) if numbers and len(numbers) == len(values) else None


def _called(thing: Facts, others: Sequence[Facts]) -> dict[str, Any]:
    """What a thing is called, under its own name for that: its title where no other has the same, else the first text
    that tells them apart."""
    title = title_of(thing)
    texts = {name: value for name, value in thing.items() if isinstance(value, str) and len(value) <= _LONGEST_NAME}
    apart = [name for name in texts if len({f"{each.get(name)}" for each in others}) == len(others)]
    titled = [name for name in apart if title and texts[name].startswith(title)]
    return {name: thing[name] for name in (titled or apart)[:1]}
