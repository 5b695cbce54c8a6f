"""Stage `things`: learn which of the things that a tool brought a message means (`keyhole.steps.thing_meant`).

    scripts/train/things --out py/keyhole/thing_meant.json

`listed_things.jsonl` has apps, one a line, in the form of `keyhole.bench.follow_ups`, written for this purpose: each
message says in words of its own which of the things of a result it means, or means none. Those of `follow_ups.jsonl`
that have such a result come with them: what is right there says which thing it was by the thing's id or name.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import torch
from torch import nn
from torch.nn.functional import cross_entropy

from keyhole.bench.follow_ups import App, Wanted
from keyhole.clock import on_day
from keyhole.steps.results import Result, read_result
from keyhole.steps.thing_meant import MOST_THINGS
from keyhole.steps.thing_signs import signs
from keyhole.steps.thing_values import id_of, title_of
from keyhole.tools.tool import Tool

HERE = Path(__file__).parent
DAY = date(2025, 6, 2)
"""The day that it is where the lessons say tomorrow."""


@dataclass(frozen=True)
class Lesson:
    """The signs for each thing and for none of them, and which it is: the places of things, or the one behind them."""

    things: list[dict[str, float]]
    none: dict[str, float]
    right: tuple[int, ...]


async def _done(args: dict[str, Any]) -> str:
    return "done"


def meant(said: Wanted, result: Result) -> tuple[int, ...]:
    """Which things of a result a message means, or how many there are where it means none; empty where that is not
    known: a question on what is shown calls no tool, and what changes a call may well say nothing of its thing."""
    if said.kind in ("shown", "unclear", "changed"):
        return ()
    if said.things:
        return said.things
    told = {f"{value}".lower() for accept in said.arguments.values() for value in accept}
    for called in (lambda thing: id_of(thing, result.noun), title_of):
        named = [at for at, thing in enumerate(result.things) if called(thing) and f"{called(thing)}".lower() in told]
        if named:
            return tuple(named) if len(named) == 1 else ()
    return (len(result.things),) if said.kind in ("new", "another") else ()


def lessons_of(apps: Sequence[App]) -> Iterator[Lesson]:
    """Those of the apps that have a list."""
    for app in apps:
        result = read_result(app.called, app.result)
        if app.asked_for or not 1 < len(result.things) <= MOST_THINGS:
            continue
        tools = {each.name: Tool(each.name, each.description, each.parameters, _done) for each in app.tools}
        for said in app.messages:
            if right := meant(said, result):
                things, none = signs(said.q, result, tools.get(said.tool))
                yield Lesson(things, none, right)


class Logit(nn.Module):
    """As `thing_meant` weighs."""

    def __init__(self, things: Sequence[str], none: Sequence[str]) -> None:
        super().__init__()
        self.of_things = {sign: at for at, sign in enumerate(things)}
        self.of_none = {sign: at for at, sign in enumerate(none)}
        self.things, self.none = nn.Parameter(torch.zeros(len(things))), nn.Parameter(torch.zeros(len(none)))

    def read(self, lessons: Sequence[Lesson]) -> tuple[torch.Tensor, ...]:
        """Lessons as numbers: of every thing, of none, what is no thing, and where none is."""
        most = max(len(each.things) for each in lessons) + 1
        things = torch.zeros(len(lessons), most, len(self.of_things))
        none = torch.zeros(len(lessons), len(self.of_none))
        beyond = torch.full((len(lessons), most), -1e9)
        for at, each in enumerate(lessons):
            beyond[at, : len(each.things) + 1] = 0
            for place, told in enumerate(each.things):
                for sign, value in told.items():
                    if sign in self.of_things:
                        things[at, place, self.of_things[sign]] = value
            for sign, value in each.none.items():
                none[at, self.of_none[sign]] = value
        return things, none, beyond, torch.tensor([[len(each.things)] for each in lessons])

    def forward(self, read: tuple[torch.Tensor, ...]) -> torch.Tensor:
        things, none, beyond, ends = read
        odds: torch.Tensor = things @ self.things + beyond
        return odds.scatter_add(1, ends, (none @ self.none)[:, None])


def fitted(lessons: Sequence[Lesson], args: argparse.Namespace) -> Logit:
    """The weights that make the right things likely and are small."""
    counted = Counter(sign for each in lessons for sign in {sign for told in each.things for sign in told})
    none = sorted({sign for each in lessons for sign in each.none})
    logit = Logit(sorted(sign for sign, times in counted.items() if times >= args.least), none)
    read = logit.read(lessons)
    right = torch.zeros(read[2].shape)
    for at, each in enumerate(lessons):
        right[at, list(each.right)] = 1 / len(each.right)
    descent = torch.optim.LBFGS(logit.parameters(), max_iter=args.iterations, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        descent.zero_grad()
        small = args.small * logit.things.square().sum() + 0.3 * logit.none.square().sum()
        total = cross_entropy(logit(read), right, reduction="sum") + small / 2
        total.backward()
        return total

    descent.step(loss)
    with torch.no_grad():
        hits = right.gather(1, logit(read).argmax(1, keepdim=True)).gt(0).float().mean()
    print(f"things: {len(lessons)} lessons, {len(counted)} signs, {float(hits):.1%} right", flush=True)
    return logit


def written(logit: Logit) -> dict[str, Any]:
    """As `ThingWeights.of` reads them."""

    def told(names: dict[str, int], weights: torch.Tensor) -> dict[str, float]:
        return {sign: weight for sign, at in names.items() if (weight := round(weights[at].item(), 3))}

    return {"thing": told(logit.of_things, logit.things), "none": told(logit.of_none, logit.none)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--lessons", type=Path, nargs="*", default=[HERE / "listed_things.jsonl", HERE / "follow_ups.jsonl"]
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--least", type=int, default=2, help="how many lessons have to have a sign")
    parser.add_argument("--small", type=float, default=0.5, help="how much a large weight costs")
    parser.add_argument("--iterations", type=int, default=300)
    args = parser.parse_args()
    apps = [App.model_validate_json(line) for file in args.lessons for line in file.read_text("utf-8").splitlines()]
    with on_day(DAY):
        lessons = list(lessons_of(apps))
    args.out.write_text(f"{json.dumps(written(fitted(lessons, args)), indent=0)}\n", "utf-8")


if __name__ == "__main__":
    main()
