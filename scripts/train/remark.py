"""Stage `remark`: learn to tell a remark, which asks for nothing, from what wants something (`Matcher.remark`).

It is a logistic regression over what the matcher's reader finds in a text. Remarks and other follow-ups are those of
the written sets (`written_sets`), beside requests of theirs. The weights go into the matcher's file.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from pathlib import Path

import torch
from descent import descended
from torch.nn.functional import binary_cross_entropy_with_logits
from word_vectors import words_of
from written_sets import ToolSet, written_sets

from keyhole.models.embedded.route.matcher import Matcher

OF_REQUEST, OF_REMARK, OF_FOLLOW_UP = 1.0, 5.0, 4.0
"""What one of them counts: there are many requests, and a remark is as likely as any other follow-up."""
DIGITS = 3
"""Of a weight."""


def texts_of(sets: Sequence[ToolSet], most: int, rng: random.Random) -> list[tuple[str, bool, float]]:
    """Texts, whether each is a remark and what it counts: `most` requests for a tool, and all follow-ups."""
    requests = [request.text for each in sets for request in each.requests if request.wanted is not None]
    if most < len(requests):
        requests = rng.sample(requests, most)
    made = [(text, False, OF_REQUEST) for text in requests]
    later = [said for each in sets for said in each.follow_ups]
    return made + [(said.text, not said.args, OF_FOLLOW_UP if said.args else OF_REMARK) for said in later]


def learned(found: torch.Tensor, remarks: torch.Tensor, counts: torch.Tensor, pull: float) -> list[float]:
    """A bias and weights for what is found in texts (texts, numbers); `pull` draws them to 0."""
    middle, spread = found.mean(0), found.std(0) + 1e-6
    seen = torch.cat([torch.ones(len(found), 1), (found - middle) / spread], 1)

    def loss(weights: torch.Tensor) -> torch.Tensor:
        each = binary_cross_entropy_with_logits(seen @ weights, remarks, reduction="none")
        return (each * counts).sum() / counts.sum()

    bias, *weights = descended(torch.zeros(seen.shape[1]), loss, pull).split([1, seen.shape[1] - 1])
    plain = weights[0] / spread
    return [float(f"{number:.{DIGITS}g}") for number in [*(bias - plain @ middle).tolist(), *plain.tolist()]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matcher", type=Path, required=True, help="what stage `matcher` wrote")
    parser.add_argument("--out", type=Path, required=True, help="the same with these weights; may be the same file")
    parser.add_argument("--requests", type=int, default=24_000, help="that many of the sets' requests, at most")
    parser.add_argument("--pull", type=float, default=4e-4)
    parser.add_argument("--seed", type=int, default=3)
    args = parser.parse_args()
    whole = json.loads(args.matcher.read_text())
    own = whole.get("matcher", whole)  # a keyhole-embedded.json has it as one of its parts
    parts = {name: part for name, part in own.items() if name not in ("words", "remark")}
    matcher = Matcher(words_of(args.matcher), **parts)
    texts = texts_of(written_sets("learn"), args.requests, random.Random(args.seed))
    found = torch.tensor([matcher.found(text) for text, _, _ in texts])
    remarks = torch.tensor([float(remark) for _, remark, _ in texts])
    own["remark"] = learned(found, remarks, torch.tensor([count for _, _, count in texts]), args.pull)
    odds = found @ torch.tensor(own["remark"][1:]) + own["remark"][0]
    for name, chosen in (("remarks", remarks > 0), ("what wants something", remarks == 0)):
        print(f"{name}: {100 * (odds[chosen] > 0).float().mean():.1f}% of {int(chosen.sum())} look like remarks")
    args.out.write_text(json.dumps(whole, separators=(",", ":"), ensure_ascii=False))


if __name__ == "__main__":
    main()
