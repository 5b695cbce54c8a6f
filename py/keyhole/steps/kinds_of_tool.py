"""Whether a tool looks something up or changes something, by the verb in its name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from keyhole.models.embedded.text import name_words
from keyhole.models.model import ToolCard
from keyhole.steps.results import noun_of
from keyhole.steps.thing_values import is_id

# ruff: noqa: SIM905  (word lists read best as words)
_LOOKS = frozenset(
    "get list find search show look lookup query fetch read view browse check count calculate compute convert measure "
    "history status info details stats overview report".split()
)
"""Verbs that look something up, and nouns of what is looked up: "order status"."""
_UPDATES = frozenset("update edit modify change adjust set configure patch alter revise".split())
_CHANGES = _UPDATES | frozenset(
    "create delete remove cancel assign unassign invite send post rename schedule reschedule book reserve order buy "
    "close reopen open lock unlock archive restore approve reject submit save log record move transfer toggle enable "
    "disable register subscribe unsubscribe upload publish pay refund share insert append clear reset erase start stop "
    "pause mute turn switch add".split()
)
_WORKED_OUT = frozenset(
    "date dates day days time times number numbers duration vector vectors fraction fractions".split()
)
"""What is added in order to know the sum."""


@lru_cache(maxsize=2_000)
def changes_something(name: str) -> bool:
    """Whether a tool with this name changes something: "set_price", "queue.add"; not "get_price" nor "order_status"."""
    words = [word.lower() for word in name_words(name)]
    verbs = set(_verbs(name)) - ({"add"} if _WORKED_OUT & set(words) else set())
    return not _LOOKS & set(words) and bool(_CHANGES & verbs)


@lru_cache(maxsize=2_000)
def changes_a_thing(name: str) -> bool:
    """Whether a tool with this name changes what is there already, so that it has to be told to what: "update_ticket",
    "set_light"."""
    return changes_something(name) and bool(_UPDATES & set(_verbs(name)))


def reader_beside(name: str, cards: Sequence[ToolCard], *, numbered: bool) -> str | None:
    """The tool that looks up what the one with this name changes, for a question that was taken for a change; None
    where there is no such. `numbered`: the question has a number, which may be of one such thing."""
    about = noun_of(name)
    beside = [card for card in cards if looks_up(card.name) and noun_of(card.name) == about]
    known = [(card.name, (card.schema or {}).get("required", ())) for card in beside]
    one = [tool for tool, needed in known if len(needed) == 1 and is_id(needed[0])] if numbered else []
    every = [tool for tool, needed in known if not needed]
    return next(iter([*one, *every]), None)


def looks_up(name: str) -> bool:
    """Whether a tool with this name only looks something up, as far as its name tells."""
    return bool(_LOOKS & {word.lower() for word in name_words(name)})


def _verbs(name: str) -> Iterator[str]:
    """The first word of each part of a name: of "product.set_price" it is "set"."""
    for part in name.replace("/", ".").replace(":", ".").replace("__", ".").split("."):
        if words := name_words(part):
            yield words[0].lower()
