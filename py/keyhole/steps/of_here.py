"""Whether a question is about what only the page, the visitor or the hour can tell: no larger model could answer it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from keyhole.models.embedded.text import STOP, name_words, plain_words, stem
from keyhole.models.model import helps
from keyhole.steps.earlier import LOOKED_BACK, Earlier
from keyhole.steps.most import MOST
from keyhole.tools.schema import declared_properties
from keyhole.tools.tool import Tool

# ruff: noqa: SIM905  (word lists read best as words)
_LONGEST = 400
"""Characters of a message that are read."""
_MOST_TOOLS, _MOST_THINGS, _MOST_OPTIONS = 200, 50, 50
_OURS = re.compile(
    r"\b(?:my|mine|our|ours|we|us|it|its|this|that|these|those|them|they|their|he|she|his|her|there|here|ones?|"
    rf"altogether|all together|in total|you['\u2019]re|which (?:is|are|has|have|was|were))\b|\bthe (?:{MOST})\W*$",
    re.IGNORECASE,
)
_OF_MINE = re.compile(
    r"\b(?:did|have|had|was) i\b|\b(?:how much|how many|when|where) (?:do|will|can) i (?:get|have|pay|owe)\b|"
    r"\bi(?:'ve)? (?:just|already|last)\b|\bdo i (?:have|owe|still)\b",
    re.IGNORECASE,
)
"""What whoever asks has done or has."""
_OF_NOW = re.compile(
    r"\b(?:weather|forecast|today|tonight|tomorrow|yesterday|(?:right )?now|currently|at the moment|news|latest|"
    r"(?:this|next|last) (?:week|month|year|weekend|morning|afternoon|evening|night)|in stock|included|"
    r"how (?:much|many) .{1,40} left)\b",
    re.IGNORECASE,
)
_OF_YOU = re.compile(
    r"\W*(?:(?:and|so|but)\W+)?(?:do you (?:like|love|have|want|feel|sleep|eat|dream|ever)|are you|have you ever)\b",
    re.IGNORECASE,
)
_NOTHING = (
    r"(?! (?:in|at|on|inside|outside|near|around|from|to|possible|true|ok|okay|legal|safe|worth|better|normal)\b)"
)
"""Behind an "it" that stands for no thing: "how warm is it in Oslo", "is it true"."""
_OF_SHOWN = re.compile(
    r"\W*(?:(?:and|so|ok|but)\W+)*(?:which ones?\b|(?:when|where|who|what|which|how(?: \w+)?) "
    r"(?:(?!time |day |date |year )\w+ )?"
    rf"(?:does|do|is|are|was|were|did|has|will) (?:it{_NOTHING}|that|they|those|these|he|she)\b"
    r"(?!.*\b(?:rain|snow|weather|mean)\b)|"
    rf"(?:is|are|was|were|does|do|did|has) (?:it{_NOTHING}|that|they|those|these|he|she) "
    r"(?!.*\b(?:rain|snow|weather)\w*))",
    re.IGNORECASE,
)
"""Asks for a fact of what was shown before."""
_ANYWHERE = frozenset(
    map(
        stem,
        "name title text query date time city country place language number value type kind id limit unit day year "
        "month message word words people person world long good best new".split(),
    )
)
"""Words of tools that are words of other questions too."""


def is_of_here(message: str, about: Collection[str] = ()) -> bool:
    """Whether a question is about what is here. `about`: stems of what the tools and the calls before are about."""
    text = message[:_LONGEST].replace("\u2019", "'")
    if any(sign.search(text) for sign in (_OURS, _OF_MINE, _OF_NOW)) or _OF_YOU.match(text):
        return True
    return not {stem(word) for word in plain_words(text) if word not in STOP}.isdisjoint(about)


def asks_of_shown(message: str) -> bool:
    """Whether a question is about something that must have been shown or named before: "when does it start?"."""
    return _OF_SHOWN.match(message[:_LONGEST]) is not None


def words_here(tools: Iterable[Tool], before: Iterable[Earlier]) -> set[str]:
    """Stems of what strangers' tools are about, by their names, parameters and choices, and of what the calls before
    were for and brought."""
    words: set[str] = set()
    for tool in list(tools)[:_MOST_TOOLS]:
        if not helps(tool):
            named = name_words(tool.name)
            words.update(named[1:] or named)
            for name, schema in declared_properties(tool.parameters).items():
                words.update(name_words(name))
                options = schema.get("enum") if isinstance(schema, dict) else None
                words.update(_in(options[:_MOST_OPTIONS] if isinstance(options, list) else []))
    for call in list(before)[:LOOKED_BACK]:
        words.update(_in(call.args.values()))
        for thing in call.result.things[:_MOST_THINGS] if call.result else ():
            words.update(_in(thing.values()))
        words.update(_in(call.result.facts.values()) if call.result else ())
    return {stem(word) for word in words if len(word) > 2 and word not in STOP} - _ANYWHERE


def _in(values: Iterable[Any]) -> Iterator[str]:
    """The words of texts."""
    for value in values:
        if isinstance(value, str):
            yield from plain_words(value.replace("_", " "))
