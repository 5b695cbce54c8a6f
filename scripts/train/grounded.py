"""The fit of grounding (`keyhole.models.embedded.fill.grounding`): what a request that says a value looks like, and
one that does not. Part of the stage `calibrate`.

Of the written requests for a tool each value is right or wrong. Of some that lack something nobody says which tool they
are for and what is missing, so of the tool that is ahead one value at least is not said: a noisy-or (Pearl,
"Probabilistic Reasoning in Intelligent Systems", 1988) over what its parameters were given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from descent import descended
from written_sets import TO_CLARIFY, SetRequest, ToolSet, written_sets

from keyhole.bench.metrics import same_value
from keyhole.models.embedded.fill.choice import settled
from keyhole.models.embedded.fill.grounding import FACTS, Row, facts
from keyhole.models.embedded.fill.values import asked_of, value_of
from keyhole.models.embedded.fill.witnesses import FillWeights, Opinions, hear
from keyhole.models.embedded.model import EmbeddedModel
from keyhole.models.embedded.route.clauses import split_clauses
from keyhole.models.model import RouteTask, ToolCard

LEARNED = 6
"""One in so many requests is taken of the sets that the rankers have learned, where they are surer than elsewhere."""
WRONG = 0.5
"""What a value that is said otherwise counts beside one that is right."""
PULL = 0.001


@dataclass(frozen=True, slots=True)
class Filled:
    """What the required parameters of one request were given: their facts, and whether each is right; None where the
    request lacks one of them and nobody says which."""

    rows: tuple[Row, ...]
    right: tuple[bool, ...] | None


async def grounded(
    model: EmbeddedModel, opinions: Opinions, weights: FillWeights, most: int | None
) -> dict[str, float]:
    """The weights of `FACTS`, from the sets that are kept and those that are learned, `most` requests of each sort."""
    requests = [*_requests(written_sets("decide"), 1, most), *_requests(written_sets("learn"), LEARNED, most)]
    return fitted(await filled(model, requests, opinions, weights))


def _requests(sets: Sequence[ToolSet], every: int, most: int | None) -> list[tuple[tuple[ToolCard, ...], SetRequest]]:
    """One in so many of those that lack something, and of those for a tool, `most` of both at most."""
    pairs = [(each.cards, request) for each in sets for request in each.requests]
    lacking = [pair for pair in pairs if pair[1].tool == TO_CLARIFY]
    return lacking[::every][:most] + [pair for pair in pairs if pair[1].tool >= 0][::every][:most]


async def filled(
    model: EmbeddedModel,
    requests: Sequence[tuple[Sequence[ToolCard], SetRequest]],
    opinions: Opinions,
    weights: FillWeights,
) -> list[Filled]:
    """What the model gives requests; left out where it gives nothing, or rightly asks for what nobody says."""
    made = []
    for cards, request in requests:
        card = await _ahead(model, cards, request)
        parameters, _, query = asked_of(card.schema or {}, split_clauses(request.text)[0])
        if not any(parameter.required for parameter in parameters):
            continue
        view, seen = await model.filler.pointed(query, card.name, card.description, parameters)
        given = settled(view, query, *hear(view, query, seen.completion.tokens, opinions, weights), weights)
        said = [n for n, p in enumerate(view.parameters) if p.required and given[n].candidate.picks]
        untold = request.wanted is None
        if not said or (untold and len(said) < sum(p.required for p in view.parameters)):
            continue
        values = {n: value_of(view, n, list(given[n].candidate.picks), query) for n in said}
        right = tuple(same_value(values[n], at_path(request.args, view.parameters[n].path)) for n in said)
        made.append(Filled(tuple(facts(view, given, n) for n in said), None if untold else right))
    return made


async def _ahead(model: EmbeddedModel, cards: Sequence[ToolCard], request: SetRequest) -> ToolCard:
    """The tool that a request is for, or the one ahead where nobody says so."""
    if request.wanted is not None:
        return cards[request.wanted]
    query = split_clauses(request.text)[0]
    return cards[(await model.route(query, RouteTask(request.text, tuple(cards)))).index]


def at_path(args: Mapping[str, Any], path: Sequence[str]) -> Any:
    """The argument at a path, None where there is none."""
    value: Any = args
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def fitted(examples: Sequence[Filled]) -> dict[str, float]:
    """The weights of `FACTS`. Raises `ValueError` without an example."""
    if not examples:
        raise ValueError("no request to fit grounding to")
    rows = torch.tensor([row for each in examples for row in each.rows])
    of = torch.tensor([n for n, each in enumerate(examples) for _ in each.rows])
    right = torch.tensor([float(r) for each in examples for r in each.right or [False] * len(each.rows)])
    known = torch.tensor([each.right is not None for each in examples])
    share = torch.where(right > 0, 1.0, WRONG) * known[of]

    def loss(weights: torch.Tensor) -> torch.Tensor:
        odds = rows @ weights
        told = torch.nn.functional.binary_cross_entropy_with_logits(odds, right, weight=share, reduction="sum")
        all_said = torch.zeros(len(examples)).index_add(0, of, torch.nn.functional.logsigmoid(odds))
        lacks = -torch.log1p(-all_said.exp().clamp(max=1 - 1e-6))[~known].sum()
        return (told + lacks) / len(examples)

    weights = descended(torch.zeros(len(FACTS)), loss, PULL)
    return {name: round(float(weight), 4) for name, weight in zip(FACTS, weights, strict=True)}
