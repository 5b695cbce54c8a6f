"""Which candidate each parameter gets: what the witnesses say, the best values weighed once more, settled jointly; and
whether the request really says it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from keyhole.models.embedded.fill.grounding import Settled, grounding
from keyhole.models.embedded.fill.order import put_in_order
from keyhole.models.embedded.fill.ranker import Candidate
from keyhole.models.embedded.fill.rerank import Reranker, in_doubt
from keyhole.models.embedded.fill.settling import said_with, settle
from keyhole.models.embedded.fill.values import value_of
from keyhole.models.embedded.fill.witnesses import FillWeights, Heard, Opinions, hear
from keyhole.models.embedded.options.options import said_options, says_truth
from keyhole.models.embedded.options.several_options import (
    keeps_out,
    named_options,
    several_said,
    speaks_of_leaving_out,
)
from keyhole.models.embedded.prompt import FillView
from keyhole.models.embedded.route.decision import MOST_FIT, NOTHING_NEEDED
from keyhole.models.embedded.sight import Sight
from keyhole.models.engine import TokenChoice

WIDTH = 8
SURE = 3.5
"""Log-odds against all other options from which one is taken that the request does not say: what is less likely is a
guess, and has to be left out or asked for."""
DOUBTED = -0.5
"""Log-odds that a request says a value below which what is required is asked for."""
READ = 60
"""Values that a tool is asked about at most."""


def settled(
    view: FillView,
    query: str,
    heard: Sequence[Heard],
    seen: Sight,
    weights: FillWeights,
    reads: Mapping[int, Callable[[str], float]] | None = None,
    reranker: Reranker | None = None,
) -> list[Settled]:
    """What every parameter is given, by what is heard of its candidates and seen in the request. `reads` says of
    parameters by number how well a text will do: what will do best goes before the others. `reranker`: with it the
    best values of the others are weighed once more."""
    scored: list[list[tuple[float, Candidate]]] = []
    for number, (parameter, each) in enumerate(zip(view.parameters, heard, strict=True)):
        (nothing, left_out), *values = each.weighed
        leave = weights.ask if parameter.required else weights.skip.get(parameter.type, 0.0)
        offered = [(nothing + leave, left_out), *values]
        readable = reads.get(number) if reads else None
        if reranker and readable is None and in_doubt(view, heard, number, leave):
            offered = reranker.reranked(view, seen, heard, number, leave)
        if weights.remark and not parameter.required:
            offered = [(offered[0][0] + weights.remark, left_out), *offered[1:]]
        order = sorted(offered, key=lambda pair: -pair[0])
        if readable is not None:
            order = _readable(order, readable, lambda picks: value_of(view, number, picks, query))  # noqa: B023 - called at once
        scored.append(order[:WIDTH])
    named = [named_options(view, number) for number in range(len(view.parameters))]
    alike = [
        p.options if len(names) > 1 and not p.many else () for p, names in zip(view.parameters, named, strict=True)
    ]
    best = settle(scored, alike, [said_with(view, number) for number in range(len(view.parameters))])
    return [Settled(candidate, each.weighed, each.unsaid) for candidate, each in zip(best, heard, strict=True)]


def how_sure(
    view: FillView,
    query: str,
    tokens: Sequence[TokenChoice],
    opinions: Opinions,
    weights: FillWeights,
    reranker: Reranker | None = None,
) -> tuple[float, list[float], list[list[str]]]:
    """How sure it is that a request says all that a tool needs: the least log-odds, -6 to 6, among what is required.
    And of every parameter, settled jointly, the log-odds that the request says its value, -6 where it is given none,
    and its picks."""
    heard, seen = hear(view, query, tokens, opinions, weights)
    needed = [each.totals for parameter, each in zip(view.parameters, heard, strict=True) if parameter.required]
    odds = [-totals[0] if len(totals) > 1 else -MOST_FIT for totals in needed]
    given = settled(view, query, heard, seen, weights, reranker=reranker)
    said = [
        grounding(view, given, number, weights.said) if each.candidate.picks else -MOST_FIT
        for number, each in enumerate(given)
    ]
    fit = max(-MOST_FIT, min(MOST_FIT, *odds)) if odds else NOTHING_NEEDED
    return fit, said, [list(each.candidate.picks) for each in given]


def choose(
    view: FillView,
    query: str,
    tokens: Sequence[TokenChoice],
    opinions: Opinions,
    weights: FillWeights,
    reads: Mapping[int, Callable[[str], float]] | None = None,
    reranker: Reranker | None = None,
) -> list[list[str]]:
    """For every parameter its picks (empty: left out, or to be asked for); `reads` and `reranker` as for `settled`."""
    heard, seen = hear(view, query, tokens, opinions, weights)
    given = settled(view, query, heard, seen, weights, reads, reranker)
    counted = _as_many_as_said(view)
    result = []
    for number, (parameter, each) in enumerate(zip(view.parameters, given, strict=True)):
        picks = list(each.candidate.picks)
        sure = number in (reads or {}) or not parameter.required or not picks or number in counted
        if parameter.many and parameter.options:
            said_together = several_said(view, number, seen)
            picks = picks if said_together is None else said_together
            guessed = said_together is None
            sure = sure or said_together is not None
            if keeps_out(parameter) and not parameter.required and not speaks_of_leaving_out(seen):
                picks = []
        else:
            guessed = parameter.required or not says_truth(parameter)
        if not sure and weights.said and grounding(view, given, number, weights.said) < DOUBTED:
            picks = []
        elif parameter.options and picks and guessed:
            spoken = said_options(parameter, seen, view.words)
            picks = _not_guessed(picks, each.offered, spoken, required=parameter.required)
        result.append(picks)
    put_in_order(view, result)
    return result


def _as_many_as_said(view: FillView) -> list[int]:
    """The required numbers, where a request has exactly as many."""
    numbers = [n for n, p in enumerate(view.parameters) if p.required and p.type in ("int", "num") and not p.options]
    return numbers if len(numbers) == len(view.numbers) else []


def _not_guessed(
    picks: list[str], offered: Sequence[tuple[float, Candidate]], said: Sequence[int], *, required: bool
) -> list[str]:
    """The picks among a parameter's options, or what is said of a required one; none where it is a guess."""
    if any(int(pick[1:]) - 1 in said for pick in picks):
        return picks
    totals = {candidate.picks[0]: total for total, candidate in offered if candidate.picks}
    others = [math.exp(total) for pick, total in totals.items() if pick not in picks]
    if not others or max(totals[pick] for pick in picks) - math.log(sum(others)) >= SURE:
        return picks
    return [f"e{said[0] + 1}"] if required and len(said) == 1 else []


def _readable(
    order: list[tuple[float, Candidate]], reads: Callable[[str], float], text: Callable[[Sequence[str]], Any]
) -> list[tuple[float, Candidate]]:
    """Candidates in order, the first of the values that can be read best before all other values."""
    values = [pair for pair in order if pair[1].picks]
    said = [text(candidate.picks) for _, candidate in values[:READ]]
    does = [reads(value) if isinstance(value, str) else 0.0 for value in said]
    if not any(does):
        return order
    total, best = values[does.index(max(does))]
    lift = values[0][0] - total + 0.01
    return sorted([(t + lift * (c is best), c) for t, c in order], key=lambda pair: -pair[0])
