"""The little statistics that honest figures need: intervals, percentiles, and whether two runs really differ."""

from __future__ import annotations

import math
from collections.abc import Sequence


def wilson(successes: int, n: int, z: float = 1.96) -> tuple[float, float]:
    """The Wilson score interval of a proportion, 95% by default; (0, 1) when nothing was counted.

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).
    """
    if n == 0:
        return 0.0, 1.0
    p, zz = successes / n, z * z
    centre = p + zz / (2 * n)
    spread = z * math.sqrt(p * (1 - p) / n + zz / (4 * n * n))
    scale = 1 + zz / n
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def percentile(values: Sequence[float], q: float) -> float | None:
    """The q-th percentile (0-100) by linear interpolation between closest ranks; None of nothing."""
    if not values:
        return None
    ordered = sorted(values)
    rank = (len(ordered) - 1) * q / 100
    low = math.floor(rank)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (rank - low)


def mcnemar(only_first: int, only_second: int) -> float:
    """Two-sided exact p-value that two runs over the same queries are equally good.

    `only_first` counts the queries that the first run alone got right, `only_second` those of the second alone.
    Q. McNemar, Psychometrika 12 (1947), in its exact binomial form.
    """
    n = only_first + only_second
    if n == 0:
        return 1.0
    tail = sum(math.comb(n, k) for k in range(min(only_first, only_second) + 1)) / 2**n
    return min(1.0, float(2 * tail))
