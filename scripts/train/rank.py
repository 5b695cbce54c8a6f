# ruff: noqa: E501  (lists of words are data)
"""Stage `rank`: fit the candidate ranker (`keyhole.models.embedded.fill.ranker`) to examples of the fill step."""

from __future__ import annotations

import argparse
import base64
import json
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from invented import Answer
from kept_back import kept_back
from look_ups import SHIPPED
from maker import LOOK_UPS, Maker
from sources import load_lists
from taught_routes import TaughtRoutes
from word_vectors import words_of
from written import written
from written_sets import FillExample, written_sets

from keyhole.models.embedded.fill.candidates import candidates, owners_of
from keyhole.models.embedded.fill.ranker import Candidate, feature, heads_of
from keyhole.models.embedded.prompt import FillView, fill_view
from keyhole.models.embedded.route.lexical import overlaps
from keyhole.models.embedded.route.router import route_candidates
from keyhole.models.embedded.sight import read_lexicon, sight
from keyhole.models.embedded.text import STOP


def gold(view: FillView, number: int, answer: Answer) -> tuple[str, ...] | None:
    """The picks that are right; None when no candidate can be."""
    parameter = view.parameters[number]
    if answer.absent:
        return ()
    if answer.options:
        return (f"e{answer.options[0] + 1}",)
    if answer.flag is not None:
        return ("true" if answer.flag else "false",)
    start, end = answer.spans[0]
    if parameter.many and parameter.type == "str":
        end = answer.spans[-1][1]  # the whole enumeration; code parts it
    inside = [i for i, w in enumerate(view.words) if w.end > start and w.start < end]
    if not inside:
        return None
    if parameter.type in ("int", "num"):
        return (f"w{inside[0] + 1}",) if inside[0] in view.numbers else None
    return (f"w{inside[0] + 1}", f"w{inside[-1] + 1}")


KNOWN = 0.1
"""What a weight that is begun with has in place of squared gradients: without it the first step would undo it."""


@dataclass
class Question:
    """A choice to learn. A fact's features are one or several weights (`weights_of` from `first`, so many as `counts`);
    `facts` and `answer` say which fact speaks for which answer; `right` is the place of the right one among `answers`."""

    kind: str
    weights_of: np.ndarray
    owner: np.ndarray
    facts: np.ndarray
    answer: np.ndarray
    answers: int
    right: int

    @classmethod
    def of(cls, kind: str, owners: Sequence[str], offered: Sequence[Candidate], right: int, size: int) -> Question:
        heads = heads_of(owners)
        number: dict[tuple[bool, str], int] = {}
        weights_of: list[int] = []
        owner: list[int] = []
        facts: list[int] = []
        for candidate in offered:
            for crossed, texts in ((True, candidate.crossed), (False, candidate.alone)):
                for text in texts:
                    at = number.get((crossed, text))
                    if at is None:
                        at = number[crossed, text] = len(number)
                        places = [feature(text, head) for head in heads] if crossed else [feature(text)]
                        weights_of += places
                        owner += [at] * len(places)
                    facts.append(at)
        sizes = [len(c.crossed) + len(c.alone) for c in offered]
        answer = np.repeat(np.arange(len(offered)), sizes)
        where = np.array(weights_of, np.int64) & (size - 1)
        return cls(kind, where, np.array(owner), np.array(facts), answer, len(offered), right)

    def probabilities(self, weights: np.ndarray) -> np.ndarray:
        """Of every answer."""
        by_fact = np.bincount(self.owner, weights[self.weights_of])
        scores = np.bincount(self.answer, by_fact[self.facts], self.answers)
        p = np.exp(scores - scores.max())
        shares: np.ndarray = p / p.sum()
        return shares

    def gradient(self, p: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Which weights the loss has a gradient of, and that, where the answers have the probabilities `p`."""
        error = p.copy()
        error[self.right] -= 1.0
        by_fact = np.bincount(self.facts, error[self.answer], self.owner[-1] + 1)
        matter = np.abs(by_fact) > 1e-5
        kept = matter[self.owner]
        touched, at = np.unique(self.weights_of[kept], return_inverse=True)
        return touched, np.bincount(at, by_fact[self.owner[kept]], len(touched))


def ranker_in(path: Path, step: str) -> Mapping[str, Any]:
    """A ranker as this stage wrote it, or the one for a step of a keyhole-embedded.json."""
    made = json.loads(path.read_text())
    ranker: Mapping[str, Any] = made.get({"fill": "ranker", "route": "router"}[step], made)
    return ranker


def unpacked(path: Path, step: str, size: int) -> np.ndarray:
    """The weights of a ranker. Raises `ValueError` where it has another number of them."""
    made = ranker_in(path, step)
    weights: np.ndarray = np.frombuffer(base64.b64decode(made["packed"]), np.int8) * np.float32(made["scale"])
    if len(weights) != size:
        raise ValueError(f"{path}: {len(weights)} weights, not {size}")
    return weights


def lexicon_of(lists: dict[str, list[str]]) -> str:
    """Words of countries, other places and people's names."""
    sources = {
        "country": ("geography/countries",),
        "place": ("geography/us_cities", "geography/english_towns_cities", "geography/countries_with_capitals", "geography/canada_provinces_and_territories"),
        "name": ("humans/firstNames", "humans/neutralNames", "humans/spanishFirstNames", "humans/lastNames"),
    }  # fmt: skip
    known: dict[str, str] = {}
    for kind, names in sources.items():
        for name in names:
            for value in lists.get(name, []):
                for word in value.lower().split():
                    if word.isalpha() and len(word) > 2 and word not in STOP:
                        known.setdefault(word, kind)
    places = "paris london tokyo berlin york francisco angeles chicago madrid rome sydney mumbai beijing toronto seoul moscow dubai vienna california texas florida"
    countries = (
        "france germany spain italy japan china india america england scotland usa uk australia canada brazil mexico"
    )
    known |= dict.fromkeys(places.split(), "place") | dict.fromkeys(countries.split(), "country")
    return "\n".join(f"{kind} {' '.join(sorted(w for w, k in known.items() if k == kind))}" for kind in sources)


def word_groups(path: Path, known: set[str], seed: int, words: int = 16000, groups: int = 160) -> str:
    """The most frequent words that are not `known`, in groups by their vectors (spherical k-means), as a lexicon."""
    vectors = json.loads(path.read_text(encoding="utf-8"))["vectors"]
    names = [w for w in vectors if w.isascii() and w.isalpha() and 2 < len(w) < 14 and w not in STOP and w not in known]
    names = names[:words]
    x = np.array([vectors[w][:100] for w in names], np.float32)
    x -= x.mean(0)
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    centres = x[np.random.default_rng(seed).choice(len(x), groups, replace=False)]
    for _ in range(25):
        mine = (x @ centres.T).argmax(1)
        for g in range(groups):
            if (mine == g).any():
                centres[g] = x[mine == g].sum(0)
        centres /= np.linalg.norm(centres, axis=1, keepdims=True) + 1e-9
    return "\n".join(f"{g} {' '.join(names[i] for i in np.flatnonzero(mine == g))}" for g in range(groups))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--step", choices=["fill", "route"], default="fill")
    parser.add_argument("--examples", type=int, default=30000)
    parser.add_argument("--tried", type=int, default=600, help="held-out examples to try at the end")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--seeds", type=int, default=1, help="rankers of so many seeds are learned; their mean is kept")
    parser.add_argument("--lr", type=float, default=0.05)
    parser.add_argument("--l2", type=float, default=1e-6)
    parser.add_argument(
        "--exclude", type=Path, help="a folder of rows kept for measuring: no request like them is made"
    )
    parser.add_argument("--bits", type=int, help="2 to this many weights; default: 18 for fill, 17 for route")
    parser.add_argument("--word-vectors", type=Path, help="JSON with `vectors`: words are put into groups by them")
    parser.add_argument(
        "--lexicon", type=Path, help="a ranker of arguments, or a keyhole-embedded.json: take its groups of words"
    )
    parser.add_argument(
        "--warm-start", type=Path, help="the same for this step, of the same size: its weights to begin with"
    )
    parser.add_argument(
        "--of-sets", type=int, default=0, help="fill: times that every learned request of the sets is read besides"
    )
    parser.add_argument("--sets", type=int, help="only so many to learn from, and to try")
    parser.add_argument("--look-ups", type=float, default=LOOK_UPS, help="share for the shipped toolboxes")
    parser.add_argument("--cards", type=Path, help="as of stage `data`")
    parser.add_argument("--matcher", type=Path, help="what stage `matcher` wrote: what words mean is taken from it")
    args = parser.parse_args()
    if args.of_sets and args.step != "fill":
        parser.error("--of-sets goes with the step fill")
    idf = json.loads((args.tokenizer / "idf.json").read_text())
    exclude = kept_back(args.exclude)
    size = 1 << (args.bits or (18 if args.step == "fill" else 17))
    rng = random.Random(args.seed)
    packed_lexicon = lexicon_of(load_lists(args.data))
    if args.lexicon:
        packed_lexicon = ranker_in(args.lexicon, "fill")["lexicon"]
    elif args.word_vectors and args.step == "fill":
        packed_lexicon += "\n" + word_groups(args.word_vectors, set(read_lexicon(packed_lexicon)), args.seed)
    lexicon = read_lexicon(packed_lexicon)
    # places and names that the lexicon lacks are as good as those it has
    partial = [lexicon] + [{w: k for w, k in lexicon.items() if k.isdigit() or rng.random() < 0.4} for _ in range(6)]
    vectors = words_of(args.matcher)
    start = unpacked(args.warm_start, args.step, size) if args.warm_start else np.zeros(size, np.float32)
    taught = TaughtRoutes(args.cards) if args.cards else None
    began = time.monotonic()

    def maker_of(seed: int, split: str) -> Maker:
        rows = written("learn") if args.step == "route" and split == "train" else ()
        sets = written_sets("learn" if split == "train" else "decide")[: args.sets]
        return Maker(
            args.data, seed, split, exclude=exclude, look_ups=args.look_ups, written=rows, sets=sets,
            taught=taught.route if taught and split == "train" else None,
        )  # fmt: skip

    def questions(maker: Maker, example: FillExample | None = None, *, learns: bool) -> list[Question]:
        if args.step == "route":
            text, cards, at, said = maker.route_example()
            evidence = overlaps(text, cards, idf)
            rows = [Candidate((), (), row) for row in route_candidates(text, cards, evidence, rng.choice(partial))]
            right = at if at >= 0 else len(cards) + (said == "<clarify>")
            kind = "clarify" if right > len(cards) else "none" if at < 0 else "tool"
            return [Question.of(kind, (), rows, right, size)]
        query, card, parameters, answers = example or maker.fill_example()
        view = fill_view(query, card.name, card.description, parameters)
        mostly = rng.choice(partial)
        keep = 1.0 if card.name in SHIPPED else rng.choice((1.0, 0.6, 0.2))
        seen = sight(view, query, mostly, vectors)
        made = []
        for number, answer in enumerate(answers[: len(view.parameters)]):
            wanted = gold(view, number, answer)
            if wanted is None:
                continue
            offered = candidates(view, seen, number)
            picks = [c.picks for c in offered]
            if wanted in picks:
                kind = view.parameters[number].type
                owners = owners_of(view, number, mostly)
                if learns:  # a name that is not seen must not be missed
                    owners = owners[:2] + [owner for owner in owners[2:] if rng.random() < keep]
                made.append(Question.of(kind, owners, offered, picks.index(wanted), size))
        return made

    def learned(number: int) -> np.ndarray:
        """The weights after all examples of the seed so many after the first."""
        weights, squares = start.copy(), np.full(size, KNOWN if args.warm_start else 1e-8, np.float32)
        maker = maker_of(args.seed + number, "train")
        losses: list[float] = []
        order: list[FillExample | None] = [None] * args.examples
        order += maker.of_sets(args.of_sets)
        rng.shuffle(order)
        for step, example in enumerate(order):
            rate = args.lr * (1 - step / len(order)) + 0.002
            for question in questions(maker, example, learns=True):
                p = question.probabilities(weights)
                losses.append(-float(np.log(p[question.right] + 1e-9)))
                touched, gradient = question.gradient(p)
                g = (gradient + args.l2 * weights[touched]).astype(np.float32)
                squares[touched] += g * g
                weights[touched] -= rate * g / np.sqrt(squares[touched])
            if (step + 1) % 2000 == 0:
                done = number * len(order) + step + 1
                left = (time.monotonic() - began) / done * (args.seeds * len(order) - done)
                print(f"{done} examples, loss {np.mean(losses[-6000:]):.3f}, {left:.0f} s left", flush=True)
        return weights

    weights = np.mean([learned(number) for number in range(args.seeds)], axis=0)
    judged = maker_of(args.seed, "valid")
    right_by: dict[str, list[int]] = {}
    for _ in range(args.tried):
        for question in questions(judged, learns=False):
            best = int(question.probabilities(weights).argmax())
            right_by.setdefault(question.kind + ("" if question.right else " absent"), []).append(
                best == question.right
            )
    for kind, hits in sorted(right_by.items()):
        print(f"{kind}: {100 * np.mean(hits):.1f}% of {len(hits)}")
    scale = float(np.abs(weights).max()) / 127
    packed = base64.b64encode((weights / scale).round().astype(np.int8).tobytes()).decode()
    args.out.write_text(
        json.dumps({"packed": packed, "scale": scale, "lexicon": packed_lexicon if args.step == "fill" else ""})
    )


if __name__ == "__main__":
    main()
