"""Stage `fields`: learn which field of a record a question asks for (`keyhole.models.embedded.fields`).

    scripts/train/fields --out py/keyhole/asked_fields.bin

`field_questions.tsv` has fields, each with a value and four to twenty questions for it, written for this purpose, and
`field_ends.tsv` fields with questions for the thing that has the most or the least of each.

A record is the field that is asked for, others of the lines that stand together with it, or near it where those are
many, and others from anywhere; in one of four the field that is asked for is missing, and none is right.
"""

from __future__ import annotations

import argparse
import json
import random
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from descent import Descent
from torch import nn
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy

from keyhole.models.embedded.fields.field_words import SHARED, read_field, read_question, shared
from keyhole.models.embedded.fill.ranker import feature
from keyhole.models.embedded.text import name_words, plain_words
from keyhole.word_vectors import word_vectors

QUESTIONS = Path(__file__).with_name("field_questions.tsv")
ENDS = Path(__file__).with_name("field_ends.tsv")
NEAR, MISSING = 25, 0.25
"""Lines between fields that are near, at most; how often the field that is asked for is missing."""


@dataclass(frozen=True)
class Field:
    """A field, a value of it and questions for it. `block`: of which lines that stand together it is one."""

    name: str
    value: Any
    questions: tuple[str, ...]
    block: int


def fields_of(file: Path) -> list[Field]:
    """The fields of a file: name, value as JSON and questions between bars, parted by tabs; an empty line ends lines
    that stand together. Raises ValueError."""
    fields, block = list[Field](), 0
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        if not line:
            block += 1
            continue
        parts = line.split("\t")
        if len(parts) != 3:
            raise ValueError(f"{file.name}:{number}: {len(parts)} columns, not 3")
        questions = tuple(each.strip() for each in parts[2].split("|") if each.strip())
        fields.append(Field(parts[0], json.loads(parts[1]), questions, block))
    return fields


class Bags(nn.Module):
    """A tower: rows of a hashed table added up, and what words mean put beside them."""

    def __init__(self, rows: int, dims: int) -> None:
        super().__init__()
        self.table = nn.EmbeddingBag(rows, dims, mode="sum")
        nn.init.normal_(self.table.weight, 0, 0.05)
        self.meaning = nn.Linear(word_vectors().dims, dims, bias=False)
        with torch.no_grad():
            self.table.weight[:, -1] = 0

    def forward(self, read: Sequence[Sequence[int]], meant: torch.Tensor) -> torch.Tensor:
        """Directions (texts, dims), the last number of each a bias."""
        starts = [0]
        for each in read:
            starts.append(starts[-1] + len(each))
        bags = torch.tensor([row for each in read for row in each]), torch.tensor(starts[:-1])
        found: torch.Tensor = self.table(*bags) + self.meaning(meant)
        return found


class Pair(nn.Module):
    """The towers of questions and of fields."""

    def __init__(self, rows: int, dims: int) -> None:
        super().__init__()
        self.asked, self.named = Bags(rows, dims), Bags(rows, dims)

    def packed(self) -> bytes:
        """As `Towers` reads it."""
        tables = [
            each.detach() for side in (self.asked, self.named) for each in (side.table.weight, side.meaning.weight.T)
        ]
        steps = [float(table.abs().max()) / 127 or 1.0 for table in tables]
        numbers = (
            bytes((table / step).round().add(128).byte().flatten().tolist())
            for table, step in zip(tables, steps, strict=True)
        )
        rows, dims = tables[0].shape
        return struct.pack("<II4f", rows, dims, *steps) + b"".join(numbers)


class Told:
    """Texts as towers read them."""

    def __init__(self, read: Sequence[Sequence[str]], words: Sequence[Sequence[str]], rows: int) -> None:
        self.read = [[feature(each) % rows for each in one] for one in read]
        self.meant = _meant(words)

    @classmethod
    def questions(cls, questions: Sequence[str], rows: int) -> Told:
        """Of questions."""
        return cls([read_question(each) for each in questions], [plain_words(each) for each in questions], rows)

    @classmethod
    def fields(cls, fields: Sequence[Field], rows: int) -> Told:
        """Of fields."""
        return cls([read_field(f.name, f.value) for f in fields], [name_words(f.name) for f in fields], rows)

    def through(self, tower: Bags, which: Sequence[int], drop: float, rng: random.Random) -> torch.Tensor:
        """What some of them become in a tower, a share of what was read left out."""
        kept = [[each for each in self.read[at] if rng.random() >= drop] or self.read[at] for at in which]
        found: torch.Tensor = tower(kept, self.meant[list(which)])
        return found


def _meant(texts: Sequence[Sequence[str]]) -> torch.Tensor:
    """What words of texts mean, added up (texts, dimensions)."""
    vectors = word_vectors()
    found = torch.zeros(len(texts), vectors.dims)
    for at, words in enumerate(texts):
        known = [word for word in words if word in vectors]
        for word in known:
            found[at] += torch.tensor(vectors.direction(word)) * vectors.weight(word)
        found[at] /= max(1, len(known)) ** 0.5
    return found


def records(fields: Sequence[Field], asked: Sequence[int], others: int, rng: random.Random) -> list[list[int]]:
    """For each field that is asked for a record: that field first, then some near it and some from anywhere."""
    made = []
    for one in asked:
        near = list[int]()
        while len(near) < others // 2:
            near.append(neighbour(fields, one, rng))
        made.append([one, *near, *(rng.randrange(len(fields)) for _ in range(others - len(near)))])
    return made


def neighbour(fields: Sequence[Field], one: int, rng: random.Random) -> int:
    """A field near another, of the lines that stand together with it."""
    low, high = max(0, one - NEAR), min(len(fields) - 1, one + NEAR)
    while fields[low].block != fields[one].block:
        low += 1
    while fields[high].block != fields[one].block:
        high -= 1
    return rng.randint(low, high)


def learned(fields: Sequence[Field], args: argparse.Namespace, rng: random.Random) -> bytes:
    """What both share weighs, the log-odds of none, and the towers that tell which field is asked for."""
    asked = [(at, question) for at, field in enumerate(fields) for question in field.questions]
    questions, names = Told.questions([q for _, q in asked], args.rows), Told.fields(fields, args.rows)
    called = [name_words(field.name) for field in fields]
    pair, weights, none = Pair(args.rows, args.dims), nn.Parameter(torch.ones(SHARED)), nn.Parameter(torch.zeros(()))
    optimiser = torch.optim.AdamW([*pair.parameters(), weights, none], lr=args.rate, weight_decay=0.0)
    order = list(range(len(asked)))
    descent = Descent(optimiser, args.epochs * -(-len(order) // args.batch), 0.1)
    for epoch in range(args.epochs):
        rng.shuffle(order)
        total = 0.0
        for start in range(0, len(order), args.batch):
            here = order[start : start + args.batch]
            made = records(fields, [asked[at][0] for at in here], args.others, rng)
            rows = sorted({row for record in made for row in record})
            place = {row: at for at, row in enumerate(rows)}
            at = torch.tensor([[place[row] for row in record] for record in made])
            queries = questions.through(pair.asked, here, args.drop, rng)
            offered = names.through(pair.named, rows, args.drop, rng)
            both = torch.tensor(
                [
                    [shared(asked[one][1], fields[row].name, fields[row].value) for row in record]
                    for one, record in zip(here, made, strict=True)
                ]
            )
            scores = _scores(queries[:, None], offered[at]) + both @ weights
            again = torch.tensor(
                [[at > 0 and called[row] == called[record[0]] for at, row in enumerate(record)] for record in made]
            )
            missing = torch.tensor([rng.random() < MISSING for _ in here])
            again[:, 0] = missing
            scores = torch.cat([scores.masked_fill(again, -1e4), none.expand(len(here), 1)], 1)
            loss = cross_entropy(scores, torch.where(missing, scores.shape[1] - 1, 0))
            loss = loss + args.pull * (queries.square().sum(-1).mean() + offered.square().sum(-1).mean())
            total += descent.step(loss) * len(here)
        print(f"fields, epoch {epoch + 1}: loss {total / len(order):.4f}, {descent.left}", flush=True)
    return struct.pack(f"<{SHARED + 1}f", *weights.tolist(), float(none.detach())) + pair.packed()


def ends_learned(file: Path, args: argparse.Namespace, rng: random.Random) -> bytes:
    """The towers that tell whether a question asks for the most or the least of a field. `file`: lines of a field's
    name, a value as JSON, "max" or "min" and questions between bars, parted by tabs."""
    lines = [line.split("\t") for line in file.read_text("utf-8").splitlines()]
    fields = [
        Field(name, json.loads(value), tuple(q.strip() for q in asked.split("|")), 0) for name, value, _, asked in lines
    ]
    asked = [(at, question) for at, field in enumerate(fields) for question in field.questions]
    questions, names = Told.questions([q for _, q in asked], args.rows), Told.fields(fields, args.rows)
    pair, most = Pair(args.rows, args.end_dims), torch.tensor([float(line[2] == "max") for line in lines])
    optimiser = torch.optim.AdamW(pair.parameters(), lr=args.rate, weight_decay=0.0)
    order = list(range(len(asked)))
    descent = Descent(optimiser, args.epochs * -(-len(order) // args.batch), 0.1)
    for epoch in range(args.epochs):
        rng.shuffle(order)
        for start in range(0, len(order), args.batch):
            here = order[start : start + args.batch]
            of = [asked[at][0] for at in here]
            queries = questions.through(pair.asked, here, args.drop, rng)
            offered = names.through(pair.named, of, args.drop, rng)
            loss = binary_cross_entropy_with_logits(_scores(queries, offered), most[of])
            loss = loss + args.pull * (queries.square().sum(-1).mean() + offered.square().sum(-1).mean())
            descent.step(loss)
        print(f"ends, epoch {epoch + 1}: loss {float(loss):.4f}, {descent.left}", flush=True)
    return pair.packed()


def _scores(queries: torch.Tensor, offered: torch.Tensor) -> torch.Tensor:
    """As `Towers.score`."""
    return (queries[..., :-1] * offered[..., :-1]).sum(-1) + queries[..., -1] + offered[..., -1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=Path, default=QUESTIONS)
    parser.add_argument("--ends", type=Path, default=ENDS)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--rows", type=int, default=4096)
    parser.add_argument("--dims", type=int, default=25)
    parser.add_argument("--end-dims", type=int, default=9)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--others", type=int, default=11)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--drop", type=float, default=0.3)
    parser.add_argument("--pull", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=5)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    rng = random.Random(args.seed)
    fields = fields_of(args.questions)
    args.out.write_bytes(learned(fields, args, rng) + ends_learned(args.ends, args, rng))


if __name__ == "__main__":
    main()
