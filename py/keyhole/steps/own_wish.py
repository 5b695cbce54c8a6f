"""A wish of its own among the replies: who is asked for the number of an order and says "call the customer on 12" or
"what's the weather" tells no number, and "email it to Ann" after an export is no name for the file. English only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from keyhole.models.embedded.route.seeking import ACTS
from keyhole.models.embedded.text import STOP, name_words, plain_words, stem
from keyhole.steps.earlier import Earlier, is_free, words_of
from keyhole.steps.short_message import LEAD, Message, points_back
from keyhole.steps.value_words import tells_a_value
from keyhole.steps.wants_done import kind_of_message
from keyhole.tools.builtin.units import named_unit
from keyhole.tools.tool import Tool

# ruff: noqa: SIM905  (word lists read best as words)
_GIVES = frozenset(
    "add book change choose enter keep leave make name open order pick put rate return run set start stop take test "
    "change move schedule extend align apply raise lower increase decrease dim reset redo switch".split()
)
"""Verbs that give a value, or change what was said: "take the second", "move it to friday"."""
_NOUNS = frozenset(
    "block call charge comment copy cut drop email guess guests hold invite leave log merge message mute note pause "
    "plan play post record refund register rent repair reply review roll scan share sign store tag text track transfer "
    "translate water withdraw".split()
)
"""What begins a thing's name as well, but for an article or a person behind it: "water the fern"."""
_ORDERS = (ACTS | frozenset("find phone print ring search show turn".split())) - _GIVES
_BEHIND = frozenset(
    "the a an my our his her their your this that these those it him them me us everybody everyone all back".split()
)
_SENT = frozenset("call delete download email forward mail message phone print publish ring send share text".split())
"""What is done with a thing that is there: no value of the call that made it."""
_ADDRESSES = frozenset("address channel contact email emails mail number phone recipient recipients to via".split())
"""Words of the names of parameters that tell to whom something is sent."""
_MOVES = re.compile(
    r"(?:(?:go|fly|jump|head|navigate|zoom|scroll|drive|walk)(?: back)? (?:to|into|over|home)|"
    r"(?:take|bring|fly|drive|get|lead) (?:me|us) (?:back )?(?:to|home|into|over))\b",
    re.IGNORECASE,
)
_WITH_IT = re.compile(r"\w{2,20} (?:it|them|that|this) (?:to|for|at|in|on|with|from|under|as)\b", re.IGNORECASE)
"""Says more of what is being asked about: "send it to Bob"."""
_ASKS = re.compile(r"(?:what|who|whose|how|why|when|where)(?:['\u2019]?s|['\u2019]re)?\b", re.IGNORECASE)
_ANYTHING = frozenset(
    "action activity body caption comment content description event goal item lyrics message name note phrase prompt "
    "query question reason reminder song step subject summary task text title todo topic track what words".split()
)
"""Words of the names of parameters that take what somebody says, a request too."""
_TELLS = re.compile(r"(?:(?:the|my|our) )?[^\W\d_]\w{0,30}(?: and [^\W\d_]\w{0,30})? (\w{2,20}s) \w", re.IGNORECASE)
_PRONOUNS = frozenset("it that this what who which he she there".split())
_LONGEST = 200


def is_of_its_own(text: str, asked: Earlier | None, tools: Iterable[Tool]) -> bool:
    """Whether a message that follows a question back asks for something else. `asked`: the call that waits for a value,
    where the question was for one."""
    message = Message.of(text, reply=True) if len(text) <= _LONGEST else None
    if message is None or (asked and any(_takes_anything(name, asked) for name in asked.missing)):
        return False
    if (tells := _tells(message, tools)) or asked is None:
        return tells
    own = words_of(asked.tool)
    if (deed := _deed(message)) is not None:
        return stem(deed) not in own and _WITH_IT.match(message.rest) is None
    others = (word for word in message.words() if stem(word) not in own and named_unit(word) is None)
    return _ASKS.match(message.rest) is not None and next(others, None) is not None


def is_for_declined(text: str, last: Earlier) -> bool:
    """Whether a message puts right the number of a wish that no tool was for, and so nothing of the last call before
    that: "make it 45" after "remind me in 20 minutes", which was declined."""
    message = Message.of(text)
    if message is None or not message.corrects or not last.since or last.missing:
        return False
    declined = last.since[-1]
    if kind_of_message(declined) != "do" or not any(letter.isdigit() for letter in declined):
        return False
    words = {stem(word) for part in declined.split() for word in plain_words(part) if word not in STOP}
    other = words.isdisjoint(words_of(last.tool)) and not points_back(declined)
    said = [word for part in message.rest.split() for word in plain_words(part)]
    return other and bool(said) and all(word.isdigit() or word in STOP or tells_a_value(word) for word in said)


def is_for_another(message: Message, before: Earlier, chosen: Tool | None) -> bool:
    """Whether a message says to do something which the tool of the call before is not for: with the thing itself, or
    what the tool is for that the router chose."""
    own = words_of(before.tool)
    if chosen is None:
        deed, takes = _deed(message), {word for name in before.properties for word in name_words(name)}
        return deed in _SENT and stem(deed) not in own and takes.isdisjoint(_ADDRESSES)
    moves = _MOVES.match(message.rest)
    return chosen.name != before.tool.name and moves is not None and stem(moves[0].split()[0].lower()) not in own


def _deed(message: Message) -> str | None:
    """The verb that a message begins with, where it says to do something."""
    words = [word.strip(",.!?:") for word in message.rest.lower().split()[:3]]
    while words and words[0] in ("please", "just", "can", "could", "you"):
        words.pop(0)
    if len(words) < 2 or words[0] not in _ORDERS or (words[0] == "call" and words[1] in ("it", "this", "that")):
        return None
    return words[0] if words[0] not in _NOUNS or words[1] in _BEHIND else None


def _tells(message: Message, tools: Iterable[Tool]) -> bool:
    """Whether a message is a sentence about somebody with the verb of a tool: "Ben brings beer"."""
    found = _TELLS.match(LEAD.sub("", message.text, count=1))
    if found is None or found[0].split()[0].lower() in _PRONOUNS:
        return False
    verb = stem(found[1].lower())
    return found[1].lower() not in STOP and any(verb in words_of(tool) for tool in tools)


def _takes_anything(name: str, asked: Earlier) -> bool:
    return is_free(asked.properties.get(name)) and bool(_ANYTHING & set(name_words(name)))
