"""Stage `familiar`: fit the network that knows how requests for the shipped tools are worded.

See `keyhole.models.embedded.familiar` and, for how it reads, `reader`. It learns from the requests that were
written one by one and, where there is a teacher's file (stage `teach`), from what the teacher thinks of those and of
many more that nobody labelled.
"""

from __future__ import annotations

import argparse
import base64
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch
from descent import Descent
from lessons import TOOLBOXES, Asked, answers_of, asked, lessons
from meanings import WORDS_LEFT_OUT, Meanings
from torch import nn
from torch.nn.functional import log_softmax, one_hot, pad, relu
from torch.nn.utils.rnn import pad_sequence
from written import Written, written

from keyhole.models.embedded.ranker import feature
from keyhole.models.embedded.reader import DIGITS, FINE, WIDTHS, ZERO, pieces_of, read_words
from keyhole.word_vectors import word_vectors

BATCH = 64
LEVELS = 21
"""Numbers of the table that are told apart on either side of 0: more route no better and pack less well."""
TEACHER = 0.5
"""The teacher's share of what is right where somebody has said what is."""


@dataclass
class Vocabulary:
    """All words that are read: the rows of their pieces in a table of `size`, and their places in both lists."""

    size: int
    places: dict[str, int] = field(default_factory=dict)
    pieces: list[list[int]] = field(default_factory=list)

    def read(self, text: str) -> np.ndarray:
        """A request's words."""
        return np.array([self.place(word) for word in read_words(text)], dtype=np.int64)

    def place(self, word: str) -> int:
        place = self.places.setdefault(word, len(self.pieces))
        if place == len(self.pieces):
            self.pieces.append([feature(piece) & (self.size - 1) for piece in pieces_of(word)])
        return place


@dataclass
class Lessons:
    """Requests to one toolbox: their words, how sure each tool is of them, and how right each answer is."""

    words: list[np.ndarray]
    knows: torch.Tensor
    right: torch.Tensor


class Reading(nn.Module):
    """As `reader.Reader`, with numbers that can be learned."""

    def __init__(self, vocabulary: Vocabulary, meanings: Meanings, dims: int, filters: int) -> None:
        super().__init__()
        self.vocabulary, self.meanings = vocabulary, meanings
        self.table = nn.EmbeddingBag(vocabulary.size, dims, mode="mean")
        nn.init.normal_(self.table.weight, 0, 0.1)
        self.meaning = nn.Linear(meanings.wide, dims, bias=False)
        self.filters = nn.ModuleList(nn.Conv1d(dims, filters, width) for width in WIDTHS)
        self.count = len(WIDTHS) * filters
        self.wide = self.count + meanings.wide

    def found(self, words: Sequence[np.ndarray]) -> torch.Tensor:
        """What the filters find in texts, and where the words of each point to together (texts, numbers)."""
        return torch.cat([self.read(words), self.meanings.sums(words)], -1)

    def read(self, words: Sequence[np.ndarray]) -> torch.Tensor:
        """The highest answer of every filter (texts, filters)."""
        return torch.cat([each.amax(-1) for each in self._answers(words)[1]], -1)

    def around(self, words: Sequence[np.ndarray]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Which words there are (texts, words); what is found around each (texts, words, numbers): of each width one
        half of the filters begins at it and one half ends at it, and what it means; and what is found in all."""
        padded, answers = self._answers(words)
        sides = []
        for width, each in zip(WIDTHS, answers, strict=True):
            ahead, back = each.chunk(2, 1)
            sides += [ahead, pad(back, (width - 1, 0))[..., : padded.shape[1]]]
        around = torch.cat([torch.cat(sides, 1).transpose(1, 2), self.meanings(padded.clamp(min=0))], -1)
        most = torch.cat([*(each.amax(-1) for each in answers), self.meanings.sums(words)], -1)
        return padded >= 0, around, most

    def _answers(self, words: Sequence[np.ndarray]) -> tuple[torch.Tensor, list[torch.Tensor]]:
        """The places of words (texts, words), -1 beyond an end; for each width its answers (texts, filters, words)."""
        padded = pad_sequence([torch.from_numpy(each) for each in words], batch_first=True, padding_value=-1)
        there = padded >= 0
        seen, places = padded.clamp(min=0).unique(return_inverse=True)
        bags = [self.vocabulary.pieces[word] for word in seen.tolist()]
        starts = torch.tensor([0, *map(len, bags[:-1])]).cumsum(0)
        means = self.table(torch.tensor([row for bag in bags for row in bag]), starts)
        means = means + self.meaning(self.meanings(seen))
        if self.training:
            there = there & (torch.rand(there.shape) >= WORDS_LEFT_OUT)
        text = (means[places] * there[..., None]).transpose(1, 2)
        beyond = (padded < 0)[:, None]
        return padded, [
            relu(kernel(pad(text, (0, width - 1)))).masked_fill(beyond, 0.0)
            for width, kernel in zip(WIDTHS, self.filters, strict=True)
        ]

    def exported(self, levels: int = 127) -> dict[str, object]:
        """What `reader` takes: a table, and a reader's numbers, so many of which are told apart."""
        row_scale = float(self.table.weight.detach().abs().max()) / LEVELS
        rows = (self.table.weight.detach() / row_scale).round().int().flatten().tolist()
        table = "".join(DIGITS[ZERO + number] for number in rows)
        meaning, meaning_scale = packed(self.meaning.weight, levels)
        # for each place of a word: for each of its numbers, every filter that is so wide, the widest first
        kernels = [kernel.weight for kernel in self.filters]
        places = [
            [k[:, :, at] for k, width in zip(kernels, WIDTHS, strict=True) if at < width] for at in range(max(WIDTHS))
        ]
        filters, scale = packed(torch.cat([torch.cat(each).T.flatten() for each in places]), levels)
        step = row_scale * scale / FINE
        biases = torch.cat([kernel.bias for kernel in self.filters]) / step
        return {
            "table": table, "dims": self.table.weight.shape[1], "meaning": meaning,
            "meaning_step": meaning_scale * FINE / row_scale, "filters": filters,
            "biases": biases.round().int().tolist(), "step": step,
        }  # fmt: skip


class Network(nn.Module):
    """As `familiar.Familiar`, with numbers that can be learned."""

    def __init__(self, reading: Reading, tools: Sequence[int], left_out: float) -> None:
        super().__init__()
        self.reading = reading
        self.heads = nn.ModuleList(nn.Linear(reading.count + count, count + 2) for count in tools)
        self.left_out = nn.Dropout(left_out)

    def forward(self, words: Sequence[np.ndarray], knows: torch.Tensor, box: int) -> torch.Tensor:
        """Scores (requests, answers) of requests to one toolbox."""
        scores: torch.Tensor = self.heads[box](torch.cat([self.left_out(self.reading.read(words)), knows], -1))
        return scores


def labelled(name: str, rows: Sequence[Written]) -> tuple[list[Asked], torch.Tensor]:
    """Requests to a toolbox as the router sees them, and the right answer of each (requests, answers)."""
    answers = answers_of(name)
    right = one_hot(torch.tensor([answers.index(row.choice) for row in rows]), len(answers))
    return asked(name, [row.text for row in rows]), right.float()


def gathered(rows: Sequence[Asked], right: torch.Tensor, vocabulary: Vocabulary) -> Lessons:
    """As the network reads them."""
    return Lessons([vocabulary.read(row.query) for row in rows], torch.tensor([row.knows for row in rows]), right)


def batches(lessons: Sequence[Lessons], rng: random.Random) -> list[tuple[int, list[int]]]:
    """All requests in batches of one toolbox, those of like length together, shuffled."""
    made = []
    for box, rows in enumerate(lessons):
        order = list(range(len(rows.words)))
        rng.shuffle(order)
        for start in range(0, len(order), 40 * BATCH):
            near = sorted(order[start : start + 40 * BATCH], key=lambda at: len(rows.words[at]))
            made += [(box, near[at : at + BATCH]) for at in range(0, len(near), BATCH)]
    rng.shuffle(made)
    return made


def learn(network: Network, lessons: Sequence[Lessons], rounds: int, lr: float, seed: int) -> None:
    rng = random.Random(seed)
    steps = rounds * sum(len(rows.words) // BATCH + 1 for rows in lessons)
    descent = Descent(torch.optim.Adam(network.parameters(), lr=lr), steps, rise=0.03)
    network.train()
    for number in range(rounds):
        losses = []
        for box, batch in batches(lessons, rng):
            rows = lessons[box]
            scores = network([rows.words[at] for at in batch], rows.knows[batch], box)
            losses.append(descent.step(-(rows.right[batch] * log_softmax(scores, 1)).sum(1).mean()))
        print(f"round {number + 1}: loss {sum(losses) / len(losses):.3f}, {descent.left}", flush=True)
    network.eval()


@torch.no_grad()
def right_share(network: Network, rows: Lessons, box: int) -> float:
    """Of the requests whose right answer is the likeliest."""
    right = 0
    for at in range(0, len(rows.words), BATCH):
        scores = network(rows.words[at : at + BATCH], rows.knows[at : at + BATCH], box)
        right += int((scores.argmax(1) == rows.right[at : at + BATCH].argmax(1)).sum())
    return right / len(rows.words)


def packed(weights: torch.Tensor, levels: int = 127) -> tuple[str, float]:
    """As numbers of eight bits in base64, of which so many on either side of 0, and what 1 of them means."""
    scale = float(weights.detach().abs().max()) / levels
    return base64.b64encode((weights.detach() / scale).round().to(torch.int8).numpy().tobytes()).decode(), scale


def exported(network: Network) -> dict[str, object]:
    """What `familiar.Familiar` takes."""
    heads = []
    for name, head in zip(TOOLBOXES, network.heads, strict=True):
        weights, head_scale = packed(torch.cat([head.bias[:, None], head.weight], 1))
        heads.append({"tools": answers_of(name)[1:-1], "packed": weights, "scale": head_scale})
    return {**network.reading.exported(), "heads": heads}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--taught", type=Path, help="what stage `teach` wrote, with the same --seed and --requests")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--requests", type=int, help="only so many to learn from, and to try, for each toolbox")
    parser.add_argument("--lr", type=float, default=3e-3)
    parser.add_argument("--bits", type=int, default=13, help="2 to this many rows in the table")
    parser.add_argument("--dims", type=int, default=48, help="numbers of a row")
    parser.add_argument("--filters", type=int, default=96, help="of each width")
    parser.add_argument("--left-out", type=float, default=0.1, help="share of what filters found that is not seen")
    parser.add_argument("--seed", type=int, default=21)
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    taught = torch.load(args.taught) if args.taught else {}
    vocabulary = Vocabulary(1 << args.bits)
    known: list[Lessons] = []
    kept: list[Lessons] = []
    for name in TOOLBOXES:
        seen, right = labelled(name, lessons(name, args.seed)[: args.requests])
        if name in taught:
            own, more, shares = taught[name]
            right = torch.cat([(1 - TEACHER) * right + TEACHER * own, shares])
            seen += [Asked(query, knows) for query, knows in more]
        known.append(gathered(seen, right, vocabulary))
        tried = [row for row in written("decide") if row.toolbox == name][: args.requests]
        kept.append(gathered(*labelled(name, tried), vocabulary))
    print(f"{sum(len(rows.words) for rows in known):,} requests, {len(vocabulary.places):,} words", flush=True)
    tools = [len(answers_of(name)) - 2 for name in TOOLBOXES]
    meanings = Meanings.of(vocabulary.places, word_vectors())
    network = Network(Reading(vocabulary, meanings, args.dims, args.filters), tools, args.left_out)
    learn(network, known, args.rounds, args.lr, args.seed)
    for box, (name, rows) in enumerate(zip(TOOLBOXES, kept, strict=True)):
        print(f"{name}: {100 * right_share(network, rows, box):.1f}% of {len(rows.words)} kept requests", flush=True)
    args.out.write_text(json.dumps(exported(network)))


if __name__ == "__main__":
    main()
