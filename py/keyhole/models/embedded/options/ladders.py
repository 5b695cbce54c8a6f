"""Options that are steps of a ladder, of which a request says from where or up to where: "warnings or worse", "high and
up", "nothing harder than moderate", "easy to moderate"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from keyhole.models.embedded.text import name_words

_LADDERS = (
    "trace verbose|finest debug|fine info|information notice warn|warning error|err critical|crit alert fatal "
    "emergency|emerg",
    "none negligible minimal|trivial low|minor moderate|medium|normal major high severe|serious critical|urgent "
    "extreme|blocker",
    "beginner|novice very-easy easy|simple moderate|intermediate|medium hard|difficult|challenging|advanced expert "
    "extreme",
    "for-parts|broken poor|bad acceptable fair|okay|ok good very-good excellent like-new|mint new",
    "intern|trainee entry junior mid|medior senior lead|staff principal",
    "xs tiny s small m medium l large xl huge",
)
"""From the lowest step up; steps of several words have hyphens, other names of one stand behind a stroke."""
_RANKS = [{name: rank for rank, step in enumerate(each.split()) for name in step.split("|")} for each in _LADDERS]
_QUALITY = 3
"""The ladder on which worse is lower."""
_UP = "up|upwards?|above|higher|more|over|greater|beyond|harder|tougher|bigger|larger"
_DOWN = "down|downwards?|below|lower|less|under|easier|milder|lighter|smaller"
_ON = re.compile(rf"(?:or|and|&|\+) (?:(?P<up>{_UP})|(?P<down>{_DOWN})|(?P<worse>worse|severer)|(?P<better>better))\b")
_ONLY_SIGN = re.compile(r"\+(?! \w)")
_LEAST = re.compile(
    rf"\b(?:at least|min|minimum|no less than|"
    rf"(?:nothing|not|no|none|never) (?:(?:{_DOWN}) than|below|under))(?: a| an)? $"
)
_MOST = re.compile(
    rf"\b(?:at most|up to|max|maximum|no more than|"
    rf"(?:nothing|not|no|none|never) (?:(?:{_UP}|worse) than|above|over|beyond))(?: a| an)? $"
)
_BEYOND = re.compile(r"\b(?:(?P<up>above|over|beyond|higher than|harder than)|below|under|lower than|easier than) $")
_TO = re.compile(r"(?:to|through|thru|up to|-|\u2013)")
_NEAR = 40
"""Characters on either side of a step that may say so."""


def steps_said(options: Sequence[str], words: Sequence[str], places: Sequence[tuple[int, int]]) -> list[int] | None:
    """The options, in order, from the step up or down that a request says, or between two; None where it says neither,
    or the options are no ladder. `words`: the request's, in small letters; `places`: where each option that it names
    begins, and its number."""
    found = next(((n, ranks) for n, each in enumerate(_RANKS) if (ranks := _ranked(options, each))), None)
    if found is None:
        return None
    ladder, ranks = found
    named = sorted(places)
    for (first, low), (second, high) in pairwise(named):
        if _TO.fullmatch(" ".join(words[first + 1 : second])):
            ends = sorted((ranks[low], ranks[high]))
            return [n for n, rank in enumerate(ranks) if ends[0] <= rank <= ends[1]]
    for place, index in named:
        before = " ".join(words[:place])[-_NEAR:] + " "
        if way := _way(before, " ".join(words[place + 1 :])[:_NEAR], ladder):
            return [n for n, rank in enumerate(ranks) if (rank - ranks[index]) * way >= 0]
        if beyond := _BEYOND.search(before):
            way = 1 if beyond["up"] else -1
            return [n for n, rank in enumerate(ranks) if (rank - ranks[index]) * way > 0] or None
    return None


def _ranked(options: Sequence[str], ladder: dict[str, int]) -> list[int]:
    """How high each option stands on a ladder; empty where one does not."""
    ranks = [ladder.get("-".join(name_words(option)), -1) for option in options]
    return ranks if len(ranks) > 1 and -1 not in ranks and len(set(ranks)) == len(ranks) else []


def _way(before: str, behind: str, ladder: int) -> int:
    """1 where a step and all above are said, -1 for all below, 0 for neither."""
    if _ONLY_SIGN.match(behind) or _LEAST.search(before):
        return 1
    if _MOST.search(before):
        return -1
    found = _ON.match(behind)
    if found is None:
        return 0
    if found["worse"]:
        return -1 if ladder == _QUALITY else 1
    return 1 if found["up"] or found["better"] else -1
