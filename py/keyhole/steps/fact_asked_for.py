"""Which facts of one thing a question asks for, in its own words: "where was this taken?" asks for the place and not
for the day that is called "taken", "who's the backup?" for what is called "secondary"."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from keyhole.models.embedded.text import name_words, plain_words, stem
from keyhole.steps.results import Facts
from keyhole.steps.thing_values import is_id

# ruff: noqa: SIM905  (word lists read best as words)
_CLOCK_OR_DAY = re.compile(
    r"\d{1,4}[-/.:]\d\d|\b(?:\d{1,2}|\d{1,2} ?[ap]m|[a-z]{2,6}day|noon|midnight)\b", re.IGNORECASE
)
_DAY_ONLY = re.compile(r"\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?|\d{1,2}:\d\d(?::\d\d)?")
_SHORT = 120
"""Characters of a value that is a name, a place or a day, and no prose."""


def _is_number(value: Any) -> bool:
    if isinstance(value, str):
        return re.search(r"\d", value[:_SHORT]) is not None and _DAY_ONLY.fullmatch(value[:_SHORT]) is None
    return type(value) in (int, float)


def _is_moment(value: Any) -> bool:
    return type(value) is int or (isinstance(value, str) and _CLOCK_OR_DAY.search(value[:_SHORT]) is not None)


def _is_name(value: Any) -> bool:
    if isinstance(value, list):
        return True
    return isinstance(value, str) and len(value) <= _SHORT and _DAY_ONLY.fullmatch(value) is None


def _is_person(value: Any) -> bool:
    return _is_name(value) and (isinstance(value, list) or re.match(r"v?\d", value) is None)


def _is_place(value: Any) -> bool:
    return type(value) is int or _is_name(value)


_KINDS = tuple(
    (re.compile(asks, re.IGNORECASE), fits, frozenset(names.split()), frozenset(map(stem, verbs.split())))
    for asks, fits, names, verbs in (
        (
            r"\bwhen\b|\bwhat (?:day|date|time)\b",
            _is_moment,
            "date day time when start due sent departure arrival delivery",
            "happen day date time",
        ),
        (r"\bhow much\b|\bcosts?\b", _is_number, "price cost amount total fee sum", "cost costs now"),
        (r"\bhow many\b", _is_number, "quantity qty count number stock left remaining available", "left now"),
        (
            r"\bwhere\b",
            _is_place,
            "place location address city town street room venue site shelf",
            "take taken shot held happen located found live based stay staying",
        ),
        (
            r"\bwho\b",
            _is_person,
            "by author from sender owner assignee name user person cast attendees guests members players",
            "assigned coming put did made",
        ),
        (
            r"\bhow long\b",
            lambda value: not isinstance(value, bool),
            "duration length minutes runtime hours seconds days weeks nights eta",
            "long take last need",
        ),
    )
)
"""What a question word asks for: what such a value is like, words of the names of such facts, and words that say no
more than it does."""
_ALIKE = {
    stem(word): tuple(stem(name) for name in names.split())
    for words, names in (
        ("pay owe bill spend", "total due deadline owed balance bill amount sum price cost fee"),
        ("discount", "discount percent rate"),
        ("cost expensive cheap", "price cost total amount fee fare rate sum"),
        ("price", "price cost fee fare rate total amount"),
        ("total altogether sum", "total sum amount"),
        ("fee fare rate charge", "fee fare rate price cost total"),
        ("backup deputy substitute standby second", "secondary backup deputy substitute standby"),
        ("main responsible", "primary main lead owner assignee"),
        ("boss head leader leads led", "lead manager head owner"),
        ("wrote write written writer", "author writer by from"),
        ("sent wrote", "sender from by sent"),
        ("sells sold seller", "seller vendor shop supplier by"),
        ("made makes maker", "maker manufacturer brand author by"),
        ("owns belongs", "owner"),
        ("teaches taught", "teacher instructor trainer"),
        ("leave leaves leaving left depart go goes", "departure depart leave checkout end until"),
        (
            "arrive arrives arriving come comes coming get here",
            "arrival arrive eta expected delivery checkin start due",
        ),
        ("start starts begin begins", "start begin starts from opens"),
        ("end ends finish finishes over stop stops last lasts", "end ends finish until to duration minutes length"),
        ("open opens", "opens opening open hours"),
        ("close closes shut", "closes closing closed hours"),
        ("due deadline", "due deadline until"),
        ("made created placed ordered booked added", "created opened placed ordered booked added date"),
        ("phone telephone call reach", "phone telephone mobile tel"),
        ("email mail", "email mail"),
        ("long", "duration length runtime minutes hours nights"),
        ("big large size", "size area length"),
        ("heavy weigh weighs weight", "weight kg"),
        ("tall high height", "height altitude elevation"),
        ("hot warm", "temperature temp celsius degrees fahrenheit high"),
        ("cold cool", "temperature temp celsius degrees fahrenheit low"),
        ("temperature", "temperature temp celsius degrees fahrenheit"),
        ("bright", "brightness level"),
        ("loud", "volume level"),
        ("fast", "speed"),
        ("far", "distance km miles"),
        ("old", "age born since year"),
        ("good", "rating stars score"),
        ("rated rating stars", "rating stars score average"),
        ("left remaining", "left remaining stock available"),
        ("back refund", "refund refunded back"),
        ("link url website webpage", "url link href website homepage download"),
        ("seats people fit hold", "seats capacity guests people"),
        ("why", "reason cause"),
        ("allergy allergies allergic", "allergies allergy diet notes"),
        ("colour", "color"),
        ("city town", "city town"),
        ("number", "number no nr phone id"),
    )
    for word in words.split()
}
"""Words of asking, and the words of the names of facts that they ask for, the nearest first."""
_SAYS_LITTLE = frozenset(map(stem, "again exactly actually still right called".split()))
_OTHERS = re.compile(r"\b(?:others?|another|else|different|more|instead|all|every|each)\b", re.IGNORECASE)
"""Asks for what is no fact of this thing."""
_IN_VALUE = 5
"""Letters that two words begin with that are one word in other forms: "allergies", "allergic"."""


def facts_asked_for(question: str, words: Collection[str], thing: Facts, known: Collection[str]) -> dict[str, Any]:
    """The facts that a question names, or the one that it asks for in other words; none where it says anything that is
    no word of the thing. `words`: stems of what it asks about; `known`: stems of what the thing is and is for."""
    if not words or _OTHERS.search(question):
        return {}
    fits = [(fit, verbs) for asks, fit, _, verbs in _KINDS if asks.search(question)]
    fitting = {key: each for key, each in thing.items() if all(fit(each) for fit, _ in fits)}
    fitting = {key: each for key, each in fitting.items() if not (isinstance(each, str) and _of_many(key, question))}
    if named := {key: each for key, each in fitting.items() if _stems(key).issuperset(words)}:
        return named
    idle = _SAYS_LITTLE.union(known, *(verbs for _, verbs in fits))
    called = {word: _called_so(word, fitting) for word in words}
    if any(not like and word not in idle for word, like in called.items()):
        return {}
    told = [like for word, like in called.items() if like and word not in known]
    asked = set.intersection(*(told or [like for like in called.values() if like] or [set()]))
    return {key: thing[key] for key in asked} if len(asked) == 1 else {}


def facts_of_kind(question: str, thing: Facts, words: Collection[str] = ()) -> dict[str, Any]:
    """The facts that are of the kind that a question word asks for; a moment is told by its looks, where it is the only
    one. `words`: stems of what else the question says: none but such as its kind takes."""
    found: dict[str, Any] = {}
    for asks, fits, names, verbs in _KINDS:
        if asks.search(question) and verbs.issuperset(words):
            like = {key: each for key, each in thing.items() if fits(each) and not is_id(key)}
            named = {key: each for key, each in like.items() if names & set(name_words(key))}
            moments = {k: v for k, v in like.items() if isinstance(v, str) and _DAY_ONLY.fullmatch(v[:_SHORT])}
            found |= named or (moments if fits is _is_moment and len(moments) == 1 else {})
    return found


def fact_that_speaks_of(words: Collection[str], thing: Facts) -> dict[str, Any]:
    """The one text among the facts that has all the words of a question in some form: "any allergies?" asks for
    "allergic to feathers"."""
    if not words or any(len(word) < _IN_VALUE for word in words):
        return {}
    starts = {word[:_IN_VALUE] for word in words}
    found = {
        key: each
        for key, each in thing.items()
        if isinstance(each, str) and starts <= {part[:_IN_VALUE] for part in plain_words(each[:400])}
    }
    return found if len(found) == 1 else {}


def with_currency(facts: Mapping[str, Any], thing: Facts) -> dict[str, Any]:
    """Facts with the currency or the unit that the only number among them is in."""
    if sum(type(each) in (int, float) for each in facts.values()) != 1:
        return dict(facts)
    units = {key: each for key, each in thing.items() if key.lower() in ("currency", "unit", "units")}
    return {**facts, **units}


def _called_so(word: str, thing: Facts) -> set[str]:
    """The facts that a word names, or the one that it asks for by another name."""
    if exact := {key for key in thing if word in _stems(key)}:
        return exact
    for name in _ALIKE.get(word, ()):
        if like := {key for key in thing if name in _stems(key)}:
            return like
    return set()


def _of_many(key: str, question: str) -> bool:
    """Whether a question has the name of a fact in the plural: "who are the customers?" asks for others too."""
    last = name_words(key)[-1:]
    return bool(last) and not last[0].endswith("s") and f"{last[0]}s" in plain_words(question.replace("'", " "))


def _stems(key: str) -> set[str]:
    return {stem(word) for word in name_words(key.replace("colour", "color"))}
