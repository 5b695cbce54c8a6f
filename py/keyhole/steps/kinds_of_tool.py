"""Whether a tool looks something up or changes something, by the verb in its name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
_CHANGES = frozenset(
    "set add enroll create update delete remove send book cancel assign move post invite log save start stop pause "
    "toggle order buy pay transfer mute unmute rename edit change put register upload switch enable disable "
    "make insert append clear reset mark lock unlock reserve submit publish block grant revoke archive approve "
    "reject crop adjust pin unpin subscribe unsubscribe reply forward notify charge refund place restart "
    "deploy configure modify store".split()
)

_DESCRIBED = frozenset(
    "set create delete cancel invite assign change adjust control modify rename enroll enrol paint mark put".split()
)
"""Verbs that the description of a tool that changes something may begin with, whatever it is called."""
_NOUNS = frozenset(
    "book order post log store record place charge lock move set pin stop start mark change reply request note file "
    "control play pay register crop grant deploy block share switch update edit reset transfer refund archive "
    "publish".split()
)
"""Verbs that are nouns as well."""
_WORKED_OUT = frozenset(
    "date dates day days time times number numbers duration vector vectors fraction fractions".split()
)
"""What is added in order to know the sum."""


def changes(card: ToolCard) -> bool:
    """Whether a tool changes something: where its name, a part of that, or its description begins with a verb for it,
    `product.set_price`. What may be a noun as well, "Orders of a depot", has to begin both, if there is a description:
    `log` that shows commits changes nothing."""
    if looks_up(card.name) or not _WORKED_OUT.isdisjoint(name_words(card.name)):
        return False
    named = _CHANGES.intersection(_verbs(card.name))
    if not card.description or named - _NOUNS:
        return bool(named)
    first = (name_words(card.description[:_VERB].split(" ")[0]) or ("",))[0]
    verbs = {first, first.removesuffix("s"), first.removesuffix("es")}
    return not verbs.isdisjoint(_DESCRIBED) or (bool(named) and not verbs.isdisjoint(_CHANGES))


def changes_a_thing(name: str) -> bool:
    """Whether a tool with this name changes what is there already, so that it has to be told to what: "update_ticket",
    "set_light"."""
    return not looks_up(name) and not _UPDATES.isdisjoint(_verbs(name))


def makes_new(name: str) -> bool:
    """Whether a tool with this name makes something that was not there: "add_stop", "createBooking"."""
    return not _MAKES.isdisjoint(_verbs(name))


_MAKES = frozenset("add append book buy create enroll insert invite log make order post register save schedule".split())
_VERB = 40
"""Characters of a description in which its verb is looked for."""


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
    words = name_words(name)
    return any(
        word in _LOOKS and not (word == "check" and behind in ("in", "off", "out"))
        for word, behind in zip(words, (*words[1:], ""), strict=True)
    )


def _verbs(name: str) -> Iterator[str]:
    """The first word of each part of a name: of "product.set_price" it is "set"."""
    for part in name.replace("/", ".").replace(":", ".").replace("__", ".").split("."):
        if words := name_words(part):
            yield words[0].lower()
