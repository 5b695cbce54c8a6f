# ruff: noqa: SIM905  (word lists read best as words)
"""The best values of a parameter weighed once more, by how they stand beside each other and what others want of them.

The witnesses look at one value at a time, and their log-odds are added up. A small network over what is known of the
eight best values hears what the sum cannot say: where a value begins and ends, how sure the pointer is of each of its
words, and whether another parameter would rather have them. It has learned from written requests that no witness had
learned from (Collins and Koo, "Discriminative Reranking for Natural Language Parsing", 2005): `scripts/train/rerank`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import mul
from typing import Any

from keyhole.models.embedded.fill.ranker import Candidate
from keyhole.models.embedded.fill.witnesses import Heard
from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.reader import signed
from keyhole.models.embedded.sight import Sight, title_of
from keyhole.models.embedded.text import STOP

BEST = 8
"""Values that are weighed once more."""
CLOSE = 6.0
"""Log-odds between the two best, or between the best and nothing, beyond which the sum stands."""
ASKED = 0.5
"""Log-odds in favour of asking where values were weighed once more: they are nearer each other then, so that the second
best is sooner given for want of the best."""
_LEAST = -9.0
_FARTHEST, _SURE = 6, 12.0
_FREE = (-6.0, 8.0)
"""The least and the most that is told of how much another parameter wants the same words."""
_FUNCTION_WORDS = (
    "the a an of in on at to for from with by and or as is are was be about into that this it my me i you your we our "
    "his her their its he she they not no please called named titled saying says say s until till after before between "
    "under over than every each one per via"
).split()
_KINDS = (*_FUNCTION_WORDS, "<s>", "</s>", "<stop>", "<kind>", "<Cap>", "<word>")
_KIND = {word: place for place, word in enumerate(_KINDS)}
_MARKS = ("", ",", ".", ":", "\"'“”", "()", "?!", ";", "-–")  # noqa: RUF001  (what people type)
_MARK = {mark: place for place, marks in enumerate(_MARKS) for mark in marks or ("",)}
CATEGORIES = 4 * len(_KINDS) + 2 * (len(_MARKS) + 1)
"""Kinds of the words before, behind, first and last, and of the marks before and behind."""
FACTS = (
    "ranked", "told", "pointed", "agreed", "total", "lead",
    "mean", "least", "before", "behind", "nothing",
    "length", "first", "last", "whole",
    "capitals", "capital_first", "capital_last", "capital_before", "capital_behind",
    "quoted", "in_quotes", "date", "in_date", "over_date", "marks", "digits",
    "own_name", "others_name", "named_before", "named_behind", "whose", "near", "apart", "unnear",
    "mark_before", "mark_behind", "clause", "wanted_as_text", "wanted_as_number", "number",
)  # fmt: skip
"""What is known of a value: log-odds in quarters (`lead` in sixths), those of the witnesses less the highest of the
best values; what the pointer says of its words and of those beside it; its length; what it looks like; what is named,
and how near in meaning; what another parameter would lose without it."""
NOTHING_FACTS = ("lead", "ranked", "told", "pointed", "agreed", "named", "described", "near", "apart")
"""What is known where a parameter may be given nothing, besides the facts of its best value."""
Row = tuple[list[float], list[int]]
"""Facts, and which of `CATEGORIES` are true."""


class Layers:
    """A number of facts and categories: their own weights, and those of what a hidden layer makes of them."""

    def __init__(self, facts: int, inner: str, outer: str, direct: str, scales: Sequence[float]) -> None:
        """`inner`: a row for the bias, each fact and each category, as long as `outer`; `direct`: a weight for the bias
        and each of them; `scales`: what 1 means in each. Raises `ValueError` where they do not fit together."""
        self.outer = [weight * scales[1] for weight in signed(outer)]
        flat = [weight * scales[0] for weight in signed(inner)]
        wide = len(self.outer)
        rows = 1 + facts + CATEGORIES
        self.direct = [weight * scales[2] for weight in signed(direct)]
        if not wide or len(flat) != rows * wide or len(self.direct) != rows:
            raise ValueError(f"weights of {len(flat)}, {wide} and {len(self.direct)} where {rows} facts are known")
        self.inner = [flat[at * wide : (at + 1) * wide] for at in range(rows)]
        self.facts = facts

    def score(self, row: Row) -> float:
        """What is made of facts."""
        values, categories = row
        at = [1 + n for n, value in enumerate(values) if value]
        known = [value for value in values if value]
        others = [1 + self.facts + category for category in categories]
        total = self.direct[0] + sum(self.direct[n] * value for n, value in zip(at, known, strict=True))
        total += sum(self.direct[n] for n in others)
        plain = [self.inner[n] for n in (0, *others)]
        columns = zip(zip(*(self.inner[n] for n in at), strict=True), zip(*plain, strict=True), self.outer, strict=True)
        for rows, ones, weight in columns:
            hidden = sum(map(mul, rows, known)) + sum(ones)
            if hidden > 0:
                total += hidden * weight
        return total


class Reranker:
    """The networks for values and for nothing."""

    def __init__(self, values: Mapping[str, Any], nothing: Mapping[str, Any]) -> None:
        """As `keyhole-embedded.json` has them, what `Layers` takes of each. Raises `ValueError` and `TypeError`."""
        self._values = Layers(len(FACTS), **values)
        self._nothing = Layers(len(NOTHING_FACTS) + len(FACTS), **nothing)

    def reranked(
        self, view: FillView, seen: Sight, heard: Sequence[Heard], number: int, leave: float
    ) -> list[tuple[float, Candidate]]:
        """The best candidates of a parameter with their new weights, nothing first. `leave`: log-odds in favour of
        nothing, for what is required; of what may be left out the network knows how readily."""
        mine = heard[number]
        values, nothing = facts(view, seen, heard, number)
        scores = [self._values.score(row) for row in values]
        if view.parameters[number].required:
            left = max(scores) + _lead(mine) + leave + ASKED
        else:
            left = self._nothing.score(nothing)
        return [(left, mine.candidates[0]), *zip(scores, (mine.candidates[at] for at in best_of(mine)), strict=True)]


def best_of(heard: Heard) -> list[int]:
    """The places of the values that are weighed once more among all candidates, the best by the sum first."""
    return sorted(range(1, len(heard.totals)), key=lambda at: -heard.totals[at])[:BEST]


def is_weighed(parameter: Parameter, heard: Heard) -> bool:
    """Whether a parameter is a text or a number, and there is a value for it: what the network learns of."""
    plain = parameter.type in ("str", "int", "num") and not parameter.many and not parameter.options
    return plain and bool(heard.words) and len(heard.totals) > 1


def in_doubt(view: FillView, heard: Sequence[Heard], number: int, leave: float) -> bool:
    """Whether the values of a text are near each other, or those of what may be left out near nothing.

    Numbers that are required are settled well by their units and by who takes which: of 6,955 the network has 20 more.
    """
    parameter, mine = view.parameters[number], heard[number]
    if not is_weighed(parameter, mine) or (parameter.required and parameter.type != "str"):
        return False
    best = best_of(mine)
    near = len(best) > 1 and mine.totals[best[0]] - mine.totals[best[1]] <= CLOSE
    return near or (not parameter.required and abs(_lead(mine) + leave) <= CLOSE)


def _lead(heard: Heard) -> float:
    """The log-odds of nothing against all values."""
    return heard.totals[0] - max(heard.totals[1:])


def facts(view: FillView, seen: Sight, heard: Sequence[Heard], number: int) -> tuple[list[Row], Row]:
    """The facts of each of a parameter's best values, and those of nothing."""
    mine, parameter = heard[number], view.parameters[number]
    best = best_of(mine)
    columns = (mine.ranked, mine.told, mine.pointed, mine.agreed, mine.totals)
    highest = [max(column[at] for at in best) for column in columns]
    lead, nothing = _lead(mine), mine.pointed[0]
    words = [max(_LEAST, each) for each in mine.words]
    own, named = set(title_of(parameter)), [at for at, numbers in enumerate(seen.named) if number in numbers]
    others = _wishes(view, heard, number)
    near, apart = seen.nearness.near[number], seen.nearness.apart[number]
    made: list[Row] = []
    for at in best:
        s, e = _place(view, mine.candidates[at])
        inside, span = words[s : e + 1], range(s, e + 1)
        starts, ends = s == 0, e + 1 == len(words)
        capitals = seen.capital[s : e + 1]
        opened, closed = starts or bool(seen.before[s]), ends or bool(seen.after[e])
        before, behind = [s - place for place in named if place < s], [place - e for place in named if place > e]
        text, numeric = (_wanted(wishes, s, e) for wishes in others)
        liked = [value for value in near[s : e + 1] if value is not None]
        values = [
            *((column[at] - most) / 4 for column, most in zip(columns, highest, strict=True)), lead / 6,
            sum(inside) / len(inside) / 4, min(inside) / 4, (_LEAST if starts else words[s - 1]) / 4,
            (_LEAST if ends else words[e + 1]) / 4, nothing / 4,
            min(len(inside), 12) / 4, float(starts), float(ends), float(starts and ends),
            float(all(capitals)), float(capitals[0]), float(capitals[-1]),
            float(not starts and seen.capital[s - 1] and not seen.before[s]),
            float(not ends and seen.capital[e + 1] and not seen.after[e]),
            float((s, e) in seen.quoted), float(any(a <= s and e <= b for a, b in seen.quoted)),
            float((s, e) in seen.dates), float(any(a <= s and e <= b and (a, b) != (s, e) for a, b in seen.dates)),
            float(any(s <= b and a <= e and not (a <= s and e <= b) for a, b in seen.dates)),
            float(any(seen.after[s:e])), float(any(c.isdigit() for place in span for c in view.words[place].text)),
            float(any(seen.stems[place] in own for place in span)),
            float(any(seen.named[place] and number not in seen.named[place] for place in span)),
            1 / min(before) if before else 0.0, 1 / min(behind) if behind else 0.0, _whose(seen, s, number),
            max(liked, default=0.0), max((v for v in apart[s : e + 1] if v is not None), default=0.0), float(not liked),
            float(opened), float(closed), float(opened and closed), text / 4, numeric / 4,
            float(parameter.type != "str"),
        ]  # fmt: skip
        made.append((values, _categories(seen, s, e)))
    left = [
        max(-_SURE, min(_SURE, lead)) / 4, mine.ranked[0] / 4, mine.told[0] / 4, nothing / 4, mine.agreed[0] / 4,
        float(bool(named)), float(any(number in each for each in seen.described)),
        max((v for v in near if v is not None), default=0.0), max((v for v in apart if v is not None), default=0.0),
    ]  # fmt: skip
    return made, ([*left, *made[0][0]], made[0][1])


def _place(view: FillView, candidate: Candidate) -> tuple[int, int]:
    """The first and last word of a value, counted from 0."""
    first, last = int(candidate.picks[0][1:]) - 1, int(candidate.picks[-1][1:]) - 1
    return (first, view.numbers[first].last) if len(candidate.picks) == 1 and first in view.numbers else (first, last)


Wish = tuple[float, list[tuple[float, int, int]]]
"""What another parameter's best values have to beat to be given, and these with their places."""


def _wishes(view: FillView, heard: Sequence[Heard], number: int) -> tuple[list[Wish], list[Wish]]:
    """What other parameters, of texts and of numbers, would be given."""
    texts: list[Wish] = []
    numbers: list[Wish] = []
    for other, each in enumerate(heard):
        if other == number or len(each.totals) < 2 or each.candidates[1].picks[0][0] != "w":
            continue
        values = [(each.totals[at], *_place(view, each.candidates[at])) for at in best_of(each)]
        (texts if view.parameters[other].type == "str" else numbers).append((each.totals[0], values))
    return texts, numbers


def _wanted(wishes: Sequence[Wish], s: int, e: int) -> float:
    """How much the parameter that wants words most would lose without them."""
    most = _FREE[0]
    for nothing, values in wishes:
        over = [total for total, a, b in values if a <= e and s <= b]
        free = [total for total, a, b in values if not (a <= e and s <= b)]
        if over:
            most = max(most, over[0] - max([nothing, *free[:1]]))
    return min(_FREE[1], most)


def _whose(seen: Sight, s: int, number: int) -> float:
    """1 where the last parameter that was named shortly before is this one, -1 where it is another."""
    for at in range(s - 1, max(-1, s - 1 - _FARTHEST), -1):
        if seen.named[at]:
            return 1.0 if number in seen.named[at] else -1.0
    return 0.0


def _categories(seen: Sight, s: int, e: int) -> list[int]:
    kinds = [_kind(seen, at) + place * len(_KINDS) for place, at in enumerate((s - 1, e + 1, s, e))]
    marks = [_MARK.get(mark, len(_MARKS)) for mark in (seen.before[s], seen.after[e])]
    return [*kinds, 4 * len(_KINDS) + marks[0], 4 * len(_KINDS) + len(_MARKS) + 1 + marks[1]]


def _kind(seen: Sight, at: int) -> int:
    """The kind of a word, by its place among `_KINDS`."""
    if not 0 <= at < len(seen.atoms):
        return _KIND["<s>" if at < 0 else "</s>"]
    atom = seen.atoms[at]
    if atom in _KIND:
        return _KIND[atom]
    if atom in STOP:
        return _KIND["<stop>"]
    return _KIND["<kind>" if atom[:1] == "<" else "<Cap>" if seen.capital[at] else "<word>"]
