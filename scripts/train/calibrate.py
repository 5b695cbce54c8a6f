"""Stage `calibrate`: fit the weights of the routing decision, and put together `keyhole-embedded.json`.

First how a value that is said is told from one that is not (`grounded`), then the choice of a tool (a conditional logit
over the tools in view), at last whether to call, decline or ask (a logit over these three). The examples of both: half
of the development rows and of the suites (every other row; the other half is for reporting) and requests of the
generator's held-out part, with a share of the weight for each group.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import torch
from descent import descended
from grounded import grounded
from look_ups import SHIPPED
from maker import Maker
from word_vectors import words_of
from written import written
from written_sets import TO_CLARIFY, unlearned

from keyhole.bench.suite import load as load_suite
from keyhole.models.embedded.assets import Assets
from keyhole.models.embedded.fill.pointer import Pointer
from keyhole.models.embedded.fill.ranker import Weights
from keyhole.models.embedded.fill.rerank import Reranker
from keyhole.models.embedded.fill.witnesses import FillWeights, Opinions
from keyhole.models.embedded.model import EmbeddedModel
from keyhole.models.embedded.route.clauses import split_clauses
from keyhole.models.embedded.route.decision import (
    ALL_SHOWN,
    CALL,
    CHOOSE,
    CLARIFY,
    LOOKS,
    DecisionWeights,
    Evidence,
    chosen,
    weighed,
)
from keyhole.models.embedded.route.familiar import Familiar
from keyhole.models.embedded.route.matcher import Matcher
from keyhole.models.embedded.route.replies import merged
from keyhole.models.model import RouteTask, ToolCard
from keyhole.models.numpy_llama import NumpyLlama
from keyhole.tools.loader import load_toolbox
from keyhole.tools.tool import Tool

DEV = {"multiple": 1.0, "live_multiple": 2.0, "simple_python": 1.0, "live_simple": 1.0, "irrelevance": 1.0,
       "live_irrelevance": 1.5}  # fmt: skip
"""The development files and their shares."""
INVENTED, LOOKED_UP, WRITTEN, SETS, SUITES = 0.5, 1.0, 3.0, 3.0, {"destiny": 2.0, "everyday": 1.0}
SET_SHARES = {"call_tool": 0.5, "none": 0.4, "clarify": 0.3}
"""Of the written sets' weight; with 0.1 for what lacks something a third of it was asked back, with this half."""
KNOWS = 7.0, 2.0
"""What knowing weighs in choosing and in calling where tools are unknown: set by hand, no development row having such a
tool. Destiny's tools among distractors said how much it takes (`bench/LOG.md`), for calling before a shipped tool that
is ahead was weighed by its own decision."""
OWN = ("destiny", "everyday")
"""The toolboxes with a decision of their own."""
OWN_PULL = 0.0002
"""Draws the weights of these decisions to the start: they have thousands of examples, so it may be weak."""
PURPOSE = 1.36
"""What it weighs in choosing, where tools are unknown, that other words than a tool's say what it is for: fitted by
itself to the written requests for one of several tools. With all else it got half as much, and on what others wrote
less was won by it."""
FILL = FillWeights(0.4, -4.0, {"str": -3.0, "enum": 0.0, "num": -2.0, "int": -0.5, "bool": -1.5}, pointer=0.7)
"""Chosen on the fitted half, what may be left out also on the written sets that are kept."""
OUTCOMES = ("call_tool", "none", "clarify")
START = DecisionWeights()
BLIND = DecisionWeights({**START.choose, "fit": 0.0}, {**START.call, "fit": 0.0}, START.clarify)
"""No route asks for a look with these: the looks that are measured are chosen here."""

Example = tuple[str, tuple[ToolCard, ...], str, frozenset[int], float]
"""A request, its cards, the right outcome, the places of the right tools and the example's weight."""
Measured = tuple[Evidence, str, frozenset[int], float]


def rows_of(path: Path, share: float) -> list[Example]:
    """Every other row of a file."""
    if not path.exists():
        return []
    queries = load_suite(path.read_text(encoding="utf-8").splitlines(), name=path.stem)[0::2]
    made: list[Example] = []
    for query in queries:
        declared = load_toolbox(query.toolbox) if query.toolbox else query.tools
        cards = tuple(
            t.card if isinstance(t, Tool) else Tool(t.name, t.description, t.parameters, unused).card for t in declared
        )
        if cards and query.expected.choice in OUTCOMES:
            right = {query.expected.tool, *query.expected.acceptable, *(call.name for call in query.expected.calls)}
            at = frozenset(i for i, card in enumerate(cards) if card.name in right)
            text = merged(query.text, query.turns[:-1])
            made.append((text, cards, query.expected.choice, at, share / len(queries)))
    return made


def by_hand(share: float, most: int | None = None) -> list[Example]:
    """The requests for the shipped toolboxes that were written by hand and are kept for this, `most` of them."""
    rows = written("decide")
    rows = rows[:: max(1, len(rows) // most)] if most else rows
    made: list[Example] = []
    for row in rows:
        cards = load_toolbox(row.toolbox).cards
        at = frozenset(i for i, card in enumerate(cards) if card.name == row.choice)
        made.append((row.text, cards, "call_tool" if at else row.choice, at, share / len(rows)))
    return made


def of_sets(share: float, most: int | None = None, newer: int | None = None) -> list[Example]:
    """The written requests for tools that are not shipped, one in four with its tool alone, one with another alone.
    `newer` as for `unlearned`."""
    rows = [(each.cards, request) for each in unlearned(newer) for request in each.requests][:most]
    made: list[tuple[str, tuple[ToolCard, ...], str, frozenset[int]]] = []
    for number, (cards, request) in enumerate(rows):
        right = cards[request.wanted] if request.wanted is not None else None
        others = [card for card in cards if card is not right]
        shown = {1: [right] if right else others[:1], 3: others[:1]}.get(number % 4, []) or list(cards)
        lacking = request.tool == TO_CLARIFY
        if lacking and right is None:
            shown = list(cards)
        at = frozenset(place for place, card in enumerate(shown) if card is right)
        outcome = "clarify" if lacking and (at or right is None) else "call_tool" if at else "none"
        made.append((request.text, tuple(shown), outcome, at))
    sizes = Counter(outcome for _, _, outcome, _ in made)
    return [(*row, share * SET_SHARES[row[2]] / sizes[row[2]]) for row in made]


def invented(maker: Maker, count: int, share: float) -> list[Example]:
    """Requests of the generator. A tool knows of them what it knows of any other; but the table of the look-ups holds
    no invented names, so it is drawn what it would know of these."""
    knows = {tool.name: tool.knows for tool in load_toolbox("everyday") if tool.knows}
    tables = {tool.name: tool.knows for tool in load_toolbox("destiny") if tool.knows}
    made: list[Example] = []
    for _ in range(count):
        text, given, at, answer = maker.route_example()
        known = knows | tables if any(table(text) for table in tables.values()) else knows
        cards = []
        for place, card in enumerate(given):
            knowing = known.get(card.name) or drawn(maker, right=place == at)
            cards.append(replace(card, knows=knowing if card.name in SHIPPED else None))
        outcome = "call_tool" if at >= 0 else "clarify" if answer == "<clarify>" else "none"
        made.append((text, tuple(cards), outcome, frozenset([at] if at >= 0 else ()), share / count))
    return made


def names_of(row: Example) -> set[str]:
    """The tools in view of an example."""
    return {card.name for card in row[1]}


def drawn(maker: Maker, *, right: bool) -> Callable[[str], float]:
    """What a look-up would know of a request: nearly always the name that it is asked for, seldom another."""
    x = maker.rng.random()
    known = (1.0 if x < 0.85 else 0.8 if x < 0.95 else 0.0) if right else (1.0 if x < 0.02 else 0.0)
    return lambda request: known


def bare(row: Example) -> Example:
    """The same, its tools' names alone in sight: they know themselves what they can do with a request."""
    text, cards, outcome, right, weight = row
    return text, tuple(card.name_alone() for card in cards), outcome, right, weight


async def unused(args: dict[str, Any]) -> Any:
    raise RuntimeError("no tool runs here")


async def measured(model: EmbeddedModel, rows: list[Example]) -> list[Measured]:
    """The evidence of every example, with a look at the tools ahead where their arguments are declared. Those with more
    tools than the transformer is shown are left out."""
    result: list[Measured] = []
    for text, cards, outcome, right, weight in rows:
        if not 0 < len(cards) <= ALL_SHOWN:
            continue
        query = split_clauses(text)[0]
        evidence = (await model.route(query, RouteTask(text, cards))).evidence
        scores = [weighed(CHOOSE, row, START.choose) for row in evidence.choose_rows()]
        ahead = sorted(range(len(cards)), key=lambda at: -scores[at])[:LOOKS]
        for at in ahead:
            if cards[at].schema is not None:
                look = await model.filler.look(query, cards[at])
                evidence = evidence.with_look(at, look.fit, look.said)
        result.append((evidence, outcome, right, weight))
    return result


def fitted(rows: list[Measured], pull: float) -> DecisionWeights:
    """The decision's weights, first of choosing, then of calling. Raises `ValueError` for a right tool that is not in
    view: an answer that nothing can give makes the loss so large that no digit of it shows the others."""
    if any(not 0 <= at < len(evidence.overlaps) for evidence, _, right, _ in rows for at in right):
        raise ValueError("an example whose right tool is not in view")
    choices = [(e.choose_rows(), right, weight) for e, _, right, weight in rows if right and len(e.overlaps) > 1]
    packed = torch.zeros(len(choices), max(len(made) for made, _, _ in choices), len(CHOOSE))
    closed = torch.full(packed.shape[:2], -1e9)
    wrong = torch.full(packed.shape[:2], -1e9)
    for i, (made, right, _) in enumerate(choices):
        packed[i, : len(made)] = torch.tensor(made)
        closed[i, : len(made)] = 0.0
        wrong[i, list(right)] = 0.0
    shares = torch.tensor([weight for _, _, weight in choices])

    def choosing(weights: torch.Tensor) -> torch.Tensor:
        logs = torch.log_softmax(packed @ weights + closed, 1)
        return -(torch.logsumexp(logs + wrong, 1) * shares).sum() / shares.sum()

    choose = named(CHOOSE, descended(begun(CHOOSE, START.choose), choosing, pull))
    calls, clarifies = [], []
    for evidence, _, _, _ in rows:
        best, margin = chosen([weighed(CHOOSE, row, choose) for row in evidence.choose_rows()])
        calls.append(evidence.call_row(best, margin))
        clarifies.append(evidence.clarify_row(best))
    call_rows, clarify_rows = torch.tensor(calls), torch.tensor(clarifies)
    wanted = torch.tensor([OUTCOMES.index(outcome) for _, outcome, _, _ in rows])
    weight = torch.tensor([w for _, _, _, w in rows])

    def odds(weights: torch.Tensor) -> torch.Tensor:
        call, clarify = call_rows @ weights[: len(CALL)], clarify_rows @ weights[len(CALL) :]
        return torch.stack([call, torch.zeros_like(call), clarify], 1)

    def calling(weights: torch.Tensor) -> torch.Tensor:
        each = torch.nn.functional.cross_entropy(odds(weights), wanted, reduction="none")
        return (each * weight).sum() / weight.sum()

    both = descended(torch.cat([begun(CALL, START.call), begun(CLARIFY, START.clarify)]), calling, pull)
    right_share = ((odds(both).argmax(1) == wanted).float() * weight).sum() / weight.sum()
    print(f"call, decline or ask: {100 * right_share:.1f}% right of {len(rows)}")
    return DecisionWeights(choose, named(CALL, both[: len(CALL)]), named(CLARIFY, both[len(CALL) :]))


def begun(names: Sequence[str], start: Mapping[str, float]) -> torch.Tensor:
    return torch.tensor([start.get(name, 0.0) for name in names])


def named(names: Sequence[str], weights: torch.Tensor) -> dict[str, float]:
    return {name: round(float(weight), 4) for name, weight in zip(names, weights, strict=True)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the training data")
    parser.add_argument("--dev", type=Path, required=True, help="the folder of development rows")
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True, help="the GGUF")
    parser.add_argument("--ranker", type=Path, required=True)
    parser.add_argument("--router", type=Path, required=True)
    parser.add_argument("--familiar", type=Path, required=True)
    parser.add_argument(
        "--matcher",
        type=Path,
        help="without it a card is known by its words alone, and what words mean by the shipped vectors",
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--invented", type=int, default=600)
    parser.add_argument("--pointer", type=Path, help="without it network and ranker alone say what a request tells")
    parser.add_argument("--reranker", type=Path, help="without it what was heard of values is added up alone")
    parser.add_argument("--requests", type=int, help="only so many of those that were written by hand")
    parser.add_argument("--sets", type=float, default=SETS, help="share of the written sets of tools")
    parser.add_argument("--newer", type=int, help="the first line of written_sets.jsonl that no witness has learned")
    parser.add_argument("--description-words", type=int, default=8)
    parser.add_argument("--pull", type=float, default=0.002, help="of the decision for all other tools")
    parser.add_argument("--suites", type=Path, default=Path(__file__).parents[2] / "bench" / "suites")
    args = parser.parse_args()
    torch.set_num_threads(1)
    idf = json.loads((args.tokenizer / "idf.json").read_text())
    ranker, router, familiar = (json.loads(path.read_text()) for path in (args.ranker, args.router, args.familiar))
    matcher = json.loads(args.matcher.read_text()) if args.matcher else None
    vectors, words = words_of(args.matcher), matcher.pop("words") if matcher else None
    pointer = json.loads(args.pointer.read_text()) if args.pointer else None
    reranker = json.loads(args.reranker.read_text()) if args.reranker else None
    heard = Opinions(Weights(**ranker), vectors, Pointer(vectors, **pointer) if pointer else None)
    assets = Assets(
        idf, BLIND, args.description_words, heard.ranker, Weights(**router), fill=FILL, words=vectors,
        familiar=Familiar(**familiar), matcher=Matcher(vectors, **matcher) if matcher else None,
        pointer=heard.pointer, reranker=Reranker(**reranker) if reranker else None,
    )  # fmt: skip
    maker = Maker(args.data, 77, "valid")
    engine = NumpyLlama(args.model)
    said = asyncio.run(grounded(EmbeddedModel(engine, assets), heard, FILL, args.requests))
    fill = replace(FILL, said=said)
    model = EmbeddedModel(engine, replace(assets, fill=fill))
    rows = [row for name, share in DEV.items() for row in rows_of(args.dev / f"bfcl_v4_{name}.jsonl", share)]
    rows += of_sets(args.sets, args.requests, args.newer)
    weights = fitted(asyncio.run(measured(model, rows + invented(maker, args.invented, INVENTED))), args.pull)
    call = {**weights.call, "knows": KNOWS[1]}
    choose = {**weights.choose, "knows": KNOWS[0], "purpose": PURPOSE}
    weights = replace(weights, choose=choose, call=call)
    maker.share = 1.0
    shipped = [row for row in invented(maker, args.invented * 2, LOOKED_UP) if names_of(row) <= set(SHIPPED)]
    shipped += [row for name, share in SUITES.items() for row in rows_of(args.suites / f"{name}.jsonl", share)]
    shipped += by_hand(WRITTEN, args.requests)
    seen = list(zip(shipped, asyncio.run(measured(model, [bare(row) for row in shipped])), strict=True))
    settings: dict[str, Any] = {"idf": idf, "description_words": args.description_words, "fill": asdict(fill)}
    settings |= {"weights": asdict(weights), "ranker": ranker, "router": router, "familiar": familiar, "known": []}
    settings |= {"matcher": matcher, "words": words} if matcher else {}
    settings |= {"pointer": pointer} if pointer else {}
    settings |= {"reranker": reranker} if reranker else {}
    boxes = [frozenset(card.name for card in load_toolbox(name).cards) for name in OWN]
    for tools in (*boxes, frozenset(SHIPPED)):
        own = fitted([evidence for row, evidence in seen if names_of(row) <= tools], OWN_PULL)
        settings["known"].append({"tools": sorted(tools), "weights": asdict(own)})
    args.out.write_text(json.dumps(settings, separators=(",", ":")))


if __name__ == "__main__":
    main()
