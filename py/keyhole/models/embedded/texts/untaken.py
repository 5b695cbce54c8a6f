# ruff: noqa: SIM905  (word lists read best as words)
"""The words of a request that none of a tool's parameters takes and that say something which the tool's own do not."""

from __future__ import annotations

import re
from collections.abc import Sequence

from keyhole.models.embedded.fill.settling import said_with
from keyhole.models.embedded.options.other_names import meant
from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.route.lexical import plain_words_long
from keyhole.models.embedded.sight import date_runs
from keyhole.models.embedded.text import STOP, Word, name_words, plain_words, stem

Run = tuple[int, int]
"""The first and the last word of several, counted from 0."""
Picks = list[list[str]]
"""What every parameter was given, as the fill step's tokens."""
ASKS = frozenset(
    "find search look looking show see list browse any some anything something somewhere got have need want wanted "
    "after which what where dig pull there".split()
)
"""Words that ask for what stands behind them."""
POINTS = frozenset(
    "about regarding concerning mentioning mentions mention re called named titled containing contains".split()
)
"""Words right behind which stands what a thing is about, or what it is called."""


def span_of(picked: Sequence[str]) -> Run:
    """The words that a parameter was given."""
    return int(picked[0][1:]) - 1, int(picked[-1][1:]) - 1


def picks_with(picks: Picks, number: int, run: Run) -> Picks:
    """The picks, with these words for one parameter."""
    return [*picks[:number], [f"w{run[0] + 1}", f"w{run[1] + 1}"], *picks[number + 1 :]]


def taken(view: FillView, picks: Picks, but: int) -> set[int]:
    """The places of the words that all parameters `but` one take, of numbers with their units, and of dates."""
    places: set[int] = set()
    for number, (parameter, picked) in enumerate(zip(view.parameters, picks, strict=True)):
        if number == but or not picked:
            continue
        if picked[0][0] == "w":
            first, last = span_of(picked)
            places.update(range(first, last + 1))
        if parameter.options:
            spoken = said_with(view, number)
            places.update(at - 1 for pick in picked for at in spoken.get(pick, ()))
            otherwise = meant([str(option) for option in parameter.options], [w.text.lower() for w in view.words])
            places.update(at for option, at in otherwise.items() if f"e{option + 1}" in picked)
        if picked[0] == "true":
            places |= _named(view, parameter)
    for at, found in view.numbers.items():
        places.update(range(at, found.last + 2))
    for first, last in date_runs(view.words):
        places.update(range(first, last + 1))
    return places


def _named(view: FillView, parameter: Parameter) -> set[int]:
    """The places of the words that a parameter's name or description has."""
    own = {stem(word) for word in (*name_words(parameter.path[-1]), *plain_words_long(parameter.description))} - STOP
    return {n for n, word in enumerate(view.words) if not own.isdisjoint(map(stem, plain_words(word.text)))}


def runs_of(view: FillView, query: str, places: set[int]) -> list[Run]:
    """The runs of words that say something and are not at these places, with small words inside."""
    runs: list[Run] = []
    first = last = -1
    for at, word in enumerate(view.words):
        parted = at > 0 and bool(_MARKS.search(query, view.words[at - 1].end, word.start))
        says = at not in places and not _is_verb(view, at) and (_says(word, view) or _is_can(view, query, at))
        if first >= 0 and (parted or not (says or (at not in places and word.text.lower() in _INNER))):
            runs.append((first, last))
            first = -1
        if says:
            first, last = at if first < 0 else first, at
    return runs + ([(first, last)] if first >= 0 else [])


def before(view: FillView, runs: Sequence[Run], number: int) -> list[str]:
    """The words between a run and the one before it, in small letters, without articles at the end."""
    start = runs[number - 1][1] + 1 if number else 0
    words = [word.text.lower() for word in view.words[start : runs[number][0]]]
    while words and words[-1] in _ARTICLES:
        words.pop()
    return words


def says_nothing(view: FillView, at: int) -> bool:
    """Whether a word says how it is asked, and nothing of what is looked for."""
    word = view.words[at].text
    return (word.islower() or word == "I") and (word.lower() in _QUIET or _is_verb(view, at))


def _is_verb(view: FillView, at: int) -> bool:
    """Whether a word stands where a verb does: "I put"."""
    return at > 0 and view.words[at - 1].text.lower() in _BEFORE_A_VERB


def _is_can(view: FillView, query: str, at: int) -> bool:
    """Whether a word is the can of "copper watering can": behind a thing's word, and nobody or nothing can do."""
    if at == 0 or view.words[at].text.lower() != "can" or not _says(view.words[at - 1], view):
        return False
    word, following = view.words[at], view.words[at + 1 : at + 2]
    return not following or bool(_MARKS.search(query, word.end, following[0].start)) or following[0].text in _BEHIND


def _says(word: Word, view: FillView) -> bool:
    parts = plain_words(word.text)
    return not parts or any(len(part) > 1 and part not in _QUIET and stem(part) not in view.topic for part in parts)


_MARKS = re.compile(r"[,.;:?!()\n]")
_ARTICLES = frozenset("the a an my our your his her their its some any this that these those".split())
_BEHIND = frozenset("for with in under below from to at on and or of up".split())
_INNER = frozenset("of and with the a an for to in near at on without by & or from".split())
_BEFORE_A_VERB = frozenset("i we you they he she did to cant can't been".split())
_QUIET = (
    STOP
    | ASKS
    | POINTS
    | frozenset(
        "check tell bring open fetch know hold hello hi hey ok anybody someone somebody anyone everything stuff "
        "thing word words phrase things ones someplace pls plz thanks thx im ive id dont whats wheres whos lol "
        "still ever already yet once now currently recently lately again back max min him her his hers mine yours "
        "ours theirs maybe just really actually quick quickly whose above below before since until till within "
        "than between during per around near beside beyond through via anywhere against among amongst behind "
        "inside outside except ve re ll don".split()
    )
)
"""What says nothing of what is looked for."""
