"""What is heard of every way to answer a parameter: transformer, ranker, pointer and rules, added up."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from keyhole.models.embedded.fill.agreement import agreements
from keyhole.models.embedded.fill.candidates import candidates, owners_of
from keyhole.models.embedded.fill.pointer import Pointer
from keyhole.models.embedded.fill.ranker import Candidate, Weights, log_softmax
from keyhole.models.embedded.prompt import FillView
from keyhole.models.embedded.sight import Sight, sight
from keyhole.models.engine import TokenChoice
from keyhole.word_vectors import WordVectors

FLOOR = -9.0
UNKNOWN_END = -1.5


@dataclass(frozen=True, slots=True)
class FillWeights:
    """What values are weighed with.

    `trust`, `pointer`: how much the transformer and the pointer weigh beside the ranker. `ask` and `skip`: log-odds in
    favour of nothing, for what is required, and by a parameter's type for what may be left out. `said`: weights of
    `grounding`; without them whatever is settled on is believed. `remark`: log-odds in favour of nothing, for what may
    be left out, where a message either goes on with a call or is a remark on it.
    """

    trust: float = 0.5
    ask: float = 0.0
    skip: Mapping[str, float] = field(default_factory=dict)
    said: Mapping[str, float] = field(default_factory=dict)
    pointer: float = 0.0
    remark: float = 0.0


@dataclass(frozen=True, slots=True)
class Opinions:
    """What is heard of arguments beside the transformer: the ranker, what words mean to it, and the pointer."""

    ranker: Weights
    vectors: WordVectors | None = None
    pointer: Pointer | None = None


@dataclass(frozen=True, slots=True)
class Heard:
    """What is heard of one parameter's candidates, nothing first, each in their order.

    `ranked`, `told`, `pointed`, `agreed`: log-odds by the ranker, the transformer, the pointer and the rules; `totals`:
    all of it, weighed and added. `unsaid`: the transformer's log-probability of nothing, the least where it did not
    answer. `words`: the pointer's log-probability of each word of the request, if it was heard.
    """

    candidates: Sequence[Candidate]
    ranked: Sequence[float]
    told: Sequence[float]
    pointed: Sequence[float]
    agreed: Sequence[float]
    totals: Sequence[float]
    unsaid: float = FLOOR
    words: Sequence[float] = ()

    @property
    def weighed(self) -> list[tuple[float, Candidate]]:
        """The candidates with their weights."""
        return list(zip(self.totals, self.candidates, strict=True))


@dataclass(frozen=True, slots=True)
class Slot:
    """What the transformer said for one parameter: its greedy first token, and the alternatives there and after it."""

    said: str = ""
    first: Mapping[str, float] | None = None
    second: Mapping[str, float] | None = None


def slots(view: FillView, tokens: Sequence[TokenChoice]) -> list[Slot]:
    """The transformer's alternatives for every parameter, from the tokens of its answer."""
    found = [Slot() for _ in view.parameters]
    for at, token in enumerate(tokens):
        if not token.text.startswith("<p") or at + 1 >= len(tokens):
            continue
        number = int(token.text[2:-1]) - 1
        if 0 <= number < len(found):
            first = tokens[at + 1]
            second = tokens[at + 2].top if at + 2 < len(tokens) else None
            found[number] = Slot(first.text, first.top, second)
    return found


def weigh(slot: Slot, candidate: Candidate, *, required: bool) -> float:
    """The transformer's log-probability of a candidate, as far as its answer tells."""
    if slot.first is None:
        return 0.0
    if not candidate.picks:
        return max(FLOOR, slot.first.get("<ask>" if required else "<skip>", FLOOR))
    first = f"<{candidate.picks[0]}>"
    score = max(FLOOR, slot.first.get(first, FLOOR))
    if len(candidate.picks) > 1:
        known = slot.second if first == slot.said else None
        score += UNKNOWN_END if known is None else max(FLOOR, known.get(f"<{candidate.picks[1]}>", FLOOR))
    return score


def hear(
    view: FillView, query: str, tokens: Sequence[TokenChoice], opinions: Opinions, weights: FillWeights
) -> tuple[list[Heard], Sight]:
    """What is heard of every parameter's candidates, and what there is to see in the request.

    Nothing is weighed against all that could be said, not against the likeliest span alone: many spans that differ by a
    word share what speaks for a value. So its weight is the log-odds against any value, and theirs are relative.
    """
    ranker = opinions.ranker
    seen = sight(view, query, ranker.lexicon, opinions.vectors)
    answers = slots(view, tokens)
    pointed = opinions.pointer.pointed(view, query) if opinions.pointer and weights.pointer else ()
    result = []
    for number, parameter in enumerate(view.parameters):
        offered = candidates(view, seen, number)
        ranked = log_softmax(ranker.scores(owners_of(view, number, ranker.lexicon), offered))
        agreed = agreements(view, number, offered, seen)
        told = [weigh(answers[number], candidate, required=parameter.required) for candidate in offered]
        words = pointed[number].words if pointed else ()
        said = [pointed[number].says(candidate) if pointed else 0.0 for candidate in offered]
        totals = [
            rank + weights.trust * tell + rule + weights.pointer * say
            for rank, tell, rule, say in zip(ranked, told, agreed, said, strict=True)
        ]
        if len(totals) > 1:
            highest = max(totals[1:])
            totals[0] -= math.log(sum(math.exp(total - highest) for total in totals[1:]))
        unsaid = told[0] if answers[number].first else FLOOR
        result.append(Heard(offered, ranked, told, said, agreed, totals, unsaid, words))
    return result, seen
