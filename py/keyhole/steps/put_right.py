"""What a reply puts right of what was said before, besides telling what it was asked for: "medium, but call it osprey",
"sorry, 50 of them". English only.

A reply is read for what is open, and once more for all that the call takes. Which of two readings of the same words
holds is told by how the message says that it corrects something.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from keyhole.models.embedded.text import STOP, name_words, stem
from keyhole.steps.earlier import Earlier, is_free
from keyhole.steps.moved_days import is_day
from keyhole.steps.short_message import Message
from keyhole.steps.value_words import tells_a_value

_SURELY = re.compile(
    r"\b(?:instead|rather|actually|typo|mistake|i (?:meant?|said)|typed|more like|should (?:be|have been)|"
    r"(?:wait|hang on|hold on|oops|sorry|no|oh)\W+(?:(?:no|wait)\W+)?"
    r"(?:it|that|there|those|they)(?:['\u2019]?s| is| was| were))\b",
    re.IGNORECASE,
)
_NOT = re.compile(r"\b(?:not|no)\s+(?:(?:the|an?|in|on|at|to|for)\s+){0,3}(\w+(?:[.:'\u2019-]\w+)*)", re.IGNORECASE)
_STANDS_FOR = frozenset("him her them it that this those these".split())  # noqa: SIM905
_MAYBE = re.compile(
    r"\b(?:but|not|no|better|after all|by the way|make (?:it|that)|let['\u2019]?s (?:say|ask|take)|wait|hang on|sorry|"
    r"oops|again|only (?:until|till|for|from|on|at|to|by|with|in)|"
    r"(?:it|that|there|those|they|she|he)(?:['\u2019]?s| is| was| were))\b",
    re.IGNORECASE,
)
_APOLOGY = re.compile(
    r"\b(?:(?:i )?typed (?:that|it) wrong|(?:that was )?my (?:mistake|bad)|silly me|by the way|(?:hang|hold) on|"
    r"i see now)\b[\s,.!:]*|\b(?:instead|actually|rather|i meant?)(?=\W*(?:,|\.|$))",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]+(?:[.:'\u2019][^\W_]+)*")
_ORDINAL = re.compile(r"(?:st|nd|rd|th)$")
_ISO = re.compile(r"\d{4}-\d\d-(\d\d)")
_TIME = re.compile(r"([01]?\d|2[0-3]):[0-5]\d")
_LONGEST = 600


def puts_right(text: str) -> bool:
    """Whether a text may say that something which was said is not what was meant."""
    return _SURELY.search(text[:_LONGEST]) is not None or _MAYBE.search(text[:_LONGEST]) is not None


def surely_puts_right(text: str, before: Earlier) -> bool:
    """Whether it says so in words that hardly mean anything else, or takes back what was said: "not Tom", "not him"."""
    return _SURELY.search(text[:_LONGEST]) is not None or bool(_taken_back(text, before))


def _taken_back(text: str, before: Earlier) -> set[str]:
    """Words of what a text takes back."""
    said = set[str]().union(*(words_of_value(value) for value in before.args.values()))
    gone = set[str]()
    for found in _NOT.finditer(text[:_LONGEST]):
        word = found[1].lower()
        gone |= words_of_value(word) & said or ({word} & _STANDS_FOR)
    return gone


def without_apology(message: Message) -> Message:
    """A message without the words that only say that it corrects something."""
    kept = _APOLOGY.sub("", message.text[:_LONGEST]).strip(" ,.")
    return (Message.of(kept, reply=True) or message) if kept else message


def put_right(message: Message, before: Earlier, heard: Mapping[str, Any], whole: Mapping[str, Any]) -> dict[str, Any]:
    """What a message changes of the call that waits. `heard`: what was read of it for what is open; `whole`: for all
    that the call takes."""
    marked = message.corrects or puts_right(message.text)
    surely = surely_puts_right(message.text, before)
    gone = _taken_back(message.text, before)
    told = {name: value for name, value in whole.items() if name in before.missing}
    changed = {
        name: value
        for name, value in whole.items()
        if name in before.args
        and value != before.args[name]
        and _is_like(value, before.args[name], before.properties.get(name), kin=not marked)
    }
    changed = {
        name: value
        for name, value in changed.items()
        if not (gone and words_of_value(value) <= gone)
        and not any(words_of_value(value) < words_of_value(other) for other in told.values())
    }
    named = {stem(word) for word in message.words()}
    asked = [value for name, value in heard.items() if name in before.missing and name not in told]
    if not surely:  # "it's Naomi" is who was asked for
        changed = {
            name: value
            for name, value in changed.items()
            if not any(words_of_value(value) & words_of_value(other) for other in asked)
            or named
            & {stem(word) for word in name_words(name)} - {stem(w) for n in before.missing for w in name_words(n)}
        }
    said_so = {name: value for name, value in changed.items() if _is_said(value, message, before.properties.get(name))}
    return said_so or (changed if len(changed) == 1 else {})


def with_right(
    before: Earlier, heard: Mapping[str, Any], whole: Mapping[str, Any], right: Mapping[str, Any]
) -> dict[str, Any]:
    """What was read for what is open, without what has been put right by the same words, and that."""
    taken = set().union(*(words_of_value(value) for value in right.values()))
    kept = {name: value for name, value in heard.items() if not words_of_value(value) & taken}
    told = {
        name: value
        for name, value in whole.items()
        if name in before.missing
        and not words_of_value(value) & taken
        and (name not in kept or words_of_value(kept[name]) < words_of_value(value))
    }
    return {**kept, **told, **right}


def is_told(value: Any, before: Earlier, said: Mapping[str, Any]) -> bool:
    """Whether a value of the call that waits has been changed by the same words."""
    words = words_of_value(value)
    return bool(before.missing and words) and any(
        words <= words_of_value(other) for name, other in said.items() if name in before.args
    )


def _is_like(new: Any, old: Any, schema: Any, *, kin: bool) -> bool:
    """Whether a value may stand where another did: no word where a name was, and no word of days or numbers for a
    text. `kin`: only a text that shares a word with it."""
    if isinstance(new, list) and isinstance(old, list):
        return len(new) >= len(old)
    if not (isinstance(new, str) and isinstance(old, str)):
        return not isinstance(new, bool)
    if not is_free(schema):
        return True
    words = [word.rstrip("s") for word in new.lower().split()]
    if is_day(new) != is_day(old) or (not is_day(new) and all(map(tells_a_value, words))):
        return False
    if kin and not (is_day(new) or words_of_value(new) & words_of_value(old)):
        return False
    return not old[:1].isupper() or not new[:1].islower() or not new[:1].isalpha()


def _is_said(value: Any, message: Message, schema: Any) -> bool:
    """Whether a value is in a message as it stands, or is none of a few, which may be meant by other words."""
    options = isinstance(schema, dict) and "enum" in schema
    return not options or words_of_value(value) <= words_of_value(message.text)


def words_of_value(value: Any) -> set[str]:
    """The words and numbers by which a value is said: of a day its number in the month, of a time also its hour."""
    text = f"{value}".lower()
    if day := _ISO.fullmatch(text):
        return {str(int(day[1]))}
    if time := _TIME.fullmatch(text):
        return {text, str(int(time[1])), str((int(time[1]) - 1) % 12 + 1)}
    said = (found[0] for found in _WORD.finditer(text[:_LONGEST]))
    return {_ORDINAL.sub("", word) if word[0].isdigit() else stem(word) for word in said if word not in STOP}
