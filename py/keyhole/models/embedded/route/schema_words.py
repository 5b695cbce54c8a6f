"""What a request has of the words of one tool's schema, and of no other tool's: its options ("cancelled" where a filter
has that state), and what its parameters are described by. Names and descriptions of tools are `lexical`'s."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from keyhole.made_once import MadeOnce
from keyhole.models.embedded.options.options import option_words
from keyhole.models.embedded.parameters import parameters_of
from keyhole.models.embedded.route.lexical import plain_words_long, stems
from keyhole.models.embedded.route.purposes import UNSEEN_IDF
from keyhole.models.embedded.text import STOP, name_words, stem
from keyhole.models.model import ToolCard

_SHORTEST = 3
"""Letters of an option's word."""
_DESCRIBED = 0.4
"""What a word of a parameter's description weighs beside one of an option."""


def said_of_schemas(query: str, cards: Sequence[ToolCard], idf: Mapping[str, float]) -> tuple[float, ...]:
    """How much a request says of what each tool's schema alone has, in order, 0 where nothing; empty where it says
    nothing of any."""
    asked = set(stems(plain_words_long(query)))
    words = [(_known(card), *_words_of(card)) for card in cards]
    found = []
    for at, (own, options, described) in enumerate(words):
        others = [known | of | by for other, (known, of, by) in enumerate(words) if other != at]
        alone = [word for word in (asked & (options | described)) - own if not any(word in each for each in others)]
        weights = ((word in options, idf.get(word, UNSEEN_IDF)) for word in alone)
        sums = [0.0, 0.0]
        for is_option, weight in weights:
            sums[is_option] += weight
        found.append(math.log1p(sums[True]) + _DESCRIBED * math.log1p(sums[False]))
    return tuple(found) if any(found) else ()


def _known(card: ToolCard) -> set[str]:
    """What is known of a tool without its schema, and its parameters' names."""
    named = [*name_words(card.name), *(word for name in card.parameters for word in name_words(name))]
    return {*stems(named), *stems(plain_words_long(card.description))}


def _words_of(card: ToolCard) -> tuple[set[str], set[str]]:
    return _schema_words(card.schema) if card.schema else (set(), set())


def _read(schema: Mapping[str, Any]) -> tuple[set[str], set[str]]:
    """The stems of the words of all options, and of those of descriptions."""
    parameters = parameters_of(schema)
    words = (word for each in parameters for option in each.options for word in option_words(option))
    options = {stem(word) for word in words if len(word) >= _SHORTEST and word not in STOP and not word.isdigit()}
    described = {word for each in parameters for word in stems(plain_words_long(each.description))}
    return options, described


_schema_words: MadeOnce[Mapping[str, Any], tuple[set[str], set[str]]] = MadeOnce(_read)
