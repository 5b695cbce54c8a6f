"""The routing decision: which tool fits best, and apart from that whether to call it, decline or ask.

Two small linear models with weights of their own, for the evidence that picks one tool out of several says little about
whether any of them is wanted. `choose` gives each tool a score; `call` and `clarify` are log-odds against declining.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Self

from keyhole.models.embedded.route.lexical import Overlap

FLOOR = -12.0
MOST_FIT = 6.0
"""Log-odds beyond which a tool's fit is not told apart."""
LOOKS = 3
"""Tools whose arguments are looked at, at most, to choose one of them."""
ALL_SHOWN, SHOWN = 16, 10
"""Of more tools than the first number the transformer is shown the second."""
CLOSE = 2.0
"""How far behind the tool ahead another may be to take its place."""
TAKEN, LEAST = 2.8, 0.4
"""What it weighs, in the log-odds of choosing, that a request says a value of a tool, and how surely it says the least
sure of those that the tool cannot do without: fitted to 1,100 written requests for one of several tools close together.
"""
FAR_MORE = 2.0
"""How much more that has to be for another tool to take the place of the one ahead, if that lacks nothing. Of 1,584
written requests 1,270 are for the tool that was called, 1,310 with this; without it 1,322, and calls that are plainly
for a tool that takes little are lost."""
NOTHING_NEEDED = 1.0
"""The fit of a tool that needs no arguments, about that of one whose only argument is likely there."""
TURNED = 4.0
"""What it weighs, in log-odds, that a request wants what a tool makes, or on the contrary wants that turned back. Far
more than any other witness can tell of two tools with the same words, and of a tool for nothing but the way back."""
SOUGHT = 2.0
"""What it weighs, in the log-odds of choosing, that a request looks for something and a tool searches."""
SOUGHT_CALL, SOUGHT_NEAR = 0.75, 0.4
"""What it weighs then in the log-odds of calling, and how much more the nearer the tool's card is (`matcher`): of 465
requests (of four writers, kept sets and the fitted half) for a tool ahead that searches 440 are called with these,
429 without, 460 with 1 and 0; of 110 that want nothing 89, 90 and 70 are left alone."""
MISPLACED = 3.0
"""What it weighs, in the log-odds of choosing, that a tool has no place for an id, a path, an address of the web or a
statement that a request names and another tool takes."""
SCHEMA, SCHEMA_CALL = 1.2, 0.2
"""What it weighs, in the log-odds of choosing and of calling, that a request has words of a tool's schema alone
(`schema_words`): of 4,946 written requests for one of several tools 4,157 are for the tool that was called with these,
4,085 without; of 1,481 for none 1,285 are left alone either way."""
REMARK = 0.3
"""What it weighs in the log-odds of calling and of asking back that a request is a remark (`matcher`)."""
SAID = 1.5
"""Log-odds of a request saying a value from which it rather counts as said."""
CHOOSE = (
    "rank", "logp", "name", "request", "lead", "shared", "knows", "meaning", "implied", "fit", "familiar", "near",
    "purpose",
)  # fmt: skip
CALL = (
    "bias", "several", "logp", "rank", "ranks", "name", "request", "shared", "margin", "knows",
    "several_logp", "several_request", "several_shared", "meaning", "implied", "several_meaning",
    "states", "fit", "bare", "told", "read", "familiar", "near", "nearest", "tools", "least_said", "values_said",
)  # fmt: skip
CLARIFY = (
    "bias", "logp", "rank", "blank", "knows", "unfinished", "tools_logp", "tools_rank", "unread_logp", "unread_rank",
    "read", "familiar", "ahead_rank", "ahead_name", "ahead_request", "ahead_shared", "ahead_meaning", "ahead_near",
    "tools", "least_said", "values_said",
)  # fmt: skip

Row = tuple[float, ...]


class Said(NamedTuple):
    """What a request says of a tool's values. `least`: the log-odds of the least sure one of those that the tool cannot
    do without, -6 to 6; `values`: how many values it says, each counted as it is likely."""

    least: float = 0.0
    values: float = 0.0

    @classmethod
    def of(cls, odds: Sequence[float], needed: Sequence[float]) -> Self:
        """By the log-odds of every value, and of those that the tool cannot do without, that the request says it."""
        least = max(-MOST_FIT, min(MOST_FIT, *needed)) if needed else NOTHING_NEEDED
        return cls(least, sum(1 / (1 + math.exp(SAID - odd)) for odd in odds))


UNSEEN = Said()
"""Of a tool that nobody looked at."""
EXTREMES = ((-MOST_FIT, Said(-MOST_FIT, 0.0)), (MOST_FIT, Said(MOST_FIT, 3.0)))
"""The least and the most that a look at a tool may show: its fit, and what the request says of its values."""


@dataclass(frozen=True, slots=True)
class DecisionWeights:
    """Weights by the names in `CHOOSE`, `CALL` and `CLARIFY`; one that is missing counts as 0."""

    choose: Mapping[str, float] = field(
        default_factory=lambda: {
            "rank": 0.3,
            "logp": 0.4,
            "lead": 0.8,
            "shared": 0.5,
            "knows": 4.0,
            "meaning": 1.0,
            "implied": 0.3,
            "fit": 0.15,
        }
    )
    call: Mapping[str, float] = field(
        default_factory=lambda: {
            "logp": 0.4,
            "rank": 0.4,
            "shared": 0.5,
            "knows": 1.5,
            "states": -1.5,
            "fit": 0.5,
        }
    )
    clarify: Mapping[str, float] = field(
        default_factory=lambda: {"logp": 0.3, "rank": 0.8, "blank": 2.2, "knows": -1.0, "unfinished": 1.5}
    )


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that is known of one request and the tools in view.

    `logps` and `ranks`: the transformer's and the log-linear router's log-probabilities of every tool in order, then of
    none and of clarify. `knows`: see `keyhole.tools.tool.Tool`. `blank`: the request has a gap to fill in. `states`: it
    tells something and asks for nothing. `unfinished`: it ends where its object should stand. `short`: it has three
    words at most, so what a tool knows in it is all that it says. `fits`: how sure it is, by the tool's place, that the
    request says what the tool needs; 0 where nobody looked. `said`: what the request says of a tool's values, by its
    place (both: `choice.how_sure`). `familiar`: the log-odds against none of every tool, of none and of clarify where
    all tools are shipped ones (`familiar`); empty elsewhere. `near`: the log-odds against none of every tool by its
    card where one is not shipped (`matcher`). `directions`: see `directions`, by the tool's place; empty where no tool
    turns one thing into another. `sought`: 1 for every tool that searches for words, where the request looks for
    something; empty where it does not, or no tool does. `misplaced` and `schemas`: see `identifiers` and
    `schema_words`, by the tool's place. `remark`: how likely it asks for nothing (`matcher`), several
    times that after a call.
    """

    logps: Row
    ranks: Row
    overlaps: tuple[Overlap, ...]
    knows: Row
    blank: bool = False
    states: bool = False
    unfinished: bool = False
    short: bool = False
    fits: Mapping[int, float] = field(default_factory=dict)
    familiar: Row = ()
    near: Row = ()
    said: Mapping[int, Said] = field(default_factory=dict)
    directions: Row = ()
    sought: Row = ()
    misplaced: Row = ()
    schemas: Row = ()
    remark: float = 0.0

    def with_look(self, place: int, fit: float, said: Said) -> Self:
        """The same, after a look at a tool."""
        return replace(self, fits={**self.fits, place: fit}, said={**self.said, place: said})

    def of(self, kept: Sequence[int]) -> Self:
        """What is known of the tools at these places alone."""
        ends = [len(self.overlaps), len(self.overlaps) + 1]

        def row(whole: Row) -> Row:
            return (
                tuple(whole[at] for at in (*kept, *ends)[: len(kept) + len(whole) - len(self.overlaps)])
                if whole
                else ()
            )

        return replace(
            self,
            logps=row(self.logps),
            ranks=row(self.ranks),
            overlaps=tuple(self.overlaps[at] for at in kept),
            knows=row(self.knows),
            familiar=row(self.familiar),
            near=row(self.near),
            directions=row(self.directions),
            sought=row(self.sought),
            misplaced=row(self.misplaced),
            schemas=row(self.schemas),
        )

    def choose_rows(self) -> list[Row]:
        """The features `CHOOSE` of every tool."""
        best = max((overlap.score for overlap in self.overlaps), default=0.0)
        return [
            (
                rank, logp, o.name, o.request, o.score / best if best > 0 else 0.0, math.log1p(o.score), knows,
                o.meaning, o.implied, self.fits.get(at, 0.0), self.familiar[at] if self.familiar else 0.0,
                self.near[at] if self.near else 0.0, o.purpose,
            )
            for at, (rank, logp, o, knows) in enumerate(
                zip(self.ranks, self.logps, self.overlaps, self.knows, strict=False)
            )
        ]  # fmt: skip

    def call_row(self, best: int, margin: float) -> Row:
        """The features `CALL`, where the tool `best` is ahead of the next by `margin`."""
        several = float(len(self.overlaps) > 1)
        overlap = self.overlaps[best]
        logp = bounded(_log_sum(self.logps[:-2]) - self.logps[-2])
        shared = math.log1p(overlap.score)
        knows = max(self.knows, default=0.0)
        return (
            1.0, several, logp, bounded(self.ranks[best] - self.ranks[-2]),
            bounded(_log_sum(self.ranks[:-2]) - self.ranks[-2]), overlap.name, overlap.request, shared,
            min(margin, 4.0), knows, several * logp, several * overlap.request, several * shared,
            overlap.meaning, overlap.implied, several * overlap.meaning, float(self.states), self.fits.get(best, 0.0),
            float(self.short and knows == 1), knows * self.states, float(knows == 1),
            bounded(_log_sum(self.familiar[:-2])) if self.familiar else 0.0,
            nearness(self, best), bounded(max(self.near)) if self.near else 0.0,
            math.log(len(self.overlaps)), *self.said.get(best, UNSEEN),
        )  # fmt: skip

    def clarify_row(self, best: int) -> Row:
        """The features `CLARIFY`, where the tool `best` is ahead: what wants a tool that can read nothing in the
        request lacks something."""
        overlap = self.overlaps[best]
        knows = max(self.knows, default=0.0)
        tools_logp = bounded(_log_sum(self.logps[:-2]) - self.logps[-2])
        tools_rank = bounded(_log_sum(self.ranks[:-2]) - self.ranks[-2])
        return (
            1.0, bounded(self.logps[-1] - self.logps[-2]), bounded(self.ranks[-1] - self.ranks[-2]),
            float(self.blank), knows, float(self.unfinished), tools_logp, tools_rank,
            (1 - knows) * tools_logp, (1 - knows) * tools_rank, float(knows == 1),
            bounded(self.familiar[-1]) if self.familiar else 0.0,
            bounded(self.ranks[best] - self.ranks[-2]), overlap.name, overlap.request, math.log1p(overlap.score),
            overlap.meaning, nearness(self, best), math.log(len(self.overlaps)),
            *self.said.get(best, UNSEEN),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Decision:
    """`best` is the tool ahead, also where the choice is not to call it; `confidence` the share of the choice in 1."""

    choice: str
    best: int
    confidence: float


def decide(evidence: Evidence, weights: DecisionWeights, *, may_clarify: bool = True) -> Decision:
    """Weigh the evidence. At least one tool must be in view."""
    best, margin = chosen(scores_of(evidence, weights))
    turned = TURNED * min(0.0, evidence.directions[best]) if evidence.directions else 0.0
    found = evidence.sought[best] * (SOUGHT_CALL + SOUGHT_NEAR * nearness(evidence, best)) if evidence.sought else 0.0
    found += SCHEMA_CALL * evidence.schemas[best] if evidence.schemas else 0.0
    either = turned - REMARK * evidence.remark
    odds = {"call_tool": weighed(CALL, evidence.call_row(best, margin), weights.call) + either + found, "none": 0.0}
    if may_clarify:
        odds["clarify"] = weighed(CLARIFY, evidence.clarify_row(best), weights.clarify) + either
    choice = max(odds, key=odds.__getitem__)
    return Decision(choice, best, math.exp(odds[choice] - _log_sum(tuple(odds.values()))))


def in_doubt(evidence: Evidence, weights: DecisionWeights, *, may_clarify: bool = True) -> int | None:
    """The place of a tool at which a look could turn the decision, the likeliest first; None without one."""
    scores = scores_of(evidence, weights)
    reach = MOST_FIT * weights.choose.get("fit", 0.0)
    order = sorted(range(len(scores)), key=lambda at: -scores[at])
    rivals = [at for at in order if scores[order[0]] - scores[at] < 2 * reach][:LOOKS]
    if len(rivals) > 1:
        unknown = [at for at in rivals if at not in evidence.fits]
        if unknown:
            return unknown[0]
    best = order[0]
    if best in evidence.fits:
        return None
    outcomes = {decide(evidence.with_look(best, *shown), weights, may_clarify=may_clarify).choice for shown in EXTREMES}
    return best if len(outcomes) > 1 else None


def most_likely(evidence: Evidence, weights: DecisionWeights) -> list[int]:
    """The places, in order, of the tools that the transformer is shown: all of them up to `ALL_SHOWN`, else the `SHOWN`
    that everything else speaks for most."""
    scores = scores_of(evidence, weights)
    places = range(len(scores))
    return list(places) if len(scores) <= ALL_SHOWN else sorted(sorted(places, key=lambda at: -scores[at])[:SHOWN])


def told(said: Said) -> float:
    """What speaks for a tool in the log-odds of choosing."""
    return LEAST * said.least + TAKEN * said.values


def close_behind(evidence: Evidence, weights: DecisionWeights) -> dict[int, float]:
    """The places of the tools that are `CLOSE` behind the one ahead, the nearest first, with it `LOOKS` at most, and
    how far behind they are."""
    scores = scores_of(evidence, weights)
    order = sorted(range(len(scores)), key=lambda at: -scores[at])
    distances = {at: scores[order[0]] - scores[at] for at in order[1:LOOKS]}
    return {at: distance for at, distance in distances.items() if distance < CLOSE}


def scores_of(evidence: Evidence, weights: DecisionWeights) -> list[float]:
    """What speaks for every tool in view, by its place."""
    scores = [weighed(CHOOSE, row, weights.choose) for row in evidence.choose_rows()]
    known = (
        (TURNED, evidence.directions),
        (SOUGHT, evidence.sought),
        (MISPLACED, evidence.misplaced),
        (SCHEMA, evidence.schemas),
    )
    for weight, told in known:
        scores = [score + weight * each for score, each in zip(scores, told or [0.0] * len(scores), strict=True)]
    return scores


def chosen(scores: Sequence[float]) -> tuple[int, float]:
    """The highest score's place, and how far it is ahead of the next (0 where there is no other)."""
    best = max(range(len(scores)), key=scores.__getitem__)
    others = [score for at, score in enumerate(scores) if at != best]
    return best, scores[best] - max(others) if others else 0.0


def weighed(names: Sequence[str], row: Row, weights: Mapping[str, float]) -> float:
    """The sum of a row's features, each times its weight."""
    return sum(weights.get(name, 0.0) * value for name, value in zip(names, row, strict=True))


def nearness(evidence: Evidence, at: int) -> float:
    """How near a request is to a tool's card, as log-odds; 0 where nobody knows."""
    return bounded(evidence.near[at]) if evidence.near else 0.0


def bounded(odds: float) -> float:
    return max(-8.0, min(8.0, odds))


def _log_sum(logs: Sequence[float]) -> float:
    highest = max(logs)
    return highest + math.log(sum(math.exp(log - highest) for log in logs))
