# ruff: noqa: SIM905  (word lists read best as words)
"""The sentence behind a colon, where a tool takes a text to be sent or kept: "reply to 4420 with: can't reproduce it,
could you send a log?"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from typing import Any

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import STOP, name_words, plain_words, stem
from keyhole.models.embedded.times.days_said import MONTH, NAMED_DAY
from keyhole.tools.builtin.number_words import NUMBER_WORD

_BODIES = frozenset("body text message content comment note notes reply answer".split())
_TITLES = frozenset("title subject summary headline".split())
_TAIL = re.compile(r"(?<=[^\W_]):\s+(?=\S+\s+\S+\s+\S)")
"""A colon behind a word and before three words at least."""
_SENTENCE = re.compile(r".*?(?:[.!?]+(?=\s|$)|$)", re.DOTALL)
_QUOTE = re.compile(r"(?<!\w)['\"`\u2018\u201c]")
_MOST_OF_TITLE = 12
_READ = 2_000
"""Characters of the longest request that is read."""


def put_text(parameters: Sequence[Parameter], query: str, values: MutableMapping[tuple[str, ...], Any]) -> str:
    """Give, in place, the one parameter for a text that was given a part of the sentence behind the colon all of it,
    where whatever else was given stands before the colon. What is left of the request for others is returned."""
    head, tail = _behind_colon(query)
    texts = [p for p in parameters if p.type == "str" and not (p.many or p.options or p.schema.get("format"))]
    if tail and _is_title(texts, values, head, tail):
        return head
    for called in _called(texts, values, tail) if tail else ():
        given = str(values.get(called[0].path, "")) if len(called) == 1 else ""
        if not given or given not in tail or given in head:
            continue
        others = {path: value for path, value in values.items() if path != called[0].path}
        more = tail.replace(given, " ", 1)
        if _HOW_OFTEN.fullmatch(more):
            continue
        about = {p.path: p.about for p in parameters}
        if all(_said_in(head, v) or not _may_be_of(more, about.get(path, path[-1]), v) for path, v in others.items()):
            title = not _TITLES.isdisjoint(name_words(called[0].path[-1]))
            values[called[0].path] = _PERIOD.sub("", tail) if title else tail
            return head
    return query


def _is_title(texts: Sequence[Parameter], values: MutableMapping[tuple[str, ...], Any], head: str, tail: str) -> bool:
    """Whether one sentence was cut into a title and a text that may be left out, so that it is the title, in place:
    "file a bug: the button does nothing on Safari"."""
    titles, bodies = ([p for p in texts if not w.isdisjoint(name_words(p.path[-1]))] for w in (_TITLES, _BODIES))
    if len(titles) != 1 or len(bodies) != 1 or bodies[0].required or len(tail.split()) > _MOST_OF_TITLE:
        return False
    begun, rest = (str(values.get(p.path, "")) for p in (titles[0], bodies[0]))
    if not begun or not rest or not tail.startswith(begun) or rest not in tail or rest in head or begun in head:
        return False
    del values[bodies[0].path]
    values[titles[0].path] = _PERIOD.sub("", tail)
    return True


def _called(
    texts: Sequence[Parameter], values: Mapping[tuple[str, ...], Any], tail: str
) -> Iterator[Sequence[Parameter]]:
    """The parameters that are bodies, that are titles, and that were given the beginning of a list or a sentence."""
    for names in (_BODIES, _TITLES):
        called = [p for p in texts if not names.isdisjoint(name_words(p.path[-1]))]
        called = [p for p in called if p.required] or called
        begun = str(values.get(called[0].path, "")) if called else ""
        yield called if len(called) == 1 and (" " in begun or begun.lower() in STOP) else []
    yield [p for p in texts if (given := values.get(p.path)) and _GOES_ON.match(tail.removeprefix(str(given)))]


_GOES_ON = re.compile(r",? (?:and|&|then|/) |, ")
"""What a text goes on with that was taken for a list."""


def _behind_colon(query: str) -> tuple[str, str]:
    """A request up to the last colon that a text follows, and the sentence of that; empty without. What has quotation
    marks, other colons or lines is told otherwise."""
    found = list(_TAIL.finditer(query)) if len(query) <= _READ else []
    behind = query[found[-1].end() :] if found else ""
    if not found or _QUOTE.search(behind) or "\n" in behind or re.search(r"\w[:=]\s", behind):
        return query, ""
    sentence = _SENTENCE.match(behind)
    return query[: found[-1].start()], sentence[0].strip() if sentence else ""


def _said_in(text: str, value: Any) -> bool:
    """Whether a text has a value, or all of a list, in it."""
    said = value if isinstance(value, list) else [value]
    return all(str(each).lower() in text.lower() for each in said)


def _may_be_of(text: str, about: str, value: Any) -> bool:
    """Whether a text may say a value: in these words, as a figure or a day that was given another form, or, where
    something is switched on, in words that are `about` it; what is off is said by no word of its own."""
    if isinstance(value, bool):
        return value and not _stems(text).isdisjoint(_stems(about))
    if isinstance(value, list):
        return any(_may_be_of(text, about, each) for each in value)
    said = str(value).lower()
    return said in text.lower() or (bool(re.search(r"\d", said)) and _FIGURE.search(text) is not None)


def _stems(text: str) -> set[str]:
    return {stem(word) for part in text.split() for word in plain_words(part) if word not in STOP}


_FIGURE = re.compile(
    rf"\d|\b(?:{NUMBER_WORD}|{NAMED_DAY}|{MONTH}|noon|midnight|half|quarter|an hour|once|twice)\b", re.IGNORECASE
)
_HOW_OFTEN = re.compile(r"[ ,]*(?:once|twice|daily|weekly|monthly|every \w+|\w+ times)[ .!]*", re.IGNORECASE)
_PERIOD = re.compile(r"(?<=\w)\.$")
