"""Whether a message wants something done, asks something or only tells something, by how it begins. English only."""

from __future__ import annotations

import re
from typing import Literal

from keyhole.models.embedded.clauses import HEADED
from keyhole.models.embedded.text import name_words, plain_words, stem

# ruff: noqa: SIM905  (word lists read best as words)

Kind = Literal["do", "ask", "tell"]

_LONGEST = 400
"""Characters of a message that are read."""
_LEAD = re.compile(
    r"\W*(?:(?:please|pls|hey|hi|ok|okay|so|and|then|also|now|just|great|cool|no|yes|well|actually|"
    r"(?:can|could|would|will) (?:you|we|u)|can i|i(?:'d| would) like(?: you)? to|i (?:want|need)(?: you)? to|let'?s|"
    r"go ahead and|kindly)\b[\s,.!:]*){0,6}",
    re.IGNORECASE,
)
COMMAND_VERB = (
    r"accept|add|adjust|answer|append|apply|approve|archive|arrange|ask|assign|attach|backup|ban|block|book|boost|"
    r"build|buy|call|cancel|change|charge|clean|clear|clone|close|comment|compile|configure|connect|contact|"
    r"convert|copy|create|crop|cut|deactivate|delete|deliver|deploy|deposit|dial|dim|disable|discard|disconnect|"
    r"dismiss|download|draft|drop|duplicate|edit|email|e-mail|empty|enable|end|erase|escalate|exclude|export|fax|"
    r"fill|fix|flag|follow|forward|freeze|generate|hide|hire|import|increase|insert|install|invite|invoice|kick|"
    r"launch|lock|log|lower|mail|make|mark|merge|message|move|mute|notify|open|order|outsource|pause|pay|"
    r"pin|play|post|print|publish|purge|put|raise|rate|rebook|reboot|reduce|refund|register|reject|release|remind|"
    r"remove|rename|renew|reopen|repair|repeat|replace|reply|reschedule|reserve|reset|resize|restart|restore|resume|"
    r"return|ring|rotate|run|save|scan|schedule|sell|send|set|share|ship|shuffle|shut|sign|skip|split|start|stop|"
    r"subscribe|submit|swap|switch|sync|tag|take|text|throw|toggle|transfer|transpose|trim|turn|unblock|undo|"
    r"unlock|unmute|unpin|unsubscribe|update|upgrade|upload|void|wake|water|withdraw|wipe|write"
)
"""Verbs that a wish to have something done begins with."""
_COMMANDS = re.compile(rf"(?:{COMMAND_VERB})\s+\S", re.IGNORECASE)
_GONE = re.compile(
    r"(?:delete|remove|erase|destroy|discard|purge|wipe|drop|scrap|ditch|kick (?:out )?|get rid of|"
    r"throw (?:away|out))\b",
    re.IGNORECASE,
)
_DELETE = re.compile(r"(?:delete|erase)\b", re.IGNORECASE)
_UNDO = re.compile(
    r"(?:undo|revert|reverse|take back)(?: (?:that|it|this|the last(?: one| change)?))?(?: (?:please|pls|again))?\W*",
    re.IGNORECASE,
)
_TURNS_BACK = frozenset(
    map(stem, "undo revert restore back rollback return untrash inverse terminate withdraw".split())
)
_REMOVING = frozenset(
    map(
        stem,
        "delete remove erase clear cancel drop discard purge wipe destroy trash reset archive unsubscribe dismiss "
        "forget undo revoke uninstall empty void deletion removal kick ban cut hide off".split(),
    )
)
_ASKS = re.compile(
    r"(?:what|who|whom|whose|when|where|which|why|how|is|are|am|was|were|do|does|did|has|have|had|should|any|"
    r"tell|explain|define|describe|show|find|search|look|list|give|know|summari[sz]e|compare|translate|"
    r"recommend|suggest)\b",
    re.IGNORECASE,
)
_BEFORE = r"\W*(?:(?:hey|hi|hello|ok(?:ay)?|so|and|but|well|um|oh|also)\W+)*"
_QUESTION = re.compile(
    rf"{_BEFORE}(?:(?:what|which|who|whom|whose|where|when|why|how)(?:['\u2019]?s|['\u2019]?re)?\b"
    r"(?! (?:about|if|come|soon|would|i|we|you|they|he|she|the|my|our)\b)|"
    r"do(?= (?:i|we|they) (?:still |already |really |even )?(?:need|have|owe|own|know)\b)|"
    r"(?:does|did|is|are|was|were|isn't|aren't|doesn't|didn't)"
    r"(?! (?:it|there) (?:possible|ok|okay|any (?:way|chance))\b)"
    r"(?= (?:i|we|he|she|they|it|there|the|my|our|any|anyone|anybody|this|that|all|(?-i:[A-Z])\w+)\b))"
    r"[^.,!?;:\n]{0,120}\?*\s*",
    re.IGNORECASE,
)
_OURS = re.compile(
    r"\b(?:my|mine|our|ours|we|us|it|its|this|that|these|those|them|they|their|he|she|his|her|there|here)\b",
    re.IGNORECASE,
)


def kind_of_message(message: str) -> Kind:
    """What a message wants: that something be done, an answer, or nothing."""
    text = message[:_LONGEST].replace("\u2019", "'")
    lead = _LEAD.match(text)
    rest = text[lead.end() :] if lead else text
    if _COMMANDS.match(rest):
        return "do"
    return "ask" if "?" in text or _ASKS.match(rest) or HEADED.match(text) else "tell"


def wants_it_gone(message: str) -> bool:
    """Whether something is to be deleted: no change of it will do."""
    text = message[:_LONGEST]
    lead = _LEAD.match(text)
    return _GONE.match(text, lead.end() if lead else 0) is not None


def cannot_delete(message: str, name: str, description: str) -> bool:
    """Whether a message says to delete a thing, or to undo what was done, and a tool with this name and description
    speaks of nothing like that: to change or to close the thing, or to do it once more, is not what was asked."""
    text = message[:_LONGEST]
    lead = _LEAD.match(text)
    begins = lead.end() if lead else 0
    words = {stem(word) for word in (*name_words(name), *plain_words(description[:_LONGEST].lower()))}
    if _UNDO.fullmatch(text, begins):
        return not (_REMOVING | _TURNS_BACK) & words
    return _DELETE.match(text, begins) is not None and not _REMOVING & words


def denies_removal(message: str, name: str) -> bool:
    """Whether a message says not to remove a thing, "don't delete the draft", and a tool with this name does that."""
    text = message[:_LONGEST]
    lead = _LEAD.match(text)
    denied = _DONT.match(text, lead.end() if lead else 0)
    return denied is not None and not _REMOVING.isdisjoint(map(stem, name_words(name)))


_DONT = re.compile(
    r"(?:do not|don['\u2019]?t|never) (?:delete|remove|erase|cancel|drop|scrap|clear|wipe|discard|kick)\b"
    r"(?!.*\b(?:but|instead|rather)\b)",
    re.IGNORECASE,
)


def begins_an_act(text: str) -> bool:
    """Whether a text begins with a verb of having something done, and says with what."""
    lead = _LEAD.match(text[:_LONGEST])
    return _COMMANDS.match(text, lead.end() if lead else 0) is not None


def only_asks(message: str) -> bool:
    """Whether a message is one question and nothing else: "does Jonas bring anybody?" is no request to invite him. Of
    4,044 written questions for a tool 3 are for one that changes something."""
    return _QUESTION.fullmatch(message) is not None


def is_of_here(message: str) -> bool:
    """Whether a question is about what only the page or the visitor knows: no larger model could answer it."""
    return _OURS.search(message[:_LONGEST]) is not None
