"""What a call has just brought for a question, with the answer in front: yes or no, how many there are, the one fact
that was asked for."""

from __future__ import annotations

import re
from typing import Any

from keyhole.models.embedded.text import name_words, plain_words, stem
from keyhole.steps.asked_of_result import is_question, words_asked
from keyhole.steps.found import Found
from keyhole.steps.measured import Measure, measured
from keyhole.steps.results import Result, read_result
from keyhole.steps.singled_out import words_of
from keyhole.steps.yes_or_no import yes_or_no, yes_or_no_of_one
from keyhole.tools.condense import to_json

# ruff: noqa: SIM905  (word lists read best as words)
_HOW_MANY = re.compile(r"\bhow many\b", re.IGNORECASE)
_HAVE = frozenset(map(stem, "have got had there exist".split()))
_LIMITS = frozenset(("limit", "max", "top", "count", "per_page", "page", "page_size", "n"))


def with_yes_or_no(question: str, found: Found) -> Found:
    """What a call has brought for a question, which is answered by yes or no where a fact of the one thing that it is
    about does; of several things that one alone is shown."""
    if found.is_error or not is_question(question):
        return found
    told: dict[str, Any] | None = None
    result = read_result(found.tool, found.value)
    if counted := _counted(question, found, result):
        return Found(found.tool, found.arguments, to_json(counted))
    if len(result.things) > 1:
        told = yes_or_no_of_one(question, result)
    elif result.only and isinstance(found.value, dict):
        answer = yes_or_no(question, result.only)
        told = {**answer, **found.value} if answer else _asked_first(question, found)
    return Found(found.tool, found.arguments, to_json(told)) if told else found


def _counted(question: str, found: Found, result: Result) -> dict[str, Any] | None:
    """The number of the things that were found before them, where a question asks how many there are and no more than
    the call was told: "how many tickets are open?"."""
    things = found.value
    if _HOW_MANY.search(question) is None or not isinstance(things, list) or len(things) < 2 or len(result.facts):
        return None
    if len(result.things) != len(things) or _LIMITS & found.arguments.keys():
        return None
    known = {stem(word) for value in found.arguments.values() for word in plain_words(f"{value}".replace("_", " "))}
    named = {stem(word): word for word in name_words(found.tool)}
    asked = words_asked(question) - _HAVE
    if result.noun not in asked or not asked <= known | {result.noun}:
        return None
    return {"count": len(things), f"{named.get(result.noun, result.noun).removesuffix('s')}s": things}


def _asked_first(question: str, found: Found) -> dict[str, Any] | None:
    """What was found with the one fact in front that the question names, where a measured value would stand there."""
    value, given = found.value, words_of(found.arguments)
    asked = words_asked(question) - given
    named = [key for key in value if asked & {stem(word) for word in name_words(key)}]
    lead = [key for key, each in measured(value).items() if isinstance(each, Measure)]
    if len(named) != 1 or not lead or named[0] in lead or isinstance(value[named[0]], dict | list):
        return None
    return {"answer": f"{' '.join(name_words(named[0])).capitalize()}: {value[named[0]]}", **value} | {named[0]: None}
