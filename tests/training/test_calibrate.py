"""The fit of the routing decision: it finds what tells the right tool, and refuses what no decision can do."""

from __future__ import annotations

import importlib.util
import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts" / "train"))

# `scripts/test` does not install torch, see test_smoke.py; so this runs where it is beside pytest, and nowhere else
pytestmark = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="torch is not installed")

from keyhole.models.embedded.route.decision import CALL, CHOOSE, CLARIFY, Evidence, chosen, decide, weighed  # noqa: E402
from keyhole.models.embedded.route.lexical import Overlap  # noqa: E402


def examples(count: int) -> list[tuple[Evidence, str, frozenset[int], float]]:
    """Of three tools `near` knows the right one; the router's opinion is chance. Where `near` sees none, none is."""
    rng, made = random.Random(1), []
    for number in range(count):
        right = number % 4 - 1
        near = tuple(rng.uniform(1, 3) if at == right else rng.uniform(-3, 0) for at in range(3))
        ranks = tuple(rng.uniform(-6, 0) for _ in range(5))
        overlaps = (Overlap(0.0, 0.0, 0.0),) * 3
        evidence = Evidence(ranks, ranks, overlaps, (0.0,) * 3, near=near)
        outcome = "call_tool" if right >= 0 else "none"
        made.append((evidence, outcome, frozenset([right] if right >= 0 else ()), 1 / count))
    return made


def test_it_finds_what_tells_the_right_tool() -> None:
    from calibrate import fitted

    known = examples(400)
    weights = fitted(known[::2], 0.0002)
    hits = 0
    for evidence, outcome, right, _ in known[1::2]:
        decision = decide(evidence, weights)
        hits += decision.choice == outcome and (not right or decision.best in right)
    assert hits > 190
    assert (len(weights.choose), len(weights.call), len(weights.clarify)) == (len(CHOOSE), len(CALL), len(CLARIFY))
    best, _ = chosen([weighed(CHOOSE, row, weights.choose) for row in known[1][0].choose_rows()])
    assert best in known[1][2]


@pytest.mark.parametrize("place", [-2, 3])
def test_a_right_tool_that_is_not_in_view_is_refused(place: int) -> None:
    from calibrate import fitted

    evidence, outcome, _, weight = examples(4)[1]
    with pytest.raises(ValueError, match="not in view"):
        fitted([*examples(4), (evidence, outcome, frozenset([place]), weight)], 0.0002)
