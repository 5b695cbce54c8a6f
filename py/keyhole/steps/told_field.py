"""The field that a question asks for, told: of one thing, of the one with most or least of it, of all, or as a sum."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from keyhole.models.embedded.fields.field_reader import field_reader
from keyhole.steps.asked_field import AskedField
from keyhole.steps.fact_asked_for import with_currency
from keyhole.steps.found import Found
from keyhole.steps.most import ASKS_FOR_END, measure, way_of
from keyhole.steps.results import Facts
from keyhole.steps.summed import asks_for_sum
from keyhole.steps.thing_values import is_id, title_of
from keyhole.tools.condense import to_json

HEDGE = "What was shown does not say that in so many words. The nearest of it:"
_NEAREST = 4
"""Fields that are shown then."""
_SHOWN, _CLOSE = 2, 0.5
"""Fields that are shown else, at most, and how far behind the likeliest the second may be, in log-odds."""
_LONGEST_NAME = 60
_HOW_MANY = re.compile(r"\bhow many\b", re.IGNORECASE)
_TOGETHER = re.compile(r"\b(?:all? ?together|in total|all in all|in all|in sum)\b", re.IGNORECASE)
"""Asks for what things come to."""


def told_field(question: str, asked: AskedField) -> Found:
    """What is asked for, as what is found: the likeliest field and one that is about as likely; of several things the
    one with most or least of it where that is asked for, else the field of each."""
    shown: Any
    all_of_them = asked.call.result.things if asked.call.result else asked.things
    names = [name for name, odds in asked.odds[:_SHOWN] if odds > asked.odds[0][1] - _CLOSE]
    if len(asked.things) == 1:
        thing = asked.things[0]
        called = {} if asked.how in ("only", "beside") else _called(thing, all_of_them)
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
    elif ASKS_FOR_END.search(question) and (ends := _end_of(question, asked)):
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
