"""Stage `calibrate`: fit the weights of the routing decision, and put together `keyhole-embedded.json`.

A conditional logit over tools, none and clarify. Its examples: half of the development rows (every other row; the other
half is for reporting) and requests of the generator's held-out part, each group weighing the same.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from pathlib import Path

import torch
from tokens import Tokens

import data
from data import Maker
from keyhole.bench.suite import load as load_suite
from keyhole.models.embedded import DEFAULT_WEIGHTS, FEATURES, Assets, EmbeddedModel, split_clauses
from keyhole.models.embedded_ranker import Weights
from keyhole.models.model import RouteTask, ToolCard
from keyhole.models.numpy_llama import NumpyLlama

SHIPPED = (
    "item_lookup", "perk_lookup", "activity_lookup", "calculator", "unit_convert", "date_time", "random_pick",
)  # fmt: skip
"""Tools that the generator writes requests for by name; where no other is in view the decision has its own weights."""
DEV = ("multiple", "live_multiple", "simple_python", "live_simple", "irrelevance", "live_irrelevance")

Example = tuple[str, tuple[ToolCard, ...], int, float]
"""A request, its cards, the right outcome (an index; -1 none, -2 clarify) and the example's weight."""


def examples(dev: Path, maker: Maker, invented: int) -> list[Example]:
    """Everything the decision is fitted to."""
    made: list[Example] = []
    for name in DEV:
        path = dev / f"bfcl_v4_{name}.jsonl"
        queries = load_suite(path.read_text(encoding="utf-8").splitlines(), name=name)[0::2] if path.exists() else []
        queries = [q for q in queries if q.tools]
        for query in queries:
            cards = tuple(
                ToolCard(t.name, t.description.strip().split("\n", 1)[0], tuple(t.parameters.get("properties", {})))
                for t in query.tools
            )
            right = {query.expected.tool, *query.expected.acceptable}
            at = next((i for i, card in enumerate(cards) if card.name in right), -1)
            made.append((query.text, cards, at, 1.0 / len(queries)))
    for _ in range(invented):
        text, cards_, at, answer = maker.route_example()
        outcome = at if at >= 0 else -2 if answer == "<clarify>" else -1
        made.append((text, tuple(cards_), outcome, 3.0 / invented))
    return made


async def measured(model: EmbeddedModel, rows: list[Example]) -> list[tuple[torch.Tensor, int, float]]:
    """Features of every example's outcomes, with the right one."""
    result = []
    for text, cards, at, weight in rows:
        if len(cards) > 32:
            continue
        routed = await model.route(split_clauses(text)[0], RouteTask(text, cards))
        right = at if at >= 0 else len(cards) + (0 if at == -1 else 1)
        result.append((torch.tensor(routed.features), right, weight))
    return result


def fitted(rows: list[tuple[torch.Tensor, int, float]], pull: float) -> dict[str, float]:
    """Weights of the features; `pull` draws them to the defaults."""
    start = torch.tensor([DEFAULT_WEIGHTS.get(name, 0.0) for name in FEATURES])
    weights = start.clone().requires_grad_()
    optimiser = torch.optim.LBFGS([weights], max_iter=200, line_search_fn="strong_wolfe")
    total = sum(weight for _, _, weight in rows)
    largest = max(len(features) for features, _, _ in rows)
    packed = torch.zeros(len(rows), largest, len(FEATURES))
    mask = torch.full((len(rows), largest), -1e9)
    for i, (features, _, _) in enumerate(rows):
        packed[i, : len(features)] = features
        mask[i, : len(features)] = 0.0
    right = torch.tensor([r for _, r, _ in rows])
    shares = torch.tensor([w for _, _, w in rows]) / total

    def closure() -> torch.Tensor:
        optimiser.zero_grad()
        each = torch.nn.functional.cross_entropy(packed @ weights + mask, right, reduction="none")
        loss = (each * shares).sum() + pull * ((weights - start) ** 2).sum()
        loss.backward()
        return loss

    optimiser.step(closure)
    with torch.no_grad():
        hits = ((packed @ weights + mask).argmax(1) == right).float()
        before = ((packed @ start + mask).argmax(1) == right).float()
        print(f"right: {100 * (hits * shares).sum():.1f}% (defaults {100 * (before * shares).sum():.1f}%)")
    return {name: round(float(w), 4) for name, w in zip(FEATURES, weights, strict=True)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the training data")
    parser.add_argument("--dev", type=Path, required=True, help="the folder of development rows")
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True, help="the GGUF")
    parser.add_argument("--ranker", type=Path, required=True)
    parser.add_argument("--router", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--invented", type=int, default=600)
    parser.add_argument("--trust", type=float, default=0.3)
    parser.add_argument("--description-words", type=int, default=8)
    parser.add_argument("--pull", type=float, default=0.002)
    args = parser.parse_args()
    torch.set_num_threads(1)
    idf = json.loads((args.tokenizer / "idf.json").read_text())
    router = json.loads(args.router.read_text())
    assets = Assets(idf, DEFAULT_WEIGHTS, args.description_words, router=Weights(**router))
    maker = Maker(args.data, Tokens(args.tokenizer / "tokenizer.json"), idf, 77, "valid")
    engine = NumpyLlama(args.model)
    rows = asyncio.run(measured(EmbeddedModel(engine, assets), examples(args.dev, maker, args.invented)))
    weights = fitted(rows, args.pull)
    data.LOOK_UPS = 1.0
    shipped = [
        (text, tuple(cards), at if at >= 0 else -2 if answer == "<clarify>" else -1, 1.0)
        for text, cards, at, answer in (maker.route_example() for _ in range(args.invented * 2))
        if all(card.name in SHIPPED for card in cards)
    ]
    known = fitted(asyncio.run(measured(EmbeddedModel(engine, assets), shipped)), args.pull) if shipped else {}
    print(weights)
    settings = {
        "idf": idf,
        "weights": weights,
        "description_words": args.description_words,
        "fill": {"trust": args.trust, "ask": -2.0, "skip": 0.0},
    }
    if known:
        settings["known"] = {"tools": list(SHIPPED), "weights": known}
    settings |= {"ranker": json.loads(args.ranker.read_text()), "router": router}
    args.out.write_text(json.dumps(settings, separators=(",", ":")))


if __name__ == "__main__":
    main()
