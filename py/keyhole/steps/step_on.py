"""One step on from the call before: "next one" after the third photo is the fourth, "bigger" asks how large then."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from keyhole.models.embedded.text import name_words, stem
from keyhole.steps.earlier import Earlier, words_of
from keyhole.steps.kinds_of_tool import changes, looks_up
from keyhole.tools.schema import compiled, declared_properties
from keyhole.tools.tool import Tool

# ruff: noqa: SIM905  (word lists read best as words)
_LOOKED_BACK = 4
_LONGEST = 60
_STEP = re.compile(
    r"\W*(?:(?:and|ok|okay|now|then|show|me|go|to|open|the)[\s,]+){0,5}(?:(?P<next>next)|previous|prev)"
    r"(?: (?P<what>[a-z]+))?(?:,? (?:please|pls|then|now))?\W*",
    re.IGNORECASE,
)
_PLACES = frozenset("index position page slide chapter step number photo image picture episode offset".split())
"""Words of the names of parameters that are a place in a row."""
_STEPS = frozenset(map(stem, "next skip forward advance previous step back turn browse navigate".split()))
_MORE = re.compile(
    r"\W*(?:(?:and|ok|no|now|even|still|much|a (?:bit|little|lot)|make it|it'?s too)[\s,]+){0,4}"
    r"(?:bigger|larger|smaller|louder|quieter|brighter|dimmer|darker|faster|slower|higher|lower|longer|shorter|warmer|"
    r"colder|cooler|hotter|wider|narrower|thicker|thinner)(?: (?:please|pls|again|then))?\W*",
    re.IGNORECASE,
)


def is_step(text: str) -> bool:
    """Whether a message says no more than to go one on: "the next one"."""
    return len(text) <= _LONGEST and _STEP.fullmatch(text) is not None


def goes_by_steps(tool: Tool) -> bool:
    """Whether a tool is made to go one on: "next_track", or one with a direction."""
    schemas = declared_properties(tool.parameters).values()
    values = {
        stem(f"{each}".lower()) for schema in schemas if isinstance(schema, dict) for each in schema.get("enum") or ()
    }
    return not _STEPS.isdisjoint(words_of(tool) | values)


def stepped(text: str, calls: Sequence[Earlier]) -> dict[str, Any] | None:
    """The output of the fill step for the call before, with the next place in its row; None where no call that only
    shows something had one."""
    found = _STEP.fullmatch(text) if len(text) <= _LONGEST else None
    for call in calls[:_LOOKED_BACK] if found else ():
        counted = {name: value for name, value in call.args.items() if type(value) is int and _is_place(name)}
        if found and (found["what"] or "").lower() == "page":
            pages = [name for name, each in call.properties.items() if name_words(name)[-1:] == ("page",) and each]
            counted = {name: call.args.get(name, 1) for name in pages}
        if len(counted) != 1 or call.missing or changes(call.tool.card):
            continue
        ((name, value),) = counted.items()
        if found and type(value) is int and _is_of(found["what"], name, call):
            value += 1 if found["next"] else -1
            wrong = value < 0 or compiled(call.properties[name]).errors(value, name)
            return None if wrong else call.with_said({name: value})
    return None


def asked_how_much(text: str, last: Earlier) -> dict[str, Any] | None:
    """The output of the fill step that asks for the one number of the last call, where a message wants it larger or
    smaller and does not say how much."""
    numbers = [name for name, value in last.args.items() if type(value) in (int, float)]
    if len(text) > _LONGEST or len(numbers) != 1 or last.missing or _MORE.fullmatch(text) is None:
        return None
    kept = {name: value for name, value in last.args.items() if name != numbers[0]}
    looks = looks_up(last.tool.name) or _is_place(numbers[0])
    return None if looks else {"tool": last.tool.name, "args": kept, "missing": numbers}


def _is_place(name: str) -> bool:
    return not _PLACES.isdisjoint(name_words(name)[-1:])


def _is_of(what: str | None, name: str, call: Earlier) -> bool:
    """Whether a step is one of this call's: "next", "next one", "next photo" after open_photo."""
    return what is None or what.lower() == "one" or stem(what.lower()) in {stem(name), *words_of(call.tool)}
