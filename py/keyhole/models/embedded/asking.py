# ruff: noqa: SIM905  (word lists read best as words)
"""Whether a message only asks something, and which tools change something: "does Jonas bring anybody?" is no request to
invite him. Of 4,049 written questions for a tool 3 are for one that changes something."""

from __future__ import annotations

import re
from collections.abc import Sequence

from keyhole.models.embedded.text import name_words
from keyhole.models.model import ToolCard

_CHANGES = frozenset(
    "set add create update delete remove send book cancel assign move post invite log save start stop pause "
    "toggle order buy pay transfer mute unmute rename edit change put register upload switch enable disable "
    "make insert append clear reset mark lock unlock reserve submit publish block grant revoke archive approve "
    "reject crop adjust pin unpin subscribe unsubscribe reply forward notify charge refund place restart "
    "deploy configure modify store".split()
)
_LEAD = r"\W*(?:(?:hey|hi|hello|ok(?:ay)?|so|and|but|well|um|oh|also)\W+)*"
_ASKS = re.compile(
    rf"{_LEAD}(?:(?:what|which|who|whom|whose|where|when|why|how)(?:['\u2019]?s|['\u2019]?re)?\b"
    r"(?! (?:about|if|come|soon|would|i|we|you|they|he|she|the|my|our)\b)|"
    r"(?:does|did|is|are|was|were|isn't|aren't|doesn't|didn't)"
    r"(?= (?:i|we|he|she|they|it|there|the|my|our|any|anyone|anybody|this|that|all|(?-i:[A-Z])\w+)\b))"
    r"[^.,!?;:\n]{0,120}\?*\s*",
    re.IGNORECASE,
)
_NAMESPACE = re.compile(r"[./]|__")


def only_asks(query: str) -> bool:
    """Whether a message is one question and nothing else."""
    return _ASKS.fullmatch(query) is not None


def changes(card: ToolCard) -> bool:
    """Whether a tool's name begins with a verb that changes something, and so does its description, if any."""
    begins = {words[0] for part in _NAMESPACE.split(card.name) if (words := name_words(part))}
    verb = (name_words(card.description[:40].split(" ")[0]) or ("",))[0]
    described = {verb, verb.removesuffix("s"), verb.removesuffix("es")}
    return not begins.isdisjoint(_CHANGES) and (not card.description or not described.isdisjoint(_CHANGES))


def asked_of(query: str, cards: Sequence[ToolCard]) -> tuple[float, ...]:
    """1 for every tool that changes something, where a message only asks; empty where it does not, or no tool does."""
    row = tuple(float(changes(card)) for card in cards) if only_asks(query) else ()
    return row if any(row) else ()
