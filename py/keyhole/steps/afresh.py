"""What a call for another thing shares with the one before: "and Leo, he's vegetarian" takes over no number of
companions, "same for Bob" all there is, "no, 3 for Mia" what was said of Mia.

Only of tools that make or change something: a question for another city goes on with the unit that was asked for, while
a number or a choice that nobody said would be written down for the wrong thing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from keyhole.clock import now
from keyhole.models.embedded.options.denials import denies
from keyhole.models.embedded.text import name_words, stem
from keyhole.steps.earlier import Earlier, is_free
from keyhole.steps.kinds_of_tool import changes, keeps_settings, makes_new
from keyhole.steps.moved_days import is_day
from keyhole.steps.short_message import Message
from keyhole.steps.thing_values import is_id
from keyhole.steps.wants_done import only_asks
from keyhole.tools.tool import Tool

# ruff: noqa: SIM905  (word lists read best as words)
_SHARES = re.compile(
    r"\b(?:same|likewise|identical|ditto|exactly|just (?:as|like)|as (?:much|many|long|before)|"
    r"(?:one|the rest|just|exactly) (?:like|as)|like (?:it|that|the last)|there|that \w+|those|these|too|as ?well)\b",
    re.IGNORECASE,
)
"""Says that what was said before holds for this as well."""
_ONE_MORE = re.compile(r"^\W*(?:(?:and|now|then|also|ok)\W+)*(?:one|another|a new|an?)\b", re.IGNORECASE)
"""Begins a message for one thing more: "and one for the door"."""
_HELD_BY = frozenset(
    "account album board branch building calendar campaign category channel city class course currency database day "
    "event folder group list language location path place playlist project queue repo repository room shelf shop site "
    "store table team time timezone trip unit zone".split()
)
"""Words of the names of parameters that several things have alike: what holds them, where and when they are."""
_WHOLLY = re.compile(
    r"\b(?:same (?:thing|again|for|with|as)\b|likewise|identical|ditto|exactly|just (?:as|like)|"
    r"like (?:it|that|the last))\b|\b(?:same|that) (?:note|comment|remark|message|description)\b",
    re.IGNORECASE,
)
"""Says that all of what was said before holds."""
_REMARKS = frozenset("note notes comment comments remark remarks inscription".split())
"""Words of the names of parameters whose values were said of one thing alone."""
_TODAY = re.compile(r"\b(?:today|tonight|this (?:morning|afternoon|evening))\b", re.IGNORECASE)
_FIRST = 3
"""Words of a question that say what is asked."""
_LEAST_SAID = 2
"""Values that a message has to say which is no detail of another."""


def sets_none(text: str, tool: Tool) -> bool:
    """Whether a text is a question that a tool does not answer, as it changes something or has to be told what is
    asked: "what colour is it?" sets none."""
    if not only_asks(text):
        return False
    needed = {stem(word) for name in _required(tool) for word in name_words(name)}
    said = {stem(word.replace("colour", "color")) for word in text.lower().split()[:_FIRST]}
    return changes(tool.card) or bool(needed & said)


def shared(message: Message, before: Earlier, said: Mapping[str, Any]) -> Mapping[str, Any]:
    """The values of the call before that hold for what a message says of its tool."""
    args = _still_holding(message, before, said)
    if any(_is_another(name, before, said) for name in _required(before.tool)) and not (
        message.corrects or _WHOLLY.search(message.text)
    ):
        args = {name: value for name, value in args.items() if name in said or not _is_remark(name, before)}
    days = [name for name, value in args.items() if name not in said and is_day(value) and "T" not in value]
    if len(days) == 1 and _TODAY.search(message.text) and changes(before.tool.card):
        return {**args, days[0]: f"{now().date()}"}  # where today is the default it may have been left out
    return args


def _still_holding(message: Message, before: Earlier, said: Mapping[str, Any]) -> Mapping[str, Any]:
    holds = keeps_settings(before.tool.name)
    if (
        not (changes(before.tool.card) or holds)
        or message.corrects
        or message.again
        or message.turned
        or _SHARES.search(message.text)
    ):
        return before.args
    required = _required(before.tool)
    if not required and holds and not said.keys() & before.args.keys():
        return {}  # each setting holds by itself: to say the last one once more says nothing
    another = any(_is_another(name, before, said) for name in required)
    if before.missing and not another:
        return before.args
    choice = any(_is_other_choice(name, before, said) for name in required)
    details = said.keys() - set(required)
    if choice and not another:  # one of a few: "and the hall at 5" changes what was said, "and back on in the hall" not
        details -= before.args.keys()
    if another and denies(message.text) and not details:  # "Eva isn't coming" is no yes because the last one's was
        unsaid = {name for name in before.args if name not in said and _is_detail(name, before)}
        return {name: value for name, value in before.args.items() if name not in unsaid}
    if another and message.is_request and not (message.goes_on or message.points) and makes_new(before.tool.name):
        return {name: value for name, value in before.args.items() if not _is_detail(name, before)}
    whole = len(required) >= _LEAST_SAID and set(required) <= said.keys() and (choice or not message.goes_on)
    more = another and makes_new(before.tool.name) and _ONE_MORE.search(message.text)
    if not (another or choice) or not (details or whole or more or before.missing):
        return before.args
    return {name: value for name, value in before.args.items() if name in required or not _is_detail(name, before)}


def named_before(message: Message, calls: Sequence[Earlier], said: Mapping[str, Any]) -> Earlier | None:
    """The call before the last one that a correction is about, as it calls the thing of that: "make it 3 for Mia"."""
    last, thing = calls[0], thing_of(calls[0].tool)
    if not message.corrects or last.missing or thing is None or len(said) < _LEAST_SAID or not changes(last.tool.card):
        return None
    if not _is_another(thing, last, said):
        return None
    alike = (call for call in calls[1:] if call.tool.name == last.tool.name and thing in call.args)
    return next((call for call in alike if not _is_another(thing, call, said)), None)


def thing_of(tool: Tool) -> str | None:
    """The parameter that is the thing which a tool is about: the first of those that it needs."""
    return next(iter(_required(tool)), None)


def _required(tool: Tool) -> list[str]:
    return list(tool.parameters.get("required", []))


def _is_another(name: str, call: Earlier, said: Mapping[str, Any]) -> bool:
    """Whether a text or an id is said which is another thing's than that of the call: Mia and "little Mia" are one."""
    old, new = call.args.get(name), said.get(name)
    if old is None or new is None or is_day(old) or not (is_free(call.properties.get(name)) or is_id(name)):
        return False
    a, b = ({stem(word) for word in f"{each}".lower().split()} for each in (old, new))
    return not (a <= b or b <= a)


def _is_other_choice(name: str, call: Earlier, said: Mapping[str, Any]) -> bool:
    """Whether of a few things another one is said than that of the call."""
    schema, new = call.properties.get(name), said.get(name)
    return isinstance(schema, dict) and "enum" in schema and new is not None and call.args.get(name) not in (None, new)


def _is_remark(name: str, call: Earlier) -> bool:
    """Whether a value that may be left out was said of one thing alone."""
    return name not in _required(call.tool) and not _REMARKS.isdisjoint(name_words(name))


def _is_detail(name: str, call: Earlier) -> bool:
    """Whether a value is a number or a choice, which is one thing's, or a text of a thing that was made, but where it
    stands or whose it is; a day is what several have alike."""
    schema = call.properties.get(name)
    if not isinstance(schema, dict):
        return False
    if is_free(schema) and makes_new(call.tool.name) and not is_day(call.args.get(name)):
        return _HELD_BY.isdisjoint(name_words(name))
    return "enum" in schema or schema.get("type") in ("integer", "number", "boolean")
