"""Whether a message wants something done, asks something or only tells something, by how it begins. English only."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

from keyhole.models.embedded.route.clauses import HEADED
from keyhole.models.embedded.text import name_words, plain_words, stem
from keyhole.models.model import ToolCard
from keyhole.steps.kinds_of_tool import changes_a_thing, looks_up
from keyhole.tools.schema import declared_properties

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
_REMARK = re.compile(
    r"\W*(?:(?:ok|so|hm+|well|oh|no|and)\W+)?"
    r"(?:(?:it|that|this|he|she|they|i)(?:'s|'m| is| am| are| feels?| looks?)? )?(?:still )?"
    r"(?:a (?:bit|little|tad)|too|so|very|quite|rather|pretty|really|way too|much too)(?: too)? [a-z]{2,20}"
    r"(?: (?:in here|here|there|now|today|for me|for us))?\W*",
    re.IGNORECASE,
)
_WANTS = re.compile(
    r"\W*(?:(?:ok|so|and|now)\W+)?i(?:'d| would)? (?:need|want|like) (?:an?|some|the|my)\b", re.IGNORECASE
)
_TO_GET = re.compile(r"(?:get rid of|(?:bring|fetch|get|grab) (?:me|us))\s+\S", re.IGNORECASE)
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
_REMOVES = frozenset("cancel delete destroy discard drop erase purge remove revoke trash wipe".split())
"""What the name of a tool begins with that does nothing but remove."""
_SAYS_REMOVAL = _REMOVING | frozenset(
    map(
        stem, "off out away rid bin trash gone no not without scrap ditch delete deleted cancelled removed back".split()
    )
)
_MAY_REMOVE = frozenset(
    "cancel clean clear close cut deactivate delete disable disconnect discard dismiss drop empty end erase exclude "
    "kick purge reject release remove reset return shut skip stop take throw trim unblock undo unpin unsubscribe void "
    "withdraw wipe".split()
)
_OTHER_ACT = re.compile(
    rf"(?:{'|'.join(verb for verb in COMMAND_VERB.split('|') if verb not in _MAY_REMOVE)}|"
    r"combine|join|rotate|solve|resolve|double|tell|give|show|bump|push|count)\s+\S",
    re.IGNORECASE,
)
"""Begins a wish for something that is no removal."""
_PUT_RIGHT = re.compile(
    r"\W*(?:(?:oh|no|wait|sorry|oops|actually|hm+|ah|ok)\W+)+(?:(?:it|that|this|he|she|they) (?:was|were|is|should be)|"
    r"(?:it|that)'s|i (?:meant?|said)|make (?:it|that))\b",
    re.IGNORECASE,
)
"""How a correction begins that says what is right."""
_END = re.compile(
    r"(?:(cancel|call off|revoke|abort|terminate) ?\S|(close|stop|end) "
    r"(?:(?:the|my|our|his|her|their|this|that|these|those|it|them|all|both|every\w*|\w{2,20}ing)\b|\S{0,20}\d|"
    r"(?<!end )(?-i:[A-Z])))",
    re.IGNORECASE,
)
_SETS_AS_WELL = frozenset(("close", "stop", "end"))
"""What may be done by a value: a blind that is set to 0 percent is closed."""
_ENDING = _REMOVING | frozenset(
    map(
        stem,
        "close end stop finish complete done resolve resolved resolution terminate abort kill halt quit disable "
        "deactivate deactivated pause mute shut closed status state active enabled enable action operation command "
        "toggle switch on refund return reject rejected decline withdraw suspend exit leave hang release expire "
        "reschedule control mode playback transition".split(),
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
    r"(?= (?:i|we|he|she|they|it|there|the|my|our|any|anyone|anybody|this|that|all|(?-i:[A-Z])[\w-]+)(?![\w-])))"
    r"[^.,!?;:\n]{0,120}\?*\s*",
    re.IGNORECASE,
)


def kind_of_message(message: str) -> Kind:
    """What a message wants: that something be done, an answer, or nothing."""
    text = message[:_LONGEST].replace("\u2019", "'")
    lead = _LEAD.match(text)
    rest = text[lead.end() :] if lead else text
    if _COMMANDS.match(rest) or _TO_GET.match(rest):
        return "do"
    return "ask" if "?" in text or _ASKS.match(rest) or HEADED.match(text) else "tell"


def wants_a_thing(message: str) -> bool:
    """Whether somebody says what they want to have, and asks nothing: "I need a taxi"."""
    return _WANTS.match(message[:_LONGEST].replace("\u2019", "'")) is not None


def is_mere_remark(text: str) -> bool:
    """Whether a text only says how something is: "a bit cold", "it's too loud in here"."""
    return _REMARK.fullmatch(text[:_LONGEST].replace("\u2019", "'")) is not None


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


def removes(name: str) -> bool:
    """Whether a tool with this name is for removals alone."""
    return next(iter(name_words(name.rpartition(".")[2])), "").lower() in _REMOVES


def undoes(message: str) -> bool:
    """Whether a message says to undo what was done, and nothing else."""
    text = message[:_LONGEST]
    lead = _LEAD.match(text)
    return _UNDO.fullmatch(text, lead.end() if lead else 0) is not None


def does_not_do(message: str, card: ToolCard) -> bool:
    """Whether a message says to remove or to end something, or not to remove it, and a tool does not do that; or it
    says to do something else, and a tool removes."""
    return (
        cannot_delete(message, card.name, card.description)
        or _orders_no_removal(message, card.name)
        or cannot_end(message, card.schema, card.name, card.description)
        or denies_removal(message, card.name)
        or lacks_means(message, card)
    )


def _orders_no_removal(message: str, name: str) -> bool:
    """Whether a message says to do something that is no removal, "text Lena about it", or corrects what was done, "that
    was Tom", and a tool with this name is for removals alone: what cannot be taken back is not done by a guess."""
    if not removes(name):
        return False
    text = message[:_LONGEST].replace("\u2019", "'")
    lead = _LEAD.match(text)
    begins = lead.end() if lead else 0
    other = _OTHER_ACT.match(text, begins) or _PUT_RIGHT.match(text)
    return other is not None and not any(stem(word) in _SAYS_REMOVAL for word in plain_words(text.lower()))


_BY_MEANS = {
    "merge combine": "merge combine join unite union concat concatenate consolidate link group",
    "duplicate clone": "duplicate copy clone repeat replicate template",
    "email e-mail": "email mail send message notify notification contact share forward invite report",
    "phone dial": "phone dial call contact ring telephone",
    "fax": "fax send",
    "print": "print printer label output export pdf document",
    "swap": "swap exchange trade switch replace move order arrange reorder position",
}
"""What people tell to be done in one way only, and what a tool that does it has a word of."""
_MEANS = {
    verb: {stem(word) for word in (*verbs.replace("e-mail", "").split(), *words.split())}
    for verbs, words in _BY_MEANS.items()
    for verb in verbs.split()
}
_BY_VERB = re.compile(rf"({'|'.join(_MEANS)}) (?!(?:of|from|for|and|or|is|was|address|addresses)\b)\S", re.IGNORECASE)


def lacks_means(message: str, card: ToolCard) -> bool:
    """Whether a message says to do something in a way that a tool has no word of: to remove two things merges none, and
    a comment is no email."""
    text = message[:_LONGEST]
    lead = _LEAD.match(text)
    found = _BY_VERB.match(text, lead.end() if lead else 0)
    if found is None or card.knows is not None:
        return False
    said = [card.description]
    for name, each in declared_properties(card.schema).items():
        said.append(" ".join(name_words(name)))
        said.append(f"{each.get('description', '')} {each.get('enum', '')}" if isinstance(each, dict) else "")
    words = {stem(word) for part in said for word in plain_words(part[:_LONGEST].lower().replace("e-mail", "email"))}
    return _MEANS[found[1].lower()].isdisjoint(words | {stem(word) for word in name_words(card.name)})


def cannot_end(message: str, schema: Any, name: str, description: str) -> bool:
    """Whether a message says to cancel, close or stop something, and a tool that would change something has nothing by
    which that could be said: to request the towels once more cancels none, and to acknowledge an incident does not
    close it."""
    text = message[:_LONGEST]
    lead = _LEAD.match(text)
    found = _END.match(text, lead.end() if lead else 0)
    if found is None or looks_up(name):
        return False
    properties = {key: each for key, each in declared_properties(schema).items() if isinstance(each, dict)}
    verb = (found[1] or found[2]).lower()
    if changes_a_thing(name) or (verb in _SETS_AS_WELL and any(_is_setting(each) for each in properties.values())):
        return False
    said = [description, *(f"{each.get('description', '')} {each.get('enum', '')}" for each in properties.values())]
    words = {stem(word) for part in said for word in plain_words(part[:_LONGEST].lower())}
    words |= {stem(word) for key in (name, *properties) for word in name_words(key)}
    return not (words & (_ENDING | {stem(verb.split()[0])}))


def _is_setting(schema: Mapping[str, Any]) -> bool:
    """Whether a value can say that something is shut or over: 0 percent, "shut"."""
    return "enum" in schema or schema.get("type") in ("boolean", "integer", "number")


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
