# ruff: noqa: SIM905  (word lists read best as words)
"""Words that are no value of a text although they stand where one might: the 8 of "a room for 8 people" is no room, the
"running" of "what's running low?" nothing to look for, "json" no name of a file; what is asked for behind "how many";
and choices which a text only has inside its words: who writes that the lift is slow says no low priority."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from typing import Any

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words, plain_words, stem

_COUNTED = (
    r"(?:people|persons?|guests?|of us|adults?|kids|children|attendees|participants|players|heads|seats|hours?|hrs?|"
    r"minutes?|mins?|days?|nights?|weeks?)"
)
_IDIOM = re.compile(
    r"\b(?:running|run|runs|getting|low|short)(?: (?:low|out|short|late|on|of|in|stock|supply))+\b", re.IGNORECASE
)
"""What says that there is little left."""
_AMOUNTS = frozenset("many much few any some more most less several lots".split())
_NOTHING = frozenset("nothing anything something everything none".split())
_HOW_MANY = re.compile(
    r"\bhow (?:many|much) ((?:[^\W_][\w-]{0,30} ){1,4}?)(?:do|does|did|are|is|have|has|had|"
    r"were|was|left|can|could|in|of)\b",
    re.IGNORECASE,
)
_FORMAT = re.compile(
    r"csv|docx?|gif|html?|jpe?g|json|latex|markdown|md|mp3|mp4|pdf|png|svg|tsv|txt|wav|xlsx?|xml|ya?ml|zip"
)
_FILE = re.compile(r"\b(?:file ?name|path|file)\b", re.IGNORECASE)
_READ = 2_000
_SHORTEST = 3
_ENDINGS = frozenset(("", "s", "es", "d", "ed", "ing", "ly", "r", "er", "est", "ness", "ish", "y"))
"""What may stand behind a choice that is said: urgently."""


def drop_no_values(parameters: Sequence[Parameter], query: str, values: MutableMapping[tuple[str, ...], Any]) -> None:
    """Take away, in place, the texts that are no values; and give what is counted for an amount."""
    query = query[:_READ]
    for parameter in parameters:
        value = values.get(parameter.path)
        if parameter.type != "str" or parameter.many or parameter.options or not isinstance(value, str):
            continue
        if value.lower() in _NOTHING and not parameter.required:
            del values[parameter.path]  # "nothing over 4 minutes" looks for no word
        elif value.lower() in _AMOUNTS:
            del values[parameter.path]
            if found := _HOW_MANY.search(query):
                values[parameter.path] = found[1].strip()
        elif _is_count(parameter, value, query) or _is_idiom(parameter, value, query) or _is_format(parameter, value):
            del values[parameter.path]


def _is_count(parameter: Parameter, value: str, query: str) -> bool:
    """Whether a text is a number that counts people or time, and is not called by the parameter's name."""
    if not value.isdecimal() or not re.search(rf"(?<![\w.]){value} {_COUNTED}\b", query, re.IGNORECASE):
        return False
    named = "|".join(map(re.escape, name_words(parameter.path[-1])))
    described = re.search(rf"\b{_COUNTED}\b", parameter.about.replace("_", " "), re.IGNORECASE)
    return not described and not re.search(rf"\b(?:{named}|no|number)\.? ?#?{value}\b", query, re.IGNORECASE)


def _is_idiom(parameter: Parameter, value: str, query: str) -> bool:
    """Whether a text that may be left out is a part of what says that there is little."""
    said = value.lower()
    return not parameter.required and any(
        said in idiom[0].lower() and len(re.findall(rf"\b{re.escape(said)}\b", query.lower())) == 1
        for idiom in _IDIOM.finditer(query)
    )


def _is_format(parameter: Parameter, value: str) -> bool:
    """Whether a text that may be left out is no more than a format, for what takes a file's name."""
    return not parameter.required and bool(_FORMAT.fullmatch(value.lower()) and _FILE.search(parameter.about))


def drop_choices_inside(
    parameters: Sequence[Parameter], query: str, values: MutableMapping[tuple[str, ...], Any]
) -> None:
    """Take away, in place, a choice that may be left out where no word says it and a longer one has it inside, in a
    text that somebody writes: of "slow" and "highway" none is "low" or "high"."""
    said = {stem(word) for word in plain_words(query[:_READ].lower())}
    written = {path: value for path, value in values.items() if isinstance(value, str) and len(value.split()) > 1}
    words = {word for text in written.values() for word in plain_words(text[:_READ].lower())}
    for parameter in parameters:
        value = values.get(parameter.path)
        if parameter.required or parameter.many or not parameter.options or not isinstance(value, str):
            continue
        told = value.lower()
        inside = [word for word in words if told in word and word.removeprefix(told) not in _ENDINGS]
        if len(told) >= _SHORTEST and inside and stem(told) not in said:
            del values[parameter.path]
