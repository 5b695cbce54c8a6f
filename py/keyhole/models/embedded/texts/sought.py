# ruff: noqa: RUF001, SIM905  (typographic quotes are what people type; word lists read best as words)
"""The words that a tool is to look for, read by code: what is left of a request without how it asks, what the tool is
about, and what other parameters take. "Any deals about espresso machines?" asks a tool that lists deals for these.

A text that may be left out is left out mostly, and so are the words to look for; but who says any wants no list of all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from keyhole.models.embedded.prompt import FillView
from keyhole.models.embedded.route.search_tools import takes_search_words
from keyhole.models.embedded.text import STOP, name_words, plain_words
from keyhole.models.embedded.texts.untaken import (
    ASKS,
    POINTS,
    Picks,
    Run,
    before,
    picks_with,
    runs_of,
    says_nothing,
    span_of,
    taken,
)
from keyhole.models.embedded.texts.whose import with_person
from keyhole.word_vectors import word_vectors

SAME = 0.5
"""How near in meaning one word is, at least, that is only another word for what the tool has: a flat for apartments."""


def put_sought(view: FillView, picks: Picks, query: str) -> Picks:
    """The picks of a tool that searches, with the words to look for where the one parameter that takes them has none or
    a part of them, and with whose thing it is."""
    takes = [number for number, parameter in enumerate(view.parameters) if takes_search_words(parameter)]
    if len(takes) != 1:
        return picks
    number = takes[0]
    picks = with_person(view, picks)
    if (run := _searched_web(view, query)) and (not picks[number] or _touches(run, span_of(picks[number]))):
        kept = [picked if _outside(view, other, picked, run) else [] for other, picked in enumerate(picks)]
        return picks_with(kept, number, run)
    runs = runs_of(view, query, taken(view, picks, number))
    run = _whole(view, query, runs, span_of(picks[number])) if picks[number] else _sought(view, runs)
    return picks_with(picks, number, run) if run else picks


def _searched_web(view: FillView, query: str) -> Run | None:
    """All words that the web is to be searched for, up to the first mark: "google postgres 15 row filter"."""
    verb = _SEARCHES_WEB.match(query)
    places = [at for at, word in enumerate(view.words) if verb and word.start >= verb.end()]
    for order, at in enumerate(places[1:], 1):
        if _MARK.search(query, view.words[at - 1].end, view.words[at].start):
            places = places[:order]
            break
    said = query[view.words[places[0]].start : view.words[places[-1]].end] if places else ""
    return (places[0], places[-1]) if said and not _QUOTED.search(said) else None


def _touches(one: Run, other: Run) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


def _outside(view: FillView, number: int, picked: Sequence[str], run: Run) -> bool:
    """Whether a parameter's picks are no words of a run, or it cannot do without them."""
    return not picked or picked[0][0] != "w" or view.parameters[number].required or not _touches(run, span_of(picked))


def _whole(view: FillView, query: str, runs: Sequence[Run], picked: Run) -> Run:
    """The whole of what was picked a part of, without words that say nothing: all of a request if that is one run, all
    that is behind "about", or with the nouns before it, the "lufthansa" of "lufthansa booking confirmation"."""
    if list(runs) == [(0, len(view.words) - 1)]:
        return runs[0]
    first, last = picked
    if query[view.words[first].start - 1 : view.words[first].start] in _QUOTES:
        return picked
    while first < last and says_nothing(view, first):
        first += 1
    touched = [number for number, (start, end) in enumerate(runs) if start <= last and first <= end]
    about = [number for number in touched if POINTS.intersection(before(view, runs, number)[-1:])]
    if len(about) == 1:
        return runs[about[0]][0], max(last, runs[about[0]][1])
    if len(touched) != 1 or first < runs[touched[0]][0]:
        return first, last
    number = touched[0]
    named = view.words[first].text[:1].isupper()
    while first > runs[number][0] and _NOUN.fullmatch(word := view.words[first - 1].text):
        if word.lower() in STOP or _HOW.fullmatch(word) or (named and word.islower()):
            break
        first -= 1
    return first, last


def _sought(view: FillView, runs: Sequence[Run]) -> Run | None:
    """The run behind "about"; or else the only one; or else the first that is asked for."""
    things = [run for run in runs if run[0] < run[1] or not _no_thing(view, run[0])]
    words = [before(view, things, number) for number in range(len(things))]
    about = [run for run, each in zip(things, words, strict=True) if POINTS.intersection(each[-1:])]
    if about:
        return about[0]
    asked = [run for run, each in zip(things, words, strict=True) if not ASKS.isdisjoint(each)]
    run = things[0] if len(things) == 1 else asked[0] if asked else None
    return None if run is None or _says_what_it_has(view, run) else run


def _no_thing(view: FillView, at: int) -> bool:
    """Whether a word says how or which, or whose value stands beside it, and names no thing: "assigned to Tom", "the
    oldest from Ann", "my brother Emil"."""
    word = view.words[at].text.lower()
    names = {part[:_ALIKE] for each in view.parameters for part in name_words(each.path[-1]) if len(part) >= _SHORTEST}
    named = view.words[at + 1 : at + 2] and view.words[at + 1].text[:1].isupper()
    return word[:_ALIKE] in names or bool(_HOW.fullmatch(word)) or bool(named and word in _KIN)


def _says_what_it_has(view: FillView, run: Run) -> bool:
    """Whether a run is one word that means what the tool has anyway."""
    words = [part for word in view.words[run[0] : run[1] + 1] for part in plain_words(word.text) if part not in STOP]
    vectors = word_vectors()
    known = {word: 1.0 for word in words if word in vectors}
    return len(words) == 1 and vectors.meaning(view.about).likeness(known) > SAME


_SEARCHES_WEB = re.compile(
    r"\W*(?:(?:please|pls|can you|could you|hey|just) )*(?:google|web search|"
    r"search (?:the web|online|the internet))(?: for)?:? (?!it\b|this\b|that\b|the web\b)",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"(?<!\w)['\"`‘“]")
_MARK = re.compile(r"[,;:?!\n]|\.\s")
_QUOTES = tuple("'\"`‘“")
_ALIKE, _SHORTEST = 5, 4
"""Letters at the beginning of two forms of a word, and of the shortest word of a name that is looked at."""
_NOUN = re.compile(r"[^\W\d_]{2,}(?<!s)(?<!ed)(?<!ing)(?:-\w+)*|\w+-[\w-]+")
"""What may be a noun before another, and is hardly a verb."""
_KIN = frozenset(
    "brother sister mother father mum mom dad son daughter wife husband friend colleague boss aunt uncle cousin "
    "neighbour neighbor manager customer client".split()
)
_HOW = re.compile(
    r"\w{2,}(?:ed|est)|came|sent|wrote|written|write|says?|said|good|great|nice|new|old|latest|last|next|first|best|"
    r"worst|top|big|small|cheap|free",
    re.IGNORECASE,
)
