# ruff: noqa: SIM905  (word lists read best as words)
"""Null for what a request says that there is none of, that has no end or that nobody knows, where the schema has room
for it: "no end date", "take the note off", "assigned to nobody", "never expires"."""

from __future__ import annotations

import re
from collections.abc import Iterator, MutableMapping, Sequence
from itertools import islice
from typing import Any

from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.text import STOP, name_words, stem
from keyhole.models.embedded.texts.nothing_said import FREE, UNLIMITED

_READ = 2_000
"""Characters of a request that are read."""
_QUOTED = re.compile(r"\"[^\"\n]{0,400}\"|\u201c[^\u201d\n]{0,400}\u201d|(?<!\w)'[^'\n]{0,400}'(?!\w)")
_STANDS = re.compile(
    r"\b(?:null|None)\b['\"`]?(?: ?[=:]| (?:means|is|for|if|when|to|stands for|leaves|removes|clears)\b)? ?"
    r"([^.;,()]{0,60})"
)
"""What a description says that null stands for: "null = never", "or null for no fill", "null leaves it unassigned"."""
_FALLS_BACK = re.compile(
    r"\b(?:default|current|all|any|every\w*|auto\w*|detect\w*|today|now|inherit\w*|same|latest|me|own)\b", re.IGNORECASE
)
"""What null stands for where it is not that there is none."""
_OPEN = re.compile(
    r"\b(?:never|unlimited|infinite(?:ly)?|for ?ever|indefinite(?:ly)?|open[- ]end(?:ed)?|permanent(?:ly)?|unbounded|"
    r"endless(?:ly)?|until|no (?:limit|end|expiry|cap|maximum|deadline))\b",
    re.IGNORECASE,
)
_ENDS = frozenset("expires expiry expiration until end ends deadline ttl".split())
"""Words in the names of what may be open where the description does not say so."""
_FOR_EVER = re.compile(
    r"\b(?:for ?ever|for good|permanently|indefinitely|open[- ]ended(?:ly)?|endlessly|un?till? further notice|"
    r"un?till? i (?:say|tell)\b[\w ]{0,20}|"
    r"un?till? i \w{2,12} (?:it|them|him|her)\b(?: (?:again|myself|by hand|manually))?|"
    r"(?:no|without(?: an?| any)?) (?:end|expiry|expiration)(?: (?:date|day|time))?(?! (?:of|in|to|user)\b)|"
    r"(?:never|not|don.?t|doesn.?t|shouldn.?t|mustn.?t|won.?t)(?: (?!and\b|but\b|or\b)\w{1,12}){0,4} "
    r"(?:expir(?:es?|ing)|lapses?|runs? out|times? out)|never (?:ends?|stops?))\b",
    re.IGNORECASE,
)
_NO_LIMIT = re.compile(
    r"\b(?:(?:unlimited|infinite|limitless|any number of)|"
    r"(?:no|without(?: an?| any)?) (?:upper )?(?:limit|cap|ceiling|maximum|max)(?: number)? (?:on|to|of|for)"
    r"(?: the| how many)?) "
    r"(?P<what>[a-z]{2,20})|"
    r"\bas many (?P<some>[a-z]{2,20}) as (?:they|you|he|she|we|i|people|anyone)\b"
    r"(?: (?:like|want|please|need|wish|can))?|"
    r"\b(?:no|without(?: an?| any)?) (?!upper)(?P<on>[a-z]{2,20}) (?:limit|cap|ceiling|maximum)\b|"
    r"\b(?:(?:no|without(?: an?| any)?) (?:upper )?(?:limit|cap|ceiling)|unlimited)(?=[,.;!?]| and | but |$)",
    re.IGNORECASE,
)
_UNKNOWN = re.compile(r"\b(?:unknown|not known|detect\w*|unsure)\b", re.IGNORECASE)
_TIMELY = re.compile(
    r"\b(?:dates?|days?|hours?|minutes?|seconds?|weeks?|when|until|expir\w*|ends?|closes?|YYYY\S*)\b", re.IGNORECASE
)
_NOT_KNOWN = re.compile(
    r"\b(?:no (?:idea|clue)|(?:do|does)(?:n.?t| not) (?:know|remember)|dunno|not sure|unknown|"
    r"can.?t (?:tell|remember))\b"
    r"((?: [\w']{1,20}){0,6})",
    re.IGNORECASE,
)
_WORDS = re.compile(r"[a-z]+(?:'[a-z]+)?", re.IGNORECASE)
_LITTLE = (
    r"(?: (?:the|an?|any|its|it's|my|our|his|her|their|this|that|fixed|set|special|specific|old|current|existing))"
)
_NO = re.compile(
    rf"\b(?:(?:no|without|w/o|not|remove|delete|clear|drop|erase|wipe|unset|cancel|lose|ditch|scrap|strip|disable|"
    rf"get rid of|do away with|turn off|switch off|take (?:off|away|out)|"
    rf"(?:do|does|did|should|would|will)(?:n.?t| not) (?:need|want|have|use|require|set)){_LITTLE}{{0,3}}) (?=[a-z])",
    re.IGNORECASE,
)
_AWAY = re.compile(
    r"(?: (?:is|are|to|at|of|should be))? ?[:=]? ?"
    r"(?:off|away|none|nil|null|nobody|no one|disabled|removed|gone|cleared)\b"
    r"(?=[,.;!?)]|$| (?:and|but|please|pls|again|too|for|on|from|then|now)\b)",
    re.IGNORECASE,
)
"""What stands behind the name of what there is none of any more."""
_TAKEN = re.compile(r"\b(?:take|turn|switch|leave|set|keep)(?: [a-z]{2,12}){0,2}$", re.IGNORECASE)
_NOBODY = re.compile(
    r"\b(?:nobody|no[- ]one) (?:is|was|has|does) |"
    r"\b(?:to|by|for|is|=|:) ?(?:nobody|no[- ]one|no one|none)\b|\bunassigned\b",
    re.IGNORECASE,
)
_PERSONS = frozenset("assignee owner assigned responsible reviewer manager substitute approver lead keeper".split())
_NOISE = frozenset("id name date day time at new custom optional max min limit number model value target text".split())
"""Words of names that people leave away: `parent_id`, `due_date`."""
_GOES_ON = STOP | frozenset(
    "please pls needed set required yet now today either anymore longer whatsoever then thanks date day time".split()
)
"""What may stand behind a name: another noun says that it is no name, the page of "no title page"."""
_BEHIND_NAME = re.compile(r"[:='\"] ?$")
_JOINS = re.compile(r"^[\s,]*(?:(?:for|because(?: of)?|due to|and|as)\b\s*)?", re.IGNORECASE)
_SUFFIXES = ("", "s", "es", "ed", "d", "ing", "er", "ning")

Span = tuple[int, int]


def put_nulls(view: FillView, query: str, values: MutableMapping[tuple[str, ...], Any]) -> None:
    """Give, in place, null to what may be null where a request says so, and take from others what they have of the
    words that say it."""
    may = [p for p in view.parameters if p.nullable and not p.many]
    text = _QUOTED.sub(lambda said: "\x00" * len(said[0]), query[:_READ]) if may else ""
    for parameter in may:
        span = _said(parameter, may, view, text)
        if span is None or _kept(parameter, span, query, values):
            continue
        values[parameter.path] = None
        for other in view.parameters:
            value = values.get(other.path)
            if not other.required and isinstance(value, str) and other is not parameter and not other.options:
                if query.find(value, *span) >= 0 and not _BEHIND_NAME.search(query, 0, query.find(value, *span)):
                    del values[other.path]
                elif value.startswith(said := query[slice(*span)]) and (rest := _JOINS.sub("", value[len(said) :])):
                    values[other.path] = rest  # "permanently for spamming"


def _said(parameter: Parameter, may: Sequence[Parameter], view: FillView, text: str) -> Span | None:
    """Where a request says that a parameter is null."""
    means = _meaning(parameter)
    counts = parameter.type in ("int", "num")
    opens = bool(_OPEN.search(means)) or (not means and not _ENDS.isdisjoint(name_words(parameter.path[-1])))
    if opens:
        alike = [p for p in may if _OPEN.search(_meaning(p)) or not _ENDS.isdisjoint(name_words(p.path[-1]))]
        timely = [p for p in alike if _TIMELY.search(p.about)] if len(alike) > 1 else alike
        if timely == [parameter] and (found := _never(parameter, text)):
            return found
        if counts and (found := _unlimited(parameter, view, text, alone=len(alike) == 1)):
            return found
    if _UNKNOWN.search(means):
        return _unknown(parameter, text)
    falls_back = bool(_FALLS_BACK.search(means))
    words = name_words(parameter.path[-1])
    names = set(_names(parameter, view))
    if counts and (opens or not means):  # "no downloads" are 0, "no timeout" is none
        names = set() if UNLIMITED.isdisjoint(words) else {"".join(words)}
    if not falls_back and (found := _none_of(names, text)):
        return found
    if _is_person(parameter) and not falls_back and sum(map(_is_person, may)) == 1 and (nobody := _NOBODY.search(text)):
        return nobody.span()
    if opens or falls_back or means.startswith("no "):
        return None
    return _as_described(means, text)


def _kept(parameter: Parameter, span: Span, query: str, values: MutableMapping[tuple[str, ...], Any]) -> bool:
    """Whether a parameter has a value that the words which say null are no part of, or another's value has these words
    in it."""
    value = values.get(parameter.path)
    if isinstance(value, str):
        at = query.find(value)
        if at < 0 or at >= span[1] or at + len(value) <= span[0]:
            return True
    elif value:
        return True
    said = query[slice(*span)]
    others = (other for path, other in values.items() if path != parameter.path and isinstance(other, str))
    return any(said in other and not other.startswith(said) for other in others)


def _meaning(parameter: Parameter) -> str:
    """What a description says that null stands for; empty where it does not say."""
    found = _STANDS.search(parameter.description[:400])
    return (found[1].strip("'\"` =:") or "none") if found else ""


def _is_person(parameter: Parameter) -> bool:
    return not _PERSONS.isdisjoint(name_words(parameter.path[-1]))


def _never(parameter: Parameter, text: str) -> Span | None:
    """Where a request says that something goes on for ever, or never does what a parameter is about."""
    if found := _FOR_EVER.search(text):
        return found.span()
    own = _stems(parameter.about)
    return next((found.span() for found in _NEVER.finditer(text) if stem(found[1].lower()) in own), None)


_NEVER = re.compile(r"\bnever ([a-z]{3,20})\b", re.IGNORECASE)


def _unlimited(parameter: Parameter, view: FillView, text: str, *, alone: bool) -> Span | None:
    """Where a request says that what is counted has no limit."""
    own = _stems(parameter.about)
    others = {word for p in view.parameters if p is not parameter for word in _stems(" ".join(name_words(p.path[-1])))}
    for found in _NO_LIMIT.finditer(text):
        what = stem((found["what"] or found["some"] or found["on"] or "").lower())
        if what in own or (alone and what not in others):
            return found.span()
    return None


def _unknown(parameter: Parameter, text: str) -> Span | None:
    """Where a request says that nobody knows what a parameter is."""
    own = _stems(parameter.about) | ({"languag"} if "639" in parameter.description else set())
    for found in _NOT_KNOWN.finditer(text):
        if not own.isdisjoint(_stems(found[1])):
            return found.span()
    said = _IS_UNKNOWN.search(text)
    return said.span() if said and stem(said[1].lower()) in own else None


_IS_UNKNOWN = re.compile(r"\b([a-z]{2,20})(?: is|:)? (?:unknown|not known)\b", re.IGNORECASE)


def _none_of(names: set[str], text: str) -> Span | None:
    """Where a request says that there is none of what a parameter is called, or is none any more."""
    for cue in _NO.finditer(text):
        for start in (cue.end(), *(also.end() for also in _ALSO.finditer(text, cue.end(), cue.end() + _NEAR))):
            for _, end in _named(text, start, names):
                return cue.start() if start == cue.end() else start, end
    for word in _WORDS.finditer(text):
        if word[0].lower().startswith("un") and any(word[0].lower() in (f"un{n}ed", f"un{n}d") for n in names):
            return word.span()
        for _, end in _named(text, word.start(), names, goes_on=True):
            if away := _AWAY.match(text, end):
                before = _TAKEN.search(text, 0, word.start() - 1)
                return (before.start() if before else word.start()), away.end()
    return None


_ALSO = re.compile(rf"(?<=\w) (?:and|or|nor)(?: any)?{_LITTLE}{{0,2}} (?:no )?", re.IGNORECASE)
"""What joins a second thing to the first of which there is none."""
_NEAR = 24


def _named(text: str, start: int, names: set[str], *, goes_on: bool = False) -> Iterator[Span]:
    """Where one of these names begins at a place, written as up to three words; no part of another noun."""
    joined, last = "", start
    for word in islice(_WORDS.finditer(text, start), _LONGEST):
        if text[last : word.start()] not in ("", " ", "-"):
            return
        joined, last = joined + word[0].lower(), word.end()
        if any(joined == name + suffix for name in names for suffix in _SUFFIXES):
            behind = _BEHIND.match(text, last)
            if goes_on or behind is None or behind[1].lower() in _GOES_ON:
                yield start, last


_LONGEST = 3
"""Words that a name may be written as."""
_BEHIND = re.compile(r"[ -]([a-z]+)", re.IGNORECASE)


def _names(parameter: Parameter, view: FillView) -> Iterator[str]:
    """What people may call a parameter, written together."""
    words = name_words(parameter.path[-1])
    for each in (words, [word for word in words if word not in _NOISE]):
        joined = "".join(each)
        if len(joined) > _SHORTEST and joined not in STOP:
            yield joined
    for word in words:
        yield from _OTHERWISE.get(word, ())
    means = _meaning(parameter)
    if told := re.search(r"\bno ([a-z]{3,20})$", means):
        yield told[1]
    if re.search(r"\b(?:off|disabled|hidden)\b", means):
        others = {stem(word) for p in view.parameters for word in name_words(p.path[-1])}
        yield from (word for word in view.about if len(word) > _SHORTEST and stem(word) not in others)


_SHORTEST = 2
_OTHERWISE = {
    "due": ("deadline", "duedate"),
    "deadline": ("due", "duedate"),
    "expires": ("expiry", "expiration", "expirydate", "expirationdate", "enddate"),
    "until": ("enddate", "end"),
    "end": ("enddate",),
}
"""What people call that too, written together."""


def _as_described(means: str, text: str) -> Span | None:
    """Where a request says all that a description says null stands for, or in which state things are then: "free",
    "lessons cancelled"."""
    if "free" in means and (free := FREE.search(text)):
        return free.span()
    words = {stem(word) for word in _WORDS.findall(means.lower()) if word not in STOP and word not in _SAYS_NOTHING}
    states = {stem(word) for word in _WORDS.findall(means.lower()) if re.fullmatch(r"\w{4,}ed", word)}
    said = list(_WORDS.finditer(text))
    there = {stem(found[0].lower()) for found in said}
    wanted = words if words and words <= there else states & there
    for found in said:
        if stem(found[0].lower()) in wanted:
            return found.span()
    return None


_SAYS_NOTHING = frozenset("for if when to is means it removes clears leaves none no off unset used was value".split())


def _stems(text: str) -> set[str]:
    return {stem(word) for word in _WORDS.findall(text.lower()) if word not in STOP}
