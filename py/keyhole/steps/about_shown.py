"""Whether a message is about what was just shown, rather than for a call: a sum over what tells, as how it begins,
which field it would ask for, what of it is no word of what was shown, and what the router made of it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from keyhole.models.embedded.text import STOP, name_words, plain_words, stem
from keyhole.models.model import ToolCard
from keyhole.steps.asked_field import LISTED, LONGEST, AskedField, asks_yes_or_no, begins, points
from keyhole.steps.kinds_of_tool import changes
from keyhole.steps.lookers import IN_GENERAL
from keyhole.steps.most import ASKS_FOR_END
from keyhole.steps.of_here import asks_of_shown, is_of_here
from keyhole.steps.singled_out import words_of
from keyhole.steps.wants_done import kind_of_message
from keyhole.tools.schema import declared_properties

_WH = re.compile(
    r"(?:(?:by|since|until|till|from|at|for|to|on|in|with|under) )?"
    r"(?:what|which|who|whom|whose|when|where|why|how)(?:s|re|d|ll)?\b",
    re.IGNORECASE,
)
_OF_THEM = re.compile(
    r"\b(?:which|who|whose|whos|any|any\w+|ones?|them|these|those|all|each|every\w*)\b", re.IGNORECASE
)
_PROPER = re.compile(r"(?<=[\w,] )[A-Z][a-z]{2,}\b|\b[A-Z]*\d[\w-]{0,20}")
"""Names and numbers in a question."""
_ABOUT = re.compile(r"\b(?:(?:what|how) about|same (?:for|with)|instead)\b|\A\W*(?:only|just)\b", re.IGNORECASE)
"""Asks for the same with another value, or for fewer of it."""
_MOST = 6.0
"""Log-odds of a field beyond which it is not told how likely it is."""
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


def about_shown(question: str, asked: AskedField, chosen: ToolCard | None, choice: str) -> float:
    """The log-odds that a message is about what was shown. `asked`: what it would ask for; `choice` and `chosen`: what
    the router made of it, and the tool that it chose."""
    return sum(WEIGHTS[sign] * told for sign, told in signs(question, asked, chosen, choice).items())


def signs(question: str, asked: AskedField, chosen: ToolCard | None, choice: str) -> dict[str, float]:
    """What tells, by the names in `WEIGHTS`."""
    words = {stem(word) for word in plain_words(question) if word not in STOP}
    about = {stem(word) for value in asked.call.args.values() for word in plain_words(f"{value}")} | {asked.call.noun}
    known = {stem(word) for name, _ in asked.odds for word in name_words(name)}.union(*map(words_of, asked.things))
    strange = words - known - about
    best, odds = asked.odds[0]
    value = next(thing[best] for thing in asked.things if best in thing)
    kind = kind_of_message(question)
    return {
        "bias": 1.0,
        "best": max(-_MOST, min(_MOST, odds)),
        "ahead": min(_MOST, asked.ahead),
        asked.how: 1.0,
        "wh": float(_WH.match(question, begins(question)) is not None),
        "aux": float(asks_yes_or_no(question)),
        "do": float(kind == "do"),
        "tells": float(kind == "tell"),
        "mark": float("?" in question),
        "about": float(_ABOUT.search(question) is not None),
        "general": float(IN_GENERAL.match(question) is not None),
        "here": float(is_of_here(question)),
        "shown": float(asks_of_shown(question)),
        "it": float(points(question)),
        "them": float(_OF_THEM.search(question) is not None),
        "end": float(ASKS_FOR_END.search(question) is not None),
        "words": len(question.split()) / 10,
        "fields": len(asked.odds) / 10,
        "strange": min(6, len(strange)) / 3,
        "share": len(strange) / max(1, len(words)),
        "other": float(not {stem(word.lower()) for word in _PROPER.findall(question)} <= known | about),
        "said": float(not words.isdisjoint(stem(word) for word in plain_words(f"{value}"[:LONGEST]))),
        "none": float(choice == "none"),
        "clarify": float(choice == "clarify"),
        "looks": float(chosen is not None and not changes(chosen)),
        "changes": float(chosen is not None and changes(chosen)),
        "same": float(chosen is not None and chosen.name == asked.call.tool.name),
        "tool_said": float(chosen is not None and not strange.isdisjoint(_words_of(chosen))),
    }


def _words_of(card: ToolCard) -> set[str]:
    """The stems of a tool's name, of its description, of its parameters' names and of their choices."""
    choices = (each.get("enum") for each in declared_properties(card.schema).values() if isinstance(each, dict))
    options = [f"{option}" for choice in choices if isinstance(choice, list) for option in choice[:LISTED]]
    named = (word for name in (card.name, *card.parameters, *options) for word in name_words(name))
    return {stem(word) for word in (*named, *plain_words(card.description[:LONGEST])) if word not in STOP}
