"""Stage `convolution`: fit the network that reads requests for the shipped toolboxes in order.

See `keyhole.models.embedded_convolution`. It learns from the requests that `familiar` learns from, in five minutes.
"""

from __future__ import annotations

import argparse
import base64
import json
import random
import time
from collections.abc import Sequence
from pathlib import Path

import torch
from familiar import TOOLBOXES, asked, lessons
from torch import nn
from torch.nn.functional import cross_entropy, pad, relu
from written import Written, written

from keyhole.models.embedded_convolution import FINE, WIDTHS, pieces_of, read_words
from keyhole.models.embedded_ranker import feature
from keyhole.tools.loader import load_toolbox

BATCH = 64
WORDS_LEFT_OUT = 0.05
"""Share of words that are not seen each time, so that none is relied upon alone."""

Row = tuple[list[list[int]], list[float], int]
"""For each word the rows of its pieces in the table; how sure each tool is; the place of the right answer."""


class Network(nn.Module):
    """As `embedded_convolution.Convolution`, with numbers that can be learned."""

    def __init__(self, size: int, dims: int, filters: int, tools: Sequence[int], left_out: float) -> None:
        super().__init__()
        self.table = nn.EmbeddingBag(size, dims, mode="mean")
        nn.init.normal_(self.table.weight, 0, 0.2)
        self.filters = nn.ModuleList(nn.Conv1d(dims, filters, width) for width in WIDTHS)
        self.heads = nn.ModuleList(nn.Linear(len(WIDTHS) * filters + count, count + 2) for count in tools)
        self.words_left_out, self.left_out = nn.Dropout(0.2), nn.Dropout(left_out)

    def forward(self, rows: Sequence[Row], box: int) -> torch.Tensor:
        """Scores (requests, answers) of requests to one toolbox."""
        longest = max(len(words) for words, _, _ in rows)
        bags: list[int] = []
        starts, places = [], []
        for at, (words, _, _) in enumerate(rows):
            for place, word in enumerate(words):
                if not (self.training and random.random() < WORDS_LEFT_OUT):
                    starts.append(len(bags))
                    places.append(at * longest + place)
                    bags += word
        means = self.table(torch.tensor(bags, dtype=torch.long), torch.tensor(starts, dtype=torch.long))
        seen = torch.zeros(len(rows) * longest, means.shape[1]).index_add(0, torch.tensor(places), means)
        text = self.words_left_out(seen.view(len(rows), longest, -1)).transpose(1, 2)
        beyond = torch.arange(longest)[None] >= torch.tensor([len(words) for words, _, _ in rows])[:, None]
        pooled = [
            relu(kernel(pad(text, (0, width - 1)))).masked_fill(beyond[:, None], 0.0).amax(-1)
            for width, kernel in zip(WIDTHS, self.filters, strict=True)
        ]
        knows = torch.tensor([known for _, known, _ in rows])
        return self.heads[box](torch.cat([self.left_out(torch.cat(pooled, -1)), knows], -1))


def read(rows: Sequence[Written], name: str, size: int) -> list[Row]:
    cards = load_toolbox(name).cards
    answers = ["none", *(card.name for card in cards), "clarify"]
    places: dict[str, list[int]] = {}
    found = []
    for row in rows:
        query, knows = asked(cards, row)
        words = read_words(query)
        for word in words:
            if word not in places:
                places[word] = [feature(piece) & (size - 1) for piece in pieces_of(word)]
        found.append(([places[word] for word in words], list(knows.values()), answers.index(row.choice)))
    return found


def batches(lessons: Sequence[Sequence[Row]], rng: random.Random) -> list[tuple[int, list[Row]]]:
    """All requests in batches of one toolbox and of like length, shuffled."""
    made = []
    for box, rows in enumerate(lessons):
        ordered = sorted(rows, key=lambda row: len(row[0]) + 3 * rng.random())
        made += [(box, ordered[at : at + BATCH]) for at in range(0, len(ordered), BATCH)]
    rng.shuffle(made)
    return made


def learn(network: Network, rows: Sequence[Sequence[Row]], args: argparse.Namespace) -> None:
    rng = random.Random(args.seed)
    steps = args.rounds * sum(-(-len(each) // BATCH) for each in rows)
    optimiser = torch.optim.AdamW(network.parameters(), lr=args.lr, weight_decay=1e-4)
    rate = torch.optim.lr_scheduler.OneCycleLR(optimiser, args.lr, total_steps=steps + 1, pct_start=0.1)
    began = time.monotonic()
    network.train()
    for number in range(args.rounds):
        losses = []
        for box, batch in batches(rows, rng):
            loss = cross_entropy(network(batch, box), torch.tensor([right for _, _, right in batch]))
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            rate.step()
            losses.append(loss.item())
        left = (time.monotonic() - began) / (number + 1) * (args.rounds - number - 1)
        print(f"round {number + 1}: loss {sum(losses) / len(losses):.3f}, {left:.0f} s left", flush=True)
    network.eval()


def right_share(network: Network, rows: Sequence[Row], box: int) -> float:
    """Of the requests whose right answer is the likeliest."""
    with torch.no_grad():
        parts = [rows[at : at + BATCH] for at in range(0, len(rows), BATCH)]
        right = [(network(part, box).argmax(-1) == torch.tensor([row[2] for row in part])).sum() for part in parts]
    return int(sum(right)) / len(rows)


def packed(weights: torch.Tensor) -> tuple[str, float]:
    """As numbers of eight bits in base64, and what 1 of them means."""
    scale = float(weights.abs().max()) / 127
    return base64.b64encode((weights.detach() / scale).round().to(torch.int8).numpy().tobytes()).decode(), scale


def exported(network: Network) -> dict[str, object]:
    """What `embedded_convolution.Convolution` takes."""
    table, row_scale = packed(network.table.weight)
    # for each place of a word: for each of its numbers, every filter that is so wide, the widest first
    kernels = [kernel.weight for kernel in network.filters]
    places = [
        [k[:, :, at] for k, width in zip(kernels, WIDTHS, strict=True) if at < width] for at in range(max(WIDTHS))
    ]
    filters, scale = packed(torch.cat([torch.cat(each).T.flatten() for each in places]))
    step = row_scale * scale / FINE
    biases = torch.cat([kernel.bias for kernel in network.filters]) / step
    heads = []
    for name, head in zip(TOOLBOXES, network.heads, strict=True):
        weights, head_scale = packed(torch.cat([head.bias[:, None], head.weight], 1))
        tools = [card.name for card in load_toolbox(name).cards]
        heads.append({"tools": tools, "packed": weights, "scale": head_scale})
    dims = network.table.weight.shape[1]
    return {
        "table": table, "dims": dims, "filters": filters, "biases": biases.round().int().tolist(), "step": step,
        "heads": heads,
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=14)
    parser.add_argument("--requests", type=int, help="only so many to learn from, and to try, for each toolbox")
    parser.add_argument("--lr", type=float, default=4e-3)
    parser.add_argument("--bits", type=int, default=13, help="2 to this many rows in the table")
    parser.add_argument("--dims", type=int, default=32, help="numbers of a row")
    parser.add_argument("--filters", type=int, default=64, help="of each width")
    parser.add_argument("--left-out", type=float, default=0.3, help="share of what filters found that is not seen")
    parser.add_argument("--seed", type=int, default=21)
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    random.seed(args.seed)
    size = 1 << args.bits
    rows = [read(lessons(name, args.seed)[: args.requests], name, size) for name in TOOLBOXES]
    print(f"{sum(map(len, rows))} requests", flush=True)
    tools = [len(load_toolbox(name).cards) for name in TOOLBOXES]
    network = Network(size, args.dims, args.filters, tools, args.left_out)
    learn(network, rows, args)
    for box, name in enumerate(TOOLBOXES):
        kept = read([row for row in written("decide") if row.toolbox == name][: args.requests], name, size)
        print(f"{name}: {100 * right_share(network, kept, box):.1f}% of {len(kept)} kept requests", flush=True)
    args.out.write_text(json.dumps(exported(network)))


if __name__ == "__main__":
    main()
