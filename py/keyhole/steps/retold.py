# ruff: noqa: RUF001  (typographic quotes are what people type)
"""What a message tells, told as tools have it: who lost to somebody was beaten, who wasn't there was absent, who
would like to learn something looks for its courses, what is half see-through has an opacity of a half, and the month
before this one is the last. English only."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from keyhole.models.embedded.text import name_words, stem
from keyhole.models.model import ToolCard
from keyhole.steps.kinds_of_tool import changes
from keyhole.tools.schema import declared_properties

_NAME = r"(?-i:[A-Z])[\w'’.-]{0,30}(?: (?-i:[A-Z])[\w'’.-]{0,30}){0,2}"
_WHO = rf"(?:{_NAME}|i|we)"
_LOST = re.compile(
    rf"\b(?P<one>{_WHO}) (?:(?:has |have |just |has just |clearly |narrowly )?lost(?: \w+ (?:match|game|set|final))? "
    rf"(?:to|against)|(?:was|were|got|has been|have been) (?:beaten|defeated) by) (?P<other>{_NAME}|me|us)(?!\w)",
    re.IGNORECASE,
)
_SUBJECT = {"me": "I", "us": "we", "i": "me", "we": "us"}
_ABSENT = re.compile(
    rf"(?P<before>(?:(?:ok|so|and|also|hi|hey|sorry),? )*)(?P<who>{_NAME})(?: and (?P<more>{_NAME}))? "
    r"(?:(?:was|were|is|are)(?:n['’]?t| not)(?: (?:here|there|around|present|in class|at school))?|"
    r"(?:did|has|have)(?:n['’]?t| not) (?:show(?:n)?(?: up)?|turn(?:ed)? up|come|attend(?:ed)?|"
    r"make it|made it|appear(?:ed)?)|missed|was missing(?: from)?|never (?:showed up|turned up|came))"
    r"(?P<rest>(?: (?!(?:a|an|very|sure|happy|able|going|well|feeling|the (?!class|lesson|course|training))\b)\S{1,30})"
    r"{0,8})[.!]*",
    re.IGNORECASE,
)
_LEARN = re.compile(
    r"(?P<before>(?:(?:hi|hey|hello|ok|so|well)[,!]? )*)(?:i(?:['’]d| would) (?:like|love)|i want|i['’]?m looking|"
    r"my \w{3,10} (?:wants|would like)) to (?:learn|study|take up|brush up on|brush up my) (?P<what>[^,.;!?\n]{2,40})"
    r"(?P<rest>.{0,200})",
    re.IGNORECASE | re.DOTALL,
)
_COURSES = frozenset(("course", "courses", "class", "classes", "lesson", "lessons", "workshop", "workshops"))
_BESIDE_THIS = re.compile(
    r"\b(?:the )?(?P<unit>week|weekend|month|quarter|year) (?P<way>before|after) this(?: one)?"
    r"(?! (?:day|week|month|year|one)\w*| \w+day\b)(?=\W|$)",
    re.IGNORECASE,
)
_ALONE = re.compile(
    r"\W*(?:(?:and|so|ok|what|how|about|for|in|then|or)\W+)*last (?:week|weekend|month|quarter|year)\W*", re.I
)
"""What would be heard as a question about the calendar."""
_THERE = re.compile(
    rf"(?P<who>(?:(?:ok|so|and|also|but),? )*{_NAME}(?: and {_NAME})? (?:was|were|is|are)) (?:there|here)[.!]*",
    re.IGNORECASE,
)
_SEEN_THROUGH = re.compile(
    r"\b(?:(?P<half>half(?:[ -]?way)?)|(?P<count>an?|one|two|three|1|2|3)[ -](?P<part>thirds?|quarters?)|"
    r"(?P<percent>\d{1,3}) ?(?:%|percent))[ -]?(?:see[ -]?through|transparent|translucent)\b",
    re.IGNORECASE,
)
_COUNT = {"two": 2, "2": 2, "three": 3, "3": 3}
_LONGEST = 300
"""Characters of a message that is told anew, and of a description that is read."""


def retold(said: str, tools: Iterable[ToolCard]) -> str:
    """The message as the tools have what it tells; as it stands where they have nothing of that."""
    if len(said) > _LONGEST or '"' in said or "“" in said:
        return said
    beside = _BESIDE_THIS.sub(lambda f: f"{'last' if f['way'].lower() == 'before' else 'next'} {f['unit']}", said)
    said = said if _ALONE.fullmatch(beside) else beside
    cards = list(tools)
    if any(_takes(card, "opacity") for card in cards):
        said = _SEEN_THROUGH.sub(_opacity, said)
    if any(_takes(card, "winner", "loser") for card in cards):
        said = _LOST.sub(_beaten, said)
    if (found := _ABSENT.fullmatch(said)) and (word := _absence(cards)):
        who = f"{found['who']} and {found['more']}" if found["more"] else found["who"]
        return f"{found['before']}{who} {'were' if found['more'] else 'was'} {word}{_from(found['rest'])}"
    if (found := _THERE.fullmatch(said)) and _absence(cards) and any("present" in _options(card) for card in cards):
        return f"{found['who']} present"
    if (found := _LEARN.fullmatch(said)) and (kind := _courses(cards)):
        return f"find {kind} for {found['what']}{found['rest']}"
    return said


def _beaten(found: re.Match[str]) -> str:
    """ "Ann beat Bob" for "Bob lost to Ann"."""
    winner, loser = (_SUBJECT.get(found[each].lower(), found[each]) for each in ("other", "one"))
    return f"{winner} beat {loser}"


def _opacity(found: re.Match[str]) -> str:
    """ "opacity 0.5" for "half see-through"."""
    if found["percent"]:
        part = min(100, int(found["percent"])) / 100
    elif found["half"]:
        part = 0.5
    else:
        part = _COUNT.get(found["count"].lower(), 1) / (3 if found["part"].lower().startswith("third") else 4)
    return f"opacity {round(1 - part, 2):g}"


def _takes(card: ToolCard, *words: str) -> bool:
    """Whether a tool's parameters are called by all these words."""
    return {word for key in declared_properties(card.schema) for word in name_words(key)}.issuperset(words)


def _absence(cards: Iterable[ToolCard]) -> str:
    """What the only tool that notes who is absent calls it."""
    found = [o for card in cards if changes(card) for o in _options(card) if o in ("absent", "missing", "no_show")]
    return found[0].replace("_", " ") if len(found) == 1 else ""


def _options(card: ToolCard) -> list[str]:
    properties: Mapping[str, Any] = declared_properties(card.schema)
    return [str(o).lower() for each in properties.values() if isinstance(each, dict) for o in each.get("enum") or ()]


def _from(rest: str) -> str:
    """What was missed, as that which somebody was absent from."""
    first = rest.split()[:1]
    if first == ["to"]:
        return f" from{rest.removeprefix(' to')}"
    joined = not first or first[0].lower() in ("in", "at", "from", "for", "on", "today", "yesterday", "this")
    return rest if joined else f" from{rest}"


def _courses(cards: Iterable[ToolCard]) -> str:
    """What the only tool that finds courses calls them."""
    found = []
    for card in cards:
        named = [word for word in name_words(card.name) if word in _COURSES]
        if named and not changes(card):
            found.append(named[0])
    return found[0] if len({stem(word) for word in found}) == 1 else ""
