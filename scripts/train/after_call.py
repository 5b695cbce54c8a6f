"""Stage `after_call`: learn which tool a message is for that is said right after a call (`keyhole.models.embedded.
route.after`).

    scripts/train/after_call --out py/keyhole/after_call.json --work DIR

`follow_ups.jsonl` and `listed_things.jsonl` have apps, one a line, in the form of `keyhole.bench.follow_ups`, written
for this purpose; with them come the conversations of `bench` that may be read, each message behind the calls that were
right. The agent is asked every message with the shipped model; what that knows of the tools is kept in DIR (so that a
second run begins where a first one ended), and the weights are fitted to it. Every app is asked twice, the second time
with tools of other apps beside its own, for a page may have many; what is said of a list once more behind another call
for it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import pickle
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import torch
from torch import nn
from torch.nn.functional import cross_entropy

import keyhole.models.embedded.model as embedded
from keyhole.agent import Agent
from keyhole.bench.after_call import Done, talk_of
from keyhole.bench.conversations import read
from keyhole.bench.follow_ups import App, Wanted
from keyhole.bench.suite import ToolDeclaration
from keyhole.clock import on_day
from keyhole.conversation import Conversation, ToolCall, ToolResult
from keyhole.errors import ModelError
from keyhole.models.embedded.route.after import ANY, NONE, WITNESSES, of_none
from keyhole.models.model import AfterCall
from keyhole.steps.results import read_result
from keyhole.tools.tool import Tool
from keyhole.tools.toolbox import Toolbox

ROOT = Path(__file__).parents[2]
LESSONS = [Path(__file__).with_name(name) for name in ("follow_ups.jsonl", "listed_things.jsonl")]
UNREAD = frozenset(("car_rental", "health_diary", "farm", "media", "company", "evening", "back_office"))
"""Files of `bench/conversations` and `bench/answers` that nothing is fitted to."""
APPS_DAY, TALKS_DAY = date(2025, 6, 2), date(2023, 1, 1)
MANY = (8, 12, 16, 20, 24)
"""Tools in view with those of other apps."""
STANDS = (
    "same", "amends", "takes the id", "removes", "looks", "changes", "does", "other", NONE, "lacks 0", "lacks 1",
    "lacks 2", "takes a value", "shares", "edits", "changes the thing", "needs nothing", "listed",
    "called before", "takes a listed id",
)  # fmt: skip
"""Stands of tools that signs are weighed with."""
STEPS = 50
"""In one, of the weights as they are kept."""


@dataclass(frozen=True)
class Lesson:
    """What was known when a message was asked, the place of the right tool (behind the last: none), and its weight."""

    names: tuple[str, ...]
    rows: tuple[tuple[float, ...], ...]
    remark: float
    after: AfterCall
    right: int
    weight: float


class _Heard(ModelError):
    """Ends a turn once it is known what the router knows."""


async def _done(args: dict[str, Any]) -> str:
    return "done"


def tools_of(declared: Sequence[ToolDeclaration]) -> list[Tool]:
    """Tools that say they are done."""
    return [Tool(each.name, each.description, each.parameters, _done) for each in declared]


async def lesson(
    model: embedded.EmbeddedModel, box: Toolbox, talk: Conversation, said: str, tool: str, weight: float
) -> Lesson | None:
    """What is known when a message is asked at the end of a talk; None where the router was not asked or the right tool
    is not in view."""
    heard: list[Lesson] = []

    def listen(names: Sequence[str], rows: Any, remark: float, after: AfterCall, weights: Any) -> None:
        if not tool or tool in names:
            right = names.index(tool) if tool else len(names)
            heard.append(Lesson(tuple(names), tuple(rows), remark, after, right, weight))
        raise _Heard("heard")

    module = vars(embedded)
    decides, module["decide_after"] = module["decide_after"], listen
    try:
        async for _ in Agent(model, box, conversation=talk).ask(said):
            pass
    finally:
        module["decide_after"] = decides
    return heard[0] if heard else None


def behind_another(app: App, rng: random.Random) -> Iterator[tuple[App, Wanted]]:
    """Messages on a list, each behind another of them that something was done for. What changes the call that brought
    the list would change that instead."""
    listed = not app.done and len(read_result(app.called, app.result).things) > 1
    acts = [said for said in app.messages if said.kind == "onward" and said.tool] if listed else []
    for said in app.messages:
        others = [act for act in acts if act is not said]
        if others and said.kind not in ("changed", "shown"):
            act = rng.choice(others)
            args = {name: accept[0] for name, accept in act.arguments.items() if name not in act.optional}
            yield app.model_copy(update={"done": (Done(said=act.q, tool=act.tool, arguments=args),)}), said


async def of_app(model: embedded.EmbeddedModel, app: App, others: Sequence[App], rng: random.Random) -> list[Lesson]:
    """The lessons of an app, with its own tools and with those of others beside them."""
    found = []
    for many in () if app.asked_for else (0, rng.choice(MANY)):
        tools = {each.name: each for each in app.tools}
        for other in rng.sample(others, min(many, len(others))):
            tools = {each.name: each for each in other.tools} | tools
        kept = [name for name in tools if name not in {each.name for each in app.tools}]
        rng.shuffle(kept)
        names = [*(each.name for each in app.tools), *kept[: max(0, many - len(app.tools))]]
        rng.shuffle(names)
        box = Toolbox("asked", tools_of([tools[name] for name in names]))
        asked = [(app, said) for said in app.messages]
        for given, said in [*asked, *([] if many else behind_another(app, rng))]:
            if said.kind != "unclear":
                one = await lesson(model, box, talk_of(given), said.q, said.tool, 0.5 if many else 1.0)
                found += [one] if one else []
    return found


async def of_talks(model: embedded.EmbeddedModel, file: Path) -> list[Lesson]:
    """The lessons of a file of conversations."""
    told, found = read(file), []
    box = Toolbox("asked", tools_of(told.tools))
    for conversation in told.conversations:
        talk, called, asks_back = Conversation(), False, False
        for at, said in enumerate(conversation):
            wants = said.expected
            if called and not asks_back and wants.choice != "clarify" and len(wants.calls) < 2:
                before = Conversation.model_validate_json(talk.model_dump_json())
                one = await lesson(model, box, before, said.query, wants.calls[0].name if wants.calls else "", 1.0)
                found += [one] if one else []
            talk.append("user", said.query)
            asks_back = wants.choice == "clarify"
            for number, call in enumerate(wants.calls):
                args = {n: v.accept[0] for n, v in call.arguments.items() if v.accept and not v.may_omit}
                talk.append("assistant", ToolCall(id=f"{at}-{number}", name=call.name, arguments=args))
                answer = json.dumps(said.answers.get(call.name, "done"), ensure_ascii=False)
                talk.append("tool", ToolResult(call_id=f"{at}-{number}", content=answer))
                called = True
            talk.append("assistant", "Which one?" if asks_back else "Here.")
    return found


def lessons_of(args: argparse.Namespace) -> list[Lesson]:
    """All of them, with progress. What was found before is read again."""
    model = embedded.load(args.model)
    apps = [App.model_validate_json(line) for file in args.lessons for line in file.read_text("utf-8").splitlines()]
    talks = [file for folder in args.talks for file in sorted(folder.glob("*.json")) if file.stem not in UNREAD]
    args.work.mkdir(parents=True, exist_ok=True)
    found, started, most = list[Lesson](), time.monotonic(), len(apps) + len(talks)
    for number, each in enumerate([*apps, *talks]):
        kept = args.work / f"{each.stem if isinstance(each, Path) else f'{number:04d}'}.pickle"
        if not kept.exists():
            with on_day(TALKS_DAY if isinstance(each, Path) else APPS_DAY):
                if isinstance(each, Path):
                    made = asyncio.run(of_talks(model, each))
                else:
                    made = asyncio.run(of_app(model, each, apps, random.Random(f"{args.seed} {number}")))
            kept.write_bytes(pickle.dumps(made))
        found += pickle.loads(kept.read_bytes())
        left = (time.monotonic() - started) / (number + 1) * (most - number - 1)
        print(f"after_call, {number + 1} of {most}: {len(found)} lessons, {left / 60:.0f} minutes left", flush=True)
    return found


class Logit(nn.Module):
    """As `decide_after` weighs."""

    def __init__(self, signs: Sequence[str], kinds: Sequence[str]) -> None:
        super().__init__()
        self.signs, self.kinds_known = {sign: at for at, sign in enumerate(signs)}, list(kinds)
        self.stands = [self.kinds_known.index(stand) for stand in STANDS]
        self.witnesses, self.none = nn.Parameter(torch.zeros(len(WITNESSES))), nn.Parameter(torch.zeros(4))
        self.kinds = nn.Parameter(torch.zeros(len(kinds)))
        self.crossed = nn.Parameter(torch.zeros(len(signs), len(STANDS)))

    def read(self, lessons: Sequence[Lesson]) -> tuple[torch.Tensor, ...]:
        """Lessons as numbers: signs, witnesses, kinds, what is no tool, none's witnesses, and where none is."""
        most = max(len(each.names) for each in lessons) + 1
        signs = torch.zeros(len(lessons), len(self.signs))
        rows = torch.zeros(len(lessons), most, len(WITNESSES))
        kinds = torch.zeros(len(lessons), most, len(self.kinds_known))
        beyond = torch.full((len(lessons), most), -1e9)
        none = torch.tensor([of_none(each.rows, each.remark) for each in lessons])
        ends = torch.tensor([[len(each.names)] for each in lessons])
        place = {kind: at for at, kind in enumerate(self.kinds_known)}
        for at, each in enumerate(lessons):
            signs[at, [self.signs[sign] for sign in each.after.signs if sign in self.signs]] = 1
            rows[at, : len(each.names)] = torch.tensor(each.rows)
            beyond[at, : len(each.names) + 1] = 0
            kinds[at, len(each.names), place[NONE]] = 1
            for tool, name in enumerate(each.names):
                kinds[at, tool, [place[kind] for kind in (*each.after.kinds.get(name, ()), ANY)]] = 1
        return signs, rows, kinds, beyond, none, ends

    def forward(self, read: tuple[torch.Tensor, ...]) -> torch.Tensor:
        signs, rows, kinds, beyond, none, ends = read
        leaning = torch.einsum("nr,nmr->nm", signs @ self.crossed, kinds[:, :, self.stands])
        odds: torch.Tensor = rows @ self.witnesses + kinds @ self.kinds + leaning + beyond
        return odds.scatter_add(1, ends, (none @ self.none)[:, None])


def fitted(lessons: Sequence[Lesson], args: argparse.Namespace) -> Logit:
    """The weights that make the right tools likely and are small."""
    counted = Counter(sign for each in lessons if each.weight == 1.0 for sign in each.after.signs)
    signs = sorted(sign for sign, times in counted.items() if times >= args.least)
    kinds = sorted({kind for each in lessons for known in each.after.kinds.values() for kind in known} | {*STANDS, ANY})
    logit = Logit(signs, kinds)
    read = logit.read(lessons)
    right, weights = torch.tensor([each.right for each in lessons]), torch.tensor([each.weight for each in lessons])
    descent = torch.optim.LBFGS(logit.parameters(), max_iter=args.iterations, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        descent.zero_grad()
        total = (cross_entropy(logit(read), right, reduction="none") * weights).sum()
        small = logit.witnesses.square().sum() + 5 * logit.kinds.square().sum() + logit.none.square().sum()
        total = total + args.small * logit.crossed.square().sum() + 0.02 * small
        total.backward()
        return total

    descent.step(loss)
    with torch.no_grad():
        hits = (logit(read).argmax(1) == right).float().mean()
    print(f"after_call: {len(lessons)} lessons, {len(signs)} signs, {float(hits):.1%} of the tools right", flush=True)
    return logit


def written(logit: Logit) -> dict[str, Any]:
    """As `AfterWeights.of` reads them."""
    rows = {sign: [round(each * STEPS) for each in logit.crossed[at].tolist()] for sign, at in logit.signs.items()}
    return {
        "witnesses": [round(each, 3) for each in logit.witnesses.tolist()],
        "none": [round(each, 3) for each in logit.none.tolist()],
        "kinds": {k: round(each, 3) for k, each in zip(logit.kinds_known, logit.kinds.tolist(), strict=True)},
        "stands": STANDS,
        "steps": STEPS,
        "crossed": {sign: row for sign, row in rows.items() if any(row)},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, default=ROOT / "web" / "models")
    parser.add_argument("--lessons", type=Path, nargs="*", default=LESSONS)
    parser.add_argument(
        "--talks", type=Path, nargs="*", default=[ROOT / "bench" / n for n in ("conversations", "answers")]
    )
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--least", type=int, default=4, help="how often a sign has to be seen")
    parser.add_argument("--small", type=float, default=3.0, help="how much a large weight of a sign costs")
    parser.add_argument("--iterations", type=int, default=120)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    args.out.write_text(f"{json.dumps(written(fitted(lessons_of(args), args)), separators=(',', ':'))}\n", "utf-8")


if __name__ == "__main__":
    main()
