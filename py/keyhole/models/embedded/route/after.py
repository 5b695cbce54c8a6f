"""The decision behind a call: which tool a message is for that was said after one, or none.

A conditional logit (McFadden, "Conditional logit analysis of qualitative choice behavior", 1974) over the tools in view
and none. It hears what the route's own witnesses say of every tool, what is known of each tool's stand to that call
(`AfterCall.kinds`), and which signs in the message go with which stand: "oops" with a tool that changes what the last
one made, "too" with that one itself. `scripts/train/after_call` fits it to messages that were written as follow-ups.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Self

from keyhole.models.embedded.route.decision import (
    CALL,
    Decision,
    DecisionWeights,
    Evidence,
    bounded,
    chosen,
    decide,
    nearness,
    scores_of,
    weighed,
)
from keyhole.models.model import AfterCall

WITNESSES = ("score", "logp", "rank", "near", "name", "request", "meaning", "call", "chosen", "fit")
"""What the route knows of a tool."""
SCALES = (3.0, 4.0, 4.0, 4.0, 1.0, 1.0, 1.0, 3.0, 1.0, 4.0)
"""About how large each of them gets."""
OF_NONE = ("logp", "remark", "call", "near")
"""What it knows that speaks for or against none of them."""
DOUBT, DOUBT_NAMED = 0.25, 1.0
"""Log-odds by which none is held back: a wish that is declined is lost, a remark that is taken for one mostly says no
value, and then nothing is called; and how much where the message alone is for a tool whose words it says."""
BEGUN, BEGINS = "begun", 4.0
"""That a message begins with the verb of a tool that does something, and what it weighs where it is no other tool's:
"shelve Dune there". Of 13 such messages among the lessons 12 are for that tool."""
NONE, ANY = "none", "any"
"""Stands beside those of the tools: that of none, and one that all tools share."""


@dataclass(frozen=True, slots=True)
class AfterWeights:
    """Weights of the witnesses, of what speaks for none, of the tools' stands, and of signs by stand (`crossed`: a row
    for each sign, in the order of `stands`)."""

    witnesses: tuple[float, ...]
    none: tuple[float, ...]
    kinds: Mapping[str, float]
    stands: tuple[str, ...]
    crossed: Mapping[str, tuple[float, ...]]

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> Self:
        """As `after_call.json` has them: the rows of `crossed` are whole numbers, `steps` of them in one."""
        steps = raw["steps"]
        rows = {sign: tuple(each / steps for each in row) for sign, row in raw["crossed"].items()}
        return cls(tuple(raw["witnesses"]), tuple(raw["none"]), raw["kinds"], tuple(raw["stands"]), rows)


@cache
def after_weights() -> AfterWeights:
    """The shipped ones."""
    return AfterWeights.of(json.loads(files("keyhole").joinpath("after_call.json").read_text(encoding="utf-8")))


def stands_near(after: AfterCall, name: str) -> bool:
    """Whether a tool is that of the call before, or changes what that made."""
    return not {"same", "amends"}.isdisjoint(after.kinds.get(name, ()))


def witnesses(evidence: Evidence, weights: DecisionWeights, *, may_clarify: bool) -> list[tuple[float, ...]]:
    """What the route knows of every tool, each scaled."""
    told = scores_of(evidence, weights)
    best, _ = chosen(told)
    calls = decide(evidence, weights, may_clarify=may_clarify).choice == "call_tool"
    rows = []
    for at, score in enumerate(told):
        overlap = evidence.overlaps[at]
        row = (
            score - told[best],
            bounded(evidence.logps[at] - evidence.logps[-2]),
            bounded(evidence.ranks[at] - evidence.ranks[-2]),
            nearness(evidence, at),
            overlap.name,
            overlap.request,
            overlap.meaning,
            weighed(CALL, evidence.call_row(at, 0.0), weights.call),
            float(calls and at == best),
            evidence.fits.get(at, 0.0),
        )
        rows.append(tuple(value / scale for value, scale in zip(row, SCALES, strict=True)))
    return rows


def of_none(rows: Sequence[tuple[float, ...]], remark: float) -> tuple[float, ...]:
    """What is known of none, from that of every tool and how likely the message asks for nothing."""
    logp, call, near = (WITNESSES.index(name) for name in ("logp", "call", "near"))
    return (rows[0][logp] * SCALES[logp], remark, max(row[call] for row in rows), max(row[near] for row in rows))


def decide_after(
    names: Sequence[str],
    rows: Sequence[tuple[float, ...]],
    remark: float,
    after: AfterCall,
    weights: AfterWeights,
) -> Decision:
    """Weigh what is known of the tools with these names, in their order (`witnesses`)."""
    crossed = [row for sign in after.signs if (row := weights.crossed.get(sign))]
    signs = [sum(column) for column in zip(*crossed, strict=True)] if crossed else [0.0] * len(weights.stands)
    leaning = dict(zip(weights.stands, signs, strict=True))

    def of(kinds: Sequence[str]) -> float:
        return sum(weights.kinds.get(kind, 0.0) + leaning.get(kind, 0.0) for kind in kinds)

    begins = [name for name in names if BEGUN in after.kinds.get(name, ())]
    odds = [
        (BEGINS if begins == [name] else 0.0)
        + of((*after.kinds.get(name, ()), ANY))
        + sum(w * value for w, value in zip(weights.witnesses, row, strict=True))
        for name, row in zip(names, rows, strict=True)
    ]
    least = sum(w * value for w, value in zip(weights.none, of_none(rows, remark), strict=True))
    chosen_too = WITNESSES.index("chosen")
    surely = any(row[chosen_too] and "named" in after.kinds.get(n, ()) for n, row in zip(names, rows, strict=True))
    odds.append(of((NONE,)) + least - (DOUBT_NAMED if surely else DOUBT))
    best, _ = chosen(odds[:-1])
    most = max(odds)
    share = math.exp(max(odds[best], odds[-1]) - most) / sum(math.exp(each - most) for each in odds)
    return Decision("call_tool" if odds[best] > odds[-1] else "none", best, share)
