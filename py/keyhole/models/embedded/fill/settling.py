"""Values that several parameters could take, settled jointly: no two plain parameters take the same number of a request
while another is free; a span is shared only at a cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from keyhole.models.embedded.fill.ranker import Candidate
from keyhole.models.embedded.prompt import FillView
from keyhole.models.embedded.text import name_words, stem

SHARED = 15.0
"""What it costs that two parameters take the same words: rather than that, what is required is asked for."""
OVERLAPPING = 0.5
BEAM = 40


def settle(
    scored: Sequence[Sequence[tuple[float, Candidate]]],
    alike: Sequence[Sequence[Any]],
    said_with: Sequence[Mapping[str, frozenset[int]]],
) -> list[Candidate]:
    """One candidate for each parameter, the best together: a beam over the parameters in order. `alike`: the options of
    those of which several are named, and which do not share one ("from checking to savings"). `said_with`: for each
    parameter the words that its options are said with, which are no text of another's ("tire pressure in psi")."""
    beam: list[tuple[float, tuple[Candidate, ...]]] = [(0.0, ())]
    for number, offered in enumerate(scored):
        twins = [other for other in range(number) if alike[number] and alike[other] == alike[number]]
        grown = []
        for total, chosen in beam:
            taken = [at for c in chosen if (at := place(c))]
            used = [chosen[other].picks for other in twins]
            said = [words for other, c in enumerate(chosen) if (words := _words(c, said_with[other]))]
            for s, c in offered:
                at, words = place(c), _words(c, said_with[number])
                shared = _clashes(at, taken) + (c.picks in used and bool(c.picks))
                shared += any(_within(at, each) for each in said) or any(_within(each, words) for each in taken)
                grown.append((total + s - SHARED * shared, (*chosen, c)))
        beam = sorted(grown, key=lambda pair: -pair[0])[:BEAM]
    return list(beam[0][1])


def place(candidate: Candidate) -> tuple[int, int] | None:
    """The first and last word, counted from 1, that a candidate takes from the request."""
    if not candidate.picks or candidate.picks[0][0] != "w":
        return None
    return int(candidate.picks[0][1:]), int(candidate.picks[-1][1:])


def _clashes(at: tuple[int, int] | None, taken: Sequence[tuple[int, int]]) -> float:
    """1 where a place is taken as it stands, half where it shares words with one that is."""
    if at is None:
        return 0.0
    if at in taken:
        return 1.0
    return OVERLAPPING if any(at[0] <= last and first <= at[1] for first, last in taken) else 0.0


def _words(candidate: Candidate, said_with: Mapping[str, frozenset[int]]) -> frozenset[int]:
    """The numbers of the words that an option is said with."""
    return said_with.get(candidate.picks[0], frozenset()) if candidate.picks else frozenset()


def _within(at: tuple[int, int] | None, words: frozenset[int]) -> bool:
    return at is not None and words.issuperset(range(at[0], at[1] + 1))


def said_with(view: FillView, number: int) -> dict[str, frozenset[int]]:
    """For each option of a parameter that the request says in all its words the numbers of these words."""
    found = {}
    for index, option in enumerate(view.parameters[number].options):
        stems = {stem(word) for word in name_words(str(option)) if len(word) > 1}
        at = {n: s & stems for n, word in enumerate(view.words, 1) if (s := {stem(w) for w in name_words(word.text)})}
        if stems and stems == set().union(*at.values()):
            found[f"e{index + 1}"] = frozenset(n for n, s in at.items() if s)
    return found
