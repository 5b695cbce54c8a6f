"""The fit of grounding: it finds what tells a value that is said, also where nobody says which one is not."""

from __future__ import annotations

import importlib.util
import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts" / "train"))

# `scripts/test` does not install torch, see test_smoke.py; so this runs where it is beside pytest, and nowhere else
pytestmark = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="torch is not installed")

from keyhole.models.embedded.fill.grounding import FACTS  # noqa: E402

SAYS = FACTS.index("margin")


def _row(rng: random.Random, *, said: bool) -> tuple[float, ...]:
    facts = [rng.uniform(-1, 1) for _ in FACTS]
    facts[0], facts[SAYS] = 1.0, rng.uniform(0.5, 2) if said else rng.uniform(-2, -0.5)
    return tuple(facts)


def test_it_finds_what_tells_a_value_that_is_said() -> None:
    from grounded import Filled, fitted

    rng = random.Random(2)
    calls = [Filled((_row(rng, said=True), _row(rng, said=n % 4 > 0)), (True, n % 4 > 0)) for n in range(200)]
    lacking = [Filled((_row(rng, said=True), _row(rng, said=False)), None) for _ in range(100)]
    for examples in ([*calls, *lacking], [*[call for call in calls if all(call.right or ())], *lacking]):
        weights = fitted(examples)
        odds = [sum(weights[n] * v for n, v in zip(FACTS, _row(rng, said=s), strict=True)) for s in (True, False) * 50]
        assert sum((odd > 0) == (at % 2 == 0) for at, odd in enumerate(odds)) > 95


def test_nothing_to_fit_to_is_refused() -> None:
    from grounded import fitted

    with pytest.raises(ValueError, match="no request"):
        fitted([])
