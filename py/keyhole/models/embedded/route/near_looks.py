"""Whether a tool that only looks things up is near enough to a question to be asked rather than none: a look changes
nothing, and "my tools cannot look that up" is untrue where one of them may have it."""

from __future__ import annotations

from keyhole.models.embedded.parameters import parameters_of
from keyhole.models.embedded.route.lexical import plain_words_long, stems
from keyhole.models.embedded.text import STOP, name_words, stem
from keyhole.models.model import ToolCard

# ruff: noqa: SIM905  (word lists read best as words)
_LIKELY = 0.62
"""How sure the router may be that none is wanted, at most: questions about what no tool has mostly lie above."""
_NEAR, _HARDLY = 0.5, 0.9
"""How near a question is, at least, in log-odds, to the card of a tool that has to be told something, and how sure the
router may be then."""
_ANYWHERE = frozenset(
    map(
        stem,
        "get list find show search look check read fetch view all any name title text date day days time week month "
        "year number value type kind id limit many much long good best new old people person place status state info "
        "look what which optional default id ids return returns result results".split(),
    )
)
"""Words of tools and of questions of any kind."""


def is_near(question: str, card: ToolCard, none: float, near: float) -> bool:
    """`none`: how likely none is wanted, for the router, 0 where it would call the tool; `near`: how near the question
    is to the tool's card."""
    if none == 0 and near >= 0:
        return True
    if any(each.required for each in parameters_of(card.schema or {})):
        return none <= _HARDLY and near >= _NEAR
    asked = {stem(word) for word in plain_words_long(question) if word not in STOP} - _ANYWHERE
    if asked & set(stems(name_words(card.name))):
        return True
    return none <= _LIKELY and bool(asked & _words(card))


def _words(card: ToolCard) -> set[str]:
    """Stems of what a tool is told by: its description, and its parameters with their choices."""
    words = [*plain_words_long(card.description), *(word for name in card.parameters for word in name_words(name))]
    for each in parameters_of(card.schema or {}):
        words += [word for option in each.options for word in name_words(str(option))]
    return {stem(word) for word in words if word not in STOP}
