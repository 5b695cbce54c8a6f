"""Whether a tool looks something up or changes something, by the verb in its name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

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
_EDITS = frozenset(
    "adjust alter amend change correct edit extend fix modify move patch put reschedule revise update".split()
)
_CHANGES = frozenset(
    "set add enroll create update delete remove send book cancel assign move post invite log save start stop pause "
    "toggle order buy pay transfer mute unmute rename edit change put register upload switch enable disable "
    "make insert append clear reset mark lock unlock reserve submit publish block grant revoke archive approve "
    "reject crop adjust pin unpin subscribe unsubscribe reply forward notify charge refund place restart "
    "deploy configure modify store record note write request schedule feed water page play turn dim ship deliver wake "
    "swap rate tag print dial escalate acknowledge ack renew extend restore import dismiss accept decline "
    "hire".split()
)

_DESCRIBED = frozenset(
    "set create delete cancel invite assign change adjust control modify rename enroll enrol paint send write mark "
    "switch turn put add remove acknowledge".split()
)
"""Verbs that the description of a tool that changes something may begin with, whatever it is called."""
_NOUNS = frozenset(
    "book order post log store record place charge lock move set pin stop start mark change reply request note file "
    "control play pay register crop grant deploy block share switch update edit reset transfer refund archive "
    "publish schedule ship feed water wake rate tag print dial page".split()
)
_RATHER_NOUNS, _ARTICLES = frozenset("schedule feed water page".split()), frozenset("a an the one some all".split())
"""Verbs that are nouns as well; such as are more often, but for an article behind them: "Water the lawn"."""
_CHECKS_IN = re.compile(
    r"(?<![a-z])[cC]heck[-_ ]?(?:[iI]n|[oO]ut|[oO]ff)(?![a-z])(?!_?(?:stock|store|shop|range|use|status)\b|Stock|Store)"
)
"""Who checks in a guest, or checks off an item, looks nothing up: `check_in_stock` does."""
_DOES = frozenset(
    "merge split undo redo export generate build launch fix close open end erase hide draw "
    "rotate resize move copy connect disconnect sync scan clean fill empty raise lower increase reduce roll run sign "
    "approve confirm verify compile convert download upload share skip next resume complete "
    "finish do try use give take bring drop sell invite attach detach replace return repair replay rebuild".split()
)
"""More verbs of doing, that a tool's name may begin with."""
_WORKED_OUT = frozenset(
    "date dates day days time times number numbers duration vector vectors fraction fractions".split()
)
"""What is added in order to know the sum."""


def changes(card: ToolCard) -> bool:
    """Whether a tool changes something: where its name, a part of that, or its description begins with a verb for it,
    `product.set_price`. What may be a noun as well, "Orders of a depot", has to begin both, if there is a description:
    `log` that shows commits changes nothing."""
    if looks_up(card.name):
        return False
    if _CHECKS_IN.search(card.name):
        return True
    if not _WORKED_OUT.isdisjoint(name_words(card.name)):
        return False
    named = _CHANGES.intersection(_verbs(card.name))
    if not card.description or named - _NOUNS:
        return bool(named)
    first, behind = [*card.description[:_VERB].split(" "), ""][:2]
    first = first.lower().strip(".,:;") if len(name_words(first)) == 1 else ""  # no "turn-by-turn"
    if behind == "of" or (first in _RATHER_NOUNS and behind not in _ARTICLES):
        return False
    verbs = {first, first.removesuffix("s"), first.removesuffix("es")}
    return not verbs.isdisjoint(_DESCRIBED) or (bool(named) and not verbs.isdisjoint(_CHANGES))


def changes_a_thing(name: str) -> bool:
    """Whether a tool with this name changes what is there already, so that it has to be told to what: "update_ticket",
    "set_light"."""
    return not looks_up(name) and not _UPDATES.isdisjoint(_verbs(name))


def edits(name: str) -> bool:
    """Whether a tool with this name changes or moves a thing that there is: "update_ticket", "loan_edit"."""
    return not _EDITS.isdisjoint(word.lower() for word in name_words(name))


def keeps_settings(name: str) -> bool:
    """Whether a tool with this name sets what holds until it is set anew, each by itself: "set_page_settings"."""
    return not (_UPDATES.isdisjoint(_verbs(name)) or _SETTINGS.isdisjoint(name_words(name)))


def makes_new(name: str) -> bool:
    """Whether a tool with this name makes something that was not there: "add_stop", "createBooking"."""
    return not _MAKES.isdisjoint(_verbs(name))


_MAKES = frozenset("add append book buy create enroll insert invite log make order post register save schedule".split())
_SETTINGS = frozenset(
    "settings setting preferences preference prefs options config configuration appearance display layout profile "
    "update edit modify configure page view style theme".split()
)
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


def reader_of(name: str, given: Mapping[str, Any], cards: Sequence[ToolCard]) -> dict[str, Any] | None:
    """The call of a tool that looks up what the one with this name has just changed: of one about the same, or with no
    need of any other values than those `given` for that, by the names of their parameters; None where there is none."""
    about = noun_of(name)
    for card in cards:
        needed = (card.schema or {}).get("required", ())
        if looks_up(card.name) and set(needed) <= given.keys() and (needed or noun_of(card.name) == about):
            return {"tool": card.name, "args": {each: given[each] for each in needed}}
    return None


def looks_up(name: str) -> bool:
    """Whether a tool with this name only looks something up, as far as its name tells."""
    looks = _LOOKS & {word.lower() for word in name_words(name)}
    return bool(looks - {"check"} if _CHECKS_IN.search(name) else looks)


def only_looks(card: ToolCard) -> bool:
    """Whether a tool surely looks something up and does nothing else: no part of its name is a verb of changing."""
    if changes(card) or _CHECKS_IN.search(card.name):
        return False
    verbs, rest = set(_verbs(card.name)), {word.lower() for word in name_words(card.name)}
    if looks_up(card.name):
        return not verbs & ((_CHANGES | _DOES) - _NOUNS)
    return not rest & (_CHANGES | _DOES)


def seeks(name: str) -> bool:
    """Whether a tool with this name seeks or shows things, and does nothing else."""
    first = next(_verbs(name), "")
    return first == "filter" or (looks_up(name) and first not in _CHANGES)


def _verbs(name: str) -> Iterator[str]:
    """The first word of each part of a name: of "product.set_price" it is "set"."""
    for part in name.replace("/", ".").replace(":", ".").replace("__", ".").split("."):
        if words := name_words(part):
            yield words[0].lower()
