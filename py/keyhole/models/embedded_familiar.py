"""How requests for the shipped tools are worded: a text classifier for each toolbox that is trained on by name.

A multinomial logistic regression over what stands in a request, down to runs of four letters, and over what each tool
knows of it; learned from the requests that were written one by one (`scripts/train/familiar.py`). It is the decision's
best witness where all tools in view are shipped ones, and says nothing about others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from keyhole.models.embedded_ranker import Weights
from keyhole.models.embedded_router import request_atoms

LONGEST = 300
"""Letters of a request that count, its last ones."""
RUN = 4


def request_facts(query: str, knows: Mapping[str, float], lexicon: Mapping[str, str]) -> list[str]:
    """What stands in a request, each fact once. `knows`: how sure each tool is of it; `lexicon`: words used alike."""
    atoms, pairs, groups = request_atoms(query, lexicon)
    known = [f"k{name}:{sure:.1f}" for name, sure in knows.items()]
    text = f" {' '.join(query.lower().split())[-LONGEST:]} "
    facts = ["", *(f"a{atom}" for atom in atoms), *(f"p{pair}" for pair in pairs), *(f"g{group}" for group in groups)]
    facts += known
    facts += [f"{fact} {atom}" for fact in known if not fact.endswith(":0.0") for atom in atoms]
    facts += [f"c{text[at : at + RUN]}" for at in range(len(text) - RUN + 1)]
    return list(dict.fromkeys(facts))


def answers_of(facts: Sequence[str], answers: Sequence[str]) -> list[list[str]]:
    """The facts as they speak for each answer."""
    return [[f"{answer}|{fact}" for fact in facts] for answer in answers]


@dataclass(frozen=True, slots=True)
class Familiar:
    """The classifier of one toolbox: the names of its tools, and weights for them, for none and for clarify."""

    tools: frozenset[str]
    weights: Weights

    @classmethod
    def of(cls, tools: Sequence[str], packed: str, scale: float) -> Familiar:
        """As `keyhole-embedded.json` has it. Raises `ValueError` where it is broken."""
        return cls(frozenset(tools), Weights(packed, scale))

    def log_odds(self, query: str, knows: Mapping[str, float], lexicon: Mapping[str, str]) -> list[float]:
        """Of each tool that `knows` names in order, then of clarify, against none."""
        facts = request_facts(query, knows, lexicon)
        none, *scores = (self.weights.score(row) for row in answers_of(facts, ["none", *knows, "clarify"]))
        return [score - none for score in scores]


def familiar_row(
    toolboxes: Sequence[Familiar], query: str, names: Sequence[str], knows: Sequence[float], lexicon: Mapping[str, str]
) -> tuple[float, ...]:
    """The log-odds of all tools in order, of none (0) and of clarify; empty where one is of no toolbox that is known.

    Where tools of several toolboxes are in view, a question is asked back as readily as the surest of them would.
    """
    by_name: dict[str, float] = {}
    asks = []
    for toolbox in toolboxes:
        sure = {name: know for name, know in zip(names, knows, strict=True) if name in toolbox.tools}
        if sure:
            *odds, ask = toolbox.log_odds(query, sure, lexicon)
            by_name |= zip(sure, odds, strict=True)
            asks.append(ask)
    return (*(by_name[name] for name in names), 0.0, max(asks)) if by_name.keys() >= set(names) and asks else ()
