# ruff: noqa: SIM905  (word lists read best as words)
"""Whether a request looks for something, so that it rather wants a tool that searches.

Who wants rain jackets says so and no more: "any rain jackets?", "where did I put the sourdough recipe", "blue heron".
Such a request has no word in common with "search the catalogue"; what it is like is all that tells. English alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from keyhole.models.embedded.route.search_tools import searches
from keyhole.models.embedded.text import STOP
from keyhole.models.model import ToolCard


def sought_by(request: str, cards: Sequence[ToolCard], *, opens: bool) -> tuple[float, ...]:
    """1 for every tool that searches, where a request looks for something; empty where there is none. `opens`: no call
    was made before; else a name alone may say more of that."""
    found = tuple(float(searches(card)) for card in cards) if seeks(request, names=opens) else ()
    return found if any(found) else ()


def seeks(request: str, *, names: bool = True) -> bool:
    """Whether a request looks for something: it begins as one who looks for a thing does, or is no more than a name, if
    these count."""
    text = request[:_READ].strip()
    if (_CODE.search(text) and not _PRICE.search(text)) or len(_NUMBER.findall(text)) > _NUMBERS:
        return False  # who has the number of a thing looks for none
    polite = _POLITE.match(text)
    said = text[polite.end() :] if polite else text
    words = _WORD.findall(said.lower())
    if not words:
        return False
    if not _ASKS.match(said) and (_OPENING.match(said) or (names and _is_name(text, said, words))):
        return True
    parts = _PART.split(text)
    later = any(_ORDER.match(_POLITE.sub("", part, count=1)) for part in parts[1:])
    return later and len(parts) <= _PARTS and words[0] not in ACTS


def _is_name(text: str, said: str, words: Sequence[str]) -> bool:
    """Whether words only name something, with no verb that anybody could tell."""
    if words[0] in ACTS or words[0] in _REMARKS or STOP.issuperset(words) or not text.isascii() or "_" in text:
        return False
    if _WISH.search(text[: len(text) - len(said)]) or _SENTENCES.search(text):
        return False
    if words[0] in _ARTICLES:
        said = said.split(",")[0]
    elif len(words) > _NAME_LONGEST:
        return False
    return not (_VERB.search(said) or _PERSON.search(said))


_READ, _NAME_LONGEST, _PARTS, _NUMBERS = 400, 8, 3, 2
_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"[a-z']+")
_PART = re.compile(r"(?<=[.!?,])\s+(?=\S)")
ACTS = frozenset(
    "add align apply approve archive assign attach block book borrow buy call cancel change charge choose clean "
    "close comment compare compute convert copy create cut decrease define delete deliver deploy describe dim "
    "download draw drop edit email enrol enroll explain export extend fix flip follow forward get give guess import "
    "increase invite join keep leave lend lock log lower make mark merge message move mute name note open order "
    "paste pause pay pick pin plan play post postpone print publish put raise rate record redo refund register "
    "reject remind remove rename renew rent repair reply reschedule reserve reset restart restock return review "
    "roll rsvp run save scan schedule sell send set share ship sign start stop store subscribe summarize switch tag "
    "take tell test text track transfer translate turn unblock undo unlock unsubscribe update upload water withdraw "
    "write".split()
)
"""Verbs that want something done with a thing that is there."""
_REMARKS = frozenset(
    "never nevermind thanks thank thx sorry forget no nope yes yeah yep haha hm hmm wow bye goodbye goodnight".split()
)
_POLITE = re.compile(
    r"\W*(?:(?:please|pls|plz|hey|hi|hello|ok|okay|so|and|um+|uh|well|now|quick(?:ly)?|can|could|would|will|you|u|we|i'?d|"
    r"i would|like|love|want|need|to|just|also|lol|sorry|help me|go|try to|kindly|let'?s|let me|tell me)[\s,!.]+)*",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"(?:(?:find|search|look(?:ing)?|hunt(?:ing)?|show|list|browse|see|pull (?:up|out)|dig (?:up|out)|fetch|bring up|"
    r"recommend|suggest)\b|(?:get|give) (?:me|us)\b|check (?:if|whether)\b|"
    r"(?:any|anything|anybody|anyone|some|something|somebody|got|need|wanted|all|everything|(?:in )?which)\b|"
    r"(?:do|did|does) (?:you|we|i|they|the|my|our|anyone|anybody|somebody)\b(?! (?:think|believe|like|mean|have to)\b)|"
    r"(?:have|has|had) (?:you|we|i|they|anyone|anybody|the|my|our)\b|"
    r"(?:is|are|was|were) (?:there|any|anyone|anybody|someone|somebody)\b|there(?:'?s| is| was| are)\b|"
    r"who(?:'?s| is| are| has| have| do| does| did| else)\b|"
    r"where(?:'?s| is| are| was| were| did| do| have| has) |"
    r"what (?:(?:\w+ ){0,3}(?:do|did|have|has|had) (?:you|we|i|they)\b|"
    r"(?:did|do|does|have|has|had)\b(?! (?:it|this|that)\b)|.{1,80}\b(?:about|on)\b)|"
    r"(?:i'?m|i am) (?:looking|searching|after|hunting)\b|"
    r"(?:i|we) (?:(?:need|want|wanna)\b(?! (?:\w+ )?to (?!find|see|look|search))|"
    r"can'?t (?:find|remember)\b))",
    re.IGNORECASE,
)
"""How a request begins that looks for something."""
_ORDER = re.compile(
    r"(?:find|search|look (?:up|for)|show me|list|dig (?:up|out)|pull up|any|do (?:you|we|i) (?:have|own)|"
    r"have (?:you|we|i)(?: got)?|where (?:is|are|did)|where'?s)\b",
    re.IGNORECASE,
)
"""How a later part of it does: "My kettle died. Find me a new one"."""
_ASKS = re.compile(r"(?:what'?s? (?:is |are )?(?:the )?(?:time|date|day)|how|when|why)\b", re.IGNORECASE)
_VERB = re.compile(
    r"\b(?:is|are|was|were|am|does|do|did|can|could|will|would|should|shall|may|might|has|have|had|takes?|makes?|"
    r"becomes?|why|how|when|who|whose)\b",
    re.IGNORECASE,
)
_PERSON = re.compile(r"\b(?:i|me|we|you|he|she|they|it|to)\b", re.IGNORECASE)
_ARTICLES = frozenset(("a", "an", "the", "my", "our", "that", "those", "these"))
_SENTENCES = re.compile(r"[.!?;:]\s+\S")
_WISH = re.compile(r"\b(?:to|like|we)\b", re.IGNORECASE)
_CODE = re.compile(
    r"\b(?![12]\d{3}(?:-\d\d){0,2}\b)(?:[a-z]{1,5}[-_]?\d{2,}\w*|\d{4,}|\d+(?:[./-]\w*\d\w*){2,})\b", re.IGNORECASE
)
_PRICE = re.compile(
    r"\b(?:under|below|over|above|than|to|from|for|max|min|least|most) ?[€$£]? ?\d|[€$£] ?\d|"
    r"\d ?(?:euros?|dollars?|eur|usd|k\b|€|\$)",
    re.IGNORECASE,
)
