"""The parts of a whole that a result tells by name, `{"housing": 950, "kids": 96}`, and which of them is the largest:
"what was the biggest chunk?"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from keyhole.steps.thing_values import is_id

_FEWEST = 3
_ASKS = re.compile(
    r"\W*(?:(?:and|so|ok)\W+)?(?:(?:what|which|who)(?:'s| is| was| are| were)?(?: one)?"
    r"(?: (?:is|was|are|were|has|had))? (?:the |our |my )?"
    r"(?P<way>biggest|largest|highest|most|main|top|smallest|lowest|least)"
    r"(?: (?:one|chunk|part|share|portion|piece|item|category|group|block|post|bit|slice|expense|cost|spend|"
    r"spending|sum|amount|of (?:it|them|that|those|these)|of it all))*|"
    r"(?:what|where) (?:did|does|do) (?P<went>most|least) of (?:it|that|the money|our money|my money) (?:go|come)"
    r"(?: (?:to|on|for|from|into))?)\W*",
    re.IGNORECASE,
)


def largest_share(question: str, value: Mapping[str, Any]) -> dict[str, Any] | None:
    """The largest or the smallest of the parts that a result is told by; None where it tells no such, or of several
    wholes, or the question asks for something else."""
    asked = _ASKS.fullmatch(question)
    wholes = _wholes(value)
    if asked is None or len(wholes) != 1:
        return None
    (parts,) = wholes
    least = (asked["way"] or asked["went"]).lower() in ("smallest", "lowest", "least")
    name = (min if least else max)(parts, key=parts.__getitem__)
    return {name: parts[name]}


def _wholes(facts: Mapping[str, Any]) -> list[dict[str, float]]:
    """The groups of numbers among the facts of a result whose names begin alike, as those within one object do."""
    found: dict[str, dict[str, float]] = {}
    for key, each in facts.items():
        if type(each) in (int, float) and not is_id(key):
            words = key.split("_")
            for end in range(1, len(words)):
                found.setdefault("_".join(words[:end]), {})["_".join(words[end:])] = each
    groups = {before: parts for before, parts in found.items() if len(parts) >= _FEWEST}
    # "by" and "by_category" begin the same parts: the longer name is the object's
    inner = [
        before
        for before, parts in groups.items()
        if not any(other.startswith(f"{before}_") and len(groups[other]) == len(parts) for other in groups)
    ]
    return [groups[before] for before in inner]
