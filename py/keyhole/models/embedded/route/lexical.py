"""Lexical evidence that a tool fits a request: idf-weighted overlap of stems with its name and with its whole card.

It is shown to the embedded model as hint tokens, and it enters the calibrated decision beside the model's own
probabilities; so do what the words mean and what the request implies, as in the shortlist.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from keyhole.models.embedded.route.purposes import UNSEEN_IDF, purposes
from keyhole.models.embedded.text import STOP, name_words, plain_words, stem
from keyhole.models.model import ToolCard
from keyhole.request_cues import parameters_implied, words_implied
from keyhole.word_vectors import WordVectors, word_vectors


@dataclass(frozen=True, slots=True)
class Overlap:
    """What one card and the request have in common.

    `name`: share of the name's weight that the request holds. `request`: share of the request's weight that the card
    holds. `score`: summed weight of what they share, a name word counting double. `meaning`: how near their words'
    vectors are, about -1 to 1. `implied`: the share of the implied words and parameters that the card has. `purpose`:
    how much the request says in other words that it wants what this tool alone gives.
    """

    name: float
    request: float
    score: float
    meaning: float = 0.0
    implied: float = 0.0
    purpose: float = 0.0


def as_named(query: str, cards: Sequence[ToolCard]) -> str:
    """A request with two words in one where a tool's name has them so: "back up" beside a tool `backup_database`; not
    where both are function words, "what to do" beside `todo_add`."""
    known = {word for card in cards for word in name_words(card.name)}

    def joined(found: re.Match[str]) -> str:
        first, second = found[1].lower(), found[2].lower()
        return found[1] if first + second in known and not STOP.issuperset((first, second)) else found[0]

    return _PAIR.sub(joined, query)


_PAIR = re.compile(r"\b([^\W\d_]{2,})[ -](?=([^\W\d_]{2,})\b)")


def stems(words: Iterable[str]) -> list[str]:
    """Stems of the words that carry meaning."""
    return [stem(word) for word in words if word not in STOP and len(word) > 1]


def overlaps(query: str, cards: Sequence[ToolCard], idf: Mapping[str, float]) -> list[Overlap]:
    """The lexical evidence for every card, in order."""
    wanted = {s: idf.get(s, UNSEEN_IDF) for s in stems(plain_words_long(query))}
    total = sum(wanted.values()) or 1.0
    vectors = word_vectors()
    meaning = vectors.meaning(word for word in plain_words_long(query) if word not in STOP)
    implied = set(map(stem, words_implied(query)))
    implied_parameters = set(map(stem, parameters_implied(query)))
    result = []
    for card, purpose in zip(cards, purposes(query, cards, idf), strict=True):
        in_name = set(stems(name_words(card.name)))
        in_rest = set(stems(plain_words_long(card.description)))
        in_parameters = {s for name in card.parameters for s in stems(name_words(name))}
        in_rest |= in_parameters
        hit_name = _matches(wanted, in_name)
        hit_rest = _matches(wanted, in_rest)
        name_weight = sum(idf.get(s, UNSEEN_IDF) for s in in_name) or 1.0
        union = sum(max(hit_name.get(s, 0.0), hit_rest.get(s, 0.0)) * weight for s, weight in wanted.items())
        named = sum(hit * wanted[s] for s, hit in hit_name.items())
        length = 1.0 + 0.15 * math.log1p(len(in_name | in_rest))
        found = len(implied & (in_name | in_rest)) + len(implied_parameters & in_parameters)
        result.append(
            Overlap(
                min(1.0, named / name_weight),
                union / total,
                (union + named) / length,
                meaning.likeness(_weighty(card, vectors)),
                found / (len(implied) + len(implied_parameters) or 1),
                purpose,
            )
        )
    return result


def card_words(card: ToolCard) -> dict[str, float]:
    """The card's words, and what each counts: those of the name double, those of the parameters half."""
    words: dict[str, float] = {}
    parameters = [word for name in card.parameters for word in name_words(name)]
    described = plain_words_long(card.description)
    for text, weight in ((name_words(card.name), 2.0), (described, 1.0), (parameters, 0.5)):
        for word in text:
            if word not in STOP:
                words[word] = words.get(word, 0.0) + weight
    return words


def _weighty(card: ToolCard, vectors: WordVectors) -> dict[str, float]:
    """The card's words that have a vector, each counted as much as it tells."""
    return {word: count * vectors.weight(word) for word, count in card_words(card).items() if word in vectors}


def plain_words_long(text: str) -> tuple[str, ...]:
    """As `plain_words`, for texts longer than one cached word."""
    return tuple(word for part in text[:2000].split() for word in plain_words(part))


def _matches(wanted: Mapping[str, float], offered: set[str]) -> dict[str, float]:
    """Stems of the request that a card has: 1 for the same, 0.6 for a shared beginning of five letters or more."""
    hits: dict[str, float] = {}
    for s in wanted:
        if s in offered:
            hits[s] = 1.0
        elif len(s) >= 5 and any(len(o) >= 5 and (o.startswith(s[:5]) and s[:6] == o[: len(s[:6])]) for o in offered):
            hits[s] = 0.6
    return hits


def bucket(share: float) -> int:
    """A share from 0 to 1 as one of the seven hint levels."""
    return 0 if share <= 0 else min(6, 1 + int(share * 5.999))
